"""Lines of a determination whose PDF was turned into text: the Securities and Futures Appeals Tribunal and its like.

The pages carry letters A to V down both margins, a number at the foot, footnotes above it, and lines broken by the
page. Keeps true:
1. A margin letter is taken away only where it goes on counting down its page, on a page that has at least five.
2. A footnote is one only when its number is the next one and its mark stands glued to a word of the same page above.
3. A paragraph begins where a line begins with the next number. The number of a page stands as a side text where the
   page begins, although it is printed at its foot.
4. A word divided at a hyphen is joined; otherwise a line end is a space.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.formats.located import LocatedText
from pincite.jurisdictions.hk.sources.flat_text import FlatJudgment
from pincite.jurisdictions.hk.sources.lines import BLANK, Gap, Line, Side, starts_as
from pincite.jurisdictions.hk.sources.title_page import is_decision_title, is_rule

__all__ = ["read_pdf_text"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUV"
_DOUBLE = re.compile(r"([A-V]) \1\Z")
_SINGLE = re.compile(r"([A-V])\Z")
_AROUND = re.compile(r"([A-V]) (.+) \1\Z", re.DOTALL)
_PAGE = re.compile(r"-\s*(\d{1,4})\s*-\Z|([ivxl]{1,6}|\d{1,4})\Z")
_NUMBER = re.compile(r"(\d{1,4})\.(?=[ \t\u00a0]+[^a-z\s])")
_LABEL = re.compile(r"[(（](?:[0-9]{1,3}|[ivxl]{1,7}|[A-Za-z]{1,2})[)）]\s")
_NOTE = re.compile(r"(\d{1,3})\s+\S")
_FINISHED = re.compile(r"[.:;?!–—][”’\")\]]*\Z|[”’)]\Z")
_TERMINAL = re.compile(r"(?:[.:;?!–—][”’\")\]]*|[”’]|\band|\bor|\s-)\s*\Z")
_ENDS_QUOTATION = re.compile(r"[”’][\s.;,)\]]*\Z")
_OPENS_QUOTATION = re.compile(r"[“‘]")
_ABBREVIATION = re.compile(r"\b(?:paras?|pp?|nos?|ss?|arts?|caps?|vols?|fn|ch|r|o|v)\.\Z", re.IGNORECASE)
_MAX_HEADING_LINES = 4
_MAX_ROWS = 300  # of a page: more is no page
_MAX_UNSEEN = 15  # footnotes passed over before the next one is recognised


@dataclass(slots=True)
class _Row:
    """A line of a page, without its margin letters: `[start, end)` of the text, and cuts (footnote marks) inside."""

    start: int
    end: int
    text: str
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    before: list[Side] = field(default_factory=list)  # side texts that stand before the line


@dataclass(slots=True)
class _Leaf:
    """A page sorted: its rows of text, and its footnotes."""

    rows: list[_Row] = field(default_factory=list)
    notes: list[tuple[str, list[_Row]]] = field(default_factory=list)
    rest: list[Side] = field(default_factory=list)  # side texts below its last row


def read_pdf_text(located: LocatedText) -> FlatJudgment:
    """Sort the lines of the pages."""
    return _Pages(located).run()


class _Pages:
    def __init__(self, located: LocatedText) -> None:
        self.located = located
        self.note = 0
        self.leaves = [self.leaf(page) for page in _split_pages(located.text)]

    def run(self) -> FlatJudgment:
        rows = [row for leaf in self.leaves for row in leaf.rows]
        titled = next((index for index, row in enumerate(rows[:80]) if is_decision_title(row.text)), -1)
        begin = titled + 1
        for below in range(begin, min(begin + 3, len(rows)) if begin else 0):
            if is_rule(rows[below].text):
                begin = below + 1  # what stands between the title and the rule below it is the title's second line
        numbers = self.numbers(rows, begin)
        end = self.tail(rows, max(numbers) + 1 if numbers else begin)
        head = [self.own_line(row) for row in rows[:begin]]
        body = self.body(rows, begin, end, numbers)
        tail = [self.own_line(row) for row in rows[end:]]
        for leaf in self.leaves:
            tail += [Line(parts=[side], kind="side", side=side.kind) for side in leaf.rest]
            for label, note_rows in leaf.notes:
                tail.append(self.note_line(label, note_rows))
        return FlatJudgment(head, body, tail, "")

    # ---- a page

    def leaf(self, rows: list[_Row]) -> _Leaf:
        leaf = _Leaf()
        sides: list[Side] = []
        letters = _margin(rows)
        lowest = max((index for index in range(len(rows)) if index not in letters), default=-1)
        page: Side | None = None
        for index, row in enumerate(rows):
            kind = letters.get(index)
            if kind == "line":
                sides.append(self.side("furniture", row.start, row.end, "margin"))
                continue
            if kind == "around":
                sides.append(self.side("furniture", row.start, row.start + 1, "margin"))
                sides.append(self.side("furniture", row.end - 1, row.end, "margin"))
                row = _Row(row.start + 2, row.end - 2, row.text[2:-2])  # noqa: PLW2901 (the row without its letters)
                lead = len(row.text) - len(row.text.lstrip(BLANK))
                row.start, row.text = row.start + lead, row.text[lead:]
            found = _PAGE.match(row.text)
            if found and index == lowest and (found.group(1) or len(rows) > 1):
                page = self.side("page", row.start, row.end, found.group(1) or found.group(2))
                continue
            row.before, sides = sides, []
            leaf.rows.append(row)
        leaf.rest = sides
        if page is not None:
            (leaf.rows[0].before if leaf.rows else leaf.rest).insert(0, page)
        self.take_notes(leaf)
        return leaf

    def take_notes(self, leaf: _Leaf) -> None:
        """Move the footnotes of a page out of its rows (rule 2); those below the first need no mark to be known."""
        first = self.first_note(leaf.rows)
        if first is None:
            return
        position = (0, 0)
        for row in leaf.rows[first:]:
            found = _NOTE.match(row.text)
            if found and int(found.group(1)) == self.note + 1:
                self.note += 1
                label = found.group(1)
                leaf.notes.append((label, []))
                mark = _find_mark(leaf.rows, first, label, position)
                if mark:
                    leaf.rows[mark[0]].marks.append((mark[1], mark[1] + len(label), label))
                    position = (mark[0], mark[1] + len(label))
            leaf.notes[-1][1].append(row)
        leaf.rows = leaf.rows[:first]

    def first_note(self, rows: list[_Row]) -> int | None:
        """The row of the page's first footnote; some before it may have gone unseen."""
        if len(rows) > _MAX_ROWS:
            return None
        for skipped in range(_MAX_UNSEEN):
            wanted = str(self.note + 1 + skipped)
            for index in range(len(rows) - 1, 0, -1):
                found = _NOTE.match(rows[index].text)
                if found and found.group(1) == wanted and _find_mark(rows, index, wanted, (0, 0)):
                    self.note += skipped
                    return index
        return None

    def side(self, kind: str, start: int, end: int, label: str) -> Side:
        return Side(kind, tuple(self.located.pieces(start, end)), label)

    # ---- lines

    def numbers(self, rows: list[_Row], begin: int) -> dict[int, str]:
        """Row -> number of the paragraph that begins with it (rule 3)."""
        found: dict[int, str] = {}
        last = 0
        for index in range(begin, len(rows)):
            match = _NUMBER.match(rows[index].text)
            if match and int(match.group(1)) == last + 1:
                last += 1
                found[index] = match.group(1)
        return found

    @staticmethod
    def tail(rows: list[_Row], after: int) -> int:
        for index in range(after, len(rows)):
            if starts_as("signature", rows[index].text) and not _LABEL.match(rows[index].text):
                return index
        return len(rows)

    def body(self, rows: list[_Row], begin: int, end: int, numbers: dict[int, str]) -> list[Line]:
        headings = self.headings(rows, begin, end, numbers)
        first = min(numbers, default=end)
        lines: list[Line] = []
        current: Line | None = None
        quoting = False
        before: _Row | None = None
        for index in range(begin, end):
            row = rows[index]
            if is_rule(row.text):
                lines.append(self.own_line(row))
                continue
            opens = (
                bool(_OPENS_QUOTATION.match(row.text)) and before is not None and before.text.endswith((":", "–", "—"))
            )
            heading = index in headings
            new = (
                current is None
                or index in numbers
                or heading != (current.kind == "heading")
                or (
                    bool(_LABEL.match(row.text))
                    and not quoting
                    and before is not None
                    and bool(_TERMINAL.search(before.text))
                )
                or opens
                or (quoting and before is not None and bool(_ENDS_QUOTATION.search(before.text)))
            )
            if new and not (index < first and current is not None and not heading and current.kind == "text"):
                current = Line(number=numbers.get(index, ""), kind="heading" if heading else "text")
                lines.append(current)
                quoting = opens
            elif current is not None and before is not None:
                if index < first and not heading:
                    current.parts.append(Gap("break"))
                elif not _divided(before.text, row.text):
                    current.parts.append(Gap("space"))
            assert current is not None
            self.append(current, row)
            before = row
        return lines

    def headings(self, rows: list[_Row], begin: int, end: int, numbers: dict[int, str]) -> set[int]:
        """The rows between a finished sentence and the next paragraph."""
        found: set[int] = set()
        for index in numbers:
            group: list[int] = []
            above = index - 1
            while (
                above >= begin
                and above not in numbers
                and not _finished(rows[above])
                and len(group) <= _MAX_HEADING_LINES
            ):
                group.append(above)
                above -= 1
            complete = above < begin or _finished(rows[above])
            fits = 0 < len(group) <= _MAX_HEADING_LINES and all(_heading_like(rows[each]) for each in group)
            if complete and fits and not rows[group[-1]].text[0].islower():
                found.update(group)
        return {index for index in found if index < end}

    def append(self, line: Line, row: _Row) -> None:
        line.parts.extend(row.before)
        position = row.start
        for start, stop, label in sorted(row.marks):
            line.parts.extend(self.located.pieces(position, row.start + start))
            line.parts.append(self.side("note_mark", row.start + start, row.start + stop, label))
            position = row.start + stop
        line.parts.extend(self.located.pieces(position, row.end))

    def own_line(self, row: _Row) -> Line:
        line = Line()
        self.append(line, row)
        if is_rule(row.text):
            line.kind, line.side = "side", "furniture"
        return line

    def note_line(self, label: str, rows: list[_Row]) -> Line:
        line = Line(kind="note", side=label)
        for row in rows:
            line.parts.extend(side for side in row.before)
            line.parts.extend(self.located.pieces(row.start, row.end))
            line.parts.append(Gap("space"))
        return line


def _split_pages(text: str) -> list[list[_Row]]:
    pages: list[list[_Row]] = [[]]
    position = 0
    for line in text.split("\n"):
        bare = line.strip(BLANK)
        if bare:
            start = position + line.index(bare[0])
            pages[-1].append(_Row(start, start + len(bare), bare))
        elif pages[-1]:
            pages.append([])
        position += len(line) + 1
    return [page for page in pages if page]


def _margin(rows: list[_Row]) -> dict[int, str]:
    """The rows with margin letters: `line` is nothing else, `around` has one at each end (rule 1)."""
    found: dict[int, str] = {}
    last, halves = -1, 0
    for index, row in enumerate(rows):
        for pattern, kind, width in ((_DOUBLE, "line", 2), (_SINGLE, "line", 1), (_AROUND, "around", 2)):
            match = pattern.match(row.text)
            if match is None:
                continue
            letter = _LETTERS.index(match.group(1))
            if last < letter <= last + 3 or (letter == last and width == 1 and halves == 1):
                found[index] = kind
                last, halves = letter, width
            break
    return found if len(found) >= 5 else {}


def _find_mark(rows: list[_Row], limit: int, wanted: str, position: tuple[int, int]) -> tuple[int, int] | None:
    """Where a footnote's number stands glued to a word, in the rows before `limit` and behind `position`."""
    pattern = re.compile(
        rf"(?<=[A-Za-z”’\"'),;:?!\]]){wanted}(?!\d)|(?<=\.){wanted}(?![\d.])|(?<=[\d%] ){wanted}(?=\s|\Z)"
    )
    for index in range(position[0], limit):
        for match in pattern.finditer(rows[index].text, position[1] if index == position[0] else 0):
            before = rows[index].text[: match.start()]
            if before.endswith(".") and _ABBREVIATION.search(before):
                continue
            if re.search(r"[A-Z]{2,}\Z|\$\Z", before):
                continue
            return index, match.start()
    return None


def _finished(row: _Row) -> bool:
    """Whether a row ends a sentence, its footnote marks left aside."""
    text = row.text
    for start, stop, _ in sorted(row.marks, reverse=True):
        text = text[:start] + text[stop:]
    return bool(_FINISHED.search(text))


def _heading_like(row: _Row) -> bool:
    return len(row.text) <= 130 and not re.search(r"(?:,|\band|\bor|\bof|\bthe)\Z", row.text)


def _divided(before: str, after: str) -> bool:
    """Whether a word goes on after a hyphen at the line's end (rule 4)."""
    return bool(re.search(r"[A-Za-z]-\Z", before)) and after[:1].islower()
