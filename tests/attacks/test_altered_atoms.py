"""Attack: somebody changes what a release says must be done, in the atoms' list, in a leaf, in the index."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
import zstandard
from tests.attacks.signed import House, lines_of, refused_at, rewrite

from pincite.corpus.leaves import leaf_bytes
from pincite.errors import CorruptRelease
from pincite.storage.release_folder import ReleaseFolder, read_release
from pincite.storage.sqlite.release_db import ReleaseDb

LEAVES = "leaves.jsonl.zst"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Path]:
    house = House(tmp_path_factory.mktemp("atoms"))
    return house, house.signed()


@pytest.fixture
def release(original: tuple[House, Path], tmp_path: Path) -> Path:
    shutil.copytree(original[1], tmp_path / "hk" / original[1].name)
    return tmp_path / "hk" / original[1].name


def read_all(opened: ReleaseDb) -> None:
    for row in list(opened.every_expression()):
        opened.atoms(row.record.id)


def altered(line: bytes, **change: object) -> bytes:
    leaf = json.loads(line)
    return leaf_bytes({**leaf, **change}) if leaf.get("type") == "atom" else line


@pytest.mark.parametrize(
    "change",
    [
        {"modality": "may"},
        {"char_start": 0},
        {"char_end": 9999},
        {"quoted_text": "Every keeper may light nothing."},
        {"fields": {"action": [[-5, 3]]}},
        {"text_sha256": "0" * 64},
        {"more": 1},
    ],
)
@pytest.mark.parametrize("reseal", [True, False])
def test_an_altered_atom_is_refused_even_under_a_new_manifest(
    original: tuple[House, Path], release: Path, change: dict[str, object], reseal: bool
) -> None:
    lines = lines_of(release, LEAVES)
    new = [altered(line, **change) for line in lines]
    assert new != lines
    rewrite(release, LEAVES, new, reseal=reseal)
    assert not original[0].verify(release).ok


def test_an_altered_list_of_atoms_is_refused(original: tuple[House, Path], release: Path) -> None:
    path = release / "atoms.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"modality":"must"', b'"modality":"may"'))
    assert refused_at(original[0].verify(release))[0] == 2


@pytest.mark.parametrize("old", [b'"modality":"must"', b"light two", b'"char_start"'])
def test_altered_atoms_of_the_index_are_refused_when_read(release: Path, old: bytes) -> None:
    manifest = read_release(release).manifest
    index = release / "index" / "corpus.db"
    with sqlite3.connect(index) as db:
        rows = db.execute("SELECT expression, lines FROM atoms").fetchall()
        for number, packed in rows:
            lines = zstandard.ZstdDecompressor().decompress(packed)
            new = zstandard.ZstdCompressor().compress(lines.replace(old, old.swapcase()))
            db.execute("UPDATE atoms SET lines = ? WHERE expression = ?", (new, number))
    db.close()
    opened = ReleaseDb(ReleaseFolder(release, manifest, "0" * 64))
    with pytest.raises(CorruptRelease):
        read_all(opened)
    opened.close()


def test_atoms_missing_from_the_index_are_noticed(release: Path) -> None:
    manifest = read_release(release).manifest
    with sqlite3.connect(release / "index" / "corpus.db") as db:
        db.execute("DELETE FROM atoms")
    db.close()
    opened = ReleaseDb(ReleaseFolder(release, manifest, "0" * 64))
    with pytest.raises(CorruptRelease, match="missing"):
        read_all(opened)
    opened.close()
