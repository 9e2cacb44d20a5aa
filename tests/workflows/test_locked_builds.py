"""A build keeps to SOURCES.lock: the same lock gives the same root, and a file that is not what it says stops it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import pincite
import pincite.specimen
from pincite import wiring
from pincite.errors import BadInput
from pincite.storage.source_folder import lock_of
from pincite.workflows.add_sources import Said

SPECIMEN = Path(pincite.specimen.__file__).parent
CAP = "hk/legislation/cap_9001_20260301000000_en_c.xml"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "law"
    files = sorted((SPECIMEN / "hk").iterdir())
    wiring.add(files, folder, Said(url="https://law.example/x"))
    wiring.write_spec(folder, jurisdiction="hk", as_of="2026-11-30", out=tmp_path / "hk.yaml")
    return folder


def build(sources: Path, out: str = "out", **how: object) -> Path:
    return Path(wiring.build(sources.parent / "hk.yaml", sources.parent / out, **how).path)  # type: ignore[arg-type]


def test_the_releases_lock_says_where_and_when_each_source_was_retrieved(sources: Path) -> None:
    release = build(sources)
    lines = [json.loads(line) for line in (release / "SOURCES.lock").read_bytes().splitlines()]
    ours = lock_of(sources)
    assert [line["name"] for line in lines] == sorted(ours)
    for line in lines:
        of_ours = ours[line["name"]]
        same = (
            "url",
            "retrieved_at",
            "sha256",
            "bytes",
            "media_type",
            "publisher",
            "licence",
            "legal_value",
            "redistribute",
        )
        assert {key: line[key] for key in same} == {key: getattr(of_ours, key) for key in same}


def test_the_same_lock_gives_the_same_root_elsewhere_and_later(sources: Path, tmp_path: Path) -> None:
    first = build(sources)
    other = tmp_path / "elsewhere" / "law"
    shutil.copytree(sources, other)
    for path in other.rglob("*"):
        os.utime(path, (1, 1))
    shutil.copyfile(sources.parent / "hk.yaml", other.parent / "hk.yaml")
    second = build(other)
    assert (first / "manifest.json").read_bytes() == (second / "manifest.json").read_bytes()


def test_adding_the_same_file_again_changes_nothing(sources: Path) -> None:
    before = (sources / "SOURCES.lock").read_bytes()
    again = wiring.add(sorted((SPECIMEN / "hk").iterdir()), sources, Said())
    assert all(each.known for each in again)
    assert (sources / "SOURCES.lock").read_bytes() == before


@pytest.mark.parametrize("keep_going", [False, True])
def test_a_changed_source_stops_the_build_and_shows_the_difference(sources: Path, keep_going: bool) -> None:
    path = sources / CAP
    line = lock_of(sources)[CAP]
    path.write_bytes(path.read_bytes().replace(b"30 days", b"90 days"))
    with pytest.raises(BadInput, match=r"one source is not what SOURCES\.lock says; nothing was built") as raised:
        build(sources, keep_going=keep_going)
    shown = str(raised.value)
    for each in (CAP, line.sha256, f"{line.bytes} bytes", "- ", "30 days", "+ ", "90 days"):
        assert each in shown
    assert "--accept" in raised.value.remedy
    assert not (sources.parent / "out" / "hk").exists()


def test_a_missing_source_stops_the_build_although_a_pattern_would_pass_it_over(sources: Path) -> None:
    spec = sources.parent / "hk.yaml"
    spec.write_text(spec.read_text("utf-8").replace(f'"{CAP}", ', ""), "utf-8")
    (sources / CAP).unlink()
    with pytest.raises(BadInput, match="is not there"):
        build(sources)


def test_without_its_kept_copy_a_difference_is_digests_and_sizes(sources: Path) -> None:
    shutil.rmtree(sources / ".sources")
    path = sources / CAP
    path.write_bytes(path.read_bytes().replace(b"30 days", b"90 days"))
    with pytest.raises(BadInput) as raised:
        build(sources)
    assert "is now  sha256" in str(raised.value)
    assert "90 days" not in str(raised.value)


def test_a_change_that_was_accepted_is_locked_as_it_is(sources: Path) -> None:
    path = sources / CAP
    path.write_bytes(path.read_bytes().replace(b"30 days", b"90 days"))
    _, found = wiring.check_lock(sources)
    assert [each.line.name for each in found] == [CAP]
    lines, found = wiring.check_lock(sources, accept=[CAP])
    assert not found
    assert lines[CAP].url == ""  # it is no longer what its publisher sent
    build(sources)


def test_a_spec_that_grants_more_than_the_lock_is_held_to_the_lock(sources: Path) -> None:
    spec = sources.parent / "hk.yaml"
    spec.write_text(spec.read_text("utf-8").replace("redistribute: none", "redistribute: full"), "utf-8")
    lines = [json.loads(line) for line in (build(sources) / "SOURCES.lock").read_bytes().splitlines()]
    by_reader = {line["reader"]: line["redistribute"] for line in lines}
    assert by_reader == {"hk.hklii": "none", "hk.hklm": "full", "hk.lrs": "none", "markdown": "none"}


def test_a_file_outside_the_lock_is_built_and_warned_of(sources: Path) -> None:
    (sources / "hk/legislation/cap_9009.xml").write_bytes((sources / CAP).read_bytes().replace(b"9001", b"9009"))
    spec = sources.parent / "hk.yaml"
    spec.write_text(spec.read_text("utf-8").replace(f'"{CAP}"', f'"{CAP}", "hk/legislation/cap_9009.xml"'), "utf-8")
    built = wiring.build(spec, sources.parent / "out")
    assert any("no line for 1 of the files read" in warning for warning in built.warnings)


def test_patterns_find_neither_the_lock_nor_what_is_kept_beside_it(sources: Path) -> None:
    from pincite.storage.source_files import FolderFiles

    names = FolderFiles(sources).match("**/*")
    assert sorted(names) == sorted(lock_of(sources))


def test_a_wrong_lock_stops_the_build_with_its_line(sources: Path) -> None:
    (sources / "SOURCES.lock").write_text("not a lock\n", "utf-8")
    with pytest.raises(BadInput, match=r"SOURCES\.lock, line 1"):
        build(sources)


# adding


@pytest.mark.parametrize(
    ("name", "reader", "place"),
    [
        ("hk/cap_9001_20260301000000_en_c.xml", "hk.hklm", "hk/legislation"),
        ("hk/hkcfa-2026-391.htm", "hk.lrs", "hk/lrs"),
        ("hk/_2026__HKDC_9902.json", "hk.hklii", "hk/hklii"),
        ("hk/guideline-lanterns.md", "markdown", "hk/own"),
        ("ch/sr-999.1-20260101-fr.xml", "ch.fedlex_akn", "ch/fedlex"),
        ("ch/opencaselaw-9C-9903-2026.json", "ch.opencaselaw", "ch/opencaselaw"),
        ("ch/entscheidsuche-5A-9902-2026.json", "ch.entscheidsuche_json", "ch/entscheidsuche"),
    ],
)
def test_a_downloaded_file_is_recognised_and_has_its_place(tmp_path: Path, name: str, reader: str, place: str) -> None:
    added = pincite.add_sources(SPECIMEN / name, tmp_path)[0]
    assert added.line.reader == reader
    assert added.line.name.startswith(f"{place}/")
    assert (tmp_path / added.line.name).read_bytes() == (SPECIMEN / name).read_bytes()


def test_what_nobody_reads_is_refused_with_what_was_tried(tmp_path: Path) -> None:
    for name, data in {
        "x.xml": b"<other/>",
        "x.json": b"{}",
        "x.txt": b"no head",
        "x.bin": b"\0",
        "x.json5": b"",
        "y.json": b"[" * 50_000,
    }.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadInput, match="not recognised"):
            pincite.add_sources(tmp_path / name, tmp_path / "law")
    assert lock_of(tmp_path / "law") == {}


def test_another_file_of_the_same_name_is_not_overwritten(tmp_path: Path) -> None:
    pincite.add_sources(SPECIMEN / "ch/sr-999.1-20260101-de.xml", tmp_path / "law")
    other = tmp_path / "sr-999.1-20260101-de.xml"
    other.write_bytes((SPECIMEN / "ch/sr-999.1-20260101-fr.xml").read_bytes())
    with pytest.raises(BadInput, match="is there already"):
        pincite.add_sources(other, tmp_path / "law")


def test_a_reader_that_was_named_is_used_with_the_licence_of_its_publisher(tmp_path: Path) -> None:
    name = SPECIMEN / "ch/CH_BGer_004_4A-9901-2026_2026-03-03.txt"
    line = pincite.add_sources(name, tmp_path, reader="ch.decision_text")[0].line
    assert (line.publisher, line.redistribute) == ("the courts, through entscheidsuche.ch", "full")
    with pytest.raises(BadInput, match="no reader"):
        pincite.add_sources(name, tmp_path, reader="ch.nothing")


def test_a_link_that_leads_out_of_the_folder_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "law" / "ch").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "law" / "ch" / "fedlex").symlink_to(tmp_path / "outside")
    with pytest.raises(BadInput, match="leads out"):
        pincite.add_sources(SPECIMEN / "ch/sr-999.1-20260101-de.xml", tmp_path / "law")
    assert not list((tmp_path / "outside").iterdir())
