"""Words of the papers of the parties and of the record: a pinpoint next to one of them cites no authority.

Keeps true: the words are the table's; matched as whole words, in any case; «AB» (the appeal bundle) only in capitals.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["names_a_paper"]

_BUNDLE = pattern(r"(?<![A-Za-z])AB(?![A-Za-z])")
_SPACE = r"[\s\u000b\u001c-\u001f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"


@cache
def _words() -> Scanner | SlowScanner:
    """All words of the table but «AB», as they stand in a text in lower case: Latin ones whole, of several the last may go on."""
    words = [row[0] for row in rows("pincite.jurisdictions.shared", "data/record_words.tsv") if row[0] != "AB"]
    whole = "|".join(word for word in words if word.isascii() and " " not in word)
    others = [word.replace(" ", f"{_SPACE}+") for word in words if " " in word or not word.isascii()]
    return scanner_for([rf"(?:^|[^a-z])(?:{whole})(?:[^a-z]|$)", *others])


def names_a_paper(text: str) -> bool:
    """Whether one of the words stands in a short stretch of text."""
    return _words().holds(text.lower()) or ("AB" in text and _BUNDLE.search(text) is not None)
