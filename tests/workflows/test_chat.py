"""A chat from its first entry to its export; only what was opened, quoted and checked in it becomes evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.corpus import library

from pincite import wiring
from pincite.digests import canonical_json, sha256_text
from pincite.errors import BadInput
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId
from pincite.ledger.evidence import Evidence
from pincite.ledger.export import read_export
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.workflows.chat import (
    Acting,
    ChatOpened,
    ask,
    chat_state,
    erase,
    export_chat,
    hand_out,
    new_chat,
    open_in_chat,
    row_number,
    verify_chat,
    withdraw,
)
from pincite.workflows.propose import Accepted, NextCall, Proposal, Refused, as_json, propose


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([library.library(tmp_path_factory.mktemp("chat"))]) as opened:
        yield opened


@pytest.fixture
def acting(tmp_path: Path) -> Iterator[Acting]:
    with SqliteLedger(tmp_path / "ledger.db", create=True) as ledger:
        begun = wiring.acting(ledger, "lanterns", tenant="firm", matter="harbour", actor="anna")
        new_chat(begun, "Lanterns")
        yield begun


def opened(acting: Acting, corpus: SqliteCorpus, asked: str, **more: str) -> ChatOpened:
    return open_in_chat(acting, corpus, asked, extract=lambda _: (), url=lambda *_: "", **more)


def proposed(
    acting: Acting, corpus: SqliteCorpus, reference: str, quote: str, *, record_refusals: bool = False
) -> Accepted | Refused:
    proposal = Proposal(reference, quote, "Who must light?", "direct", "It is the rule.")
    return propose(acting, corpus, proposal, extract=lambda _: (), url=lambda *_: "", record_refusals=record_refusals)


def accepted(acting: Acting, corpus: SqliteCorpus, reference: str, quote: str) -> Evidence:
    outcome = proposed(acting, corpus, reference, quote)
    assert isinstance(outcome, Accepted), outcome
    return outcome.evidence


def refused(acting: Acting, corpus: SqliteCorpus, reference: str, quote: str) -> Refused:
    before = acting.ledger.head(acting.chat)
    outcome = proposed(acting, corpus, reference, quote)
    assert isinstance(outcome, Refused), outcome
    assert acting.ledger.head(acting.chat) == before, "a refusal records nothing"
    return outcome


# opening


def test_what_is_opened_is_recorded_with_its_release_and_date(acting: Acting, corpus: SqliteCorpus) -> None:
    assert opened(acting, corpus, "hk/cap9#s2_1", as_of="2021-01-01").entry is not None
    (opening,) = chat_state(acting).openings
    assert opening.expression == "hk/cap9@en/2020-01-01"
    assert (opening.release, opening.as_of) == ("hk/2026.11.30", "2021-01-01")
    text = corpus.document_text(opening.expression)
    assert [text[start:end] for start, end in opening.spans] == ["(1) The lantern burns oil."]


def test_what_is_not_there_is_not_opened(acting: Acting, corpus: SqliteCorpus) -> None:
    answer = opened(acting, corpus, "hk/cap9#s99")
    assert answer.entry is None
    assert not answer.opened.found
    assert chat_state(acting).openings == ()


def test_a_chat_that_is_not_there_is_bad_input(acting: Acting, corpus: SqliteCorpus) -> None:
    elsewhere = [
        ChatId("firm", "harbour", "none"),
        ChatId("firm", "other", "lanterns"),
        ChatId("x", "harbour", "lanterns"),
    ]
    for name in elsewhere:
        other = replace(acting, chat=name)
        for call in (
            lambda other=other: opened(other, corpus, "hk/cap9"),
            lambda other=other: proposed(other, corpus, "hk/cap9", "oil"),
            lambda other=other: chat_state(other),
            lambda other=other: verify_chat(other),
            lambda other=other: withdraw(other, 1, "no"),
            lambda other=other: export_chat(other),
            lambda other=other: erase(other, [1], reason="r", ground="g"),
        ):
            with pytest.raises(BadInput, match="no chat"):
                call()


# accepted


def test_a_passage_gets_a_number_and_a_row_with_all_that_finds_it_again(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    outcome = proposed(acting, corpus, "hk/cap9", "The lantern burns oil.")
    assert isinstance(outcome, Accepted)
    assert outcome.number == 1
    row = outcome.evidence
    assert (row.reference, row.pinpoint, row.node, row.block) == ("hk/cap9#s2_1", "s2_1", "s2_1", "s2")
    assert (row.release, row.release_as_of, row.as_of) == ("hk/2026.11.30", "2026-11-30", "2021-01-01")
    assert row.codes == ("A0",)
    assert row.extractor
    assert row.url.startswith("https://law.example/hk/cap9")
    block = next(each for each in corpus.blocks(row.expression) if each.eid == "s2")
    assert block.text[row.start : row.end] == row.quote == "The lantern burns oil."
    assert row.text_sha256 == sha256_text(block.text)
    assert corpus.document_text(row.expression)[row.document_start : row.document_end] == row.quote
    (kept,) = chat_state(acting).citable()
    assert (kept.name, kept.evidence, kept.actor) == ("E1", row, "anna")


def test_typography_and_layout_are_folded_back_to_the_sources_own_slice(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    row = accepted(acting, corpus, "hk/cap9", "  The lantern\u00a0burns\noil. ")
    assert row.quote == "The lantern burns oil."
    assert row.codes != ("A0",)
    assert set(row.codes) <= {"A1", "A2"}


def test_attack_a_pinpoint_given_by_the_proposer_is_never_taken(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    row = accepted(acting, corpus, "hk/cap9#s1", "burns till dawn")
    assert row.reference == "hk/cap9#s2_2"
    assert "pinpoint_corrected" in row.findings
    assert accepted(acting, corpus, "hk/cap9#s999", "burns till dawn").pinpoint == "s2_2"


def test_a_decision_is_cited_by_its_own_paragraph(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/hkca/2025/12")
    row = accepted(acting, corpus, "hk/hkca/2025/12", "We dismiss the appeal.")
    assert (row.pinpoint, row.kind) == ("para_2", "decision")


def test_a_page_chooses_between_occurrences_and_is_shown(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "ch/bge/140/III/86")
    row = accepted(acting, corpus, "ch/bge/140/III/86#p_87", "erlischt bei Tagesanbruch")
    assert "87" in row.pages


def test_a_docket_finds_the_decision_that_was_opened(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/hkca/2025/12")
    assert accepted(acting, corpus, "hk/CACV/77/2024", "The wick was wet.").work == "hk/hkca/2025/12"


def test_law_that_is_not_in_force_says_so_on_its_row(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9#s3", as_of="2021-01-01")
    row = accepted(acting, corpus, "hk/cap9", "A keeper must not sell oil.")
    assert row.status == "pending"
    assert "not_in_force" in row.findings


def test_a_repeated_id_is_told_apart_by_its_node(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9#s5_a")
    row = accepted(acting, corpus, "hk/cap9", "another thing")
    assert (row.pinpoint, row.node) == ("s5_a", "s5_a~1")
    assert "repeated_id" in row.findings


def test_the_wording_that_was_opened_is_quoted_in_its_language(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", language="zh-Hant")
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    assert accepted(acting, corpus, "hk/cap9", "每名看守人須點亮兩盞燈籠").language == "zh-Hant"
    assert accepted(acting, corpus, "hk/cap9", "burns oil").expression == "hk/cap9@en/2020-01-01"


# refused


def test_attack_what_was_not_opened_in_this_chat_is_refused(acting: Acting, corpus: SqliteCorpus) -> None:
    other = replace(acting, chat=ChatId("firm", "harbour", "other chat"))
    new_chat(other)
    opened(other, corpus, "hk/cap9")
    answer = refused(acting, corpus, "hk/cap9", "Every keeper shall light two lanterns.")
    assert answer.code == "not_opened"
    assert answer.next == NextCall("open", {"reference": "hk/cap9"})


def test_attack_a_neighbour_of_what_was_opened_is_refused_with_its_place(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9#s2_1", as_of="2021-01-01")
    answer = refused(acting, corpus, "hk/cap9#s2_1", "The lantern burns till dawn.")
    assert answer.code == "not_opened"
    assert answer.next == NextCall("open", {"reference": "hk/cap9#s2_2"})


def test_attack_altered_words_are_refused_with_the_words_that_stand_there(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    answer = refused(acting, corpus, "hk/cap9", "Every keeper may light a lantern.")
    assert answer.code == "not_verbatim"
    assert ("must", "may") in answer.differs
    assert "Every keeper must light a lantern." in answer.text
    assert answer.place == "hk/cap9#s2"
    assert answer.next is not None
    again = dict(answer.next.arguments)
    assert accepted(acting, corpus, again["reference"], again["quote"]).pinpoint == "s2"


def test_attack_an_omission_is_not_verbatim_even_when_it_is_marked(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/hkca/2025/12")
    assert refused(acting, corpus, "hk/hkca/2025/12", "The wick … the appeal.").code == "not_verbatim"
    assert refused(acting, corpus, "hk/hkca/2025/12", "[t]he wick was wet").code == "not_verbatim"
    assert refused(acting, corpus, "hk/hkca/2025/12", "the WICK was wet").code == "not_verbatim"


@pytest.mark.parametrize("quote", ["keep", "ern burns oi", "lantern burn"])
def test_attack_a_part_of_a_word_stands_nowhere(acting: Acting, corpus: SqliteCorpus, quote: str) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    assert refused(acting, corpus, "hk/cap9", quote).code == "not_verbatim"


@pytest.mark.parametrize(
    "disguise", ["The l\u0430ntern burns oil.", "The lantern burns oil\u3002", "Тhe lantern burns oil."]
)
def test_attack_letters_that_only_look_alike_are_refused(acting: Acting, corpus: SqliteCorpus, disguise: str) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    outcome = proposed(acting, corpus, "hk/cap9", disguise)
    if isinstance(outcome, Accepted):  # typography: then the source's own characters are kept
        assert outcome.evidence.quote == "The lantern burns oil."
    else:
        assert outcome.code == "not_verbatim"


def test_words_of_nothing_that_is_there_show_the_text_that_is(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9#s1")
    answer = refused(acting, corpus, "hk/cap9", "Submarines require quarterly inspection certificates")
    assert answer.code == "not_verbatim"
    assert answer.text
    assert answer.next is not None


def test_words_that_stand_at_several_places_are_refused_until_one_is_named(
    acting: Acting, corpus: SqliteCorpus
) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    answer = refused(acting, corpus, "hk/cap9", "The lantern burns")
    assert answer.code == "several_places"
    assert answer.places == ("hk/cap9#s2_1", "hk/cap9#s2_2")
    assert accepted(acting, corpus, answer.places[1], "The lantern burns").pinpoint == "s2_2"


def test_attack_words_over_two_provisions_are_refused_with_a_part_to_quote(
    acting: Acting, corpus: SqliteCorpus
) -> None:
    opened(acting, corpus, "hk/hkca/2025/12")
    answer = refused(acting, corpus, "hk/hkca/2025/12", "We dismiss the appeal. 3. Costs follow the event.")
    assert answer.code == "crosses_provisions"
    assert answer.places == ("hk/hkca/2025/12#para_2", "hk/hkca/2025/12#para_3")
    assert answer.next is not None
    part = answer.next.arguments["quote"]
    assert accepted(acting, corpus, "hk/hkca/2025/12", part).quote == part


def test_a_document_that_is_not_held_is_refused(acting: Acting, corpus: SqliteCorpus) -> None:
    answer = refused(acting, corpus, "hk/hkca/2025/13", "The wick was wet.")
    assert answer.code == "not_held"
    assert [each.reference for each in answer.suggestions] != []


def test_attack_a_document_of_another_release_than_was_opened_is_refused(
    acting: Acting, corpus: SqliteCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(acting, corpus, "hk/cap9")
    held = corpus.expressions("hk/cap9")
    newer = tuple(replace(each, release="hk/2027.01.31") for each in held)
    monkeypatch.setattr(corpus, "expressions", lambda _: newer)
    assert refused(acting, corpus, "hk/cap9", "Every keeper shall light two lanterns.").code == "other_release"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("relevance", "maybe"),
        ("reason", " "),
        ("line_of_enquiry", ""),
        ("quote", ""),
        ("quote", " …  "),
        ("reference", "?"),
    ],
)
def test_a_field_that_cannot_be_used_is_bad_input(acting: Acting, corpus: SqliteCorpus, field: str, value: str) -> None:
    opened(acting, corpus, "hk/cap9")
    proposal = replace(Proposal("hk/cap9", "burns gas", "q", "analogical", "r"), **{field: value})
    with pytest.raises(BadInput) as caught:
        propose(acting, corpus, proposal, extract=lambda _: (), url=lambda *_: "")
    assert caught.value.remedy


def test_a_refusal_is_recorded_by_digest_only_where_it_is_asked_for(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9")
    proposed(acting, corpus, "hk/cap9", "secret words that stand nowhere", record_refusals=True)
    last = list(acting.ledger.entries(acting.chat))[-1]
    assert (last.entry.kind, last.entry.number) == ("refused", 0)
    assert last.payload is not None
    assert b"secret" not in last.payload
    assert chat_state(acting).rows == ()


def test_outcomes_are_json_that_a_program_can_act_on(acting: Acting, corpus: SqliteCorpus) -> None:
    first = as_json(proposed(acting, corpus, "hk/cap9", "burns gas"))
    assert (first["outcome"], first["code"], first["next"]["verb"]) == ("refused", "not_opened", "open")
    assert first["message"].endswith(".")
    opened(acting, corpus, first["next"]["arguments"]["reference"])
    second = as_json(proposed(acting, corpus, "hk/cap9", "burn gas"))
    assert (second["outcome"], second["row"]) == ("accepted", "E1")
    assert json.loads(json.dumps(second)) == second


# after


def test_a_withdrawn_row_stays_to_be_seen_and_its_number_is_not_used_again(
    acting: Acting, corpus: SqliteCorpus
) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    accepted(acting, corpus, "hk/cap9", "burns oil")
    withdraw(acting, 1, "superseded")
    assert proposed(acting, corpus, "hk/cap9", "burns oil").number == 2  # type: ignore[union-attr]
    rows = chat_state(acting).rows
    assert [(row.name, row.status, row.why) for row in rows] == [
        ("E1", "withdrawn", "superseded"),
        ("E2", "standing", ""),
    ]
    assert [row.number for row in chat_state(acting).citable()] == [2]
    with pytest.raises(BadInput, match="was withdrawn before"):
        withdraw(acting, 1, "again")
    with pytest.raises(BadInput, match="no row E9"):
        withdraw(acting, 9, "none")
    with pytest.raises(BadInput, match="for a reason"):
        withdraw(acting, 2, " ")


def test_an_erased_row_cannot_be_cited_and_an_erased_opening_is_closed(acting: Acting, corpus: SqliteCorpus) -> None:
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")  # entry 2
    accepted(acting, corpus, "hk/cap9", "burns oil")  # entry 3
    erase(acting, [2, 3], reason="asked for", ground="Art. 17")
    state = chat_state(acting)
    assert [(row.status, row.evidence) for row in state.rows] == [("erased", None)]
    assert state.citable() == ()
    assert refused(acting, corpus, "hk/cap9", "burns oil").code == "not_opened"
    assert verify_chat(acting).sound
    with pytest.raises(BadInput, match="reason and a ground"):
        erase(acting, [1], reason="", ground="x")


def test_an_export_verifies_without_the_store_and_shows_any_change(acting: Acting, corpus: SqliteCorpus) -> None:
    ask(acting, "Who must light?")
    opened(acting, corpus, "hk/cap9", as_of="2021-01-01")
    accepted(acting, corpus, "hk/cap9", "burns oil")
    erase(acting, [2], reason="asked for", ground="Art. 17")
    exported = export_chat(acting, to="the client")
    chat, entries, point = read_export(canonical_json(exported))
    assert verify(chat, entries, [point]).sound
    assert entries[-1].entry.kind == "exported"
    exported["entries"][3]["payload"]["body"]["quote"] = "burns nothing"
    chat, entries, point = read_export(canonical_json(exported))
    assert [each.code for each in verify(chat, entries, [point]).findings] == ["altered_payload"]


def test_a_checkpoint_is_recorded_and_later_chains_hold_it(acting: Acting) -> None:
    point = hand_out(acting, to="the client")
    assert point.count == 2
    ask(acting, "And then?")
    assert verify_chat(acting, [point]).sound
    found = verify_chat(acting, [replace(point, count=9)])
    assert [each.code for each in found.findings] == ["behind_checkpoint"]


@pytest.mark.parametrize(("name", "number"), [("E3", 3), ("e12", 12), ("[E1]", 1), ("7", 7)])
def test_rows_are_named_as_people_write_them(name: str, number: int) -> None:
    assert row_number(name) == number


@pytest.mark.parametrize("name", ["", "E", "E0", "E-1", "E1.5", "F2", "E٣"])
def test_what_names_no_row_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput):
        row_number(name)


@pytest.mark.parametrize("question", ["", "  "])
def test_an_empty_question_is_refused(acting: Acting, question: str) -> None:
    with pytest.raises(BadInput):
        ask(acting, question)
