"""An entry's hash covers all of it, and nothing about a payload can be guessed from the chain."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BadInput
from pincite.ledger.checkpoint import checkpoint_of, read_checkpoint
from pincite.ledger.entries import (
    ChatId,
    Draft,
    Entry,
    Head,
    commitment,
    entry_after,
    genesis,
    head_after,
    payload_bytes,
    read_payload,
)

CHAT = ChatId("tenant", "matter", "chat")
SALT = bytes(range(32))
NAMES = st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=20).filter(str.isprintable)


def entry(kind: str = "question") -> Entry:
    first = entry_after(genesis(CHAT), Draft("chat_opened", "2026", b"{}"), SALT)
    return entry_after(head_after(genesis(CHAT), first), Draft(kind, "2026", b"{}"), SALT)


def framed(*fields: bytes) -> bytes:
    return hashlib.sha256(b"".join(len(each).to_bytes(8, "big") + each for each in fields)).digest()


def test_the_hash_is_what_the_specification_says() -> None:
    """Written out once more, so that a change of the framing is seen: old chains would not verify."""
    domain = b"pincite/ledger/v1"

    def number(value: int) -> bytes:
        return value.to_bytes(8, "big")

    committed = framed(domain, b"payload", SALT, b"{}")
    start = framed(domain, b"chat", b"tenant", b"matter", b"chat")
    names = (b"tenant", b"matter", b"chat")
    first = framed(domain, b"entry", *names, number(1), start, b"chat_opened", number(0), b"2026", committed)
    second = framed(domain, b"entry", *names, number(2), first, b"accepted", number(1), b"2026", committed)
    assert entry("accepted").hash == second
    assert second.hex() == "59c1603bbf6a1d77a559575bfad2a52bf42076d40683948fd7e5fde7ef1a0093"


@pytest.mark.parametrize(
    "change",
    [
        {"chat": ChatId("tenan", "tmatter", "chat")},
        {"chat": ChatId("tenant", "matter", "chat2")},
        {"seq": 3},
        {"prev": bytes(32)},
        {"kind": "answer"},
        {"number": 1},
        {"at": "2027"},
        {"commitment": bytes(32)},
    ],
)
def test_every_field_is_covered_by_the_hash(change: dict[str, object]) -> None:
    assert replace(entry(), **change).recomputed() != entry().hash  # type: ignore[arg-type]
    assert entry().recomputed() == entry().hash


@given(NAMES, NAMES, NAMES, NAMES, NAMES, NAMES)
def test_no_two_chats_begin_alike(a: str, b: str, c: str, d: str, e: str, f: str) -> None:
    one, two = ChatId(a, b, c), ChatId(d, e, f)
    assert (genesis(one).hash == genesis(two).hash) == (one == two)


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_one_payload_has_another_commitment_under_another_salt(payload: bytes, other: bytes) -> None:
    assert commitment(SALT, payload) != commitment(bytes(32), payload)
    assert (commitment(SALT, payload) == commitment(SALT, other)) == (payload == other)


def test_evidence_numbers_count_accepted_entries_only() -> None:
    head = genesis(CHAT)
    numbers = []
    for kind in ("chat_opened", "accepted", "question", "withdrawn", "accepted", "refused", "accepted"):
        made = entry_after(head, Draft(kind, "2026", b"{}"), SALT)
        numbers.append(made.number)
        head = head_after(head, made)
    assert numbers == [0, 1, 0, 0, 2, 0, 3]
    assert head.numbers == 3


def test_a_chat_begins_with_its_opening_entry_and_only_with_it() -> None:
    with pytest.raises(ValueError, match="cannot be"):
        entry_after(genesis(CHAT), Draft("question", "2026", b"{}"), SALT)
    with pytest.raises(ValueError, match="cannot be"):
        entry_after(Head(CHAT, 1, bytes(32), 0), Draft("chat_opened", "2026", b"{}"), SALT)
    with pytest.raises(ValueError, match="salt"):
        entry_after(genesis(CHAT), Draft("chat_opened", "2026", b"{}"), b"short")
    with pytest.raises(ValueError, match="kind"):
        Draft("edited", "2026", b"{}")


@pytest.mark.parametrize("name", ["", "a\nb", "a\x00", "x" * 201, "\ud800"])
def test_names_that_cannot_be_written_are_refused(name: str) -> None:
    for names in ((name, "m", "c"), ("t", name, "c"), ("t", "m", name)):
        with pytest.raises(BadInput):
            ChatId(*names)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(-(2**53) + 1, 2**53 - 1)))
def test_a_payload_is_read_back_as_it_was(body: dict[str, int]) -> None:
    read = read_payload(payload_bytes("anna", body))
    assert (read.actor, dict(read.body)) == ("anna", body)


@pytest.mark.parametrize("body", [{"x": 1.5}, {"x": "\ud800"}, {"x": 2**60}, {"x": b"y"}])
def test_what_canonical_json_cannot_hold_is_bad_input(body: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="cannot be recorded"):
        payload_bytes("anna", body)


@given(NAMES, NAMES, NAMES, st.integers(0, 10**12), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_back_from_its_text(a: str, b: str, c: str, count: int, digest: bytes) -> None:
    point = checkpoint_of(Head(ChatId(a, b, c), count, digest, 0), "2026-11-30T12:00:00Z")
    assert read_checkpoint(point.text()) == point
    assert read_checkpoint(point.text() + "\n— key abc=\n") == point


@pytest.mark.parametrize(
    "text", ["", "x", "pincite ledger checkpoint v1", 'pincite ledger checkpoint v1\n"a" "b"\n1\nAA==\n2026\n',
             'pincite ledger checkpoint v1\n"a" "b" "c"\n-1\n' + "A" * 43 + "=\n2026\n",
             'pincite ledger checkpoint v1\n"a" "b" "c"\n01\n' + "A" * 43 + "=\n2026\n",
             'pincite ledger checkpoint v1\n"a" "b" 3\n1\n' + "A" * 43 + "=\n2026\n",
             'pincite ledger checkpoint v1\n"a" "b" "c"\n1\nAA==\n2026\n'],
)  # fmt: skip
def test_what_is_no_checkpoint_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput, match="no checkpoint"):
        read_checkpoint(text)
