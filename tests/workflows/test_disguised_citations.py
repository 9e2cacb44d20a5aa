"""What a reader sees is what is scanned; what may hide a citation or an attribution keeps a draft from being clear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workflows.house_simulator import house

from pincite import wiring
from pincite.drafts.scanned import Scanned, seen

FALSE = "reads: “A keeper may leave a lit lantern unattended.”"


@pytest.mark.parametrize(
    ("written", "reference"),
    [
        ("Art.\u200b28 Abs. 2 ZGB", "ch/sr/210#art_28/para_2"),
        ("Art. 28 Abs. 2 Z\u00adGB", "ch/sr/210#art_28/para_2"),
        ("C\u200bap. 9001, s. 4", "hk/cap9001#s4"),
        ("Cap. \uff19\uff10\uff10\uff11, s. \uff14", "hk/cap9001#s4"),
        ("Cap. 9001,\u2060 s. 4", "hk/cap9001#s4"),
    ],
)
def test_attack_disguised_citations_are_found_where_they_stand(written: str, reference: str) -> None:
    draft = f"We say that {written} applies."
    scanned = Scanned(draft)
    found = scanned.back(wiring.extractor().extract(scanned.text)).mentions
    assert [(m.text, m.reference) for m in found] == [(written, reference)]
    assert draft[found[0].start : found[0].end] == written


@given(st.text(alphabet="ab \u200b\u00ad\uff11\ufeff.", max_size=30), st.data())
def test_every_offset_leads_back_to_the_character_it_stands_for(text: str, data: st.DataObject) -> None:
    scanned = Scanned(text)
    assert scanned.text == seen(text)
    if scanned.text:
        at = data.draw(st.integers(0, len(scanned.text) - 1))
        assert seen(text[scanned.start(at)]) == scanned.text[at] or scanned.text[at] == "\ufeff"
        assert scanned.end(at + 1) == scanned.start(at) + 1


def test_attack_an_invisible_character_inside_a_word_keeps_a_draft_from_being_clear() -> None:
    report = house().verify("The keep\u200ber did nothing.")
    assert [reason.cause for reason in report.decision.reasons] == ["hidden_in_words"]
    assert report.decision.delivery == "BLOCKED"


def test_invisible_characters_between_words_are_told_and_hold_nothing_back() -> None:
    report = house().verify("The keeper\u200b did nothing.")
    assert (report.decision.delivery, [f.code for f in report.draft.findings]) == ("CLEAR", ["hidden_characters"])


@pytest.mark.parametrize(
    "draft",
    [
        f"The lantern law {FALSE}",
        "Das Gesetz bestimmt, «wer eine Laterne anzündet, darf sie verlassen».",
        "法庭指出「管理人可以離開點亮的燈籠」。",
    ],
)
def test_attack_an_attributed_quotation_without_a_citation_keeps_a_draft_from_being_clear(draft: str) -> None:
    report = house().verify(draft)
    assert [reason.cause for reason in report.decision.reasons] == ["attributed_quotation_loose"]


def test_words_quoted_in_passing_hold_nothing_back() -> None:
    assert house().verify("The so-called “lamp of last resort” rule is ours.").decision.delivery == "CLEAR"
