"""HTML files as a person reads them: paragraphs, headings, rows of tables, notes, with the bytes of every character.

Keeps true:
1. White space is what a browser makes of it: a run of it is one space, none stands at the ends of a block; `pre` keeps it.
2. Styles, scripts, titles and navigation stand beside the text; so does what the file hides (`hidden`, display: none).
3. A raised link to a place in the file is the mark of a note when a note stands at that place: the note is a passage of
   its own behind the text, the mark is no character of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.html import read_html
from pincite.formats.tree import Element
from pincite.formats.written import FilePlace, Passage, PassageKind, WrittenBuilder, WrittenFile
from pincite.text.canonical import LAYOUT, Piece

__all__ = ["EXTRACTOR", "looks_like_html", "read_html_text", "written_of_tree"]

EXTRACTOR = "html/1"

_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])", re.IGNORECASE | re.DOTALL)  # fmt: skip
_BLOCKS = frozenset(
    ("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt")
) | frozenset(
    ("fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend", "li", "main", "menu", "ol", "p")
) | frozenset(("pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "h1", "h2", "h3", "h4", "h5", "h6"))  # fmt: skip
_OUTSIDE = frozenset(
    ("head", "style", "script", "title", "noscript", "template", "nav", "svg", "math", "option", "button")
)
_HEADING = re.compile(r"h([1-6])\Z")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_MARK = re.compile(r"[\[(]?\s*(\d{1,4}|[*†‡§]{1,3}|[ivxlc]{1,6}|[a-z])\s*[\])]?\Z")
_LONG_CELL = 2_000
_LONGEST_LABEL = 8


def looks_like_html(data: bytes) -> bool:
    """Whether a file begins as HTML does."""
    return _BEGINS.match(data[:4096]) is not None


def read_html_text(data: bytes, *, name: str) -> WrittenFile:
    """Read an HTML file.

    Raises:
        UnreadableSource: it is none, is too large or too deep, ends in the middle, or holds no words.

    """
    return written_of_tree(read_html(data, name=name), data, name=name)


def written_of_tree(root: Element, view: bytes, *, name: str) -> WrittenFile:
    """A page that was read into its tree; `view` is the file whose bytes its pieces count in.

    Raises:
        UnreadableSource: it holds no words.

    """
    reader = _Reader(root)
    reader.read()
    builder = reader.builder
    if not builder.passages:
        raise UnreadableSource(name, "", "it holds no words")
    if root.get("encoding-from") == "fallback":
        builder.findings.append(Finding("encoding_guessed", {"encoding": root.get("encoding")}))
    return builder.finish("html", view, "", list(root.pieces()), {}, EXTRACTOR)


class _Reader:
    def __init__(self, root: Element) -> None:
        self.builder = WrittenBuilder(encoding=root.get("encoding", "utf-8"))
        self._root = root
        self._paragraphs = 0
        self._start: int | None = None  # of the passage being written
        self._space: Piece | None = None  # white space not yet written
        self._labelled = False  # a label was written whose words follow
        self._hidden = 0
        self._style = ""  # the class of the innermost block that has one
        self._notes: dict[int, str] = {}  # elements that are notes: label
        self._marks: dict[int, str] = {}  # elements that are marks: label
        self._labels: set[int] = set()  # elements that bear the number of a note
        self._find_notes()

    def read(self) -> None:
        """Text, then notes."""
        self._blocks(self._root, FilePlace(), "paragraph")
        self._close(FilePlace(), "paragraph")
        self._labelled = False
        if self._hidden:
            self.builder.findings.append(Finding("hidden_text", {"count": self._hidden}))
        notes = {id(element): element for element in self._root.descendants() if id(element) in self._notes}
        for key, label in self._notes.items():
            self._note(notes[key], label)

    # ---- notes

    def _find_notes(self) -> None:
        """Pairs of a mark and the note it leads to."""
        places: dict[str, Element] = {}
        for element in self._root.descendants():
            for key in ("id", "name"):
                if element.get(key):
                    places.setdefault(element.get(key), element)
        used: set[str] = set()
        for link in self._root.descendants("a"):
            target = places.get(link.get("href")[1:]) if link.get("href").startswith("#") else None
            label = _MARK.match(" ".join(link.raw_text().split()))
            if target is None or label is None or not _is_raised(link):
                continue
            note = _block_of(target)
            if note is None or note.start < link.start or id(note) in self._notes or note is _block_of(link):
                continue
            named = label.group(1) if label.group(1) not in used else f"{label.group(1)} ({link.get('href')[1:]})"
            used.add(named)
            self._notes[id(note)] = named
            self._marks[id(link)] = named
            back = next((a for a in note.descendants("a") if a.get("href").startswith("#")), None)
            if back is not None and (
                _MARK.match(" ".join(back.raw_text().split())) or not back.raw_text().strip().isalnum()
            ):
                self._labels.add(id(back))

    def _note(self, element: Element, label: str) -> None:
        place = FilePlace("footnote", label)
        self._begin()
        for child in element.children:
            self._inline(child, place, keep=False)
        self._end(Passage("note", 0, 0, label, place=place))

    # ---- blocks

    def _blocks(self, element: Element, place: FilePlace, kind: PassageKind, *, keep: bool = False) -> None:
        for child in element.children:
            if isinstance(child, Element) and child.tag in _BLOCKS:
                if self._labelled and child.tag != "dt":  # the words of a label stand on its line
                    self._space = self._space or Piece(" ", child.start, child.start, verbatim=False)
                else:
                    self._close(place, kind)
                self._block(child, place, kind)
            else:
                self._inline(child, place, kind, keep=keep)

    def _block(self, element: Element, place: FilePlace, kind: PassageKind) -> None:
        if id(element) in self._notes:
            return
        if _is_hidden(element):
            self._aside("hidden", element)
            return
        heading = _HEADING.match(element.tag)
        if heading:
            kind = "heading"
        elif element.tag in ("li", "dt", "dd"):
            kind = "item"
        elif element.tag == "blockquote":
            kind = "quotation"
        elif element.tag == "pre":
            kind = "code" if element.first("code") is not None else kind
        elif element.tag == "tr":
            self._row(element, place)
            return
        before, self._style = self._style, element.get("class") or self._style
        self._blocks(element, place, kind, keep=element.tag == "pre")
        if element.tag == "dt" and self._start is not None and self.builder.position - self._start <= _LONGEST_LABEL:
            self._labelled = True
        else:
            self._labelled = False
            self._close(place, kind, int(heading.group(1)) if heading else 0)
        self._style = before

    def _row(self, row: Element, place: FilePlace) -> None:
        cells = list(row.elements("td", "th"))
        words = [" ".join(cell.raw_text().split()) for cell in cells]
        if _has_words_beside(row, cells):
            self._blocks(row, place, "paragraph")
            self._close(place, "paragraph")
            return
        plain = not any(True for cell in cells for _ in cell.descendants("table"))
        if sum(map(bool, words)) <= 1 or not plain or any(len(text) > _LONG_CELL for text in words):
            for cell in cells:
                self._blocks(cell, place, "paragraph")
                self._close(place, "paragraph")
            return
        self._begin()
        self._paragraphs += 1
        inside = FilePlace("table", str(self._paragraphs))  # no block within it ends the row
        written = False
        for cell, text in zip(cells, words, strict=True):
            self._space = None
            if written:
                self.builder.between(" | ")
            written = written or bool(text)
            self._cell(cell, inside)
        self._end(Passage("row", 0, 0, place=inside))

    def _cell(self, element: Element, place: FilePlace) -> None:
        for child in element.children:
            if isinstance(child, Element) and child.tag in _BLOCKS:
                self._part(child)
                self._cell(child, place)
            else:
                self._inline(child, place, keep=False)

    def _begin(self) -> None:
        self._space = None
        self._start = self.builder.begin()

    def _close(self, place: FilePlace, kind: PassageKind, level: int = 0) -> None:
        if self._start is None:
            return
        if self.builder.position > self._start:
            self._paragraphs += 1
        number = str(self._paragraphs)
        self._end(Passage(kind, 0, 0, level=level, style=self._style, place=place._replace(number=number)))

    def _end(self, passage: Passage) -> None:
        self._labelled = False
        assert self._start is not None, "what is ended was begun"
        self.builder.end(self._start, passage)
        self._start = self._space = None

    # ---- words

    def _inline(self, child: object, place: FilePlace, kind: PassageKind = "paragraph", *, keep: bool) -> None:
        if isinstance(child, Piece):
            self._write(child, keep=keep)
        elif isinstance(child, Element):
            if child.tag in _OUTSIDE:
                self._aside("furniture", child)
            elif _is_hidden(child):
                self._aside("hidden", child)
            elif id(child) in self._marks:
                self.builder.mark(self._marks[id(child)])
                self._aside("note_mark", child, self._marks[id(child)])
            elif id(child) in self._labels:
                self._aside("note_label", child)
            elif child.tag == "br":
                self._break(child)
            elif self._start is None or place.part == "body":
                self._blocks(child, place, kind, keep=keep)
            else:
                for inner in child.children:
                    if isinstance(inner, Element) and inner.tag in _BLOCKS:
                        self._part(inner)
                    self._inline(inner, place, kind, keep=keep)

    def _part(self, block: Element) -> None:
        """A space before a block that stands within a line, if words stand before it."""
        if self._start is not None and self.builder.position > self._start and self._space is None:
            self._space = Piece(" ", block.start, block.start, verbatim=False)

    def _break(self, element: Element) -> None:
        self._space = None
        if self._start is not None and self.builder.position > self._start:
            self.builder.write(Piece("\n", element.start, element.end, verbatim=False))

    def _aside(self, kind: str, element: Element, label: str = "") -> None:
        pieces = list(element.pieces())
        if kind == "hidden" and "".join(piece.text for piece in pieces).strip():
            self._hidden += 1
        self.builder.beside(kind, pieces, label)

    def _write(self, piece: Piece, *, keep: bool) -> None:
        for part in _words(piece, self._root.get("encoding", "utf-8"), keep=keep):
            if not part.text.strip(LAYOUT) and not keep:
                if self._start is not None and self._space is None:
                    self._space = part
                continue
            if self._start is None:
                self._begin()
            if self._space is not None:
                space = self._space
                if self.builder.position > (self._start or 0) and not self._at_break():
                    self.builder.write(
                        Piece(" ", space.start, space.end, verbatim=space.text == " " and space.verbatim)
                    )
                self._space = None
            self.builder.write(part)
            self._labelled = False

    def _at_break(self) -> bool:
        return self.builder.last == "\n"


def _words(piece: Piece, encoding: str, *, keep: bool) -> Iterator[Piece]:
    """Words and runs of white space of a piece, each with its bytes."""
    if not piece.verbatim or keep:
        yield piece
        return
    at = piece.start
    for match in re.finditer(r"[ \t\r\n\f\v]+|[^ \t\r\n\f\v]+(?: [^ \t\r\n\f\v]+)*", piece.text):
        width = len(match.group().encode(encoding))
        yield Piece(match.group(), at, at + width)
        at += width


def _has_words_beside(row: Element, cells: list[Element]) -> bool:
    """Whether words stand in a row outside its cells, as in HTML that was written by hand."""
    inside = {id(cell) for cell in cells}
    return any(
        child.text.strip() if isinstance(child, Piece) else isinstance(child, Element) and child.raw_text().strip()
        for child in row.children
        if id(child) not in inside
    )


def _is_hidden(element: Element) -> bool:
    return "hidden" in element.attributes or _HIDDEN.search(element.get("style")) is not None


def _is_raised(link: Element) -> bool:
    """Whether a link is written as a mark: raised, in brackets, or called a reference to a note."""
    if link.first("sup") is not None or (link.parent is not None and link.parent.tag == "sup"):
        return True
    text = link.raw_text().strip()
    return (
        text.startswith("[") or "footnote" in link.get("class") or "noteref" in link.get("role") + link.get("epub:type")
    )


def _block_of(element: Element | None) -> Element | None:
    """The paragraph, list item or division an element stands in."""
    while element is not None and element.tag not in ("p", "li", "div", "td", "dd", "aside"):
        element = element.parent
    if element is not None and element.tag == "td" and element.parent is not None:
        return element.parent
    return element
