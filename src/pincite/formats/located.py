"""Characters that know their bytes, as one string that can be cut: what lies between a file's bytes and a parser.

A file decodes to one verbatim piece; a JSON string to many, because its escapes are rendered. A parser works on `text`
and asks for the pieces of a range. Keeps true: the pieces of `[a, b)` and of `[b, c)` together are those of `[a, c)`,
save that a rendered piece (an escape of two characters, a surrogate pair) is never cut in two.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from pincite.text.canonical import Piece

__all__ = ["LocatedText"]

_STEP = 512  # characters between two known byte offsets of a long verbatim piece


class LocatedText:
    """A text made of pieces.

    Args:
        pieces: in order.
        encoding: of the source file.

    Attributes:
        text: all characters.
        encoding: as given.

    """

    __slots__ = ("_chars", "_marks", "_pieces", "encoding", "text")

    def __init__(self, pieces: Iterable[Piece], *, encoding: str = "utf-8") -> None:
        self._pieces = [piece for piece in pieces if piece.text]
        self.encoding = encoding
        self.text = "".join(piece.text for piece in self._pieces)
        self._chars: list[int] = []
        self._marks: list[list[int] | None] = [None] * len(self._pieces)
        position = 0
        for piece in self._pieces:
            self._chars.append(position)
            position += len(piece.text)

    def __len__(self) -> int:
        return len(self.text)

    def pieces(self, start: int, end: int) -> list[Piece]:
        """The pieces of `text[start:end]`; a rendered piece is handed over whole when its first character is inside."""
        found: list[Piece] = []
        if start >= end or not self._pieces:
            return found
        index = bisect_right(self._chars, start) - 1
        while index < len(self._pieces) and self._chars[index] < end:
            piece = self._pieces[index]
            first = self._chars[index]
            low, high = max(start - first, 0), min(end - first, len(piece.text))
            if low == 0 and high == len(piece.text):
                found.append(piece)
            elif piece.verbatim:
                found.append(Piece(piece.text[low:high], self._byte(index, low), self._byte(index, high)))
            elif low == 0:
                found.append(piece)
            index += 1
        return found

    def rendered(self, text: str, start: int, end: int) -> Piece:
        """A rendered piece: `text` stands for the whole source of `[start, end)` (a character reference, say)."""
        return Piece(text, self.byte_at(start), self.byte_end(end), verbatim=False)

    def byte_at(self, position: int) -> int:
        """The first byte of the character at `position`; for the end of the text, the byte after the last."""
        if position >= len(self.text):
            return self._pieces[-1].end if self._pieces else 0
        index = bisect_right(self._chars, position) - 1
        piece = self._pieces[index]
        return self._byte(index, position - self._chars[index]) if piece.verbatim else piece.start

    def byte_end(self, position: int) -> int:
        """The byte after the character that ends at `position`."""
        if position <= 0:
            return self.byte_at(0)
        index = bisect_right(self._chars, position - 1) - 1
        piece = self._pieces[index]
        return self._byte(index, position - self._chars[index]) if piece.verbatim else piece.end

    def _byte(self, index: int, offset: int) -> int:
        """The byte at which character `offset` of a verbatim piece begins."""
        piece = self._pieces[index]
        if offset >= len(piece.text):
            return piece.end
        if piece.end - piece.start == len(piece.text):
            return piece.start + offset
        marks = self._marks[index]
        if marks is None:
            marks = [piece.start]
            for at in range(0, len(piece.text), _STEP):
                marks.append(marks[-1] + len(piece.text[at : at + _STEP].encode(self.encoding)))
            self._marks[index] = marks
        mark = offset // _STEP
        return marks[mark] + len(piece.text[mark * _STEP : offset].encode(self.encoding))
