"""The corpus over SQLite keeps the contract, and refuses what was altered."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard
from tests.corpus import library
from tests.storage.contract import CorpusContract

from pincite import wiring
from pincite.corpus.manifest import Manifest
from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.release_folder import read_release, verify_files
from pincite.storage.sqlite.corpus import SqliteCorpus


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def corpus(releases: Path) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([releases]) as opened:
        yield opened


class TestSqliteCorpus(CorpusContract):
    """The contract, over release folders."""


# sets of releases


def test_a_folder_of_releases_is_a_set_in_order(releases: Path) -> None:
    with wiring.open_corpus([releases / "hk", releases]) as opened:
        assert [each.release for each in opened.coverage()] == ["hk/2026.11.30", "ch/2026.11.30"]


def test_two_releases_of_one_jurisdiction_need_a_choice(releases: Path, tmp_path: Path) -> None:
    shutil.copytree(releases / "hk" / "2026.11.30", tmp_path / "hk" / "2026.11.30")
    library.write(tmp_path / "sources", dict(list(library.HK.items())[:1]))
    library.build(library.spec(tmp_path, tag="2026.12.31"), tmp_path)
    with pytest.raises(
        BadInput, match=r"two releases of one jurisdiction: hk/2026\.11\.30 in .* and hk/2026\.12\.31 in "
    ):
        wiring.open_corpus([tmp_path])
    with wiring.open_corpus([tmp_path, releases / "ch"], at_release=["hk/2026.12.31"]) as opened:
        assert [each.release for each in opened.coverage()] == ["hk/2026.12.31", "ch/2026.11.30"]
    with pytest.raises(BadInput, match="no release hk/1 among"):
        wiring.open_corpus([tmp_path], at_release=["hk/1"])


def test_a_copy_of_a_release_is_the_same_release(releases: Path, tmp_path: Path) -> None:
    shutil.copytree(releases / "hk", tmp_path / "hk")
    with wiring.open_corpus([releases, tmp_path]) as opened:
        assert [each.release for each in opened.coverage()] == ["ch/2026.11.30", "hk/2026.11.30"]


def test_a_place_without_a_release_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no release in"):
        wiring.open_corpus([tmp_path])
    with pytest.raises(BadInput, match="is not a folder"):
        wiring.open_corpus([tmp_path / "nowhere"])


# tampering


@pytest.fixture
def own(releases: Path, tmp_path: Path) -> Path:
    shutil.copytree(releases / "hk" / "2026.11.30", tmp_path / "own")
    return tmp_path / "own"


def reseal(folder: Path) -> None:
    """What an attacker does who can write the folder but holds no key: make the manifest fit the altered index."""
    manifest = Manifest.read((folder / "manifest.json").read_bytes(), name="m")
    data = (folder / "index" / "corpus.db").read_bytes()
    files = tuple(
        replace(each, bytes=len(data), sha256=sha256(data)) if each.path == "index/corpus.db" else each
        for each in manifest.files
    )
    (folder / "manifest.json").write_bytes(replace(manifest, files=files).to_bytes())


def alter(folder: Path, change: str | Callable[[sqlite3.Connection], None]) -> None:
    database = sqlite3.connect(folder / "index" / "corpus.db")
    if isinstance(change, str):
        database.execute(change)
    else:
        change(database)
    database.commit()
    database.close()


def other_text(database: sqlite3.Connection) -> None:
    (packed,) = database.execute("SELECT text FROM expression WHERE id = 'hk/cap9@en/2024-06-01'").fetchone()
    text = zstandard.ZstdDecompressor().decompress(packed).decode().replace("shall light two", "need not light")
    database.execute(
        "UPDATE expression SET text = ? WHERE id = 'hk/cap9@en/2024-06-01'",
        (zstandard.ZstdCompressor().compress(text.encode()),),
    )


def test_attack_an_altered_text_is_refused_although_the_manifest_fits(own: Path) -> None:
    alter(own, other_text)
    with pytest.raises(CorruptRelease, match="is not the file the manifest names"):
        wiring.open_corpus([own])
    reseal(own)
    with (
        wiring.open_corpus([own]) as opened,
        pytest.raises(CorruptRelease, match="does not have the digest its leaf names"),
    ):
        opened.find_place("hk/cap9#s2")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE expression SET leaf = CAST(replace(CAST(leaf AS TEXT), 'Lantern', 'Lampion') AS BLOB)",
        "UPDATE expression SET structure = (SELECT structure FROM expression WHERE id LIKE '%/21@%')",
        "UPDATE expression SET text = x'00'",
        "UPDATE name SET work = 'hk/hkca/2025/12' WHERE name = 'hk/cap9'",
        "DELETE FROM expression WHERE work = 'hk/cap9'",
        "UPDATE expression SET id = 'hk/cap9@en/2025-01-01' WHERE id = 'hk/cap9@en/2024-06-01'",
        "DROP TABLE name",
    ],
)
def test_attack_an_altered_row_is_refused_when_read(own: Path, statement: str) -> None:
    alter(own, statement)
    reseal(own)
    with wiring.open_corpus([own]) as opened, pytest.raises(CorruptRelease):
        opened.find_place("hk/cap9#s2")


def test_attack_a_hit_that_leads_nowhere_is_refused(own: Path) -> None:
    alter(own, "UPDATE block SET node = 999")
    reseal(own)
    with wiring.open_corpus([own]) as opened, pytest.raises(CorruptRelease, match="that is not there"):
        opened.search("lantern")


def test_a_release_of_an_unknown_form_is_refused(own: Path) -> None:
    alter(own, "PRAGMA user_version = 99")
    reseal(own)
    with pytest.raises(CorruptRelease, match="form 99"):
        wiring.open_corpus([own])


def test_an_index_that_is_no_database_is_refused(own: Path) -> None:
    (own / "index" / "corpus.db").write_bytes(b"not a database, but long enough to be looked at")
    reseal(own)
    with pytest.raises(CorruptRelease, match="cannot be opened"):
        wiring.open_corpus([own])


def test_every_file_is_checked_on_demand(own: Path) -> None:
    release = read_release(own)
    verify_files(release)
    path = own / "texts.jsonl.zst"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(CorruptRelease, match=r"texts\.jsonl\.zst"):
        verify_files(release)
    path.unlink()
    with pytest.raises(CorruptRelease, match="cannot be read"):
        verify_files(release)


def test_a_folder_without_a_manifest_is_no_release(own: Path) -> None:
    (own / "manifest.json").unlink()
    with pytest.raises(CannotRun, match="is no release"):
        read_release(own)


# what leaves and texts promise


def test_the_map_of_every_document_leads_back_to_its_source(corpus: SqliteCorpus) -> None:
    sources = {sha256(text.encode()): text.encode() for text in (*library.HK.values(), *library.CH.values())}
    for record in corpus.every_document():
        text = corpus.document_text(record.id)
        source = sources[record.source_sha256]
        source_map = corpus.source_map(record.id)
        for node in corpus.nodes(record.id):
            if node.end > node.start:
                first, last = source_map.source_span(node.start, node.end, source)
                said = source[first:last].decode()
                assert said.split()[0] == text[node.start : node.end].split()[0]


def test_leaves_and_texts_hold_all_that_the_index_answers_with(releases: Path, corpus: SqliteCorpus) -> None:
    with (releases / "hk" / "2026.11.30" / "texts.jsonl.zst").open("rb") as file:
        lines = zstandard.ZstdDecompressor().stream_reader(file).read().splitlines()
    texts = {value["sha256"]: value["text"] for value in map(json.loads, lines)}
    assert all(sha256(text.encode()) == digest for digest, text in texts.items())
    assert len(texts) == len(lines)
    for record in corpus.every_document():
        if record.release == "hk/2026.11.30":
            assert all(texts[block.text_sha256] == block.text for block in corpus.blocks(record.id))
