"""Which citation a quotation belongs to.

Keeps true:
1. Every quotation of the draft is either tied to citations, or stands in `loose`: none is dropped.
2. A quotation is tied within its own claim. A citation that announces it with a colon keeps it when what stands behind begins
   a new sentence («A reads: «….» See B.»). Else, of the citations there, the one right behind it wins («…» (A)), then the one
   right before it (A reads: «…»), then the next behind, then the nearest before.
3. The other citations in the same string («A; B») are alternatives, in order: a quotation after which several sources
   are named may stand in any of them.
4. A block quotation may be cited in the line above it that ends with a colon.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.citations.mention import Mention
from pincite.drafts.claims import Claim, residual_words
from pincite.drafts.draft import Draft
from pincite.text.span import Span

__all__ = ["Tie", "Ties", "tie_quotes"]

_MARKS = " \t\r\n\u00a0\u202f>*_\"'“‘«‹»„「『"
_STOPS = (".", "!", "?", "。")
_BETWEEN_STRING = 40
"""Code points between two citations of one string: «; see also », « = »."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A quotation (its index) and the citations it may come from, the likeliest first."""

    quote: int
    mentions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ties:
    """All quotations of a draft: tied, or loose (indices)."""

    tied: tuple[Tie, ...]
    loose: tuple[int, ...]


def tie_quotes(draft: Draft, quotes: Sequence[Span], mentions: Sequence[Mention], claims: Sequence[Claim]) -> Ties:
    """Tie each quotation; `quotes`, `mentions` and `claims` (one a mention) are in the order of the draft."""
    marks = draft.marks
    places = [
        marks.get(claim.via_note, mention.start) if claim.via_note else mention.start
        for mention, claim in zip(mentions, claims, strict=True)
    ]
    by_claim = _ClaimsAt(claims)
    tied: list[Tie] = []
    loose: list[int] = []
    for index, quote in enumerate(quotes):
        candidates = by_claim.mentions_of(quote) or _above(draft, quote, mentions)
        candidates = [m for m in candidates if not quote.contains(Span(mentions[m].start, mentions[m].end))]
        if candidates:
            first = _likeliest(draft, quote, candidates, mentions, places)
            tied.append(Tie(index, (first, *_string_of(first, candidates, mentions))))
        else:
            loose.append(index)
    return Ties(tuple(tied), tuple(loose))


class _ClaimsAt:
    """Finds the claims that hold a span; claims are few a block and sorted by start."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.claims = sorted(
            {id(claim): claim for claim in claims}.values(), key=lambda claim: (claim.start, claim.end)
        )
        self.starts = [claim.start for claim in self.claims]
        # the farthest end of any claim up to an index lets the search to the left stop
        self.reach: list[int] = []
        for claim in self.claims:
            self.reach.append(max(claim.end, self.reach[-1] if self.reach else 0))

    def mentions_of(self, quote: Span) -> list[int]:
        """The mentions of the claims that hold the quotation."""
        found: set[int] = set()
        at = bisect_left(self.starts, quote.start + 1) - 1
        while at >= 0 and self.reach[at] >= quote.end:
            if self.claims[at].span.contains(quote):
                found.update(self.claims[at].mentions)
            at -= 1
        return sorted(found)


def _above(draft: Draft, quote: Span, mentions: Sequence[Mention]) -> list[int]:
    """The last mention of the block above, when it leads over to a quotation with a colon (rule 4)."""
    index = draft.block_at(quote.start)
    if not index:
        return []
    block, before = draft.blocks[index], draft.blocks[index - 1]
    opens = not draft.text[block.start : quote.start].strip(" \t>\"'“‘«„「『*_")
    if not (opens and draft.text[before.start : before.end].rstrip("*_ ").endswith((":", "：", "︰", "﹕"))):
        return []
    return [m for m, mention in enumerate(mentions) if before.start <= mention.start and mention.end <= before.end][-1:]


def _likeliest(
    draft: Draft, quote: Span, candidates: Sequence[int], mentions: Sequence[Mention], places: Sequence[int]
) -> int:
    behind = [m for m in candidates if places[m] >= quote.end]
    before = [m for m in candidates if mentions[m].end <= quote.start and places[m] < quote.start]
    if behind and before and _announced(draft, mentions[before[-1]].end, quote, places[behind[0]]):
        return before[-1]
    if behind and not _words_between(draft, quote.end, places[behind[0]]):
        return behind[0]
    if before and not _words_between(draft, mentions[before[-1]].end, quote.start):
        return before[-1]
    if behind:
        return behind[0]
    return before[-1] if before else candidates[0]


def _announced(draft: Draft, cited: int, quote: Span, behind: int) -> bool:
    """Whether a citation hands over with a colon («A reads: «….» See B.») and what is behind begins a sentence of its own."""
    lead_in = draft.text[cited : quote.start].rstrip(_MARKS)
    after = draft.text[quote.end : behind].lstrip("»”’\"'」』")
    ended = draft.text[quote.start : quote.end].rstrip()[-1:] in _STOPS or after[:1] in _STOPS
    after = after.lstrip("".join(_STOPS))
    own = ended and after[:1].isspace() and not any(mark in after for mark in "([（［")
    return own and lead_in.endswith((":", "：", "︰", "﹕")) and not _words_between(draft, cited, quote.start)


def _words_between(draft: Draft, start: int, end: int) -> bool:
    """Whether words of substance stand between a quotation and a citation."""
    return bool(residual_words(draft.text, Span(start, max(start, end)), (), draft.language, names=()))


def _string_of(first: int, candidates: Sequence[int], mentions: Sequence[Mention]) -> list[int]:
    """The other candidates that stand in one string with `first`."""
    found: list[int] = []
    last = first
    for m in candidates:
        if m > first and mentions[m].start - mentions[last].end <= _BETWEEN_STRING:
            found.append(m)
            last = m
    return found
