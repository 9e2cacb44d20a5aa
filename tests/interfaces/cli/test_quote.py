"""`pincite quote`: one quotation explained to a person, many answered as JSON lines."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main

SOURCE = "7. The warden shall open the bridge for every barge, unless the mayor objects.\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "bridge.txt"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_a_person_reads_what_differs_and_the_passage_to_copy(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["quote", "--source", str(source), "--quote", "The warden may open the bridge"])
    out = capsys.readouterr().out
    assert status == 1
    assert "REFUSED  M1" in out
    assert "the source has  «shall»" in out
    assert "The warden shall open the bridge for every barge" in out


def test_an_accepted_quotation_ends_with_status_0(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", "--source", str(source), "--quote", "shall open the bridge"]) == 0
    assert capsys.readouterr().out.startswith("CLEAN  A0")


def test_json_is_the_contracts_object(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["quote", "--source", str(source), "--quote", "may open", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["verdict"] == "refused"


def test_a_batch_answers_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    case = {"id": "b1", "lang": "en", "source": SOURCE, "quote": "shall open the bridge"}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(case) + "\n"))
    assert main(["quote", "--batch"]) == 0
    assert json.loads(capsys.readouterr().out)["codes"] == ["A0"]


@pytest.mark.parametrize(
    "arguments",
    [[], ["--quote", "x"], ["--quote", "x", "--source", "/nowhere/at/all.txt"], ["--source", "x"]],
)
def test_what_is_missing_is_bad_input_and_said_so(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", *arguments]) == 3
    assert capsys.readouterr().err.strip()


def test_a_batch_line_that_is_no_case_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{}\n"))
    assert main(["quote", "--batch"]) == 3
    assert "lang" in capsys.readouterr().err
