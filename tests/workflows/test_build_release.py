"""A build gives the same release each time, stops at what it cannot read, and goes on where it was stopped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.corpus import library, tiny

from pincite import wiring
from pincite.corpus.answers import OutsideCoverage
from pincite.corpus.manifest import Manifest
from pincite.corpus.spec import read_spec
from pincite.errors import BadInput, CannotRun
from pincite.storage import reading, shelf
from pincite.storage.build_lock import build_lock
from pincite.storage.sqlite.index_db import IndexWriter
from pincite.wiring import rules
from pincite.workflows.build_release import Built, Progress, ReadTask, result_key

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    library.write(tmp_path / "sources", library.HK)
    return tmp_path


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_the_same_sources_give_the_same_release_byte_for_byte(folder: Path) -> None:
    spec = library.spec(folder)
    first = library.build(spec, folder / "one")
    second = library.build(spec, folder / "two", jobs=2)
    assert first.manifest == second.manifest
    assert snapshot(Path(first.path)) == snapshot(Path(second.path))
    assert (first.known, second.known) == (0, 0)


def test_the_folder_holds_what_the_layout_says(folder: Path) -> None:
    built = library.build(library.spec(folder), folder / "out")
    assert Path(built.path) == folder / "out" / "hk" / "2026.11.30"
    assert set(snapshot(Path(built.path))) == {
        "manifest.json", "leaves.jsonl.zst", "texts.jsonl.zst", "SOURCES.lock", "findings.jsonl", "atoms.jsonl", "ops.jsonl", "index/corpus.db",
        "index/fingerprints.bin",
    }  # fmt: skip
    assert {record.path for record in built.manifest.files if record.derived} == {
        "index/corpus.db", "index/fingerprints.bin",
    }  # fmt: skip
    lock = (Path(built.path) / "SOURCES.lock").read_text("utf-8").splitlines()
    assert len(lock) == len(library.HK)
    assert built.manifest.counts == {"atom": 4, "block": 13, "expression": 5, "source": 5, "work": 3}
    assert built.manifest.leaf_count == sum(built.manifest.counts.values())
    assert not list((folder / "out").rglob("*.partial"))


def test_many_files_are_read_in_several_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "WORTH", 1)
    for number in range(20):
        (folder / "sources" / f"more{number:02}.tiny").write_text(
            library.HK["hkca.2025.12"].replace("hk/hkca/2025/12", f"hk/hkca/2024/{number}"), "utf-8"
        )
    seen: list[Progress] = []
    built = library.build(library.spec(folder), folder / "out", jobs=2, progress=seen.append)
    assert built.manifest.counts["expression"] == 25
    assert [each.done for each in seen if each.stage == "reading"] == list(range(1, 26))
    again = library.build(library.spec(folder), folder / "out", jobs=1)
    assert again.known == 25
    assert again.manifest == built.manifest


def test_only_what_changed_is_read_again(folder: Path) -> None:
    spec = library.spec(folder)
    library.build(spec, folder / "out")
    path = folder / "sources" / "cap9.en.2024.tiny"
    path.write_text(path.read_text("utf-8").replace("gas", "wax"), "utf-8")
    again = library.build(spec, folder / "out", replace=True)
    assert again.known == 4
    with wiring.open_corpus([Path(again.path)]) as corpus:
        assert "wax" in corpus.document_text("hk/cap9@en/2024-06-01")


def kept(out: Path) -> int:
    return sum(1 for pack in (out / ".work" / "hk").glob("*.pack") for _ in shelf._results(pack))


def test_what_no_release_needs_is_forgotten_once_it_is_the_greater_part(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SMALL", 0)
    spec = library.spec(folder)
    counts = []
    for word in ("wax", "oil", "lamp"):
        for path in (folder / "sources").glob("cap9.*.tiny"):
            path.write_text(f"{path.read_text('utf-8').rstrip()} {word}\n", "utf-8")
        built = library.build(spec, folder / "out", replace=True)
        counts.append(kept(folder / "out"))
    assert counts == [5, 8, 5]
    again = library.build(spec, folder / "out")
    assert (again.known, again.manifest) == (5, built.manifest)


def test_a_rebuild_from_what_is_kept_gives_the_bytes_of_a_full_build(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "WORTH", 1)
    for number in range(40):
        put(folder, f"more{number:02}", library.HK["hkca.2025.12"].replace("hk/hkca/2025/12", f"hk/hkca/2024/{number}"))
    spec = library.spec(folder)
    library.build(spec, folder / "out")
    for path in sorted((folder / "sources").glob("more*.tiny"))[::3]:
        path.write_text(path.read_text("utf-8").replace("the", "that"), "utf-8")
    seen: list[Progress] = []
    again = library.build(spec, folder / "out", jobs=2, replace=True, progress=seen.append)
    assert again.known == 31
    names = [each.name for each in seen if each.stage == "reading"]
    assert names == sorted(names)
    fresh = library.build(spec, folder / "fresh")
    assert snapshot(Path(again.path)) == snapshot(Path(fresh.path))


@pytest.mark.parametrize(
    ("damage", "known"),
    [
        (lambda data: data[:-5], 4),
        (lambda data: b"", 0),
        (lambda data: data[:40], 0),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), 4),
        (lambda data: b"[]\n" + data[3:], 0),
        (lambda data: data[:300] + bytes([data[300] ^ 1]) + data[301:], 4),
        (lambda data: data + b"x" * 500, 5),
    ],
)
def test_a_damaged_result_is_as_good_as_absent(folder: Path, damage: Callable[[bytes], bytes], known: int) -> None:
    spec = library.spec(folder)
    first = library.build(spec, folder / "out")
    (pack,) = (folder / "out" / ".work" / "hk").glob("*.pack")
    pack.write_bytes(damage(pack.read_bytes()))
    again = library.build(spec, folder / "out")
    assert again.known == known
    assert again.manifest == first.manifest


# what cannot be read


def put(folder: Path, name: str, text: str) -> None:
    (folder / "sources" / f"{name}.tiny").write_text(text, "utf-8")


BAD = {
    "loss": library.HK["cap9.en.2020"]
    .replace("hk/cap9", "hk/cap8")
    .replace("language: en", "language: en\nfail: loss"),
    "crash": library.HK["cap9.en.2020"]
    .replace("hk/cap9", "hk/cap7")
    .replace("language: en", "language: en\nfail: crash"),
    "cut": "work: hk/cap6",
}


def refused(built: Built) -> dict[str, tuple[str, str]]:
    return {each.name: (each.place, each.reason) for each in built.refused}


def test_a_file_that_cannot_be_read_stops_the_build_with_name_place_and_reason(folder: Path) -> None:
    for name, text in BAD.items():
        put(folder, name, text)
    with pytest.raises(BadInput) as caught:
        library.build(library.spec(folder), folder / "out")
    message = str(caught.value)
    assert "3 files could not enter the release; nothing was written" in message
    assert "cut.tiny, line 1: no empty line after the header" in message
    assert "loss.tiny, hk/cap8: 14 characters of source text reached neither text nor side channel" in message
    assert "crash.tiny, tiny.py:" in message
    assert "the reader tiny failed: KeyError" in message
    assert "--keep-going" in caught.value.remedy
    assert not (folder / "out" / "hk").exists()


def test_with_keep_going_the_rest_is_built_and_the_refused_are_listed(folder: Path) -> None:
    for name, text in BAD.items():
        put(folder, name, text)
    built = library.build(library.spec(folder), folder / "out", keep_going=True)
    assert built.manifest.counts == {"atom": 4, "block": 13, "expression": 5, "finding": 3, "source": 5, "work": 3}
    assert set(refused(built)) == {"loss.tiny", "crash.tiny", "cut.tiny"}
    findings = (Path(built.path) / "findings.jsonl").read_text("utf-8")
    assert findings.count("source_refused") >= 3
    assert Manifest.read((Path(built.path) / "manifest.json").read_bytes(), name="m").refused == built.refused
    with wiring.open_corpus([Path(built.path)]) as corpus:
        (held,) = corpus.coverage()
        assert held.refused == 3
        assert not any(claim.complete for claim in held.claims)
        assert "3 files of the sources could not be read" in held.claims[0].note
        # one of the refused files may be this very judgment
        assert isinstance(corpus.find_work("hk/hkca/2025/99"), OutsideCoverage)


def test_two_files_for_one_expression_are_named_both(folder: Path) -> None:
    put(folder, "double", library.HK["cap9.en.2024"])
    with pytest.raises(
        BadInput,
        match=r"double\.tiny, hk/cap9@en/2024-06-01: this expression is already read from cap9\.en\.2024\.tiny",
    ):
        library.build(library.spec(folder), folder / "out")
    built = library.build(library.spec(folder), folder / "out", keep_going=True)
    assert list(refused(built)) == ["double.tiny"]
    assert [claim.complete for claim in built.manifest.coverage] == [True, False]  # no claim for hk/cap9 is touched
    assert built.manifest.counts["expression"] == 5


def test_one_file_may_hold_several_documents(folder: Path) -> None:
    put(
        folder,
        "both",
        "\n====\n".join(text.replace("hkca", "hkcfi") for name, text in library.HK.items() if "hkca" in name),
    )
    built = library.build(library.spec(folder), folder / "out")
    assert built.manifest.counts["expression"] == 7
    assert built.manifest.counts["source"] == 6


def test_nothing_at_all_is_no_release(folder: Path) -> None:
    shutil.rmtree(folder / "sources")
    library.write(folder / "sources", {"cut": BAD["cut"]})
    with pytest.raises(BadInput, match="one file could not enter"):
        library.build(library.spec(folder), folder / "out", keep_going=True)
    assert not (folder / "out" / "hk").exists()


def test_a_claim_of_completeness_for_what_no_file_holds_is_warned_of(folder: Path) -> None:
    assert library.build(library.spec(folder), folder / "one").warnings == ()
    spec = spec_with(folder, "works: [hk/hkca/2025]", "works: [hk/hkca/2025, hk/cap99]")
    (warning,) = library.build(spec, folder / "two").warnings
    assert "hk/cap99 is held completely, and no source holds any of it" in warning


def test_attack_a_dangling_link_or_a_pipe_that_a_pattern_finds_is_named(folder: Path) -> None:
    (folder / "sources" / "gone.tiny").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "sources" / "pipe.tiny")
    with pytest.raises(BadInput) as caught:
        library.build(library.spec(folder), folder / "out")
    assert "gone.tiny: a link that leads nowhere" in str(caught.value)
    assert "pipe.tiny: not a regular file" in str(caught.value)
    built = library.build(library.spec(folder), folder / "out", keep_going=True)
    assert set(refused(built)) == {"gone.tiny", "pipe.tiny"}


@pytest.mark.parametrize("keep_going", [False, True])
def test_documents_of_another_jurisdiction_are_refused_by_name(folder: Path, keep_going: bool) -> None:
    put(folder, "foreign", library.CH["sr311"])
    with pytest.raises(BadInput, match=r"foreign\.tiny, ch/sr/311\.0: a document of 'ch'; the spec is of 'hk'"):
        library.build(library.spec(folder), folder / "out", keep_going=keep_going)


# the spec against the files


def spec_with(folder: Path, old: str, new: str) -> Path:
    path = library.spec(folder)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("reader: tiny", "reader: huge", "line 7: there is no reader 'huge'"),
        ('files: ["*.tiny"]', 'files: ["*.xml"]', r"line 7: no file matches '\*\.xml'"),
        ('files: ["*.tiny"]', 'files: ["../*"]', "leads out of the root"),
        ('files: ["*.tiny"]', 'files: ["/etc/*"]', "leads out of the root"),
        ("root: sources", "root: nowhere", "nowhere, is not a folder"),
        (
            "    licence",
            '    companions: {json: "{stem}.json"}\n    licence',
            r"has no companion cap9\.en\.2020\.json \(json\)",
        ),
    ],
)
def test_a_spec_that_does_not_fit_the_files_is_refused_in_words(folder: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        library.build(spec_with(folder, old, new), folder / "out")


def test_a_file_named_twice_is_refused_with_both_lines(folder: Path) -> None:
    path = library.spec(folder)
    text = path.read_text("utf-8")
    entry = text[text.index("  - files") : text.index("coverage:")]
    path.write_text(text.replace("coverage:", entry.replace("*.tiny", "cap9.en.2020.tiny") + "coverage:"), "utf-8")
    with pytest.raises(BadInput, match=r"line 13: cap9\.en\.2020\.tiny is already named by the entry in line 7"):
        library.build(path, folder / "out")


def test_an_excluded_file_is_not_read_and_its_reason_is_kept(folder: Path) -> None:
    put(folder, "cut", BAD["cut"])
    spec = spec_with(folder, "    reader", '    exclude: [{files: ["cut.tiny"], reason: cut in transit}]\n    reader')
    assert library.build(spec, folder / "out").manifest.excluded == {"cut.tiny": "cut in transit"}


def test_a_companion_reaches_the_reader_and_is_no_source_of_its_own(folder: Path) -> None:
    (folder / "sources" / "cap9.en.2020.tiny.json").write_text(" (beside)", "utf-8")
    spec = spec_with(folder, 'files: ["*.tiny"]', 'files: ["*.tiny*"]\n    companions: {json: "{name}.json?"}')
    built = library.build(spec, folder / "out")
    with wiring.open_corpus([Path(built.path)]) as corpus:
        titles = {each.state: each.title for each in corpus.expressions("hk/cap9") if each.language == "en"}
    assert titles == {"2020-01-01": "Lantern Ordinance (beside)", "2024-06-01": "Lantern Ordinance"}


def test_an_extract_says_nothing_by_what_it_lacks(folder: Path) -> None:
    built = library.build(spec_with(folder, "    licence", "    extent: part\n    licence"), folder / "out")
    with wiring.open_corpus([Path(built.path)]) as corpus:
        absent = corpus.find_place("hk/cap9#s99")
    assert isinstance(absent, OutsideCoverage)
    assert absent.findings == ("part_of_document",)


# an existing release


def test_a_release_of_the_same_tag_is_replaced_only_when_asked(folder: Path) -> None:
    spec = library.spec(folder)
    first = library.build(spec, folder / "out")
    put(folder, "more", library.HK["cap9.en.2020"].replace("hk/cap9", "hk/cap8"))
    with pytest.raises(BadInput, match="holds another release of that tag"):
        library.build(spec, folder / "out")
    assert Manifest.read((Path(first.path) / "manifest.json").read_bytes(), name="m") == first.manifest
    second = library.build(spec, folder / "out", replace=True)
    assert second.manifest.counts["work"] == 4
    assert sorted(path.name for path in (folder / "out" / "hk").iterdir()) == ["2026.11.30"]


def test_two_builds_at_once_are_refused(folder: Path) -> None:
    with build_lock(folder / "out" / ".work" / "hk"), pytest.raises(CannotRun, match="another build is at work"):
        library.build(library.spec(folder), folder / "out")


# killed


SCRIPT = """
import sys, time
from pathlib import Path
from pincite.storage import reading
from tests.corpus import library
reading.WORTH = 1
def slow(progress):
    print(progress.stage, progress.done, flush=True)
    if progress.stage == sys.argv[3]:
        time.sleep(0.2)
if __name__ == "__main__":
    library.build(Path(sys.argv[1]), Path(sys.argv[2]), jobs=2, progress=slow)
"""


@pytest.mark.parametrize("stage", ["reading", "writing"])
def test_a_killed_build_leaves_nothing_half_written_and_goes_on(folder: Path, stage: str) -> None:
    for number in range(15):
        put(folder, f"more{number:02}", library.HK["hkca.2025.12"].replace("hk/hkca/2025/12", f"hk/hkca/2024/{number}"))
    spec = library.spec(folder)
    whole = library.build(spec, folder / "whole")
    (folder / "script.py").write_text(SCRIPT, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, folder / "script.py", spec, folder / "out", stage],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(f"{stage} 5"):
                process.send_signal(signal.SIGKILL)
                break
        process.wait()
    assert not (folder / "out" / "hk" / "2026.11.30").exists()
    deadline = time.monotonic() + 10
    while True:
        try:
            again = library.build(spec, folder / "out")
            break
        except CannotRun:  # the workers of the killed build are still going
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
    assert again.known >= 5
    assert again.manifest.digest() == whole.manifest.digest()
    assert not list((folder / "out").rglob("*.partial"))


def test_a_build_that_fails_while_writing_clears_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: IndexWriter) -> None:
        raise CannotRun("the disk is full")

    monkeypatch.setattr(IndexWriter, "close", full)
    with pytest.raises(CannotRun, match="disk is full"):
        library.build(library.spec(folder), folder / "out")
    assert [path.name for path in (folder / "out" / "hk").iterdir()] == []


def test_the_key_of_a_result_changes_with_everything_it_depends_on(folder: Path) -> None:
    source = read_spec(library.spec(folder).read_bytes(), name="s").sources[0]
    task = ReadTask("a.tiny", {}, source)
    keys = [
        result_key(task, b"a", {}, "c"),
        result_key(task, b"b", {}, "c"),
        result_key(task, b"a", {}, "d"),
        result_key(task, b"a", {"json": b""}, "c"),
        result_key(task._replace(name="b.tiny"), b"a", {}, "c"),
        result_key(task._replace(source=replace(source, options={"x": "y"})), b"a", {}, "c"),
        result_key(task._replace(source=replace(source, legal_value="unofficial")), b"a", {}, "c"),
    ]
    assert len(set(keys)) == len(keys)
    assert result_key(task._replace(source=replace(source, line=99)), b"a", {}, "c") == keys[0]


def test_the_code_of_a_reader_is_part_of_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"outside": tiny.read}
    monkeypatch.setattr(rules, "readers", lambda: {**own, "inside": read_spec})
    assert len({wiring.code_of("outside"), wiring.code_of("inside")}) == 2
