"""Audit: a corrected copy in which every citation stands on a row or bears a label, and an account of every change."""

from __future__ import annotations

import pytest
from benchmarks.lying_writers import lie

from pincite import wiring
from pincite.answers.account import LABELLED
from pincite.answers.ports import Opinion
from pincite.answers.streaming import Finished
from pincite.errors import BadInput, CannotRun
from pincite.identity.reference import Reference
from pincite.ledger.entries import ChatId, read_payload
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import as_json, audit_answer
from pincite.workflows.chat import Acting, chat_state
from pincite.workflows.compose_answer import Answering, compose_answer

UNVERIFIED = "(unverified — not checked against the corpus this chat)"
NOT_FOUND = "(not found in the corpus)"


def audited(text: str, answering: Answering, acting: Acting | None = None) -> Finished:
    return audit_answer(text, answering, at="2026-11-30T00:00:00.000Z", acting=acting)


def outcomes(finished: Finished) -> list[tuple[str, str]]:
    return [(change.text, change.outcome) for change in finished.changes]


def test_what_the_ledger_holds_stands(acting: Acting, answering: Answering) -> None:
    finished = audited("The keeper has 30 days (Cap. 9001, s. 3(1)).", answering, acting)
    assert outcomes(finished) == [("Cap. 9001, s. 3(1)", "in_ledger")]
    assert finished.changes[0].rows == ("E1",)
    assert finished.text.startswith("The keeper has 30 days (Cap. 9001, s. 3(1)).\n\n**References**\n- [Cap. 9001](")


def test_a_quotation_is_grounded_there_and_then_by_the_actor_audit(acting: Acting, answering: Answering) -> None:
    before = len(chat_state(acting).rows)
    finished = audited(
        "“the sound of a boat, a bell or a lantern” – no; “A keeper must not leave a lit lantern unattended” (Cap. 9001, s. 4(1)).",
        answering,
        acting,
    )
    assert finished.changes[-1].outcome in {"in_ledger", "quote_refused"}
    text = "“Registration is complete only when the Registrar has entered the lantern in the register.” ([2026] HKCFA 391 at [4])"
    finished = audited(text, answering, acting)
    assert [change.outcome for change in finished.changes] == ["quote_grounded"]
    rows = chat_state(acting).rows
    assert len(rows) == before + 1
    assert rows[-1].actor == "audit"
    kinds = [each.entry.kind for each in acting.ledger.entries(acting.chat)]
    assert kinds[-3:] == ["opened", "accepted", "audited"]


def test_other_words_than_the_rows_are_refused_though_the_place_has_a_row(acting: Acting, answering: Answering) -> None:
    finished = audited("“A keeper must leave a lit lantern unattended” (Cap. 9001, s. 4(1)).", answering, acting)
    change = finished.changes[0]
    assert (change.outcome, change.label) == ("quote_refused", "unverified")
    assert change.words == "A keeper must not leave a lit lantern unattended"
    assert f"s. 4(1) {UNVERIFIED})" in finished.text
    assert finished.references == ""


def test_words_of_a_party_are_not_the_courts(answering: Answering) -> None:
    text = (
        "The Court held that “a lantern is registered once the keeper has posted the form” ([2026] HKCFA 391 at [3])."
    )
    finished = audited(text, answering)
    assert (finished.changes[0].outcome, finished.changes[0].code) == ("quote_refused", "speaker_submission")


def test_a_pinpoint_is_corrected_to_where_the_words_stand(answering: Answering) -> None:
    text = "“may not be used to punish a late registration” ([2026] HKCFA 391 at [5])."
    finished = audited(text, answering)
    assert finished.changes[0].outcome == "pinpoint_corrected"
    assert "([2026] HKCFA 391 at [6])" in finished.text


def test_a_pinpoint_is_corrected_to_the_row_whose_words_the_claim_has(acting: Acting, answering: Answering) -> None:
    text = "A keeper must register each lantern with the Registrar within 30 days (Cap. 9001, s. 3(2))."
    finished = audited(text, answering, acting)
    assert (finished.changes[0].outcome, finished.changes[0].rows) == ("pinpoint_corrected", ("E1",))
    assert finished.text.startswith(
        "A keeper must register each lantern with the Registrar within 30 days (s. 3(1) of Cap. 9001)."
    )


def test_what_is_not_held_is_labelled_not_found(answering: Answering) -> None:
    finished = audited("See [2026] HKCFA 397 at [12] and Cap. 9001, s. 44.", answering)
    assert [change.outcome for change in finished.changes] == ["label_not_found", "label_not_found"]
    assert finished.text == f"See [2026] HKCFA 397 at [12] {NOT_FOUND} and Cap. 9001, s. 44 {NOT_FOUND}."


def test_what_nobody_checked_is_labelled_unverified(answering: Answering) -> None:
    finished = audited("The fine is high (Cap. 9001, s. 6(1)).", answering)
    assert finished.text == f"The fine is high (Cap. 9001, s. 6(1) {UNVERIFIED})."


class Agrees:
    """A verifier that remembers what it was asked, and agrees."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def __call__(self, claim: str, reference: Reference, text: str) -> Opinion:
        self.asked.append((claim, str(reference), text))
        return "supported"


def test_the_verifier_is_sent_to_the_one_document_where_nothing_else_can_be_checked(corpus: SqliteCorpus) -> None:
    from dataclasses import replace

    judge = Agrees()
    answering = replace(wiring.answering(corpus, language="en"), verifier=judge)
    finished = audited("Floating lanterns need a permit (Cap. 9001, s. 6(1)).", answering)
    assert finished.changes[0].outcome == "verifier_supported"
    ((claim, reference, text),) = judge.asked
    assert reference == "hk/cap9001#s6_1"
    assert "permit" in claim
    assert "afloat" in text
    assert UNVERIFIED not in finished.text


def test_a_claim_that_the_verifier_denies_is_labelled_and_the_account_says_that_it_was_denied(
    corpus: SqliteCorpus,
) -> None:
    from dataclasses import replace

    answering = replace(wiring.answering(corpus, language="en"), verifier=lambda *_: "not_supported")
    finished = audited("Floating lanterns need no permit (Cap. 9001, s. 6(1)).", answering)
    assert [(c.outcome, c.code) for c in finished.changes] == [("label_unverified", "not_supported")]
    assert UNVERIFIED in finished.text


def test_placeholders_that_stand_for_nothing_leave_a_label_and_no_number(acting: Acting, answering: Answering) -> None:
    finished = audited("One [E1]. Two [E6]. Three [E77].", answering, acting)
    assert [(c.outcome, c.code) for c in finished.changes] == [
        ("expanded", ""),
        ("label_unverified", "withdrawn"),
        ("label_unverified", "unknown"),
    ]
    assert finished.text.startswith(f"One (s. 3(1) of Cap. 9001). Two {UNVERIFIED}. Three {UNVERIFIED}.")
    assert "[E" not in finished.text


def test_labels_are_written_in_the_language_of_the_text(corpus: SqliteCorpus) -> None:
    german = audited("Siehe Urteil 4A_9999/2026 E. 4.", wiring.answering(corpus, language="de"))
    assert german.text == "Siehe Urteil 4A_9999/2026 E. 4 (im Korpus nicht gefunden)."
    chinese = audited("見第9001章第44條。", wiring.answering(corpus, language="zh-Hant"))
    assert "第44條（語料庫中找不到）" in chinese.text


def test_spans_lead_to_both_texts(acting: Acting, answering: Answering) -> None:
    for seed in range(60):
        told = lie(seed)
        finished = audited(told.text, answering, acting)
        for change in finished.changes:
            assert told.text[change.start : change.end] == change.text
            assert finished.text[change.out_start : change.out_end].startswith(change.shown)
        rebuilt, at = "", 0
        for change in finished.changes:
            rebuilt += told.text[at : change.start] + finished.text[change.out_start : change.out_end]
            at = change.end
        assert finished.text.startswith(rebuilt + told.text[at:]), "nothing is changed that is not in the account"


def test_an_answer_audited_again_stays_as_it_is(acting: Acting, answering: Answering) -> None:
    once = compose_answer(
        acting, "It binds [E1][E3]. “A keeper must not leave a lit lantern unattended” [E2].", answering
    ).text
    again = audited(once, answering, acting)
    assert again.text == once
    assert not [change for change in again.changes if change.outcome in LABELLED]


def test_labels_are_not_put_twice(answering: Answering) -> None:
    once = audited("See [2026] HKCFA 397 at [12], and the fine (Cap. 9001, s. 6(1)).", answering).text
    assert audited(once, answering).text == once


def test_a_list_of_references_that_was_made_up_is_made_again(acting: Acting, answering: Answering) -> None:
    text = "It binds [E1].\n\n**References**\n- [Cap. 571](https://x.example) — s. 5\n"
    finished = audited(text, answering, acting)
    assert "571" not in finished.text
    assert finished.text.count("**References**") == 1


def test_the_account_is_recorded_and_verifies(acting: Acting, answering: Answering) -> None:
    from pincite.ledger.chain import verify

    audited("See Cap. 9001, s. 3(1).", answering, acting)
    entries = list(acting.ledger.entries(acting.chat))
    assert verify(acting.chat, entries).sound
    assert entries[-1].payload is not None
    assert read_payload(entries[-1].payload).body["outcomes"] == {"in_ledger": 1}


def test_without_a_chat_nothing_is_recorded_anywhere(answering: Answering) -> None:
    text = "“A keeper must not leave a lit lantern unattended” (Cap. 9001, s. 4(1))."
    finished = audited(text, answering)
    assert [change.outcome for change in finished.changes] == ["quote_grounded"]
    shown = as_json(text, finished)
    assert shown["all_verified"] is True
    assert shown["rows"][0]["reference"] == "hk/cap9001#s4_1"


def test_rows_that_somebody_added_meanwhile_stop_the_audit_before_anything_is_recorded(
    acting: Acting, answering: Answering
) -> None:
    from pincite.workflows.answer_grounds import ChatGrounds

    grounds = ChatGrounds(acting, answering.corpus, answering.url, acting.at, language="en")
    assert (
        grounds.ground(Reference.parse("hk/cap9001#s6_1"), "A keeper shall not set a lantern afloat", "").row
        is not None
    )
    audited(
        "“Registration is complete only when the Registrar has entered” ([2026] HKCFA 391 at [4])", answering, acting
    )
    head = acting.ledger.head(acting.chat)
    if head is not None and head.numbers == 6:  # the words were a row's own: nothing was added; add one
        audited("“within 30 days after lighting it” (Cap. 9001, s. 3(1))", answering, acting)
    with pytest.raises(CannotRun, match="somebody added rows"):
        grounds.commit()


def test_a_chat_of_another_matter_is_bad_input(acting: Acting, answering: Answering) -> None:
    other = Acting(acting.ledger, ChatId("local", "other", acting.chat.chat), "x", acting.at)
    with pytest.raises(BadInput, match="no chat"):
        audited("[E1]", answering, other)
