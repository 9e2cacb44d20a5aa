"""`hk.hklii` and `hk.tribunal`: judgments inside JSON records.

Two shapes of HKLII: the answer of its API (`content` is the judgment's HTML) and the record of a collector (`text` is
the same HTML flattened). Tribunals come as records too: flattened HTML (Competition Tribunal) or the text of a PDF
(Securities and Futures Appeals Tribunal). Keeps true: offsets lead through the JSON string's escapes to the file's own
bytes; a record without text is refused and says where the judgment is to be had.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.html import read_html_pieces
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.located import LocatedText
from pincite.identity.reference import WorkId
from pincite.jurisdictions.hk.sources.flat_text import FlatJudgment, read_flat
from pincite.jurisdictions.hk.sources.lrs_html import document_from, finish
from pincite.jurisdictions.hk.sources.pdf_text import read_pdf_text
from pincite.jurisdictions.hk.sources.title_page import TitlePage, iso_dates, read_title_page
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "TRIBUNAL_EXTRACTOR", "read", "read_tribunal"]

EXTRACTOR = "hk.hklii/1"
TRIBUNAL_EXTRACTOR = "hk.tribunal/1"

_RECORD_KEYS = ("neutral_citation", "date", "title", "case_number", "reportage", "court", "url")
_DATED = re.compile(r"Dated\s+(?:this\s+|the\s+)?(.{4,40})")
_APPLICATION = re.compile(
    r"(?:(?:SFAT\s+)?Application\s+)?(?:No\.?\s*)?(\d{1,4})\s*(?:/|of)\s*((?:19|20)\d{2})", re.IGNORECASE
)


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read a record, or an array of records, of HKLII in either shape.

    Raises:
        UnreadableSource: when it is no such record, or holds no text.

    """
    del options
    return [_hklii(record, name) for record in _records(data, name)]


def read_tribunal(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read a record, or an array of records, of a tribunal.

    Raises:
        UnreadableSource: when it is no such record, or holds no text.

    """
    del options
    return [_tribunal(record, name) for record in _records(data, name)]


def _records(data: bytes, name: str) -> list[JsonNode]:
    node = read_json(data, name=name)
    records = list(node) if node.kind == "array" else [node]
    if not records:
        raise UnreadableSource(name, "", "no record: the array is empty")
    for record in records:
        if record.kind != "object":
            raise UnreadableSource(name, f"byte {record.start}", f"a record expected, not a JSON {record.kind}")
    return records


def _hklii(record: JsonNode, name: str) -> Document:
    if record.get("content") is not None:
        return _api(record, name)
    text = _text_of(record, "text", name)
    given = {key: record.text(key) for key in _RECORD_KEYS}
    return _flat(read_flat(text), text, given, name, EXTRACTOR)


def _api(record: JsonNode, name: str) -> Document:
    """The answer of HKLII's API for one judgment."""
    content = _text_of(record, "content", name)
    given = {
        "neutral_citation": record.text("neutral"),
        "date": record.text("date"),
        "title": record.text("cases", 0, "title"),
        "case_number": record.text("cases", 0, "act"),
        "reportage": record.text("parallel_citation"),
    }
    node = record.get("content")
    root = read_html_pieces(node.pieces if node else (), name=name)
    del content
    return document_from(root, name=name, extractor=EXTRACTOR, given=given)


def _text_of(record: JsonNode, key: str, name: str) -> LocatedText:
    node = record.get(key)
    if node is None or node.kind != "string":
        raise UnreadableSource(name, f"byte {record.start}", f"no judgment: the record has no text under «{key}»")
    if not node.string.strip():
        where = record.text("doc") or record.text("url")
        raise UnreadableSource(
            name,
            f"byte {node.start}",
            f"«{key}» is empty: the publisher gives only the document at {where or 'its site'}",
        )
    return LocatedText(node.pieces)


def _flat(lines: FlatJudgment, text: LocatedText, given: Mapping[str, str], name: str, extractor: str) -> Document:
    facts = read_title_page(lines.head, file_title=lines.title, given=given)
    if not facts.work:
        raise UnreadableSource(name, "", "the judgment names neither a neutral citation nor an action number")
    pieces = iter(text.pieces(0, len(text)))
    parts = (lines.head, lines.body, lines.tail)
    return finish(facts, parts, pieces, "utf-8", extractor, list(facts.findings), url=given.get("url", ""))


def _tribunal(record: JsonNode, name: str) -> Document:
    text = _text_of(record, "text", name)
    given = {key: record.text(key) for key in _RECORD_KEYS}
    if given["neutral_citation"]:
        return _flat(read_flat(text), text, given, name, TRIBUNAL_EXTRACTOR)
    lines = read_pdf_text(text)
    kind = record.text("document_type").lower() or "determination"
    facts = _application(read_title_page(lines.head, given=given), given, kind, name)
    dated = [match for line in lines.tail if (match := _DATED.match(line.text))]
    if kind == "corrigendum" and dated and (dates := iso_dates(dated[0].group(1))):
        facts = replace(facts, state=dates[0])  # the title page repeats the dates of what is corrected
    findings = list(facts.findings)
    if not lines.body:
        findings.append(Finding("no_body", {"title": facts.title}))
    pieces = iter(text.pieces(0, len(text)))
    parts = (lines.head, lines.body, lines.tail)
    return finish(facts, parts, pieces, "utf-8", TRIBUNAL_EXTRACTOR, findings, url=given["url"])


def _application(facts: TitlePage, given: Mapping[str, str], kind: str, name: str) -> TitlePage:
    """The facts of a determination of the Securities and Futures Appeals Tribunal, which has files and no citations.

    The determination is the file's own work (`hk/SFAT/4/2014`); rulings and corrigenda stand beside it.
    """
    if "securities and futures" not in given["court"].lower():
        raise UnreadableSource(
            name, "", f"no neutral citation, and «{given['court']}» is no tribunal this reader knows"
        )
    found = _APPLICATION.search(given["case_number"]) or _APPLICATION.search(given["title"])
    if found is None:
        raise UnreadableSource(name, "", "the record names no application number")
    file = f"hk/SFAT/{int(found.group(1))}/{found.group(2)}"
    meta = {**facts.meta, "court": "SFAT", "court_name": given["court"], "action_numbers": file}
    if kind == "determination":
        return replace(facts, work=WorkId(file), aliases=(), meta=meta)
    if kind == "corrigendum":
        meta["corrects"] = file
    aliases = () if kind == "corrigendum" else (file,)
    return replace(facts, work=WorkId(f"{file}/{kind}"), aliases=aliases, meta=meta)
