"""The build checks what every reader promises."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.corpus import library, tiny

from pincite.corpus.admission import empty_in_force, fault
from pincite.identity.reference import Place
from pincite.law.document import Document, Provision
from pincite.text.canonical import Piece, SourceMap

DATA = library.HK["cap9.en.2020"].encode()


@pytest.fixture
def document() -> Document:
    return tiny.read(DATA, name="a", options={})[0]


def reason(document: Document) -> str:
    found = fault(document, DATA)
    assert found is not None
    return " ".join(found)


def test_a_document_that_keeps_its_promises_enters(document: Document) -> None:
    assert fault(document, DATA) is None


def test_lost_text_is_named_with_its_bytes(document: Document) -> None:
    assert "9 characters" in reason(replace(document, losses=(Piece("forgotten", 3, 12),)))
    assert "bytes 3–12 «forgotten»" in reason(replace(document, losses=(Piece("forgotten", 3, 12),)))


def test_a_reader_that_does_not_count_is_refused(document: Document) -> None:
    assert "did not account" in reason(replace(document, losses=None))


def test_attack_a_map_that_leads_elsewhere_is_refused(document: Document) -> None:
    run = document.source_map[0]
    moved = SourceMap(
        [run._replace(source_start=run.source_start + 1, source_end=run.source_end + 1), *document.source_map[1:]]
    )
    assert "are not the characters" in reason(replace(document, source_map=moved))
    beyond = SourceMap([run._replace(source_end=10**6), *document.source_map[1:]])
    assert "outside the file" in reason(replace(document, source_map=beyond))


def test_a_broken_tree_is_refused(document: Document) -> None:
    broken = (replace(document.provisions[0], end=10**6), *document.provisions[1:])
    assert "the tree is broken" in reason(replace(document, provisions=broken))


def test_two_provisions_with_one_key_are_refused(document: Document) -> None:
    twice = tuple(replace(node, eid=document.provisions[0].eid, ordinal=0) for node in document.provisions)
    assert "two provisions have one key" in reason(replace(document, provisions=twice))


def test_an_empty_document_and_a_nameless_reader_are_refused(document: Document) -> None:
    assert "does not say its name" in reason(replace(document, extractor=""))
    assert "no text" in reason(replace(document, text="", source_map=SourceMap([]), provisions=()))


def test_fault_a_provision_that_says_nothing_and_is_called_law_in_force_is_a_finding(document: Document) -> None:
    assert empty_in_force(document) == ()
    text = "2. Fog\n(a)\n(b) …\n(c) x"
    spans = {"s2": (0, len(text)), "s2_a": (7, 10), "s2_b": (11, 16), "s2_c": (17, 22)}
    labels = {"s2": "2.", "s2_a": "(a)", "s2_b": "(b)", "s2_c": "(c)"}
    nodes = tuple(
        Provision(Place(eid), "paragraph", start, end, label=labels[eid], parent=None if eid == "s2" else 0)
        for eid, (start, end) in spans.items()
    )
    empty = replace(document, text=text, provisions=nodes, kind="legislation")
    (finding,) = empty_in_force(empty)
    assert (finding.code, dict(finding.parameters)) == ("empty_in_force", {"count": 2, "first": "s2_a"})
    gone = replace(empty, provisions=tuple(replace(node, status="repealed") for node in nodes))
    assert empty_in_force(gone) == ()
    assert empty_in_force(replace(empty, kind="decision")) == ()
