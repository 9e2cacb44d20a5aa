"""Does what a release claims to hold completely cover a reference? Pure; the ground of every «not found».

Keeps true: in doubt the answer is no. A claim with dates covers a reference only when its year shows in it and lies
wholly between them; the present year counts up to the release's own date.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from pincite.corpus.answers import CoverageClaim

__all__ = ["claims_after_refusals", "covering_claim", "covers", "unheld", "year_of"]

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


def claims_after_refusals(
    claims: Iterable[CoverageClaim], *, files: int, works: Collection[str] = ()
) -> tuple[CoverageClaim, ...]:
    """The claims of a spec that a release may repeat when `files` files could not be read.

    What an unreadable file holds is not known, so that no claim remains complete. `works`: of which a further file was
    left aside although it could be read; their claims alone are touched by it.
    """
    said = f"held in part: {files} file{'' if files == 1 else 's'} of the sources could not be read"
    twice = "held in part: a second file for one wording was left aside"
    kept: list[CoverageClaim] = []
    for claim in claims:
        touched = any(_within(work, claimed) for work in works for claimed in claim.works)
        if not claim.complete or not (files or touched):
            kept.append(claim)
            continue
        note = "; ".join(filter(None, (claim.note, said if files else twice)))
        kept.append(replace(claim, complete=False, note=note))
    return tuple(kept)


def unheld(claims: Iterable[CoverageClaim], works: Collection[str]) -> tuple[tuple[CoverageClaim, str], ...]:
    """The works and beginnings of works that are claimed to be complete and of which nothing is among `works`."""
    return tuple(
        (claim, claimed)
        for claim in claims
        if claim.complete
        for claimed in claim.works
        if not any(_within(work, claimed) for work in works)
    )


def _within(work: str, claimed: str) -> bool:
    whole = claimed.rstrip("/")
    return work == whole or work.startswith(f"{whole}/")
