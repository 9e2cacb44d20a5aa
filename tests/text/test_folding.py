"""Folding: only listed characters are alike, and every folded character leads back to the text as given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.folding import fold

SPECIAL = "“”„«»‹›‘’‚–—-… .\u00a0\u00ad\u2009\u202f\u3000\n\tﬁﬀœeé\u0301a\u0308（），。「」第45段abc1"
texts = st.text(alphabet=st.one_of(st.sampled_from(SPECIAL), st.characters(codec="utf-8")), max_size=60)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“days’”", '"days\'"'),
        ("30\u00a0days", "30 days"),
        ("4\u202f800", "4 800"),
        ("reso\u00adlution", "resolution"),
        ("aﬃrmation", "affirmation"),
        ("nœuds", "noeuds"),
        ("e\u0301t\u00e9", "été"),
        ("10–15", "10-15"),
        ("and…", "and..."),
        ("以下……", "以下…"),
        ("第（3）款，", "第(3)款,"),
        ("第 45 段", "第 45  段"),
        ("資料\n使用者", "資料使用者"),
        ("ＡＢ１", "AB1"),
    ],
)
def test_listed_differences_fold(one: str, other: str) -> None:
    assert fold(one).text == fold(other).text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ou", "où"),
        ("Mai", "mai"),
        ("3,5", "35"),
        ("unlikely", "likely"),
        ("m²", "m2"),
        ("a。b、", "a.b,"),
        ("准", "準"),
        ("ß", "ss"),
    ],
)
def test_what_is_not_listed_stays_different(one: str, other: str) -> None:
    assert fold(one).text != fold(other).text


@given(texts)
@settings(max_examples=400)
def test_the_map_is_total_and_in_order(text: str) -> None:
    folded = fold(text)
    before = 0
    for at in range(len(folded.text)):
        span = folded.original_span(at, at + 1)
        assert 0 <= span.start < span.end <= len(text)
        assert span.start >= before or span.end > before  # characters of one ligature share their place
        before = span.start


@given(texts)
@settings(max_examples=400)
def test_folding_a_folded_text_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once


@given(texts, texts)
@settings(max_examples=200)
def test_the_original_of_a_span_folds_to_that_span(left: str, right: str) -> None:
    folded = fold(left + "word" + right)
    at = folded.text.find("word")
    span = folded.original_span(at, at + 4)
    assert fold(folded.original[span.start : span.end]).text.strip() == "word"
