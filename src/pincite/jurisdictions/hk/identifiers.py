"""What can be said of a Hong Kong identifier before any corpus is asked: well-formed, repaired, impossible.

Keeps true: «impossible» is only said of what no publisher can have issued; a doubtful number is left well-formed. The
second value says why, in snake case.

Sources: Practice Direction 5.5 (neutral citations); the Court of Final Appeal opened on 1 July 1997; volumes of HKCFAR
count from 1997 (verified on 14 of 14 citations); articles of the instruments as in data/instruments.tsv.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pincite.citations.mention import Reading
from pincite.citations.pack import Impossible
from pincite.jurisdictions.hk.tables import series
from pincite.text.patterns import pattern

__all__ = ["judge_action", "judge_neutral", "judge_provision", "judge_report", "never_issued"]

_FIRST_YEAR_OF_COURT = {"hkcfa": 1997, "hkct": 2013}
_NUMBERS_A_YEAR = {"hkcfa": 400}
_SANE_FIRST_YEAR = 1843

Judged = tuple[Reading, str]
_WELL: Judged = ("well_formed", "")


def judge_neutral(court: str, year: int, number: int, bracket: str) -> Judged:
    """«[2019] HKCFA 53»: court as in references; `bracket` the opening one as printed."""
    if number == 0:
        return "impossible", "number_zero"
    if year < _FIRST_YEAR_OF_COURT.get(court, _SANE_FIRST_YEAR):
        return "impossible", "before_the_court_existed"
    if number > _NUMBERS_A_YEAR.get(court, 99_999):
        return "impossible", "number_beyond_any_year_of_the_court"
    if bracket != "[":
        return "repaired", "round_brackets_for_square"
    return _WELL


def judge_report(code: str, year: int, volume: str, page: int, bracket: str) -> Judged:
    """«(2012) 15 HKCFAR 1»: the year is the first one of «(1997-98)»."""
    known = series()[code]
    if page == 0:
        return "impossible", "page_zero"
    if year < known.first_year or (known.last_year is not None and year > known.last_year + 1):
        return "impossible", "series_did_not_appear_in_that_year"
    if code == "HKCFAR" and volume and int(volume) != max(1, year - 1997):
        return "impossible", "volume_is_not_year_minus_1997"
    if known.volume == "always" and not volume:
        return "repaired", "volume_missing"
    printed = "round" if bracket == "(" else "square"
    if known.bracket not in ("none", printed):
        return "repaired", f"{printed}_brackets_for_{known.bracket}"
    return _WELL


def judge_action(number: int, year: int) -> Judged:
    """«FACV 5/2011»."""
    if number == 0:
        return "impossible", "number_zero"
    if not _SANE_FIRST_YEAR <= year <= 2100:
        return "impossible", "year_out_of_range"
    return _WELL


@lru_cache(2048)
def judge_provision(label: str, articles: int | None = None) -> Judged:
    """The first part of a provision's label; `articles`: how many the instrument has."""
    digits = "".join(character for character in label if character.isdigit())
    if digits and int(digits) == 0:
        return "impossible", "number_zero"
    if articles is not None and label.isdigit() and int(label) > articles:
        return "impossible", "beyond_the_last_article"
    return _WELL


_ECLI = pattern(r"ECLI:HK:", re.IGNORECASE)


def never_issued(text: str) -> Impossible | None:
    """Why a single citation is of a form that nobody in Hong Kong issues: it has no ECLI."""
    return Impossible("hong_kong_has_no_ecli") if _ECLI.match(text) else None
