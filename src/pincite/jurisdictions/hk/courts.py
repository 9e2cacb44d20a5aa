"""The courts of Hong Kong: neutral-citation codes, names, ranks. Data: `data/courts.tsv`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pincite.text.tables import rows

__all__ = ["Court", "court_of", "courts"]


class Court(NamedTuple):
    """A court or tribunal.

    Attributes:
        code: of neutral citations, as printed (`HKLdT`).
        name, name_zh: as it calls itself.
        rank: 1 is the highest.
        database: HKLII's name of it, also its segment in references.
        confidence: H or M, how sure the row is.

    """

    code: str
    name: str
    name_zh: str
    rank: int
    database: str
    confidence: str


@cache
def courts() -> dict[str, Court]:
    """The courts by code in lower case."""
    found = {}
    for code, name, name_zh, rank, database, confidence in rows("pincite.jurisdictions.hk", "data/courts.tsv"):
        found[code.lower()] = Court(code, name, name_zh, int(rank), database, confidence)
    return found


def court_of(code: str) -> Court | None:
    """The court of a neutral code or of a reference's segment, letter case ignored; None when there is no such code."""
    return courts().get(code.lower())
