"""What a clause was read as: the fields of an atom, not yet made.

Keeps true: spans count code points of the block's text; a field that is empty is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.atoms.atom import Field, Modality

__all__ = ["Reading", "first_line", "region", "trimmed", "whole_words"]

Span = tuple[int, int]

_JOINING = ("and", "or", "und", "oder", "et", "ou", "e", "ed", "o")


@dataclass(slots=True)
class Reading:
    """A clause read as a norm: where it stands, its modality and its fields."""

    start: int
    end: int
    modality: Modality
    fields: dict[Field, list[Span]] = field(default_factory=dict)

    def add(self, name: Field, text: str, start: int, end: int) -> None:
        """A span of a field, without white space and commas at its ends; nothing when nothing is left."""
        start, end = trimmed(text, start, end)
        if start < end and (start, end) not in self.fields.get(name, ()):
            self.fields.setdefault(name, []).append((start, end))


def trimmed(text: str, start: int, end: int) -> Span:
    """Without white space, commas and closing marks at the ends."""
    while start < end and (text[start].isspace() or text[start] in ",，;；—–:"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",，;；.。—–:"):
        end -= 1
    return start, end


def region(clause: str, start: int, end: int, stop: re.Pattern[str]) -> int:
    """Where the part of a clause ends in which a field of its own main verb may stand: before relative clauses and lists."""
    found = stop.search(clause, start, end)
    return found.start() if found else end


def first_line(clause: str, start: int) -> int:
    """Where the line ends, behind which a list begins."""
    end = clause.find("\n", start)
    return len(clause) if end < 0 else end


def whole_words(text: str, start: int, end: int) -> int:
    """`end`, or the end of the word before it when it lies inside one."""
    if 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        space = text.rfind(" ", start, end)
        end = space if space > start else end
    words = text[start:end].rstrip()
    last = words.rsplit(" ", 1)[-1]
    return start + len(words) - len(last) if last in _JOINING and last != words else end
