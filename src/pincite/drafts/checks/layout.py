"""Layout that canonical text still shows: a hyphen at the end of a printed line, now before a space.

Keeps true: only a hyphen between two parts of one word counts («über- lassen»); one that stands for a part left out
(«Straf- und Zivilrecht») is text. The words before which it is text: `data/after_hyphen.tsv`.
"""

from __future__ import annotations

from functools import cache

from pincite.quotation.model import LayoutSpan
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["hyphenation"]

_BROKEN = pattern(r"(?<=[^\W\d_A-Z])[-\u2010] (?=([^\W\d_A-Z]+))")


@cache
def _after_hyphen() -> frozenset[str]:
    return frozenset(word for _, words in rows("pincite.drafts.data", "after_hyphen.tsv") for word in words.split())


def hyphenation(text: str) -> list[LayoutSpan]:
    """The hyphens and spaces of a text that broke a word at the end of a line."""
    return [
        LayoutSpan(match.start(), match.end(), "hyphen")
        for match in _BROKEN.finditer(text)
        if match.group(1) not in _after_hyphen()
    ]
