"""The state of a chat by replay of its chain: what is open, which rows stand, what was withdrawn or erased.

Keeps true:
1. A row's number is that of its entry; it is never given again, also when the row is withdrawn or erased.
2. What was withdrawn or erased cannot be cited: `citable` gives standing rows only.
3. Two replays of one chain give one state; time plays no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pincite.errors import CannotRun
from pincite.ledger.entries import ACCEPTED, OPENING, ChatId, Head, Payload, genesis, head_after, read_payload
from pincite.ledger.evidence import Evidence, evidence_from
from pincite.ledger.port import Stored

__all__ = ["ChatState", "Opening", "Row", "RowStatus", "replay"]

RowStatus = Literal["standing", "withdrawn", "erased"]


@dataclass(frozen=True, slots=True)
class Opening:
    """What an entry of the kind `opened` opened: spans of a wording's text in a release, [start, end) in code points.

    There is more than one span where the publisher gave one id to several places.
    """

    seq: int
    reference: str
    work: str
    expression: str
    release: str
    as_of: str
    spans: tuple[tuple[int, int], ...]

    def holds(self, start: int, end: int) -> bool:
        """Whether a span of the document lies in what was opened."""
        return any(first <= start and end <= last for first, last in self.spans)


@dataclass(frozen=True, slots=True)
class Row:
    """The row E<number>. `evidence` is None when it was erased; `why` says why it was withdrawn."""

    number: int
    seq: int
    at: str
    actor: str
    evidence: Evidence | None
    status: RowStatus = "standing"
    why: str = ""

    @property
    def name(self) -> str:
        """E1 and so on, as an answer cites it."""
        return f"E{self.number}"


@dataclass(frozen=True, slots=True)
class ChatState:
    """What a chat is after its last entry."""

    chat: ChatId
    head: Head
    title: str = ""
    opened_at: str = ""
    openings: tuple[Opening, ...] = ()
    rows: tuple[Row, ...] = ()
    questions: tuple[tuple[int, str], ...] = ()

    @property
    def exists(self) -> bool:
        """Whether the chat has begun."""
        return self.head.count > 0

    def row(self, number: int) -> Row | None:
        """The row of this number, whatever became of it; rows are numbered from 1 without gaps."""
        return self.rows[number - 1] if 1 <= number <= len(self.rows) else None

    def citable(self) -> tuple[Row, ...]:
        """The rows that an answer may cite."""
        return tuple(row for row in self.rows if row.status == "standing" and row.evidence is not None)


def replay(chat: ChatId, entries: Iterable[Stored]) -> ChatState:
    """The state that a chain's entries, in order, give.

    Raises:
        CannotRun: an entry cannot be read, or the rows are not numbered in order: the chain is to be verified.

    """
    head = genesis(chat)
    title = opened_at = ""
    openings: list[Opening] = []
    rows: list[Row] = []
    questions: list[tuple[int, str]] = []
    for stored in entries:
        entry = stored.entry
        head = head_after(head, entry)
        try:
            payload = read_payload(stored.payload) if stored.payload is not None else None
            if entry.kind == ACCEPTED:
                rows.append(_row(stored, payload, len(rows) + 1))
            elif payload is None:
                continue
            elif entry.kind == OPENING:
                title, opened_at = str(payload.body.get("title", "")), entry.at
            elif entry.kind == "opened":
                openings.append(_opening(entry.seq, payload.body))
            elif entry.kind == "question":
                questions.append((entry.seq, str(payload.body["text"])))
            elif entry.kind == "withdrawn":
                _withdraw(rows, payload.body)
        except (ValueError, KeyError, TypeError) as error:
            raise CannotRun(
                f"entry {entry.seq} of the chat {chat} is damaged: {error}",
                remedy="Run `pincite chat verify` on it, and compare it with the last checkpoint handed out.",
            ) from error
    return ChatState(chat, head, title, opened_at, tuple(openings), tuple(rows), tuple(questions))


def _opening(seq: int, body: Mapping[str, Any]) -> Opening:
    names = ("reference", "work", "expression", "release", "as_of")
    spans = tuple((int(start), int(end)) for start, end in body["spans"])
    return Opening(seq=seq, **{name: str(body[name]) for name in names}, spans=spans)


def _row(stored: Stored, payload: Payload | None, due: int) -> Row:
    entry = stored.entry
    if entry.number != due:
        raise ValueError(f"it has the evidence number {entry.number} where {due} is due")
    if payload is None:
        return Row(entry.number, entry.seq, entry.at, "", None, "erased")
    return Row(entry.number, entry.seq, entry.at, payload.actor, evidence_from(payload.body))


def _withdraw(rows: list[Row], body: Mapping[str, object]) -> None:
    number = body["number"]
    if not isinstance(number, int) or not 1 <= number <= len(rows):
        raise ValueError(f"it withdraws the row {number}, which is not there")
    row = rows[number - 1]
    if row.status == "standing":
        rows[number - 1] = Row(row.number, row.seq, row.at, row.actor, row.evidence, "withdrawn", str(body["reason"]))
