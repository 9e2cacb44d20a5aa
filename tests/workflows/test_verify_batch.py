"""A batch goes on where it stopped, and names each authority once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.interfaces.cli.main import main
from pincite.workflows.verify_batch import Done, authorities_table, job_key, read_journal, totals


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


def done(name: str, *, work: str = "xx/act", status: str = "MATCH", count: int = 1) -> Done:
    return Done(name, "k", "", "CLEAR", {status: count}, {work: {"title": "=An Act", "statuses": {status: count}}})


def test_a_batch_goes_on_where_it_stopped(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_JOBS", "1")
    out = tmp_path / "out"
    command = [
        "verify",
        "--batch",
        str(specimen / "drafts"),
        "--release",
        str(specimen / "releases"),
        "--out",
        str(out),
    ]
    assert main(command) == 1
    first = capsys.readouterr()
    number = len(first.err.splitlines())
    assert number >= 4
    before = {path: path.read_bytes() for path in out.rglob("citation-verify.json")}
    assert len(before) == number
    assert main(command) == 1
    second = capsys.readouterr()
    assert second.err == ""
    assert second.out == first.out
    journal = out / "batch.jsonl"
    lines = journal.read_text("utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:-1]) + lines[-1][:40], "utf-8")
    assert main(command) == 1
    third = capsys.readouterr()
    assert len(third.err.splitlines()) == 1
    assert third.out == first.out
    assert {path: path.read_bytes() for path in out.rglob("citation-verify.json")} == before


def test_a_draft_that_is_a_link_to_nowhere_is_said_to_be_unreadable(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_JOBS", "1")
    drafts = tmp_path / "drafts"
    drafts.mkdir()
    (drafts / "a.md").write_text("A keeper has duties (Cap. 9001, s. 4(1)).", "utf-8")
    (drafts / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (drafts / "old.rtf").write_text("{\\rtf1 A keeper has duties.}", "utf-8")
    main(["verify", "--batch", str(drafts), "--release", str(specimen / "releases"), "--out", str(tmp_path / "out")])
    told = capsys.readouterr()
    assert "UNREADABLE: 1" in told.out
    assert "not checked, no kind of draft: old.rtf\n" in told.err


def test_a_changed_draft_is_checked_again_and_an_unreadable_one_stops_no_other(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_JOBS", "1")
    drafts, out = tmp_path / "drafts", tmp_path / "out"
    drafts.mkdir()
    (drafts / "a.md").write_text("A keeper has duties (Cap. 9001, s. 4(1)).", "utf-8")
    (drafts / "b.docx").write_bytes(b"no document")
    command = ["verify", "--batch", str(drafts), "--release", str(specimen / "releases"), "--out", str(out)]
    assert main(command) == 1
    assert "UNREADABLE: 1" in capsys.readouterr().out
    (drafts / "a.md").write_text("A keeper has other duties (Cap. 9001, s. 4(1)).", "utf-8")
    assert main(command) == 1
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["a.md"]


def test_a_folder_without_drafts_or_an_output_is_refused(tmp_path: Path) -> None:
    assert main(["verify", "--batch", str(tmp_path), "--out", str(tmp_path / "out")]) == 3
    assert main(["verify", "--batch", str(tmp_path)]) == 3


def test_each_authority_stands_once_with_the_worst_first() -> None:
    rows = authorities_table(
        [done("a"), done("b", count=2), done("b", work="xx/other", status="MISMATCH")]
    ).splitlines()
    assert rows[1].startswith("xx/other,'=An Act,1,1")
    assert rows[2].startswith("xx/act,'=An Act,2,3,3")
    assert len(rows) == 3


def test_the_sums_of_a_batch() -> None:
    sums = totals([done("a"), done("b", count=2), Done("c", "", "", "UNREADABLE")])
    assert (sums.authorities, sums.occurrences) == (1, 3)
    assert sums.drafts == {"CLEAR": 2, "BLOCKED": 0, "UNREADABLE": 1}


@given(st.text(max_size=60))
def test_a_line_that_is_none_is_passed_over(noise: str) -> None:
    text = f"{noise}\n{done('a').to_line()}{noise[:5]}"
    assert read_journal(text)["a"] == done("a")


def test_a_key_changes_with_all_that_decides_a_report() -> None:
    keys = {
        job_key(b"x", "a", {}), job_key(b"y", "a", {}), job_key(b"x", "b", {}), job_key(b"x", "a", {"as_of": "2026-01-01"}),
    }  # fmt: skip
    assert len(keys) == 4
    assert json.loads(done("a").to_line())["draft"] == "a"
