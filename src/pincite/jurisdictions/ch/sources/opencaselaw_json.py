"""`ch.opencaselaw`: records of the open data set of Swiss case law, one a file or an array of them.

Keeps true: the text is `full_text` or `text`; a headnote that the data set holds apart from it (`regeste`) is a side
channel `abstract`, so that it can be read and is never taken for the court's reasons. The data set's dates and courts are
a collector's: what the decision says of itself goes before them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.plain_text import Line, lines_of
from pincite.jurisdictions.ch.sources.decision_document import Published, decision_document, plain_words
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.opencaselaw/1"

_COURTS = {
    "bge": "CH_BGE",
    "bger": "CH_BGer",
    "bvger": "CH_BVGE",
    "bvge": "CH_BVGE",
    "bstger": "CH_BSTG",
    "bpatger": "CH_PATG",
    "weko": "CH_WBK",
    "edoeb": "CH_EDÖB",
    "cas": "CH_CAS",
}
_FACTS = (
    "legal_area",
    "decision_type",
    "judges",
    "clerks",
    "outcome",
    "chamber",
    "collection",
    "publication_date",
    "appealed_docket",
    "content_hash",
)
_IN_ID = re.compile(r"(?:bge_)?(?:BGE_)?(\d{1,3})[_ ](Ia|Ib|III|II|IV|I|V)[_ ](\d{1,4})\Z")
_WORD = re.compile(r"\w+")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the records of a file.

    Raises:
        UnreadableSource: when it is no JSON, or a record holds no text.

    """
    del options
    root = read_json(data, name=name)
    records = list(root) if root.kind == "array" else [root]
    if not records:
        raise UnreadableSource(name, "", "no record: the array is empty")
    return [_record(record, name) for record in records]


def _record(record: JsonNode, name: str) -> Document:
    content = record.get("full_text") or record.get("text")
    if content is None or content.kind != "string" or not content.string.strip():
        raise UnreadableSource(name, f"byte {record.start}", "a record without the decision's text (full_text, text)")
    lines, asides = lines_of(content.pieces), dict[int, tuple[str, str]]()
    pieces = list(content.pieces)
    regeste = record.get("regeste")
    if regeste is not None and regeste.kind == "string" and not _stands_in(regeste.string, content.string):
        summary = lines_of(regeste.pieces)
        asides = dict.fromkeys(range(len(summary)), ("abstract", ""))
        lines = [*summary, Line("", (), content.start, content.start), *lines]
        pieces = [*regeste.pieces, *pieces]
    identifier = record.text("decision_id") or record.text("_id")
    published = Published(
        name=name,
        publisher_id=identifier,
        code=_code(record),
        numbers=_numbers(record, identifier),
        date=record.text("decision_date") or record.text("date"),
        language=record.text("language"),
        title=plain_words(record.text("title")),
        url=record.text("source_url") or record.text("url"),
        court_name=plain_words(record.text("title")).partition(" — ")[0] if " — " in record.text("title") else "",
        meta=MappingProxyType({fact: record.text(fact) for fact in _FACTS if record.text(fact)}),
    )
    return decision_document(published, lines, pieces, extractor=EXTRACTOR, asides=asides)


def _code(record: JsonNode) -> str:
    court = record.text("court")
    known = _COURTS.get(court.lower())
    if known:
        return known
    canton = record.text("canton") or court[:2].upper()
    return f"{canton}_{court.partition('_')[2] or court}".replace(" ", "-")


def _numbers(record: JsonNode, identifier: str) -> tuple[str, ...]:
    """Collection number and dockets; the id has the number of the collection in two spellings."""
    found = [record.text(key) for key in ("bge_reference", "docket_number", "docket_number_2")]
    in_id = _IN_ID.match(identifier)
    if in_id and record.text("court").lower() == "bge":
        found.insert(0, "BGE " + " ".join(in_id.groups()))
    return tuple(dict.fromkeys(number for number in found if number))


def _stands_in(part: str, whole: str) -> bool:
    """Whether the words of one text stand in another, however both are laid out."""
    return " ".join(_WORD.findall(part)) in " ".join(_WORD.findall(whole))
