"""A library of any size: documents made by a walk over the runs of three words of real law, and a release index of them.

From any two words the walk goes on with a word that follows them somewhere in the shared corpora, so that runs of words
are about as common as they are in law. Seeded: the same number of documents gives the same library. Documents have 20,000
code points in blocks of about 130 words. Nothing of a source's text is written anywhere but into the library's folder.
"""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks.passages import shared_folder, texts

from pincite.corpus.leaves import DocumentRecord, leaf_bytes, work_leaf
from pincite.corpus.manifest import FileRecord, Manifest
from pincite.digests import sha256, sha256_text
from pincite.storage.fingerprints import FILE, FingerprintWriter
from pincite.storage.sqlite.index_db import IndexWriter

__all__ = ["Walk", "build"]

SIZE = 20_000
BLOCK_WORDS = 130
SEED = 20_261_130


class Walk:
    """The words of the corpora, and where each run of two goes on."""

    def __init__(self) -> None:
        self.words: list[str] = []
        for _, language, text in texts(shared_folder()):
            if language in ("en", "de", "fr", "it"):
                self.words += re.findall(r"[^\s\u3400-\u9fff]+", text)
        known: dict[str, int] = {}
        ids = [known.setdefault(word, len(known)) for word in self.words]
        self.vocabulary = [word for word in known if word.isalpha()]
        keys = [first * len(known) + second for first, second in pairwise(ids)]
        keys.append(-1)
        self.order = array("I", sorted(range(len(keys)), key=keys.__getitem__))
        self.start = array("I", bytes(4 * len(keys)))
        self.number = array("I", bytes(4 * len(keys)))
        first = 0
        for at in range(1, len(self.order) + 1):
            if at == len(self.order) or keys[self.order[at]] != keys[self.order[first]]:
                for place in self.order[first:at]:
                    self.start[place], self.number[place] = first, at - first
                first = at

    def document(self, number: int) -> list[str]:
        """The blocks of a document."""
        rng = random.Random(SEED + number)
        chance = rng.random
        words, order, start, many = self.words, self.order, self.start, self.number
        place = int(chance() * (len(words) - 2))
        blocks: list[str] = []
        size = 0
        while size < SIZE:
            block: list[str] = []
            for _ in range(BLOCK_WORDS):
                block.append(words[place])
                place = order[start[place] + int(chance() * many[place])] + 1
                if place >= len(words) - 2:
                    place = int(chance() * (len(words) - 2))
            blocks.append(" ".join(block))
            size += len(blocks[-1]) + 1
        return blocks


def _record(number: int, blocks: list[str]) -> DocumentRecord:
    work = f"hk/walk/{number:07}"
    text = "\n".join(blocks)
    nodes, leaves = [], []
    at = 0
    for index, block in enumerate(blocks):
        end = at + len(block)
        eid = f"para_{index + 1}"
        nodes.append([eid, "", 0, "paragraph", str(index + 1), "", None, at, end, True, "not_applicable", None, None, "unknown", None, ""])  # fmt: skip
        leaves.append({"node": index, "document_start": at, "text_length": len(block)})
        at = end + 1
    structure = leaf_bytes({"nodes": nodes, "sides": []}).decode()
    source_map = leaf_bytes({"text": [], "encoding": "utf-8"}).decode()
    expression = {
        "type": "expression", "id": f"{work}@en/2026-01-01", "work": work, "language": "en", "state": "2026-01-01",
        "kind": "decision", "title": f"Walk {number}", "short_titles": [], "aliases": [], "meta": {}, "url": "",
        "legal_value": "unofficial", "source_sha256": sha256_text(work), "extractor": "walk/1", "extent": "whole",
        "expression": f"{work}@en/2026-01-01", "text_sha256": sha256_text(text),
        "structure_sha256": sha256_text(structure), "map_sha256": sha256_text(source_map),
    }  # fmt: skip
    return DocumentRecord(expression, tuple(leaves), (), text, structure, source_map)


def records(walk: Walk, documents: int) -> Iterator[DocumentRecord]:
    """The documents of a library."""
    return (_record(number, walk.document(number)) for number in range(documents))


def build(folder: Path, walk: Walk, documents: int) -> tuple[float, dict[str, float]]:
    """Write the index of a library (without leaves and texts, which no lookup reads); characters, and processor seconds by part."""
    from time import process_time as clock  # noqa: PLC0415 (a benchmark's clock)

    (folder / "index").mkdir(parents=True)
    index = IndexWriter(folder / "index" / "corpus.db")
    fingerprints = FingerprintWriter(folder / FILE)
    spent = {"walk": 0.0, "texts and full text": 0.0, "fingerprints": 0.0}
    characters = 0
    before = clock()
    for record in records(walk, documents):
        characters += len(record.text)
        spent["walk"] += clock() - before
        before = clock()
        index.document(record)
        index.work(work_leaf(record.expression["work"], [record.expression]))
        spent["texts and full text"] += clock() - before
        before = clock()
        fingerprints.document(record.text)
        spent["fingerprints"] += clock() - before
        before = clock()
    index.close()
    spent["texts and full text"] += clock() - before
    before = clock()
    fingerprints.close()
    spent["fingerprints"] += clock() - before
    files = []
    for name in ("index/corpus.db", FILE):
        data = (folder / name).read_bytes()
        files.append(FileRecord(name, len(data), sha256(data), derived=True))
        del data
    manifest = Manifest(
        jurisdiction="hk", tag="2026.11.30", as_of="2026-11-30", title="A walked library", leaf_count=0, leaves_sha256="",
        counts={"expression": documents}, by_kind={}, by_language={"en": documents}, extractors={}, coverage=(),
        sources_lock_sha256="", files=tuple(files),
    )  # fmt: skip
    (folder / "manifest.json").write_bytes(manifest.to_bytes())
    return characters, spent
