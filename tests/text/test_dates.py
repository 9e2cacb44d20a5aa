"""A date is a day that there is."""

from __future__ import annotations

import pytest

from pincite.errors import BadInput
from pincite.text.dates import checked_date, is_date


def test_a_leap_day_is_a_date_only_in_a_leap_year() -> None:
    assert is_date("2024-02-29")
    assert not is_date("2026-02-29")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-30",
        "2026-13-01",
        "2026-00-10",
        "0000-01-01",
        "20260101",
        "2026-1-1",
        "2026-01-01 ",
        "x",
        "２０２６-01-01",
    ],
)
def test_what_is_no_day_is_no_date(text: str) -> None:
    assert not is_date(text)


def test_a_refusal_names_the_option() -> None:
    assert checked_date("", "--as-of") == ""
    with pytest.raises(BadInput, match=r"--as-of '2026-02-30' is no date"):
        checked_date("2026-02-30", "--as-of")
    with pytest.raises(BadInput, match="as_of 7 is no date"):
        checked_date(7, "as_of")
