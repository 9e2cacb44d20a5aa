"""`corpus diff` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.corpus import library

from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("diff"))


STATES = ("hk/cap9@en/2020-01-01", "hk/cap9@en/2024-06-01")


def test_two_states_are_compared_by_provision_and_in_words(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "diff", *STATES, "--release", str(releases)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("hk/cap9@en/2020-01-01 -> hk/cap9@en/2024-06-01\n")
    assert "changed  s2  Keepers" in said
    assert "[-must-]{+shall+}" in said
    assert "removed  s3" in said
    assert "added  s4" in said
    assert "s1" not in said


def test_the_words_changed_are_given_with_their_offsets(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["corpus", "diff", *STATES, "--release", str(releases), "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "pincite.diff/1"
    (changed,) = [each for each in found["wordings"][0]["provisions"] if each["what"] == "changed"]
    for word in changed["words"]:
        assert changed["old"][word["old_start"] :].startswith(word["old"])
        assert changed["new"][word["new_start"] :].startswith(word["new"])


def test_a_wording_does_not_differ_from_itself(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "diff", STATES[0], STATES[0], "--release", str(releases)]) == 0
    assert "0 provisions differ" in capsys.readouterr().out


def test_a_release_does_not_differ_from_itself(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(next(releases.glob("hk/*")))
    assert main(["corpus", "diff", folder, folder]) == 0
    assert capsys.readouterr().out == "Nothing differs.\n"


def test_states_of_two_works_are_bad_input(releases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "diff", STATES[0], "hk/cap9@zh-Hant/2024-06-01", "--release", str(releases)]) == 3
    assert "not two states of one work" in capsys.readouterr().err
    assert main(["corpus", "diff", STATES[0], "hk/cap9@en/1999-01-01", "--release", str(releases)]) == 3
    assert "Held: " in capsys.readouterr().err
