"""Lines of a PDF page as a reader sees them, from characters with boxes.

Keeps true:
1. Every character that shows something belongs to exactly one line; a space stands where the layer has one or a gap shows one.
   Words that run up, down or across the page are lines whose role says so.
2. Lines are in reading order: down the page, or down each of two columns where a gutter parts them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pincite.formats.pdf_characters import Character, TextPage

__all__ = ["TextLine", "lines_of_page"]

_APART = 2.2  # a gap of as many font sizes parts what stands on one height
_GUTTER_SHARE = 0.3
_FEWEST_IN_COLUMN = 6
_FEWEST_TURNED = 4


@dataclass(slots=True)
class TextLine:
    """One line, or a part of one until lines are put together.

    Attributes:
        characters: in order of reading, spaces included, without white space at the ends.
        x0, y0, x1, y1: its box.
        size: of most of its characters.
        page: its page's number.
        role: text, or turned; set by the layout to page_head, page_foot, line_number or note.
        column: 0 for the whole width, 1 and 2 for columns.

    """

    characters: list[Character]
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    page: int
    role: str = "text"
    column: int = 0
    words: str = field(default="", repr=False)

    @property
    def text(self) -> str:
        """Its characters."""
        if not self.words:
            self.words = "".join(character.text for character in self.characters)
        return self.words

    @property
    def height(self) -> float:
        """Of its box."""
        return self.y1 - self.y0


def lines_of_page(page: TextPage) -> list[TextLine]:
    """The lines of a page in reading order."""
    every = [part for run in _runs(page.characters) if (part := _line(run, page.number)) is not None]
    fragments, turned = _upright(every)
    gutter = _gutter(fragments, page.width)
    return [*(_rows(fragments) if gutter is None else _columns(fragments, gutter)), *turned]


def _upright(fragments: Sequence[TextLine]) -> tuple[list[TextLine], list[TextLine]]:
    """The fragments, and lines that run up, down or across the page (a stamp, words in the margin), which are layout.

    Of such a line every character stands alone, nearer to the next than lines ever are.
    """
    upright: list[TextLine] = []
    turned: list[TextLine] = []
    run: list[TextLine] = []

    def settle() -> None:
        if len(run) >= _FEWEST_TURNED:
            characters = [character for one in run for character in one.characters]
            box = (
                min(one.x0 for one in run),
                min(one.y0 for one in run),
                max(one.x1 for one in run),
                max(one.y1 for one in run),
            )
            turned.append(TextLine(characters, *box, run[0].size, run[0].page, "turned"))
        else:
            upright.extend(run)
        run.clear()

    for fragment in fragments:
        if len(fragment.characters) > 1:
            settle()
            upright.append(fragment)
            continue
        if run and max(abs(fragment.x0 - run[-1].x0), abs(fragment.y0 - run[-1].y0)) > 1.05 * fragment.size:
            settle()
        run.append(fragment)
    settle()
    return upright, turned


def _runs(characters: Iterable[Character]) -> Iterable[list[Character]]:
    """Stretches of characters that stand side by side on one height."""
    run: list[Character] = []
    last: Character | None = None
    low = high = 0.0
    for character in characters:
        if character.text == "\n":
            if run and run[-1].text != " ":
                run.append(character._replace(text=" ", end=character.start))
            continue
        if not character.text.strip():
            run.append(character)
            continue
        if last is not None:
            overlap = min(high, character.y1) - max(low, character.y0)
            least = min(high - low, character.y1 - character.y0)
            size = max(last.size, character.size)
            gap = character.x0 - last.x1
            if overlap < 0.35 * least or gap > _APART * size or gap < -1.5 * size:
                yield run
                run = []
                low, high = character.y0, character.y1
        else:
            low, high = character.y0, character.y1
        if character.y1 - character.y0 > (high - low):
            low, high = character.y0, character.y1
        run.append(character)
        last = character
    if run:
        yield run


def _line(run: Sequence[Character], page: int) -> TextLine | None:
    first, end = 0, len(run)
    while first < end and not run[first].text.strip():
        first += 1
    while end > first and not run[end - 1].text.strip():
        end -= 1
    if first == end:
        return None
    kept = list(run[first:end])
    shown = [character for character in kept if character.text.strip()]
    sizes = Counter(round(character.size, 1) for character in shown)
    size = sizes.most_common(1)[0][0]
    main = [character for character in shown if round(character.size, 1) == size]
    return TextLine(
        kept,
        min(character.x0 for character in shown),
        min(character.y0 for character in main),
        max(character.x1 for character in shown),
        max(character.y1 for character in main),
        size,
        page,
    )


def _joined(parts: Sequence[TextLine]) -> TextLine:
    """Parts on one height, from left to right, as one line."""
    if len(parts) == 1:
        return parts[0]
    ordered = sorted(parts, key=lambda part: part.x0)
    characters: list[Character] = []
    for part in ordered:
        if characters and (part.x0 - characters[-1].x1) > 0.15 * part.size:
            at = characters[-1]
            characters.append(Character(" ", at.end, at.end, at.x1, at.y0, at.x1, at.y1, at.size))
        characters += part.characters
    longest = max(parts, key=lambda part: len(part.characters))
    return TextLine(
        characters,
        ordered[0].x0,
        longest.y0,
        max(part.x1 for part in ordered),
        longest.y1,
        longest.size,
        longest.page,
    )


def _rows(fragments: Sequence[TextLine]) -> list[TextLine]:
    """Fragments of one height put together, from the top of the page down."""
    rows: list[list[TextLine]] = []
    for fragment in sorted(fragments, key=lambda one: -(one.y0 + one.y1)):
        for row in reversed(rows[-3:]):
            tallest = max(row, key=lambda one: len(one.characters))
            overlap = min(tallest.y1, fragment.y1) - max(tallest.y0, fragment.y0)
            if overlap > 0.5 * min(tallest.height, fragment.height) and not _above_each_other(row, fragment):
                row.append(fragment)
                break
        else:
            rows.append([fragment])
    return [_joined(row) for row in rows]


def _above_each_other(row: Sequence[TextLine], fragment: TextLine) -> bool:
    """Whether a fragment covers one of the row: then they are no parts of one line."""
    return any(min(one.x1, fragment.x1) - max(one.x0, fragment.x0) > 0.6 * fragment.size for one in row)


def _gutter(fragments: Sequence[TextLine], width: float) -> float | None:
    """Where the white between two columns runs, if the page has two."""
    wide = [one for one in fragments if one.x1 - one.x0 > 0.12 * width]
    if len(wide) < 2 * _FEWEST_IN_COLUMN:
        return None
    best: tuple[int, float] | None = None
    lefts = sorted(one.x1 for one in wide)
    rights = sorted(one.x0 for one in wide)
    for step in range(35, 66):
        x = width * step / 100
        left = bisect_right(lefts, x)
        right = len(rights) - bisect_right(rights, x)
        crossing = len(wide) - left - right
        if min(left, right) < max(_FEWEST_IN_COLUMN, _GUTTER_SHARE * len(wide)) or crossing > 0.25 * len(wide):
            continue
        if best is None or crossing < best[0]:
            best = crossing, x
    if best is None:
        return None
    x = best[1]
    # columns run side by side: most lines of one have a line of the other beside them
    left_lines = [one for one in wide if one.x1 <= x]
    right_lines = [one for one in wide if one.x0 >= x]
    full = sum(one.x1 - one.x0 > 0.2 * width for one in (*left_lines, *right_lines))
    if full < 0.5 * (len(left_lines) + len(right_lines)):
        return None  # cells of a table are short
    return x


def _columns(fragments: Sequence[TextLine], gutter: float) -> list[TextLine]:
    """Between lines of the whole width, the left column and then the right one."""
    lines: list[TextLine] = []
    left: list[TextLine] = []
    right: list[TextLine] = []

    def flush() -> None:
        for column, parts in ((1, left), (2, right)):
            for line in _rows(parts):
                line.column = column
                lines.append(line)
            parts.clear()

    for fragment in sorted(fragments, key=lambda one: -(one.y0 + one.y1)):
        if fragment.x1 <= gutter + 2:
            left.append(fragment)
        elif fragment.x0 >= gutter - 2:
            right.append(fragment)
        else:
            flush()
            lines.append(fragment)
    flush()
    return lines
