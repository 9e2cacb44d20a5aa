"""The ledger in SQLite: the contract, its own schema against other programs, migrations, files that are none."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.ledger_contract import LedgerContract, Reopen
from tests.storage.ledger_tools import AT, CHAT, begin, checked, codes, draft, erasure

from pincite.errors import BadInput, CannotRun
from pincite.ledger.checkpoint import checkpoint_of
from pincite.ledger.entries import ChatId
from pincite.storage.migrations import Migration, migrations
from pincite.storage.sqlite.ledger import SqliteLedger, migrate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[SqliteLedger]:
    with SqliteLedger(path, create=True) as opened:
        yield opened


@pytest.fixture
def reopen(path: Path, ledger: SqliteLedger) -> Iterator[Reopen]:
    others: list[SqliteLedger] = []

    def again() -> SqliteLedger:
        others.append(SqliteLedger(path))
        return others[-1]

    yield again
    for other in others:
        other.close()


class TestSqliteLedger(LedgerContract):
    """The contract."""


ENTRY = "INSERT INTO entries SELECT tenant, matter, chat, {seq}, {prev}, kind, {number}, at, commitment, randomblob(32)"

REFUSED_STATEMENTS = [
    "UPDATE entries SET at = '1999'",
    "UPDATE entries SET number = 7 WHERE seq = 3",
    "DELETE FROM entries WHERE seq = 3",
    "DELETE FROM entries",
    "REPLACE INTO entries SELECT * FROM entries WHERE seq = 2",
    "INSERT OR REPLACE INTO entries SELECT tenant, matter, chat, seq, prev, kind, number, 'now', commitment, hash FROM entries WHERE seq = 3",
    "UPDATE payloads SET payload = x'00'",
    "DELETE FROM payloads WHERE seq = 2",
    "REPLACE INTO payloads SELECT tenant, chat, seq, salt, x'00' FROM payloads WHERE seq = 2",
    "INSERT INTO erasures VALUES ('tenant', 'chat', 2, 3)",
    "REPLACE INTO erasures VALUES ('tenant', 'chat', 1, 5)",
    "UPDATE erasures SET seq = 2",
    "DELETE FROM erasures",
    # a second entry behind the same one
    f"{ENTRY.format(seq='6', prev='prev', number='0')} FROM entries WHERE seq = 3",
    f"{ENTRY.format(seq='4', prev='hash', number='0')} FROM entries WHERE seq = 3",
    # behind nothing, or behind a gap
    f"{ENTRY.format(seq='6', prev='randomblob(32)', number='0')} FROM entries WHERE seq = 5",
    f"{ENTRY.format(seq='7', prev='hash', number='0')} FROM entries WHERE seq = 5",
    # an evidence number again
    f"{ENTRY.format(seq='6', prev='hash', number='1')} FROM entries WHERE seq = 5",
    # into another matter
    "INSERT INTO entries SELECT tenant, 'other', chat, 6, hash, kind, 0, at, commitment, randomblob(32) FROM entries WHERE seq = 5",
    # what was erased, back again
    "INSERT INTO payloads VALUES ('tenant', 'chat', 1, randomblob(32), x'00')",
]


@pytest.mark.parametrize("statement", REFUSED_STATEMENTS)
def test_attack_another_program_cannot_change_the_tables(path: Path, ledger: SqliteLedger, statement: str) -> None:
    begin(ledger, questions=1)
    ledger.append(CHAT, [draft("accepted", x=1), draft()])
    ledger.erase(CHAT, [1], erasure(1))
    before = list(ledger.entries(CHAT))
    with closing(sqlite3.connect(path)) as other, pytest.raises(sqlite3.IntegrityError), other:
        other.execute(statement)
    assert list(ledger.entries(CHAT)) == before


def unguarded(path: Path) -> sqlite3.Connection:
    """The file in the hands of somebody who dropped its guards."""
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DROP INDEX evidence_numbers")
    return connection


ALTERED = [
    ("UPDATE entries SET at = '1999' WHERE seq = 3", {"altered_entry"}),
    ("UPDATE entries SET kind = 'answer' WHERE seq = 2", {"altered_entry"}),
    ("UPDATE entries SET kind = 'chat_opened' WHERE seq = 2", {"altered_entry", "wrong_kind"}),
    ("UPDATE entries SET commitment = randomblob(32) WHERE seq = 2", {"altered_entry", "altered_payload"}),
    ("UPDATE entries SET hash = randomblob(32) WHERE seq = 2", {"altered_entry", "broken_link"}),
    ("UPDATE entries SET prev = randomblob(32) WHERE seq = 2", {"altered_entry", "broken_link"}),
    ("UPDATE entries SET number = 9 WHERE seq = 4", {"altered_entry", "wrong_evidence_number"}),
    ("UPDATE entries SET number = 1 WHERE seq = 2", {"altered_entry", "wrong_evidence_number"}),
    ("UPDATE entries SET matter = 'other' WHERE seq = 2", {"altered_entry", "foreign_entry"}),
    ("UPDATE payloads SET payload = x'00' WHERE seq = 2", {"altered_payload"}),
    ("UPDATE payloads SET salt = randomblob(32) WHERE seq = 2", {"altered_payload"}),
    ("DELETE FROM payloads WHERE seq = 2", {"missing_payload"}),
    ("DELETE FROM payloads WHERE seq = 4", {"missing_payload"}),
    ("DELETE FROM entries WHERE seq = 3", {"missing_entry"}),
    ("DELETE FROM entries WHERE seq = 1", {"missing_entry"}),
]


@pytest.mark.parametrize(("statement", "expected"), ALTERED)
def test_attack_a_change_below_the_schema_is_found_by_verifying(
    path: Path, ledger: SqliteLedger, statement: str, expected: set[str]
) -> None:
    begin(ledger, questions=2)
    ledger.append(CHAT, [draft("accepted", x=1), draft()])
    assert checked(ledger).sound
    with closing(unguarded(path)) as hand:
        hand.execute(statement)
    assert codes(checked(ledger)) == expected


def test_attack_a_removed_tail_is_told_by_a_checkpoint_only(path: Path, ledger: SqliteLedger) -> None:
    begin(ledger, questions=4)
    head = ledger.head(CHAT)
    assert head is not None
    with closing(unguarded(path)) as hand:
        hand.execute("DELETE FROM payloads WHERE seq > 3")
        hand.execute("DELETE FROM entries WHERE seq > 3")
    assert checked(ledger).sound
    assert codes(checked(ledger, checkpoints=[checkpoint_of(head, AT)])) == {"behind_checkpoint"}


def test_attack_a_restored_backup_is_told_by_a_checkpoint(path: Path, tmp_path: Path) -> None:
    with SqliteLedger(path, create=True) as first:
        begin(first, questions=2)
    shutil.copy(path, tmp_path / "backup.db")
    with SqliteLedger(path) as second:
        second.append(CHAT, [draft("accepted", x=1)])
        head = second.head(CHAT)
        assert head is not None
        kept = checkpoint_of(head, AT)
    shutil.copy(tmp_path / "backup.db", path)
    with SqliteLedger(path) as restored:
        assert checked(restored).sound
        assert codes(checked(restored, checkpoints=[kept])) == {"behind_checkpoint"}
        # written on to the same length, the copy is another chain
        restored.append(CHAT, [draft("accepted", x=2)])
        assert checked(restored).sound
        assert codes(checked(restored, checkpoints=[kept])) == {"not_in_checkpoint"}


def test_attack_a_chain_moved_to_another_chat_does_not_verify(path: Path, ledger: SqliteLedger) -> None:
    begin(ledger, questions=2)
    with closing(unguarded(path)) as hand:
        hand.execute("PRAGMA foreign_keys = OFF")
        hand.execute("UPDATE entries SET chat = 'stolen'")
        hand.execute("UPDATE payloads SET chat = 'stolen'")
    assert codes(checked(ledger, ChatId("tenant", "matter", "stolen"))) == {"altered_entry", "broken_link"}


@pytest.mark.parametrize("column", ["prev", "commitment", "hash"])
def test_attack_every_flipped_byte_of_the_chain_is_found(path: Path, ledger: SqliteLedger, column: str) -> None:
    begin(ledger, questions=1)
    with closing(unguarded(path)) as hand:
        original = hand.execute(f"SELECT {column} FROM entries WHERE seq = 2").fetchone()[0]
        for at in range(32):
            flipped = bytes([*original[:at], original[at] ^ 1, *original[at + 1 :]])
            hand.execute(f"UPDATE entries SET {column} = ? WHERE seq = 2", (flipped,))
            assert not checked(ledger).sound, f"byte {at} of {column}"
        hand.execute(f"UPDATE entries SET {column} = ? WHERE seq = 2", (original,))
    assert checked(ledger).sound


def test_an_erased_text_is_in_no_file_any_more(path: Path, ledger: SqliteLedger) -> None:
    begin(ledger)
    ledger.append(CHAT, [draft(text="the secret of the lantern keeper" * 200), draft(text="other")])
    ledger.erase(CHAT, [2], erasure(2))
    ledger.close()
    for file in path.parent.glob("ledger.db*"):
        assert b"secret of the lantern" not in file.read_bytes()


def test_a_ledger_is_not_readable_for_others(path: Path, ledger: SqliteLedger) -> None:
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_acknowledged_is_synced(path: Path, ledger: SqliteLedger) -> None:
    assert ledger._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert ledger._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_disk_that_is_full_records_nothing_and_says_so(path: Path, ledger: SqliteLedger) -> None:
    begin(ledger, questions=3)
    pages = ledger._writer.execute("PRAGMA page_count").fetchone()[0]
    ledger._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(CannotRun, match="nothing was recorded"):
        ledger.append(CHAT, [draft(text="x" * 500_000)])
    ledger._writer.execute("PRAGMA max_page_count = 1000000")
    assert checked(ledger).head.count == 4
    ledger.append(CHAT, [draft()])
    assert checked(ledger).sound


# files


def test_a_file_that_is_not_there_is_made_on_request_only(path: Path) -> None:
    with pytest.raises(BadInput, match="no ledger at"):
        SqliteLedger(path)
    assert not path.exists()


def test_a_file_of_another_program_is_no_ledger(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Notes about lanterns. " * 100)
    with pytest.raises(BadInput, match="no ledger of pincite"):
        SqliteLedger(text, create=True)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE lanterns (a)")
    with pytest.raises(BadInput, match="no ledger of pincite"):
        SqliteLedger(other, create=True)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="cannot be opened"):
        SqliteLedger(tmp_path / "none" / "ledger.db", create=True)


# migrations


def test_the_migrations_are_numbered_without_gaps() -> None:
    assert [step.version for step in migrations("sqlite_ledger")] == [1]
    assert [step.version for step in migrations("postgres_ledger")] == [1, 2]


def test_a_later_version_is_reached_step_by_step_and_a_failed_step_leaves_nothing(path: Path) -> None:
    with SqliteLedger(path, create=True) as opened:
        begin(opened)
    first = migrations("sqlite_ledger")
    good = Migration(2, "0002", "CREATE TABLE notes (a);\nCREATE INDEX notes_a ON notes (a);\n")
    bad = Migration(3, "0003", "CREATE TABLE more (a);\nCREATE TABLE more (a);\n")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with pytest.raises(CannotRun, match="brought up to date"):
            migrate(connection, path, [*first, good, bad])
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert "notes" in names
        assert "more" not in names
    with pytest.raises(CannotRun, match="later pincite"):
        SqliteLedger(path)
