"""`pincite support` and `--judge`, with a model behind a local server that speaks its protocol."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.connectors.language_models.servers import openai_said, serving
from tests.judging.pairs import KEEPERS, answer, part

from pincite.interfaces.cli.main import main

CLAIM = "The keeper returns the deposit within a fortnight."
WORDS = "shall return the deposit to the guest within 14 days"


def test_a_conflict_is_said_and_sets_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    claim = "The lantern keeper shall return the deposit within 28 days after the night of the feast."
    assert main(["support", claim, KEEPERS]) == 1
    said = capsys.readouterr().out
    assert "CONTRADICTED" in said
    assert "“28 days”" in said
    assert "%" not in said


def test_what_could_not_be_told_is_said_to_prove_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", CLAIM, KEEPERS]) == 0
    assert "Nothing follows from this" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [[], ["x"], ["x", "y", "--judge", "oracle"], ["x", "y", "--judge", "none"], ["--batch", "nowhere.jsonl"]],
)
def test_bad_input_is_exit_status_3(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", *arguments]) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_a_batch_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({"id": 7, "lang": "en", "claim": CLAIM, "passage": KEEPERS}) + "\n", "utf-8")
    assert main(["support", "--batch", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == 7


def test_a_local_model_judges_in_strict_mode_and_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINCITE_OPINIONS", str(tmp_path / "opinions.db"))
    with serving(lambda *_: openai_said(answer(part(CLAIM, "supported", WORDS)))) as server:
        monkeypatch.setenv("PINCITE_MODEL_URL", server.url)
        for _ in range(2):
            assert main(["support", CLAIM, KEEPERS, "--judge", "openai:lamp", "--privacy", "strict"]) == 0
            assert f"“{WORDS}”" in capsys.readouterr().out
    assert len(server.bodies) == 1
    assert server.bodies[0]["response_format"]["json_schema"]["schema"]["required"] == ["parts", "explanation"]


def test_attack_strict_mode_sends_no_claim_to_a_server_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINCITE_MODEL_URL", "https://models.invalid/v1")
    assert main(["support", CLAIM, KEEPERS, "--judge", "openai:lamp", "--privacy", "strict"]) == 0
    assert "withheld" in capsys.readouterr().out
