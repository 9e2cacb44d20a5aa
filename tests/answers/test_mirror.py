"""A mirror shows what a reader sees, and leads back to what stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answers.mirror import Mirror, joined, mirror, numbers

PLAIN = {
    "Сар. 486": "Cap. 486",
    "C\u200ba\u00adp\ufeff. 4\u20608\U000e00206": "Cap. 486",
    "Ｃａｐ． ４８６": "Cap. 486",
    "Cap.\n486": "Cap. 486",
    "Cap.\n> 486": "Cap. 486",
    "Cap&#46;&nbsp;486": "Cap. 486",
    "C**a**p. <b></b>4<!-- x -->86": "Cap. 486",
    "Cap\\. 486": "Cap. 486",
    "4A_123/2025": "4A_123/2025",
    "4A\u200b_\u200b123/2025": "4A_123/2025",
    "𝟺𝟾𝟼 ٤٨٦ ४८६ ④⑧⑥": "486 486 486 486",
    "Cap.\n\n486": "Cap.\n\n486",
    "Ordi-\nnance": "Ordinance",
    "é e\u0301": "é é",
}


@pytest.mark.parametrize(("written", "seen"), PLAIN.items(), ids=[ascii(each) for each in PLAIN])
def test_look_alikes_markup_and_what_shows_nothing_are_seen_through(written: str, seen: str) -> None:
    assert mirror(written).text == seen


NUMBERS = {
    "section nineteen": "section 19",
    "chapter four hundred and eighty-six": "chapter 486",
    "chapter four eight six": "chapter 486",
    "of twenty twelve": "of 2012",
    "the fifth civil appeal": "the 5 civil appeal",
    "Artikel vierhundertsechsundachtzig": "Artikel 486",
    "article quatre-vingt-six": "article 86",
    "articolo quarantadue": "articolo 42",
    "第四百八十六章第十九條": "第486章第19條",
    "Cap. 四八六": "Cap. 486",
    "[2O25] HKCA 9l": "[2025] HKCA 91",
    "one thousand two hundred": "1200",
}


@pytest.mark.parametrize(("written", "seen"), NUMBERS.items())
def test_numbers_in_words_are_digits(written: str, seen: str) -> None:
    assert numbers(mirror(written)).text == seen


@pytest.mark.parametrize(("written", "language"), [("der Artikel sei nichtig", "de"), ("the amount due is paid", "en")])
def test_an_everyday_word_of_the_language_is_no_number(written: str, language: str) -> None:
    assert numbers(mirror(written), language).text == written


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("F A C V 5 / 2011", "FACV 5/2011"),
        ("C.A.P. 486", "CAP 486"),
        ("Cap.\n\n486", "Cap. 486"),
        ("I am a man", "I am a man"),
    ],
)
def test_letters_set_apart_stand_together(written: str, seen: str) -> None:
    assert joined(mirror(written)).text == seen


MARKUP = st.sampled_from(["*", "_", "&amp;", "<b>", "\\", "\n", "\n\n", "\n> ", "\u200b", "Ａ", "е", "é", "e\u0301", "四", "two ", "А", "#", "`", "<!--", "-->", " "])  # fmt: skip


@given(st.lists(st.one_of(MARKUP, st.text(max_size=4)), max_size=30).map("".join))
def test_every_character_of_a_mirror_leads_to_a_span_of_the_text_in_order(text: str) -> None:
    for seen in (mirror(text), numbers(mirror(text)), joined(numbers(mirror(text)))):
        assert isinstance(seen, Mirror)
        assert len(seen.text) == len(seen.starts) == len(seen.ends)
        assert all(0 <= start < end <= len(text) for start, end in zip(seen.starts, seen.ends, strict=True))
        assert list(seen.starts) == sorted(seen.starts)
        assert list(seen.ends) == sorted(seen.ends)


def test_a_hostile_text_is_mirrored_in_time_that_grows_with_it() -> None:
    for bad in (
        "\n" + " " * 200_000,
        "<a " * 60_000,
        "&" * 200_000,
        "*_" * 100_000,
        "\n> " * 60_000,
        "one and " * 20_000,
    ):
        joined(numbers(mirror(bad)))
