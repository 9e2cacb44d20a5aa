"""The language in which a citation is written: not that of the draft, which may quote and cite in several.

Keeps true:
1. The citation's own words decide («Abs.», «al.», «cpv.», 第…條), then those of its claim outside quotations, then those of its
   block, then the draft. What shows nothing is "".
2. For an act with texts of equal rank in several languages, only one of those is ever answered: a wrong guess among others
   must not keep a quotation from being compared.
Data: `data/citation_words.tsv`, `data/official_languages.tsv`, `data/attributions.tsv`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from pincite.citations.mention import Mention
from pincite.drafts.claims import Claim
from pincite.drafts.draft import Draft
from pincite.text.language import language_of
from pincite.text.patterns import pattern
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["Languages", "family", "official_languages"]

_WORD = pattern(r"[^\W\d_]+")
_FEW = 0.9
"""Weight of function words that tells the language of a sentence where nothing speaks against it."""


def family(language: str) -> str:
    """The language without its script or region."""
    return language.partition("-")[0]


@cache
def official_languages(work: str) -> frozenset[str]:
    """The languages (families) of an act's texts of equal rank; none for works that are not listed."""
    found = [
        (beginning, languages)
        for beginning, languages in rows("pincite.drafts.data", "official_languages.tsv")
        if work.startswith(beginning)
    ]
    return frozenset(max(found, key=lambda row: len(row[0]))[1].split()) if found else frozenset()


@cache
def _words_of(table: str) -> dict[str, str]:
    """Word -> the one language of the table that has it."""
    languages: dict[str, set[str]] = {}
    for language, words in rows("pincite.drafts.data", table):
        for word in words.lower().split():
            languages.setdefault(word, set()).add(language)
    return {word: next(iter(found)) for word, found in languages.items() if len(found) == 1}


def _by_words(text: str, table: str) -> str:
    """The language most words of which only one language of the table has; "" for none or a tie."""
    known = _words_of(table)
    counts = Counter(known[word] for word in _WORD.findall(text.lower()) if word in known)
    best = counts.most_common(2)
    return best[0][0] if best and (len(best) == 1 or best[0][1] > best[1][1]) else ""


class Languages:
    """Tells the language of each citation of a draft; quotations and mentions are in the order of the draft."""

    def __init__(
        self, draft: Draft, mentions: Sequence[Mention], claims: Sequence[Claim], quotes: Sequence[Span]
    ) -> None:
        self.draft, self.mentions, self.claims = draft, mentions, claims
        self._holes = quotes
        self._hole_ends = [quote.end for quote in quotes]
        self._known: dict[tuple[int, int], str] = {}

    def of(self, index: int, work: str = "") -> str:
        """The language of the citation at `index`, one of the official ones of `work` where these are known; or ""."""
        official = official_languages(work) if work else frozenset()
        for language in self._told(index):
            if language and (not official or family(language) in official):
                return language
        return ""

    def _told(self, index: int) -> Iterator[str]:
        """The languages that rule 1 tells, the first best."""
        mention, claim = self.mentions[index], self.claims[index]
        yield _by_words(mention.text, "citation_words.tsv")
        # a grammar falls back on the draft's language where the citation shows none
        yield mention.language if mention.language != self.draft.language else ""
        yield self._of_span(claim.start, claim.end)
        if (block := self.draft.block_at(mention.start)) is not None:
            yield self._of_span(self.draft.blocks[block].start, self.draft.blocks[block].end)
        yield self.draft.language

    def _of_span(self, start: int, end: int) -> str:
        """The language of the words of a span that stand outside quotations."""
        if (start, end) not in self._known:
            parts: list[str] = []
            at, position = start, bisect_left(self._hole_ends, start + 1)
            while position < len(self._holes) and self._holes[position].start < end:
                parts.append(self.draft.text[at : max(at, self._holes[position].start)])
                at = max(at, min(end, self._holes[position].end))
                position += 1
            words = " ".join([*parts, self.draft.text[at:end]])
            self._known[start, end] = (
                language_of(words)
                or _by_words(words, "citation_words.tsv")
                or language_of(words, at_least=_FEW)
                or _by_words(words, "attributions.tsv")
            )
        return self._known[start, end]
