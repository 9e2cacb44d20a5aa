"""`pincite atoms …` at the command line: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.corpus import library

from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("atoms")
    library.write(folder / "sources", library.HK)
    library.build(library.spec(folder), folder / "releases")
    return str(folder / "releases")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["atoms", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_atoms_are_listed_and_shown(releases: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, listed, _ = run(capsys, "list", "hk/cap9", "--language", "en", "--release", releases)
    assert status == 0
    assert "hk/cap9@en/2024-06-01#s2!a1  must  Every keeper" in listed
    status, shown, _ = run(capsys, "show", "hk/cap9@en/2024-06-01#s2!a1", "--release", releases)
    assert status == 0
    assert "modal" in shown
    assert "light two lanterns" in shown


def test_a_limit_says_that_there_are_more(releases: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there are more" in run(capsys, "list", "--limit", "1", "--release", releases)[1]


def test_check_ends_with_0_when_all_rules_hold(releases: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = run(capsys, "check", "--release", releases, "--against", f"{releases}/hk")
    assert status == 0
    assert "0 rules broken" in said
    assert "0 stale" in said


@pytest.mark.parametrize("form", ["json", "oscal", "odrl"])
def test_exports_are_json(releases: str, capsys: pytest.CaptureFixture[str], form: str) -> None:
    status, said, _ = run(capsys, "export", "hk/cap9", "--format", form, "--release", releases)
    assert status == 0
    assert json.loads(said)


def test_coverage_names_provisions_without_atoms(releases: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "s1  Title" in run(capsys, "coverage", "hk/cap9", "--language", "en", "--release", releases)[1]


@pytest.mark.parametrize(
    "arguments",
    [("list", "--modality", "ought"), ("show", "hk/cap9#s2"), ("export", "hk/cap9#s999", "--format", "oscal")],
)
def test_what_cannot_be_is_bad_input(
    releases: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    status, _, said = run(capsys, *arguments, "--release", releases)
    assert status == 3
    assert "Traceback" not in said


def test_the_page_of_differences_stands_alone_and_says_them_in_words(
    releases: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = [
        "corpus",
        "diff",
        "hk/cap9@en/2020-01-01",
        "hk/cap9@2026-01-01",
        "--release",
        releases,
        "--format",
        "html",
    ]
    assert main(arguments) == 1
    page = capsys.readouterr().out
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<h1>") == 1
    for wanted in ("put in: ", "struck out: ", "<ins>", "<del>", 'lang="en"', "Obligations"):
        assert wanted in page
    for fetched in ("<script", "http://", "https://", "src="):
        assert fetched not in page


def test_a_page_of_differences_escapes_what_documents_say(tmp_path: Path) -> None:
    from pincite.interfaces.pages.corpus_diff import as_html
    from pincite.workflows.diff_corpus import ProvisionDiff, WordingDiff

    evil = "<script>alert(1)</script>"
    diff = WordingDiff("a@en/1", "a@en/2", (ProvisionDiff("added", evil, evil, ("", "in_force"), new=evil),))
    assert "<script" not in as_html([diff], evil, evil)
