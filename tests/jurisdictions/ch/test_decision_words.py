"""The words of decisions are data; their examples are tests."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.ch.sources.decision_speakers import reported, speaker
from pincite.jurisdictions.ch.sources.decision_words import plain, words

RAW = words().raw


@pytest.mark.parametrize(
    ("zone", "line"), [(row["zone"], line) for row in RAW["headings"] for line in row["lines"]], ids=str
)
def test_a_heading_opens_its_zone_and_no_other(zone: str, line: str) -> None:
    assert words().zone(plain(line)) == zone


@pytest.mark.parametrize("line", [line for row in RAW["headings"] for line in row.get("never", ())])
def test_running_text_is_no_heading(line: str) -> None:
    assert words().zone(plain(line)) is None


@pytest.mark.parametrize(
    "heading", ["S a c h v e r h a l t :", "E r w ä g u n g e n :", "F a i t s :", "D i r i t t o :"]
)
def test_letter_spaced_headings_are_headings(heading: str) -> None:
    assert words().zone(plain(heading)) in ("facts", "reasoning")


def test_letter_spaced_words_are_told_apart_by_wider_gaps() -> None:
    assert plain("U r t e i l  v o m  5 .  F e b r u a r  2 0 7 2") == "Urteil vom 5. Februar 2072"
    assert plain("Art. 3 al. 1 let. b LLan et 4 s.") == "Art. 3 al. 1 let. b LLan et 4 s."


@pytest.mark.parametrize("line", RAW["closing"]["lines"])
def test_the_end_of_an_order_is_known(line: str) -> None:
    assert words().closing.fullmatch(line)


@pytest.mark.parametrize("line", RAW["closing"]["never"])
def test_words_of_an_order_do_not_end_it(line: str) -> None:
    assert not words().closing.fullmatch(line)


@pytest.mark.parametrize("line", RAW["source_lines"]["lines"])
def test_source_lines_of_collections_are_known(line: str) -> None:
    assert words().source_line([line])


@pytest.mark.parametrize("line", RAW["source_lines"]["never"])
def test_other_sentences_about_decisions_are_no_source_lines(line: str) -> None:
    assert words().source_line([line]) is None


def test_a_source_line_may_be_wrapped_with_a_hyphen() -> None:
    lines = [
        "Aus dem Entscheid der Laternenkommission, 3. Kammer, vom 27. Novem-",
        "ber 2072, in Sachen A. (LAK.2072.1).",
    ]
    assert words().source_line(lines) == "extract"


@pytest.mark.parametrize("name", ["furniture", "dated", "recitals"])
def test_other_patterns_fit_their_examples(name: str) -> None:
    pattern = getattr(words(), name)
    for line in RAW[name]["lines"]:
        assert pattern.match(line), line


@pytest.mark.parametrize(
    ("language", "says", "text"),
    [
        (language, example["says"], example["text"])
        for language, rule in RAW["speakers"].items()
        for example in rule["examples"]
    ],
)
def test_a_sentence_reports_the_speaker_it_begins_with(language: str, says: str, text: str) -> None:
    assert speaker(text, language) == (says or "unknown")


def test_the_deciding_court_is_not_the_court_below() -> None:
    sentence = "Das Verwaltungsgericht hielt fest, die Laterne gehöre der Gemeinde."
    assert speaker(sentence, "de") == "court_below"
    assert speaker(sentence, "de", ["Verwaltungsgericht"]) == "unknown"


def test_reported_speech_goes_on_and_ends_where_the_court_speaks() -> None:
    text = (
        "2.1 Die Beschwerdeführerin rügt, die Frist sei gewahrt. Sie habe das Gesuch der Post übergeben. "
        "Das trifft nicht zu.\nDie Beschwerdeführerin bringt ferner vor, es habe geregnet."
    )
    found = reported(text, "de")
    assert [text[run.start : run.end] for run in found] == [
        "Die Beschwerdeführerin rügt, die Frist sei gewahrt. Sie habe das Gesuch der Post übergeben.",
        "Die Beschwerdeführerin bringt ferner vor, es habe geregnet.",
    ]
    assert not any(run.whole for run in found)


def test_no_lexicon_no_speakers() -> None:
    assert reported("The appellant submits that the lantern was hers.", "en") == []


@pytest.mark.parametrize("line", RAW["unfinished"]["lines"])
def test_the_beginning_of_a_sentence_is_no_heading(line: str) -> None:
    assert words().unfinished.match(f"1.1 {line}")
    assert not words().unfinished.match("14. Fazit")
