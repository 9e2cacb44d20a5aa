"""`pincite quote`: one quotation explained to a person, many answered as JSON lines."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.corpus import library

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


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "expected an object"),
        ("[" * 100_000, "line 2"),
        (json.dumps({"id": "x", "lang": "xx", "source": SOURCE, "quote": "open"}), "no language 'xx'"),
        (json.dumps({"id": "x", "lang": "en", "source": SOURCE}), "'quote'"),
        (json.dumps({"id": "x", "lang": "en", "source_lang": "xx", "source": SOURCE, "quote": "open"}), "'xx'"),
    ],
    ids=["no JSON", "no object", "nested", "language", "no quote", "language of the source"],
)
def test_a_bad_line_does_not_end_the_batch(
    bad: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps({"id": "g", "lang": "en", "source": SOURCE, "quote": "shall open the bridge"})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{good}\n{bad}\n{good}\n"))
    assert main(["quote", "--batch"]) == 3
    shown = capsys.readouterr()
    first, second, third = map(json.loads, shown.out.splitlines())
    assert first["accepted"]
    assert third["accepted"]
    assert second["accepted"] is False
    assert second["error"]["line"] == 2
    assert said in shown.err


def test_a_line_that_is_no_utf_8_does_not_end_the_batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps({"id": "g", "lang": "en", "source": SOURCE, "quote": "shall open the bridge"}).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n" + good + b"\n"), encoding="utf-8"))
    assert main(["quote", "--batch"]) == 3
    shown = capsys.readouterr()
    assert [json.loads(line)["accepted"] for line in shown.out.splitlines()] == [False, True]
    assert "UTF-8" in shown.err


def test_an_unknown_language_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "source.txt").write_text(SOURCE, "utf-8")
    given = ["--quote", "shall open the bridge", "--source", str(tmp_path / "source.txt"), "--language", "xx"]
    assert main(["quote", *given]) == 3
    assert "'xx'" in capsys.readouterr().err


# without a source


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("looked up"))


def look_up(releases: Path, words: str, *more: str) -> int:
    return main(["quote", "--quote", words, "--release", str(releases), *more])


def test_without_a_source_the_place_of_the_words_is_named(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert look_up(releases, "Every keeper shall light two lanterns.") == 0
    out = capsys.readouterr().out
    assert out.startswith("FOUND  1 passage in ch/2026.11.30, hk/2026.11.30")
    assert "hk/cap9#s2  Lantern Ordinance (en, 2024-06-01)  clean A0" in out


def test_altered_words_are_not_found_and_the_nearest_passage_is_shown(
    releases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert look_up(releases, "This Ordinance shall be cited as the Lantern Ordinance") == 1
    out = capsys.readouterr().out
    assert out.startswith("NOT FOUND")
    assert "the source has  «may»" in out
    assert "the quote has   «shall»" in out


def test_that_a_short_altered_quotation_may_be_missed_is_said(
    releases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert look_up(releases, "every lantern burns ghee") == 1
    assert "has 4 words: if some were changed, its source may be missed" in capsys.readouterr().out
    assert look_up(releases, "every lantern burns ghee", "--format", "json") == 1
    assert json.loads(capsys.readouterr().out)["altered_may_be_missed"] is True


def test_a_lookup_as_json(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert look_up(releases, "keeper of lanterns", "--format", "json", "--limit", "3") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["schema"], answer["found"], answer["altered_may_be_missed"]) == (
        "pincite.quote-lookup/1",
        True,
        False,
    )
    (hit,) = answer["hits"]
    assert (hit["reference"], hit["exact"], hit["codes"]) == ("hk/hkca/2025/12#para_1", True, ["A0"])


@pytest.mark.parametrize("more", [["--language", "xx"], ["--limit", "0"]])
def test_a_lookup_that_cannot_be_answered_is_bad_input(
    releases: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert look_up(releases, "keeper", *more) == 3
    assert capsys.readouterr().err.strip()


def test_no_words_are_bad_input(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert look_up(releases, "… §") == 3
    assert "no words" in capsys.readouterr().err
