"""`ch.entscheidsuche_html`: a decision of entscheidsuche.ch as HTML, with the portal's sidecar JSON beside it.

    companions: {json: "{stem}.json"}

Keeps true: the sidecar's facts are the publisher's word (number, court, language, address); its date often is not the
decision's. Page heads that the HTML marks as such (`div.header` with year, title and page number in the official
reports of Aargau) are side channels `page` and `furniture`; title and style sheet of the file are `furniture`. Lines are
those a browser shows: blocks and `br` end them, white space in the source does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from pincite.findings import Finding
from pincite.formats.html import read_html
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.plain_text import Line, lines_of
from pincite.formats.tree import Element
from pincite.jurisdictions.ch.sources.decision_document import Published, decision_document, plain_words
from pincite.jurisdictions.ch.sources.decision_identity import docket_from_file_name
from pincite.law.document import Document
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "published_by", "read"]

EXTRACTOR: Final = "ch.entscheidsuche_html/1"

_BLOCKS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
        "title",
        "style",
        "script",
        "body",
    )
)
_OUTSIDE = frozenset(("head", "style", "script", "title", "nav"))
_SPACED = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "table", "hr"))


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the decision.

    Args:
        data: the HTML file.
        name: its name.
        options: `json`: the text of the sidecar; without it, `court`, `docket`, `date`, `language`, `url` or the name.

    Raises:
        UnreadableSource: when the file is no HTML, the sidecar is no JSON, or there is no text.

    """
    root = read_html(data, name=name, encoding=options.get("encoding"))
    encoding = root.get("encoding", "utf-8")
    lines = _Lines(encoding)
    lines.walk(root)
    lines.end()
    sidecar = options.get("json", "") or options.get("companion:json", "")
    described = read_json(sidecar.encode(), name=f"{name} (sidecar)") if sidecar else None
    published = published_by(described, name, options)
    document = decision_document(
        published,
        lines.lines,
        list(root.pieces()),
        extractor=EXTRACTOR,
        encoding=encoding,
        asides=lines.asides,
    )
    if root.get("encoding-from") == "fallback":
        finding = Finding("encoding_not_declared", {"read_as": encoding})
        return [replace(document, findings=(*document.findings, finding))]
    return [document]


def published_by(sidecar: JsonNode | None, name: str, options: Mapping[str, str]) -> Published:
    """What the sidecar says of a decision, or the options and the file's name."""
    base = name.replace("\\", "/").rpartition("/")[2]
    code, number, date = docket_from_file_name(base) or ("", "", "")
    if sidecar is None:
        return Published(
            name=name,
            publisher_id=base.rpartition(".")[0],
            code=options.get("court", "") or code,
            numbers=tuple(filter(None, (options.get("docket", "") or number,))),
            date=options.get("date", "") or date,
            language=options.get("language", ""),
            url=options.get("url", ""),
        )
    numbers = sidecar.get("Num")
    language = sidecar.text("Sprache")
    facts = {
        "summary": _localised(sidecar, "Abstract", language),
        "spider": sidecar.text("Spider"),
        "sidecar_checksum": sidecar.text("Checksum"),
    }
    return Published(
        name=name,
        publisher_id=base.rpartition(".")[0],
        code=sidecar.text("Signatur") or code,
        numbers=tuple(item.string for item in numbers if item.kind == "string") if numbers is not None else (number,),
        date=sidecar.text("Datum") or date,
        language=language or options.get("language", ""),
        title=_localised(sidecar, "Kopfzeile", language),
        url=sidecar.text("HTML", "URL") or sidecar.text("PDF", "URL"),
        court_line=_localised(sidecar, "Meta", language),
        meta=MappingProxyType({key: value for key, value in facts.items() if value}),
    )


def _localised(sidecar: JsonNode, key: str, language: str) -> str:
    """The text of an entry list `[{Sprachen, Text}]` in a language, else the first."""
    entries = sidecar.get(key)
    texts = [(entry.get("Sprachen"), entry.text("Text")) for entry in entries or ()]
    for languages, text in texts:
        if languages is not None and any(item.kind == "string" and item.string == language for item in languages):
            return plain_words(text)
    return plain_words(texts[0][1]) if texts else ""


class _Lines:
    """The lines a browser would show, with those that belong to the page noted in `asides`."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self.lines: list[Line] = []
        self.asides: dict[int, tuple[str, str]] = {}
        self._open: list[Piece] = []
        self._aside: tuple[str, str] | None = None

    def walk(self, element: Element) -> None:
        """Add the lines of an element; iterative over siblings, as deep as the bounded tree."""
        for child in element.children:
            if isinstance(child, Piece):
                self._open.append(child)
            elif isinstance(child, Element):
                self._element(child)

    def _element(self, element: Element) -> None:
        if element.tag == "br":
            self.end(empty=True)
            return
        if element.tag == "pre":
            self.end()
            self.lines += lines_of(element.pieces(), encoding=self._encoding)
            return
        block = element.tag in _BLOCKS
        if block:
            self.end()
            if element.tag in _SPACED:
                self._blank(element)
        before, aside = self._aside, _aside_of(element)
        if aside is not None:
            self.end()
            self._aside = aside
        self.walk(element)
        if block or aside is not None:
            self.end()
        self._aside = before
        if element.tag in _SPACED:
            self._blank(element)

    def _blank(self, element: Element) -> None:
        if self.lines and self.lines[-1].text.strip():
            self.lines.append(Line("", (), element.start, element.start))

    def end(self, *, empty: bool = False) -> None:
        """End the line; `br` ends an empty one too."""
        text = "".join(piece.text for piece in self._open)
        if not text.strip() and not empty:
            self._open = []
            return
        at = self._open[0].start if self._open else (self.lines[-1].end if self.lines else 0)
        end = self._open[-1].end if self._open else at
        if self._aside is not None and text.strip():
            self.asides[len(self.lines)] = self._aside
        self.lines.append(Line(text, tuple(self._open), at, end))
        self._open = []


def _aside_of(element: Element) -> tuple[str, str] | None:
    """Page number and running head of the official reports; what is no part of the page's text at all."""
    if element.tag in _OUTSIDE:
        return "furniture", ""
    classes = element.get("class").split()
    if "page_no" in classes:
        return "page", element.raw_text().strip()
    parent = element.parent
    if element.tag == "span" and parent is not None and "header" in parent.get("class").split():
        return "furniture", ""
    return None
