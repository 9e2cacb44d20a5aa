"""The suite of stores of tenants, persons and credentials, over SQLite and PostgreSQL, and what each holds by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.storage.access_contract import LATER, NOW, AccessContract, digest, session, token
from tests.storage.access_contract import filled as filled  # noqa: PLC0414 (a fixture)
from tests.storage.postgres_server import as_role

from pincite.access.credentials import new_secret
from pincite.access.port import AccessStore, Tenant, User
from pincite.errors import BadInput, CannotRun
from pincite.storage.access import postgres_access, prepare_access, sqlite_access


class TestSqlite(AccessContract):
    """In one file."""

    @pytest.fixture
    def access(self, tmp_path: Path) -> Iterator[AccessStore]:
        opened = sqlite_access(tmp_path / "access.db", create=True)
        yield opened
        opened.close()

    def test_the_file_is_its_owners_and_holds_no_secret(self, filled: AccessStore, tmp_path: Path) -> None:
        filled.add_token(token())
        filled.add_session(session())
        assert (tmp_path / "access.db").stat().st_mode & 0o077 == 0
        held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert digest(1) in held
        assert new_secret(bytes([1]) * 32).encode() not in held

    def test_a_file_that_is_not_there_is_not_made_by_reading(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="no users"):
            sqlite_access(tmp_path / "none.db")


@pytest.mark.services
class TestPostgres(AccessContract):
    """In one database, with row-level security forced."""

    @pytest.fixture
    def place(self, address: str, superuser: str) -> str:
        from psycopg.conninfo import conninfo_to_dict

        name = str(conninfo_to_dict(address)["dbname"])
        assert prepare_access(as_role(superuser, name, "keeper"), "worker") == 1
        assert prepare_access(as_role(superuser, name, "keeper"), "worker") == 1
        return address

    @pytest.fixture
    def access(self, place: str) -> Iterator[AccessStore]:
        opened = postgres_access(place)
        yield opened
        opened.close()

    def test_attack_a_query_without_a_tenant_shows_nothing_and_one_with_a_digest_one_row(
        self, filled: AccessStore, place: str, superuser: str
    ) -> None:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        for number, tenant in enumerate(("alpha", "alpha", "beta"), 1):
            filled.add_token(token(tenant, number=number))
            filled.add_session(session(tenant, number=number))
        owner = as_role(superuser, str(conninfo_to_dict(place)["dbname"]), "keeper")
        for who in (place, owner):
            with psycopg.connect(who) as connection:
                connection.execute("SET search_path = pincite_access")
                for table in ("tenants", "users", "matters", "members", "tokens", "sessions", "logins"):
                    assert connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (0,), table
                connection.execute("SELECT set_config('pincite.digest', %s, true)", (digest(2).hex(),))
                assert connection.execute("SELECT id FROM tokens").fetchall() == [("t2",)]
                assert connection.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
                assert connection.execute("SELECT count(*) FROM users").fetchone() == (0,)

    def test_attack_a_row_is_not_written_into_another_tenant(self, filled: AccessStore, place: str) -> None:
        import psycopg

        with psycopg.connect(place) as connection:
            connection.execute("SET search_path = pincite_access")
            connection.execute("SELECT set_config('pincite.tenant', 'alpha', true)")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("INSERT INTO users VALUES ('beta', 'eve', '', '', 0, '')")

    def test_a_role_that_could_bypass_the_rows_security_is_refused(self, place: str, superuser: str) -> None:
        from psycopg.conninfo import conninfo_to_dict

        name = str(conninfo_to_dict(place)["dbname"])
        for role in ("postgres", "keeper"):
            with pytest.raises(CannotRun, match="tenants would not be apart"):
                postgres_access(as_role(superuser, name, role))

    def test_a_database_that_was_not_made_ready_is_named(self, address: str) -> None:
        with pytest.raises(BadInput, match="version 0"):
            postgres_access(address)

    def test_another_process_sees_what_was_acknowledged(self, access: AccessStore, place: str) -> None:
        access.add_tenant(Tenant("alpha", at=NOW))
        access.add_user(User("alpha", "anna", at=NOW))
        access.add_token(token(expires=LATER))
        other = postgres_access(place)
        assert other.token(digest(1), NOW) == access.token(digest(1), NOW)
        other.close()
