from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.shared.numerals import (
    from_chinese,
    from_ordinal_word,
    from_roman,
    halfwidth,
    is_roman,
    roman,
)

DIGITS = "零一二三四五六七八九"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("四十五", 45),
        ("四八六", 486),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("廿三", 23),
        ("一百零一", 101),
        ("三百二十", 320),
        ("兩", 2),
    ],
)
def test_chinese_numerals_are_read_by_place_and_digit_by_digit(text: str, number: int) -> None:
    assert from_chinese(text) == number


@pytest.mark.parametrize("text", ["", "條", "四x", "5"])
def test_what_is_no_chinese_numeral_has_no_number(text: str) -> None:
    assert from_chinese(text) is None


@given(st.integers(1, 9999))
def test_a_number_spelt_in_chinese_reads_back(number: int) -> None:
    spelt, zeros = "", False
    for unit, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        if digit:
            spelt += ("零" if zeros and spelt else "") + DIGITS[digit] + sign
            zeros = False
        else:
            zeros = True
    assert from_chinese(spelt) == number


@given(st.integers(1, 399))
def test_roman_numerals_read_back(number: int) -> None:
    assert from_roman(roman(number)) == number
    assert from_roman(roman(number).upper()) == number


@pytest.mark.parametrize("text", ["iiii", "ic", "vx", "Iv", ""])
def test_malformed_roman_numerals_are_none(text: str) -> None:
    assert not is_roman(text)
    assert from_roman(text) is None


def test_a_number_without_a_roman_numeral_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="400"):
        roman(400)


@given(st.text(max_size=40))
def test_half_width_never_changes_the_length(text: str) -> None:
    assert len(halfwidth(text)) == len(text)


def test_full_width_forms_become_their_twins() -> None:
    assert halfwidth("第３３（１）（ａ）條") == "第33(1)(a)條"


def test_ordinal_words_up_to_twentieth() -> None:
    assert from_ordinal_word("Seventh") == 7
    assert from_ordinal_word("umpteenth") is None
