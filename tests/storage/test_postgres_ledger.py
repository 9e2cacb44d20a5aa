"""The ledger in PostgreSQL: the contract, and what the database itself refuses to the role that works there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.storage.ledger_contract import LedgerContract, Reopen
from tests.storage.ledger_tools import CHAT, begin, checked, codes, draft, erasure, together
from tests.storage.postgres_server import as_role, url
from tests.storage.test_ledger_crash import rounds_of_kills

from pincite import wiring
from pincite.errors import BadInput, CannotRun
from pincite.ledger.entries import ChatId
from pincite.storage.postgres.ledger import PostgresLedger

if TYPE_CHECKING:
    from psycopg import Connection

pytestmark = pytest.mark.services


@pytest.fixture
def ledger(address: str) -> Iterator[PostgresLedger]:
    with PostgresLedger(address) as opened:
        yield opened


@pytest.fixture
def reopen(address: str, ledger: PostgresLedger) -> Iterator[Reopen]:
    others: list[PostgresLedger] = []

    def again() -> PostgresLedger:
        others.append(PostgresLedger(address))
        return others[-1]

    yield again
    for other in others:
        other.close()


class TestPostgresLedger(LedgerContract):
    """The contract."""


@pytest.fixture
def hand(address: str, ledger: PostgresLedger) -> Iterator[Connection]:
    """A connection of the working role, without pincite between."""
    import psycopg

    with psycopg.connect(address, options="-c search_path=pincite_ledger") as connection:
        yield connection


def tenant(connection: Connection, name: str) -> None:
    connection.execute("SELECT set_config('pincite.tenant', %s, true)", (name,))


REFUSED = [
    "UPDATE entries SET at = '1999'",
    "DELETE FROM entries",
    "TRUNCATE entries CASCADE",
    "UPDATE payloads SET payload = ''",
    "DELETE FROM payloads WHERE seq = 2",
    "UPDATE erasures SET seq = 2",
    "DELETE FROM erasures",
    "ALTER TABLE entries DISABLE TRIGGER ALL",
    "ALTER TABLE entries NO FORCE ROW LEVEL SECURITY",
    "DROP POLICY own_tenant ON entries",
    "INSERT INTO erasures VALUES ('tenant', 'chat', 2, 3)",
    "INSERT INTO payloads VALUES ('tenant', 'chat', 1, sha256('x'), '')",
    # a fork, a gap, another matter, a number again
    "INSERT INTO entries SELECT tenant, matter, chat, 6, prev, kind, 0, at, commitment, sha256('x') FROM entries WHERE seq = 3",
    "INSERT INTO entries SELECT tenant, matter, chat, 4, hash, kind, 0, at, commitment, sha256('x') FROM entries WHERE seq = 3",
    "INSERT INTO entries SELECT tenant, matter, chat, 7, hash, kind, 0, at, commitment, sha256('x') FROM entries WHERE seq = 5",
    "INSERT INTO entries SELECT tenant, 'other', chat, 6, hash, kind, 0, at, commitment, sha256('x') FROM entries WHERE seq = 5",
    "INSERT INTO entries SELECT tenant, matter, chat, 6, hash, kind, 1, at, commitment, sha256('x') FROM entries WHERE seq = 5",
    # into another tenant
    "INSERT INTO entries SELECT 'other', matter, chat, 1, prev, kind, 0, at, commitment, hash FROM entries WHERE seq = 1",
]


@pytest.mark.parametrize("statement", REFUSED)
def test_attack_the_working_role_cannot_change_the_tables(
    ledger: PostgresLedger, hand: Connection, statement: str
) -> None:
    import psycopg

    begin(ledger, questions=1)
    ledger.append(CHAT, [draft("accepted", x=1), draft()])
    ledger.erase(CHAT, [1], erasure(1))
    before = list(ledger.entries(CHAT))
    tenant(hand, "tenant")
    with pytest.raises(psycopg.Error):
        hand.execute(statement)
    hand.rollback()
    assert list(ledger.entries(CHAT)) == before


def test_attack_a_foreign_tenant_sees_and_writes_nothing(ledger: PostgresLedger, hand: Connection) -> None:
    import psycopg

    begin(ledger, ChatId("a", "m", "chat"), questions=1)
    for table in ("entries", "payloads", "erasures"):
        for name in ("b", "", "a' OR 'a' = 'a"):
            tenant(hand, name)
            assert hand.execute(f"SELECT * FROM {table}").fetchall() == []
    tenant(hand, "b")
    assert hand.execute("DELETE FROM payloads").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        hand.execute("INSERT INTO payloads VALUES ('a', 'chat', 3, sha256('x'), '')")
    hand.rollback()
    assert hand.execute("SELECT * FROM entries").fetchall() == [], "no tenant is nobody"
    tenant(hand, "a")
    assert len(hand.execute("SELECT * FROM entries").fetchall()) == 2


def test_attack_the_tenant_does_not_leak_to_the_next_user_of_a_connection(ledger: PostgresLedger) -> None:
    begin(ledger, ChatId("a", "m", "chat"))
    list(ledger.entries(ChatId("a", "m", "chat")))
    for connection in (ledger._writer, ledger._reader):
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_attack_the_owner_of_the_tables_is_held_to_its_tenant_too(superuser: str, ledger: PostgresLedger) -> None:
    import psycopg

    begin(ledger, ChatId("a", "m", "chat"))
    name = ledger._writer.info.dbname
    with psycopg.connect(as_role(superuser, name, "keeper")) as owner:
        assert owner.execute("SELECT count(*) FROM pincite_ledger.entries").fetchone() == (0,)


@pytest.mark.parametrize("role", ["postgres", "keeper"])
def test_a_role_that_could_bypass_the_walls_is_refused(superuser: str, address: str, role: str) -> None:
    from psycopg.conninfo import make_conninfo

    with pytest.raises(CannotRun, match="tenants would not be apart"):
        PostgresLedger(make_conninfo(address, user=role))


def test_a_database_that_was_not_made_ready_is_bad_input(superuser: str, address: str) -> None:
    with pytest.raises(BadInput, match="version 0"):
        PostgresLedger(as_role(superuser, "template1", "worker"))


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(CannotRun, match="cannot be reached"):
        wiring.open_ledger("postgresql://nobody@/none?host=/nowhere&connect_timeout=1")


def test_attack_a_writer_that_forgets_the_lock_cannot_fork(ledger: PostgresLedger, address: str) -> None:
    """Another program appends to the same chat with the head it read, and takes no lock."""
    import psycopg

    begin(ledger)

    def rude(number: int) -> None:
        with psycopg.connect(address, options="-c search_path=pincite_ledger") as other:
            for count in range(10):
                try:
                    with other.transaction():
                        tenant(other, "tenant")
                        other.execute(
                            "INSERT INTO entries SELECT tenant, matter, chat, seq + 1, hash, 'question', 0, at,"
                            " sha256(%s), sha256(%s) FROM entries WHERE chat = 'chat' ORDER BY seq DESC LIMIT 1",
                            (f"{number} {count}".encode(), f"{number} {count}".encode()),
                        )
                except psycopg.Error:
                    continue

    def work(number: int) -> None:
        if number < 3:
            rude(number)
        else:
            for _ in range(10):
                ledger.append(CHAT, [draft()])

    assert together(work, 8) == []
    held = list(ledger.entries(CHAT))
    assert [each.entry.seq for each in held] == list(range(1, len(held) + 1))
    assert len({each.entry.prev for each in held}) == len(held)
    # our own entries are all there; those of the other program show as what they are
    assert sum(each.payload is not None for each in held) == 1 + 5 * 10
    assert codes(checked(ledger)) <= {"altered_entry", "missing_payload"}


def test_a_connection_that_was_cut_is_made_again(ledger: PostgresLedger, superuser: str) -> None:
    import psycopg

    begin(ledger)
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker'")
    with pytest.raises(CannotRun, match="not known"):
        ledger.append(CHAT, [draft(text="lost")])
    ledger.append(CHAT, [draft(text="held")])
    with pytest.raises(CannotRun, match="cannot be read"):
        ledger.head(CHAT)
    assert checked(ledger).head.count == 2
    assert checked(ledger).sound


def test_nothing_acknowledged_is_lost_when_the_writing_process_is_killed(address: str) -> None:
    acknowledged, lost = rounds_of_kills(url(address).format("worker"), 3)
    assert acknowledged > 20
    assert lost == 0


def test_the_commands_work_on_it(superuser: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pincite.interfaces.cli.main import main

    store = url(address)
    assert main(["chat", "prepare", "--store", store.format("keeper"), "--role", "worker"]) == 0
    assert main(["chat", "new", "lanterns", "--store", store.format("worker")]) == 0
    assert main(["chat", "verify", "lanterns", "--store", store.format("worker")]) == 0
    assert "lanterns: 1 entries, sound" in capsys.readouterr().out
    assert main(["chat", "new", "lanterns", "--store", store.format("postgres")]) == 2
    assert "tenants would not be apart" in capsys.readouterr().err
