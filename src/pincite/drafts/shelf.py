"""What was made ready of the sources, kept for all drafts of a run: parts of documents, and quotations compared with them.

Keeps true: what is kept depends on nothing but its key; it is bounded, and forgetting costs time and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from pincite.quotation.model import Comparison
from pincite.quotation.prepared import PreparedSource

__all__ = ["Shelf"]

_MOST_CHARACTERS = 20_000_000
_MOST_COMPARISONS = 20_000


@dataclass(slots=True)
class Shelf:
    """See the module; for one thread."""

    _sources: dict[Hashable, PreparedSource] = field(default_factory=dict)
    _comparisons: dict[Hashable, Comparison] = field(default_factory=dict)
    _characters: int = 0

    def source(self, key: Hashable, size: int, make: Callable[[], PreparedSource]) -> PreparedSource:
        """A part of a document made ready for comparing; `size` is its number of characters."""
        if key not in self._sources:
            if self._characters + size > _MOST_CHARACTERS:
                self._sources.clear()
                self._characters = 0
            self._sources[key] = make()
            self._characters += size
        return self._sources[key]

    def comparison(self, key: Hashable, make: Callable[[], Comparison]) -> Comparison:
        """A comparison; the key names the quotation, the source and all that the comparison looks at."""
        if key not in self._comparisons:
            if len(self._comparisons) >= _MOST_COMPARISONS:
                self._comparisons.clear()
            self._comparisons[key] = make()
        return self._comparisons[key]
