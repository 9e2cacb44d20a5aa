"""«Not found» needs a claim that covers the reference; in doubt there is none."""

from __future__ import annotations

import pytest

from pincite.corpus.answers import CoverageClaim
from pincite.corpus.coverage import covering_claim, covers, year_of

AS_OF = "2026-11-30"


def claim(*works: str, complete: bool = True, **more: str) -> CoverageClaim:
    return CoverageClaim("c", works, complete, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claimed", "work", "covered"),
    [
        ("hk/hkca/2025", "hk/hkca/2025/943", True),
        ("hk/hkca/2025/", "hk/hkca/2025/943", True),
        ("hk/cap486", "hk/cap486", True),
        ("hk/cap486", "hk/cap486A", False),
        ("hk/hkca/202", "hk/hkca/2025/943", False),
        ("hk/hkca/2025/943", "hk/hkca/2025/94", False),
    ],
)
def test_a_claimed_work_is_a_whole_id_or_ends_at_a_slash(claimed: str, work: str, covered: bool) -> None:
    assert covers(claim(claimed), work, as_of=AS_OF) is covered


def test_an_incomplete_claim_covers_nothing() -> None:
    assert not covers(claim("hk/hkca", complete=False), "hk/hkca/2025/1", as_of=AS_OF)


@pytest.mark.parametrize(
    ("first", "last", "work", "covered"),
    [
        ("2020-01-01", "2025-12-31", "hk/hkca/2025/1", True),
        ("2020-01-01", "2025-06-30", "hk/hkca/2025/1", False),
        ("2025-02-01", "2025-12-31", "hk/hkca/2025/1", False),
        ("2020-01-01", "2026-11-30", "hk/hkca/2026/1", True),  # the year that is not over counts up to the release
        ("2020-01-01", "2026-10-01", "hk/hkca/2026/1", False),
        ("2020-01-01", "", "ch/bge/140/III/86", False),  # no year shows in it
    ],
)
def test_dates_cover_only_a_year_that_lies_wholly_between_them(first: str, last: str, work: str, covered: bool) -> None:
    assert covers(claim("hk/hkca", "ch/bge", date_from=first, date_to=last), work, as_of=AS_OF) is covered


def test_a_language_outside_the_claim_is_not_covered() -> None:
    only_english = CoverageClaim("c", ("hk/cap1",), complete=True, languages=("en",))
    assert covers(only_english, "hk/cap1", as_of=AS_OF, language="en")
    assert not covers(only_english, "hk/cap1", as_of=AS_OF, language="zh-Hant")


def test_the_first_covering_claim_is_named() -> None:
    claims = [claim("hk/a", complete=False), claim("hk/a"), claim("hk")]
    assert covering_claim(claims, ["hk/a/1"], as_of=AS_OF) is claims[1]
    assert covering_claim(claims, ["ch/a/1"], as_of=AS_OF) is None


def test_two_years_in_an_id_are_no_year() -> None:
    assert year_of("hk/hkca/2025/943") == "2025"
    assert year_of("hk/report/HKLRD/2019/2/2020") == ""
