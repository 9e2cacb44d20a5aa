"""The spec of the Union's corpus: every file of the collection is read or excluded with a reason, and the release opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import wiring
from pincite.corpus.answers import PlaceFound
from pincite.corpus.spec import read_spec
from pincite.storage.sqlite.corpus import SqliteCorpus

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def corpus(root: Path, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    out = tmp_path_factory.mktemp("union-release")
    wiring.build(root / "corpora" / "eu.yaml", out, root=shared / "corpora")
    with wiring.open_corpus([out]) as opened:
        yield opened


def test_every_file_of_the_collection_is_read_or_excluded_with_a_reason(root: Path, shared: Path) -> None:
    spec = read_spec((root / "corpora" / "eu.yaml").read_bytes(), name="eu.yaml")
    corpora = shared / "corpora"
    named: set[Path] = set()
    for source in spec.sources:
        for pattern in source.files:
            named |= {path for path in corpora.glob(pattern) if path.is_file()}
        assert all(each.reason for each in source.exclude)
    assert {path for path in (corpora / "eu").rglob("*") if path.is_file()} == named


def test_the_release_holds_what_the_readers_read(corpus: SqliteCorpus) -> None:
    coverage = corpus.coverage()[0]
    assert coverage.release == "eu/2026.11.30"
    documents = list(corpus.every_document())
    assert len(documents) == 21
    assert {each.legal_value for each in documents if each.work == "eu/32024L0790"} == {"authentic"}


@pytest.mark.parametrize(
    ("reference", "begins"),
    [
        ("eu/32016R0679#art_6/par_1/pnt_a", "(a) the data subject has given consent"),
        ("eu/32016R0679#rct_47", "(47) The legitimate interests of a controller"),
        ("eu/02016R0679-20160504#art_4/pnt_1", "(1) ‘personal data’ means"),
        ("eu/32024R1689#anx_III/pnt_1", "1. Biometrics, in so far as"),
        ("eu/32024L0790#art_2/par_1", "1. Member States shall bring into force"),
        ("eu/32014L0065#art_2/par_1/pnt_d/pnt_ii", "(ii) are members of or participants in a regulated market"),
    ],
)
def test_a_reference_opens_its_words(corpus: SqliteCorpus, reference: str, begins: str) -> None:
    found = corpus.find_place(reference)
    assert isinstance(found, PlaceFound)
    assert " ".join(found.text.split()).startswith(begins)


def test_deleted_text_is_not_found_by_searching_the_state_that_deleted_it(corpus: SqliteCorpus) -> None:
    found = corpus.find_place("eu/32014L0065#art_1/par_7", as_of="2024-04-01")
    assert isinstance(found, PlaceFound)
    assert (found.text, found.node.status) == ("", "deleted")
    assert "not_in_force" in found.findings
    before = corpus.find_place("eu/32014L0065#art_1/par_7", as_of="2024-02-01")
    assert isinstance(before, PlaceFound)
    assert before.text.startswith("7. All multilateral systems in financial instruments")
    words = '"All multilateral systems in financial instruments"'
    assert not corpus.search(words, as_of="2024-04-01")
    assert {hit.expression.state for hit in corpus.search(words, as_of="2024-02-01")} == {"2024-01-09"}
