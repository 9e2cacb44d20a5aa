"""The promises of the readers over all real Hong Kong files that are held."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.formats.html import read_html
from pincite.formats.json_strings import read_json
from pincite.formats.xml import read_xml
from pincite.jurisdictions.hk.sources import EXTRACTORS, READERS
from pincite.law.document import Document
from pincite.text.canonical import Piece

pytestmark = pytest.mark.shared

FOLDERS = {
    "hk.hklm": ("legislation_xml", "hk-*.xml"),
    "hk.lrs": ("judgments/hklii_htm", "*.htm"),
    "hk.hklii": ("judgments/hklii_json", "_*.json"),
    "hk.tribunal": ("judgments/tribunals", "*.json"),
}


class Read(NamedTuple):
    reader: str
    path: Path
    data: bytes
    documents: list[Document]


@pytest.fixture(scope="module")
def corpus(shared: Path) -> list[Read]:
    found = []
    for reader, (folder, pattern) in FOLDERS.items():
        for path in sorted((shared / "corpora" / "hk" / folder).glob(pattern)):
            data = path.read_bytes()
            found.append(Read(reader, path, data, READERS[reader](data, name=path.name, options={})))
    return found


def texts_of(read: Read) -> Iterator[Piece]:
    """The texts of a file that must be accounted for."""
    if read.reader == "hk.hklm":
        yield from read_xml(read.data, name="x").pieces()
    elif read.reader == "hk.lrs":
        yield from read_html(read.data, name="x").pieces()
    else:
        node = read_json(read.data, name="x").get("text")
        yield from node.pieces if node else ()


def document(corpus: list[Read], work: str, language: str = "en") -> Document:
    return next(
        each for read in corpus for each in read.documents if each.work == work and each.language.startswith(language)
    )


def test_every_character_of_every_file_is_in_a_text_or_a_side_channel_and_knows_its_bytes(corpus: list[Read]) -> None:
    assert len(corpus) == 52
    for read in corpus:
        assert_every_character_is_accounted_for(read.data, read.documents, texts_of(read))
        assert all(each.losses == () for each in read.documents), read.path.name
        assert {each.extractor for each in read.documents} == {EXTRACTORS[read.reader]}


def test_no_document_takes_the_place_of_another(corpus: list[Read]) -> None:
    expressions = [str(each.expression) for read in corpus for each in read.documents]
    assert len(set(expressions)) == len(expressions) == 52
    works = {each.work for read in corpus for each in read.documents}
    assert {"hk/hkdc/2025/600", "hk/DCCC/1122M/2024"} <= works


def test_no_viewer_chrome_margin_letter_or_note_stands_in_a_text(corpus: list[Read]) -> None:
    for read in corpus:
        for each in read.documents:
            assert "parent.document" not in each.text, read.path.name
            assert "@media" not in each.text
            assert "\n____" not in each.text
            assert "\nA A\n" not in each.text


def test_numbered_paragraphs_of_judgments_count_on_without_a_gap(corpus: list[Read]) -> None:
    for read in corpus:
        for each in read.documents:
            numbers = [
                int(node.eid[5:])
                for node in each.provisions
                if node.kind == "paragraph" and node.block and each.kind == "decision"
            ]
            assert numbers == list(range(1, len(numbers) + 1)), read.path.name


def test_the_neutral_citations_are_those_the_collection_names(corpus: list[Read]) -> None:
    for read in corpus:
        if read.reader != "hk.hklii":
            continue
        record = json.loads(read.data)
        year, code, number = record["neutral_citation"].strip("[").replace("]", "").split()
        assert read.documents[0].work == f"hk/{code.lower()}/{year}/{number}"
        assert read.documents[0].state == record["date"]


def test_section_33_is_pending_34_repealed_72_omitted(corpus: list[Read]) -> None:
    for language in ("en", "zh"):
        found = {str(node.eid): node for node in document(corpus, "hk/cap486", language).provisions}
        assert (found["s33"].status, found["s33"].valid_from, found["s33_2_a"].status) == ("pending", None, "pending")
        assert (found["s34"].status, found["s34"].valid_from) == ("repealed", "2013-04-01")
        assert found["s72"].status == "omitted"
        assert found["sch1_s4"].status == "in_force"


def test_places_of_cap_486_are_the_same_in_both_languages_save_where_the_texts_differ(corpus: list[Read]) -> None:
    english, chinese = (
        {str(node.eid) for node in document(corpus, "hk/cap486", each).provisions} for each in ("en", "zh")
    )
    apart = english ^ chinese
    # the exemption in s. 59 and principle 1(3) have a proviso in Chinese alone; «tax» in s. 58 a definition in English alone
    assert all(place.startswith(("s58_1A", "s59_1", "sch1_s1_3")) for place in apart), sorted(apart)
    assert len(english & chinese) > 1790


def test_the_whole_collection_is_read_in_a_few_seconds(shared: Path) -> None:
    begun = time.process_time()
    for reader, (folder, pattern) in FOLDERS.items():
        for path in sorted((shared / "corpora" / "hk" / folder).glob(pattern)):
            READERS[reader](path.read_bytes(), name=path.name, options={})
    assert time.process_time() - begun < 12
