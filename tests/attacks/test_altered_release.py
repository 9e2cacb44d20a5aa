"""Attack: somebody who holds no key changes a signed release. Each change is refused, at the step that sees it."""

from __future__ import annotations

import json
import os
import random
import shutil
from importlib import resources
from pathlib import Path

import pytest
from tests.attacks.signed import House, lines_of, refused_at, rewrite

from pincite import wiring
from pincite.corpus.leaves import leaf_bytes
from pincite.errors import CorruptRelease
from pincite.storage.release_folder import read_release

LEAVES, TEXTS = "leaves.jsonl.zst", "texts.jsonl.zst"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Path]:
    house = House(tmp_path_factory.mktemp("signed"))
    return house, house.signed()


@pytest.fixture
def release(original: tuple[House, Path], tmp_path: Path) -> Path:
    shutil.copytree(original[1], tmp_path / "hk" / original[1].name)
    return tmp_path / "hk" / original[1].name


def test_the_release_itself_verifies(original: tuple[House, Path]) -> None:
    check = original[0].verify(original[1])
    assert check.ok, check.steps
    assert [step.name for step in check.steps] == ["manifest", "files", "leaves", "texts", "lists", "signatures", "log"]


def changed_leaf(line: bytes) -> bytes:
    leaf = json.loads(line)
    return leaf_bytes({**leaf, "status": "in_force"}) if leaf.get("status") == "repealed" else line


def test_an_altered_leaf_is_refused(original: tuple[House, Path], release: Path) -> None:
    house = original[0]
    lines = lines_of(release, LEAVES)
    altered = [changed_leaf(line) for line in lines]
    assert altered != lines
    rewrite(release, LEAVES, altered, reseal=False)
    assert refused_at(house.verify(release))[0] == 2
    rewrite(release, LEAVES, altered)
    assert refused_at(house.verify(release))[0] == 6  # nobody signed that root


def test_an_altered_text_is_refused(original: tuple[House, Path], release: Path) -> None:
    house = original[0]
    lines = lines_of(release, TEXTS)
    altered = [line.replace(b"shall light two", b"may light no ") for line in lines]
    assert altered != lines
    rewrite(release, TEXTS, altered, reseal=False)
    assert refused_at(house.verify(release))[0] == 2
    rewrite(release, TEXTS, altered)
    assert refused_at(house.verify(release))[0] == 4


def test_a_text_left_out_added_or_doubled_is_refused(original: tuple[House, Path], release: Path) -> None:
    house = original[0]
    lines = lines_of(release, TEXTS)
    for other in (lines[1:], [*lines, lines[0]], [*lines, leaf_bytes({"sha256": "0" * 64, "text": "x"})]):
        rewrite(release, TEXTS, other)
        assert refused_at(house.verify(release))[0] == 4


def test_leaves_out_of_order_or_doubled_are_refused(original: tuple[House, Path], release: Path) -> None:
    house = original[0]
    lines = lines_of(release, LEAVES)
    for other in ([lines[1], lines[0], *lines[2:]], [lines[0], *lines]):
        rewrite(release, LEAVES, other)
        assert refused_at(house.verify(release))[0] == 3


@pytest.mark.parametrize("name", ["SOURCES.lock", "findings.jsonl"])
def test_altered_lists_are_refused(original: tuple[House, Path], release: Path, name: str) -> None:
    lines = lines_of(release, name)
    rewrite(release, name, [line.replace(b"The tests", b"The State") for line in lines] if lines else [b"{}"])
    assert refused_at(original[0].verify(release))[0] == 5


def test_a_file_added_or_taken_away_is_refused(original: tuple[House, Path], release: Path) -> None:
    (release / "index" / "note.txt").write_text("x")
    assert refused_at(original[0].verify(release)) == (2, "index/note.txt is not named by the manifest")
    (release / "index" / "note.txt").unlink()
    (release / ".hidden").symlink_to(release)
    assert refused_at(original[0].verify(release))[0] == 2
    (release / ".hidden").unlink()
    (release / "findings.jsonl").unlink()
    assert refused_at(original[0].verify(release)) == (2, "findings.jsonl is missing")


@pytest.mark.parametrize("name", ["SOURCES.lock", "manifest.json", "checkpoint", TEXTS])
def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(
    original: tuple[House, Path], release: Path, name: str
) -> None:
    (release / name).unlink()
    os.mkfifo(release / name)
    check = original[0].verify(release)
    assert not check.ok
    assert f"{name} cannot be read: it is no file" in check.steps[-1].said


def test_a_manifest_nested_without_end_is_refused(original: tuple[House, Path], release: Path) -> None:
    (release / "manifest.json").write_bytes(b"[" * 200_000)
    assert refused_at(original[0].verify(release))[0] == 1
    with pytest.raises(CorruptRelease, match="nested too deeply"):
        read_release(release)


def test_signatures_taken_away_are_no_signatures(original: tuple[House, Path], release: Path) -> None:
    (release / "checkpoint").unlink()
    assert refused_at(original[0].verify(release)) == (6, "the release is unsigned: it holds no checkpoint")
    with wiring.open_corpus([release]) as corpus:
        assert corpus.coverage()[0].signature == "unsigned"


def test_with_a_policy_an_unsigned_or_altered_release_is_not_opened(
    original: tuple[House, Path], release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.transparency.keys import LOG

    with wiring.open_corpus([release]) as corpus:
        assert corpus.coverage()[0].signature == "signed"
    (tmp_path / "policy").write_text(f"log {LOG.verifier.vkey}\nquorum none\n", "utf-8")
    monkeypatch.setenv("PINCITE_POLICY", str(tmp_path / "policy"))
    with wiring.open_corpus([release]) as corpus:
        assert corpus.coverage()[0].signature == "verified"
        assert corpus.expressions("hk/cap9")[0].signature == "verified"
    rewrite(release, LEAVES, [changed_leaf(line) for line in lines_of(release, LEAVES)])
    with pytest.raises(CorruptRelease, match="not to be trusted by the policy"):
        wiring.open_corpus([release])
    (release / "checkpoint").unlink()
    with pytest.raises(CorruptRelease, match="unsigned"):
        wiring.open_corpus([release])


def single_byte_changes(house: House, release: Path, number: int, seed: int) -> None:
    """Half of the changes anywhere by size, half in a file drawn first, so that small files get their share."""
    draw = random.Random(seed)
    files = sorted(path for path in release.rglob("*") if path.is_file())
    held = {path: path.read_bytes() for path in files}
    sizes = [len(held[path]) for path in files]
    for _ in range(number):
        path = draw.choices(files, sizes)[0] if draw.random() < 0.5 else draw.choice([p for p in files if held[p]])
        data = bytearray(held[path])
        place, value = draw.randrange(len(data)), draw.randrange(1, 256)
        data[place] ^= value
        path.write_bytes(data)
        assert not house.verify(release).ok, (path.name, place, value)
        if path.name == "corpus.db":
            with pytest.raises(CorruptRelease):
                read_release(release)
        path.write_bytes(held[path])
    assert house.verify(release).ok


def test_a_changed_byte_anywhere_is_detected(original: tuple[House, Path], release: Path) -> None:
    single_byte_changes(original[0], release, 300, 1)


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Path]:
    """The specimen's Hong Kong release: none of its files is empty, the lists of atoms and operations neither."""
    house = House(tmp_path_factory.mktemp("specimen"))
    with resources.as_file(resources.files("pincite.specimen")) as folder:
        wiring.build(folder / "hk.yaml", house.folder / "releases")
    release = house.folder / "releases" / "hk" / "2026.11.30"
    house.sign(release)
    assert all(path.stat().st_size for path in release.rglob("*") if path.is_file())
    return house, release


def test_a_changed_byte_anywhere_in_the_specimen_is_detected(specimen: tuple[House, Path], tmp_path: Path) -> None:
    release = Path(shutil.copytree(specimen[1], tmp_path / "2026.11.30"))
    single_byte_changes(specimen[0], release, 150, 3)


@pytest.mark.long
def test_twenty_thousand_changed_bytes_of_the_specimen_are_detected(
    specimen: tuple[House, Path], tmp_path: Path
) -> None:
    release = Path(shutil.copytree(specimen[1], tmp_path / "2026.11.30"))
    single_byte_changes(specimen[0], release, 20_000, 4)


@pytest.mark.long
def test_twenty_thousand_changed_bytes_are_detected(original: tuple[House, Path], release: Path) -> None:
    single_byte_changes(original[0], release, 20_000, 2)
