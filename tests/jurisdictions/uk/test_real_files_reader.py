"""The promises of the British readers over all real files that the collection's spec names, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.corpus.admission import fault
from pincite.corpus.spec import ReleaseSpec, read_spec
from pincite.formats.tree import Element
from pincite.formats.xml import read_xml
from pincite.jurisdictions.uk.sources import EXTRACTORS, READERS
from pincite.law.document import Document
from pincite.text.canonical import Piece

pytestmark = pytest.mark.shared


class Read(NamedTuple):
    reader: str
    name: str
    data: bytes
    documents: list[Document]


@pytest.fixture(scope="module")
def spec(root: Path) -> ReleaseSpec:
    return read_spec((root / "corpora" / "uk.yaml").read_bytes(), name="uk.yaml")


@pytest.fixture(scope="module")
def corpus(shared: Path, spec: ReleaseSpec) -> list[Read]:
    found = []
    for source in spec.sources:
        excluded = [pattern for each in source.exclude for pattern in each.files]
        for pattern in source.files:
            for path in sorted((shared / "corpora").glob(pattern)):
                name = path.relative_to(shared / "corpora").as_posix()
                if not any(PurePosixPath(name).match(each) for each in excluded):
                    data = path.read_bytes()
                    found.append(Read(source.reader, name, data, READERS[source.reader](data, name=name, options={})))
    return found


def texts_of(read: Read) -> Iterator[Piece]:
    """The texts of a file that must be accounted for: all but the metadata."""
    root = read_xml(read.data, name=read.name)
    tops = [root] if read.reader == "uk.clml" else list(root.elements())
    for top in tops:
        for child in top.children:
            if isinstance(child, Piece):
                yield child
            elif isinstance(child, Element) and child.tag not in ("Metadata", "meta"):
                yield from child.pieces()


def document(corpus: list[Read], expression: str) -> Document:
    return next(each for read in corpus for each in read.documents if str(each.expression) == expression)


def place(document: Document, eid: str) -> str:
    return next(document.text_of(node) for node in document.provisions if node.eid == eid)


def test_every_file_of_the_folders_is_read_or_excluded_with_a_reason(shared: Path, spec: ReleaseSpec) -> None:
    patterns = [pattern for source in spec.sources for pattern in source.files]
    for path in sorted((shared / "corpora" / "uk").rglob("*")):
        if path.is_file():
            name = PurePosixPath(path.relative_to(shared / "corpora").as_posix())
            assert any(name.match(pattern) for pattern in patterns), f"{name} is named by no source"
    assert all(each.reason for source in spec.sources for each in source.exclude)


def test_every_character_of_every_file_is_in_a_text_or_a_side_channel_and_knows_its_bytes(corpus: list[Read]) -> None:
    assert len(corpus) == 133
    for read in corpus:
        if read.reader in ("uk.clml", "uk.caselaw", "uk.memorandum"):
            assert_every_character_is_accounted_for(read.data, read.documents, texts_of(read))
        for each in read.documents:
            assert fault(each, read.data) is None, read.name
            assert each.losses == (), read.name
            assert each.extractor == EXTRACTORS[read.reader]


def test_no_document_takes_the_place_of_another(corpus: list[Read]) -> None:
    expressions = [str(each.expression) for read in corpus for each in read.documents]
    assert len(set(expressions)) == len(expressions)


def test_two_points_in_time_of_a_section_differ_in_what_was_amended_between_them(corpus: list[Read]) -> None:
    early, late = (document(corpus, f"uk/ukpga/2000/38@en/{date}") for date in ("2014-04-01", "2022-02-28"))
    one, other = place(early, "section-19-1"), place(late, "section-19-1")
    assert one != other
    assert "the modification of the conditions of a licence to such extent" in one
    assert "the modification of the licence conditions to such extent" in other
    differing = {
        str(node.eid)
        for node in late.provisions
        if node.eid.startswith("section-19") and place(early, str(node.eid)) != place(late, str(node.eid))
    }
    assert differing == {"section-19", "section-19-1"}
    since = {each.state: next(n.valid_from for n in each.provisions if n.eid == "section-19") for each in (early, late)}
    assert since == {"2014-04-01": "2014-04-01", "2022-02-28": "2021-06-29"}


def test_repealed_text_that_the_publisher_keeps_is_in_no_text(corpus: list[Read]) -> None:
    kept = 0
    for read in corpus:
        for each in read.documents:
            deleted = [run for side in each.sides if side.kind == "deleted" for run in side.runs if run.verbatim]
            kept += sum(side.kind == "deleted" for side in each.sides)
            for gone in deleted:
                for run in each.source_map:
                    apart = run.source_end <= gone.source_start or run.source_start >= gone.source_end
                    assert apart or not run.verbatim, f"{read.name}: {gone} is text"
    assert kept == 35
    police = document(corpus, "uk/ukpga/1996/16@en/2013-04-01")
    assert "British Transport Police Force" not in police.text


def test_an_act_is_found_by_its_short_title(corpus: list[Read]) -> None:
    act = document(corpus, "uk/ukpga/2000/32@en/2000-11-23")
    assert "uk/ukpga/2000/police-northern-ireland-act" in act.aliases
    assert place(act, "section-1-1").startswith("(1) The body of constables known as")


def test_sections_not_yet_in_force_at_the_date_of_the_version_are_not_law(corpus: list[Read]) -> None:
    act = document(corpus, "uk/anaw/2018/1@en/2018-01-24")
    status = {str(node.eid): node.status for node in act.provisions if node.block}
    assert status["section-2"] == "prospective"
    assert status["section-1"] == "in_force"


def test_quoted_provisions_are_no_places(corpus: list[Read]) -> None:
    quoted = sum(node.kind == "quoted" for read in corpus for each in read.documents for node in each.provisions)
    assert quoted > 350
    for read in corpus:
        for each in read.documents:
            inside = {
                index
                for index, node in enumerate(each.provisions)
                if node.parent is not None and each.provisions[node.parent].kind == "quoted"
            }
            assert not inside, read.name


def test_the_paragraphs_of_every_judgment_are_numbered_without_a_gap(corpus: list[Read]) -> None:
    judgments = [
        each for read in corpus for each in read.documents if read.reader == "uk.caselaw" and each.kind == "decision"
    ]
    assert len(judgments) == 18
    for each in judgments:
        numbers = [
            int(str(node.eid).removeprefix("para_"))
            for node in each.provisions
            if node.block and node.kind == "paragraph" and str(node.eid).removeprefix("para_").isdigit()
        ]
        assert numbers == list(range(1, len(numbers) + 1)), each.work
        assert len(numbers) >= 14, each.work
