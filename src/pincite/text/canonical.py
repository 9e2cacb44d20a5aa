"""Canonical text: what a source says, with a map that leads every character back to the source's bytes.

Keeps true:
1. Layout white space alone is changed: a run of space, tab, CR and LF is one space, and none between two Chinese
   characters. No-break spaces and every other character stay as published (rule of design: no NFC, no NFKC).
2. Every code point of the text belongs to exactly one run of the map. A run is *verbatim* (the source bytes decode to
   just these characters) or *rendered* (the characters stand for the bytes: a collapsed white space, an entity, a
   JSON escape, a separator inserted between blocks, which stands for zero bytes).
3. What is in the source but not in the text stands in a side channel (`SideText`) anchored at the code point where it
   stood. Bytes of source text are never dropped: `unaccounted` names any that are in neither.

The builder is used by every reader of a publisher's format. It knows no law: places are opened and closed by the
caller, which reads `position`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Piece", "Run", "SideText", "SourceMap", "TextBuilder", "joined_ranges", "unaccounted"]

LAYOUT = " \t\r\n\f\v"


class Piece(NamedTuple):
    """Characters of a source as a format reader hands them over, with the bytes they come from.

    `verbatim` is true when the source bytes are the characters' own encoding, so that each character can be led back
    to its own bytes; false when the whole piece stands for the whole byte range (an entity, an escape).
    """

    text: str
    start: int
    end: int
    verbatim: bool = True


class Run(NamedTuple):
    """Code points `[start, end)` of a text that come from source bytes `[source_start, source_end)`."""

    start: int
    end: int
    source_start: int
    source_end: int
    verbatim: bool


@dataclass(frozen=True, slots=True)
class SideText:
    """Text of the source that is not part of the canonical text.

    Attributes:
        kind: note, page, reference_number, furniture (navigation, style sheets), deleted, heading_note ...
        text: its characters, white space collapsed as in canonical text.
        at: the code point of the canonical text before which it stood.
        runs: its own map to the source, offsets counted in `text`.
        label: its mark or number where it has one (a page number, a footnote mark).

    """

    kind: str
    text: str
    at: int
    runs: tuple[Run, ...]
    label: str = ""


class SourceMap(Sequence[Run]):
    """The runs of a text in order; total and without gaps."""

    def __init__(self, runs: Iterable[Run], *, encoding: str = "utf-8") -> None:
        self._runs = tuple(runs)
        self._starts = [run.start for run in self._runs]
        self.encoding = encoding

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204 (the two overloads of Sequence)
        return self._runs[index]

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs)

    def run_at(self, offset: int) -> Run:
        """The run that holds the code point at `offset`.

        Raises:
            IndexError: when the offset lies outside the text.

        """
        if not self._runs or not 0 <= offset < self._runs[-1].end:
            raise IndexError(f"offset {offset} lies outside the text")
        return self._runs[bisect_right(self._starts, offset) - 1]

    def source_span(self, start: int, end: int, source: bytes) -> tuple[int, int]:
        """The source bytes from the first character of `text[start:end]` to the last, as a half-open byte range.

        Separators that stand for no bytes at either edge are passed over. `source` is the file the text came from.
        """
        if not 0 <= start < end:
            raise IndexError(f"not a span: {start}..{end}")
        first = self.run_at(start)
        last = self.run_at(end - 1)
        return self._byte_of(first, start, source, edge="start"), self._byte_of(last, end, source, edge="end")

    def _byte_of(self, run: Run, offset: int, source: bytes, *, edge: str) -> int:
        if not run.verbatim:
            return run.source_start if edge == "start" else run.source_end
        if run.source_end - run.source_start == run.end - run.start:
            return run.source_start + offset - run.start  # a byte a character
        before = source[run.source_start : run.source_end].decode(self.encoding)[: offset - run.start]
        return run.source_start + len(before.encode(self.encoding))


def _is_cjk(character: str) -> bool:
    point = ord(character)
    return 0x2E80 <= point <= 0x9FFF or 0xF900 <= point <= 0xFAFF or 0xFF00 <= point <= 0xFFEF or point >= 0x20000


# words parted by single spaces, which are written as they stand unless they part two Chinese characters
_WORDS = re.compile(r"[^ \t\r\n\f\v]+(?: [^ \t\r\n\f\v]+)*")
_CJK = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0010ffff]")


def _words_at(text: str, position: int) -> str:
    """The longest piece of text from here on that is written as it stands."""
    rest = text[position:] if position else text
    if rest.isascii() and not (
        "  " in rest or "\n" in rest or "\t" in rest or "\r" in rest or "\f" in rest or "\v" in rest or rest[-1] == " "
    ):
        return rest  # as most are: what the expression below finds, at a tenth of its cost
    found = _WORDS.match(text, position)
    words = found.group() if found else text[position]
    return words if words.isascii() or not _CJK.search(words) else words.partition(" ")[0]


class _Stream:
    """Characters written so far with their runs; collapses layout white space as it goes."""

    __slots__ = ("_length", "_parts", "pending", "runs")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.runs: list[Run] = []
        self.pending: tuple[int, int] | None = None  # bytes of white space not yet written

    @property
    def length(self) -> int:
        return self._length

    def text(self) -> str:
        return "".join(self._parts)

    def last(self) -> str:
        return self._parts[-1][-1] if self._parts else ""

    def put(self, text: str, start: int, end: int, *, verbatim: bool) -> None:
        if not text:
            return
        runs = self.runs
        joins = (
            verbatim and runs and runs[-1].verbatim and runs[-1].source_end == start and runs[-1].end == self._length
        )
        if joins:
            last = runs[-1]
            runs[-1] = Run(last.start, self._length + len(text), last.source_start, end, verbatim)
        else:
            runs.append(Run(self._length, self._length + len(text), start, end, verbatim))
        self._parts.append(text)
        self._length += len(text)

    def settle(self, upcoming: str) -> None:
        """Write the pending white space as one space, unless it stands at a line start or between two Chinese characters."""
        if self.pending is None:
            return
        start, end = self.pending
        self.pending = None
        last = self.last()
        if not last or last == "\n" or (_is_cjk(last) and upcoming and _is_cjk(upcoming)):
            return
        self.put(" ", start, end, verbatim=False)


class TextBuilder:
    """Builds one canonical text with its map and its side channels.

    Args:
        encoding: the encoding of the source file, needed to count bytes of verbatim pieces.

    """

    def __init__(self, *, encoding: str = "utf-8") -> None:
        self.encoding = encoding
        self._main = _Stream()
        self._sides: list[SideText] = []
        self._open: list[tuple[str, str, _Stream]] = []

    @property
    def position(self) -> int:
        """The code point at which the next character of the canonical text will stand, if nothing is pending."""
        return self._main.length

    @property
    def in_side(self) -> bool:
        """Whether what is written now goes to a side channel."""
        return bool(self._open)

    def write(self, piece: Piece) -> None:
        """Add characters of the source; layout white space is collapsed (rule 1)."""
        stream = self._open[-1][2] if self._open else self._main
        text, start, end, verbatim = piece
        if not verbatim:
            if text.strip(LAYOUT):
                stream.settle(text[0])
                stream.put(text, start, end, verbatim=False)
            elif text:
                stream.pending = (stream.pending[0] if stream.pending else start, end)
            return
        position, byte = 0, start
        length = len(text)
        ascii_only = self.encoding in ("utf-8", "ascii", "latin-1", "iso-8859-1") and text.isascii()
        while position < length:
            here = position
            if text[position] in LAYOUT:
                while position < length and text[position] in LAYOUT:
                    position += 1
                width = position - here
                # a single space is its own rendering: kept verbatim so that runs stay long
                if width == 1 and text[here] == " " and stream.pending is None and position < length:
                    last, following = stream.last(), text[position]
                    if last and last != "\n" and not (_is_cjk(last) and _is_cjk(following)):
                        stream.put(" ", byte, byte + 1, verbatim=True)
                        byte += 1
                        continue
                stream.pending = (stream.pending[0] if stream.pending else byte, byte + width)
                byte += width
                continue
            word = _words_at(text, position)
            position += len(word)
            width = len(word) if ascii_only else len(word.encode(self.encoding))
            stream.settle(word[0])
            stream.put(word, byte, byte + width, verbatim=True)
            byte += width

    def write_all(self, pieces: Iterable[Piece]) -> None:
        """`write` each."""
        for piece in pieces:
            self.write(piece)

    def space(self) -> None:
        """A space that the layout implies (between table cells, say), unless one stands there already."""
        stream = self._open[-1][2] if self._open else self._main
        if stream.pending is None and stream.last() not in ("", " ", "\n"):
            at = stream.runs[-1].source_end
            stream.pending = (at, at)

    def break_line(self) -> None:
        """End the line, unless nothing was written since the last break: blocks of a text stand on lines of their own."""
        stream = self._open[-1][2] if self._open else self._main
        stream.pending = None
        if stream.last() not in ("", "\n"):
            at = stream.runs[-1].source_end
            stream.put("\n", at, at, verbatim=False)

    def open_side(self, kind: str, label: str = "") -> None:
        """What follows goes to a side channel, anchored at the present position, until `close_side`."""
        self._open.append((kind, label, _Stream()))

    def close_side(self) -> SideText | None:
        """Close the side channel opened last; None when nothing but white space was written to it."""
        kind, label, stream = self._open.pop()
        text = stream.text()
        if not text.strip(LAYOUT):
            return None
        side = SideText(kind, text, self._main.length, tuple(stream.runs), label)
        self._sides.append(side)
        return side

    def side(self, kind: str, pieces: Iterable[Piece], label: str = "") -> SideText | None:
        """A side channel of these pieces, anchored at the present position."""
        self.open_side(kind, label)
        self.write_all(pieces)
        return self.close_side()

    def text_from(self, start: int) -> str:
        """The canonical text written since `start`."""
        return self._main.text()[start:]

    def finish(self) -> tuple[str, SourceMap, tuple[SideText, ...]]:
        """The text, its map and its side channels, in order of their anchors."""
        if self._open:
            raise AssertionError(f"side channel {self._open[-1][0]} was not closed")
        text = self._main.text()
        return text, SourceMap(self._main.runs, encoding=self.encoding), tuple(sorted(self._sides, key=lambda s: s.at))


def unaccounted(pieces: Iterable[Piece], text_map: SourceMap, sides: Iterable[SideText]) -> list[Piece]:
    """The pieces of source text, or parts of them, that reached neither the text nor a side channel (white space apart).

    An empty list is the promise every reader keeps; the build refuses a document for which it is not empty.
    """
    covered: list[tuple[int, int]] = [
        (run.source_start, run.source_end) for run in text_map if run.source_end > run.source_start
    ]
    for side in sides:
        covered += [(run.source_start, run.source_end) for run in side.runs if run.source_end > run.source_start]
    merged = joined_ranges(covered)
    starts = [start for start, _ in merged]
    missing: list[Piece] = []
    for piece in pieces:
        if not piece.text.strip(LAYOUT + "\u00a0\u2002\u2003\u2009\u202f\u3000\ufeff"):
            continue
        index = bisect_right(starts, piece.start) - 1
        if index >= 0 and piece.end <= merged[index][1]:
            continue
        if not piece.verbatim:
            missing.append(piece)
            continue
        missing += _parts_outside(piece, merged, starts, text_map.encoding)
    return missing


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The ranges in order, those that touch or overlap joined to one."""
    merged: list[list[int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def _parts_outside(piece: Piece, merged: list[list[int]], starts: list[int], encoding: str) -> list[Piece]:
    """The words of a verbatim piece whose bytes lie in no covered range."""
    found: list[Piece] = []
    byte = piece.start
    word: list[str] = []
    begun = byte
    for character in piece.text:
        width = len(character.encode(encoding))
        index = bisect_right(starts, byte) - 1
        inside = index >= 0 and byte + width <= merged[index][1]
        if inside or character in LAYOUT or character == "\u00a0":
            if word:
                found.append(Piece("".join(word), begun, byte))
                word = []
        else:
            if not word:
                begun = byte
            word.append(character)
        byte += width
    if word:
        found.append(Piece("".join(word), begun, byte))
    return found
