"""`pincite verify --report` and `pincite report`: files where they are asked for, the same page from a kept report, refusals in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


def verify(specimen: Path, *more: str, draft: str = "memo-hk.md") -> int:
    releases = [f"{specimen}/releases/{name}/2026.11.30" for name in ("hk", "ch")]
    arguments = ["verify", f"{specimen}/drafts/{draft}", "--release", releases[0], "--release", releases[1]]
    return main([*arguments, "--date", "2026-11-30", *more])


def test_all_kinds_are_written_beside_the_report_that_is_kept(specimen: Path, tmp_path: Path) -> None:
    kinds = [word for kind in ("html", "csv", "xlsx", "json", "text") for word in ("--report", kind)]
    assert verify(specimen, *kinds, "--report-language", "fr", "--out", str(tmp_path)) == 1
    names = {path.name for path in (tmp_path / "2026-11-30-memo-hk").iterdir()}
    pages = {f"report.fr.{ending}" for ending in ("html", "csv", "xlsx", "txt")}
    assert names == {"citation-verify.json", "sources.md", *pages}


def test_a_file_named_in_out_is_the_one_report(specimen: Path, tmp_path: Path) -> None:
    assert verify(specimen, "--report", "html", "--out", str(tmp_path / "page.html")) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_kept_report_and_its_draft_give_the_same_page(specimen: Path, tmp_path: Path) -> None:
    assert verify(specimen, "--report", "html", "--report-language", "de", "--out", str(tmp_path)) == 1
    kept = tmp_path / "2026-11-30-memo-hk"
    arguments = [
        "report",
        str(kept / "citation-verify.json"),
        "--draft",
        f"{specimen}/drafts/memo-hk.md",
        "--report-language",
        "de",
    ]
    assert main([*arguments, "--out", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_bytes() == (kept / "report.de.html").read_bytes()


def test_the_language_of_the_report_is_not_that_of_the_draft(specimen: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert verify(specimen, "--report", "html", "--report-language", "it", "--out", str(page), draft="notiz-ch.md") == 1
    text = page.read_text("utf-8")
    assert '<html lang="it">' in text
    assert '<div class="text" lang="de">' in text
    assert "Da correggere" in text


def test_one_report_of_text_goes_to_the_standard_output(
    specimen: Path, capfd: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    capfd.readouterr()
    assert verify(specimen, "--report", "json") == 1
    assert json.loads(capfd.readouterr().out)["schema"] == "pincite.report/1"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--report", "pdf"), "nowhere to write"),
        (("--report", "html", "--report", "csv"), "nowhere to write"),
        (("--report", "csv", "--out", "x.html"), "name of one .html file"),
        (("--report", "html", "--report", "csv", "--out", "x.html"), "name of one .html file"),
        (("--report", "docx"), "docx"),
    ],
)
def test_a_report_with_nowhere_to_go_is_refused_before_anything_is_checked(
    specimen: Path, more: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert verify(specimen, *more) == 3
    assert said in capfd.readouterr().err
    assert not Path("x.html").exists()


def test_another_draft_than_the_one_checked_is_not_shown_beside_a_report(
    specimen: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert verify(specimen, "--out", str(tmp_path)) == 1
    kept = str(tmp_path / "2026-11-30-memo-hk" / "citation-verify.json")
    assert main(["report", kept, "--draft", f"{specimen}/drafts/notiz-ch.md"]) == 3
    assert "is not the draft that was checked" in capfd.readouterr().err


def test_what_is_no_report_is_refused(specimen: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["report", f"{specimen}/drafts/memo-hk.md"]) == 3
    assert "this is no report" in capfd.readouterr().err
    assert main(["report", f"{specimen}/absent.json"]) == 3
    assert main(["report", f"{specimen}/drafts/memo-hk.md", "--as", "pdf"]) == 3
