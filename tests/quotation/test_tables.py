"""The tables of the room: every entry shows its word in a sentence, and every language has every class it needs."""

from __future__ import annotations

import pytest

from pincite.quotation.lexicon import LANGUAGES, MEANING, lexicon_for
from pincite.quotation.numerals import number_words, value
from pincite.quotation.orthography import same_character, same_spelling
from pincite.quotation.tokens import tokenise
from pincite.text.folding import fold
from pincite.text.tables import rows

STRUCTURE = {
    "cut_next",
    "front",
    "inflection",
    "verb_ending",
    "negative_prefix",
    "complement",
    "opinion",
    "attribution",
    "rejected",
    "copula",
    # what denies or limits a clause right behind it
    "negative_subject",
    "denies_nothing",
    "forbids",
    "limits",
    "limits_from",
    "relative",
    "clitic",
    "between",
    "determiner",
    "preposition",
    "refers",
    "refers_by",
    # what leads into a quote, and what parts a number
    "magnitude",
    "secondhand",
    "supposed",
    "view",
    "special_case",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_an_example_that_holds_one_of_its_forms(language: str) -> None:
    missing = []
    for kind, forms, *rest in rows("pincite.quotation", f"lexicons/{language}.tsv"):
        assert rest, f"{kind} {forms}: no example sentence"
        if kind in STRUCTURE or kind == "lemma":
            continue
        sentence = [t.key for t in tokenise(fold(rest[0]).text, language)]
        found = False
        for form in forms.split("|"):
            words = [t.key for t in tokenise(fold(form.split("=")[0]).text, language)]
            found = found or any(sentence[at : at + len(words)] == words for at in range(len(sentence)))
        if not found:
            missing.append((kind, forms))
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_every_class_of_meaning(language: str) -> None:
    known = set(lexicon_for(language).classes)
    assert MEANING - known <= {"month"}
    assert {"hedge", "form", "pronoun", "connective", "cut_next", "front", "opinion", "attribution"} <= known


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("en", "forty-two", 42),
        ("de", "vierundzwanzig", 24),
        ("de", "dreissig", 30),
        ("fr", "quatre-vingt-dix", 90),
        ("fr", "vingt et un", 21),
        ("it", "ventiquattro", 24),
        ("it", "ventotto", 28),
        ("zh", "四十五", 45),
        ("zh", "五十萬", 500_000),
        ("zh", "二〇二六", 2026),
        ("de", "1'250'000", 1_250_000),
        ("en", "1,250,000", 1_250_000),
        ("fr", "1 000", 1000),
    ],
)
def test_numbers_are_read_as_values(language: str, text: str, number: int) -> None:
    assert value(tokenise(fold(text).text, language), language) == number


def test_french_decimal_comma_is_not_a_thousands_mark() -> None:
    assert value(tokenise("11,500", "fr"), "fr") != 11_500
    assert value(tokenise("11,500", "en"), "en") == 11_500


def test_number_words_do_not_hold_articles() -> None:
    for language in ("de", "fr", "it"):
        assert not {("ein",), ("un",), ("uno",)} & set(number_words(language))


@pytest.mark.parametrize(
    ("language", "source", "quote", "same"),
    [
        ("en", "shew", "show", True),
        ("en", "organise", "organize", True),
        ("en", "insures", "ensures", False),
        ("en", "principal", "principle", False),
        ("de", "daß", "dass", True),
        ("de", "verstösst", "verstößt", True),
        ("de", "massen", "maßen", False),
        ("de", "busse", "buße", False),
        ("fr", "évènement", "événement", True),
        ("fr", "fût", "fut", False),
        ("fr", "sûr", "sur", False),
        ("it", "perchè", "perché", True),
    ],
)
def test_spellings_are_one_word_only_where_a_table_says_so(language: str, source: str, quote: str, same: bool) -> None:
    assert same_spelling(source, quote, language) is same


@pytest.mark.parametrize(
    ("source", "quote", "context", "at", "same"),
    [
        ("关", "關", "机关应当", 1, True),
        ("關", "关", "機關應當", 1, True),
        ("准", "準", "批准后", 1, False),
        ("准", "準", "标准为", 1, True),
        ("制", "製", "并制作决定", 1, True),
        ("制", "製", "限制使用", 1, False),
        ("为", "為", "视为放弃", 1, True),
        ("裏", "裡", "在這裏", 2, True),
        ("大", "太", "大小", 0, False),
    ],
)
def test_chinese_characters_follow_their_neighbours(source: str, quote: str, context: str, at: int, same: bool) -> None:
    assert same_character(source, quote, context, at) is same


@pytest.mark.parametrize("text", ["100'00", "1'0000", "10'00'0"])
def test_attack_a_thousands_mark_at_another_place_is_another_number(text: str) -> None:
    assert tokenise(text, "de")[0].key != tokenise("10'000", "de")[0].key
    assert tokenise("10'000.50", "de")[0].key == tokenise("10000.50", "de")[0].key
