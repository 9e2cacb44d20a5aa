"""Single checks: layout, speakers, emphasis, translations, languages that are not held, places that are not numbered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.workflows.house_simulator import HouseSimulator, house

from pincite.drafts.checks.layout import hyphenation
from pincite.drafts.claims import residual_words
from pincite.drafts.draft import read_draft
from pincite.drafts.quotations import quotations_of
from pincite.reports.report import MentionRecord, Report
from pincite.text.span import Span


def one(report: Report) -> MentionRecord:
    assert len(report.mentions) == 1
    return report.mentions[0]


def codes(record: MentionRecord) -> set[str]:
    return {finding.code for finding in record.findings}


# layout


@pytest.mark.parametrize("text", ["dem Hafen über- lassen", "la lan- terne", "reg- ister"])
def test_a_hyphen_that_broke_a_word_is_layout(text: str) -> None:
    (span,) = hyphenation(text)
    assert text[span.start : span.end] == "- "


@pytest.mark.parametrize(
    "text", ["Straf- und Zivilrecht", "vor- bis nachher", "A- B", "ein - zwei", "Hafen-Amt", "pre- and post-war"]
)
def test_attack_a_hyphen_that_is_text_stays_text(text: str) -> None:
    assert hyphenation(text) == []


def decision(text: str, language: str = "de", **said: object) -> HouseSimulator:
    return HouseSimulator().add(
        "ch/bger/4A_9901/2026",
        ("consid_2", text, said),
        language=language,
        kind="decision",
        title="Bundesgericht 4A_9901/2026",
    )


CITED = "⟦4A_9901/2026 E. 2|ch/bger/4A_9901/2026#consid_2⟧"


def test_a_word_broken_at_a_line_end_is_quoted_whole() -> None:
    record = one(
        decision("2. Die Laterne ist dem Hafen zu über- lassen, sobald sie brennt.").verify(
            f"«Die Laterne ist dem Hafen zu überlassen, sobald sie brennt» ({CITED}).", language="de"
        )
    )
    assert record.status == "MATCH"
    assert "A2" in record.quotes[0].codes


# speakers


@pytest.mark.parametrize(
    "text",
    [
        "2. Die Beschwerdeführerin macht geltend, die Laterne sei stets bewacht und nie ohne Aufsicht gewesen.",
        "2. Die Vorinstanz erwog, der Hafen habe keine Mauer. Zudem habe niemand bemerkt, dass die Laterne sei stets bewacht und nie ohne Aufsicht gewesen.",
    ],
)
def test_attack_words_of_a_party_or_the_court_below_given_to_the_court_are_m5(text: str) -> None:
    record = one(
        decision(text).verify(
            f"Das Bundesgericht hat entschieden: «die Laterne sei stets bewacht und nie ohne Aufsicht gewesen» ({CITED}).",
            language="de",
        )
    )
    assert (record.status, record.axes.quote) == ("MISMATCH", "refused")
    assert "M5" in record.quotes[0].codes
    assert record.axes.speaker in ("submission", "court_below")


def test_words_of_a_party_given_to_nobody_are_a_look() -> None:
    text = "2. Die Beschwerdeführerin macht geltend, die Laterne sei stets bewacht und nie ohne Aufsicht gewesen."
    record = one(
        decision(text).verify(
            f"«die Laterne sei stets bewacht und nie ohne Aufsicht gewesen» ({CITED}).", language="de"
        )
    )
    assert record.axes.quote == "look"
    assert "speaker_not_named" in codes(record)
    assert record.status != "MATCH"


def test_words_of_a_party_given_to_that_party_are_right() -> None:
    text = "2. Die Beschwerdeführerin macht geltend, die Laterne sei stets bewacht und nie ohne Aufsicht gewesen."
    record = one(
        decision(text).verify(
            f"Die Beschwerdeführerin machte geltend, «die Laterne sei stets bewacht und nie ohne Aufsicht gewesen» ({CITED}).",
            language="de",
        )
    )
    assert record.axes.quote == "clean"


def test_the_court_s_own_words_are_not_suspected() -> None:
    record = one(
        decision("2. Die Laterne ist stets zu bewachen und nie ohne Aufsicht zu lassen.", role="reasoning").verify(
            f"Das Bundesgericht hält fest: «Die Laterne ist stets zu bewachen und nie ohne Aufsicht zu lassen» ({CITED}).",
            language="de",
        )
    )
    assert (record.status, record.axes.speaker) == ("MATCH", "reasoning")


# emphasis, Markdown


def test_marks_of_markdown_are_no_words() -> None:
    draft = read_draft(
        "> “A keeper must **not** leave\n> a lit lantern _unattended_.”\n".encode(), "a.md", language="en"
    )
    (quote,), _ = quotations_of(draft, draft.readable())
    assert " ".join(quote.words.split()) == "A keeper must not leave a lit lantern unattended."
    assert quote.emphasis is not None
    assert [quote.words[a:b] for a, b in quote.emphasis] == ["not", "unattended"]


def test_emphasis_that_is_not_disclosed_is_a_look() -> None:
    said = "“A keeper must *not* leave a lit lantern unattended unless the lantern stands in a fireproof case.”"
    cited = "⟦Cap. 9001, s. 4|hk/cap9001#s4⟧"
    assert one(house().verify(f"{cited} reads: {said}")).axes.quote == "look"
    assert one(house().verify(f"{cited} reads: {said} (emphasis added)")).axes.quote == "clean"


# languages


def test_a_quotation_in_a_language_that_is_not_held_is_not_compared_and_not_refused() -> None:
    sim = HouseSimulator().add(
        "ch/sr/999.1", ("art_3", "Jede Laterne muss in das Register eingetragen werden."), language="de", title="LatG"
    )
    record = one(
        sim.verify(
            "Selon la loi, « chaque lanterne doit être inscrite dans le registre des lanternes » (⟦art. 3 LLan|ch/sr/999.1#art_3⟧).",
            language="fr",
        )
    )
    assert record.axes.quote == "none"
    assert "language_version_not_held" in codes(record)
    assert record.status == "UNVERIFIED"


def test_words_of_one_language_version_given_to_another_are_refused() -> None:
    record = one(
        house().verify(
            "The English text reads 「管理人不得離開點亮的燈籠而無人看管。」 (⟦Cap. 9001, s. 4|hk/cap9001#s4⟧)"
        )
    )
    assert record.status == "MISMATCH"
    assert "M6" in record.quotes[0].codes
    assert record.quotes[0].stands_in.startswith("hk/cap9001@zh-Hant/")


def test_an_unmarked_translation_is_never_a_match() -> None:
    record = one(
        house().verify(
            "終審法院指出：「登記主任把燈籠記入登記冊時，登記方告完成。」（⟦[2026] HKCFA 9901 第2段|hk/hkcfa/2026/9901#para_2⟧）",
            language="zh-Hant",
        )
    )
    assert record.status in ("MISMATCH", "UNVERIFIED")


@pytest.mark.parametrize(
    ("quote", "disclosure"),
    [
        ("Die Eintragung ist vollzogen, wenn der Registrar die Laterne eingetragen hat", "Übersetzung"),
        ("La registrazione è compiuta", "traduzione"),
    ],
)
def test_a_marked_translation_is_read_as_one_however_short(quote: str, disclosure: str) -> None:
    record = one(
        house().verify(
            f"«{quote}» ({disclosure}) (⟦[2026] HKCFA 9901 at [2]|hk/hkcfa/2026/9901#para_2⟧).",
            language="it" if disclosure == "traduzione" else "de",
        )
    )
    assert record.quotes[0].codes == ("A9",)
    assert record.quotes[0].verdict == "clean"


# places


def test_a_transcript_without_paragraph_numbers_leaves_the_pinpoint_unchecked() -> None:
    sim = HouseSimulator().add(
        "hk/hkdc/2026/9930",
        ("full", "The lamp is lit at dusk by the keeper of the pier."),
        kind="decision",
        title="Moon v Lamp",
    )
    record = one(sim.verify("Lamps are lit (⟦[2026] HKDC 9930 at [4]|hk/hkdc/2026/9930#para_4⟧)."))
    assert record.axes.pinpoint == "unchecked"
    assert "places_not_numbered" in codes(record)


def test_the_whole_document_is_the_place_when_none_is_cited() -> None:
    record = one(
        house().verify(
            "The Court said: “Registration is complete only when the Registrar has entered the lantern in the register.” (⟦[2026] HKCFA 9901|hk/hkcfa/2026/9901⟧)"
        )
    )
    assert (record.status, record.axes.pinpoint) == ("MATCH", "none")


def test_a_wording_older_than_any_held_is_said_to_be_so() -> None:
    record = one(house().verify("Lamps are lit (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧).", as_of="1999-01-01"))
    assert record.status == "UNVERIFIED"
    assert "before_first_state" in codes(record)


def test_a_section_amended_later_is_disclosed_and_does_not_block_by_itself() -> None:
    sim = (
        HouseSimulator()
        .add("hk/cap9001", ("s3", "Lamps shall burn oil."), state="2020-01-01")
        .add("hk/cap9001", ("s3", "Lamps shall burn gas."), state="2025-01-01")
    )
    record = one(sim.verify("⟦Cap. 9001, s. 3|hk/cap9001#s3⟧ reads: “Lamps shall burn oil.”", as_of="2021-01-01"))
    assert (record.status, record.axes.currency) == ("MATCH", "amended_since")


# bare places


@pytest.mark.parametrize("bracket", ["(⟦E. 2||case⟧)", "(a.a.O., ⟦E. 2||case⟧)", "(vgl. ⟦E. 2||case⟧)"])
def test_a_bare_place_in_its_own_bracket_is_of_the_decision_cited_last(bracket: str) -> None:
    sim = decision("2. Die Laterne brennt.")
    record = sim.verify(f"So {CITED}. Sie brennt {bracket}.", language="de").mentions[1]
    assert record.reference == "ch/bger/4A_9901/2026#consid_2"
    assert "short_form_read" in codes(record)


@pytest.mark.parametrize(
    "text",
    [
        "So {cited}. Sie brennt (LA 2026 7 ⟦E. 2||case⟧).",
        "So {cited}. Sie brennt nach ⟦E. 2||case⟧.",
        "So {cited}.\n\nSie brennt (⟦E. 2||case⟧).",
        "Sie brennt (⟦E. 2||case⟧). So {cited}.",
        "So {cited} und ⟦LA 7||case⟧. Sie brennt (⟦E. 2||case⟧).",
    ],
)
def test_attack_a_bare_place_that_may_be_another_decision_s_stays_open(text: str) -> None:
    report = decision("2. Die Laterne brennt.").verify(text.format(cited=CITED), language="de")
    record = next(m for m in report.mentions if m.mention.text == "E. 2")
    assert record.reference is None
    assert record.status == "UNVERIFIED"


def test_words_that_point_back_and_the_place_behind_them_are_one_mention() -> None:
    sim = decision("2. Die Laterne brennt.")
    report = sim.verify(f"So {CITED}. Sie brennt (⟦*ibid.*||case⟧, ⟦E. 2||case⟧).", language="de")
    assert [m.mention.text for m in report.mentions] == ["4A_9901/2026 E. 2", "*ibid.*, E. 2"]


def test_a_number_alone_at_the_head_of_a_draft_is_its_own() -> None:
    report = house().verify("**⟦DCCJ 7/2026|hk/DCCJ/7/2026⟧**\n\n# Skeleton\n\nIt is so: ⟦DCCJ 8/2026|hk/DCCJ/8/2026⟧.")
    assert [m.status for m in report.mentions] == ["SKIPPED", "UNVERIFIED"]


def test_attack_a_paragraph_of_many_citations_is_not_read_anew_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(text: str, span: Span, holes: Iterable[Span], language: str, names: Iterable[str]) -> list[str]:
        read.append(span.end - span.start)
        return residual_words(text, span, holes, language, names)

    monkeypatch.setattr("pincite.drafts.checks.existence.residual_words", counted)
    report = house().verify("See ⟦DCCJ 7/2026|hk/DCCJ/7/2026⟧ on lamps. " * 60)
    assert len(report.mentions) == 60
    assert sum(read) <= len(report.draft.text)


def test_attack_a_citation_that_supports_a_sentence_is_no_own_number() -> None:
    for text in ("Lamps burn.\n\n⟦DCCJ 7/2026|hk/DCCJ/7/2026⟧\n", "Lamps burn: ⟦DCCJ 7/2026|hk/DCCJ/7/2026⟧"):
        assert one(house().verify(text)).status == "UNVERIFIED"


@pytest.mark.parametrize(
    ("named", "quote"),
    [
        ("in the version of 1 January 2020", "clean"),
        ("as in force on 2020-01-01", "clean"),
        ("in der Fassung vom 1. Januar 2020", "clean"),
        ("dans sa version du 1er janvier 2020", "clean"),
        ("nella versione del 1° gennaio 2020", "clean"),
        ("in the version of 2 January 2020", "refused"),  # no such state is held
        ("amended on 1 January 2020", "refused"),
    ],
)
def test_the_state_of_a_law_that_a_draft_names_is_the_one_compared(named: str, quote: str) -> None:
    sim = (
        HouseSimulator()
        .add("hk/cap9001", ("s3", "Lamps shall burn oil in winter."), state="2020-01-01")
        .add("hk/cap9001", ("s3", "Lamps shall burn gas in winter."), state="2025-01-01")
    )
    record = one(sim.verify(f"“Lamps shall burn oil in winter” (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧ {named})."))
    assert record.axes.quote == quote


def test_a_chinese_draft_names_the_state_of_a_law_too() -> None:
    sim = (
        HouseSimulator()
        .add("hk/cap9001", ("s3", "燈籠須於冬天燒油。"), state="2020-01-01", language="zh-Hant")
        .add("hk/cap9001", ("s3", "燈籠須於冬天燒煤氣。"), state="2025-01-01", language="zh-Hant")
    )
    said = "條例規定「燈籠須於冬天燒油」（⟦第9001章第3條|hk/cap9001#s3⟧，於2020年1月1日的版本）。"
    assert one(sim.verify(said, language="zh-Hant")).axes.quote == "clean"
