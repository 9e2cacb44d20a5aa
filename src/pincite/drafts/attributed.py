"""Quotations without a citation that look attributed: somebody is named as having said the words, and nobody can check it.

Keeps true: words handed over by a colon or a verb of saying, and block quotations, are attributed; a word or two in quotation
marks, and words quoted in passing, are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pincite.drafts.draft import Draft
from pincite.drafts.examination import DraftQuote
from pincite.text.measure import words_in
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["attributed"]

_LEAST_WORDS = 4
_LEAD_IN = 80
_WORD = pattern(r"[^\W\d_]+")
_MARKS = " \t\r\n\u00a0\u202f>*_\"'“‘«»‹„「『《"


@cache
def _said_by() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of Latin scripts, and those of Chinese."""
    latin: set[str] = set()
    chinese: list[str] = []
    for language, words in rows("pincite.drafts.data", "said_by.tsv"):
        if language == "zh":
            chinese += words.split()
        else:
            latin |= set(words.lower().split())
    return frozenset(latin), tuple(chinese)


def attributed(draft: Draft, loose: Iterable[DraftQuote]) -> list[DraftQuote]:
    """Those of the loose quotations that look attributed."""
    return [
        quote for quote in loose if words_in(quote.words or quote.text) >= _LEAST_WORDS and _handed_over(draft, quote)
    ]


def _handed_over(draft: Draft, quote: DraftQuote) -> bool:
    index = draft.block_at(quote.start)
    begin = draft.blocks[index].start if index is not None else 0
    if index is not None and draft.blocks[index].kind == "quotation":
        return True
    before = draft.text[max(begin, quote.start - _LEAD_IN) : quote.start].rstrip(_MARKS)
    if not before and index:
        before = draft.text[draft.blocks[index - 1].start : draft.blocks[index - 1].end].rstrip(_MARKS)
    if before.endswith((":", "：", "︰", "﹕")):
        return True
    latin, chinese = _said_by()
    return any(word in latin for word in _WORD.findall(before.lower())) or before.rstrip("，,").endswith(chinese)
