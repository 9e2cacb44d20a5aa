"""Placeholders: `[E1]`, `[E1][E2]`, `[E1, E2]`, where a writer cites a row.

Grammar:

    group        = placeholder *( [ space ] placeholder )
    placeholder  = "[" name *( ("," | ";") [ space ] name ) "]"
    name         = "E" digit-from-1 *digit

Keeps true: what looks like a placeholder and is none (`[e1]`, `[E 1]`, `［E1］`, `[Е1]` with a Cyrillic letter, `[E1`) is found
as `malformed` and never taken for one; nor is one in a code block, where a reader would see it as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.answers.evidence import RowBook
from pincite.answers.mirror import HIDDEN, mirror, numbers
from pincite.text.span import Span

__all__ = ["Fault", "Group", "PlaceholderProblem", "find_groups", "problems_of"]

Fault = Literal["unknown", "withdrawn", "erased", "foreign_chat", "malformed", "in_code", "misplaced"]

_ONE = r"\[E[1-9]\d{0,8}(?:[ \u00a0]?[,;][ \u00a0]?E[1-9]\d{0,8})*\](?!\()"
_GROUP = re.compile(rf"{_ONE}(?:[ \u00a0]?{_ONE})*")
_NAME = re.compile(r"E(\d+)")
_LIKE = re.compile(
    r"[\[{<]\s?E\s?(?:no\.?\s?)?[-\u00b7.:#_]?\s?\d{1,9}[^\[\](){}<>\n]{0,40}[\]}>]?|\(E\s?\d{1,4}\)|(?<![\w-])E\d{1,4}(?![\w.-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring placeholders: their span, and the numbers in order, each once."""

    start: int
    end: int
    numbers: tuple[int, ...]

    @property
    def span(self) -> Span:
        """Where they stand."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class PlaceholderProblem:
    """A placeholder that may not leave: its span, what stands there, the row named (0: none), and why."""

    start: int
    end: int
    text: str
    number: int
    fault: Fault


def find_groups(text: str) -> tuple[list[Group], list[PlaceholderProblem]]:
    """The placeholders of a text, and what looks like one."""
    groups = [
        Group(m.start(), m.end(), tuple(dict.fromkeys(int(n) for n in _NAME.findall(m.group()))))
        for m in _GROUP.finditer(text)
    ]
    return groups, list(_malformed(text, groups))


def _malformed(text: str, groups: Sequence[Group]) -> list[PlaceholderProblem]:
    found = []
    spans = [group.span for group in groups]
    hidden = [(m.start(m.lastindex or 0), m.group(m.lastindex or 0)) for m in HIDDEN.finditer(text)]
    parts = [(0, text), *hidden]
    shown = [(at, numbers(mirror(part))) for at, part in parts]
    for at, seen, match in ((at, each, match) for at, each in shown for match in _LIKE.finditer(each.text)):
        inner = seen.span(*match.span())
        span = Span(at + inner.start, at + inner.end)
        if any(span.overlaps(each) for each in spans):
            continue
        if match.group()[0] not in "[({<" and not _stands_for_a_row(seen.text, match):
            continue
        found.append(PlaceholderProblem(span.start, span.end, text[slice(*span)], 0, "malformed"))
    return found


def _stands_for_a_row(text: str, match: re.Match[str]) -> bool:
    """Whether a bare E1 names a row: not a road, a visa or a vitamin that the words around speak of."""
    before = text[max(0, match.start() - 24) : match.start()].lower()
    return match.group()[0] == "E" and before.rstrip().endswith(
        ("row", "see", "evidence", "(", "zeile", "ligne", "riga", "in")
    )


def problems_of(group: Group, text: str, book: RowBook, *, in_code: bool = False) -> list[PlaceholderProblem]:
    """What keeps the placeholders of a group from leaving."""
    if in_code:
        return [PlaceholderProblem(group.start, group.end, text[slice(*group.span)], group.numbers[0], "in_code")]
    found = []
    for match in _NAME.finditer(text, group.start, group.end):
        number = int(match.group(1))
        row = book.by_number.get(number)
        fault: Fault | None = "unknown" if row is None else row.state if row.state != "standing" else None
        if fault is not None:
            start, end = match.span()
            if text[start - 1 : start] == "[" and text[end : end + 1] == "]":
                start, end = start - 1, end + 1
            found.append(PlaceholderProblem(start, end, text[start:end], number, fault))
    return found
