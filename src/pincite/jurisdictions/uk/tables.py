"""The tables of the United Kingdom and of other common-law places as values.

Keeps true: each table is read once, when first asked for.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.text.tables import rows

__all__ = ["KnownAct", "abbreviations", "countries_of_series", "courts", "known_acts", "series_key", "slug"]

_HERE = "pincite.jurisdictions.uk"


class KnownAct(NamedTuple):
    """An act by its short title."""

    title: str
    year: str
    chapter: str


@cache
def courts() -> dict[str, dict[str, str]]:
    """Code → division as printed ("" without one) → court in references."""
    found: dict[str, dict[str, str]] = {}
    for code, division, _, path in rows(_HERE, "data/courts.tsv"):
        found.setdefault(code, {})[division] = path
    return found


def series_key(printed: str) -> str:
    """A series as references write it: no points, single spaces, one apostrophe."""
    return re.sub(r"\s+", " ", printed.replace(".", "").replace("'", "’")).strip().replace("ALL ER", "All ER")


@cache
def countries_of_series() -> dict[str, tuple[str, str]]:
    """Series → (country behind square brackets, country behind round ones)."""
    return {row[0]: (row[1], row[2]) for row in rows(_HERE, "data/reports.tsv")}


@cache
def known_acts() -> dict[tuple[str, str], KnownAct]:
    """(slug of the title, year) → the act."""
    return {(slug(row[0]), row[1]): KnownAct(row[0], row[1], row[2]) for row in rows(_HERE, "data/acts.tsv") if row[1]}


@cache
def abbreviations() -> dict[str, tuple[KnownAct, ...]]:
    """Abbreviation → the acts it stands for; without year: the abbreviation needs one."""
    found: dict[str, tuple[KnownAct, ...]] = {}
    for row in rows(_HERE, "data/acts.tsv"):
        for word in filter(None, row[3].split(";")):
            found[word] = (*found.get(word, ()), KnownAct(row[0], row[1], row[2]))
    return found


def slug(title: str) -> str:
    """A short title without its year as references write it: lower case, words joined by hyphens."""
    words = re.sub(r"[’'.,]", "", re.sub(r"[()]", " ", re.sub(r"[–—]", "-", title))).lower().split()
    return "-".join(words[1:] if words[:1] == ["the"] else words)
