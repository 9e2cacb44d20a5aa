"""The real collections build without a loss, and every place in them can be opened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workflows.dead_law import dead_ranges

from pincite import wiring
from pincite.corpus.answers import PlaceFound
from pincite.digests import sha256
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.build_release import Built

SPECS = sorted((Path(__file__).resolve().parents[2] / "corpora").glob("*.yaml"))

pytestmark = pytest.mark.shared


class Collection:
    """A collection, built and open."""

    def __init__(self, built: Built, corpus: SqliteCorpus, sources: Path) -> None:
        self.built = built
        self.corpus = corpus
        self.sources = sources


@pytest.fixture(scope="module", params=SPECS, ids=lambda path: path.stem)
def collection(
    request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Collection]:
    out = tmp_path_factory.mktemp(request.param.stem)
    built = wiring.build(request.param, out, root=shared / "corpora", jobs=2)
    with wiring.open_corpus([Path(built.path)]) as corpus:
        yield Collection(built, corpus, shared / "corpora")


def test_nothing_is_refused_or_lost(collection: Collection) -> None:
    # the build itself refuses a document of which a character is in neither text nor side channel
    assert collection.built.refused == ()
    assert collection.built.manifest.counts["block"] > 400


def test_no_provision_without_words_is_called_law_in_force(collection: Collection) -> None:
    findings = (Path(collection.built.path) / "findings.jsonl").read_text(encoding="utf-8")
    assert [line for line in findings.splitlines() if json.loads(line)["code"] == "empty_in_force"] == []


def test_every_provision_leads_back_to_the_bytes_of_its_source(collection: Collection) -> None:
    corpus = collection.corpus
    by_digest = {
        digest: path
        for path in collection.sources.rglob("*")
        if path.is_file() and (digest := sha256(path.read_bytes()))
    }
    provisions = 0
    for record in corpus.every_document():
        source = by_digest[record.source_sha256].read_bytes()
        source_map = corpus.source_map(record.id)
        text = corpus.document_text(record.id)
        runs = list(source_map)
        assert runs[-1].end == len(text)
        for run in runs:
            if run.verbatim:
                assert (
                    source[run.source_start : run.source_end].decode(source_map.encoding) == text[run.start : run.end]
                )
        for node in corpus.nodes(record.id):
            if node.end > node.start:
                first, last = source_map.source_span(node.start, node.end, source)
                assert 0 <= first < last <= len(source)
                provisions += 1
    assert provisions >= collection.built.manifest.counts["block"] * 0.9


MARKED = {"eu": {"deleted": 40}, "uk": {"retained text of a repeal": 30}, "hk": {"pending": 2, "repealed": 2}}
"""How many marks of what is no law in force the files of a collection have at least: the test must not look at nothing."""


def test_what_a_publisher_marks_as_deleted_pending_or_repealed_is_never_law_in_force(collection: Collection) -> None:
    corpus = collection.corpus
    files = {
        sha256(path.read_bytes()): path for path in collection.sources.rglob("*") if path.suffix in (".xml", ".html")
    }
    seen: Counter[str] = Counter()
    for record in corpus.every_document():
        path = files.get(record.source_sha256)
        for first, last, why in dead_ranges(path.read_bytes()) if path else ():
            seen[why] += 1
            for run in corpus.source_map(record.id):
                if first <= run.source_start < run.source_end <= last:
                    words = corpus.document_text(record.id)[run.start : run.end]
                    inside = [
                        node for node in corpus.nodes(record.id) if node.start <= run.start and run.end <= node.end
                    ]
                    status = min(inside, key=lambda node: (node.end - node.start, -node.node)).status
                    assert status != "in_force" or not words.strip(), (record.id, why, words[:80])
    for why, number in MARKED.get(collection.built.manifest.jurisdiction, {}).items():
        assert seen[why] >= number


def test_every_place_opens_as_itself(collection: Collection) -> None:
    corpus = collection.corpus
    for record in corpus.every_document():
        text = corpus.document_text(record.id)
        for node in corpus.nodes(record.id)[:400]:
            found = corpus.find_place(f"{record.work}#{node.eid}", language=record.language, as_of=record.state)
            assert isinstance(found, PlaceFound), (record.id, node.eid)
            if found.expression.id == record.id:
                assert node.eid in {each.eid for each in found.nodes}
                assert text[found.start : found.end] == found.text


def test_blocks_hold_the_whole_text(collection: Collection) -> None:
    corpus = collection.corpus
    for record in corpus.every_document():
        blocks = "".join(block.text for block in corpus.blocks(record.id))
        assert "".join(blocks.split()) == "".join(corpus.document_text(record.id).split())
