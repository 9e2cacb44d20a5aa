"""The labelled quotations of the shared gold: nothing refused is accepted, and the figures promised are reached."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kit.run import main_code

from pincite.workflows.explain_quote import as_json, explain_case


@pytest.mark.shared
def test_the_gold_is_answered_as_promised(shared: Path) -> None:
    cases = [
        json.loads(line)
        for path in sorted((shared / "gold" / "quotes").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
        if line
    ]
    answers = {case["id"]: as_json(explain_case(case), case["id"]) for case in cases}
    wrongly = [c["id"] for c in cases if answers[c["id"]]["accepted"] and c["verdict"] != "clean"]
    assert wrongly == []
    clean = [c for c in cases if c["verdict"] == "clean"]
    assert sum(not answers[c["id"]]["accepted"] for c in clean) <= len(clean) * 0.01
    assert sum(answers[c["id"]]["verdict"] == c["verdict"] for c in cases) >= len(cases) * 0.97
    right = sum(
        main_code(answers[c["id"]]["codes"]) in [main_code(x) for x in (c["codes"], *c.get("alt_codes", []))]
        for c in cases
    )
    assert right >= len(cases) * 0.95
