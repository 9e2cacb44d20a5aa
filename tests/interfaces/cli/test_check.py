"""`pincite check`: several documents, one line for each thing to be done, exit statuses that builds and evaluators rely on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main

QUOTED = (
    "Section 3(1) of the Lantern Keeping Ordinance (Cap. 9001) reads: “A keeper shall register each lantern with the Registrar"
    " within 30 days after lighting it for the first time.”"
)


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("check") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(autouse=True)
def _here(specimen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(specimen)
    monkeypatch.setenv("PINCITE_RELEASES", "releases")


def test_each_citation_that_is_not_right_is_a_line_that_an_editor_can_follow(
    specimen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["check", "drafts/memo-hk.md", "drafts/notiz-ch.md"]) == 1
    lines = capsys.readouterr().out.splitlines()
    found = [re.match(r"(drafts/\S+\.md):(\d+):(\d+): (error|warning): (.+?): .+ \[(\w+)\]$", line) for line in lines]
    assert sum(each is not None for each in found) > 8
    for each in filter(None, found):
        line = (specimen / each[1]).read_text("utf-8").split("\n")[int(each[2]) - 1]
        assert line[int(each[3]) - 1 :].startswith(each[5])
    assert [line.split(" ")[2] for line in lines[-2:]] == ["BLOCKED", "BLOCKED"]


def test_only_what_was_found_wrong_can_be_made_to_count_and_the_report_stays_blocked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "a.md"
    draft.write_text("A keeper must know the rules of lanterns well (Cap. 9001, s. 3(1)).", "utf-8")
    assert main(["check", str(draft)]) == 1
    capsys.readouterr()
    assert main(["check", str(draft), "--fail-on", "fix"]) == 0
    assert "BLOCKED" in capsys.readouterr().out
    assert main(["check", str(draft), "drafts/memo-hk.md", "--fail-on", "fix"]) == 1


def test_an_evaluator_is_told_what_fails_and_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["check", "drafts/memo-hk.md", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["schema"] == "pincite.check/1"
    assert (said["delivery_blocked"], said["pass"]) == (True, False)
    statuses = {each["says"]: each["status"] for each in said["findings"]}
    assert statuses["MISMATCH"] == statuses["UNVERIFIED"] == "FAIL"
    assert statuses["SKIPPED"] == "WARN"
    assert said["residual_count"] == said["counts"]["MISMATCH"] + said["counts"]["UNVERIFIED"]
    assert "score" not in json.dumps(said)


def test_a_right_draft_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "a.md"
    draft.write_text(QUOTED, "utf-8")
    capsys.readouterr()
    status = main(["check", str(draft), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert (status, said["pass"], said["findings"], said["counts"]["MATCH"]) == (0, True, [], 1)


def test_a_draft_without_a_citation_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "a.md"
    draft.write_text("Nothing of law.", "utf-8")
    capsys.readouterr()
    assert main(["check", str(draft), "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["no_citation_found"]) == 1


def test_sarif_is_written_beside_the_lines_with_addresses_from_here(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "log.sarif"
    capsys.readouterr()
    assert main(["check", str(specimen / "drafts" / "memo-hk.md"), "--sarif", str(out)]) == 1
    assert "quote_refused" in capsys.readouterr().out
    (run,) = json.loads(out.read_bytes())["runs"]
    assert run["artifacts"][0]["location"]["uri"] == "drafts/memo-hk.md"
    assert main(["check", "drafts/memo-hk.md", "--format", "sarif", "--date", "2026-11-30"]) == 1
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"


@pytest.mark.parametrize("kind", ["lines", "json", "sarif"])
def test_attack_a_document_that_cannot_be_read_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    right, bad = tmp_path / "a.md", tmp_path / "b.docx"
    right.write_text(QUOTED, "utf-8")
    bad.write_bytes(b"PK\x03\x04 nothing")
    assert main(["check", str(right), str(bad), str(tmp_path / "none.md"), "--format", kind]) == 3
    said = capsys.readouterr().err
    assert said.count("[unreadable]") == 2


def test_no_document_and_no_release_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["check"]) == 3
    monkeypatch.delenv("PINCITE_RELEASES")
    assert main(["check", "drafts/memo-hk.md"]) in (2, 3)


def test_a_kept_report_becomes_sarif(tmp_path: Path) -> None:
    kept, out = tmp_path / "kept.json", tmp_path / "out.sarif"
    assert main(["verify", "drafts/memo-hk.md", "--report", "json", "--out", str(kept)]) == 1
    assert main(["report", str(kept), "--as", "sarif", "--draft", "drafts/memo-hk.md", "--out", str(out)]) == 0
    region = json.loads(out.read_bytes())["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["charLength"] > 0
