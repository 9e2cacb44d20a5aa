"""A file as a person reads it: passages in order, each with its place in the file, and what stands beside them.

What the readers of Word, OpenDocument, PDF and HTML files hand over, to drafts and to packs alike.

Keeps true:
1. Passages are in order, do not overlap, and stand apart by an empty line; what lies between them is no text of the file.
2. Every character of the text, and of what stands beside it, is a Piece. Its bytes count in the *view*: the file itself
   (HTML), the unpacked parts laid end to end (Word, OpenDocument), the text layer (PDF).
3. A note is a passage of its own; the sign that calls it is no character of the text but a `mark` at its place.
4. `unread` names the characters of the view that are in neither, white space apart: empty, or the reader lost something.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from pincite.findings import Finding
from pincite.formats.located import LocatedText
from pincite.text.canonical import LAYOUT, Piece, joined_ranges

__all__ = ["Beside", "Comment", "FilePlace", "Passage", "PassageKind", "WrittenBuilder", "WrittenFile"]

PassageKind = Literal[
    "paragraph", "heading", "item", "row", "quotation", "note", "text_box", "header", "footer", "code", "contents"
]

_NO_WORDS = LAYOUT + "\u00a0\u2002\u2003\u2009\u202f\u3000\ufeff"


class FilePlace(NamedTuple):
    """Where a passage stands, as a person finds it.

    Attributes:
        part: body, table, footnote, endnote, text_box, header or footer.
        number: the paragraph's in the body, counted from 1 over paragraphs and rows of tables that hold words; of a note,
            its mark; "" where it is not counted.
        page, line: of a PDF file, both from 1, lines counted on the page; 0 where the file does not fix them.

    """

    part: str = "body"
    number: str = ""
    page: int = 0
    line: int = 0

    def as_json(self) -> dict[str, str | int]:
        """As plain values, without what is not known."""
        return {key: value for key, value in self._asdict().items() if value}


class Passage(NamedTuple):
    """A paragraph, row of a table, note ... `[start, end)` of the text.

    Attributes:
        kind: see PassageKind.
        start, end: code points of the text, end exclusive.
        label: number or mark as shown, where it is no character of the text (Word's own numbering, the mark of a note).
        level: depth of a heading or of a list, from 1; 0 for none.
        style: what the file calls its paragraphs of this kind, "" for none.
        place: where it stands.

    """

    kind: PassageKind
    start: int
    end: int
    label: str = ""
    level: int = 0
    style: str = ""
    place: FilePlace = FilePlace()


class Beside(NamedTuple):
    """Text of the file that is not part of its running text: a comment, deleted words, a page number ...

    Attributes:
        kind: comment, deleted, inserted, hidden, field, note_mark, page_head, page_foot, line_number, line_hyphen ...
        at: code point of the text before which it stands.
        pieces: its characters.
        label: who or which: the author of a comment, the number of a page.

    """

    kind: str
    at: int
    pieces: tuple[Piece, ...]
    label: str = ""

    @property
    def text(self) -> str:
        """Its characters."""
        return "".join(piece.text for piece in self.pieces)


class Comment(NamedTuple):
    """Something to be said in a copy of the file, of a stretch of its text.

    Attributes:
        start, end: code points of the text as read, end exclusive.
        lines: its paragraphs.
        link: an address behind them, "" for none.
        kind: what it is about, where a file shows kinds by colours.

    """

    start: int
    end: int
    lines: tuple[str, ...]
    link: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file as read.

    Attributes:
        format: docx, odt, pdf or html.
        located: the text with the bytes of the view behind each character.
        passages: see Passage.
        marks: where each note is called, by its label, as code point of the text.
        besides: see Beside, in order of `at`.
        view: the bytes in which pieces count; `view_name` says what they are, "" when it is the file itself.
        findings: what a person should know: what was left out, what could not be read.
        lines: of a PDF file, the first code point of each line with its page and number.
        facts: what was chosen or found in reading («tracked»: final).
        unread: see the module, rule 4.

    """

    format: str
    located: LocatedText
    passages: tuple[Passage, ...]
    marks: Mapping[str, int]
    besides: tuple[Beside, ...]
    view: bytes = field(repr=False)
    view_name: str
    findings: tuple[Finding, ...] = ()
    lines: tuple[tuple[int, int, int], ...] = ()
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    unread: tuple[Piece, ...] = ()
    extractor: str = ""

    @property
    def text(self) -> str:
        """All passages, an empty line between them."""
        return self.located.text

    def passage_at(self, offset: int) -> Passage | None:
        """The passage that holds the code point at `offset`."""
        index = bisect_right(self.passages, offset, key=lambda passage: passage.start) - 1
        return self.passages[index] if index >= 0 and offset < self.passages[index].end else None

    def place(self, offset: int) -> FilePlace | None:
        """Where a person finds the code point at `offset`; None between passages."""
        passage = self.passage_at(offset)
        if passage is None:
            return None
        index = bisect_right(self.lines, offset, key=lambda line: line[0]) - 1
        if index < 0:
            return passage.place
        return passage.place._replace(page=self.lines[index][1], line=self.lines[index][2])


class WrittenBuilder:
    """Collects passages in order."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self._pieces: list[Piece] = []
        self.position = 0
        self.passages: list[Passage] = []
        self.marks: dict[str, int] = {}
        self.besides: list[Beside] = []
        self.findings: list[Finding] = []
        self.lines: list[tuple[int, int, int]] = []

    def begin(self) -> int:
        """Stand where the next passage begins, behind an empty line; its first code point."""
        if self.position and self.passages and self.passages[-1].end == self.position:
            at = self._pieces[-1].end
            self._put(Piece("\n\n", at, at, verbatim=False))
        return self.position

    @property
    def last(self) -> str:
        """The character written last, "" before the first."""
        return self._pieces[-1].text[-1] if self._pieces else ""

    def write(self, piece: Piece) -> None:
        """Add characters."""
        if piece.text:
            self._put(piece)

    def between(self, text: str) -> None:
        """Add characters that no byte of the file stands for: the border of a cell, a line."""
        at = self._pieces[-1].end if self._pieces else 0
        self._put(Piece(text, at, at, verbatim=False))

    def end(self, start: int, passage: Passage) -> None:
        """Close the passage that begins at `start`, unless no word was written."""
        if self.position > start:
            self.passages.append(passage._replace(start=start, end=self.position))

    def beside(self, kind: str, pieces: list[Piece] | tuple[Piece, ...], label: str = "") -> None:
        """Something beside the text, anchored here."""
        kept = tuple(piece for piece in pieces if piece.text)
        if kept:
            self.besides.append(Beside(kind, self.position, kept, label))

    def mark(self, label: str) -> None:
        """A note is called here."""
        self.marks.setdefault(label, self.position)

    def _put(self, piece: Piece) -> None:
        self._pieces.append(piece)
        self.position += len(piece.text)

    def finish(
        self,
        format_: str,
        view: bytes,
        view_name: str,
        everything: list[Piece],
        facts: Mapping[str, str],
        extractor: str,
    ) -> WrittenFile:
        """The file; `everything` is each piece of text that stands in it."""
        return WrittenFile(
            format=format_,
            located=LocatedText(self._pieces, encoding=self._encoding),
            passages=tuple(self.passages),
            marks=self.marks,
            besides=tuple(sorted(self.besides, key=lambda one: one.at)),
            view=view,
            view_name=view_name,
            findings=tuple(self.findings),
            lines=tuple(self.lines),
            facts=facts,
            unread=tuple(
                _unread(everything, [*self._pieces, *(p for b in self.besides for p in b.pieces)], self._encoding)
            ),
            extractor=extractor,
        )


def _unread(everything: list[Piece], kept: list[Piece], encoding: str) -> list[Piece]:
    """The pieces, white space apart, of which a byte is in nothing that was kept."""
    merged = joined_ranges((piece.start, piece.end) for piece in kept if piece.end > piece.start)
    starts = [start for start, _ in merged]
    missing: list[Piece] = []
    for piece in everything:
        if not piece.text.strip(_NO_WORDS):
            continue
        start, end = piece.start, piece.end
        if piece.verbatim:  # white space at the edges may be layout
            start += len(piece.text[: len(piece.text) - len(piece.text.lstrip(_NO_WORDS))].encode(encoding))
            end -= len(piece.text[len(piece.text.rstrip(_NO_WORDS)) :].encode(encoding))
        index = bisect_right(starts, start) - 1
        if index < 0 or end > merged[index][1]:
            missing.append(piece)
    return missing
