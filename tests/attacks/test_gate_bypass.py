"""Attack: get a blocked draft out without a person who signs. Whole runs, at the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from pincite.digests import sha256
from pincite.interfaces.cli.main import main
from pincite.reports.json_report import stable_of

SECRET = "a lantern, a pier, a keeper"


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gate") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture
def report(specimen: Path, tmp_path: Path) -> Path:
    draft = specimen / "drafts" / "memo-hk.md"
    code = main(
        ["verify", str(draft), "--release", str(specimen / "releases"), "--out", str(tmp_path), "--date", "2026-11-30"]
    )
    assert code == 1
    return next(tmp_path.glob("*/citation-verify.json"))


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    def make(name: str) -> Path:
        monkeypatch.setenv("PINCITE_KEY_PASSPHRASE", SECRET)
        path = tmp_path / f"{name}.pem"
        assert main(["keys", "new", f"law.example/{name}", "--out", str(path)]) == 0
        return path

    return make


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, passphrase: str = SECRET) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: passphrase)


def status(report: Path, *keys: Path) -> int:
    return main(["gate", "status", str(report), *(word for each in keys for word in ("--person", f"{each}.pub"))])


def test_a_program_with_the_key_and_the_passphrase_in_the_environment_cannot_sign(
    report: Path, key: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    anna = key("anna")
    assert main(["gate", "approve", str(report), "--key", str(anna), "--reason", "agent says so"]) == 3
    assert "terminal" in capsys.readouterr().err
    assert not (report.parent / "gate").exists()
    assert status(report, anna) == 1


def test_a_key_without_a_passphrase_signs_nothing(
    report: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch)
    bare = tmp_path / "bare.pem"
    assert main(["keys", "new", "law.example/bare", "--out", str(bare), "--unprotected"]) == 0
    assert main(["gate", "approve", str(report), "--key", str(bare), "--reason", "quick"]) == 3


def test_a_wrong_passphrase_signs_nothing(
    report: Path, key: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = key("anna")
    at_a_terminal(monkeypatch, "guess")
    assert main(["gate", "approve", str(report), "--key", str(anna), "--reason", "guess"]) == 3


def test_a_key_that_nobody_named_as_a_persons_counts_for_nothing(
    report: Path, key: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = key("anna"), key("ben")
    at_a_terminal(monkeypatch)
    for each in (anna, ben):
        assert main(["gate", "approve", str(report), "--key", str(each), "--reason", "ok"]) == 0
    assert status(report) == 1
    assert status(report, anna) == 1
    assert status(report, anna, ben) == 0


def test_escalation_and_approval_by_two_persons_release_the_draft_and_the_report_keeps_its_findings(
    report: Path, key: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, ben = key("anna"), key("ben")
    before = report.read_bytes()
    at_a_terminal(monkeypatch)
    assert (
        main(["gate", "escalate", str(report.parent), "--key", str(anna), "--to", "Ben", "--reason", "see c003"]) == 0
    )
    message = json.loads((report.parent / "gate" / "001-escalation.json").read_text("utf-8"))
    assert message["to"] == "Ben"
    assert {"citation_id", "status", "cause", "says", "citation"} <= set(message["blocked"][0])
    assert status(report, anna, ben) == 1
    assert main(["gate", "approve", str(report), "--key", str(anna), "--reason", "myself"]) == 0
    assert status(report, anna, ben) == 1
    assert main(["gate", "approve", str(report), "--key", str(ben), "--reason", "read all"]) == 0
    assert status(report, anna, ben) == 0
    assert report.read_bytes() == before
    capsys.readouterr()
    keys = ("--person", f"{anna}.pub", "--person", f"{ben}.pub")
    assert main(["verify-report", str(report), *keys, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verified"]
    assert found["delivery"]["standing"] == "RELEASED"


def test_the_disclaimed_copy_goes_and_the_draft_stays_as_it_was(
    report: Path, specimen: Path, key: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    draft, anna, copy = specimen / "drafts" / "memo-hk.md", key("anna"), tmp_path / "copy.md"
    before = draft.read_bytes()
    at_a_terminal(monkeypatch)
    arguments = ["gate", "disclaim", str(report), "--draft", str(draft), "--key", str(anna), "--reason", "court date"]
    assert main([*arguments, "--out", str(copy)]) == 0
    assert draft.read_bytes() == before
    text = copy.read_text("utf-8")
    assert "(citation not verified / content mismatch — manual review required)" in text
    assert "（引用未經核實／內容不符——須人工覆核）" not in text  # the Chinese paragraph quotes rightly
    assert status(report, anna) == 0
    copy.write_text(text.replace("30 days", "60 days"), "utf-8")
    assert main([*arguments, "--copy", str(copy)]) == 3


Change = Callable[[dict[str, Any]], None]


def _clear(values: dict[str, Any]) -> None:
    values["delivery"] = {**values["delivery"], "decision": "CLEAR", "reasons": []}
    values["delivery_blocked"] = False


def _status(values: dict[str, Any]) -> None:
    for record in values["mentions"]:
        record["status"] = "MATCH"
        record["cause"] = ""


def _drop(values: dict[str, Any]) -> None:
    values["mentions"] = [record for record in values["mentions"] if record["status"] == "MATCH"]


@pytest.mark.parametrize("change", [_clear, _status, _drop])
@pytest.mark.parametrize("again", [False, True], ids=["digest left", "digest made anew"])
def test_a_report_changed_to_clear_is_refused(report: Path, change: Change, again: bool) -> None:
    values = json.loads(report.read_text("utf-8"))
    change(values)
    if again:
        values["volatile"]["digest"] = sha256(stable_of(values))
    report.write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", "utf-8")
    assert main(["verify-report", str(report)]) == 1
    assert status(report) == 3


def test_a_report_forged_in_every_part_is_refused_where_the_draft_is_checked_again(
    report: Path, specimen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = json.loads(report.read_text("utf-8"))
    for record in values["mentions"]:
        record["axes"] |= {"existence": "found", "out_of_scope": True}
        record |= {"status": "SKIPPED", "cause": "out_of_scope", "matched_snippet": ""}
    values["counts"] |= {"MATCH": 0, "PARTIAL": 0, "MISMATCH": 0, "UNVERIFIED": 0, "SKIPPED": len(values["mentions"])}
    _clear(values)
    values["volatile"]["digest"] = sha256(stable_of(values))
    report.write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", "utf-8")
    held = ["--draft", str(specimen / "drafts" / "memo-hk.md"), "--release", str(specimen / "releases")]
    capsys.readouterr()
    assert main(["verify-report", str(report), *held]) == 1
    assert "again" in capsys.readouterr().out


def test_an_honest_report_is_verified_and_says_what_was_not_proved(
    report: Path, specimen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify-report", str(report)]) == 0
    assert "not proved: the draft was not given" in capsys.readouterr().out
    held = ["--draft", str(specimen / "drafts" / "memo-hk.md"), "--release", str(specimen / "releases")]
    assert main(["verify-report", str(report.parent), *held]) == 0
    assert "byte for byte" in capsys.readouterr().out
    assert main(["verify-report", str(report), "--draft", str(specimen / "drafts" / "notiz-ch.md")]) == 1
