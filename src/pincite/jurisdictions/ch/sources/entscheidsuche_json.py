"""`ch.entscheidsuche_json`: decisions of entscheidsuche.ch inside JSON.

Two shapes: recorded answers of its search index (`hits.hits[]._source`, many decisions in one file, the text in
`attachment.content`, cut at 100,000 characters) and records of a collector (`text`), one decision or an array of them.
Competition authority, sports arbitration and Liechtenstein's courts come as records of the same shape.

Keeps true: offsets lead through the JSON string's escapes to the file's own bytes; a file that holds no decision, such
as the sidecar that lies beside an HTML or PDF file, is refused and says where its text is to be had.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.plain_text import lines_of
from pincite.jurisdictions.ch.sources.decision_document import Published, decision_document, plain_words
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.entscheidsuche_json/1"

_LANGUAGES = ("de", "fr", "it")
_SOURCES = {"CH/COMCO": "CH_WBK", "CH/CAS": "CH_CAS", "LI/Courts": "LI", "LI/StGH": "LI"}
_FACTS = (
    "decision_type",
    "authority",
    "case_number",
    "procedure_type",
    "matter_type",
    "outcome",
    "sport",
    "category",
    "appellants",
    "respondents",
    "content_type",
)


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the decisions of a file.

    Args:
        data: the file.
        name: its name.
        options: `language` and `court` (a code such as `CH_BGer`) where the records do not say.

    Raises:
        UnreadableSource: when the file is no JSON, or holds no decision with a text.

    """
    root = read_json(data, name=name)
    if root.kind == "array":
        documents = [_record(node, f"{name}, record {number}", options) for number, node in enumerate(root, 1)]
    elif (hits := root.get("hits", "hits")) is not None:
        documents = [_hit(node, f"{name}, hit {number}", options) for number, node in enumerate(hits, 1)]
    else:
        documents = [_record(root, name, options)]
    if not documents:
        raise UnreadableSource(name, "", "no decision in it: the list of hits is empty")
    return documents


def _hit(hit: JsonNode, name: str, options: Mapping[str, str]) -> Document:
    source = hit.get("_source")
    content = source.get("attachment", "content") if source is not None else None
    if source is None or content is None or content.kind != "string":
        raise UnreadableSource(
            name, f"byte {hit.start}", "a hit without the decision's text (_source.attachment.content)"
        )
    length = source.get("attachment", "content_length")
    identifier = source.text("id") or hit.text("_id")
    published = Published(
        name=name,
        publisher_id=identifier,
        code=_code(source, options),
        numbers=_strings(source, "reference"),
        date=source.text("date"),
        language=source.text("language") or source.text("attachment", "language") or options.get("language", ""),
        title=_in_language(source, "title"),
        url=source.text("attachment", "content_url"),
        court_line=_in_language(source, "meta"),
        meta=_facts(
            summary=_in_language(source, "abstract"),
            content_type=source.text("attachment", "content_type"),
            scrape_date=source.text("scrapedate"),
        ),
        length=length.value if length is not None and isinstance(length.value, int) else 0,
    )
    return _document(published, content)


def _record(record: JsonNode, name: str, options: Mapping[str, str]) -> Document:
    content = record.get("text")
    if content is None or content.kind != "string":
        remedy = ""
        if "Signatur" in record:
            remedy = (
                "read the HTML file beside it with ch.entscheidsuche_html and name this one as its companion (json)"
            )
        raise UnreadableSource(name, f"byte {record.start}", "no decision in it: no text", remedy=remedy)
    source = record.text("_source")
    length = record.get("content_length")
    published = Published(
        name=name,
        publisher_id=record.text("doc_id") or record.text("_id"),
        code=_SOURCES.get(source) or _code(record, options),
        numbers=_strings(record, "reference") or tuple(filter(None, (record.text("case_number"),))),
        date=record.text("date"),
        language=record.text("language") or options.get("language", ""),
        title=plain_words(record.text("title")),
        url=record.text("url"),
        court_name=record.text("court") or record.text("authority"),
        meta=_facts(
            summary=plain_words(record.text("abstract")),
            scrape_date=record.text("scrape_date"),
            **{fact: record.text(fact) for fact in _FACTS},
        ),
        length=length.value if length is not None and isinstance(length.value, int) else 0,
        kind="guidance" if record.text("decision_type") in ("opinion", "guideline") else "decision",
    )
    return _document(published, content)


def _document(published: Published, content: JsonNode) -> Document:
    pieces = content.pieces
    return decision_document(published, lines_of(pieces), pieces, extractor=EXTRACTOR)


def _code(node: JsonNode, options: Mapping[str, str]) -> str:
    """The court's code: the deepest of `hierarchy`, else the beginning of the id."""
    codes = _strings(node, "hierarchy")
    if codes:
        return max(codes, key=len)
    identifier = node.text("id") or node.text("_id")
    parts = identifier.split("_")
    if len(parts) >= 4 and len(parts[0]) == 2 and parts[0].isupper():
        return "_".join(parts[:3])
    return options.get("court", "")


def _strings(node: JsonNode, key: str) -> tuple[str, ...]:
    values = node.get(key)
    return tuple(value.string for value in values if value.kind == "string") if values is not None else ()


def _in_language(node: JsonNode, key: str) -> str:
    language = node.text("language") or node.text("attachment", "language")
    order = dict.fromkeys((language, *_LANGUAGES))
    return next((plain_words(found) for code in order if code and (found := node.text(key, code))), "")


def _facts(**facts: str) -> Mapping[str, str]:
    return MappingProxyType({key: value for key, value in facts.items() if value})
