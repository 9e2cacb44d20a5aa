"""The walk through the parts of a Word file, in the order in which they are read; what `docx.py` promises is done here.

1. body       paragraphs, rows of tables; the boxes of a paragraph behind it
2. notes      those called from what was read, in that order
3. margins    headers and footers, each part once
4. beside     comments, notes that nothing calls
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from pincite.formats.docx_numbers import Numbering, spelt
from pincite.formats.docx_parts import WordPart, WordParts, switched_on, value_of
from pincite.formats.tree import Element
from pincite.formats.written import FilePlace, Passage, PassageKind, WrittenBuilder
from pincite.text.canonical import LAYOUT, Piece
from pincite.text.tables import rows

__all__ = ["Owner", "WordReader"]

_SIGNS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "\u2011"}
_WITHOUT_WORDS = frozenset(
    ("pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sectPr", "sdtPr", "sdtEndPr", "proofErr", "ffData", "numPr")
)
_REMOVED = frozenset(("del", "moveFrom"))
_ADDED = frozenset(("ins", "moveTo"))
_LONG_CELL = 2_000
_LONGEST_HEADING = 200
_CELL_PARAGRAPHS = 3
_KIND_OF_PART: dict[str, PassageKind] = {"text_box": "text_box", "header": "header", "footer": "footer"}
_QUOTATIONS = frozenset(("quote", "intense quote", "block text", "quotation", "zitat", "citation", "citazione"))
_NOTE_TYPES = frozenset(("separator", "continuationSeparator", "continuationNotice"))


class Owner(NamedTuple):
    """A stretch of the text and the run behind it.

    Attributes:
        start: its first code point.
        part: the name of its part.
        run, child: see Anchor.
        before: characters of `child` before it.
        piece: its characters, in bytes of the part.

    """

    start: int
    part: str
    run: Element
    child: Element
    before: int
    piece: Piece


class _Text(NamedTuple):
    """Characters of a paragraph."""

    piece: Piece
    run: Element
    child: Element
    before: int


class _Aside(NamedTuple):
    """What stands beside the text at this place."""

    kind: str
    pieces: list[Piece]
    label: str = ""


class _Call(NamedTuple):
    """A note is called; `label` is its own mark where the author gave one."""

    kind: str
    id: str
    label: str


@dataclass(slots=True)
class _Paragraph:
    """A paragraph as collected, before it is written."""

    part: WordPart
    element: Element
    events: list[_Text | _Aside | _Call] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    goes_on: bool = False

    @property
    def text(self) -> str:
        return "".join(event.piece.text for event in self.events if isinstance(event, _Text))


class _Context(NamedTuple):
    """What holds for the elements being walked: the kind of text beside the text, or "" for the text itself."""

    aside: str = ""
    label: str = ""


@cache
def _symbols() -> dict[tuple[str, int], str]:
    table = rows("pincite.formats", "data/symbol_fonts.tsv")
    return {(font.casefold(), int(code, 16)): chr(int(point, 16)) for font, code, point in table}


class WordReader:
    """One Word file being read."""

    def __init__(self, parts: WordParts, *, tracked: str, numbers: bool) -> None:
        self.parts = parts
        self.tracked = tracked
        self.builder = WrittenBuilder()
        self.owners: list[Owner] = []
        self.text_parts: list[WordPart] = []
        self.tracked_changes = 0
        self.unknown_symbols = 0
        self._numbers = numbers
        numbering = parts.optional("numbering")
        self._numbering = Numbering(numbering.root if numbering else None)
        self._fields: list[bool] = []  # for each open field, whether its result has begun
        self._without_fields = False  # a paragraph whose fields do not end is read as if it had none
        self._waiting: _Paragraph | None = None  # one whose paragraph mark is removed in this view
        self._own_marks: set[int] = set()  # runs whose text is the author's own mark of a note
        self._called: dict[str, list[tuple[str, str]]] = {"footnote": [], "endnote": []}
        self._counts = {"footnote": 0, "endnote": 0}
        self._paragraphs = 0
        self._comments: dict[str, int] = {}

    def read(self) -> None:
        """Read everything; see the module."""
        # 1
        body = self.parts.body
        self.text_parts.append(body)
        self._blocks(body, body.root, "body", _Context())
        self._settle("body")
        # 2
        notes = [(kind, self.parts.optional(f"{kind}s")) for kind in ("footnote", "endnote")]
        for kind, part in notes:
            if part is not None:
                self.text_parts.append(part)
                self._notes(kind, part)
        # 3
        self._margins(body)
        # 4
        comments = self.parts.optional("comments")
        if comments is not None:
            self.text_parts.append(comments)
            self._write_comments(comments)

    # ---- blocks

    def _blocks(self, part: WordPart, above: Element, where: str, context: _Context) -> None:
        for element in above.elements():
            if element.tag == "p":
                self._settle(where, self._collect(part, element, context))
            elif element.tag == "tbl":
                self._settle(where)
                for row in _parts_of(element, "tr"):
                    self._row(part, row, "table" if where == "body" else where, context)
            elif element.tag in _WITHOUT_WORDS:
                continue
            else:
                self._blocks(part, _shown(element), where, self._inside(element, context))

    def _settle(self, where: str, paragraph: _Paragraph | None = None) -> None:
        """Write what is waiting; a paragraph whose mark is removed waits for the next, which it runs into."""
        waiting = self._waiting
        self._waiting = None
        if waiting is not None and paragraph is not None:
            waiting.events += paragraph.events
            waiting.boxes += paragraph.boxes
            waiting.goes_on = paragraph.goes_on
            paragraph = waiting
        elif waiting is not None:
            waiting.goes_on = False
            paragraph = waiting
        if paragraph is not None and paragraph.goes_on:
            self._waiting = paragraph
        elif paragraph is not None:
            self._write(paragraph, where)

    def _row(self, part: WordPart, row: Element, where: str, context: _Context) -> None:
        context = self._row_context(row, context)
        cells = [[self._collect(part, p, context) for p in _paragraphs(cell)] for cell in _parts_of(row, "tc")]
        filled = [[p for p in cell if p.text.strip()] for cell in cells]
        long = any(len(cell) > _CELL_PARAGRAPHS or sum(len(p.text) for p in cell) > _LONG_CELL for cell in filled)
        if long or sum(map(bool, filled)) <= 1:
            for cell in cells:
                for paragraph in cell:
                    self._write(paragraph, where)
            return
        labels = [[self._label(paragraph) for paragraph in cell] for cell in cells]
        start = self.builder.begin()
        written = False
        for cell, its_labels in zip(cells, labels, strict=True):
            if written:
                self.builder.between(" | ")
            written = written or any(paragraph.text.strip() for paragraph in cell)
            begun = self.builder.position
            for paragraph, (label, _) in zip(cell, its_labels, strict=True):
                if self.builder.position > begun and paragraph.text.strip():
                    self.builder.between("\n")
                self._put(paragraph, label)
        self._paragraphs += 1
        place = FilePlace(where, str(self._paragraphs) if where == "table" else "")
        self.builder.end(start, Passage("row", 0, 0, place=place))
        for cell in cells:
            for paragraph in cell:
                self._boxes(paragraph)

    def _row_context(self, row: Element, context: _Context) -> _Context:
        properties = row.first("trPr")
        for change in properties.elements("ins", "del") if properties is not None else ():
            context = self._inside(change, context)
        return context

    def _write(self, paragraph: _Paragraph, where: str, *, number: str = "", kind: PassageKind = "paragraph") -> None:
        """One paragraph as a passage."""
        label, level = self._label(paragraph)
        if not paragraph.text.strip():
            paragraph.events = [event for event in paragraph.events if not isinstance(event, _Text)]
            self._put(paragraph, "")
            self._boxes(paragraph)
            return
        start = self.builder.begin()
        self._put(paragraph, label)
        style_id = value_of(paragraph.element.first("pPr"), "pStyle")
        style = self.parts.style(style_id)
        own = value_of(paragraph.element.first("pPr"), "outlineLvl")
        outline = int(own) if own.isdecimal() and len(own) < 3 else style.outline
        if where in ("body", "table"):
            self._paragraphs += 1
            number = str(self._paragraphs)
        if kind == "paragraph":
            named = (self.parts.styles[style_id].name if style_id in self.parts.styles else "").casefold()
            if ((outline is not None and outline < 9) or named == "title") and _may_be_heading(paragraph.text):
                kind, level = "heading", (outline or 0) + 1
            elif named in _QUOTATIONS:
                kind = "quotation"
            elif named.startswith(("toc ", "table of authorities", "table of figures")):
                kind = "contents"
            elif label:
                kind = "item"
            kind = _KIND_OF_PART.get(where, kind)
        place = FilePlace(where, number)
        shown = "" if self._numbers else label
        self.builder.end(start, Passage(kind, 0, 0, shown, level, style.name, place))
        self._boxes(paragraph)

    def _label(self, paragraph: _Paragraph) -> tuple[str, int]:
        properties = paragraph.element.first("pPr")
        removed = not paragraph.text.strip() and any(isinstance(event, _Aside) for event in paragraph.events)
        if removed:
            return "", 0
        return self._numbering.label(properties, self.parts.style(value_of(properties, "pStyle")))

    def _put(self, paragraph: _Paragraph, label: str) -> None:
        base = paragraph.part.base
        if label and self._numbers:
            properties = paragraph.element.first("pPr") or paragraph.element
            self.builder.write(Piece(label, base + properties.start, base + properties.end, verbatim=False))
            self.builder.between(" ")
        for event in paragraph.events:
            if isinstance(event, _Text):
                self.owners.append(
                    Owner(self.builder.position, paragraph.part.name, event.run, event.child, event.before, event.piece)
                )
                self.builder.write(_moved(event.piece, base))
            elif isinstance(event, _Aside):
                if event.kind == "comment":
                    self._comments.setdefault(event.label, self.builder.position)
                else:
                    self.builder.beside(event.kind, [_moved(piece, base) for piece in event.pieces], event.label)
            else:
                self._call(event)

    def _boxes(self, paragraph: _Paragraph) -> None:
        for box in paragraph.boxes:
            self._blocks(paragraph.part, box, "text_box", _Context())

    # ---- notes and margins

    def _call(self, call: _Call) -> None:
        label = call.label
        if not label:
            self._counts[call.kind] += 1
            count = self._counts[call.kind]
            label = str(count) if call.kind == "footnote" else spelt(count, "lowerRoman")
        if label in self.builder.marks:
            label = f"{label} ({call.kind} {call.id})"
        self.builder.mark(label)
        self._called[call.kind].append((call.id, label))

    def _notes(self, kind: str, part: WordPart) -> None:
        elements = {element.get("id"): element for element in part.root.elements(kind)}
        for note_id, label in self._called[kind]:
            element = elements.pop(note_id, None)
            if element is not None:
                self._note(part, element, kind, label)
        for element in elements.values():
            pieces = [_moved(piece, part.base) for piece in _words(element)]
            self.builder.beside("note_not_called" if element.get("type") not in _NOTE_TYPES else "separator", pieces)

    def _note(self, part: WordPart, element: Element, kind: str, label: str) -> None:
        """All paragraphs of a note are one passage."""
        paragraphs = [self._collect(part, p, _Context()) for p in _paragraphs(element)]
        start = self.builder.begin()
        for paragraph in paragraphs:
            if self.builder.position > start and paragraph.text.strip():
                self.builder.between("\n")
            self._put(paragraph, self._label(paragraph)[0])
        self.builder.end(start, Passage("note", 0, 0, label, place=FilePlace(kind, label)))
        for paragraph in paragraphs:
            self._boxes(paragraph)

    def _margins(self, body: WordPart) -> None:
        """Headers, then footers, in the order of the sections that use them; those no section uses behind them."""
        used = [
            self.parts.by_id(reference.get("r:id") or reference.get("id"))
            for reference in body.root.descendants("headerReference", "footerReference")
        ]
        for where in ("header", "footer"):
            every = [link.target for link in self.parts.links if link.type == where and not link.outside]
            order = [target for target in dict.fromkeys([*used, *every]) if target in every]
            for target in order:
                if self.parts.holds(target):
                    part = self.parts.text(target)
                    self.text_parts.append(part)
                    self._blocks(part, part.root, where, _Context())
                    self._settle(where)

    def _write_comments(self, part: WordPart) -> None:
        for element in part.root.elements("comment"):
            pieces = [_moved(piece, part.base) for piece in _words(element)]
            at = self._comments.get(element.get("id"), self.builder.position)
            self.builder.beside("comment", pieces, element.get("author"))
            if pieces:
                self.builder.besides[-1] = self.builder.besides[-1]._replace(at=at)

    # ---- a paragraph

    def _collect(self, part: WordPart, element: Element, context: _Context) -> _Paragraph:
        paragraph = _Paragraph(part, element)
        properties = element.first("pPr")
        mark = properties.first("rPr") if properties is not None else None
        for change in mark.elements(*_REMOVED, *_ADDED) if mark is not None else ():
            paragraph.goes_on = paragraph.goes_on or bool(self._inside(change, _Context()).aside)
        before = list(self._fields), self.tracked_changes
        self._inline(paragraph, element, context)
        if not all(self._fields):
            # an instruction that does not end with its paragraph would hide the rest of the document
            self._fields, self.tracked_changes = [True for _ in before[0]], before[1]
            paragraph.events, paragraph.boxes = [], []
            self._without_fields = True
            self._inline(paragraph, element, context)
            self._without_fields = False
        return paragraph

    def _inside(self, element: Element, context: _Context) -> _Context:
        """What holds inside an element."""
        if element.tag in _REMOVED:
            self.tracked_changes += 1
            return _Context("deleted", element.get("author")) if self.tracked == "final" else context
        if element.tag in _ADDED:
            self.tracked_changes += 1
            return _Context("inserted", element.get("author")) if self.tracked == "original" else context
        if element.tag == "rt":
            return _Context("ruby")
        return context

    def _inline(self, paragraph: _Paragraph, above: Element, context: _Context) -> None:
        for element in above.elements():
            if element.tag in _WITHOUT_WORDS:
                continue
            if element.tag == "r":
                self._run(paragraph, element, context)
            elif element.tag == "t":  # mathematics has texts outside Word's runs
                self._text(paragraph, above, element, context)
            elif element.tag == "txbxContent":
                self._box(paragraph, element, context)
            elif element.tag == "AlternateContent":
                self._alternatives(paragraph, above, element, context)
            else:
                self._inline(paragraph, element, self._inside(element, context))

    def _run(self, paragraph: _Paragraph, run: Element, context: _Context) -> None:
        properties = run.first("rPr")
        if self._is_hidden(properties):
            context = _Context("hidden")
        for child in run.elements():
            if child.tag == "fldChar":
                self._field(child.get("fldCharType"))
            elif child.tag in ("instrText", "delInstrText") or not all(self._fields):
                self._aside(paragraph, child, _Context("field"))
            else:
                self._child(paragraph, run, child, context)

    def _is_hidden(self, properties: Element | None) -> bool:
        if properties is None:
            return False
        if properties.first("vanish") is not None:
            return switched_on(properties, "vanish")
        style = value_of(properties, "rStyle")
        return bool(style and self.parts.style(style).hidden)

    def _field(self, kind: str) -> None:
        if self._without_fields:
            return
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _child(self, paragraph: _Paragraph, run: Element, child: Element, context: _Context) -> None:
        tag = child.tag
        if tag in ("t", "delText"):
            self._text(paragraph, run, child, context)
        elif tag in _SIGNS or tag == "br":
            self._sign(paragraph, run, child, _SIGNS.get(tag, "\n"), context)
        elif tag == "softHyphen":  # shows nothing but at a line's end
            paragraph.events.append(_Aside("soft_hyphen", [Piece("\u00ad", child.start, child.end, verbatim=False)]))
        elif tag == "sym":
            self._sign(paragraph, run, child, self._symbol(child), context)
        elif tag in ("footnoteReference", "endnoteReference"):
            if context.aside:
                return
            kind = tag.removesuffix("Reference")
            follows = child.get("customMarkFollows", "0") not in ("0", "false", "")
            label = "".join(one.raw_text() for one in run.elements("t")).strip() if follows else ""
            if follows and label:
                self._own_marks.add(id(run))
            paragraph.events.append(_Call(kind, child.get("id"), label))
        elif tag == "commentReference":
            paragraph.events.append(_Aside("comment", [], child.get("id")))
        elif tag == "AlternateContent":
            self._alternatives(paragraph, run, child, context)
        elif tag not in _WITHOUT_WORDS:
            self._inline(paragraph, child, self._inside(child, context))

    def _alternatives(self, paragraph: _Paragraph, above: Element, element: Element, context: _Context) -> None:
        """Of several versions of one thing the first is read, the others stand beside the text."""
        versions = [*element.elements("Choice", "Fallback")]
        for index, version in enumerate(versions):
            if index:
                paragraph.events.append(_Aside("same_again", list(_words(version))))
            elif above.tag == "r":
                for child in version.elements():
                    self._child(paragraph, above, child, context)
            else:
                self._inline(paragraph, version, context)

    def _box(self, paragraph: _Paragraph, element: Element, context: _Context) -> None:
        if context.aside:
            paragraph.events.append(_Aside(context.aside, list(_words(element)), context.label))
        else:
            paragraph.boxes.append(element)

    def _text(self, paragraph: _Paragraph, run: Element, child: Element, context: _Context) -> None:
        if id(run) in self._own_marks and not context.aside:
            context = _Context("note_mark")
        if context.aside:
            self._aside(paragraph, child, context)
            return
        before = 0
        font = _font(run)
        for piece in _pieces(child):
            if font and any(0xF020 <= ord(character) <= 0xF0FF for character in piece.text):
                for character, part in _single(piece):
                    shown = self._drawn(font, ord(character)) if 0xF020 <= ord(character) <= 0xF0FF else character
                    verbatim = piece.verbatim and shown == character
                    paragraph.events.append(_Text(part._replace(text=shown, verbatim=verbatim), run, child, before))
                    before += 1
                continue
            paragraph.events.append(_Text(piece, run, child, before))
            before += len(piece.text)

    def _sign(self, paragraph: _Paragraph, run: Element, child: Element, text: str, context: _Context) -> None:
        piece = Piece(text, child.start, child.end, verbatim=False)
        if context.aside:
            if text.strip(LAYOUT):
                paragraph.events.append(_Aside(context.aside, [piece], context.label))
        else:
            paragraph.events.append(_Text(piece, run, child, 0))

    def _symbol(self, child: Element) -> str:
        code = child.get("char")
        try:
            point = int(code, 16)
        except ValueError:
            point = 0
        return self._drawn(child.get("font"), point)

    def _drawn(self, font: str, point: int) -> str:
        """The sign that a font of signs draws for a code; the replacement character when it is not known."""
        low = point & 0xFF if 0xF000 <= point <= 0xF0FF else point
        known = _symbols().get((font.casefold(), low))
        if known:
            return known
        if 0x20 < point < 0xD800 and not font.casefold().startswith(("wingdings", "webdings", "symbol", "wp ")):
            return chr(point)
        self.unknown_symbols += 1
        return "\ufffd"

    @staticmethod
    def _aside(paragraph: _Paragraph, child: Element, context: _Context) -> None:
        pieces = [piece for piece in child.children if isinstance(piece, Piece)]
        paragraph.events.append(_Aside(context.aside, pieces, context.label))


def _may_be_heading(text: str) -> bool:
    """Whether a paragraph with a heading's level reads as one: many number their paragraphs by such styles."""
    words = text.strip()
    return len(words) <= _LONGEST_HEADING and not (words.endswith((".", ";", ":", ",")) and len(words) > 60)


def _moved(piece: Piece, base: int) -> Piece:
    return Piece(piece.text, piece.start + base, piece.end + base, piece.verbatim)


def _font(run: Element) -> str:
    properties = run.first("rPr")
    fonts = properties.first("rFonts") if properties is not None else None
    return "" if fonts is None else fonts.get("w:ascii") or fonts.get("ascii")


def _shown(element: Element) -> Element:
    """What of a wrapper holds its words: of a content control its content, of two versions the first."""
    if element.tag == "sdt":
        return element.first("sdtContent") or element
    if element.tag == "AlternateContent":
        return element.first("Choice") or element
    return element


def _parts_of(above: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, through content controls and marks of changes, not into tables inside."""
    for element in above.elements():
        if element.tag == tag:
            yield element
        elif element.tag not in _WITHOUT_WORDS and element.tag not in ("tbl", "p"):
            yield from _parts_of(_shown(element), tag)


def _paragraphs(above: Element) -> Iterator[Element]:
    """The paragraphs below an element, those of tables inside included."""
    for element in above.elements():
        if element.tag == "p":
            yield element
        elif element.tag not in _WITHOUT_WORDS:
            yield from _paragraphs(_shown(element))


def _words(above: Element) -> Iterator[Piece]:
    """All texts below."""
    for element in above.descendants("t", "delText", "instrText", "delInstrText"):
        for child in element.children:
            if isinstance(child, Piece):
                yield child


def _pieces(child: Element) -> Iterator[Piece]:
    """The characters of a text as Word shows them: white space at its ends only where it says so."""
    pieces = [piece for piece in child.children if isinstance(piece, Piece)]
    if child.get("space") == "preserve" or not pieces:
        yield from pieces
        return
    last = len(pieces) - 1
    for index, piece in enumerate(pieces):
        text, start, end, verbatim = piece
        if verbatim and index == 0:
            kept = text.lstrip(LAYOUT)
            start += len(text) - len(kept)  # layout characters are one byte each
            text = kept
        if verbatim and index == last:
            kept = text.rstrip(LAYOUT)
            end -= len(text) - len(kept)
            text = kept
        if text:
            yield Piece(text, start, end, verbatim)


def _single(piece: Piece) -> Iterator[tuple[str, Piece]]:
    """A piece character by character."""
    at = piece.start
    for character in piece.text:
        width = len(character.encode()) if piece.verbatim else 0
        yield character, Piece(character, at, at + width if piece.verbatim else piece.end, piece.verbatim)
        at += width
