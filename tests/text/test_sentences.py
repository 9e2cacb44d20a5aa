"""Sentences of legal prose: where one ends, and above all where it does not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.sentences import sentences

CASES = [
    ("en", ["The lamp must be lit (s. 4(1) of Cap. 9001).", "It went out."]),
    ("en", ["In Moon v. Lamp Ltd [2026] HKDC 9902 the court said no.", "Mr. Moon paid."]),
    ("en", ["The Court said: “Lamps burn.” ([2026] HKDC 9902 at [3]).", "That is so even though it rained."]),
    ("en", ["It put it so: “A lamp is lit.” ([2026] HKDC 9902 at [3])", "The Court went on."]),
    ("en", ["“All lamps shall be lit.”: Moon v Lamp [2026] HKDC 9902 at [11].", "No. 4 was out."]),
    ("en", ["He said … nothing.", "Is that all?", "Yes!"]),
    ("de", ["Nach Art. 3 Abs. 2 lit. a LaG gilt dies.", "Anders nur E. 4.2 des Urteils vom 7. Januar 2026."]),
    ("de", ["Es gilt: «Lampen brennen.» (Art. 3 Abs. 1 LaG)", "Zur Erinnerung: Die Frist beträgt 30 Tage."]),
    ("de", ["Das gilt z.B. für Laternen (vgl. a.a.O., E. 4).", "Die 2. Kammer entschied anders."]),
    ("de", ["Massgebend ist Art. 97.", "Das Gericht folgte dem."]),
    ("fr", ["Selon l'art. 3 al. 2 let. a LLan, la lanterne brûle.", "Le consid. 4.2 de l'arrêt le confirme."]),
    ("fr", ["La règle : « Les lanternes brûlent. » (art. 3 al. 1 LLan)", "Elle est claire."]),
    ("it", ["Secondo l'art. 3 cpv. 2 lett. a LLan, la lanterna arde.", "Il consid. 4 lo conferma."]),
    ("zh-Hant", ["燈籠須點亮（第9001章第4(1)條）。", "但雨天除外。"]),
    ("zh-Hant", ["見 Cap. 9001, s. 4(1)：「燈籠須點亮。」", "但雨天除外。"]),
    ("zh-Hant", ["法庭說「燈籠須點亮。」（[2026] HKDC 9902 第3段）。", "其後改判。"]),
]


@pytest.mark.parametrize(("language", "wanted"), CASES)
def test_sentences_end_where_a_lawyer_would_end_them(language: str, wanted: list[str]) -> None:
    text = ("" if language.startswith("zh") else " ").join(wanted)
    assert [text[start:end] for start, end in sentences(text, language)] == wanted


def test_an_empty_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    text = "Heading\n\nThe lamp is\r\nlit. It burns.\n"
    assert [text[start:end] for start, end in sentences(text, "en")] == ["Heading", "The lamp is\r\nlit.", "It burns."]


def test_a_bracket_that_is_a_sentence_of_its_own_stays_one() -> None:
    text = "The lamp is lit. (It was not lit on the day before.) He paid."
    assert len(sentences(text, "en")) == 3


def test_a_note_mark_belongs_to_the_sentence_it_closes() -> None:
    text = "The lamp is lit.[^1] He paid."
    assert text[slice(*sentences(text, "en")[0])] == "The lamp is lit.[^1]"


@given(
    st.text(alphabet="Aa 1.()[]«»“”。？!\n^*,：（）", max_size=200),
    st.sampled_from(["en", "de", "fr", "it", "zh-Hant", ""]),
)
def test_spans_are_in_order_and_hold_everything_but_white_space(text: str, language: str) -> None:
    end = 0
    for span in sentences(text, language):
        assert end <= span.start < span.end <= len(text)
        assert not text[end : span.start].strip()
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        end = span.end
    assert not text[end:].strip()


@pytest.mark.parametrize("unit", ["(", "a. ", ". (", "A.", "“. ", "1. ", "。（"])
def test_attack_a_text_of_one_repeated_mark_takes_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    begun = time.process_time()
    sentences(text, "de")
    assert time.process_time() - begun < 3
