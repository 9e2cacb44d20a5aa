"""Half-open spans of code points."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Span"]


class Span(NamedTuple):
    """`text[start:end]`: from the code point `start` up to, not including, `end`."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """The number of code points."""
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end
