"""An act with several texts of equal rank is quoted in the language of its citation; a wrong guess never stops comparing."""

from __future__ import annotations

import pytest
from tests.workflows.house_simulator import HouseSimulator

from pincite.citations.mention import Mention
from pincite.drafts.claims import claims_of
from pincite.drafts.draft import read_draft
from pincite.drafts.languages import Languages
from pincite.reports.report import MentionRecord, Report

GERMAN = "Wer eine Laterne anzündet, meldet sie innert dreissig Tagen der Behörde."
FRENCH = "Quiconque allume une lanterne l'annonce dans les trente jours à l'autorité."
WORK = "ch/sr/999.1"


def lanterns(*languages: str) -> HouseSimulator:
    texts = {"de": GERMAN, "fr": FRENCH}
    house = HouseSimulator()
    for language in languages:
        house.add(WORK, ("art_3/para_1", texts[language]), language=language, title="Laternengesetz")
    return house


def one(report: Report) -> MentionRecord:
    assert len(report.mentions) == 1
    return report.mentions[0]


FRENCH_CITING = f"L'⟦art. 3 al. 1 LL|{WORK}#art_3/para_1⟧ dispose: « %s »"
GERMAN_CITING = f"⟦Art. 3 Abs. 1 LatG|{WORK}#art_3/para_1⟧ lautet: «%s»"


@pytest.mark.parametrize(
    ("draft", "language"),
    [
        (FRENCH_CITING % GERMAN, ""),
        (FRENCH_CITING % GERMAN, "fr"),
        (GERMAN_CITING % FRENCH, "de"),
        (GERMAN_CITING % FRENCH, ""),
        (FRENCH_CITING % GERMAN, "de"),
        (GERMAN_CITING % FRENCH, "fr"),
    ],
)
def test_attack_words_of_another_language_version_are_refused(draft: str, language: str) -> None:
    record = one(lanterns("de", "fr").verify(draft, language=language))
    assert (record.status, record.quotes[0].codes, record.quotes[0].where) == ("MISMATCH", ("M6",), "language")


@pytest.mark.parametrize("draft", [FRENCH_CITING % FRENCH, GERMAN_CITING % GERMAN])
def test_words_of_the_version_cited_match_whatever_the_draft_is_in(draft: str) -> None:
    for language in ("", "de", "fr", "en"):
        assert one(lanterns("de", "fr").verify(draft, language=language)).status == "MATCH"


def test_words_of_a_version_not_cited_are_refused_where_it_alone_is_held() -> None:
    record = one(lanterns("de").verify(FRENCH_CITING % GERMAN))
    assert (record.status, record.quotes[0].codes) == ("MISMATCH", ("M6",))


def test_a_version_that_is_not_held_is_said_not_refused() -> None:
    record = one(lanterns("de").verify(FRENCH_CITING % FRENCH))
    assert record.status == "UNVERIFIED"
    assert "language_version_not_held" in {finding.code for finding in record.findings}


def test_a_language_that_the_act_has_no_text_in_may_quote_any_version() -> None:
    draft = f"⟦Section 3(1)|{WORK}#art_3/para_1⟧ reads: «{GERMAN}»"
    assert one(lanterns("de", "fr").verify(draft, language="en")).status == "MATCH"


def test_a_draft_in_several_languages_is_read_citation_by_citation() -> None:
    report = lanterns("de", "fr").verify(f"{FRENCH_CITING % FRENCH}\n\n{GERMAN_CITING % GERMAN}")
    assert [record.status for record in report.mentions] == ["MATCH", "MATCH"]


def test_attack_a_quotation_taken_for_another_language_is_compared_all_the_same() -> None:
    house = HouseSimulator().add("hk/cap9001", ("s4", "A keeper must not leave a lit lantern unattended."))
    record = one(
        house.verify(
            "⟦Section 4|hk/cap9001#s4⟧ reads: “A keeper must <del>not</del> leave a lit lantern unattended.”",
            language="it",
        )
    )
    assert (record.status, record.cause) == ("MISMATCH", "quote_refused")


def test_attack_a_grammar_that_takes_the_language_of_the_draft_does_not_hide_that_of_the_citation() -> None:
    text = "art. 3 al. 1 LL"
    mention = Mention(0, len(text), text, "statute", "full", f"{WORK}#art_3/para_1", "ch.statute", "de")
    draft = read_draft(text.encode(), "x.md", language="de")
    languages = Languages(draft, [mention], claims_of(draft, [mention]), [])
    assert languages.of(0, WORK) == "fr"
