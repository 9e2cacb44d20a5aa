"""Administering tenants and persons: each change an entry of the tenant's log, no secret in it; retention and erasure."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.access.principal import LOG_CHAT, LOG_MATTER
from pincite.errors import BadInput
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId, Draft, payload_bytes, read_payload
from pincite.reports.chat import entry_words
from pincite.storage.access import sqlite_access
from pincite.storage.sealing import Sealer
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.workflows.administer import Administering, after, log_of

NOW = "2026-11-30T12:00:00.000Z"
LOG = ChatId("alpha", LOG_MATTER, LOG_CHAT)


@pytest.fixture
def administering(tmp_path: Path) -> Iterator[Administering]:
    numbers = itertools.count(1)
    store = sqlite_access(tmp_path / "users.db", create=True)
    with SqliteLedger(tmp_path / "chats.db", create=True, sealer=Sealer(bytes(32))) as ledger:
        made = Administering(store, ledger, "operator", NOW, lambda size: bytes([next(numbers) % 256]) * size)
        made.add_tenant("alpha", keep=30)
        made.add_user("alpha", "anna")
        yield made
    store.close()


def told(administering: Administering) -> list[str]:
    return [
        str(read_payload(each.payload or b"").body.get("what", "")) for each in log_of(administering.ledger, "alpha")
    ]


def test_each_change_is_an_entry_with_who_did_it(administering: Administering) -> None:
    administering.add_matter("alpha", "harbour")
    administering.grant("alpha", "anna", "reviewer", "harbour")
    made = administering.make_token("alpha", "anna", "CI", scopes=["read"], days=1)
    administering.revoke_token("alpha", made.token.id)
    administering.revoke("alpha", "anna", "reviewer", "harbour")
    administering.disable("alpha", "anna")
    assert told(administering)[1:] == [
        "tenant set", "person set", "matter set", "role given", "token made", "token revoked", "role taken away",
        "person disabled",
    ]  # fmt: skip
    assert verify(LOG, log_of(administering.ledger, "alpha")).sound
    words = [entry_words(each) for each in log_of(administering.ledger, "alpha")]
    assert words[4] == "access: role given: matter harbour, person anna, role reviewer (operator)"
    assert made.secret not in " ".join(words)


def test_what_changes_nothing_is_no_entry(administering: Administering) -> None:
    administering.grant("alpha", "anna", "reader")
    before = len(told(administering))
    assert not administering.grant("alpha", "anna", "reader")
    assert not administering.revoke("alpha", "anna", "approver")
    assert not administering.revoke_token("alpha", "none")
    assert len(told(administering)) == before


@pytest.mark.parametrize("days", [0, -1, 367])
def test_a_token_without_an_end_is_not_made(administering: Administering, days: int) -> None:
    with pytest.raises(BadInput, match="1 to 366 days"):
        administering.make_token("alpha", "anna", "CI", scopes=["read"], days=days)


def test_who_is_not_there_is_given_nothing(administering: Administering) -> None:
    with pytest.raises(BadInput, match="no person"):
        administering.grant("alpha", "nobody", "reader")
    with pytest.raises(BadInput, match="no person"):
        administering.make_token("alpha", "nobody", "x", scopes=["read"], days=1)
    with pytest.raises(BadInput, match="no role"):
        administering.grant("alpha", "anna", "king")
    with pytest.raises(BadInput, match="no verifier key"):
        administering.set_key("alpha", "anna", "no key")


def chat_of(administering: Administering, name: str, day: str, matter: str = "harbour") -> ChatId:
    chat = ChatId("alpha", matter, name)
    entry = Draft("question", f"{day}T10:00:00.000Z", payload_bytes("anna", {"text": f"What of {name}?"}))
    administering.ledger.append(chat, [Draft("chat_opened", entry.at, payload_bytes("anna", {"title": name})), entry])
    return chat


def test_retention_shows_first_and_erases_then_and_chains_go_on_verifying(
    administering: Administering, tmp_path: Path
) -> None:
    old, young = chat_of(administering, "old lantern", "2026-10-01"), chat_of(administering, "young", "2026-11-29")
    kept = chat_of(administering, "kept", "2026-10-01", "quay")
    administering.add_matter("alpha", "quay", keep=365)
    assert [each.chat for each in administering.due("alpha", "2026-11-30")] == [old]
    assert all(each.payload for each in administering.ledger.entries(old)), "nothing was done"
    assert [each.entries for each in administering.erase_due("alpha", "2026-11-30")] == [(1, 2)]
    assert administering.due("alpha", "2026-11-30") == []
    found = verify(old, administering.ledger.entries(old))
    assert (found.sound, found.erased) == (True, (1, 2))
    last = [each for each in administering.ledger.entries(old) if each.payload is not None]
    assert [each.entry.kind for each in last] == ["erased"]
    assert "retention of 30 days" in entry_words(last[0])
    for chat in (young, kept):
        assert all(each.payload for each in administering.ledger.entries(chat))
    assert told(administering)[-1] == "retention"


def test_what_was_erased_is_in_no_file(administering: Administering, tmp_path: Path) -> None:
    chat = chat_of(administering, "gone", "2026-10-01")
    salts = [each.salt for each in administering.ledger.entries(chat)]
    administering.erase_due("alpha", "2026-11-30")
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert not [salt for salt in salts if salt and salt in held], "with its salt gone nothing opens a payload"


def test_times_are_later_by_what_is_said() -> None:
    assert after(NOW, days=1, minutes=1) == "2026-12-01T12:01:00.000Z"
