"""Word files (.docx): what a reader of the printed document would read, each character led back to its run.

Keeps true:
1. The text is that of one *view* of tracked changes, final or original, named in `facts`. Words of the other view, hidden
   words, instructions of fields and comments stand beside the text. No character of a text part is in neither (`unread`).
2. A field is read as shown; a content control, a link, a text box by its words; of two versions of a drawing, the first.
3. A note is a passage of its own behind the body; its mark is a place (`marks`), no character. Its label is the number
   Word shows for it: 1, 2, 3 for footnotes, i, ii, iii for endnotes.
4. A row of a table is one passage, its cells parted by « | », unless its cells hold whole paragraphs.
5. Word's own numbers are labels, or characters of the text when `numbers` asks for them.
6. `anchor` leads a character of the text to its part, its run and its place in it, so that a comment can be put there.

Order: body with tables and text boxes, footnotes, endnotes, headers, footers. Nothing is run, followed or fetched.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal, NamedTuple

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.docx_body import Owner, WordReader
from pincite.formats.docx_parts import WordPart, WordParts
from pincite.formats.package import Package
from pincite.formats.tree import Element
from pincite.formats.written import WrittenFile
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "VIEW", "Anchor", "Tracked", "WordFile", "read_docx"]

EXTRACTOR = "docx/1"
VIEW = "docx-parts/1"
"""The parts that hold text, unpacked and laid end to end in the order in which they are read."""

Tracked = Literal["final", "original"]

_TEXTS = frozenset(("t", "delText", "instrText", "delInstrText"))


class Anchor(NamedTuple):
    """Where a character stands in the file.

    Attributes:
        part: name of the part («word/document.xml»).
        run: the run (`w:r`) that holds it; its `start` and `end` are bytes of the part.
        child: the element in the run: `w:t`, or a tab, break, sign.
        offset: characters of `child` before it.
        byte: its byte in the part.

    """

    part: str
    run: Element
    child: Element
    offset: int
    byte: int


class WordFile(NamedTuple):
    """A Word file as read.

    Attributes:
        written: text, passages, marks and what stands beside them.
        parts: the parts that hold text, by name.
        owners: the run behind each stretch of the text, in order.

    """

    written: WrittenFile
    parts: dict[str, WordPart]
    owners: tuple[Owner, ...]

    def anchor(self, offset: int) -> Anchor | None:
        """Where the code point at `offset` of the text stands in the file.

        None for a character of no run: what parts two passages or two cells, and a number that Word made itself.
        """
        index = bisect_right(self.owners, offset, key=lambda owner: owner.start) - 1
        if index < 0:
            return None
        owner = self.owners[index]
        into = offset - owner.start
        if into >= len(owner.piece.text):
            return None
        byte = owner.piece.start
        if owner.piece.verbatim:
            byte += len(owner.piece.text[:into].encode())
        return Anchor(owner.part, owner.run, owner.child, owner.before + into, byte)


def read_docx(data: bytes, *, name: str, tracked: Tracked = "final", numbers: bool = False) -> WordFile:
    """Read a Word file.

    Args:
        data: its bytes.
        name: what to call it in an error.
        tracked: which view of tracked changes is read.
        numbers: whether Word's own numbers of paragraphs are characters of the text.

    Raises:
        UnreadableSource: it is under a password, damaged, no Word file, or larger or deeper than is read.

    """
    package = Package(data, name)
    parts = WordParts(package, name)
    reader = WordReader(parts, tracked=tracked, numbers=numbers)
    reader.read()
    builder = reader.builder
    if not builder.passages:
        raise UnreadableSource(
            name, "", "it holds no words", remedy="If its pages are pictures, have the text recognised."
        )
    builder.findings += [*parts.findings, *_findings(reader)]
    everything = [piece for part in reader.text_parts for piece in _texts(part)]
    facts = {"tracked": tracked} if reader.tracked_changes else {}
    view = package.view()
    written = builder.finish("docx", view, VIEW, everything, facts, EXTRACTOR)
    return WordFile(written, {part.name: part for part in reader.text_parts}, tuple(reader.owners))


def _texts(part: WordPart) -> list[Piece]:
    """Every text of a part that words stand in, in bytes of the view."""
    found: list[Piece] = []
    for element in part.root.descendants(*_TEXTS):
        found += [
            child._replace(start=child.start + part.base, end=child.end + part.base)
            for child in element.children
            if isinstance(child, Piece)
        ]
    return found


def _findings(reader: WordReader) -> list[Finding]:
    found: list[Finding] = []
    if reader.tracked_changes:
        found.append(Finding("tracked_changes", {"count": reader.tracked_changes, "view": reader.tracked}))
    hidden = sum(len(beside.text.strip()) > 0 for beside in reader.builder.besides if beside.kind == "hidden")
    if hidden:
        found.append(Finding("hidden_text", {"count": hidden}))
    comments = sum(beside.kind == "comment" for beside in reader.builder.besides)
    if comments:
        found.append(Finding("comments_not_read", {"count": comments}))
    if reader.unknown_symbols:
        found.append(Finding("symbols_unknown", {"count": reader.unknown_symbols}))
    return found
