"""Attack: rows of a release's index are changed and its manifest is made to fit. What is read is refused, or is the truth."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.corpus import library

from pincite import wiring
from pincite.corpus.manifest import Manifest
from pincite.digests import sha256
from pincite.errors import CorruptRelease
from pincite.storage.release_folder import read_release
from pincite.storage.sqlite.corpus import SqliteCorpus

CELLS = {
    "expression": ("id", "work", "language", "state", "kind", "leaf", "leaf_sha256", "text", "structure", "map"),
    "work": ("work", "leaf"),
    "name": ("name", "work"),
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("rows")) / "hk" / "2026.11.30"


def everything(corpus: SqliteCorpus, names: list[str], expressions: list[str], places: list[str]) -> Iterator[Any]:
    """All that a reader may ask of a release."""
    for name in names:
        yield corpus.find_work(name)
        yield corpus.expressions(name)
    for place in places:
        yield corpus.find_place(place)
    for each in expressions:
        yield corpus.document_text(each)
        yield corpus.blocks(each)
        yield corpus.nodes(each)
        yield corpus.sides(each)
        yield list(corpus.source_map(each))
    yield list(corpus.every_document())


def flipped(value: Any, draw: random.Random) -> Any:
    """The cell with one byte, or one character, changed."""
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    place = draw.randrange(len(data))
    if isinstance(value, bytes):
        data[place] ^= draw.randrange(1, 256)
        return bytes(data)
    data[place] = ord("x") if data[place] != ord("x") else ord("y")
    return data.decode("utf-8", "replace")


def reseal(folder: Path) -> None:
    manifest = Manifest.read((folder / "manifest.json").read_bytes(), name="m")
    data = (folder / "index" / "corpus.db").read_bytes()
    files = tuple(
        replace(each, bytes=len(data), sha256=sha256(data)) if each.path == "index/corpus.db" else each
        for each in manifest.files
    )
    (folder / "manifest.json").write_bytes(replace(manifest, files=files).to_bytes())


def change_rows(original: Path, folder: Path, number: int, seed: int) -> None:
    with wiring.open_corpus([original]) as corpus:
        records = list(corpus.every_document())
        names = sorted({name for each in records for name in (each.work, *each.aliases)})
        expressions = [each.id for each in records]
        places = [f"{each.work}#{block.eid}" for each in records for block in corpus.blocks(each.id)]
        truth = list(everything(corpus, names, expressions, places))
    draw = random.Random(seed)
    own = folder / "own"
    shutil.copytree(original, own)
    index = (own / "index" / "corpus.db").read_bytes()
    refused = 0
    for _ in range(number):
        (own / "index" / "corpus.db").write_bytes(index)
        table = draw.choice([*["expression"] * 3, "work", "name"])
        column = draw.choice(CELLS[table])
        database = sqlite3.connect(own / "index" / "corpus.db")
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        row = draw.randrange(len(rows))
        keys = [each[1] for each in database.execute(f"PRAGMA table_info({table})")]
        old = dict(zip(keys, rows[row], strict=True))
        where = " AND ".join(f"{key} IS ?" for key in keys)
        try:
            database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (flipped(old[column], draw), *rows[row]))
            database.commit()
        except sqlite3.IntegrityError:
            continue
        finally:
            database.close()
        with pytest.raises(CorruptRelease) as caught:
            read_release(replace_manifest(own, original))
        assert caught.value.code == "corpus_tampered"
        reseal(own)
        try:
            with wiring.open_corpus([own]) as corpus:
                for true, read in zip(truth, everything(corpus, names, expressions, places), strict=True):
                    assert read == true, (table, column, old)
        except CorruptRelease:
            refused += 1
        else:
            raise AssertionError(f"a change of {table}.{column} was not seen")
    assert refused > number * 0.8


def replace_manifest(own: Path, original: Path) -> Path:
    shutil.copyfile(original / "manifest.json", own / "manifest.json")
    return own


def test_a_changed_row_is_refused_when_it_is_read(original: Path, tmp_path: Path) -> None:
    change_rows(original, tmp_path, 120, 3)


@pytest.mark.long
def test_thousands_of_changed_rows_are_refused_when_they_are_read(original: Path, tmp_path: Path) -> None:
    change_rows(original, tmp_path, 5000, 4)
