"""What can be said of the Union's identifiers before any corpus is asked.

Keeps true: «impossible» is said only of what no institution issues: a case number's year has two digits.
"""

from __future__ import annotations

from pincite.citations.pack import Impossible
from pincite.text.patterns import pattern

__all__ = ["never_issued"]

_LONG_YEAR = pattern(
    r"(?:(?:Joined\s)?[Cc]ase|[Aa]ffaire|[Aa]ff\.|[Rr]echtssache|Rs\.|[Cc]ausa)\s+(?P<number>[CTF]-\d{1,4})/(?:19|20)(?P<year>\d\d)(?!\d)"
)


def never_issued(text: str) -> Impossible | None:
    """Why a single citation is of a form that the Court never writes: «Case C-311/2018»."""
    match = _LONG_YEAR.match(text)
    if match is None:
        return None
    return Impossible("year_of_a_case_has_two_digits", f"{match['number']}/{match['year']}")
