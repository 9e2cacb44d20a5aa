"""The lines of a decision as rows: which are its text, which belong to the page, and where paragraphs begin.

Keeps true:
1. Every line becomes rows that hold all of its characters but white space at its ends; what belongs to the page (page
   numbers, running heads, notes at its foot, targets of links, lists of contents) is marked `aside` and never taken out.
2. A page mark in the middle of a sentence («BGE 151 II 245 S. 249») is cut out of its row as a part of its own, and
   only where it names the decision itself; the same words about another decision are a citation and stay.
3. A mark is believed by its form («- 2 -», «Seite 2», «2/14») when its numbers go up, and as a bare number or a running
   head with a number («Kantonsgericht X 2») only as one of an unbroken series.
4. Nothing here depends on the language's words but those of `decision_words`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pincite.formats.plain_text import Line, cut
from pincite.jurisdictions.ch.sources.decision_words import Words, plain
from pincite.text.canonical import Piece

__all__ = ["Part", "Row", "rows_of"]

_EDGE = " \t\u00a0\u2002\u2003\u2009\u202f\u200b\ufeff\v"
# a sentence may end in the mark of a note («… gelöscht.35»)
_BREAKS = {ord("\n"): " ", ord("\r"): " ", ord("\f"): " "}  # inside a line of HTML they are white space
_ENDS = re.compile(r"[.;:!?…](?:[ \u00a0]?[)\]»›\"”’'])*(?:(?<!\d)\d{1,3})?\Z|[)\]»”]\Z")
_RECITAL = re.compile(r"(?:dass|que|qu['’]\w+|che) ")
_RECITAL_BEFORE = re.compile(r"[,;]\Z")
_TRAILING_NUMBER = re.compile(r"(?P<head>\S.{2,80}?)[ \t\u00a0]+(?P<n>\d{1,4})\Z")
_NOTE = re.compile(r"(?P<n>\d{1,3})[ \t\u00a0]{1,4}(?=\S)")
_LINKS = re.compile(r"(?:https?://\S+ ?)+")
_DOT_LEADER = re.compile(r"\.{5,}\s*\d{1,4}\s*\Z")
_BGE_PAGE = r"(?:BGE|ATF|DTF) {vol} {part} {page} (?:S\.|p\.|pag\.) ?(?P<n>\d{{1,4}})"
_NUMBERED_HEADING = re.compile(
    r"(?:[1-9]\d?(?:\.[1-9]\d?){0,4}|[IVX]{1,5}|[A-Z])[.)]?[ \t\u00a0]+[^\W\d_a-zà-ÿ].*[^-,]\Z"
)
_OPENS = re.compile(r"[«„“\"'‘(\[§–—-]*[A-ZÀ-ÖØ-Þ0-9]")
_WRAPPED_WIDTH = 140
_NOTES_AT_LEAST = 4
_RECITALS_AT_LEAST = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a row: text (`aside` empty), or a page mark in it."""

    pieces: tuple[Piece, ...]
    aside: str = ""
    label: str = ""


@dataclass(slots=True)
class Row:
    """A line with something on it.

    Attributes:
        parts: its stretches in order.
        text: the characters of its text parts, without white space at the ends; `plain` the same for comparing.
        gap: empty lines before it.
        aside: page, furniture, note, contents or other_decision when the whole row is no text of the decision.
        label: the page or note number.
        begins: whether a paragraph begins here.
        after_page: whether rows of the page stand between it and the text before.

    """

    parts: tuple[Part, ...]
    text: str
    plain: str
    gap: int
    aside: str = ""
    label: str = ""
    begins: bool = True
    after_page: bool = False
    indent: str = field(default="", repr=False)


def rows_of(
    lines: Sequence[Line],
    words: Words,
    *,
    own_bge: tuple[str, str, str] | None,
    encoding: str,
    asides: Mapping[int, tuple[str, str]] | None = None,
) -> list[Row]:
    """The rows of a text.

    Args:
        lines: its lines.
        words: the words of `decision_words`.
        own_bge: volume, part and first page, when the decision is a reported one whose page marks are to be cut out.
        encoding: of the source file, to count bytes.
        asides: lines that the reader of the format knows to belong to the page: index -> (kind, label).

    """
    mark = re.compile(_BGE_PAGE.format(vol=own_bge[0], part=own_bge[1], page=own_bge[2])) if own_bge else None
    rows: list[Row] = []
    gap = 0
    for index, line in enumerate(lines):
        row = _row(line, gap, mark, encoding)
        if row is None:
            gap += 1
            continue
        gap = 0
        if asides and index in asides:
            _set_aside(row, *asides[index])
        rows.append(row)
    _mark_web_furniture(rows, words)
    _mark_pages(rows, words)
    _mark_contents(rows)
    _mark_notes(rows)
    _mark_bookmarks(rows)
    _mark_paragraphs(rows, words)
    return rows


def _row(line: Line, gap: int, mark: re.Pattern[str] | None, encoding: str) -> Row | None:
    text = line.text.translate(_BREAKS)
    if not text.strip(_EDGE):
        return None
    parts: list[Part] = []
    here = 0
    for found in mark.finditer(text) if mark else ():
        _add_part(parts, line, here, found.start(), encoding)
        parts.append(Part(cut(line.pieces, *found.span(), encoding=encoding), "page", found["n"]))
        here = found.end()
    _add_part(parts, line, here, len(text), encoding)
    kept = "".join(piece.text for part in parts if not part.aside for piece in part.pieces).translate(_BREAKS)
    indent = text[: len(text) - len(text.lstrip(_EDGE))]
    if not kept.strip(_EDGE):
        label = next(part.label for part in parts if part.aside)
        return Row(tuple(parts), "", "", gap, aside="page", label=label, indent=indent)
    return Row(tuple(parts), kept.strip(_EDGE), plain(kept), gap, indent=indent)


def _add_part(parts: list[Part], line: Line, start: int, end: int, encoding: str) -> None:
    """The text of a line between two marks, without white space at its ends (it is layout there)."""
    text = line.text.translate(_BREAKS)
    while start < end and text[start] in _EDGE and not parts:
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    if start < end:
        parts.append(Part(cut(line.pieces, start, end, encoding=encoding)))


def _set_aside(row: Row, kind: str, label: str = "") -> None:
    row.aside, row.label = kind, label


def _mark_web_furniture(rows: list[Row], words: Words) -> None:
    for row in rows:
        if not row.aside and words.furniture.fullmatch(row.plain):
            _set_aside(row, "furniture")


def _mark_contents(rows: list[Row]) -> None:
    """A list of contents: lines that end in dots and a page number, and the lines wrapped between them."""
    dotted = [index for index, row in enumerate(rows) if _DOT_LEADER.search(row.text)]
    if len(dotted) < 5:
        return
    for first, second in pairwise([*dotted, dotted[-1] + 1]):
        for row in rows[first : second if second - first <= 4 else first + 1]:
            if not row.aside:
                _set_aside(row, "contents")


def _page_number(row: Row, pattern: re.Pattern[str]) -> int | None:
    found = pattern.fullmatch(row.plain)
    return int(next(group for group in found.groups() if group)) if found else None


def _mark_pages(rows: list[Row], words: Words) -> None:
    pages = _strong_series(rows, words) or _headed_series(rows) or _bare_series(rows, words)
    for index, number in pages:
        _set_aside(rows[index], "page", str(number))
    _mark_running_heads(rows, [index for index, _ in pages])
    _mark_links(rows)


def _strong_series(rows: list[Row], words: Words) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        if row.aside:
            continue
        number = _page_number(row, words.strong_page)
        if number is not None and (found[-1][1] < number <= found[-1][1] + 3 if found else number <= 3):
            found.append((index, number))
    return found


def _headed_series(rows: list[Row]) -> list[tuple[int, int]]:
    """A running head that ends in the page number: the same words with numbers that go up by one."""
    series: dict[str, list[tuple[int, int]]] = {}
    for index, row in enumerate(rows):
        found = None if row.aside or len(row.text) > 90 else _TRAILING_NUMBER.fullmatch(row.plain)
        if found:
            run = series.setdefault(found["head"], [])
            number = int(found["n"])
            if not run or number == run[-1][1] + 1:
                run.append((index, number))
    best = max(series.values(), key=len, default=[])
    return best if len(best) >= 3 else []


def _bare_series(rows: list[Row], words: Words) -> list[tuple[int, int]]:
    """Numbers alone on their line, 1 2 3 … or 2 3 4 …, without a gap."""
    run: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        number = None if row.aside else _page_number(row, words.bare_page)
        if number is not None and (number == run[-1][1] + 1 if run else number in (1, 2)):
            run.append((index, number))
    return run if len(run) >= 3 else []


def _mark_running_heads(rows: list[Row], pages: list[int]) -> None:
    """What stands beside most page marks in the same words is a running head."""
    beside: Counter[tuple[int, str]] = Counter()
    for page in pages:
        for step in (-3, -2, -1, 1, 2, 3):
            if 0 <= page + step < len(rows) and not rows[page + step].aside:
                beside[step, rows[page + step].plain] += 1
    needed = max(2, -(-len(pages) * 6 // 10))
    for page in pages:
        for direction in (-1, 1):
            for distance in (1, 2, 3):
                index = page + direction * distance
                if not 0 <= index < len(rows) or rows[index].aside == "page":
                    break
                if beside[direction * distance, rows[index].plain] < needed:
                    break
                _set_aside(rows[index], "furniture")


def _mark_links(rows: list[Row]) -> None:
    """The targets of a page's links, which a converter writes below its last line."""
    for end in [index for index, row in enumerate(rows) if row.aside == "page"] + [len(rows)]:
        index = end - 1
        while index >= 0 and (rows[index].aside == "furniture" or _LINKS.fullmatch(rows[index].plain)):
            if not rows[index].aside:
                _set_aside(rows[index], "links")
            index -= 1


def _mark_notes(rows: list[Row]) -> None:
    """Notes at the foot of pages: before a page mark, numbered on from the page before, each on a line of its own."""
    marks = [index for index, row in enumerate(rows) if row.aside == "page" and row.text]
    expected, taken = 1, []
    start = 0
    for end in [*marks, len(rows)]:
        first = _foot(rows, start, end, expected)
        if first is not None:
            for row in rows[first:end]:
                found = None if row.aside else _NOTE.match(row.text)
                if found and int(found["n"]) == expected:
                    expected += 1
            taken.append((first, end))
        start = end
    if expected <= _NOTES_AT_LEAST or len(taken) < 2:
        return
    label = ""
    for first, end in taken:
        for row in rows[first:end]:
            if row.aside:
                continue
            found = _NOTE.match(row.text)
            if found and int(found["n"]) == (int(label) + 1 if label else 1):
                label = found["n"]
            _set_aside(row, "note", label)


def _foot(rows: list[Row], start: int, end: int, expected: int) -> int | None:
    """The last row of a page from which on it holds nothing but notes, the first of them number `expected`."""
    for index in range(end - 1, start - 1, -1):
        row = rows[index]
        found = None if row.aside else _NOTE.match(row.text)
        if found and int(found["n"]) == expected and _is_foot(rows, index, end, expected):
            return index
    return None


def _is_foot(rows: list[Row], first: int, end: int, expected: int) -> bool:
    """Whether rows from `first` on are notes: no paragraph of the decision begins among them."""
    before = next((row for row in reversed(rows[:first]) if not row.aside), None)
    if before is None or rows[first].text[:1] == "":
        return False
    number = expected
    for row in rows[first + 1 : end]:
        found = None if row.aside else _NOTE.match(row.text)
        number += bool(found and int(found["n"]) == number + 1)
        if row.gap > 2 and not row.aside and not found:
            return False
    return end - first <= 4 * (number - expected + 1) + 2


def _mark_bookmarks(rows: list[Row]) -> None:
    """The outline of a PDF, appended to its text: indented by tabs, and in the words of the text before."""
    first = len(rows)
    while first and rows[first - 1].indent.endswith("\t") and not rows[first - 1].aside:
        first -= 1
    outline = rows[first:]
    before = " ".join(row.plain for row in rows[:first])
    known = sum(row.plain[:40] in before for row in outline)
    if len(outline) >= 3 and known >= 0.6 * len(outline):
        for row in outline:
            _set_aside(row, "contents")


def _mark_paragraphs(rows: list[Row], words: Words) -> None:
    """Decide where paragraphs begin, from the line spacing and the line width the text shows."""
    text_rows = [row for row in rows if not row.aside]
    if not text_rows:
        return
    lengths = sorted(len(row.text) for row in text_rows)
    width = lengths[len(lengths) * 9 // 10]
    wrapped = width <= _WRAPPED_WIDTH
    inside = [
        after.gap
        for before, after in pairwise(text_rows)
        if len(before.text) >= 0.7 * width and not _ENDS.search(before.text) and not after.after_page
    ]
    spacing = 1 if inside and sum(gap == 1 for gap in inside) >= 0.1 * len(inside) else 0
    recitals = {
        id(after)
        for before, after in pairwise(text_rows)
        if _RECITAL_BEFORE.search(before.text) and _RECITAL.match(after.text)
    }
    before: Row | None = None
    passed_page = False
    for row in rows:
        if row.aside:
            passed_page = True
            continue
        row.after_page = passed_page
        row.begins = before is None or _begins(before, row, words, spacing=spacing, width=width, wrapped=wrapped)
        if len(recitals) >= max(_RECITALS_AT_LEAST, len(text_rows) // 20) and id(row) in recitals:
            row.begins = True  # a decision in one sentence: each «dass» is a paragraph
        before, passed_page = row, any(part.aside for part in row.parts[-1:])


def _begins(before: Row, row: Row, words: Words, *, spacing: int, width: int, wrapped: bool) -> bool:
    ended = bool(_ENDS.search(before.text))
    short = len(before.text) < 0.8 * width
    if not wrapped:
        # each line of the file is a paragraph; only a page mark breaks one
        return ended or not row.after_page
    if row.after_page:
        return ended and (short or row.gap > spacing + 1) and bool(_OPENS.match(row.text))
    heads = (
        len(before.text) < 0.55 * width
        and not ended
        and bool(_NUMBERED_HEADING.match(before.text) and _OPENS.match(row.text))
        and not words.unfinished.match(before.text)
    )
    if row.gap > spacing or heads:
        return True
    return ended and short and bool(_OPENS.match(row.text))
