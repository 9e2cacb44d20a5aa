"""The draft with its citations and quotations marked: paragraphs of parts, each part of one kind throughout.

Keeps true: the parts of all paragraphs, line ends between them put back, are the text, character for character (but that what could
steer a screen is written by its name); a mention begins in one part, whichever others it overlaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.reports.text import safe

__all__ = ["Part", "Stretch", "marked"]

_EMPTY_LINES = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*)+")


class Stretch(NamedTuple):
    """A stretch of the draft: a mention by its id, or a quotation (id "") by its language."""

    start: int
    end: int
    id: str = ""
    language: str = ""


class Part(NamedTuple):
    """Text of the draft: the mentions it belongs to, those that begin and end here, the language of the quotation it is in."""

    text: str
    ids: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    language: str = ""


def marked(text: str, stretches: Sequence[Stretch]) -> Iterator[list[Part]]:
    """The paragraphs of a draft; an empty line parts two."""
    given = sorted(stretches)
    open_: list[Stretch] = []
    next_ = 0
    for start, end in _paragraphs(text):
        parts: list[Part] = []
        at = start
        while at < end:
            open_ = [each for each in open_ if each.end > at]
            while next_ < len(given) and given[next_].start <= at:
                if given[next_].end > at:
                    open_.append(given[next_])
                next_ += 1
            stop = min([end, *(each.end for each in open_)])
            if next_ < len(given):
                stop = min(stop, given[next_].start)
            parts.append(_part(text, at, stop, open_))
            at = stop
        if parts:
            yield parts


def _part(text: str, start: int, end: int, open_: Sequence[Stretch]) -> Part:
    mentions = [each for each in open_ if each.id]
    return Part(
        "\n".join(safe(line) for line in text[start:end].split("\n")),
        tuple(each.id for each in mentions),
        tuple(each.id for each in mentions if each.start == start),
        tuple(each.id for each in mentions if each.end == end),
        next((each.language for each in open_ if each.language), ""),
    )


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _EMPTY_LINES.finditer(text):
        if match.start() > at:
            yield at, match.start()
        at = match.end()
    if at < len(text):
        yield at, len(text)
