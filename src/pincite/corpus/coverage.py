"""Does what a release claims to hold completely cover a reference? Pure; the ground of every «not found».

Keeps true: in doubt the answer is no. A claim with dates covers a reference only when its year shows in it and lies
wholly between them; the present year counts up to the release's own date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.corpus.answers import CoverageClaim

__all__ = ["covering_claim", "covers", "year_of"]

_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")


def year_of(work: str) -> str:
    """The one year that stands in a work's id (`hk/hkca/2025/943`), "" when none does or several may."""
    years = set(_YEAR.findall(work))
    return years.pop() if len(years) == 1 else ""


def covers(claim: CoverageClaim, work: str, *, as_of: str, language: str = "") -> bool:
    """Whether `claim`, of a release as of `as_of`, says that `work` would be held if it existed.

    A claimed work is a whole id or the beginning of ids up to a «/»: `hk/hkca/2025` covers `hk/hkca/2025/943`.
    """
    if not claim.complete or not any(_within(work, claimed) for claimed in claim.works):
        return False
    if language and claim.languages and language not in claim.languages:
        return False
    if claim.date_from or claim.date_to:
        year = year_of(work)
        if not year:
            return False
        if claim.date_from and claim.date_from > f"{year}-01-01":
            return False
        if claim.date_to and claim.date_to < min(f"{year}-12-31", as_of):
            return False
    return True


def covering_claim(
    claims: Iterable[CoverageClaim], works: Iterable[str], *, as_of: str, language: str = ""
) -> CoverageClaim | None:
    """The first claim that covers one of these ids."""
    names = tuple(works)
    for claim in claims:
        if any(covers(claim, name, as_of=as_of, language=language) for name in names):
            return claim
    return None


def _within(work: str, claimed: str) -> bool:
    whole = claimed.rstrip("/")
    return work == whole or work.startswith(f"{whole}/")
