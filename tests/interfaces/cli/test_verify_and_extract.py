"""`pincite verify` and `pincite extract` as a user runs them, on the specimen corpus."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from pincite import wiring
from pincite.interfaces.cli.demo import lay_out
from pincite.interfaces.cli.main import main
from pincite.reports.json_report import schema


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specimen with its two releases built."""
    folder = tmp_path_factory.mktemp("specimen") / "s"
    lay_out(folder)
    for name in ("hk", "ch"):
        wiring.build(folder / f"{name}.yaml", folder / "releases")
    return folder


def verify(specimen: Path, *arguments: str) -> list[str]:
    return ["verify", *arguments, "--release", str(specimen / "releases"), "--date", "2026-11-30"]


def test_a_blocked_draft_ends_with_1_and_says_why(specimen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(verify(specimen, str(specimen / "drafts" / "memo-hk.md"))) == 1
    out = capsys.readouterr().out
    assert "Delivery: BLOCKED" in out
    assert "## Citation Content Verification" in out
    assert "\033[" not in out


def test_a_clear_draft_ends_with_0(specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "clear.md"
    draft.write_text(
        "Section 3(1) of the Lantern Keeping Ordinance (Cap. 9001) reads: “A keeper shall register each lantern with the "
        "Registrar within 30 days after lighting it for the first time.”\n",
        "utf-8",
    )
    assert main(verify(specimen, str(draft))) == 0
    assert "Delivery: CLEAR" in capsys.readouterr().out


def test_json_is_one_document_by_the_schema(specimen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(verify(specimen, str(specimen / "drafts" / "notiz-ch.md"), "--format", "json"))
    values = json.loads(capsys.readouterr().out)
    jsonschema.validate(values, schema())
    assert {m["status"] for m in values["mentions"]} >= {"MATCH", "MISMATCH"}


def test_the_report_s_language_is_chosen_apart_from_the_draft_s(
    specimen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(verify(specimen, str(specimen / "drafts" / "memo-hk.md"), "--language", "fr"))
    assert "À corriger" in capsys.readouterr().out


def test_the_audit_folder_is_written_and_earlier_reports_are_kept(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "memo.md"
    draft.write_text("It is so (Cap. 9001, s. 3(1)).\n", "utf-8")
    command = [*verify(specimen, str(draft)), "--out", str(tmp_path / "out")]
    main(command)
    main(command)
    folder = tmp_path / "out" / "2026-11-30-memo"
    assert sorted(path.name for path in folder.iterdir()) == ["citation-verify.json", "sources.md"]
    sources = (folder / "sources.md").read_text("utf-8")
    draft.write_text("It is not so (Cap. 9001, s. 3(1)).\n", "utf-8")
    main(command)
    second = folder.with_name(f"{folder.name}-2")
    assert sorted(path.name for path in folder.iterdir()) == ["citation-verify.json", "sources.md"]
    assert (folder / "sources.md").read_text("utf-8") == sources
    assert f"- Report: {second / 'citation-verify.json'}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (None, "absent.md", "no file"),
        (b"PK\x03\x04", "a.docx", "damaged"),
        (b"a\0b", "a.md", "binary"),
        (b"caf\xe9", "a.md", "UTF-8"),
    ],
)
def test_a_draft_that_cannot_be_read_ends_with_3(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, name: str, words: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert main(verify(specimen, str(path))) == 3
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_a_missing_release_ends_with_2_or_3_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "a.md"
    draft.write_text("Cap. 9001.\n", "utf-8")
    assert main(["verify", str(draft), "--release", str(tmp_path / "none")]) in (2, 3)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--date", "yesterday"], ["--as-of", "2026-13-01"], ["--language", "tlh"], ["--format", "pdf"]]
)
def test_a_wrong_option_ends_with_3(specimen: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*verify(specimen, str(specimen / "drafts" / "memo-hk.md")), *wrong]) == 3
    assert capsys.readouterr().err


def test_an_empty_draft_is_said_to_hold_no_citation(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "empty.md"
    draft.write_bytes(b"")
    assert main(verify(specimen, str(draft))) == 0
    assert "No citation found to check" in capsys.readouterr().out


def test_the_same_run_gives_the_same_bytes(specimen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = verify(specimen, str(specimen / "drafts" / "memo-hk.md"), "--format", "json")
    main(command)
    first = capsys.readouterr().out
    main(command)
    assert capsys.readouterr().out == first


def test_colours_need_a_terminal_and_no_objection() -> None:
    from pincite import settings
    from pincite.interfaces.cli.verify import _colour

    assert not _colour()
    before = os.environ.pop("NO_COLOR", None)
    try:
        os.environ["NO_COLOR"] = "1"
        assert settings.no_color()
    finally:
        del os.environ["NO_COLOR"]
        if before is not None:
            os.environ["NO_COLOR"] = before


# extract


def test_extract_shows_a_table(specimen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(specimen / "drafts" / "memo-hk.md")]) == 0
    out = capsys.readouterr().out
    assert "citations" in out
    assert "hk/cap9001#s3_1" in out


def test_extract_writes_json_and_lines_with_exact_spans(specimen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = specimen / "drafts" / "notiz-ch.md"
    text = path.read_text("utf-8")
    assert main(["extract", str(path), "--format", "json"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["mentions"]
    assert all(text[m["start"] : m["end"]] == m["text"] for m in file["mentions"])
    assert main(["extract", str(path), "--format", "jsonl"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["start"] for line in lines if line["type"] == "mention"] == [m["start"] for m in file["mentions"]]


def test_extract_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Stdin:
        buffer = io.BytesIO(b"See Cap. 9001, s. 3.")

    monkeypatch.setattr(sys, "stdin", Stdin())
    assert main(["extract", "-", "--format", "jsonl"]) == 0
    assert "hk/cap9001#s3" in capsys.readouterr().out


def test_extract_knows_the_text_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "law.txt"
    path.write_text("Vorbehalten bleibt Artikel 3 Absatz 1.\n", "utf-8")
    assert main(["extract", str(path), "--self", "ch/sr/999.1", "--language", "de", "--format", "jsonl"]) == 0
    assert "ch/sr/999.1#art_3/para_1" in capsys.readouterr().out


def test_extract_of_a_missing_file_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "no-such-file.txt"]) == 3
    assert "no file" in capsys.readouterr().err


@pytest.mark.long
def test_ten_million_characters_are_verified(
    specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "long.md"
    draft.write_text(
        "The keeper of the lantern walks along the pier at dusk (Cap. 9001, s. 3(1)).\n\n" * 1_000
        + "Oil. " * 2_000_000,
        "utf-8",
    )
    begun = time.process_time()
    assert main(verify(specimen, str(draft), "--format", "json")) == 1
    assert time.process_time() - begun < 120
    assert len(json.loads(capsys.readouterr().out)["mentions"]) == 1_000
