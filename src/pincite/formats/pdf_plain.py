"""A PDF file as its lines, page by page: what readers of decisions take, which know paragraphs by their own rules.

Keeps true: every character of the text layer that shows something is in one line; lines stand in reading order of their page,
its head first, its notes and foot last. Words divided at a line's end stay divided.
"""

from __future__ import annotations

from typing import NamedTuple

from pincite.findings import Finding
from pincite.formats.pdf import findings_of, pieces_of, refuse_without_text, words_of
from pincite.formats.pdf_characters import pdfium_version, text_pages
from pincite.formats.pdf_layout import lay_out
from pincite.formats.pdf_lines import lines_of_page
from pincite.formats.plain_text import Line
from pincite.text.canonical import Piece

__all__ = ["PageLine", "PdfLines", "read_pdf_lines"]


class PageLine(NamedTuple):
    """A line, its page, and what it is: text, note, page_head, page_foot or line_number."""

    line: Line
    page: int
    role: str


class PdfLines(NamedTuple):
    """The lines of a file, all its characters as pieces, and the view in which their bytes count."""

    lines: list[PageLine]
    pieces: list[Piece]
    view: bytes
    findings: list[Finding]
    pdfium: str


def read_pdf_lines(data: bytes, *, name: str) -> PdfLines:
    """Read a PDF file into lines.

    Raises:
        UnreadableSource: as `read_pdf`.

    """
    pages, view = text_pages(data, name=name)
    refuse_without_text(pages, name)
    lines: list[PageLine] = []
    for laid in lay_out([lines_of_page(page) for page in pages], [page.height for page in pages]):
        heads = [line for line in laid.besides if line.role == "page_head"]
        others = [line for line in laid.besides if line.role != "page_head"]
        for line in (*heads, *laid.text, *laid.notes, *others):
            pieces = tuple(pieces_of(line.characters))
            text = "".join(piece.text for piece in pieces)
            first, last = line.characters[0].start, line.characters[-1].end
            lines.append(PageLine(Line(text, pieces, first, last), laid.page, line.role))
    everything = [piece for page in pages for piece in words_of(page)]
    return PdfLines(lines, everything, view, findings_of(pages), pdfium_version())
