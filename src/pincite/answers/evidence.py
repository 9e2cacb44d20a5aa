"""The numbered rows as an answer sees them: what `[E3]` may stand for, and what became of it.

Keeps true: only a row that stands in this chat may be cited; a number is never taken for another's, and one that was
withdrawn, erased or belongs to another chat is told apart from one that was never given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pincite.identity.reference import Reference, lies_in
from pincite.ledger.evidence import Evidence
from pincite.ledger.state import ChatState

__all__ = ["AnswerRow", "RowBook", "RowState", "book_of"]

RowState = Literal["standing", "withdrawn", "erased", "foreign_chat"]


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A row by its number. `evidence` is None when it was erased."""

    number: int
    evidence: Evidence | None
    state: RowState = "standing"

    @property
    def name(self) -> str:
        """E1 and so on."""
        return f"E{self.number}"

    @property
    def reference(self) -> Reference:
        """Of the place; a row without evidence has none.

        Raises:
            ValueError: the row was erased.

        """
        if self.evidence is None:
            raise ValueError(f"{self.name} was erased")
        return Reference.parse(self.evidence.reference)


@dataclass(frozen=True)
class RowBook:
    """The rows of a chat, by number."""

    rows: tuple[AnswerRow, ...] = ()

    @cached_property
    def by_number(self) -> dict[int, AnswerRow]:
        """All of them, whatever became of them."""
        return {row.number: row for row in self.rows}

    @cached_property
    def citable(self) -> tuple[AnswerRow, ...]:
        """Those an answer may cite."""
        return tuple(row for row in self.rows if row.state == "standing" and row.evidence is not None)

    @cached_property
    def by_work(self) -> dict[str, tuple[AnswerRow, ...]]:
        """Those an answer may cite, by work."""
        found: dict[str, list[AnswerRow]] = {}
        for row in self.citable:
            found.setdefault(row.reference.work, []).append(row)
        return {work: tuple(rows) for work, rows in found.items()}

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Of the works with a row."""
        return tuple(dict.fromkeys(row.evidence.title for row in self.citable if row.evidence and row.evidence.title))

    def of_work(self, work: str) -> tuple[AnswerRow, ...]:
        """The citable rows of a work."""
        return self.by_work.get(work, ())

    def at(self, reference: Reference) -> tuple[AnswerRow, ...]:
        """The citable rows that stand where a reference says: at its place, or inside it; any of the work without a place.

        A range is answered by a row at the range itself alone: which of its members a passage stands for is not said.
        """
        rows = self.of_work(reference.work)
        if reference.place is None:
            return rows
        place = str(reference.place)
        exact = tuple(row for row in rows if row.reference.place == place)
        if reference.is_range:
            return exact
        inside = tuple(row for row in rows if row not in exact and lies_in(str(row.reference.place or ""), place))
        return (*exact, *inside)

    def with_rows(self, rows: Iterable[AnswerRow]) -> RowBook:
        """With more rows."""
        return RowBook((*self.rows, *rows))


def book_of(state: ChatState) -> RowBook:
    """The rows of a chat's state."""
    return RowBook(tuple(AnswerRow(row.number, row.evidence, row.status) for row in state.rows))
