"""Verify a chain: what was changed, removed, inserted or forked shows as a finding; nothing is raised for it.

The steps, for every entry in the order of its number (never of its time):
    1 it belongs to this chat                  foreign_entry
    2 its number follows                       missing_entry   forked_chain
    3 it names its predecessor's hash          broken_link
    4 its hash is that of its fields           altered_entry
    5 its evidence number is the next one, or 0 where it is none       wrong_evidence_number
    6 its payload and salt give its commitment, or both are gone and an entry of erasure names it
                                               altered_payload   missing_payload   unreadable_payload
    7 its kind: chat_opened stands first and nowhere else              wrong_kind
and last, the checkpoints handed out:          behind_checkpoint   not_in_checkpoint   foreign_checkpoint

A finding's parameter `seq` names the entry. An altered entry is reported where it stands; the entries behind it are
measured against what stands in the store, so that one alteration is one finding and not a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.findings import Finding
from pincite.ledger.checkpoint import Checkpoint
from pincite.ledger.entries import (
    ACCEPTED,
    ERASED,
    KINDS,
    OPENING,
    ChatId,
    Entry,
    Head,
    commitment,
    genesis,
    head_after,
    read_payload,
)
from pincite.ledger.port import Stored

__all__ = ["MOST_FINDINGS", "Verification", "verify"]

MOST_FINDINGS = 1000
"""Findings kept; a chain with more is as broken with these."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What verifying a chain found.

    Attributes:
        head: where the chain stands as read.
        erased: numbers of the entries whose payload was erased and accounted for.
        findings: empty when the chain is sound.
        checkpoints: how many checkpoints it was measured against. With none, a restored older copy is not detected.

    """

    head: Head
    erased: tuple[int, ...]
    findings: tuple[Finding, ...]
    checkpoints: int

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def verify(chat: ChatId, entries: Iterable[Stored], checkpoints: Sequence[Checkpoint] = ()) -> Verification:
    """Verify the chain of a chat, read in the order of its numbers, against the checkpoints handed out."""
    head = genesis(chat)
    findings: list[Finding] = []
    gone: list[int] = []
    accounted: set[int] = set()
    wanted = {point.count for point in checkpoints}
    hashes = {0: head.hash} if 0 in wanted else {}
    for stored in entries:
        entry = stored.entry
        for code in _faults(head, entry):
            _note(findings, code, entry.seq)
        if stored.payload is None or stored.salt is None:
            if stored.payload is not None or stored.salt is not None:
                _note(findings, "altered_payload", entry.seq)
            gone.append(entry.seq)
        elif commitment(stored.salt, stored.payload) != entry.commitment:
            _note(findings, "altered_payload", entry.seq)
        elif entry.kind == ERASED:
            _account(stored.payload, entry.seq, accounted, findings)
        head = head_after(head, entry)
        if entry.seq in wanted:
            hashes[entry.seq] = entry.hash
    for seq in gone:
        if seq not in accounted:
            _note(findings, "missing_payload", seq)
    for point in checkpoints:
        code = _against(point, head, hashes)
        if code:
            _note(findings, code, point.count)
    return Verification(head, tuple(seq for seq in gone if seq in accounted), tuple(findings), len(checkpoints))


def _faults(head: Head, entry: Entry) -> Iterable[str]:
    """Steps 1 to 5 and 7."""
    if entry.chat is not head.chat and entry.chat != head.chat:
        yield "foreign_entry"
    if entry.seq <= head.count:
        yield "forked_chain"
    elif entry.seq > head.count + 1:
        yield "missing_entry"
    elif entry.prev != head.hash:
        yield "broken_link"
    if entry.recomputed() != entry.hash:
        yield "altered_entry"
    if entry.number != (head.numbers + 1 if entry.kind == ACCEPTED else 0):
        yield "wrong_evidence_number"
    if entry.kind not in KINDS or (entry.kind == OPENING) != (entry.seq == 1):
        yield "wrong_kind"


def _account(payload: bytes, seq: int, accounted: set[int], findings: list[Finding]) -> None:
    """The entries that an entry of erasure names; it accounts for earlier ones only."""
    try:
        named = read_payload(payload).body["entries"]
        accounted.update(number for number in named if isinstance(number, int) and number < seq)
    except (ValueError, KeyError, TypeError):
        _note(findings, "unreadable_payload", seq)


def _against(point: Checkpoint, head: Head, hashes: dict[int, bytes]) -> str:
    if point.chat != head.chat:
        return "foreign_checkpoint"
    if point.count > head.count:
        return "behind_checkpoint"
    return "" if hashes.get(point.count) == point.hash else "not_in_checkpoint"


def _note(findings: list[Finding], code: str, seq: int) -> None:
    if len(findings) < MOST_FINDINGS:
        findings.append(Finding(code, {"seq": seq}))
