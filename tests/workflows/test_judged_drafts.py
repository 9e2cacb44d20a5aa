"""Claims of a draft put to a judge: what is asked, and what its answer does to status, evidence and gate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from tests.workflows.house_simulator import DATE, HouseSimulator, Marked, house, unmark

from pincite.digests import sha256
from pincite.drafts.scanned import seen
from pincite.judging.by_signals import SignalsJudge
from pincite.judging.judge import Excerpt, Judge, JudgeName, Opinion, Question
from pincite.judging.recorded import RecordedJudge, judgements_of
from pincite.judging.verdict import Support
from pincite.reports.report import Report
from pincite.workflows.verify_draft import Request, verify_draft

CLAIM = "Keepers register their lanterns (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧)."


def verify(marked: str, judge: Judge, sim: HouseSimulator | None = None) -> Report:
    text, _ = unmark(marked)
    _, mentions = unmark(seen(marked))
    request = Request(text.encode(), "draft.md", DATE, language="en")
    return verify_draft(request, sim or house(), Marked(mentions), judge=judge)


@dataclass
class Says:
    """A judge that says what a test wants of each passage, and keeps what it was asked."""

    supports: list[Support]
    words: str = ""
    reason: str = "parts"
    stands_at: str = ""
    questions: list[Question] = field(default_factory=list)

    @property
    def name(self) -> JudgeName:
        return JudgeName.of("says", "1")

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        found = []
        for question in questions:
            self.questions.append(question)
            support = self.supports[min(len(self.questions), len(self.supports)) - 1]
            at = question.passage.find(self.words) if self.words else -1
            excerpts = (Excerpt.of(question.passage, at, at + len(self.words)),) if at >= 0 else ()
            found.append(
                Opinion(
                    support,
                    self.name,
                    "server_judge",
                    question.sha256,
                    self.reason,
                    "",
                    excerpts,
                    stands_at=self.stands_at,
                )
            )
        return found


@pytest.mark.parametrize(
    ("support", "status"),
    [
        ("SUPPORTED", "MATCH"),
        ("PARTLY", "PARTIAL"),
        ("CONTRADICTED", "MISMATCH"),
        ("UNSUPPORTED", "MISMATCH"),
        ("UNDECIDED", "UNVERIFIED"),
    ],
)
def test_the_status_follows_the_judge_by_the_table(support: Support, status: str) -> None:
    report = verify(CLAIM, Says([support]))
    record = report.mentions[0]
    assert (record.status, record.axes.support) == (status, support)
    assert report.delivery_blocked is (status in ("MISMATCH", "UNVERIFIED"))
    assert json.loads(json.dumps(record.as_json()))["judgement"]["judge"]["name"] == "says"


def test_a_judge_is_shown_the_cited_place_and_the_claim_with_its_citation_marked_off() -> None:
    judge = Says(["SUPPORTED"])
    verify(CLAIM, judge)
    question = judge.questions[0]
    assert question.passage.startswith("A keeper shall register")
    citation = question.citations[0]
    assert question.claim[citation.start : citation.end] == "Cap. 9001, s. 3"
    assert question.spans


def test_the_evidence_is_the_excerpt_the_judge_relied_on() -> None:
    report = verify(CLAIM, Says(["SUPPORTED"], words="shall register each lantern"))
    evidence = report.mentions[0].evidence
    assert evidence is not None
    assert evidence.snippet == "shall register each lantern"
    assert evidence.place == "s3"


def test_a_judge_is_not_asked_where_a_quotation_settles_it_or_blocks_it() -> None:
    judge = Says(["SUPPORTED"])
    verify("“A keeper must leave a lit lantern unattended” (⟦Cap. 9001, s. 4|hk/cap9001#s4⟧).", judge)
    verify("Nothing stands there (⟦Cap. 9777, s. 4|hk/cap9777#s4⟧).", judge)
    assert judge.questions == []


def test_what_is_not_stated_at_the_place_is_looked_for_in_the_document_and_the_pinpoint_corrected() -> None:
    judge = Says(["UNSUPPORTED", "SUPPORTED"], words="shall register each lantern")
    record = verify("Keepers register their lanterns (⟦Cap. 9001, s. 4|hk/cap9001#s4⟧).", judge).mentions[0]
    assert len(judge.questions) == 2
    assert (record.status, record.axes.pinpoint, record.axes.support) == ("PARTIAL", "corrected", "SUPPORTED")
    assert any(f.code == "wrong_pinpoint" and f.parameters["place"] == "s3" for f in record.findings)


def test_what_stands_nowhere_in_the_document_stays_a_mismatch() -> None:
    judge = Says(["UNSUPPORTED", "UNDECIDED"])
    assert verify("Keepers sing (⟦Cap. 9001, s. 4|hk/cap9001#s4⟧).", judge).mentions[0].status == "MISMATCH"


def test_what_the_privacy_mode_withheld_is_said_to_be_withheld() -> None:
    record = verify(CLAIM, Says(["UNDECIDED"], reason="withheld")).mentions[0]
    assert (record.status, record.cause) == ("UNVERIFIED", "content_withheld")


def test_a_hard_signal_makes_a_mismatch_and_is_reported() -> None:
    claim = "A keeper shall register each lantern with the Registrar within 90 days after lighting it for the first time (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧)."
    record = verify(claim, SignalsJudge()).mentions[0]
    assert (record.status, record.axes.support) == ("MISMATCH", "CONTRADICTED")
    assert any(f.code == "signal_deadline_conflict" for f in record.findings)


def test_attack_the_signals_never_pass_a_paraphrase() -> None:
    assert verify(CLAIM, SignalsJudge()).mentions[0].status == "UNVERIFIED"


def test_a_recorded_judgement_of_this_draft_decides() -> None:
    text, mentions = unmark(CLAIM)
    row = {"support": "SUPPORTED", "draft": sha256(text.encode()), "start": mentions[0].start, "end": mentions[0].end}
    judge = RecordedJudge(judgements_of([row]))
    assert verify(CLAIM, judge).mentions[0].status == "MATCH"
    other = RecordedJudge(judgements_of([{**row, "draft": "0" * 64}]))
    assert verify(CLAIM, other).mentions[0].status == "UNVERIFIED"
