"""Records in JSON around a text (reader `record`): what collectors make of publications, flattened to lines.

    - files: ["regulator/*.json"]
      reader: record
      options: {work: "eu/guideline/eba/{document_id}", text: text, language: en, title_key: title, state_key: date, url_key: url}

Keeps true:
1. `work` and every other value of the options may name keys of the record in braces; a key that is missing refuses the record.
2. Offsets lead through the JSON string's escapes to the file's own bytes; an entity left in the text («&sect;») is its character.
3. A label on a line of its own («§ 7», «1», «a)») begins the paragraph on the next.

Such a copy is a third party's: its `legal_value` is unofficial unless the spec says otherwise.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.located import LocatedText
from pincite.jurisdictions.shared.sources.document import document_of, work_of
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter
from pincite.jurisdictions.shared.sources.prose import Inset, Part, names_provision, write_prose
from pincite.law.document import Document
from pincite.text.canonical import unaccounted

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "record/1"

_KEYS = ("text", "title_key", "state_key", "url_key")
_NAMED = re.compile(r"\{(\w{1,60})\}")
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})")
_LINE = re.compile(r"[^\r\n]+")
_LABEL = re.compile(
    r"(?:\(?(?:\d{1,3}(?:bis|ter|quater)?|[a-z]{1,2})\)?|\d{1,3}\.|[a-z]\.|[ivx]{1,5}\.)[ \t\u00a0]*\*?[ \t\u00a0]*\Z"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,30});")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The documents of a record, or of an array of records.

    Raises:
        UnreadableSource: when it is no such record, holds no text, or lacks a key that the options name.

    """
    node = read_json(data, name=name)
    return [_document(record, data, name, options) for record in (node if node.kind == "array" else [node])]


def _document(record: JsonNode, data: bytes, name: str, options: Mapping[str, str]) -> Document:
    key = options.get("text", "text")
    text = record.get(key) if record.kind == "object" else None
    if text is None or text.kind != "string" or not text.string.strip():
        raise UnreadableSource(name, f"byte {record.start}", f"the record holds no text under «{key}»")
    said = {
        option: _NAMED.sub(lambda match: _value(record, match.group(1), name), value)
        for option, value in options.items()
        if option not in _KEYS
    }
    state = _DATE.match(record.text(options.get("state_key", "date")))
    defaults = {
        "title": record.text(options.get("title_key", "title")),
        "url": record.text(options.get("url_key", "url")),
        "state": state.group(1) if state else "",
    }
    head = FrontMatter({option: value for option, value in {**defaults, **said}.items() if value}, {}, 0)
    located = LocatedText(text.pieces)
    prose = write_prose(located, (), _parts(located.text), work=work_of(head, said, name=name))
    document = document_of(prose, head, {}, data, name=name, extractor=EXTRACTOR)
    return replace(document, losses=tuple(unaccounted(text.pieces, prose.source_map, prose.sides)))


def _value(record: JsonNode, key: str, name: str) -> str:
    value = record.text(key)
    if not value:
        raise UnreadableSource(name, f"byte {record.start}", f"the record has no «{key}», which the spec names")
    return re.sub(r"\s+", "_", value.strip())


def _parts(text: str) -> Iterator[Part]:
    label: int | None = None
    for match in _LINE.finditer(text):
        start, end = match.span()
        words = match.group().strip(" \t\u00a0")
        if not words:
            continue
        if label is None and _LABEL.match(words):
            label = start
            continue
        begin = start if label is None else label
        label = None
        insets = tuple(
            Inset(found.start(), found.end(), "rendered", html.unescape(found.group()))
            for found in _ENTITY.finditer(text, begin, end)
            if html.unescape(found.group()) != found.group()
        )
        plain = html.unescape(words)
        role = "heading" if begin == start and names_provision(plain) else "text"
        yield Part(role, ((begin, end),), level=1 if role == "heading" else 0, insets=insets)
    if label is not None:
        yield Part("text", ((label, len(text)),))
