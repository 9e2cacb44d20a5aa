from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.shared.pinpoints import read_pins, read_pins_behind


@pytest.mark.parametrize(
    ("text", "pages", "places"),
    [
        (" at [17].", False, ["para_17"]),
        (" at [34]-[46];", False, ["para_34..para_46"]),
        (", [10]-[14].", False, ["para_10..para_14"]),
        (" at [5(1)] and [7],", False, ["para_5_1", "para_7"]),
        (" at §10, the", False, ["para_10"]),
        (" at paras 45-47 and 50,", False, ["para_45..para_47", "para_50"]),
        (" at 543G as follows", True, ["p_543G"]),
        (", 205; see", True, ["p_205"]),
        (" at pp 123D-124A, 130", True, ["p_123D..p_124A", "p_130"]),
        (" at 123D-E.", True, ["p_123D..p_123E"]),
        (", per Lord Reid at 613; R", True, ["p_613"]),
        (", Lam J (as he then was) at [19] – [21], and", True, ["para_19..para_21"]),
        (" 第24及27段", False, ["para_24", "para_27"]),
        ("第四十一至四十二段", False, ["para_41..para_42"]),
    ],
)
def test_pinpoints_behind_a_citation(text: str, pages: bool, places: list[str]) -> None:
    assert [pin.place for pin in read_pins_behind(text, 0, pages=pages, first_page=1)] == places


@pytest.mark.parametrize(
    "text", [" [2] HKSAR v Ngo", " at 10.02 am", " at 18 months", ", 3 June 2020", ", 4,500 dollars", ""]
)
def test_footnote_marks_times_dates_and_amounts_are_no_pinpoints(text: str) -> None:
    assert read_pins_behind(text, 0, pages=True, first_page=1) == []


def test_a_bare_number_before_the_first_page_is_no_page() -> None:
    assert read_pins_behind(", 12; see", 0, pages=True, first_page=201) == []


def test_a_year_in_brackets_is_no_paragraph() -> None:
    assert read_pins("[2019] HKCA 5", 0) == []


@given(st.text(alphabet="at []()0123456789-–,;& paras§第段及at\n", max_size=50))
def test_pinpoints_are_in_order_and_inside_the_text(text: str) -> None:
    pins = read_pins_behind(text, 0, pages=True)
    assert all(pin.start < pin.end <= len(text) for pin in pins)
    assert all(first.end <= second.start for first, second in itertools.pairwise(pins))
