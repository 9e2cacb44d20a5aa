"""PDF files: lines put together to paragraphs, with the page and the line of every character.

Keeps true:
1. The text is the file's own text layer. A file of pictures (a scan) is refused in words; pages of pictures between others
   are named in a finding.
2. Heads, feet and line numbers stand beside the text (pdf_layout.py), never in the middle of a sentence.
3. A word divided at a line's end is one word: its hyphen stands beside the text. It stays where the next line goes on
   in capitals or digits, before «und» and its kind, and in a word the file writes with it elsewhere.
4. A ligature is the letters it stands for. Of white space, a line's end is a space.
5. A footnote is a passage behind the text; its mark is a place (`marks`), no character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.pdf_characters import Character, TextPage, pdfium_version, text_pages
from pincite.formats.pdf_layout import Laid, body_size, lay_out, note_label, raised
from pincite.formats.pdf_lines import TextLine, lines_of_page
from pincite.formats.written import FilePlace, Passage, PassageKind, WrittenBuilder, WrittenFile
from pincite.text.canonical import Piece
from pincite.text.tables import rows

__all__ = ["EXTRACTOR", "MAGIC", "VIEW", "findings_of", "pieces_of", "read_pdf", "refuse_without_text", "words_of"]

EXTRACTOR = "pdf/1"
MAGIC = b"%PDF-"
VIEW = "pdf-text/1"
"""The text layer in UTF-8, pages parted by a form feed."""

_LABEL = re.compile(
    r"(?:\(?(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6}|[A-Z])[.)]|\[\d{1,4}\]|\d{1,3}(?:\.\d{1,3}){1,4}\.?|[-–•*▪])\s"
)
_TERMINAL = frozenset('.!?:;”»"’)]…。！？：；」』')
_HYPHENS = "-\u2010\u00ad"
_WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")
_WORD_AFTER = re.compile(r"[^\W\d_]+")
_HYPHENED = re.compile(r"[^\W\d_]{2,40}-[^\W\d_]{2,40}")
_UNREADABLE_SHARE = 0.2
_SCANNED_REMEDY = "Have the text recognised (OCR), or give the file it was made from."


def read_pdf(data: bytes, *, name: str) -> WrittenFile:
    """Read a PDF file.

    Raises:
        UnreadableSource: it is under a password, damaged, too large, or holds no text.

    """
    if not data[:1024].lstrip().startswith(MAGIC) and MAGIC not in data[:1024]:
        raise UnreadableSource(name, "", "it is no PDF file")
    pages, view = text_pages(data, name=name)
    refuse_without_text(pages, name)
    laid = lay_out([lines_of_page(page) for page in pages], [page.height for page in pages])
    writer = _Writer(laid)
    writer.write()
    builder = writer.builder
    builder.findings += findings_of(pages)
    everything = [piece for page in pages for piece in words_of(page)]
    facts = {"pages": str(len(pages)), "pdfium": pdfium_version()}
    return builder.finish("pdf", view, VIEW, everything, facts, f"{EXTRACTOR} pdfium {facts['pdfium']}")


def refuse_without_text(pages: Sequence[TextPage], name: str) -> None:
    """Raise for a scan, and for a file whose characters say nothing.

    Raises:
        UnreadableSource: see above.

    """
    letters = sum(character.text.strip() != "" for page in pages for character in page.characters)
    strange = sum(character.text == "\ufffd" for page in pages for character in page.characters)
    if not letters:
        what = (
            "its pages are pictures without text: a scan"
            if any(page.pictures for page in pages)
            else "it holds no text"
        )
        raise UnreadableSource(name, "", what, remedy=_SCANNED_REMEDY)
    if strange > _UNREADABLE_SHARE * letters:
        raise UnreadableSource(
            name, "", "its characters are drawn without saying which they are", remedy=_SCANNED_REMEDY
        )


def findings_of(pages: Sequence[TextPage]) -> list[Finding]:
    """What of the pages could not be read."""
    found: list[Finding] = []
    pictures = [str(page.number) for page in pages if page.pictures]
    if pictures:
        shown = ", ".join(pictures[:12]) + (" …" if len(pictures) > 12 else "")
        found.append(Finding("pages_without_text", {"count": len(pictures), "pages": shown}))
    strange = sum(character.text == "\ufffd" for page in pages for character in page.characters)
    if strange:
        found.append(Finding("symbols_unknown", {"count": strange}))
    return found


def words_of(page: TextPage) -> Iterator[Piece]:
    """What of a page shows something, word by word of its layer."""
    word: list[str] = []
    start = end = 0
    for character in page.characters:
        if character.text.strip() and (not word or character.start == end):
            start = start if word else character.start
            word.append(character.text)
            end = character.end
            continue
        if word:
            yield Piece("".join(word), start, end)
        word = [character.text] if character.text.strip() else []
        start, end = character.start, character.end
    if word:
        yield Piece("".join(word), start, end)


@dataclass(slots=True)
class _Paragraph:
    lines: list[TextLine]
    kind: PassageKind = "paragraph"
    label: str = ""


class _Writer:
    def __init__(self, laid: Sequence[Laid]) -> None:
        self.builder = WrittenBuilder()
        self._laid = laid
        self._size = body_size([page.text for page in laid])
        self._labels: dict[tuple[int, str], str] = {}
        self._numbers: dict[int, int] = {}
        self._hyphened = {
            word.casefold() for page in laid for line in page.text for word in _HYPHENED.findall(line.text)
        }
        self._paragraphs = 0

    def write(self) -> None:
        """Text, then notes; what stands beside them is anchored where it stood."""
        notes = list(self._note_paragraphs())
        for page in self._laid:
            for number, line in enumerate(page.text, 1):
                self._numbers[id(line)] = number
            for number, line in enumerate(page.notes, len(page.text) + 1):
                self._numbers[id(line)] = number
        besides = {page.page: page.besides for page in self._laid}
        reached = 0
        for paragraph in self._paragraphs_of_text():
            for line in paragraph.lines:
                while reached < line.page:
                    reached += 1
                    self._besides(besides.pop(reached, ()))
            self._write(paragraph)
        for left in besides.values():
            self._besides(left)
        for paragraph in notes:
            self._write(paragraph)

    def _besides(self, lines: Sequence[TextLine]) -> None:
        for line in lines:
            self.builder.beside(line.role, list(pieces_of(line.characters)), str(line.page))

    # ---- paragraphs

    def _paragraphs_of_text(self) -> Iterator[_Paragraph]:
        current: _Paragraph | None = None
        for page in self._laid:
            lines = page.text
            left, right, pitch = _measures(lines)
            for line in lines:
                before = current.lines[-1] if current else None
                if current is None or before is None:
                    current = _Paragraph([line])
                elif self._begins(line, before, left[line.column], right[line.column], pitch):
                    yield current
                    current = _Paragraph([line])
                else:
                    current.lines.append(line)
        if current:
            yield current

    def _begins(self, line: TextLine, before: TextLine, left: float, right: float, pitch: float) -> bool:
        """Whether a line begins a paragraph."""
        if before.text[-1] in _HYPHENS and before.text[-2:-1].isalpha() and abs(line.size - before.size) < 0.6:
            return False
        ended = before.text[-1] in _TERMINAL
        short = before.x1 < right - 0.25 * (right - left)
        if abs(line.size - before.size) > 0.6 or ((ended or short) and _LABEL.match(line.text)):
            return True
        if line.page != before.page or line.column != before.column:
            return ended and (line.x0 > left + 0.9 * line.size or not line.text[0].islower())
        gap = before.y0 - line.y0
        if pitch and gap > 1.35 * pitch:
            return not (line.text[0].islower() and not ended)
        if line.x0 > left + 0.9 * line.size and before.x0 < left + 0.6 * line.size and before.x0 < line.x0:
            return not (line.text[0].islower() and not ended)
        return short and (ended or line.text[0].isupper())

    def _note_paragraphs(self) -> Iterator[_Paragraph]:
        """One passage a note; lines before the first note of a page go on from the page before."""
        current: _Paragraph | None = None
        used: set[str] = set()
        for page in self._laid:
            expected: int | None = None
            for line in page.notes:
                label = note_label(line)
                if label and (expected is None or not label.isdecimal() or int(label) == expected):
                    if current:
                        yield current
                    named = label if label not in used else f"{label} (p. {page.page})"
                    used.add(named)
                    self._labels[page.page, label] = named
                    current = _Paragraph([line], "note", named)
                    expected = int(label) + 1 if label.isdecimal() else None
                elif current:
                    current.lines.append(line)
                else:
                    current = _Paragraph([line], "note", "")
        if current:
            yield current

    # ---- characters

    def _write(self, paragraph: _Paragraph) -> None:
        builder = self.builder
        start = builder.begin()
        first = paragraph.lines[0]
        for index, line in enumerate(paragraph.lines):
            following = paragraph.lines[index + 1] if index + 1 < len(paragraph.lines) else None
            builder.lines.append((builder.position, line.page, self._numbers.get(id(line), 0)))
            characters = line.characters
            if index == 0 and paragraph.kind == "note":
                label = len(note_label(line))
                builder.beside("note_label", list(pieces_of(characters[:label])))
                characters = characters[label:]
                while characters and not characters[0].text.strip():
                    characters = characters[1:]
            self._line(line, characters, following, marks=paragraph.kind != "note")
        note = paragraph.kind == "note"
        self._paragraphs += not note
        heading = not note and self._size and first.size > 1.15 * self._size and len(paragraph.lines) <= 3
        place = FilePlace("footnote" if note else "body", paragraph.label, first.page, self._numbers.get(id(first), 0))
        kind: PassageKind = "heading" if heading else paragraph.kind
        builder.end(start, Passage(kind, 0, 0, paragraph.label, int(bool(heading)), place=place))

    def _line(
        self, line: TextLine, characters: Sequence[Character], following: TextLine | None, *, marks: bool
    ) -> None:
        hyphen = following is not None and self._divided(line.text, following.text)
        end = len(characters) - 1 if hyphen else len(characters)
        position = 0
        offset = len(line.characters) - len(characters)
        for low, high in raised(line) if marks else ():
            label = "".join(character.text for character in line.characters[low:high]).strip("[]() ,")
            named = self._labels.get((line.page, label))
            if named is None or low - offset < position:
                continue
            for piece in pieces_of(characters[position : low - offset]):
                self.builder.write(piece)
            self.builder.mark(named)
            self.builder.beside("note_mark", list(pieces_of(line.characters[low:high])), named)
            position = high - offset
        for piece in pieces_of(characters[position:end]):
            self.builder.write(piece)
        if hyphen:
            self.builder.beside("line_hyphen", list(pieces_of(characters[-1:])))
        elif following is not None and not self._runs_on(line.text, following.text):
            at, to = line.characters[-1].end, following.characters[0].start
            self.builder.write(Piece(" ", at, max(at, to) if to - at <= 4 else at, verbatim=False))

    def _divided(self, text: str, following: str) -> bool:
        """Whether the hyphen a line ends with divides a word (rule 3)."""
        if not text or text[-1] not in _HYPHENS:
            return False
        before, after = _WORD_BEFORE.search(text[:-1]), _WORD_AFTER.match(following)
        if before is None or after is None or not following[0].islower():
            return False
        if text[-1] == "\u00ad":
            return True
        if after.group().casefold() in _joiners():
            return False
        return f"{before.group()}-{after.group()}".casefold() not in self._hyphened

    @staticmethod
    def _runs_on(text: str, following: str) -> bool:
        """Whether no space stands between two lines: after a hyphen or dash inside a word, and between Chinese characters."""
        if _is_han(text[-1]) and _is_han(following[0]):
            return True
        if text[-1] not in _HYPHENS or len(text) < 2 or not text[-2].isalnum():
            return False
        after = _WORD_AFTER.match(following)
        return after is None or after.group().casefold() not in _joiners()


@cache
def _joiners() -> frozenset[str]:
    """Words before which a hyphen hangs («Zivil- und Strafrecht»)."""
    return frozenset(word for (word,) in rows("pincite.formats", "data/hanging_hyphens.txt"))


def _is_han(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or "\uff00" <= character <= "\uffef"


def _measures(lines: Sequence[TextLine]) -> tuple[dict[int, float], dict[int, float], float]:
    """Left and right edge of each column, and the usual distance of lines."""
    left: dict[int, float] = {}
    right: dict[int, float] = {}
    for column in {line.column for line in lines} | {0}:
        mine = sorted(line.x0 for line in lines if line.column == column)
        ends = sorted(line.x1 for line in lines if line.column == column)
        left[column] = mine[len(mine) // 10] if mine else 0.0
        right[column] = ends[-1 - len(ends) // 10] if ends else 0.0
    gaps = sorted(
        before.y0 - line.y0 for before, line in pairwise(lines) if before.column == line.column and before.y0 > line.y0
    )
    return left, right, gaps[len(gaps) // 3] if gaps else 0.0


def pieces_of(characters: Sequence[Character]) -> Iterator[Piece]:
    """Characters as pieces: those that stand side by side in the layer as one, ligatures as their letters."""
    run: list[str] = []
    start = end = 0
    for character in characters:
        ligature = "\ufb00" <= character.text <= "\ufb06"
        if run and (character.start != end or ligature or character.start == character.end):
            yield Piece("".join(run), start, end)
            run = []
        if ligature:
            letters = unicodedata.normalize("NFKC", character.text)
            yield Piece(letters, character.start, character.end, verbatim=False)
            end = character.end
        elif character.start == character.end:  # a space that a gap shows
            yield Piece(" ", character.start, character.end, verbatim=False)
        else:
            if character.text == " " and character.end - character.start != 1:
                yield Piece(" ", character.start, character.end, verbatim=False)
                continue
            if not run:
                start = character.start
            run.append(character.text)
            end = character.end
    if run:
        yield Piece("".join(run), start, end)
