"""OpenDocument texts (.odt): what a reader of the printed document would read, with the bytes of every character.

Keeps true:
1. As for Word files: one view of tracked changes is read, the other stands beside the text; a note is a passage of its
   own behind the body; rows of tables are passages; comments stand beside the text. Nothing is run, followed or fetched.
2. White space is collapsed as the format says; spaces, tabs and line breaks that it counts are written out.
3. Numbers that the program makes for lists are not known here: they are neither text nor label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.package import Package
from pincite.formats.tree import Element
from pincite.formats.written import FilePlace, Passage, PassageKind, WrittenBuilder, WrittenFile
from pincite.text.canonical import LAYOUT, Piece

__all__ = ["EXTRACTOR", "MIMETYPE", "VIEW", "read_odt"]

EXTRACTOR = "odt/1"
MIMETYPE = b"application/vnd.oasis.opendocument.text"
VIEW = "odt-parts/1"
"""The parts that hold text, unpacked and laid end to end in the order in which they are read."""

_SKIPPED = frozenset(
    ("sequence-decls", "variable-decls", "user-field-decls", "forms", "bookmark", "bookmark-start", "bookmark-end", "dde-connection-decls")
)  # fmt: skip
_LONG_CELL = 2_000
_MOST_SPACES = 1_000
_WORDS = re.compile(r"[ \t\r\n]+|[^ \t\r\n]+")


def read_odt(data: bytes, *, name: str, tracked: Literal["final", "original"] = "final") -> WrittenFile:
    """Read an OpenDocument text.

    Raises:
        UnreadableSource: it is under a password, damaged, no text document, or larger or deeper than is read.

    """
    package = Package(data, name)
    if "meta-inf/manifest.xml" in package and any(
        True for _ in package.tree("META-INF/manifest.xml").descendants("encryption-data")
    ):
        raise UnreadableSource(
            name, "", "it is protected by a password", remedy="Save a copy without the password and give that one."
        )
    content = package.tree("content.xml")
    reader = _Reader(tracked)
    body = next(content.descendants("text"), None)
    if body is None:
        raise UnreadableSource(name, "content.xml", "it holds no text document")
    reader.read(body, package.base("content.xml"))
    trees = [(content, package.base("content.xml"))]
    if "styles.xml" in package:
        styles = package.tree("styles.xml")
        base = package.base("styles.xml")
        trees.append((styles, base))
        reader.margins(styles, base)
    builder = reader.builder
    if not builder.passages:
        raise UnreadableSource(
            name, "", "it holds no words", remedy="If its pages are pictures, have the text recognised."
        )
    if reader.changes:
        builder.findings.append(Finding("tracked_changes", {"count": reader.changes, "view": tracked}))
    comments = sum(beside.kind == "comment" for beside in builder.besides)
    if comments:
        builder.findings.append(Finding("comments_not_read", {"count": comments}))
    if any(name_.startswith(("basic/", "scripts/")) for name_ in package.names()):
        builder.findings.append(Finding("macros_not_run", {"count": 1}))
    pictures = sum(name_.startswith("pictures/") for name_ in package.names())
    if pictures:
        builder.findings.append(Finding("pictures_not_read", {"count": pictures}))
    everything = [
        piece._replace(start=piece.start + base, end=piece.end + base) for tree, base in trees for piece in _texts(tree)
    ]
    facts = {"tracked": tracked} if reader.changes else {}
    return builder.finish("odt", package.view(), VIEW, everything, facts, EXTRACTOR)


def _texts(root: Element) -> Iterator[Piece]:
    """Every text of paragraphs and headings; elsewhere the format has names and settings."""
    for element in root.descendants("p", "h"):
        if element.namespace.endswith(":text:1.0") and not _inside_paragraph(element):
            yield from element.pieces()


def _inside_paragraph(element: Element) -> bool:
    above = element.parent
    while above is not None:
        if above.tag in ("p", "h") and above.namespace.endswith(":text:1.0"):
            return True
        above = above.parent
    return False


class _Reader:
    def __init__(self, tracked: str) -> None:
        self.builder = WrittenBuilder()
        self.changes = 0
        self._original = tracked == "original"
        self._base = 0
        self._deleted: dict[str, Element] = {}
        self._inserted: set[str] = set()
        self._aside: list[str] = []  # ids of insertions that are open and not read in this view
        self._notes: list[tuple[str, str, Element]] = []
        self._boxes: list[Element] = []
        self._paragraphs = 0
        self._start: int | None = None
        self._space: Piece | None = None

    def read(self, body: Element, base: int) -> None:
        """The body, then the notes."""
        self._base = base
        for region in body.descendants("changed-region"):
            self.changes += 1
            region_id = region.get("id") or region.get("text:id")
            deletion = region.first("deletion")
            if deletion is not None:
                self._deleted[region_id] = deletion
            elif region.first("insertion") is not None:
                self._inserted.add(region_id)
        self._blocks(body, "body")
        if not self._original:
            for deletion in self._deleted.values():
                self._beside("deleted", deletion)
        for kind, label, element in self._notes:
            self._note(kind, label, element)

    def margins(self, styles: Element, base: int) -> None:
        """Headers, then footers, those of the same words once."""
        self._base = base
        seen: set[str] = set()
        for where in ("header", "footer"):
            for element in styles.descendants(where, f"{where}-left", f"{where}-first"):
                words = " ".join(element.raw_text().split())
                if words in seen:
                    self._beside("same_again", element)
                    continue
                seen.add(words)
                self._blocks(element, where)
        for element in styles.descendants("p", "h"):  # notes of the program's own, labels of lists
            if not _within(element, ("header", "header-left", "header-first", "footer", "footer-left", "footer-first")):
                self._beside("furniture", element)

    # ---- blocks

    def _blocks(self, above: Element, where: str, kind: PassageKind = "paragraph") -> None:
        for element in above.elements():
            if element.tag in ("p", "h"):
                self._paragraph(element, where, "heading" if element.tag == "h" else kind)
            elif element.tag == "table":
                for row in _rows(element):
                    self._row(row, "table" if where == "body" else where)
            elif element.tag == "list":
                self._blocks(element, where, "item")
            elif element.tag == "tracked-changes" or element.tag in _SKIPPED:
                continue
            else:
                self._blocks(element, where, kind)

    def _paragraph(self, element: Element, where: str, kind: PassageKind) -> None:
        self._start = self.builder.begin()
        self._space = None
        self._inline(element)
        style = element.get("text:style-name") or element.get("style-name")
        if where in ("body", "table") and self.builder.position > self._start:
            self._paragraphs += 1
        number = str(self._paragraphs) if where in ("body", "table") else ""
        level = element.get("text:outline-level") or element.get("outline-level")
        if "quotation" in style.casefold():
            kind = "quotation"
        named: dict[str, PassageKind] = {"text_box": "text_box", "header": "header", "footer": "footer"}
        depth = int(level) if kind == "heading" and level.isdecimal() and len(level) < 3 else 0
        self.builder.end(self._start, Passage(named.get(where, kind), 0, 0, "", depth, style, FilePlace(where, number)))
        self._start = None
        self._write_boxes()

    def _write_boxes(self) -> None:
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self._blocks(box, "text_box")

    def _row(self, row: Element, where: str) -> None:
        cells = list(row.elements("table-cell", "covered-table-cell"))
        words = [" ".join(cell.raw_text().split()) for cell in cells]
        if sum(map(bool, words)) <= 1 or any(len(text) > _LONG_CELL for text in words):
            for cell in cells:
                self._blocks(cell, where)
            return
        self._start = self.builder.begin()
        written = False
        for cell, text in zip(cells, words, strict=True):
            self._space = None
            if written:
                self.builder.between(" | ")
            written = written or bool(text)
            begun = self.builder.position
            for paragraph in cell.descendants("p", "h"):
                if not _inside_paragraph(paragraph):
                    if self.builder.position > begun:
                        self.builder.between("\n")
                    self._inline(paragraph)
        self._paragraphs += 1
        self.builder.end(self._start, Passage("row", 0, 0, place=FilePlace("table", str(self._paragraphs))))
        self._start = None
        self._write_boxes()

    def _note(self, kind: str, label: str, element: Element) -> None:
        start = self._start = self.builder.begin()
        self._space = None
        for paragraph in element.descendants("p", "h"):
            if self.builder.position > start:
                self.builder.between("\n")
            self._inline(paragraph)
        self.builder.end(start, Passage("note", 0, 0, label, place=FilePlace(kind, label)))
        self._start = None
        self._write_boxes()

    # ---- words

    def _inline(self, above: Element) -> None:
        for child in above.children:
            if isinstance(child, Piece):
                self._write(child)
            elif isinstance(child, Element):
                self._element(child)

    def _element(self, child: Element) -> None:
        tag = child.tag
        if tag == "s":
            count = child.get("text:c") or child.get("c") or "1"
            self._sign(child, " " * min(int(count) if count.isdecimal() and len(count) < 7 else 1, _MOST_SPACES))
        elif tag == "tab":
            self._sign(child, "\t")
        elif tag == "line-break":
            self._sign(child, "\n")
        elif tag == "note":
            self._called(child)
        elif tag in ("annotation", "annotation-end"):
            self._beside("comment", child)
        elif tag == "text-box":
            self._boxes.append(child)
        elif tag in ("change-start", "change-end", "change"):
            self._change(child)
        elif tag == "ruby-text":
            self._beside("ruby", child)
        elif tag not in _SKIPPED and tag != "soft-page-break":
            self._inline(child)

    def _change(self, element: Element) -> None:
        change = element.get("text:change-id") or element.get("change-id")
        if not self._original:
            return
        if element.tag == "change-start" and change in self._inserted:
            self._aside.append(change)
        elif element.tag == "change-end" and change in self._aside:
            self._aside.remove(change)
        elif element.tag == "change" and change in self._deleted:
            for index, paragraph in enumerate(self._deleted[change].elements("p", "h")):
                if index:
                    self.builder.between("\n")
                self._inline(paragraph)

    def _called(self, note: Element) -> None:
        citation, body = note.first("note-citation"), note.first("note-body")
        if self._aside:
            self._beside("inserted", note)
            return
        label = " ".join(citation.raw_text().split()) if citation is not None else ""
        kind = "endnote" if (note.get("text:note-class") or note.get("note-class")) == "endnote" else "footnote"
        label = label or str(len(self._notes) + 1)
        if label in self.builder.marks:
            label = (
                f"{label} ({kind})"
                if f"{label} ({kind})" not in self.builder.marks
                else f"{label} ({len(self._notes) + 1})"
            )
        self.builder.mark(label)
        if citation is not None:
            self._beside("note_mark", citation)
        if body is not None:
            self._notes.append((kind, label, body))

    def _sign(self, element: Element, text: str) -> None:
        if self._aside:
            return
        self._settle()
        at = (element.start + self._base, element.end + self._base)
        self.builder.write(Piece(text, *at, verbatim=False))

    def _beside(self, kind: str, element: Element) -> None:
        self.builder.beside(kind, [self._moved(piece) for piece in element.pieces()])

    def _moved(self, piece: Piece) -> Piece:
        return Piece(piece.text, piece.start + self._base, piece.end + self._base, piece.verbatim)

    def _write(self, piece: Piece) -> None:
        moved = self._moved(piece)
        if self._aside:
            self.builder.beside("inserted", [moved])
            return
        if not moved.verbatim:
            if moved.text.strip(LAYOUT):
                self._settle()
                self.builder.write(moved)
            else:
                self._space = self._space or moved
            return
        at = moved.start
        for match in _WORDS.finditer(moved.text):
            word = match.group()
            part = Piece(word, at, at + len(word.encode()))
            at = part.end
            if word[0] in LAYOUT:
                self._space = self._space or part
            else:
                self._settle()
                self.builder.write(part)

    def _settle(self) -> None:
        """Write the white space that waits, unless it stands at the beginning or behind another."""
        space, self._space = self._space, None
        if space is not None and self.builder.position > (self._start or 0) and self.builder.last not in LAYOUT:
            self.builder.write(Piece(" ", space.start, space.end, verbatim=space.verbatim and space.text == " "))


def _rows(table: Element) -> Iterator[Element]:
    for element in table.elements():
        if element.tag == "table-row":
            yield element
        elif element.tag in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(element)


def _within(element: Element, tags: tuple[str, ...]) -> bool:
    above = element.parent
    while above is not None:
        if above.tag in tags:
            return True
        above = above.parent
    return False
