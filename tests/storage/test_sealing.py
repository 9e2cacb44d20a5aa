"""Sealed payloads: the contract holds, the file shows nothing, and the chain is the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.ledger_contract import LedgerContract, Reopen
from tests.storage.ledger_tools import CHAT, begin, checked, codes, draft, erasure

from pincite import wiring
from pincite.errors import BadInput, CannotRun
from pincite.ledger.entries import ChatId
from pincite.storage.sealing import MARK, Sealer, opened, sealer_of
from pincite.storage.sqlite.ledger import SqliteLedger

KEY = bytes(range(32))
SECRET = "the words of a client"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sealed.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[SqliteLedger]:
    with SqliteLedger(path, create=True, sealer=Sealer(KEY)) as made:
        yield made


@pytest.fixture
def reopen(path: Path, ledger: SqliteLedger) -> Iterator[Reopen]:
    others: list[SqliteLedger] = []

    def again() -> SqliteLedger:
        others.append(SqliteLedger(path, sealer=Sealer(KEY)))
        return others[-1]

    yield again
    for other in others:
        other.close()


class TestSealedLedger(LedgerContract):
    """The contract."""


def test_the_file_shows_nothing_of_what_entries_say(ledger: SqliteLedger, path: Path) -> None:
    begin(ledger)
    ledger.append(CHAT, [draft(text=SECRET)])
    files = b"".join(each.read_bytes() for each in path.parent.glob("sealed.db*"))
    assert SECRET.encode() not in files
    assert MARK in files
    assert SECRET.encode() in (list(ledger.entries(CHAT))[1].payload or b"")


def test_without_the_key_or_with_another_nothing_is_read(ledger: SqliteLedger, path: Path) -> None:
    begin(ledger, questions=1)
    with SqliteLedger(path) as bare, pytest.raises(CannotRun, match="no key"):
        list(bare.entries(CHAT))
    with SqliteLedger(path, sealer=Sealer(b"x" * 32)) as other, pytest.raises(CannotRun, match="another key"):
        list(other.entries(CHAT))


def test_a_ledger_begun_without_a_key_goes_on_with_one(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    with SqliteLedger(path, create=True) as plain:
        begin(plain, questions=1)
    with SqliteLedger(path, sealer=Sealer(KEY)) as ledger:
        ledger.append(CHAT, [draft(text=SECRET)])
        found = checked(ledger)
    assert found.sound
    assert found.head.count == 3


def test_attack_an_altered_sealed_payload_is_a_finding(ledger: SqliteLedger, path: Path) -> None:
    begin(ledger, questions=2)
    with closing(sqlite3.connect(path, isolation_level=None)) as hand:
        hand.execute("DROP TRIGGER payloads_unchanged")
        (data,) = hand.execute("SELECT payload FROM payloads WHERE seq = 2").fetchone()
        hand.execute("UPDATE payloads SET payload = ? WHERE seq = 2", (data[:-1] + bytes([data[-1] ^ 1]),))
    assert codes(checked(ledger)) == {"altered_payload"}


def test_attack_a_payload_of_another_chat_does_not_open() -> None:
    sealer = Sealer(KEY)
    sealed = sealer.seal(CHAT, b"s" * 32, b"{}")
    assert sealer.open(CHAT, b"s" * 32, sealed) == b"{}"
    for chat, salt in ((ChatId("other", "matter", "chat"), b"s" * 32), (CHAT, b"t" * 32)):
        assert sealer.open(chat, salt, sealed) == sealed


def test_an_erased_payload_is_gone_and_the_chain_verifies(ledger: SqliteLedger) -> None:
    begin(ledger, questions=2)
    ledger.erase(CHAT, [2], erasure(2))
    assert checked(ledger).erased == (2,)
    assert opened(Sealer(KEY), CHAT, None, None) is None


def test_the_key_comes_from_the_environment_and_is_shown_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_LEDGER_KEY", KEY.hex())
    ledger = wiring.open_ledger(tmp_path / "l.db", create=True)
    ledger.append(CHAT, [draft("chat_opened", title=SECRET)])
    ledger.close()
    assert SECRET.encode() not in (tmp_path / "l.db").read_bytes()
    assert KEY.hex() not in repr(Sealer(KEY))
    for wrong in ("12", "z" * 64, KEY.hex() + "00"):
        monkeypatch.setenv("PINCITE_LEDGER_KEY", wrong)
        with pytest.raises(BadInput) as caught:
            wiring.open_ledger(tmp_path / "l.db")
        assert wrong not in str(caught.value)
    assert sealer_of("") is None
