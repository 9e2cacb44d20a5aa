"""`pincite support --batch`: a line in, a line out."""

from __future__ import annotations

import json

import pytest
from tests.judging.pairs import KEEPERS

from pincite.errors import BadInput
from pincite.judging.by_signals import SignalsJudge
from pincite.workflows.judge_support import judge_lines, question_of

CONFLICT = {
    "id": "a",
    "lang": "en",
    "claim": "The lantern keeper shall return the deposit within 28 days after the night of the feast.",
    "passage": KEEPERS,
}


def test_a_line_is_answered_with_label_signals_and_how_it_was_reached() -> None:
    lines = [json.dumps(CONFLICT), "", json.dumps({"id": 2, "claim": "Lamps are lit.", "passage": KEEPERS})]
    first, second = (json.loads(line) for line in judge_lines(lines, SignalsJudge()))
    assert (first["id"], first["label"], first["confidence"]) == ("a", "CONTRADICTED", 0.5)
    assert first["signals"][0] == {"code": "deadline_conflict", "claim": "28 days", "passage": "14 days", "hard": True}
    assert (second["id"], second["label"]) == (2, "UNDECIDED")
    assert "confidence" not in second


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{",
        '{"claim": "a", "passage": "b"}',
        '{"id": 1, "claim": "a"}',
        '{"id": 1, "claim": 2, "passage": "b"}',
        '{"id": 1, "claim": "a", "passage": "b", "signal": "x"}',
    ],
)
def test_a_line_that_is_no_case_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(BadInput, match="line 2"):
        list(judge_lines([json.dumps(CONFLICT), line], SignalsJudge()))


def test_languages_are_those_said_or_found_out() -> None:
    question = question_of(
        {
            "claim": "管理人須登記。",
            "passage": "Der Wart hat die Lampe zu melden, und er hat es zu tun.",
            "lang": "zh",
            "passage_lang": "de",
        }
    )
    assert (question.claim_language, question.passage_language) == ("zh-Hant", "de")
