"""Deterministic signals: what decides, what is shown, and what must not fire."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judging.pairs import KEEPERS, asked

from pincite.judging.by_signals import SignalsJudge
from pincite.judging.judge import Question
from pincite.judging.signals import signals_of
from pincite.text.span import Span

DE = "Der Laternenwart hat die Lampe innert 30 Tagen zu melden. Die Behörde bestätigt dem Betreiber die Meldung."
FR = "Le gardien rend la caution dans les 14 jours qui suivent la fête, sauf si la lanterne est brisée."
IT = "Il custode restituisce la cauzione entro sette giorni dalla festa; l'azione si prescrive in due anni dalla consegna."
ZH = "管理人須於燈節後14天內向訪客退還按金。本條不適用於紙燈籠。"


def hard(question: Question) -> list[str]:
    return [seen.code for seen in signals_of(question) if seen.hard]


@pytest.mark.parametrize(
    ("claim", "passage", "language", "code"),
    [
        ("The lantern keeper shall return the deposit within 28 days after the night of the feast.", KEEPERS, "en", "deadline_conflict"),
        ("A deduction exceeding $50,000 may be made only with the written consent of the guest.", KEEPERS, "en", "amount_conflict"),
        ("The duty to return the deposit holds even for lanterns of paper; the section applies even to lanterns of paper.", KEEPERS, "en", "exception_denied"),
        ("Der Laternenwart hat die Lampe innert 60 Tagen zu melden.", DE, "de", "deadline_conflict"),
        ("Le gardien rend la caution dans les 30 jours qui suivent la fête.", FR, "fr", "deadline_conflict"),
        ("L'azione si prescrive in cinque anni dalla consegna.", IT, "it", "deadline_conflict"),
        ("管理人須於燈節後28天內向訪客退還按金。", ZH, "zh-Hant", "deadline_conflict"),
        ("The employee shall give the employer a lamp.", "The employer shall give the employee a lamp at the feast.", "en", "role_swapped"),
        ("Der Mieter hat dem Vermieter die Lampe zu übergeben.", "Der Vermieter hat dem Mieter die Lampe zu übergeben.", "de", "role_swapped"),
        ("The appeal was allowed.", "The lamp was lit too late. The appeal is accordingly dismissed with costs.", "en", "outcome_reversed"),
        ("Die Beschwerde wurde gutgeheissen.", "Die Beschwerde ist abzuweisen.", "de", "outcome_reversed"),
        ("Le recours est rejeté.", "Le recours est donc admis et l'arrêt annulé.", "fr", "outcome_reversed"),
        ("Resale of unit 9 cost HK$285,950.58.", "The total for unit 9 is HK$258,950.58.", "en", "amount_conflict"),
    ],
)  # fmt: skip
def test_a_conflict_is_a_hard_signal(claim: str, passage: str, language: str, code: str) -> None:
    assert code in hard(asked(claim, passage, language))


@pytest.mark.parametrize(
    ("claim", "passage", "language"),
    [
        ("The deposit comes back within a fortnight of the feast.", KEEPERS, "en"),
        ("The lantern keeper shall return the deposit within two weeks after the night of the feast.", KEEPERS, "en"),
        ("The deposit was returned by the lantern keeper to the guest.", KEEPERS, "en"),
        ("The lamp is given to the employee by the employer.", "The employer shall give the employee a lamp.", "en"),
        ("Dem Mieter hat der Vermieter die Lampe zu übergeben.", "Der Vermieter hat dem Mieter die Lampe zu übergeben.", "de"),
        ("The Court of Appeal upheld the refusal of the lamp.", "The appeal is dismissed. The lamp stays out.", "en"),
        ("The appeal was allowed.", "The judge allowed the appeal; we restore the order. The appeal is dismissed.", "en"),
        ("No fee is due even if the lantern is broken.", "A fee is due, except if the lantern is broken.", "en"),
        ("He paid 11,500 francs.", "The damage is 12,500 francs, less 1,000 francs.", "en"),
        ("A notice of 40 days is long enough for the harbour master.", "The harbour master shall be given a notice of at least 30 days.", "en"),
    ],
)  # fmt: skip
def test_what_is_no_conflict_decides_nothing(claim: str, passage: str, language: str) -> None:
    assert hard(asked(claim, passage, language)) == []


def test_negation_and_modality_are_shown_and_decide_nothing() -> None:
    opinion = SignalsJudge().judge(
        [asked("The lantern keeper must not return the deposit to the guest after the night of the feast.")]
    )[0]
    assert {seen.code for seen in opinion.signals} >= {"negation"}
    assert not opinion.decided


def test_a_passage_about_something_else_is_unrelated() -> None:
    passage = (
        "The harbour tariff fixes the dues of ships over two hundred tons. Pilots board at the outer buoy, and the master signs "
        "their bill. Anchoring in the channel needs a permit, whose holder keeps a watch and shows lights from dusk to dawn. Ballast is discharged at the eastern quay only, after the tide has turned, and cranes are "
        "booked a week ahead from the wharfinger."
    )
    opinion = SignalsJudge().judge(
        [asked("A testator may revoke legacies by codicil signed before witnesses.", passage)]
    )[0]
    assert (opinion.support, opinion.route) == ("UNSUPPORTED", "lexical")


def test_of_a_choice_from_a_document_nothing_is_decided() -> None:
    assert (
        hard(
            asked(
                "The lantern keeper shall return the deposit within 28 days after the night of the feast.", partial=True
            )
        )
        == []
    )


def test_numbers_of_citations_in_the_claim_claim_nothing() -> None:
    claim = "The lantern keeper shall return the deposit after the night of the feast (Feast Act, 28 days)."
    at = claim.index("Feast Act")
    assert hard(asked(claim, citations=(Span(at, len(claim) - 2),))) == []


def test_only_a_claim_that_is_wholly_quotation_is_supported() -> None:
    quoted = "“The lantern keeper shall return the deposit to the guest within 14 days after the night of the feast.”"
    whole, more = SignalsJudge().judge([asked(quoted), asked(f"In every port {quoted}")])
    assert (whole.support, whole.route) == ("SUPPORTED", "verbatim")
    assert whole.excerpts[0].text in KEEPERS
    assert more.support == "UNDECIDED"


def test_attack_near_verbatim_words_without_marks_are_never_supported() -> None:
    claim = "The lantern keeper shall return the deposit to the guest within 14 days after the night of the feast."
    assert SignalsJudge().judge([asked(claim)])[0].support == "UNDECIDED"


def test_a_contrary_authority_is_never_decided_by_signals() -> None:
    claim = "The lantern keeper shall return the deposit within 28 days after the night of the feast."
    opinion = SignalsJudge().judge([asked(claim, signal="contrary")])[0]
    assert (opinion.support, opinion.reason) == ("UNDECIDED", "contrary_signal")


@given(st.text(max_size=120), st.text(max_size=200), st.sampled_from(["en", "de", "fr", "it", "zh-Hant", "rm", ""]))
def test_any_claim_and_passage_give_an_opinion(claim: str, passage: str, language: str) -> None:
    opinion = SignalsJudge().judge([Question(claim, passage, language, language)])[0]
    assert opinion.support in ("UNDECIDED", "CONTRADICTED", "UNSUPPORTED", "SUPPORTED")
    assert opinion.as_json()["read"] == opinion.read


@given(st.sampled_from([KEEPERS, DE, FR, IT, ZH]), st.data())
def test_no_clause_of_a_passage_conflicts_with_it(passage: str, data: st.DataObject) -> None:
    language = {KEEPERS: "en", DE: "de", FR: "fr", IT: "it", ZH: "zh-Hant"}[passage]
    sentences = [each for each in passage.replace("。", "。\n").replace(". ", ".\n").split("\n") if len(each) > 3]
    assert hard(asked(data.draw(st.sampled_from(sentences)), passage, language)) == []


@pytest.mark.parametrize(
    ("claim", "passage", "language", "shown"),
    [
        ("Under section 27 the keeper pays.", "Section 26(1) obliges the keeper to pay.", "en", ("section 27", "Section 26")),
        ("Nach Art. 12 zahlt der Wart.", "Nach Art. 13 zahlt der Wart.", "de", ("Art. 12", "Art. 13")),
        ("Selon l'art. 5 le gardien paie.", "Selon l'article 6 le gardien paie.", "fr", ("art. 5", "article 6")),
        ("Ai sensi dell'art. 9 il custode paga.", "L'articolo 8 dice che il custode paga.", "it", ("art. 9", "articolo 8")),
        ("根據第12條，管理人須付款。", "第13條規定管理人須付款。", "zh-Hant", ("12條", "13條")),
    ],
)  # fmt: skip
def test_another_provision_is_shown_and_decides_nothing(
    claim: str, passage: str, language: str, shown: tuple[str, str]
) -> None:
    question = Question(claim, passage, language, language)
    assert [(each.claim, each.passage) for each in signals_of(question) if each.code == "provision_conflict"] == [shown]
    assert hard(question) == []


@pytest.mark.parametrize(
    ("claim", "passage", "language"),
    [
        ("Under s. 26 the keeper pays.", "Section 26(1) obliges the keeper to pay.", "en"),
        ("Under section 27 the keeper pays.", "The keeper pays 27 francs.", "en"),
        ("The 27 lamps of the keeper burn.", "Section 26 obliges the keeper to pay.", "en"),
    ],
)  # fmt: skip
def test_the_same_provision_or_a_passage_that_names_none_shows_nothing(claim: str, passage: str, language: str) -> None:
    assert "provision_conflict" not in [each.code for each in signals_of(Question(claim, passage, language, language))]


def test_the_citation_of_the_claim_itself_is_no_provision_it_names() -> None:
    claim = "The keeper pays (Cap. 9001, s. 4)."
    question = Question(claim, "By section 5 the keeper pays.", "en", "en", citations=(Span(17, 32),))
    assert "provision_conflict" not in [each.code for each in signals_of(question)]
