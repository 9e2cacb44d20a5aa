"""Words of the papers of the parties and of the record: a pinpoint next to one of them cites no authority.

Keeps true: the words are the table's; matched as whole words, in any case; «AB» (the appeal bundle) only in capitals.
"""

from __future__ import annotations

from functools import cache

from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["names_a_paper"]

_WORD = pattern(r"[a-z]+")
_BUNDLE = pattern(r"(?<![A-Za-z])AB(?![A-Za-z])")


@cache
def _words() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """(single words, words of several parts, Chinese words)."""
    words = [row[0] for row in rows("pincite.jurisdictions.shared", "data/record_words.tsv") if row[0] != "AB"]
    latin = [word for word in words if word.isascii()]
    return (
        frozenset(word for word in latin if " " not in word),
        tuple(word for word in latin if " " in word),
        tuple(word for word in words if not word.isascii()),
    )


def names_a_paper(text: str) -> bool:
    """Whether one of the words stands in a short stretch of text."""
    single, several, han = _words()
    lower = text.lower()
    if not single.isdisjoint(_WORD.findall(lower)) or ("AB" in text and _BUNDLE.search(text)):
        return True
    if not text.isascii() and any(word in text for word in han):
        return True
    spaced = " ".join(lower.split())
    return any(word in spaced for word in several)
