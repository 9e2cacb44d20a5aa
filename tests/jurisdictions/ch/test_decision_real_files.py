"""All real decisions: nothing lost, every offset right, numbers as a plain search of the text finds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.corpus.admission import fault
from pincite.formats.html import read_html
from pincite.formats.json_strings import read_json
from pincite.formats.plain_text import read_text
from pincite.jurisdictions.ch.sources import READERS
from pincite.law.document import Document
from pincite.text.canonical import Piece

pytestmark = pytest.mark.shared

GROUPS = {
    "entscheidsuche": ("ch.entscheidsuche_json", "entscheidsuche/sample_*.json", 15, 15),
    "entscheidsuche_api": ("ch.entscheidsuche_json", "entscheidsuche_api/[drs]e*_1.json", 6, 16),
    "entscheidsuche_AG": ("ch.entscheidsuche_html", "entscheidsuche_AG/*.html", 16, 16),
    "opencaselaw": ("ch.opencaselaw", "opencaselaw/0*.json", 15, 15),
    "from_api": ("ch.decision_text", "from_api/*.txt", 16, 16),
    "comco_cas": ("ch.entscheidsuche_json", "comco_cas/*.json", 10, 10),
    "liechtenstein": ("ch.entscheidsuche_json", "liechtenstein/*.json", 10, 10),
}


@cache
def _documents(shared: Path, group: str) -> tuple[tuple[Path, bytes, list[Document]], ...]:
    return tuple(_read(shared, group))


def _read(shared: Path, group: str) -> Iterator[tuple[Path, bytes, list[Document]]]:
    reader, pattern, _, _ = GROUPS[group]
    root = shared / "corpora" / "ch" / "decisions"
    for path in sorted(root.glob(pattern)):
        if path.name.startswith("statistics"):
            continue
        options = {"json": path.with_suffix(".json").read_text("utf-8")} if path.suffix == ".html" else {}
        data = path.read_bytes()
        yield path, data, READERS[reader](data, name=path.name, options=options)


def _pieces(path: Path, data: bytes) -> list[Piece]:
    """All text of the source, found without the readers."""
    if path.suffix == ".txt":
        return list(read_text(data, name=path.name).pieces)
    if path.suffix == ".html":
        return list(read_html(data, name=path.name).pieces())
    root = read_json(data, name=path.name)
    hits = root.get("hits", "hits")
    if hits is not None:
        return [piece for hit in hits for piece in hit["_source"]["attachment"]["content"].pieces]
    return list(root["text"].pieces)


def _source_text(path: Path, data: bytes) -> str:
    return "".join(piece.text for piece in _pieces(path, data))


@pytest.mark.parametrize("group", GROUPS)
def test_every_real_decision_is_read_without_loss_and_with_true_offsets(shared: Path, group: str) -> None:
    files = documents = 0
    for path, data, found in _documents(shared, group):
        files, documents = files + 1, documents + len(found)
        assert_every_character_is_accounted_for(data, found, _pieces(path, data))
        for document in found:
            assert fault(document, data) is None
            assert document.losses == ()
            assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", document.state), path.name
    assert (files, documents) == GROUPS[group][2:]


# numbers of two parts at the beginning of a line with a capital or nothing behind: in these texts all of them number
NUMBER_AT_LINE_START = re.compile(r"(?m)^[ \t\xa0]*(\d{1,2}(?:\.\d{1,2})+)\.?[ \t\xa0]*(?=\n|[A-ZÀ-Ü«„\"'(])")
# an order of another court, quoted in the facts with its own numbers
QUOTED = {"NW_OG_001_42526_2026-08-05.txt": re.compile(r"1[3-7]\.\d")}


@pytest.mark.parametrize("group", ["entscheidsuche", "from_api"])
def test_the_numbers_found_are_those_a_plain_search_finds(shared: Path, group: str) -> None:
    for path, data, (document,) in _documents(shared, group):
        quoted = QUOTED.get(path.name)
        expected = [
            number
            for number in NUMBER_AT_LINE_START.findall(_source_text(path, data))
            if not (quoted and quoted.match(number))
        ]
        found = [
            node.label
            for node in document.provisions
            if node.kind in ("consideration", "fact", "order_item") and "." in node.label
        ]
        decimals = [label.rpartition("–")[0] or label for label in found if label[0].isdigit()]
        missing = [number for number in expected if number not in decimals]
        assert missing == [], path.name


@pytest.mark.parametrize("group", GROUPS)
def test_numbers_of_considerations_stand_at_the_beginning_of_their_text_and_go_up(shared: Path, group: str) -> None:
    for path, _, documents in _documents(shared, group):
        for document in documents:
            before: dict[str, tuple[int, ...]] = {}
            for node in document.provisions:
                if node.kind != "consideration" or not re.fullmatch(r"[\d.]+", node.label):
                    continue
                numbers = tuple(map(int, node.label.split(".")))
                text = document.text_of(node)
                implied = node.end > node.start and not text.startswith(node.label)
                assert not implied or text.startswith(f"{node.label}."), (path.name, node.eid, text[:40])
                assert before.get(node.path, ()) < numbers, (path.name, node.eid)
                before[node.path] = numbers


def test_nearly_all_real_decisions_have_considerations_and_the_others_say_so(shared: Path) -> None:
    without = set()
    for group in GROUPS:
        for _, _, documents in _documents(shared, group):
            for document in documents:
                codes = {finding.code for finding in document.findings}
                numbered = any(
                    node.kind == "consideration" or node.eid.startswith("para_") for node in document.provisions
                )
                assert numbered or "considerations_unnumbered" in codes, document.work
                if not numbered:
                    without.add(document.work)
    # three decisions in one sentence («dass …», «que …») and one summary dismissal («Vu …»)
    assert without == {
        "ch/bvger/C-4762/2025",
        "ch/bvger/C-9619/2025",
        "ch/vd/FI.2026.0167",
        "ch/ge/ACJC/215/2026",
    }


def test_the_same_decision_reads_the_same_from_json_and_from_text(shared: Path) -> None:
    from_json = {
        document.work: document for _, _, found in _documents(shared, "entscheidsuche_api") for document in found
    }
    from_text = {document.work: document for _, _, found in _documents(shared, "from_api") for document in found}
    assert from_json.keys() == from_text.keys()
    for work, document in from_json.items():
        assert document.text == from_text[work].text
        assert document.state == from_text[work].state
        assert [node.eid for node in document.provisions] == [node.eid for node in from_text[work].provisions]


def test_dates_of_the_aargau_reports_are_the_decisions_own(shared: Path) -> None:
    for path, _, (document,) in _documents(shared, "entscheidsuche_AG"):
        sidecar = json.loads(path.with_suffix(".json").read_text("utf-8"))
        corrected = {finding.code for finding in document.findings} & {"date_corrected"}
        assert bool(corrected) == (sidecar["Datum"] != document.state)
        if "2019-18" in path.name:
            assert (sidecar["Datum"], document.state) == ("1971-02-02", "2019-11-27")


def test_the_reported_decision_has_its_pages_considerations_and_docket(shared: Path) -> None:
    document = next(found for _, _, (found,) in _documents(shared, "from_api") if found.work == "ch/bge/151/II/245")
    assert [side.label for side in document.sides] == [str(page) for page in range(246, 254)]
    assert "BGE 151 II 245 S." not in document.text
    assert document.aliases == ("ch/bger/2C_1016/2022",)
    found = [node.eid for node in document.provisions if node.kind == "consideration"]
    assert found == [
        "consid_4",
        *(f"consid_4.{n}" for n in (1, 2, 3)),
        "consid_5",
        *(f"consid_5.{n}" for n in range(1, 9)),
    ]
