"""The panel's rule, services as judges, recorded judgements, kept opinions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.judging.pairs import KEEPERS, asked

from pincite.errors import BadInput, CannotRun
from pincite.judging.by_service import ServiceJudge
from pincite.judging.by_signals import SignalsJudge
from pincite.judging.judge import Excerpt, Judge, JudgeName, Opinion, Question
from pincite.judging.kept import KeptJudge, opinion_from
from pincite.judging.panel import Panel
from pincite.judging.recorded import RecordedJudge, judgements_of, read_judgements
from pincite.judging.verdict import Support
from pincite.text.span import Span

CONFLICT = "The lantern keeper shall return the deposit within 28 days after the night of the feast."
OPEN = "The keeper gives the deposit back soon after the feast."


@dataclass
class Says:
    """A judge that always says the same; counts what it was asked."""

    support: Support
    reason: str = "parts"
    asked: int = 0

    @property
    def name(self) -> JudgeName:
        return JudgeName.of("says", "1", what=self.support)

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        self.asked += len(questions)
        return [
            Opinion(
                self.support, self.name, "server_judge", q.sha256, self.reason, excerpts=(Excerpt.of(q.passage, 0, 5),)
            )
            for q in questions
        ]


def panel(*others: Judge, recorded: Judge | None = None) -> Panel:
    return Panel(others, recorded)


def test_a_model_s_match_against_a_hard_signal_goes_to_review() -> None:
    opinion = panel(Says("SUPPORTED")).judge([asked(CONFLICT)])[0]
    assert (opinion.support, opinion.reason) == ("UNDECIDED", "review")
    assert {each.support for each in opinion.opinions} == {"CONTRADICTED", "SUPPORTED"}


def test_judges_that_disagree_decide_nothing() -> None:
    assert panel(Says("SUPPORTED"), Says("PARTLY")).judge([asked(OPEN)])[0].reason == "judges_disagree"


def test_what_judges_agree_on_stands() -> None:
    assert panel(Says("PARTLY"), Says("PARTLY")).judge([asked(OPEN)])[0].support == "PARTLY"
    assert panel(Says("CONTRADICTED")).judge([asked(CONFLICT)])[0].support == "CONTRADICTED"


def test_a_hard_signal_stands_where_no_judge_decides() -> None:
    assert panel(Says("UNDECIDED", "model_failed")).judge([asked(CONFLICT)])[0].support == "CONTRADICTED"
    assert panel(Says("UNDECIDED", "withheld")).judge([asked(OPEN)])[0].reason == "withheld"


def test_what_the_words_or_a_person_settle_is_put_to_no_model() -> None:
    model = Says("CONTRADICTED")
    quoted = "“The lantern keeper shall return the deposit to the guest within 14 days after the night of the feast.”"
    person = RecordedJudge(judgements_of([{"support": "PARTLY", "question": asked(OPEN).sha256, "by": "Ada"}]))
    found = panel(model, recorded=person).judge([asked(quoted), asked(OPEN)])
    assert [opinion.support for opinion in found] == ["SUPPORTED", "PARTLY"]
    assert model.asked == 0


# services


def service(answer: Mapping[str, Any] | Exception) -> ServiceJudge:
    def check(_: Question) -> Mapping[str, Any]:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return ServiceJudge("lamps", check)


@pytest.mark.parametrize(
    ("answer", "support", "reason"),
    [
        ({"supports": "yes", "supporting_excerpt": "within 14 days"}, "SUPPORTED", "service"),
        ({"supports": "yes", "supporting_excerpt": "within 41 days"}, "UNDECIDED", "excerpt_not_in_passage"),
        ({"supports": "contradicts"}, "UNDECIDED", "excerpt_not_in_passage"),
        ({"supports": "no"}, "UNSUPPORTED", "service"),
        ({"supports": "unknown"}, "UNDECIDED", "unclear"),
        ({"error": "timeout"}, "UNDECIDED", "service_failed"),
        (CannotRun("no answer"), "UNDECIDED", "service_failed"),
    ],
)
def test_a_service_s_answer_counts_only_with_words_of_the_passage(answer: Any, support: str, reason: str) -> None:
    opinion = service(answer).judge([asked(OPEN)])[0]
    assert (opinion.support, opinion.reason) == (support, reason)


# recorded


def test_a_recorded_judgement_counts_for_its_citation_of_its_draft_alone() -> None:
    judge = RecordedJudge(judgements_of([{"support": "SUPPORTED", "draft": "ab", "start": 3, "end": 9, "by": "Ada"}]))
    right, other_place, other_draft = judge.judge(
        [
            asked(OPEN, draft="ab", citation=Span(5, 12)),
            asked(OPEN, draft="ab", citation=Span(9, 12)),
            asked(OPEN, draft="cd", citation=Span(5, 12)),
        ]
    )
    assert [right.support, other_place.support, other_draft.support] == ["SUPPORTED", "UNDECIDED", "UNDECIDED"]
    assert dict(right.judge.parameters)["by"] == "Ada"


@pytest.mark.parametrize(
    "line", [b"[]", b"{", b'{"support": "YES"}', b'{"support": "PARTLY"}', b'{"support": "PARTLY", "question": 1}']
)
def test_a_judgement_that_is_none_is_refused(line: bytes) -> None:
    with pytest.raises(BadInput):
        read_judgements(line)


# kept


@dataclass
class Memory:
    kept: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def get(self, key: str) -> Mapping[str, Any] | None:
        return self.kept.get(key)

    def put(self, key: str, opinion: Mapping[str, Any]) -> None:
        self.kept.setdefault(key, opinion)


def test_an_opinion_is_kept_for_the_same_judge_and_content_alone() -> None:
    memory, judge = Memory(), Says("PARTLY")
    first = KeptJudge(judge, memory).judge([asked(OPEN)])[0]
    again = KeptJudge(judge, memory).judge([asked(OPEN, spans=(Span(0, 3),))])[0]
    assert (first, judge.asked) == (again, 1)
    KeptJudge(judge, memory).judge([asked(OPEN, KEEPERS + " More.")])
    KeptJudge(Says("SUPPORTED"), memory).judge([asked(OPEN)])
    assert (judge.asked, len(memory.kept)) == (2, 3)


def test_a_failure_is_not_kept() -> None:
    memory = Memory()
    KeptJudge(Says("UNDECIDED", "model_failed"), memory).judge([asked(OPEN)])
    assert memory.kept == {}


def test_attack_a_kept_excerpt_that_is_not_in_the_passage_is_dropped() -> None:
    question = asked(OPEN)
    value = Says("SUPPORTED").judge([question])[0].as_json()
    assert opinion_from(value, question) is not None
    value["excerpts"][0]["text"] = "other"
    assert opinion_from(value, question) is None
    assert opinion_from({"support": "SUPPORTED"}, question) is None


def test_signals_survive_being_written_and_read() -> None:
    question = asked(CONFLICT)
    opinion = SignalsJudge().judge([question])[0]
    assert opinion_from(opinion.as_json(), question) == opinion
