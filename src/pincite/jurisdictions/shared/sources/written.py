"""Word, OpenDocument, PDF and HTML files as sources (readers `docx`, `odt`, `pdf`, `html`): handbooks, a firm's own texts.

    - files: ["handbook.pdf"]
      reader: pdf
      options: {work: hk/guideline/name, language: en, title: Handbook, state: 2026-01-15}

Such a file has no head of its own: the spec's options say which work it is, or a companion file of «key: value» lines
(`companions: {head: "{stem}.yaml"}`), which goes before them.

Keeps true: numbers that Word makes are characters of the text, led back to where the file asks for them; footnotes, comments,
heads of pages and deleted words are side channels; of tracked changes the final view is law. What a file calls itself counts
for nothing: a reader refuses a file of another format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from pincite.errors import UnreadableSource
from pincite.formats.docx import read_docx
from pincite.formats.html_text import read_html_text
from pincite.formats.odt import read_odt
from pincite.formats.pdf import read_pdf
from pincite.formats.written import Beside, Passage, WrittenFile
from pincite.jurisdictions.shared.sources.document import document_of, work_of
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter, split_front_matter
from pincite.jurisdictions.shared.sources.prose import Inset, Part, names_provision, write_prose
from pincite.law.document import Document
from pincite.law.reader import Reader

__all__ = ["READERS", "parts_of"]

_Reads = Callable[[bytes, str], WrittenFile]

_KEEPS_LINES = frozenset(("row", "code", "contents"))
_SIDES = {"note": "note", "header": "furniture", "footer": "furniture"}
_SIDE_OF = {"page_head": "furniture", "page_foot": "page", "line_number": "furniture", "field": "furniture"}


def read(data: bytes, *, name: str, options: Mapping[str, str], reads: _Reads) -> list[Document]:
    """The document in a file.

    Raises:
        UnreadableSource: when the file cannot be read, nothing says which work it is, or it holds nothing.

    """
    head = split_front_matter(f"---\n{options['head'].strip()}\n---\n", name=name) if options.get("head") else _NO_HEAD
    said = {key: value for key, value in options.items() if key != "head"}
    work = work_of(head, said, name=name)
    written = reads(data, name)
    prose = write_prose(written.located, (), parts_of(written), work=work)
    return [document_of(prose, head, said, data, name=name, extractor=written.extractor, written=written)]


_NO_HEAD = FrontMatter({}, {}, 0)


def parts_of(written: WrittenFile) -> Iterator[Part]:
    """The passages of a file as parts of prose, with what stands beside them as insets."""
    besides = list(written.besides)
    at = 0
    for passage in written.passages:
        mine: list[Beside] = []
        while at < len(besides) and besides[at].at <= passage.end:
            mine.append(besides[at])
            at += 1
        yield from _parts(written.text, passage, mine, _borders(written, passage) if passage.kind == "row" else [])
    rest = [beside._replace(at=len(written.text)) for beside in besides[at:]]
    if rest:
        end = len(written.text)
        yield Part("note", ((end, end),), insets=tuple(_inset(beside, end, end) for beside in rest))


def _borders(written: WrittenFile, passage: Passage) -> list[Inset]:
    """What parts the cells of a row: no characters of the file, so a space in the law."""
    found: list[Inset] = []
    at = passage.start
    for piece in written.located.pieces(passage.start, passage.end):
        if piece.start == piece.end and piece.text.strip() == "|":
            found.append(Inset(at, at + len(piece.text), "rendered", " "))
        at += len(piece.text)
    return found


def _parts(text: str, passage: Passage, besides: Sequence[Beside], borders: Sequence[Inset]) -> Iterator[Part]:
    lines = _lines(text, passage.start, passage.end)
    insets = (*borders, *(_inset(beside, passage.start, passage.end) for beside in besides))
    insets = tuple(sorted(insets, key=lambda inset: inset.start))
    if not lines:
        lines = [(passage.start, passage.end)]
    if passage.kind in _SIDES:
        # what stands beside a note goes with it into its side channel
        yield Part("note", tuple(lines), label=passage.label or passage.kind, insets=insets)
    elif passage.kind == "heading" or (len(lines) == 1 and names_provision(text[lines[0][0] : lines[0][1]])):
        yield Part("heading", tuple(lines), level=max(passage.level, 1), insets=insets)
    else:
        yield Part("text", tuple(lines), insets=insets, keep_lines=passage.kind in _KEEPS_LINES)


def _inset(beside: Beside, start: int, end: int) -> Inset:
    at = min(max(beside.at, start), end)
    return Inset(at, at, _SIDE_OF.get(beside.kind, beside.kind), beside.label, beside.pieces)


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines: list[tuple[int, int]] = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if text[start:stop].strip():
            lines.append((start, stop))
        start = stop + 1
    return lines


def _docx(data: bytes, name: str) -> WrittenFile:
    return read_docx(data, name=name, numbers=True).written


def _html(data: bytes, name: str) -> WrittenFile:
    if data.startswith((b"PK\x03\x04", b"%PDF")):
        raise UnreadableSource(name, "", "it is no HTML file")
    return read_html_text(data, name=name)


READERS: Mapping[str, Reader] = {
    "docx": partial(read, reads=_docx),
    "odt": partial(read, reads=lambda data, name: read_odt(data, name=name)),
    "pdf": partial(read, reads=lambda data, name: read_pdf(data, name=name)),
    "html": partial(read, reads=_html),
}
