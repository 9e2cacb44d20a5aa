r"""Lines of text that know their bytes: text files, and the texts other formats wrap.

Keeps true:
1. A line ends at LF, CR LF, CR or a form feed, whether the break stands in the file itself or is an escape of the
   format around it. The breaks belong to no line; every other character belongs to exactly one, with its bytes.
2. A file is UTF-8, with or without a byte order mark, or the encoding that is named; another is never guessed.
3. Nothing is dropped: `"\n".join(line.text)` differs from the text only in how its lines end.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pincite.errors import UnreadableSource
from pincite.text.canonical import Piece

__all__ = ["MAX_BYTES", "Line", "TextFile", "cut", "lines_of", "read_text"]

MAX_BYTES: Final = 200_000_000

_BREAK = re.compile(r"\r\n|[\n\r\f]")
# Encodings in which each byte of a layout character is one character: the map counts white space that way.
_FOREIGN_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class Line(NamedTuple):
    """A line without its break.

    Attributes:
        text: its characters.
        pieces: the same, with their bytes.
        start, end: its bytes; an empty line stands at the byte where it would begin.
        after_form_feed: whether a page break of the file (form feed) stands before it.

    """

    text: str
    pieces: tuple[Piece, ...]
    start: int
    end: int
    after_form_feed: bool = False


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file: its encoding, and its text as one piece for accounting."""

    encoding: str
    pieces: tuple[Piece, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its lines; made when they are asked for, since most readers work on the text itself."""
        return tuple(lines_of(self.pieces, encoding=self.encoding))


def read_text(data: bytes, *, name: str, encoding: str = "") -> TextFile:
    """Read a text file.

    Args:
        data: its bytes.
        name: its name, for messages.
        encoding: a one-byte encoding or UTF-8, where the publisher is known to use it; UTF-8 when empty.

    Raises:
        UnreadableSource: binary data, or bytes that the encoding does not have.

    """
    if len(data) > MAX_BYTES:
        raise UnreadableSource(name, "", f"{len(data):,} bytes of text, more than the {MAX_BYTES:,} that are read")
    remedy = "save it as UTF-8, or name the encoding in the spec (options: {encoding: windows-1252})"
    for mark, what in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise UnreadableSource(name, "byte 0", f"{what}, not UTF-8", remedy=remedy)
    start = 3 if data.startswith(codecs.BOM_UTF8) else 0
    codec = _codec(encoding, name)
    if (zero := data.find(0)) >= 0:
        raise UnreadableSource(name, f"byte {zero}", "a NUL character: this is no text file", remedy=remedy)
    try:
        text = data[start:].decode(codec)
    except UnicodeDecodeError as error:
        at = start + error.start
        line = data.count(b"\n", 0, at) + 1
        raise UnreadableSource(
            name, f"line {line}, byte {at}", f"byte 0x{data[at]:02x} is not {codec}", remedy=remedy
        ) from None
    pieces = (Piece(text, start, len(data)),) if text else ()
    return TextFile(codec, pieces)


def _codec(encoding: str, name: str) -> str:
    try:
        codec = codecs.lookup(encoding or "utf-8").name
        one_byte = len(" \t\n".encode(codec)) == 3
    except LookupError:
        raise UnreadableSource(name, "", f"«{encoding}» is no encoding that is known") from None
    if not one_byte:
        raise UnreadableSource(name, "", f"text in {codec} is not read", remedy="save it as UTF-8")
    return codec


def lines_of(pieces: Iterable[Piece], *, encoding: str = "utf-8") -> list[Line]:
    """The lines of a text given as pieces (rule 1); an escaped CR LF in two pieces is one break."""
    lines: list[Line] = []
    open_line: list[Piece] = []
    at = 0
    form_feed = False
    after_return = False

    def close(end: int) -> None:
        nonlocal open_line, form_feed
        start = open_line[0].start if open_line else end
        text = "".join(piece.text for piece in open_line)
        lines.append(Line(text, tuple(open_line), start, open_line[-1].end if open_line else end, form_feed))
        open_line, form_feed = [], False

    for piece in pieces:
        at = piece.start
        if not piece.verbatim and piece.text in ("\n", "\r", "\f", "\r\n"):
            if not (after_return and piece.text == "\n"):
                close(piece.start)
                form_feed = piece.text == "\f"
            after_return = piece.text == "\r"
            at = piece.end
            continue
        here, byte = 0, piece.start
        for found in _BREAK.finditer(piece.text) if piece.verbatim else ():
            part = piece.text[here : found.start()]
            width = len(part.encode(encoding))
            if part:
                open_line.append(Piece(part, byte, byte + width))
            if not (after_return and found.start() == 0 and found.group() == "\n"):
                close(byte + width)
                form_feed = found.group() == "\f"
            after_return = found.group() == "\r" and found.end() == len(piece.text)
            here, byte = found.end(), byte + width + len(found.group())
        if here < len(piece.text):
            after_return = False
            open_line.append(piece if here == 0 else Piece(piece.text[here:], byte, piece.end, piece.verbatim))
        at = piece.end
    if open_line or lines:
        close(at)
    return lines


def cut(pieces: Sequence[Piece], start: int, end: int, *, encoding: str = "utf-8") -> tuple[Piece, ...]:
    """The pieces of the characters `[start, end)` of the text that `pieces` make.

    A rendered piece is never cut in two: it goes with its first character.
    """
    found: list[Piece] = []
    position = 0
    for piece in pieces:
        length = len(piece.text)
        first, last = max(start - position, 0), min(end - position, length)
        if first < last and (piece.verbatim or first == 0):
            if not piece.verbatim or (first == 0 and last == length):
                found.append(piece)
            else:
                begin = piece.start + len(piece.text[:first].encode(encoding))
                text = piece.text[first:last]
                found.append(Piece(text, begin, begin + len(text.encode(encoding))))
        position += length
        if position >= end:
            break
    return tuple(found)
