"""Words of the papers of the parties and of the record: a pinpoint next to one of them cites no authority.

Keeps true: the words are the table's; matched as whole words, in any case.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.text.tables import rows

__all__ = ["record_words"]


@cache
def record_words() -> re.Pattern[str]:
    """One pattern for all of them."""
    words = sorted(
        (row[0] for row in rows("pincite.jurisdictions.shared", "data/record_words.tsv")), key=len, reverse=True
    )
    latin = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words if word.isascii())
    han = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"(?<![A-Za-z])(?:(?i:{latin})|AB)(?![A-Za-z])|{han}")
