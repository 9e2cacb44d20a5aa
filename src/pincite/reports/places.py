"""Places as a person writes them: `para_6` is [6], `s4_1` s. 4(1), `art_28/para_2` Art. 28 Abs. 2 in a German report.

Keeps true: an id of a form that the table (`data/places.tsv`) does not have is shown as it is, never half translated.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.text.tables import rows

__all__ = ["place_in_words"]

_COLUMNS = {"en": 1, "de": 2, "fr": 3, "it": 4, "zh-Hant": 5}
_SECTION = re.compile(r"(s)(\d+[A-Z]*)((?:_[0-9A-Za-z]+)*)\Z")
_PART = re.compile(r"(art|para|let|consid|sch)_([0-9A-Za-z.]+(?:_[a-z]+)?)\Z")


@cache
def _words(language: str) -> dict[str, str]:
    column = _COLUMNS.get(language, 1)
    return {row[0]: row[column] for row in rows("pincite.reports.data", "places.tsv")}


def place_in_words(place: str, language: str) -> str:
    """The place, named by the id of a provision, in words of a report's language."""
    words = _words(language)
    if section := _SECTION.match(place):
        inner = "".join(f"({part})" for part in section[3].split("_") if part)
        return words["s"].format(section[2] + inner)
    parts: list[str] = []
    pieces = place.split("/")
    for piece in pieces:
        found = _PART.match(piece)
        if found is None:
            return place
        kind = "alone_para" if len(pieces) == 1 and found[1] == "para" else found[1]
        parts.append(words[kind].format(found[2].replace("_", "")))
    return ("" if language.startswith("zh") else " ").join(parts)
