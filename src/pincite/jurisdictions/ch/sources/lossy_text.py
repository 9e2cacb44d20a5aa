"""A lossy copy of an act taken apart: what is law, what is a footnote mixed into it, what is Markdown.

Keeps true: `body` is the law's characters alone, each with its place in the file; every other character of the file is
an `Inset` that remembers before which character of the body it stood. A footnote is recognised by its beginning
(data/fedlex_note_openers.txt) and its end together; where the end is not found the words stay in the body and are counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pincite.text.tables import rows

__all__ = ["Body", "Inset", "take_apart"]

LONGEST_NOTE = 900


class Inset(NamedTuple):
    """Characters of the file that are not law: a `note`, or Markdown `furniture`.

    Attributes:
        kind: note or furniture.
        at: the character of the body before which it stood.
        start, end: code points of the file.

    """

    kind: str
    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Body:
    """The law's characters.

    Attributes:
        text: the characters.
        starts, sources: run `i` of the body begins at `starts[i]` and comes from the file's code point `sources[i]`.
        insets: what stood between, in order.
        headings: the beginnings of lines that Markdown marks as headings, with their depth.
        bold: the beginnings of lines «Art. …» that Markdown marks as an article, with the number as marked.
        notes_left: beginnings of footnotes whose end was not found.

    """

    text: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    insets: tuple[Inset, ...]
    headings: dict[int, int]
    bold: dict[int, str]
    notes_left: int

    def source_of(self, at: int) -> int:
        """The file's code point of a character of the body."""
        index = bisect_right(self.starts, at) - 1
        return self.sources[index] + at - self.starts[index]


# A footnote between tabs, as generators since 2024 print it; one without, which later stages must find in the sentence.
_TABBED = r"\n\t\t[^\n]*(?:\n\t\t[^\n]*)*(?:\n\t(?!\t))?"
_HEADING = r"^[ ]{0,3}(?P<depth>#{1,6})[ \t]"
_BOLD = r"^\*\*(?P<bold>Art\.[^*]{1,900}?)\*\*[ ]?"
_REFERENCE = r"(?<=[^ \t\n\xa0])[ \xa0]{1,2}(?:SR|RS)[ \xa0][0-9]+(?:\.[0-9]+)*(?=[ \xa0,.;:)\n]|[A-Z]|\Z)"
_GAZETTE = (
    r"(?:(?<=\S)[ ]{1,2}|^)\[?(?:AS|RO|RU|BBl|FF)[ \xa0](?:[0-9]{4}[ \xa0])?[0-9IVX]+[ \xa0][0-9]+"
    r"(?:[,;][ \xa0]{1,2}(?:(?:AS|RO|RU|BBl|FF)[ \xa0])?[0-9IVX \xa0]+)*\]?(?=[ \xa0,.;:)\n]|[A-Z]|\Z)"
)
_SOURCE_END = re.compile(
    r"\((?:AS|RO|RU|BS|RS|CS|BBl|FF)[ \xa0][^()\n]{2,400}\)[.;,]?|\(Art\.[^()\n]{2,120}(?:SR|RS)[^()\n]{2,40}\)\.?"
)
# glued to the word before: an article or a numbered paragraph begins, so no footnote reaches beyond
_LAW_GOES_ON = re.compile(r"(?<=[^\s(\[–-])Art\.[ \xa0][0-9]|(?<=[.…)])[0-9]{1,2}(?:bis|ter|quater)?\xa0")
# «… am Schluss des Textes.Sofern …»
_GLUED = re.compile(r"(?<=[a-zäöüàéè]\.)(?=[A-ZÄÖÜÀÉÈ][a-zäöüàéè’ ])")
_SEE = re.compile(r"(?:Siehe|Voir|Vedi)\b")
_FOLLOWS = re.compile(
    r"[ ]{1,2}(?:Diese[rs]?[ ]Änd\.|Cette[ ]mod\.|Questa[ ]mod\.|La[ ]mod\.)[^.\n]{0,120}(?:berücksichtigt|vorgenommen|texte|tutto[^.\n]{0,40})\."
)


@cache
def _openers() -> str:
    words = sorted(
        (row[0] for row in rows("pincite.jurisdictions.ch", "data/fedlex_note_openers.txt")), key=len, reverse=True
    )
    return "|".join(re.escape(word) for word in words)


@cache
def _marks() -> re.Pattern[str]:
    opener = rf"(?P<opener>(?:(?<=\S)[ ]{{1,2}}|^[ ]{{0,2}}))(?=(?:{_openers()})\b)"
    return re.compile(
        rf"(?P<tabbed>{_TABBED})|(?P<heading>{_HEADING})|(?P<strong>{_BOLD})|(?P<reference>{_REFERENCE})|(?P<gazette>{_GAZETTE})|{opener}",
        re.MULTILINE,
    )


def take_apart(text: str, start: int) -> Body:
    """Separate the body of a file, which begins at the code point `start`."""
    parts: list[str] = []
    starts: list[int] = []
    sources: list[int] = []
    insets: list[Inset] = []
    headings: dict[int, int] = {}
    bold: dict[int, str] = {}
    length = left = 0
    position = start
    for kind, begin, end, value in _cuts(text, start):
        if kind == "left":
            left += 1
            continue
        if begin > position:
            parts.append(text[position:begin])
            starts.append(length)
            sources.append(position)
            length += begin - position
        position = end
        if kind == "heading":
            headings[length] = len(value)
        elif kind == "strong":
            bold[length] = value
        insets.append(Inset("note" if kind == "note" else "furniture", length, begin, end))
    if position < len(text):
        parts.append(text[position:])
        starts.append(length)
        sources.append(position)
    return Body("".join(parts), tuple(starts), tuple(sources), tuple(insets), headings, bold, left)


def _cuts(text: str, start: int) -> Iterator[tuple[str, int, int, str]]:
    """(kind, start, end, value) of everything that is not law, in order."""
    position = start
    pattern = _marks()
    while True:
        found = pattern.search(text, position)
        if found is None:
            return
        position = max(found.end(), found.start() + 1)
        if found["heading"]:
            yield "heading", found.start(), found.end(), found["depth"]
        elif found["strong"]:
            yield "strong", found.start(), found.end(), found["bold"]
        elif (
            found["opener"] is not None
            and found["tabbed"] is None
            and found["reference"] is None
            and found["gazette"] is None
        ):
            end = _end_of_note(text, found.end())
            if end is None:
                yield "left", found.start(), found.start(), ""
            else:
                position = end
                yield "note", found.start(), end, ""
        else:
            yield "note", found.start(), found.end(), ""


def _end_of_note(text: str, start: int) -> int | None:
    """Where the footnote that begins at `start` ends: behind its source in brackets and what it says of it."""
    stop = text.find("\n", start, start + LONGEST_NOTE)
    limit = stop if stop >= 0 else min(len(text), start + LONGEST_NOTE)
    law = _LAW_GOES_ON.search(text, start, limit)
    if law is not None:
        limit = law.start()
    found = _SOURCE_END.search(text, start, limit)
    if _SEE.match(text, start):
        # a reference to another place has no source of its own
        glued = _GLUED.search(text, start, limit)
        if glued is not None and (found is None or glued.start() < found.start()):
            found = glued
    if found is None:
        return None
    end = found.end()
    while True:
        more = _FOLLOWS.match(text, end) or _another(text, end, limit)
        if more is None:
            return end
        end = more.end()


def _another(text: str, start: int, limit: int) -> re.Match[str] | None:
    """A second sentence of the same footnote: to its source, or to where the law's next sentence is glued to it."""
    found = re.compile(rf"[ ]{{1,2}}(?:{_openers()})\b").match(text, start)
    if found is None:
        return None
    glued = _GLUED.search(text, found.end(), limit)
    return _SOURCE_END.search(text, found.end(), glued.start() if glued else limit) or glued
