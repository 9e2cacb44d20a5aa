"""What can be said of an identifier before any corpus is asked: well-formed, repaired, impossible.

Keeps true: «impossible» is said only where the official collection itself rules it out (no such part in that volume, a
page behind the last decision); the newest two volumes, and pages inside a decision, prove nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Reading
from pincite.citations.pack import Impossible
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["Answer", "bge_answer", "docket_answer", "never_issued", "starts_of"]

NEWEST_SURE = 150
"""The last volume whose list of first pages is complete."""

PARTS = ("I", "Ia", "Ib", "II", "III", "IV", "V")


class Answer(NamedTuple):
    """What an identifier is; `note` names the repair or the reason, `identifier` is the repaired form."""

    reading: Reading
    identifier: str
    note: str = ""


@cache
def _starts() -> dict[tuple[int, str], tuple[int, list[int]]]:
    return {
        (int(volume), part): (int(longest), [int(page) for page in pages.split(" ")])
        for volume, part, longest, pages in rows("pincite.jurisdictions.ch", "data/bge_starts.tsv")
    }


@cache
def _volumes() -> dict[int, set[str]]:
    parts: dict[int, set[str]] = {}
    for volume, part in _starts():
        parts.setdefault(volume, set()).add(part)
    return parts


def starts_of(volume: int, part: str) -> list[int]:
    """The first pages of the decisions of a part; [] when the table does not know it."""
    return _starts().get((volume, part), (0, []))[1]


def bge_answer(volume: int, part: str, page: int) -> Answer:
    """Whether the official collection can hold a decision at this place."""
    identifier = f"{volume}/{part}/{page}"
    if part not in PARTS:
        return Answer("impossible", identifier, f"no_part_{part}")
    known = _volumes().get(volume)
    if known is None:
        newest = max(_volumes())
        return (
            Answer("well_formed", identifier)
            if newest < volume <= newest + 2
            else Answer("impossible", identifier, f"no_volume_{volume}")
        )
    if volume > NEWEST_SURE:
        return Answer("well_formed", identifier)
    family = {"I": ("I", "Ia", "Ib"), "Ia": ("Ia", "I"), "Ib": ("Ib", "I")}.get(part, (part,))
    fitting = [name for name in family if name in known]
    if not fitting:
        return Answer("impossible", identifier, f"no_part_{part}_in_volume_{volume}")
    for name in fitting:
        longest, starts = _starts()[volume, name]
        index = bisect_right(starts, page)
        if index and (index < len(starts) or page <= starts[-1] + longest):
            return Answer("well_formed", identifier)
    return Answer("impossible", identifier, "page_outside_the_volume")


_NEW_SERIES = 2007
"""The year in which the Federal Supreme Court began to write `_`; both are found in it."""
_DOCKET = pattern(r"(\d{1,2}[A-Z])\s?(_|\.|\s)\s?(\d{1,4})//?(\d{4})\Z")


def docket_answer(printed: str) -> Answer:
    """A docket of the Federal Supreme Court: `_` since 2007, `.` before; other separators are repaired, by the year."""
    match = _DOCKET.match(" ".join(printed.split()))
    if match is None:
        return Answer("well_formed", printed)
    head, sign, number, year = match.groups()
    plain = "".join(printed.split()) == f"{head}{sign}{number}/{year}" and sign != " "
    wanted = (
        sign if sign == "_" or (sign == "." and int(year) <= _NEW_SERIES) else "_" if int(year) >= _NEW_SERIES else "."
    )
    identifier = f"{head}{wanted}{number}/{year}"
    if plain and wanted == sign:
        return Answer("well_formed", identifier)
    return Answer("repaired", identifier, "separator_of_the_docket")


_ECLI = pattern(r"ECLI:CH:", re.IGNORECASE)
_ANY_BGE = pattern(r"(?:BGE|ATF|DTF)\s+(\d{1,3})\s+([IVX]+[a-z]?)\s+\d{1,4}(?!\d)")


def never_issued(text: str) -> Impossible | None:
    """Why a single citation is of a form that nobody in Switzerland issues: an ECLI, a part no BGE volume has."""
    if _ECLI.match(text):
        return Impossible("switzerland_has_no_ecli")
    match = _ANY_BGE.match(text)
    return Impossible(f"no_part_{match[2]}") if match and match[2] not in PARTS else None
