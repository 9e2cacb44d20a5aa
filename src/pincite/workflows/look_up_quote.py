"""Look a quotation up in the releases: where do these words stand, or what comes nearest?

Keeps true: words that stand verbatim are always found; that an altered short quotation may be missed is said with the
answer, as data, never left to be known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.corpus.answers import Corpus, QuoteHit
from pincite.corpus.notice import NOTICE
from pincite.corpus.scan import flags_of
from pincite.errors import BadInput
from pincite.quotation.fingerprints import words_of

__all__ = ["QuoteLookup", "as_json", "look_up_quote"]

SCHEMA = "pincite.quote-lookup/1"

SURE_WORDS = 12
"""Words (Chinese: characters) from which an altered quotation is found nearly always: docs/quotation.md gives the rates."""


@dataclass(frozen=True, slots=True)
class QuoteLookup:
    """What was asked and what was found.

    Attributes:
        hits: exact passages, or, when there is none, those that come near.
        words: of the quotation; Chinese characters are words.
        releases: that were asked, in order.

    """

    quote: str
    hits: tuple[QuoteHit, ...]
    words: int
    releases: tuple[str, ...]

    @property
    def found(self) -> bool:
        """Whether the words stand somewhere, typography and layout apart."""
        return any(hit.exact for hit in self.hits)

    @property
    def altered_may_be_missed(self) -> bool:
        """Whether the quotation is so short that its source may not be found if it was altered."""
        return not self.found and self.words < SURE_WORDS


def look_up_quote(corpus: Corpus, quote: str, *, language: str = "", limit: int = 10) -> QuoteLookup:
    """Where in the whole set the words stand.

    Raises:
        BadInput: no words, or a language in which nothing is held.

    """
    words = len(words_of(quote))
    if not words:
        raise BadInput("there are no words to look for", remedy="Give the words between the quotation marks.")
    held = corpus.coverage()
    languages = {each for coverage in held for each in coverage.by_language}
    if language and not any(each == language or each.startswith(f"{language}-") for each in languages):
        raise BadInput(f"nothing is held in {language!r}", remedy=f"Languages held: {', '.join(sorted(languages))}.")
    hits = corpus.find_quote(quote, language=language, limit=limit)
    return QuoteLookup(quote, tuple(hits), words, tuple(coverage.release for coverage in held))


def as_json(lookup: QuoteLookup) -> dict[str, Any]:
    """The lookup as JSON of the schema `pincite.quote-lookup/1`."""
    return {
        "schema": SCHEMA,
        "notice": NOTICE,
        "quote": lookup.quote,
        "releases": list(lookup.releases),
        "found": lookup.found,
        "altered_may_be_missed": lookup.altered_may_be_missed,
        "hits": [_hit(hit) for hit in lookup.hits],
    }


def _hit(hit: QuoteHit) -> dict[str, Any]:
    return {
        "reference": hit.reference,
        "expression": hit.expression.id,
        "title": hit.expression.title,
        "language": hit.expression.language,
        "state": hit.expression.state,
        "release": hit.expression.release,
        "as_of": hit.expression.as_of,
        "document_span": [hit.start, hit.end],
        "text": hit.text,
        "flags": flags_of(hit.text),
        "exact": hit.exact,
        "verdict": hit.verdict,
        "codes": list(hit.codes),
        "differs": [list(pair) for pair in hit.differs],
    }
