"""A quote read against a stretch of its source: tokens of both sides, which stand for which, and the way back to both texts.

Keeps true: spans handed out count code points of the quote and of the source as given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

from pincite.quotation.align import Step, align
from pincite.quotation.lexicon import MEANING, Hit, Lexicon, lexicon_for
from pincite.quotation.locate import pieces_window, windows
from pincite.quotation.numerals import is_numeral
from pincite.quotation.orthography import same_spelling
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import GAP, Token, read_quote
from pincite.text.folding import Folded, fold
from pincite.text.patterns import pattern
from pincite.text.span import Span

__all__ = ["QuoteText", "Reading"]


_REPEATED = pattern(r"(\n[ \t]*)(>(?:[ \t]*>)*|(?<=\n)[“«„「»])(?=\s*\S)")


# it begins where a word does: tried within one, a long word costs its square
_BROKEN = pattern(r"(?<![^\W\d_])([^\W\d_]+)(-[ \t]*\n[ \t]*)([^\W\d_]+)")


def _joined_lines(text: str, source: str) -> str:
    """A quote typed over line ends: a word that its hyphen breaks is one where the source, in lower case, writes it as one.

    What the source itself breaks there, or writes with the hyphen, stays as it is.
    """

    def join(match: re.Match[str]) -> str:
        left, mark, right = match.groups()
        own = any(f"{left}{between}{right}".lower() in source for between in ("-", "- "))
        whole = not own and (left + right).lower() in source
        return left + "\u00ad" * len(mark) + right if whole else match.group()

    return _BROKEN.sub(join, text)


class QuoteText:
    """A quote as typed, folded, and as tokens with the drafter's marks."""

    def __init__(self, text: str, language: str, prepared: PreparedSource) -> None:
        self.text = text
        self.folded: Folded = fold(text)
        if _REPEATED.search(text) and self.folded.text not in prepared.plain:
            # a quote over lines of Markdown, or over paragraphs that each open with the mark, repeats signs of its own
            self.folded = fold(_REPEATED.sub(lambda m: m.group(1) + "\u00ad" * len(m.group(2)), text))
        if _BROKEN.search(text):
            self.folded = fold(_joined_lines(self.folded.original, prepared.lower))
        plain = self.folded.text
        lower = prepared.lower

        def own_bracket(start: int, end: int) -> bool:
            found = plain[start:end].lower()
            if found in lower:
                return True
            # words inside that were changed do not make it the drafter's: the source opens one after the same words
            before, after = plain[max(0, start - 12) : start].lower(), plain[end : end + 12].lower()
            around = len(before) > 4 and (before + "[") in lower
            return around and (len(after) < 3 or ("]" + after) in lower)

        def own_gap(start: int, end: int) -> bool:
            # the ellipsis is the source's own when the words on both sides stand around one there too
            left = plain[max(0, start - 12) : start].lower()
            right = plain[end : end + 12].lower()
            left = left[left.find(" ") + 1 :] if start > 12 else left
            return "…" in lower and (left + plain[start:end].lower() + right) in lower

        self.tokens: list[Token] = read_quote(plain, language, own_bracket, own_gap)

    def span(self, start: int, end: int) -> Span:
        """The span of the quote as typed for tokens `[start, end)`; empty between two tokens when there are none."""
        if start >= end:
            at = self.folded.original_end(self.tokens[start - 1].end) if start else 0
            return Span(at, at)
        return self.folded.original_span(self.tokens[start].start, self.tokens[end - 1].end)

    def words(self, start: int, end: int) -> str:
        """The quote's characters for tokens `[start, end)`."""
        span = self.span(start, end)
        return self.text[span.start : span.end]


class Reading:
    """The alignment of a quote with the window of the source where it stands, or comes nearest."""

    def __init__(self, prepared: PreparedSource, quote: QuoteText, language: str, at: Span | None = None) -> None:
        self.prepared = prepared
        self.quote = quote
        self.language = language
        self.lexicon: Lexicon = lexicon_for(language)
        self.tokens: list[Token] = quote.tokens
        self._costs: dict[tuple[str, str], float] = {}
        self.source: list[Token] = []
        self.steps: list[Step] = []
        best = -1.0
        if at is None and self.has_gap() and (exact := pieces_window(prepared, quote.tokens, quote.folded.text)):
            at = Span(max(0, exact.start - 80), min(len(prepared.plain), exact.end + 80))
        for where in [at] if at is not None else windows(prepared, quote.tokens, quote.folded.text):
            source = prepared.tokens(where.start, where.end)
            steps = align(source, self.tokens, self.related)
            standing = sum(s.j2 - s.j for s in steps if s.kind == "equal") - len(steps) / 8
            if standing > best:
                best, self.source, self.steps = standing, source, steps

    def related(self, source: Token, quote: Token) -> float:
        """The cost of reading one word for another; only chooses among readings."""
        pair = (source.key, quote.key)
        cost = self._costs.get(pair)
        if cost is None:
            cost = self._costs[pair] = self._related(source, quote)
        return cost

    def _related(self, source: Token, quote: Token) -> float:
        if source.kind != quote.kind:
            both = is_numeral(source, self.language) and is_numeral(quote, self.language)
            return 0.7 if both else 1.1
        if source.kind == "n":
            return 0.6
        if source.kind == "c":
            return 0.95
        return _related_words(source.key, quote.key, self.language)

    @cached_property
    def source_hits(self) -> list[Hit]:
        """Words of meaning in the window."""
        return self.prepared.hits(self.source, self.lexicon)

    @cached_property
    def quote_hits(self) -> list[Hit]:
        """Words of meaning in the quote; those inside brackets are read with the bracket."""
        return self.lexicon.hits(self.tokens)

    def source_span(self, start: int, end: int) -> Span:
        """The span of the source for window tokens `[start, end)`."""
        if start >= end:
            if start and start <= len(self.source):
                at = self.prepared.folded.original_end(self.source[start - 1].end)
            else:
                at = self.prepared.folded.original_start(self.source[start].start) if self.source else 0
            return Span(at, at)
        return self.prepared.span(self.source[start].start, self.source[end - 1].end)

    def source_words(self, start: int, end: int) -> str:
        """The source's characters for window tokens `[start, end)`."""
        span = self.source_span(start, end)
        return self.prepared.source[span.start : span.end]

    @cached_property
    def pairs(self) -> dict[int, int]:
        """Source tokens that stand in the quote as they are, with their quote tokens; read once the steps are settled."""
        return {s.i + k: s.j + k for s in self.steps if s.kind == "equal" for k in range(s.i2 - s.i)}

    @property
    def covered(self) -> tuple[int, int]:
        """Window tokens from the first to the last that the quote stands for."""
        touched = [s for s in self.steps if s.i2 > s.i]
        if not touched:
            return 0, 0
        return touched[0].i, touched[-1].i2

    @cached_property
    def matched_words(self) -> int:
        """How many words of the quote stand in the source as they are."""
        counted = self._counted
        return sum(counted[s.j2] - counted[s.j] for s in self.steps if self._stands(s))

    def _stands(self, step: Step) -> bool:
        """Whether a step is the same words, in whatever spelling or case."""
        if step.kind == "equal":
            return True
        one = step.kind == "words" and step.i2 - step.i == 1 == step.j2 - step.j
        return one and self.source[step.i].key == self.tokens[step.j].key

    @cached_property
    def quoted_words(self) -> int:
        """How many words the quote has outside the drafter's marks."""
        return self._counted[-1]

    @cached_property
    def _counted(self) -> list[int]:
        """How many words the quote has before each of its tokens."""
        return list(accumulate((t.counts for t in self.tokens), initial=0))

    @cached_property
    def longest_run(self) -> int:
        """The longest run of equal words."""
        best = run = 0
        for step in self.steps:
            run = run + self._counted[step.j2] - self._counted[step.j] if self._stands(step) else 0
            best = max(best, run)
        return best

    def standing(self) -> list[Token]:
        """The source's words that the quote keeps, in brackets or not."""
        return [t for s in self.steps if s.kind in ("equal", "words", "bracket") for t in self.source[s.i : s.i2]]

    def has_gap(self) -> bool:
        """Whether the draft marks an omission."""
        return any(t.kind == GAP for t in self.tokens)


@lru_cache(maxsize=100_000)
def _related_words(one: str, other: str, language: str) -> float:
    lexicon = lexicon_for(language)
    if same_spelling(one, other, language):
        return 0.15
    if lexicon.negates(one, other) or lexicon.same_lemma(one, other):
        return 0.5
    mine = lexicon.single.get(one)
    if mine in MEANING and mine == lexicon.single.get(other):
        return 0.6
    if len(one) > 3 and len(other) > 3 and (one[:3] == other[:3] or one[-4:] == other[-4:]):
        return 0.8
    return 1.05


def joined(tokens: Sequence[Token]) -> str:
    """Tokens as one lower-case string, spaced as they stand."""
    if len(tokens) == 1:
        return tokens[0].text.lower()
    out: list[str] = []
    end: int | None = None
    for token in tokens:
        if end is not None and token.start > end:
            out.append(" ")
        out.append(token.text.lower())
        end = token.end
    return "".join(out)
