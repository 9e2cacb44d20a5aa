"""`hk.lrs`: judgments as the Judiciary's Legal Reference System publishes them (HTML).

Keeps true (facts: source-formats, 2.2 and 2.3):
1. Only `<a class="para">` marks a numbered paragraph: a quoted document may carry anchors with the same ids.
2. Search-hit markup, scripts, styles and the viewer's frame are no text of the judgment; nothing of the file is lost.
3. Footnote marks and footnotes are side texts. No-break spaces inside a line stay; those that indent it do not.
4. A corrigendum is a document of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.html import read_html
from pincite.formats.tree import Element
from pincite.jurisdictions.hk import urls
from pincite.jurisdictions.hk.sources.judgment import assemble
from pincite.jurisdictions.hk.sources.lines import BLANK, Gap, Line, Part, Side, plain, starts_as
from pincite.jurisdictions.hk.sources.title_page import TitlePage, is_decision_title, is_rule, read_title_page
from pincite.law.document import Document
from pincite.text.canonical import Piece, unaccounted
from pincite.text.language import language_of

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "hk.lrs/1"

_FIELDS = frozenset(("parties", "coram", "date", "representation", "charge"))
_FURNITURE = frozenset(("script", "style", "head", "noscript", "template", "object", "iframe"))
_INLINE = frozenset(
    ("a", "abbr", "acronym", "b", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd")
) | frozenset(
    ("label", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr")
)
_NOTE_REFERENCE = re.compile(r"#_?(?:ftn|edn|fn)\d+\Z", re.IGNORECASE)
_NOTE_TEXT = re.compile(r"#_?(?:ftn|edn|fn)ref\d+\Z", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\s*(\d{1,4}[A-Za-z]{0,2})\s*[.．]?\s*\Z")
_CENTRED = re.compile(r"text-align\s*:\s*(?:center|right)", re.IGNORECASE)


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read one judgment.

    Args:
        data: the file.
        name: what to call it in an error.
        options: `encoding` (as the server declared it); otherwise none.

    Raises:
        UnreadableSource: when it is no HTML, or no judgment of this publisher.

    """
    root = read_html(data, name=name, encoding=options.get("encoding"))
    if not re.search(rb"</(?:body|html)\s*>", data, re.IGNORECASE):
        # a page cut off between two tags would pass for a judgment that does not say what it says
        raise UnreadableSource(name, f"byte {len(data)}", "the page ends before «</body>»: it was cut off")
    return [document_from(root, name=name, extractor=EXTRACTOR, given={})]


def document_from(root: Element, *, name: str, extractor: str, given: Mapping[str, str]) -> Document:
    """The document in a tree of the publisher's HTML; `given` is what a record beside it says."""
    encoding = root.get("encoding", "utf-8")
    page = _Page(root)
    head, body, tail = split(page.lines)
    if not any(line.number for line in page.lines) and not page.fields:
        raise UnreadableSource(
            name, "", "no judgment of the Legal Reference System: neither numbered paragraphs nor the parties' table"
        )
    facts = read_title_page(head, file_title=page.title, given=given)
    if not facts.work:
        raise UnreadableSource(name, "", "the judgment names neither a neutral citation nor an action number")
    findings = [*facts.findings, *page.findings]
    if root.get("encoding-from") == "fallback":
        findings.append(Finding("encoding_guessed", {"encoding": encoding}))
    return finish(facts, (head, body, tail), root.pieces(), encoding, extractor, findings, url=given.get("url", ""))


def finish(
    facts: TitlePage,
    parts: tuple[list[Line], list[Line], list[Line]],
    pieces: Iterator[Piece],
    encoding: str,
    extractor: str,
    findings: list[Finding],
    *,
    url: str = "",
) -> Document:
    """The document of a judgment whose lines and title page are read."""
    address = url or urls.url(facts.work)
    made = assemble(*parts, url=address, encoding=encoding)
    language = "zh-Hant" if language_of(made.text).startswith("zh") else "en"
    return Document(
        work=facts.work,
        kind="decision",
        language=language,
        state=facts.state,
        title=facts.title,
        text=made.text,
        source_map=made.source_map,
        provisions=made.provisions,
        sides=made.sides,
        aliases=facts.aliases,
        meta=facts.meta,
        legal_value="unofficial",
        url=address,
        extractor=extractor,
        findings=tuple(findings),
        losses=tuple(unaccounted(pieces, made.source_map, made.sides)),
    )


def split(lines: list[Line]) -> tuple[list[Line], list[Line], list[Line]]:
    """Title page, body and signatures."""
    numbers = [index for index, line in enumerate(lines) if line.number]
    begin = _head_end(lines, numbers[0] if numbers else len(lines))
    after = (numbers[-1] + 1) if numbers else begin
    end = len(lines)
    for index in range(after, len(lines)):
        line = lines[index]
        if line.field == "representation" or (line.kind in ("text", "row") and starts_as("signature", line.text)):
            end = index
            break
        # a signature may stand in the second column of a table
        if line.kind == "row" and re.search(r"[（(]\s*[^()（）]{2,60}\s*[)）]", line.text) and len(line.text) < 160:
            end = index
            break
    return lines[:begin], lines[begin:end], lines[end:]


def _head_end(lines: list[Line], limit: int) -> int:
    """The first line that is not of the title page: behind the decision's title and the rule below it."""
    titled = next((index for index in range(limit) if _is_title(lines, index)), None)
    index = 0 if titled is None else titled + 1
    while index < limit:
        line = lines[index]
        layout = line.centred or bool(line.field) or is_rule(line.text)
        if line.kind == "side" or not line.text or (layout and line.kind != "heading"):
            index += 1
            continue
        break
    return index


def _is_title(lines: list[Line], index: int) -> bool:
    line = lines[index]
    return not line.field and line.kind == "text" and is_decision_title(line.text)


@dataclass(slots=True)
class _Context:
    """What the elements around say of a line."""

    quoted: bool = False
    field: str = ""


@dataclass(slots=True)
class _Page:
    """The lines of a page; reading begins when it is made."""

    root: Element
    lines: list[Line] = field(default_factory=list)
    title: str = ""
    fields: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    current: Line | None = None
    note: str = ""  # the label of the footnote being read
    anchors: set[str] = field(default_factory=set)
    started: bool = False  # the open line has characters

    def __post_init__(self) -> None:
        head_title = next(self.root.descendants("title"), None)
        self.title = plain(head_title.pieces()) if head_title else ""
        self.flow(self.root, _Context())
        self.flush()

    # ---- blocks

    def flow(self, element: Element, context: _Context) -> None:
        """The children of a block: inline ones make lines, blocks make their own."""
        note_before = self.note
        for child in element.children:
            if isinstance(child, Piece):
                self.add(child, context)
            elif isinstance(child, Element):
                self.child(child, context)
        self.flush()
        if element.tag in ("div", "td", "body", "form"):
            self.note = note_before

    def child(self, child: Element, context: _Context) -> None:
        tag = child.tag
        if tag in _FURNITURE:
            self.side_line(child, "furniture")
        elif tag in _INLINE:
            self.inline(child, context)
        elif tag == "br":
            self.line(context).parts.append(Gap("break"))
        elif tag == "hr":
            self.flush()
        elif tag in ("input", "meta", "link", "col"):
            return
        elif tag == "tr" and not _holds_blocks(child):
            self.row(child, context)
        elif tag in ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "dd", "dt", "pre"):
            self.paragraph(child, context)
        else:
            self.flush()
            inner = _Context(context.quoted or tag == "blockquote", tag if tag in _FIELDS else context.field)
            if tag in _FIELDS:
                self.fields.add(tag)
            self.flow(child, inner)
            self.flush()

    def paragraph(self, element: Element, context: _Context) -> None:
        self.flush()
        if any(not isinstance(child, Piece) and _is_block(child) for child in element.children):
            self.flow(element, context)
            return
        line = self.line(context)
        classes = element.get("class").lower().split()
        line.centred = bool(_CENTRED.search(element.get("style"))) or element.get("align").lower() in (
            "center",
            "right",
        )
        line.quote_class = "quote" in classes
        if "heading" in classes or element.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            line.kind = "heading"
        self.inline_children(element, context)
        if line.quote_class and not line.quoted and _all_in(element, ("i", "em", "u", "b", "strong")):
            line.kind, line.quote_class = "heading", False
        self.flush()

    def row(self, element: Element, context: _Context) -> None:
        """A row of a table of texts: its cells on one line."""
        self.flush()
        line = self.line(context)
        line.kind = "row"
        line.quoted = context.quoted
        for child in element.children:
            if isinstance(child, Piece):
                self.add(child, context)  # text beside the cells is a fault of the page, and still its text
            elif isinstance(child, Element):
                if child.tag in _FURNITURE:
                    line.parts.append(Side("furniture", tuple(child.pieces())))
                    continue
                line.parts.append(Gap("space"))
                self.cell(child, line, context)
        self.flush()

    def cell(self, element: Element, line: Line, context: _Context) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                self.add(child, context)
            elif isinstance(child, Element):
                if child.tag == "br":
                    line.parts.append(Gap("space"))
                elif child.tag == "a":
                    self.anchor(child, context)
                elif child.tag in _FURNITURE:
                    line.parts.append(Side("furniture", tuple(child.pieces())))
                else:
                    block = child.tag not in _INLINE
                    if block:
                        line.parts.append(Gap("space"))
                    self.cell(child, line, context)
                    if block:
                        line.parts.append(Gap("space"))

    # ---- inline

    def inline(self, element: Element, context: _Context) -> None:
        if element.tag == "a":
            self.anchor(element, context)
        else:
            self.inline_children(element, context)

    def inline_children(self, element: Element, context: _Context) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                self.add(child, context)
            elif isinstance(child, Element):
                self.child(child, context)

    def anchor(self, element: Element, context: _Context) -> None:
        """A paragraph's number, a footnote's mark, or a link."""
        target = element.get("href")
        pieces = tuple(element.pieces())
        line = self.line(context)
        number = _PARAGRAPH.match("".join(piece.text for piece in pieces))
        if "para" in element.get("class").split() and number and not self.started and not line.number:
            line.number = number.group(1)
            line.anchor = element.get("id") or element.get("name")
            self.note = ""
            if line.anchor in self.anchors:
                self.findings.append(Finding("repeated_id", {"id": line.anchor}))
            self.anchors.add(line.anchor)
        elif _NOTE_TEXT.search(target) and not self.started:
            self.note = _mark(pieces)
            line.parts.append(Side("note_number", pieces, self.note))
            return
        elif _NOTE_REFERENCE.search(target):
            line.parts.append(Side("note_mark", pieces, _mark(pieces)))
            return
        self.inline_children(element, context)

    # ---- lines

    def line(self, context: _Context) -> Line:
        """The line being written."""
        if self.current is None:
            self.current = Line(quoted=context.quoted, field=context.field)
            self.started = False
        return self.current

    def add(self, piece: Piece, context: _Context) -> None:
        """Characters of the line being written."""
        self.line(context).parts.append(piece)
        self.started = self.started or bool(piece.text.strip(BLANK))

    def flush(self) -> None:
        line, self.current = self.current, None
        if line is None or not line.parts:
            return
        if self.note and not line.number:
            line.kind, line.side = "note", self.note
        elif is_rule(line.text):
            line.kind, line.side = "side", "furniture"
        if line.text or any(isinstance(part, Side) for part in line.parts):
            self.lines.append(line)

    def side_line(self, element: Element, kind: str) -> None:
        pieces: list[Part] = list(element.pieces())
        if plain(pieces):
            self.flush()
            self.lines.append(Line(parts=pieces, kind="side", side=kind))


def _mark(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.text for piece in pieces).strip().strip("[]()")


def _is_block(child: object) -> bool:
    return isinstance(child, Element) and child.tag not in _INLINE and child.tag not in ("br", "input", "meta", "link")


def _holds_blocks(row: Element) -> bool:
    """Whether a row is layout around blocks and not a row of texts."""
    for element in row.descendants():
        if element.tag in ("table", "blockquote", "form") or element.tag in _FIELDS:
            return True
        if element.tag == "a" and "para" in element.get("class").split():
            return True
    # the frame of a page is one cell with many paragraphs
    cells = list(row.elements("td", "th"))
    return len(cells) == 1 and sum(1 for _ in cells[0].descendants("p")) > 3


def _all_in(element: Element, tags: tuple[str, ...]) -> bool:
    """Whether all text of an element stands inside such elements."""
    loose = [child for child in element.children if isinstance(child, Piece) and child.text.strip()]
    return not loose and any(True for _ in element.elements(*tags))
