"""What tests of the Union's readers share: a document read, its promises kept, its places by name."""

from __future__ import annotations

from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.formats.html import read_html
from pincite.formats.xml import read_xml
from pincite.jurisdictions.eu.sources import READERS
from pincite.law.document import Document, Provision

__all__ = ["document", "place", "places", "sides", "text"]


def document(reader: str, data: bytes, **options: str) -> Document:
    """The one document of a file, with nothing lost."""
    documents = READERS[reader](data, name="specimen", options=options)
    assert [each.losses for each in documents] == [()]
    root = read_xml(data, name="x") if "formex" in reader else read_html(data, name="x")
    assert_every_character_is_accounted_for(data, documents, root.pieces())
    return documents[0]


def place(found: Document, eid: str) -> Provision:
    """The first provision of this name."""
    return next(provision for provision in found.provisions if provision.eid == eid)


def places(found: Document, kind: str = "") -> list[str]:
    """The names of the provisions, of one kind if it is named."""
    return [str(node.eid) for node in found.provisions if not kind or node.kind == kind]


def text(found: Document, eid: str) -> str:
    """The text of a place."""
    return found.text_of(place(found, eid))


def sides(found: Document, kind: str) -> list[tuple[str, str]]:
    """Label and text of the side channels of a kind."""
    return [(side.label, side.text) for side in found.sides if side.kind == kind]
