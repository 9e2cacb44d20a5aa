"""What the parenthesis after a quotation says: emphasis added, citations omitted, a translation; data in `lexicons/`."""

from __future__ import annotations

import re
from functools import cache

from pincite.text.tables import rows

__all__ = ["disclosed", "speaker_kind"]


@cache
def _table(name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (kind, tuple(word.lower() for word in words.split("|")))
        for kind, words, *_ in rows("pincite.quotation", f"lexicons/{name}.tsv")
    )


def disclosed(text: str) -> frozenset[str]:
    """What a disclosure says: emphasis_added, emphasis_original, emphasis_omitted, citations_omitted, translation, brackets_original."""
    if not text:
        return frozenset()
    lowered = text.lower().replace("’", "'").replace("\u00a0", " ")
    return frozenset(kind for kind, words in _table("disclosures") if any(word in lowered for word in words))


def speaker_kind(text: str) -> str:
    """To whom words are given: dissent, headnote, court_below, facts, submission, court; "" when the words do not show it."""
    if not text:
        return ""
    lowered = text.lower().replace("’", "'")
    for kind, words in _table("speakers"):
        for word in words:
            if word[0] == "*":
                found = word[1:] in lowered
            elif (not word.isascii() and not word[0].isalpha()) or "\u3400" <= word[0] <= "\u9fff":
                found = word in lowered
            else:
                # most words are not there at all, which is quicker to see without a pattern
                found = word in lowered and re.search(rf"(?<![^\W\d_]){re.escape(word)}", lowered) is not None
            if found:
                return kind
    return ""
