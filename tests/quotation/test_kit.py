"""The kit: its cases are as their descriptions say, cover every code, and the project's own checker answers them."""

from __future__ import annotations

import json
from pathlib import Path

from kit.build import build
from kit.run import questions, read_cases, score

from pincite.workflows.explain_quote import explain_cases

CODES = {f"A{n}" for n in range(14)} | {f"M{n}" for n in range(1, 10)}


def test_the_cases_are_those_of_the_descriptions(root: Path) -> None:
    for language, cases in build().items():
        written = (root / "kit" / "cases" / f"{language}.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(line) for line in written] == cases


def test_there_are_400_cases_in_five_languages_and_every_code_stands_in_some() -> None:
    cases = read_cases([])
    assert len(cases) >= 400
    assert {case["lang"] for case in cases} == {"en", "de", "fr", "it", "zh"}
    assert {code for case in cases for code in case["codes"]} >= CODES


def test_the_labels_are_not_sent_to_the_checker() -> None:
    for line in questions(read_cases(["en"])).splitlines():
        assert not {"codes", "verdict", "accepted", "findings", "differs"} & set(json.loads(line))


def test_our_own_checker_answers_the_kit() -> None:
    cases = read_cases([])
    answers = {a["id"]: a for a in map(json.loads, explain_cases(questions(cases).splitlines()))}
    tally, misses = score(cases, answers)
    assert tally["refused accepted"] == tally["look accepted"] == 0
    assert tally["verdict right"] == len(cases), misses
    assert tally["main code right"] == len(cases), misses
