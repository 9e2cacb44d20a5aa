"""Jobs in PostgreSQL: the contract, as a role that owns nothing, and row-level security that holds every statement to a tenant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.storage.jobs_contract import DRAFT, Clock, JobsContract
from tests.storage.postgres_server import as_role, url

from pincite.errors import BadInput, CannotRun
from pincite.storage import database
from pincite.storage.jobs import JobStore, Wanted
from pincite.storage.migrations import migrations
from pincite.storage.open_jobs import open_jobs, postgres_jobs, prepare_jobs

if TYPE_CHECKING:
    import psycopg

pytestmark = pytest.mark.services


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def owner(superuser: str, address: str) -> str:
    from psycopg.conninfo import conninfo_to_dict

    return as_role(superuser, str(conninfo_to_dict(address)["dbname"]), "keeper")


@pytest.fixture
def ready(owner: str, address: str) -> str:
    assert prepare_jobs(owner, "worker") == 2
    assert prepare_jobs(owner, "worker") == 2, "a second time changes nothing"
    return address


@pytest.fixture
def store(ready: str, clock: Clock) -> Iterator[JobStore]:
    made = JobStore(postgres_jobs(ready), clock=clock)
    yield made
    made.close()


class TestPostgresJobs(JobsContract):
    """The contract."""


def test_a_database_that_was_not_made_ready_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="is of version 0") as refused:
        open_jobs(url(address).format("worker"))
    assert "pincite chat prepare" in refused.value.remedy


def test_a_server_that_is_not_there_is_said_to_be_so() -> None:
    with pytest.raises(CannotRun, match="cannot be used"):
        open_jobs("postgresql://nobody@127.0.0.1:1/none")


# ------------------------------------------------------------------------------------------------------ tenants apart

TABLES = ("jobs", "events", "parts")
CHANGES = (
    "UPDATE jobs SET state = 'cancelled'",
    "UPDATE jobs SET tenant = 'eve'",
    "UPDATE events SET said = 'forged'",
    "UPDATE parts SET part = 'forged'",
    "DELETE FROM events",
    "DELETE FROM parts",
    "DELETE FROM jobs",
)


@pytest.fixture
def filled(store: JobStore) -> JobStore:
    """Of two tenants a batch with one part."""
    for tenant in ("t", "u"):
        part, _ = store.put(replace(DRAFT, tenant=tenant))
        store.put(Wanted(tenant, "m", "ann", "batch", "", {}, b"", parts=[part.id]))
    return store


def connected(address: str, **settings: str) -> psycopg.Connection[Any]:
    import psycopg

    connection = psycopg.connect(address)
    connection.execute("SET search_path = pincite_jobs")
    for name, value in settings.items():
        connection.execute("SELECT set_config(%s, %s, false)", (f"pincite.{name}", value))
    return connection


def everything(superuser: str, address: str) -> list[Any]:
    """All rows, as a role that sees them."""
    from psycopg.conninfo import conninfo_to_dict

    with connected(as_role(superuser, str(conninfo_to_dict(address)["dbname"]), "postgres")) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2".encode()).fetchall() for table in TABLES]


@pytest.mark.parametrize("role", ["worker", "keeper"])
@pytest.mark.parametrize("settings", [{}, {"tenant": ""}, {"tenant": "eve"}], ids=["none", "empty", "another"])
@pytest.mark.usefixtures("filled")
def test_attack_a_statement_without_its_tenant_reads_changes_and_deletes_nothing(
    role: str, settings: dict[str, str], superuser: str, ready: str, owner: str
) -> None:
    before = everything(superuser, ready)
    assert [len(rows) for rows in before] == [4, 6, 2]
    with connected(ready if role == "worker" else owner, **settings) as connection:
        for table in TABLES:
            assert connection.execute(f"SELECT * FROM {table}".encode()).fetchall() == [], table
        for change in CHANGES:
            assert connection.execute(change.encode()).rowcount == 0, change
    assert everything(superuser, ready) == before


@pytest.mark.usefixtures("filled")
def test_attack_a_statement_without_a_condition_reaches_its_own_tenant_alone(superuser: str, ready: str) -> None:
    with connected(ready, tenant="t") as connection:
        assert connection.execute("SELECT DISTINCT tenant FROM jobs").fetchall() == [("t",)]
        assert [connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() for table in TABLES] == [
            (2,), (3,), (1,)
        ]  # fmt: skip
        assert connection.execute("DELETE FROM jobs").rowcount == 2
    left = everything(superuser, ready)
    assert [len(rows) for rows in left] == [2, 3, 1]
    assert {row[1] for row in left[0]} == {"u"}


@pytest.mark.parametrize(
    "written",
    [
        "UPDATE jobs SET tenant = 'u'",
        (
            "INSERT INTO jobs (id, tenant, matter, owner, kind, name, asked, state, made_at, expires_at, salt, data)"
            " SELECT 'new', 'u', matter, owner, kind, name, asked, state, made_at, expires_at, salt, data FROM jobs LIMIT 1"
        ),
        "INSERT INTO events VALUES ('{other}', 9, 0, 'done', '')",
        "INSERT INTO parts VALUES ('{other}', 9, 'part')",
        "UPDATE events SET job = '{other}', seq = 9",
        "UPDATE parts SET whole = '{other}', number = 9",
    ],
)
@pytest.mark.usefixtures("filled")
def test_attack_a_row_is_not_written_into_another_tenant(written: str, ready: str) -> None:
    from psycopg.errors import InsufficientPrivilege

    with connected(ready, tenant="u") as connection:
        found = connection.execute("SELECT id FROM jobs WHERE kind = 'batch'").fetchone()
    assert found is not None
    with connected(ready, tenant="t") as connection, pytest.raises(InsufficientPrivilege, match="row-level security"):
        connection.execute(written.format(other=found[0]).encode())


@pytest.mark.usefixtures("filled")
def test_attack_who_leases_learns_names_of_tenants_and_nothing_else(ready: str, owner: str) -> None:
    with connected(ready, leasing="yes") as connection:
        cursor = connection.execute("SELECT * FROM due(0)")
        assert sorted(cursor.fetchall()) == [("waiting", "t"), ("waiting", "u")]
        for table in TABLES:
            assert connection.execute(f"SELECT * FROM {table}".encode()).fetchall() == [], table
        assert all(connection.execute(change.encode()).rowcount == 0 for change in CHANGES)
    with connected(owner) as connection:
        assert connection.execute("SELECT * FROM due(0)").rowcount == 2
        assert connection.execute("SELECT * FROM jobs").fetchall() == [], "the setting ends with the function"


def test_a_role_that_was_granted_nothing_leases_nothing(superuser: str, ready: str, owner: str) -> None:
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.errors import InsufficientPrivilege

    with connected(owner) as connection:
        held = connection.execute("SELECT has_function_privilege('public', 'due(float8)', 'EXECUTE')").fetchone()
        assert held == (False,)
        definer = connection.execute(
            "SELECT prosecdef, pg_get_userbyid(proowner), proconfig FROM pg_proc WHERE proname = 'due'"
        ).fetchone()
    assert definer == (True, "keeper", ["search_path=pincite_jobs, pg_temp"])
    name = str(conninfo_to_dict(ready)["dbname"])
    with connected(as_role(superuser, name, "postgres")) as connection:
        connection.execute("CREATE ROLE stranger LOGIN")
        connection.execute("GRANT USAGE ON SCHEMA pincite_jobs TO stranger")
    try:
        with connected(as_role(superuser, name, "stranger")) as connection, pytest.raises(InsufficientPrivilege):
            connection.execute("SELECT * FROM due(0)")
    finally:
        with connected(as_role(superuser, name, "postgres")) as connection:
            connection.execute("DROP OWNED BY stranger")
            connection.execute("DROP ROLE stranger")


def test_a_role_that_could_bypass_the_rows_security_is_refused(superuser: str, ready: str) -> None:
    from psycopg.conninfo import conninfo_to_dict

    for role in ("postgres", "keeper"):
        with pytest.raises(CannotRun, match="tenants would not be apart"):
            postgres_jobs(as_role(superuser, str(conninfo_to_dict(ready)["dbname"]), role))


@pytest.mark.parametrize("upgrader", ["keeper", "postgres"])
def test_tables_that_were_made_before_are_upgraded_with_what_they_hold(
    upgrader: str, superuser: str, address: str, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from psycopg.conninfo import conninfo_to_dict

    with monkeypatch.context() as earlier:
        earlier.setattr(database, "migrations", lambda store: migrations(store)[:1])
        assert database.prepare_database(owner, "worker", "postgres_jobs", "pincite_jobs", TABLES) == 1
    with connected(address) as connection:
        connection.execute(
            "INSERT INTO jobs (id, tenant, matter, owner, kind, name, asked, state, made_at, expires_at, salt, data)"
            " SELECT md5(t), t, 'm', 'ann', 'verify', 'memo.md', '{}', 'waiting', 1, 1e12, '', 'Cap. 9001'"
            " FROM unnest(ARRAY['t', 'u']) t"
        )
    with pytest.raises(BadInput, match="is of version 1, and 2 is needed"):
        postgres_jobs(address)
    assert prepare_jobs(as_role(superuser, str(conninfo_to_dict(address)["dbname"]), upgrader), "worker") == 2
    store = JobStore(postgres_jobs(address))
    done = [job.tenant for _ in range(2) if (job := store.claim("w")) and store.finish(job, "w", b"report")]
    store.close()
    assert sorted(done) == ["t", "u"]
    with connected(address) as connection:
        assert connection.execute("SELECT * FROM jobs").fetchall() == []
