"""sources, fetch, add, lock and spec as a user types them; recorded exchanges of the specimen stand for the publishers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pincite.specimen
from pincite.interfaces.cli.main import main
from pincite.storage.build_lock import build_lock
from pincite.storage.source_folder import SourceFolder, lock_of
from pincite.workflows import fetch_sources

SPECIMEN = Path(pincite.specimen.__file__).parent
REPLAY = ("--replay", str(SPECIMEN / "recorded"))
DE = "ch/fedlex/9999-901_20260101_de.xml"

Capture = pytest.CaptureFixture[str]


def fetch(out: Path, *arguments: str) -> int:
    return main(["corpus", "fetch", *arguments, "--out", str(out), *REPLAY])


LAW = ("ch.fedlex", "999.1", "--as-of", "2026-11-30")


def test_fetch_says_what_came_of_each_file(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path / "law", *LAW, "--language", "de", "--language", "fr") == 0
    assert capsys.readouterr().out == (
        f"      new  {DE}\n      new  ch/fedlex/9999-901_20260101_fr.xml\n2 new; 9,666 bytes\nSources: {tmp_path / 'law'}\n"
    )
    assert lock_of(tmp_path / "law")[DE].retrieved_at == "2026-11-30T12:00:00Z"
    assert fetch(tmp_path / "law", *LAW) == 0
    assert capsys.readouterr().out.startswith("unchanged  ")


def test_what_is_not_there_ends_with_2_and_its_reason(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path, "ch.fedlex", "999.7", "--as-of", "2026-11-30") == 2
    assert "no exchange is recorded" in capsys.readouterr().out


def test_fetch_as_json(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path, *LAW, "--format", "json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["schema"] == "pincite.fetch/1"
    assert said["files"] == [{"name": DE, "kind": "new", "why": "", "bytes": 4813}]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ch.fedlex"], "name what to fetch"),
        (["ch.nothing", "1"], "there is no collection 'ch.nothing'"),
        (["ch.fedlex", "law of lanterns"], "Items look like «235.1»"),
        (["ch.fedlex", "999.1", "--language", "xx"], "no language 'xx'"),
        (["ch.fedlex", "999.1", "--form", "x"], "Forms: sr, eli, all"),
        (["ch.fedlex", "999.1", "--as-of", "2026-02-30"], "2026-02-30"),
        (["hk.lrs", "DIS=1", "DIS=2"], "single documents"),
        (["own", "x"], "pincite corpus add"),
        (["absent.yaml"], "absent.yaml cannot be read"),
        (["absent.yaml", "x"], "says itself what to fetch"),
    ],
)
def test_what_cannot_be_fetched_is_said_before_anything_is_asked(
    tmp_path: Path, capsys: Capture, arguments: list[str], said: str
) -> None:
    assert fetch(tmp_path / "law", *arguments) == 3
    shown = capsys.readouterr().err
    assert said in shown
    assert "Traceback" not in shown


def test_a_spec_without_fetch_names_nothing(tmp_path: Path, capsys: Capture) -> None:
    assert main(["corpus", "fetch", str(SPECIMEN / "ch.yaml"), "--out", str(tmp_path), *REPLAY]) == 3
    assert "names nothing to fetch" in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_done_and_locks_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    single = fetch_sources._Run._single

    def interrupted(run: fetch_sources._Run, wanted: fetch_sources.Wanted) -> fetch_sources.Outcome:
        if wanted.name.endswith("fr.xml"):
            raise KeyboardInterrupt
        return single(run, wanted)

    monkeypatch.setattr(fetch_sources._Run, "_single", interrupted)
    assert fetch(tmp_path, *LAW, "--language", "de", "--language", "fr") == 130
    assert "1 files are done" in capsys.readouterr().err
    assert list(lock_of(tmp_path)) == [DE]
    monkeypatch.undo()
    assert fetch(tmp_path, *LAW, "--language", "de", "--language", "fr") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[:2]] == ["unchanged", "new"]


def test_a_file_without_a_line_after_a_kill_is_fetched_again_as_the_same(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path, *LAW) == 0
    before = (tmp_path / "SOURCES.lock").read_bytes()
    (tmp_path / "SOURCES.lock").unlink()  # as when the process was killed before the lock was written
    assert fetch(tmp_path, *LAW) == 0
    assert (tmp_path / "SOURCES.lock").read_bytes() == before


def test_two_at_once_in_one_folder_are_refused(tmp_path: Path, capsys: Capture) -> None:
    with build_lock(tmp_path / ".sources"):
        assert fetch(tmp_path, *LAW) == 2
    assert "another fetch is at work" in capsys.readouterr().err
    with SourceFolder(tmp_path) as store:
        assert store.lines == {}


def test_lock_shows_a_difference_and_accepts_it(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path, *LAW) == 0
    assert main(["corpus", "lock", str(tmp_path)]) == 0
    (tmp_path / DE).write_bytes((tmp_path / DE).read_bytes().replace(b"40 Franken", b"90 Franken"))
    assert main(["corpus", "lock", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert "40 Franken" in shown
    assert "90 Franken" in shown
    assert main(["corpus", "lock", str(tmp_path), "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["differences"][0]["kind"] == "changed"
    assert main(["corpus", "lock", str(tmp_path), "--accept", DE]) == 0
    (tmp_path / DE).unlink()
    assert main(["corpus", "lock", str(tmp_path)]) == 1
    assert "is not there" in capsys.readouterr().out
    assert main(["corpus", "lock", str(tmp_path), "--accept", DE]) == 0
    assert main(["corpus", "lock", str(tmp_path / "nothing")]) == 3


def test_add_adds_what_it_knows_and_names_what_not(tmp_path: Path, capsys: Capture) -> None:
    strange = tmp_path / "strange.xml"
    strange.write_bytes(b"<other/>")
    files = [str(strange), str(SPECIMEN / "hk/guideline-lanterns.md"), str(tmp_path / "absent.xml")]
    assert main(["corpus", "add", *files, "--out", str(tmp_path / "law"), "--licence", "ours"]) == 3
    shown = capsys.readouterr().out
    assert "strange.xml is not recognised" in shown
    assert "absent.xml cannot be read" in shown
    assert "added  hk/own/guideline-lanterns.md  markdown: hk/" in shown
    assert "ours; unofficial; passing on: none" in shown


def test_what_is_said_of_an_added_file_is_checked(tmp_path: Path, capsys: Capture) -> None:
    file = str(SPECIMEN / "hk/guideline-lanterns.md")
    for option, value in (
        ("--redistribute", "all"),
        ("--legal-value", "gold"),
        ("--folder", "../out"),
        ("--folder", "/tmp"),
    ):
        assert main(["corpus", "add", file, "--out", str(tmp_path / "law"), option, value]) == 3
    judgment = str(SPECIMEN / "hk/hkcfa-2026-391.htm")
    assert main(["corpus", "add", judgment, "--out", str(tmp_path / "law"), "--redistribute", "full"]) == 3
    assert "allows none" in capsys.readouterr().out
    assert lock_of(tmp_path / "law") == {}


def test_sources_lists_the_collections(capsys: Capture) -> None:
    assert main(["corpus", "sources"]) == 0
    assert "hk.elegislation  " in capsys.readouterr().out
    assert main(["corpus", "sources", "hk.lrs", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)["collections"][0]
    assert (said["one_at_a_time"], said["redistribute"]) == (True, "none")


def test_spec_writes_what_a_build_takes_and_overwrites_nothing(tmp_path: Path, capsys: Capture) -> None:
    assert fetch(tmp_path / "law", *LAW) == 0
    arguments = ["corpus", "spec", str(tmp_path / "law"), "--jurisdiction", "ch", "--as-of", "2026-11-30"]
    assert main([*arguments, "--out", str(tmp_path / "ch.yaml")]) == 0
    assert main(["corpus", "build", str(tmp_path / "ch.yaml"), "--out", str(tmp_path / "out")]) == 0
    assert main([*arguments, "--out", str(tmp_path / "ch.yaml")]) == 3
    assert main(["corpus", "spec", str(tmp_path / "law"), "--jurisdiction", "hk"]) == 3


def test_the_same_from_python(tmp_path: Path) -> None:
    fetched = pincite.fetch_sources(
        "ch.fedlex", tmp_path, items="999.1", languages=["de", "fr"], as_of="2026-11-30", replay=SPECIMEN / "recorded"
    )
    assert [each.kind for each in fetched.outcomes] == ["new", "new"]
    again = pincite.fetch_sources(tmp_path / "SOURCES.lock", tmp_path / "again", replay=SPECIMEN / "recorded")
    assert [each.kind for each in again.outcomes] == ["new", "new"]
    assert (tmp_path / "SOURCES.lock").read_bytes() == (tmp_path / "again" / "SOURCES.lock").read_bytes()
    by_spec = pincite.fetch_sources(SPECIMEN / "law.yaml", tmp_path / "law", replay=SPECIMEN / "recorded")
    assert len(by_spec.of("new")) == 4
