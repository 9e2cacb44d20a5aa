"""What a reader of a whole text file lost: the bytes that lie in no run of text or side channels."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.text.canonical import Piece, SideText, SourceMap, unaccounted

__all__ = ["uncovered"]

_BOM = b"\xef\xbb\xbf"


def uncovered(data: bytes, source_map: SourceMap, sides: Iterable[SideText]) -> tuple[Piece, ...]:
    """The parts of a file, white space apart, that its document does not account for; empty for a reader that keeps its promise."""
    kept = tuple(sides)
    ranges = sorted(
        [
            (start, end)
            for runs in (source_map, *(side.runs for side in kept))
            for _, _, start, end, _ in runs
            if end > start
        ]
    )
    gaps: list[Piece] = []
    position = len(_BOM) if data.startswith(_BOM) else 0
    for start, end in [*ranges, (len(data), len(data))]:
        if start > position and not data[position:start].isspace():
            gaps.append(Piece(data[position:start].decode(source_map.encoding), position, start))
        position = max(position, end)
    return tuple(unaccounted(gaps, source_map, kept)) if gaps else ()
