"""Text of a source as a page shows it: runs of one kind, each flag of the scan and each marked stretch by itself.

Keeps true: the runs, put together, are the text, character for character, but that what nobody sees is written by its name
(`<U+202E>`); nothing of it is read as markup. Offsets are Unicode code points.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pincite.consolidation.compare import Change
from pincite.corpus.scan import Flag, scan_text
from pincite.reports.text import safe

__all__ = ["Mark", "Run", "changed_runs", "flagged", "lines_safe", "runs_of"]


class Mark(NamedTuple):
    """A stretch [start, end) to be marked as `kind`."""

    start: int
    end: int
    kind: str


class Run(NamedTuple):
    """Text of one kind: `kind` is "" or what it is marked as, `flag` the code of a flag of the scan it lies in."""

    text: str
    kind: str = ""
    flag: str = ""


def lines_safe(text: str) -> str:
    """The text with everything that steers a screen written by its name; line ends stay."""
    return "\n".join(safe(line) for line in text.split("\n"))


def flagged(text: str) -> tuple[Flag, ...]:
    """What the scan finds in a text."""
    return scan_text(text)


def runs_of(text: str, marks: Iterable[Mark] = (), flags: Sequence[Flag] | None = None) -> tuple[Run, ...]:
    """The runs of a text; of overlapping marks the one that begins first holds, and of those the longest."""
    found = scan_text(text) if flags is None else flags
    kinds = _disjoint(sorted(marks, key=lambda each: (each.start, -each.end)), len(text))
    edges = sorted(
        {0, len(text)}
        | {edge for each in kinds for edge in (each.start, each.end)}
        | {edge for each in found for edge in (each.start, each.end)}
    )
    runs: list[Run] = []
    in_mark, in_flag = _sweep(kinds), _sweep(_disjoint(sorted(Mark(f.start, f.end, f.code) for f in found), len(text)))
    for start, end in pairwise(edges):
        runs.append(Run(lines_safe(text[start:end]), in_mark(start), in_flag(start)))
    return tuple(runs)


def _sweep(marks: Sequence[Mark]) -> Callable[[int], str]:
    """Says for offsets that only grow which mark they lie in: a text with thousands of marks is gone through once."""
    waiting = deque(marks)

    def at(offset: int) -> str:
        while waiting and waiting[0].end <= offset:
            waiting.popleft()
        return waiting[0].kind if waiting and waiting[0].start <= offset else ""

    return at


def _disjoint(marks: Sequence[Mark], length: int) -> list[Mark]:
    kept: list[Mark] = []
    at = 0
    for each in marks:
        start, end = max(each.start, at), min(each.end, length)
        if start < end:
            kept.append(Mark(start, end, each.kind))
            at = end
    return kept


def changed_runs(text: str, words: Sequence[Change], *, side: str) -> tuple[Run, ...]:
    """One side of a comparison: `old` with its words struck out marked `del`, or `new` with those put in marked `ins`."""
    if side == "old":
        marks = [Mark(each.old_start, each.old_start + len(each.old), "del") for each in words if each.old]
    else:
        marks = [Mark(each.new_start, each.new_start + len(each.new), "ins") for each in words if each.new]
    return runs_of(text, marks)
