"""A source made ready for comparing, once for many quotes.

Keeps true: `plain` is the source with its layout taken out and folded; any span of it leads back to the source as given.
Only what is listed as layout is taken out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from pincite.quotation.lexicon import Hit, Lexicon, lexicon_for
from pincite.quotation.model import LayoutSpan, RoleSpan, Unit
from pincite.quotation.tokens import Token, tokenise
from pincite.text.folding import Folded, fold, is_han
from pincite.text.sentences import sentences
from pincite.text.span import Span

__all__ = ["PreparedSource"]

T = TypeVar("T")
_KEPT = 100_000
"""Characters up to which a source's words are read once and kept."""
_NOTHING = "\u00ad"  # folds to nothing, one for one, so that offsets stay


def _without_layout(text: str, layout: Sequence[LayoutSpan]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, kind in sorted(layout):
        if kind == "line" or start < at:
            continue
        parts.append(text[at:start])
        parts.append(_NOTHING * (end - start))
        at = end
    parts.append(text[at:])
    return "".join(parts)


class PreparedSource:
    """A source with what is known of it, folded; hand it to `compare` in place of the text.

    Args:
        source: the text as it stands.
        language: its language (en, de, fr, it, zh-Hant, zh-Hans).
        layout, units, roles: spans of the source.

    """

    def __init__(
        self,
        source: str,
        *,
        language: str,
        layout: Sequence[LayoutSpan] = (),
        units: Sequence[Unit] = (),
        roles: Sequence[RoleSpan] = (),
    ) -> None:
        self.source = source
        self.language = language
        self.layout = tuple(LayoutSpan(*span) for span in layout)
        self.units = tuple(Unit(*unit) for unit in units)
        self._sorted_units = sorted(self.units, key=lambda unit: (unit.start, -unit.end))
        self._unit_starts = [unit.start for unit in self._sorted_units]
        self._unit_reach: list[int] = []  # the farthest end of any unit up to here
        for unit in self._sorted_units:
            self._unit_reach.append(max(unit.end, self._unit_reach[-1] if self._unit_reach else 0))
        self.roles = tuple(RoleSpan(*role) for role in roles)
        self.folded: Folded = fold(_without_layout(source, self.layout))
        self.plain: str = self.folded.text
        lower = self.plain.lower()
        if len(lower) != len(self.plain):  # a few capitals have a longer small letter; those stay as they are
            lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in self.plain)
        self.lower: str = lower
        self._kept: tuple[list[Token], list[int], list[Hit]] | None = None
        self._sentences: list[Span] | None = None
        self._made: dict[str, object] = {}

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What is made of this source alone under a name, made once and kept with it."""
        if name not in self._made:
            self._made[name] = make()
        return cast("T", self._made[name])

    def span(self, start: int, end: int) -> Span:
        """The span of the source for a span of `plain`; layout at either edge is left outside."""
        return self.folded.original_span(start, end)

    def slice(self, start: int, end: int) -> str:
        """The source's own words for a span of `plain`."""
        span = self.span(start, end)
        return self.source[span.start : span.end]

    def plain_offset(self, offset: int) -> int:
        """The first offset of `plain` whose character begins at or after `offset` of the source."""
        low, high = 0, len(self.plain)
        while low < high:
            middle = (low + high) // 2
            if self.folded.original_start(middle) < offset:
                low = middle + 1
            else:
                high = middle
        return low

    def tokens(self, start: int, end: int) -> list[Token]:
        """The tokens of `plain[start:end]`; the window is widened so that no word is cut."""
        plain = self.plain
        while start > 0 and _inside(plain, start):
            start -= 1
        while end < len(plain) and _inside(plain, end):
            end += 1
        if len(plain) > _KEPT:
            return tokenise(plain, self.language, start, end)
        kept, starts, _ = self._read()
        return kept[bisect_left(starts, start) : bisect_left(starts, end)]

    def hits(self, tokens: Sequence[Token], lexicon: Lexicon) -> list[Hit]:
        """The words of meaning among tokens handed out by `tokens`, counted from the first of them."""
        if len(self.plain) > _KEPT or not tokens:
            return lexicon.hits(tokens)
        _, starts, found = self._read()
        first = bisect_left(starts, tokens[0].start)
        last = first + len(tokens)
        low = bisect_left(found, first, key=lambda hit: hit.start)
        shifted: list[Hit] = []
        for hit in found[low:]:
            if hit.end > last:
                break
            shifted.append(Hit(hit.start - first, hit.end - first, hit.kind, hit.lemma))
        return shifted

    def _read(self) -> tuple[list[Token], list[int], list[Hit]]:
        """All tokens of a source of moderate size with their starts and the words of meaning among them, read once."""
        if self._kept is None:
            tokens = tokenise(self.plain, self.language)
            self._kept = tokens, [t.start for t in tokens], lexicon_for(self.language).hits(tokens)
        return self._kept

    def sentences(self, start: int, end: int) -> list[Span]:
        """The sentences of a source of moderate size that share a character with a span; of a larger one, none.

        They are read once and kept.
        """
        if len(self.source) > _KEPT:
            return []
        if self._sentences is None:
            self._sentences = sentences(self.source, self.language)
        found = self._sentences
        low = bisect_right(found, start, key=lambda sentence: sentence.end)
        high = bisect_left(found, max(end, start + 1), key=lambda sentence: sentence.start)
        return found[low:high]

    def unit_at(self, offset: int) -> Unit | None:
        """The unit that holds an offset of the source, the smallest when they nest."""
        holding: Unit | None = None
        for index in range(bisect_right(self._unit_starts, offset) - 1, -1, -1):
            unit = self._sorted_units[index]
            if unit.end > offset:
                holding = unit if holding is None or unit.end - unit.start < holding.end - holding.start else holding
            if offset < unit.end or self._unit_reach[index] <= offset:
                break  # units that begin earlier are larger, or end before
        return holding


def _inside(text: str, at: int) -> bool:
    """Whether `at` stands between two characters of one word or number."""
    left, right = text[at - 1], text[at]
    return left != " " and right != " " and not (is_han(left) or is_han(right))
