"""Invariants of the comparison over generated texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.quotation.compare import compare
from pincite.quotation.model import LOOK_FINDINGS

WORDS = {
    "en": [
        "the",
        "warden",
        "shall",
        "may",
        "not",
        "open",
        "every",
        "bridge",
        "for",
        "barge",
        "in",
        "storm",
        "of",
        "mayor",
        "and",
        "or",
        "3",
        "12",
        "days",
        ",",
        ";",
        ".",
    ],
    "de": [
        "der",
        "Wärter",
        "darf",
        "muss",
        "nicht",
        "jede",
        "Brücke",
        "öffnen",
        "für",
        "Kahn",
        "im",
        "Sturm",
        "und",
        "oder",
        "3",
        "12",
        "Tage",
        ",",
        ";",
        ".",
    ],
    "fr": [
        "le",
        "gardien",
        "peut",
        "doit",
        "ne",
        "pas",
        "ouvrir",
        "chaque",
        "pont",
        "pour",
        "barque",
        "et",
        "ou",
        "3",
        "12",
        "jours",
        ",",
        ";",
        ".",
    ],
    "it": [
        "il",
        "custode",
        "può",
        "deve",
        "non",
        "aprire",
        "ogni",
        "ponte",
        "per",
        "barca",
        "e",
        "o",
        "3",
        "12",
        "giorni",
        ",",
        ";",
        ".",
    ],
    "zh": list("港長須可不得開啟每座橋樑及或三日，。"),
}


@st.composite
def passages(draw: st.DrawFn) -> tuple[str, str]:
    language = draw(st.sampled_from(sorted(WORDS)))
    words = draw(st.lists(st.sampled_from(WORDS[language]), min_size=6, max_size=40))
    return language, ("" if language == "zh" else " ").join(words)


@given(passages(), st.data())
@settings(max_examples=150, deadline=None)
def test_an_exact_slice_from_word_to_word_is_identical(passage: tuple[str, str], data: st.DataObject) -> None:
    language, text = passage
    if language == "zh":
        start = data.draw(st.integers(0, len(text) - 3))
        quote = text[start : data.draw(st.integers(start + 2, len(text)))]
        if "三三" in text:  # half of a number is another number
            return
    else:
        words = text.split(" ")
        start = data.draw(st.integers(0, len(words) - 2))
        quote = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
    if not any(c.isalnum() for c in quote) or ". . ." in text:  # three full stops are one mark, which a slice may cut
        return
    found = compare(quote, text, language=language)
    assert found.codes == ("A0",)
    assert found.verdict != "refused"


@given(passages(), passages())
@settings(max_examples=200, deadline=None)
def test_spans_are_right_and_the_verdict_follows_from_codes_and_findings(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    language, source = one
    quote = other[1]
    found = compare(quote, source, language=language)
    for a in found.alterations:
        assert 0 <= a.quote.start <= a.quote.end <= len(quote)
        assert 0 <= a.source.start <= a.source.end <= len(source)
        if not a.whole:
            assert source[a.source.start : a.source.end].strip() == a.source_words.strip()
    refused = any(code.startswith("M") for code in found.codes)
    look = any(f.code in LOOK_FINDINGS for f in found.findings)
    assert found.verdict == ("refused" if refused else "look" if look else "clean")
    for span in found.source_spans:
        assert 0 <= span.start <= span.end <= len(source)


@given(st.text(max_size=40), st.text(max_size=80), st.sampled_from(sorted(WORDS)))
@settings(max_examples=300, deadline=None)
def test_any_text_is_answered(quote: str, source: str, language: str) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict in ("clean", "look", "refused")
    if found.accepted:
        assert any(c.isalnum() for c in quote) or quote.strip() in source
