"""build, open, search and coverage as a user types them; the outputs are goldens."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from tests.corpus import library, tiny

from pincite import wiring
from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("cli"))


def run(releases: Path, *arguments: str) -> int:
    return main([*arguments, "--release", str(releases)])


OPEN = """hk/cap9#s2
Lantern Ordinance  (en, state 2024-06-01)
Keepers  [in_force, since 2024-06-01]

    Every keeper shall light two lanterns.
    (1) The lanterns burn gas.

  note: (Amended 3 of 2024 s. 2)
Amended by hk/ord/2024/3#s2; consolidated to 2024-06-01
Release hk/2026.11.30 (unsigned), as of 2026-11-30; asked as of 2026-11-30; unofficial copy
https://www.elegislation.gov.hk/hk/cap9!en/s2
"""


def test_open_shows_a_place(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "hk/cap9#s2") == 0
    assert capsys.readouterr().out == OPEN


def test_open_says_what_is_no_law(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "hk/cap9#s4") == 0
    said = capsys.readouterr().out
    assert "[repealed]" in said
    assert "! NOT LAW on that date" in said


def test_open_reads_a_citation_as_it_is_written(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "[2025] HKCA 12 at [2]") == 0
    assert "2. The wick was wet." in capsys.readouterr().out
    assert run(releases, "open", "BGE 140 III 86 E. 3") == 0
    assert "Die Würde des Lichts" in capsys.readouterr().out


NOT_FOUND = """not found: hk/hkca/2025/13
The release hk/2026.11.30 claims to be complete for it («Appeals of 2025»), and does not hold it.
Near it:
  hk/hkca/2025/12  (one character differs)  Wick v Director of Lanterns
"""

NO_PLACE = """no such place: hk/cap9#s2_9
The release hk/2026.11.30 holds hk/cap9@en/2024-06-01, and the place is not in it.
Near it:
  hk/cap9#s2_1  (a place beside it)
  hk/cap9#s2  (the container, which is there)  Keepers
"""

OUTSIDE = """outside coverage: hk/cap77
No release of the set holds it or claims to be complete for it.
Nothing follows from that.
"""


@pytest.mark.parametrize(
    ("asked", "said"), [("hk/hkca/2025/13", NOT_FOUND), ("hk/cap9#s2_9", NO_PLACE), ("hk/cap77", OUTSIDE)]
)
def test_open_tells_absence_from_ignorance(
    releases: Path, capsys: pytest.CaptureFixture[str], asked: str, said: str
) -> None:
    assert run(releases, "open", asked) == 1
    assert capsys.readouterr().out == said


def test_open_before_the_first_state_answers_nothing(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "hk/cap9#s2", "--as-of", "2000-01-01") == 1
    assert "No wording as old as the date asked about is held." in capsys.readouterr().out


def test_json_is_one_document_with_its_schema(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, schema in (
        (["open", "hk/cap9#s2"], "pincite.open/1"),
        (["search", "lantern"], "pincite.search/1"),
        (["coverage"], "pincite.coverage/1"),
    ):
        assert run(releases, *arguments, "--format", "json") == 0
        assert json.loads(capsys.readouterr().out)["schema"] == schema


SEARCH = """hk/cap9#s2  燈籠條例 (zh-Hant, 2024-06-01)
    每名看守人須點亮兩盞燈籠。個人資料須予保護。
1 passage in ch/2026.11.30, hk/2026.11.30
"""


def test_search_shows_passages(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "search", "個人資料") == 0
    assert capsys.readouterr().out == SEARCH
    assert run(releases, "search", "lantern*", "--limit", "1", "--kind", "decision") == 0
    assert "1 passage (the limit; there may be more)" in capsys.readouterr().out
    assert run(releases, "search", "nowhere-to-be-found") == 0
    assert capsys.readouterr().out.startswith("0 passages")
    assert run(releases, "search", "?!") == 3


COVERAGE = """ch/2026.11.30  as of 2026-11-30, unsigned
  2 works, 2 documents (1 decision, 1 legislation; 2 de), 11 blocks
  complete: Collection 140  ch/bge/140/
hk/2026.11.30  as of 2026-11-30, unsigned
  3 works, 5 documents (2 decision, 3 legislation; 4 en, 1 zh-Hant), 13 blocks
  complete: Appeals of 2025  hk/hkca/2025
  in part: Bits  hk/hkcfi
    single judgments
"""


def test_coverage_shows_what_is_held_and_claimed(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "coverage") == 0
    assert capsys.readouterr().out == COVERAGE


def test_a_release_may_come_from_the_setting(
    releases: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PINCITE_RELEASES", raising=False)
    assert main(["coverage"]) == 3
    assert "no release was named" in capsys.readouterr().err
    monkeypatch.setenv("PINCITE_RELEASES", str(releases))
    assert main(["coverage"]) == 0


def test_build_says_what_it_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library.write(tmp_path / "sources", {**library.HK, "cut": "work: hk/cap6"})
    spec = library.spec(tmp_path)
    build = wiring.build

    def with_tiny(*arguments: object, **more: object) -> object:
        return build(*arguments, readers_from=tiny.readers, code=tiny.code, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(wiring, "build", with_tiny)
    assert main(["corpus", "build", str(spec), "--out", str(tmp_path / "out"), "--jobs", "1"]) == 3
    assert "cut.tiny, line 1: no empty line" in capsys.readouterr().err
    assert main(["corpus", "build", str(spec), "--out", str(tmp_path / "out"), "--jobs", "1", "--keep-going"]) == 0
    said = capsys.readouterr()
    assert "3 works, 5 documents, 13 blocks from 5 files (5 known from an earlier run)" in said.out
    assert "1 refused:\n    cut.tiny, line 1: no empty line after the header" in said.out
    assert "reading 6/6" in said.err
    moved = tmp_path / "elsewhere"
    (tmp_path / "sources").rename(moved)
    assert main(["corpus", "build", str(spec), "--out", str(tmp_path / "two"), "--keep-going"]) == 3
    assert (
        main(["corpus", "build", str(spec), "--out", str(tmp_path / "two"), "--keep-going", "--root", str(moved)]) == 0
    )


def test_a_missing_spec_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "build", str(tmp_path / "none.yaml"), "--out", str(tmp_path)]) == 3
    assert "cannot be read" in capsys.readouterr().err


def test_check_reads_every_file(releases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(releases / "hk", copy)
    assert main(["corpus", "check", str(copy)]) == 0
    assert "hk/2026.11.30  8 files as the manifest says" in capsys.readouterr().out
    lock = copy / "2026.11.30" / "SOURCES.lock"
    lock.write_bytes(lock.read_bytes().replace(b"Apache", b"apache"))
    assert main(["corpus", "check", str(copy)]) == 2
    assert "SOURCES.lock is not the file the manifest names" in capsys.readouterr().err
    assert main(["corpus", "check", str(tmp_path / "nowhere")]) == 3


def test_of_a_decision_no_status_is_shown(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "hk/hkca/2025/12#para_1") == 0
    said = capsys.readouterr().out
    assert "The appellant is a keeper" in said
    assert "not_applicable" not in said


def test_an_unknown_language_is_refused_with_the_list(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(releases, "open", "hk/cap9#s1", "--language", "xx") == 3
    assert "no language 'xx' here\n  Languages: en, de, fr, it, rm, zh-Hant, zh-Hans." in capsys.readouterr().err


def test_a_build_that_is_asked_to_end_ends_as_with_ctrl_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object, **__: object) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError("the signal was not told")

    monkeypatch.setattr(wiring, "build", ended)
    before = signal.getsignal(signal.SIGTERM)
    assert main(["corpus", "build", "a.yaml", "--out", str(tmp_path)]) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGTERM) is before
