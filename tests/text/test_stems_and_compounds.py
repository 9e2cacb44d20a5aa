"""Forms of one word share a stem; a German compound is cut into words that stand elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.compounds import LONGEST, parts_of
from pincite.text.stems import LANGUAGES, stem

SAME = [
    ("en", "obligation", "obligations"), ("en", "company", "companies"), ("en", "notify", "notified"),
    ("de", "kundigung", "kundigungen"), ("de", "mieter", "mieterin"), ("de", "vertrag", "vertrags"), ("de", "kundigen", "kundigung"),
    ("fr", "locataire", "locataires"), ("fr", "resilier", "resiliation"), ("fr", "bail", "bail"),
    ("it", "locatore", "locatori"), ("it", "disdetta", "disdette"),
]  # fmt: skip

COUNTS = {"miete": 9, "miet": 4, "vertrag": 30, "kundigung": 12, "frist": 9, "arbeit": 20, "geber": 5, "arbeitgeber": 9}


@pytest.mark.parametrize(("language", "one", "other"), SAME)
def test_forms_of_one_word_share_a_stem(language: str, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize(
    ("language", "one", "other"), [("en", "lantern", "landlord"), ("de", "miete", "mitte"), ("fr", "bail", "balle")]
)
def test_different_words_do_not(language: str, one: str, other: str) -> None:
    assert stem(one, language) != stem(other, language)


@given(st.text("abcdefgilmnorstuz", max_size=20), st.sampled_from(LANGUAGES))
def test_a_stem_is_a_beginning_of_its_word(word: str, language: str) -> None:
    assert word.startswith(stem(word, language))
    assert len(stem(word, language)) >= min(len(word), 4)


def test_a_compound_is_cut_into_words_of_the_collection() -> None:
    assert parts_of("mietvertrag", lambda word: COUNTS.get(word, 0)) == ("miet", "vertrag")
    assert parts_of("kundigungsfrist", lambda word: COUNTS.get(word, 0)) == ("kundigung", "frist")
    assert parts_of("mietvertragskundigung", lambda word: COUNTS.get(word, 0)) == ("miet", "vertrag", "kundigung")


def test_what_is_made_of_no_known_words_is_no_compound() -> None:
    assert parts_of("lanternenhalter", lambda word: COUNTS.get(word, 0)) == ()
    assert parts_of("vertrag", lambda word: COUNTS.get(word, 0)) == ()


@given(st.text("abcdenrst", min_size=9, max_size=40))
def test_parts_are_words_and_short_texts_end_soon(word: str) -> None:
    assert all(len(part) >= 4 for part in parts_of(word, lambda part: len(part) % 3))


def test_attack_a_word_of_a_hundred_thousand_letters_is_not_cut() -> None:
    asked: list[str] = []

    def count(word: str) -> int:
        asked.append(word)
        return 9

    def none_asked(_: str) -> int:
        pytest.fail("a part was asked for")

    assert parts_of("y" * 100_000, none_asked) == ()
    assert parts_of("y" * LONGEST, count)
    assert sum(map(len, asked)) < 1_000_000
