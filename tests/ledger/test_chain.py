"""What was changed, removed, inserted or forked shows as a finding that names the entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pincite.digests import canonical_json
from pincite.errors import BadInput, CannotRun
from pincite.ledger.chain import MOST_FINDINGS, verify
from pincite.ledger.checkpoint import Checkpoint, checkpoint_of
from pincite.ledger.entries import ChatId, Draft, Head, entry_after, genesis, head_after, payload_bytes
from pincite.ledger.export import export_chain, read_export
from pincite.ledger.port import Stored
from pincite.ledger.state import replay

CHAT = ChatId("tenant", "matter", "chat")
Chain = list[Stored]


def chain(*kinds: str, chat: ChatId = CHAT, says: str = "x") -> Chain:
    head = genesis(chat)
    made: Chain = []
    for number, kind in enumerate(("chat_opened", *kinds)):
        body = {"entries": [2]} if kind == "erased" else {"text": f"{says} {number}"}
        draft = Draft(kind, "2026", payload_bytes("anna", body))
        salt = number.to_bytes(32)
        entry = entry_after(head, draft, salt)
        head = head_after(head, entry)
        made.append(Stored(entry, draft.payload, salt))
    return made


def found(entries: Chain, *checkpoints: Checkpoint) -> list[tuple[str, object]]:
    return [(each.code, each.parameters["seq"]) for each in verify(CHAT, entries, checkpoints).findings]


def with_entry(entries: Chain, index: int, **change: object) -> Chain:
    changed = replace(entries[index], entry=replace(entries[index].entry, **change))  # type: ignore[arg-type]
    return [*entries[:index], changed, *entries[index + 1 :]]


def rehashed(entries: Chain, index: int, **change: object) -> Chain:
    """As a forger would do it who also writes the entry's own hash anew."""
    changed = with_entry(entries, index, **change)
    return with_entry(changed, index, hash=changed[index].entry.recomputed())


GOOD = chain("question", "accepted", "question", "accepted")

ATTACKS: list[tuple[str, Callable[[], Chain], list[tuple[str, int]]]] = [
    ("altered time", lambda: with_entry(GOOD, 2, at="1999"), [("altered_entry", 3)]),
    ("altered time, hash written anew", lambda: rehashed(GOOD, 2, at="1999"), [("broken_link", 4)]),
    ("altered last entry, hash written anew", lambda: rehashed(GOOD, 4, at="1999"), []),
    ("removed entry", lambda: [*GOOD[:2], *GOOD[3:]], [("missing_entry", 4), ("wrong_evidence_number", 5)]),
    ("removed first", lambda: GOOD[1:], [("missing_entry", 2)]),
    ("entry twice", lambda: [*GOOD[:3], GOOD[2], *GOOD[3:]],
     [("forked_chain", 3), ("wrong_evidence_number", 3)]),
    ("forked chain", lambda: [*GOOD, chain("question", "accepted", "question", "answer")[4]], [("forked_chain", 5)]),
    ("entries swapped", lambda: [*GOOD[:3], GOOD[4], GOOD[3]], [("missing_entry", 5), ("forked_chain", 4)]),
    ("entry of another chat", lambda: [*GOOD[:1], *chain("question", chat=ChatId("tenant", "matter", "b"))[1:]],
     [("foreign_entry", 2), ("broken_link", 2)]),
    ("entry of another tenant", lambda: [*GOOD[:1], *chain("question", chat=ChatId("b", "matter", "chat"))[1:]],
     [("foreign_entry", 2), ("broken_link", 2)]),
    ("evidence number used again", lambda: rehashed(GOOD, 4, number=1), [("wrong_evidence_number", 5)]),
    ("evidence number left out", lambda: rehashed(GOOD, 4, number=3), [("wrong_evidence_number", 5)]),
    ("evidence number for a question", lambda: rehashed(GOOD, 1, number=1),
     [("wrong_evidence_number", 2), ("broken_link", 3), ("wrong_evidence_number", 3)]),
    ("payload of another entry", lambda: [*GOOD[:2], replace(GOOD[2], payload=GOOD[3].payload), *GOOD[3:]],
     [("altered_payload", 3)]),
    ("payload deleted by hand", lambda: [*GOOD[:2], replace(GOOD[2], payload=None, salt=None), *GOOD[3:]],
     [("missing_payload", 3)]),
    ("salt deleted by hand", lambda: [*GOOD[:2], replace(GOOD[2], salt=None), *GOOD[3:]],
     [("altered_payload", 3), ("missing_payload", 3)]),
    ("kind that is none", lambda: rehashed(GOOD, 4, kind="edited", number=0), [("wrong_kind", 5)]),
    ("number that no entry can have", lambda: with_entry(GOOD, 4, number=-1),
     [("altered_entry", 5), ("wrong_evidence_number", 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "expected"), [case[1:] for case in ATTACKS], ids=[case[0] for case in ATTACKS])
def test_attack(make: Callable[[], Chain], expected: list[tuple[str, int]]) -> None:
    assert found(make()) == expected


def test_a_sound_chain_has_no_findings() -> None:
    assert found(GOOD) == []
    assert verify(CHAT, []).head.count == 0


def test_an_erasure_accounts_for_the_payloads_it_names_and_no_others() -> None:
    erased = chain("question", "question", "erased")
    erased[1] = replace(erased[1], payload=None, salt=None)
    assert found(erased) == []
    assert verify(CHAT, erased).erased == (2,)
    erased[2] = replace(erased[2], payload=None, salt=None)
    assert found(erased) == [("missing_payload", 3)]


def test_attack_an_erasure_does_not_account_for_what_comes_after_it() -> None:
    later = [*chain("erased", "question")]
    later[2] = replace(later[2], payload=None, salt=None)
    assert found(later) == [("missing_payload", 3)]


def test_attack_an_erasure_whose_own_payload_is_gone_accounts_for_nothing() -> None:
    erased = chain("question", "erased")
    erased[1] = replace(erased[1], payload=None, salt=None)
    erased[2] = replace(erased[2], payload=None, salt=None)
    assert found(erased) == [("missing_payload", 2), ("missing_payload", 3)]


def test_checkpoints_show_what_the_chain_itself_cannot() -> None:
    def point(entries: Chain) -> Checkpoint:
        last = entries[-1].entry
        return checkpoint_of(Head(CHAT, last.seq, last.hash, 0), "2026")

    assert found(GOOD, point(GOOD), point(GOOD[:2])) == []
    assert found(GOOD[:3], point(GOOD)) == [("behind_checkpoint", 5)]
    assert found([], point(GOOD)) == [("behind_checkpoint", 5)]
    assert found(chain("question", "accepted", "question", "accepted", says="y"), point(GOOD)) == [
        ("not_in_checkpoint", 5)
    ]
    other = replace(point(GOOD), chat=ChatId("tenant", "matter", "other"))
    assert found(GOOD, other) == [("foreign_checkpoint", 5)]


def test_a_chain_that_is_wholly_wrong_does_not_fill_the_memory() -> None:
    many = chain(*["question"] * 1500)
    assert len(found([replace(each, payload=b"x") for each in many])) == MOST_FINDINGS


def test_replay_refuses_a_chain_whose_rows_are_not_in_order() -> None:
    with pytest.raises(CannotRun, match="evidence number 2 where 1 is due"):
        replay(CHAT, rehashed(chain("accepted"), 1, number=2))


def test_an_export_is_read_back_as_it_was_written() -> None:
    head = Head(CHAT, 5, GOOD[-1].entry.hash, 2)
    gone = [*GOOD[:1], replace(GOOD[1], payload=None, salt=None), *GOOD[2:]]
    data = canonical_json(export_chain(CHAT, gone, checkpoint_of(head, "2026")))
    chat, entries, point = read_export(data)
    assert (chat, entries, point.count) == (CHAT, gone, 5)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"schema": "pincite.chat/1"}', b'{"schema": "pincite.chat/1", "schema": "x"}', b"\xff",
             b'{"schema": "pincite.chat/1", "tenant": "a", "matter": "b", "chat": "c", "entries": [{}], "checkpoint": ""}'],
)  # fmt: skip
def test_what_is_no_export_is_bad_input(data: bytes) -> None:
    with pytest.raises(BadInput):
        read_export(data)
