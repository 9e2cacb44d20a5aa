"""Quantities in five languages, brought to one unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.judging.quantities import quantities_of, same


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("within 14 days", "en", [("duration", 14)]),
        ("a fortnight after the feast", "en", [("duration", 14)]),
        ("HK$3.2 million in costs", "en", [("money", 3_200_000)]),
        ("not less than 30 days’ notice", "en", [("duration", 30)]),
        ("mindestens vier Wochen", "de", [("duration", 28)]),
        ("Fr. 45 000.-- nebst Zins zu 5 %", "de", [("money", 45_000), ("percent", 5)]),
        ("80’000 fr. dans les deux jours", "fr", [("money", 80_000), ("duration", 2)]),
        ("entro sette giorni", "it", [("duration", 7)]),
        ("須於7天內支付港幣$680,000元", "zh-Hant", [("duration", 7), ("money", 680_000)]),
        ("三十（30）日內", "zh-Hant", [("duration", 30)]),
        ("年息8厘", "zh-Hant", [("percent", 8)]),
    ],
)
def test_a_number_with_its_unit_is_read(text: str, language: str, expected: list[tuple[str, float]]) -> None:
    assert [(q.dimension, round(q.value)) for q in quantities_of(text, language)] == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("section 14 of the Act", "en"),
        ("2019年3月11日", "zh-Hant"),
        ("Art. 20 Abs. 3", "de"),
        ("vom 7. Januar 2026", "de"),
    ],
)
def test_provisions_and_dates_count_nothing(text: str, language: str) -> None:
    assert quantities_of(text, language) == ()


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("12 months", "one year", True),
        ("30 days", "one month", True),
        ("four weeks", "28 days", True),
        ("30 days", "28 days", False),
        ("5 per cent", "5 days", False),
    ],
)
def test_the_slack_of_calendars_makes_no_conflict(one: str, other: str, alike: bool) -> None:
    assert same(quantities_of(one, "en")[0], quantities_of(other, "en")[0]) is alike


@given(st.text(max_size=80), st.sampled_from(["en", "de", "fr", "it", "zh-Hant", ""]))
def test_any_text_is_read_without_an_error(text: str, language: str) -> None:
    for quantity in quantities_of(text, language):
        assert quantity.words
        assert quantity.value >= 0
