"""Lines of a judgment whose HTML was flattened to text: HKLII's records and the like (facts: source-formats, 2.3, trap 6).

The flattening put every element on lines of its own, so that italics, footnote marks, superscripts and paragraph
numbers all look like lines. Keeps true:
1. A paragraph number is a line that holds a number alone and goes on counting (a quoted number stands in its line).
2. Fragments of one paragraph are joined as the page shows them: «1» and «st» touch, so do a word and the full stop
   after it; anything else is a space. A wrong guess changes a line break into a space or back, nothing more.
3. What the flattening left of style sheets and scripts is furniture; the last run of marks counting from 1 is the notes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.formats.located import LocatedText
from pincite.jurisdictions.hk.sources.lines import BLANK, Gap, Line, Side, starts_as
from pincite.jurisdictions.hk.sources.title_page import is_decision_title, is_rule

__all__ = ["FlatJudgment", "read_flat"]

_FILE = re.compile(r"[A-Z]{3,6}\s?\d{1,6}[A-Z]?/(?:19|20)\d{2}\s+\S")
_STYLE = re.compile(
    r"@media\b|[a-z.#*][\w\s.,#:>-]*\{|\}|[a-z-]+\s*:\s*[^;]{1,60};$|(?:parent|window|document)\.|function\b|var\s"
)
_NUMBER = re.compile(r"(\d{1,4})([A-Z]?)\.\Z")
_NUMBER_INLINE = re.compile(r"(\d{1,4})([A-Z]?)\.[\s\u00a0]+\S")
_MARK = re.compile(r"\[(\d{1,3})\]\Z")
_LABEL = re.compile(r"[(（](?:[0-9]{1,3}|[ivxl]{1,7}|[A-Za-z]{1,2})[)）]")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_GLUED = re.compile(r"[,.;:!?)\]}”’»%…。，；：、）」』】]")
_OPENING = re.compile(r"[(\[{“‘«（「『【]\Z")
_TERMINAL = re.compile(r"[.:;?!。：；？！…—–-][”’\")」』）\]]*\Z|[”」』]\Z")
_PUNCTUATED = re.compile(r"[.,;:!…。，；：][”’\")\]」』）]*\Z")
_JOINED = re.compile(r"[a-z]|[,.;:!?)\]”’]")
_LONG = 40  # a fragment of this many characters after a full stop is a paragraph, a shorter one may be italics


@dataclass(slots=True)
class FlatJudgment:
    """Lines of the three parts, and the publisher's name of the file («FACV3A/2025 A v. B»), "" when absent."""

    head: list[Line]
    body: list[Line]
    tail: list[Line]
    title: str


@dataclass(slots=True)
class _Fragment:
    text: str
    start: int
    end: int
    inline: bool  # the white space before it shows that it goes on with the line before
    parted: bool  # the white space before it may part paragraphs


def read_flat(located: LocatedText) -> FlatJudgment:
    """Sort the fragments of a flattened judgment into lines."""
    return _Flat(located).run()


class _Flat:
    def __init__(self, located: LocatedText) -> None:
        self.located = located
        self.fragments = _fragments(located.text)

    def run(self) -> FlatJudgment:
        first, title = self.furniture()
        numbers = self.numbers(first)
        notes = self.notes_begin(numbers[-1] if numbers else first)
        body = self.head_end(first, numbers[0] if numbers else notes)
        tail = self.tail_begin(numbers[-1] + 1 if numbers else body, notes)
        head = [*self.side_lines(0, first), *self.head_lines(first, body)]
        lines = _headings(self.lines(body, tail, set(numbers)))
        ending = [*self.head_lines(tail, notes), *self.notes(notes)]
        return FlatJudgment(head, lines, ending, title)

    # ---- where the parts begin

    def furniture(self) -> tuple[int, str]:
        """The first fragment of the judgment itself, and the file's title before it."""
        for index, fragment in enumerate(self.fragments[:60]):
            if _FILE.match(fragment.text):
                return index + 1, fragment.text
            if index and not _STYLE.match(fragment.text):
                break
        index = 0
        while index < len(self.fragments) and _STYLE.match(self.fragments[index].text):
            index += 1
        if index < len(self.fragments) and _FILE.match(self.fragments[index].text):
            return index + 1, self.fragments[index].text
        return index, ""

    def numbers(self, first: int) -> list[int]:
        """The fragments with which numbered paragraphs begin (rule 1)."""
        for pattern in (_NUMBER, _NUMBER_INLINE):
            found: list[int] = []
            last = 0
            for index in range(first, len(self.fragments)):
                match = pattern.match(self.fragments[index].text)
                if match is None:
                    continue
                number, letter = int(match.group(1)), match.group(2)
                step = number - last
                goes_on = step == 0 if letter else (step == 1 or (pattern is _NUMBER and last > 0 and 1 < step <= 3))
                if goes_on:
                    found.append(index)
                    last = number
            if found:
                return found
        return []

    def notes_begin(self, after: int) -> int:
        """The fragment with which the footnotes begin, or the end: «[1]» for a second time, and then counting on."""
        ones = [index for index, each in enumerate(self.fragments) if each.text == "[1]"]
        return ones[-1] if len(ones) > 1 and ones[-1] > after else len(self.fragments)

    def head_end(self, first: int, limit: int) -> int:
        """Behind the decision's title and the rule below it."""
        for index in range(first, limit):
            if not is_decision_title(self.fragments[index].text):
                continue
            end = index + 1
            # what stands between the title and the rule below it is the title's second line
            for below in range(end, min(end + 3, limit)):
                if is_rule(self.fragments[below].text):
                    end = below + 1
            return end
        return first if limit >= len(self.fragments) else limit

    def tail_begin(self, after: int, limit: int) -> int:
        for index in range(after, limit):
            if starts_as("signature", self.fragments[index].text) and not _LABEL.match(self.fragments[index].text):
                return index
        return limit

    # ---- lines

    def side_lines(self, first: int, end: int) -> list[Line]:
        return [
            Line(parts=[*self.located.pieces(each.start, each.end)], kind="side", side="furniture")
            for each in self.fragments[first:end]
        ]

    def head_lines(self, first: int, end: int) -> list[Line]:
        """Lines of the title page or of the signatures: a fragment each, save what touches the one before."""
        lines: list[Line] = []
        for fragment in self.fragments[first:end]:
            parts = self.located.pieces(fragment.start, fragment.end)
            if is_rule(fragment.text):
                lines.append(Line(parts=[*parts], kind="side", side="furniture"))
            elif lines and lines[-1].kind == "text" and self.joins_in_head(lines[-1].text, fragment):
                if not _touches(lines[-1].text, fragment.text):
                    lines[-1].parts.append(Gap("space"))
                lines[-1].parts.extend(parts)
            else:
                lines.append(Line(parts=[*parts]))
        return lines

    @staticmethod
    def joins_in_head(before: str, fragment: _Fragment) -> bool:
        text = fragment.text
        if _touches(before, text) or fragment.inline:
            return True
        return bool(re.search(r"\d(?:st|nd|rd|th)\Z", before)) and not before.endswith(":") and len(text) < 60

    def lines(self, first: int, end: int, numbers: set[int]) -> list[Line]:
        """Lines of the body."""
        lines: list[Line] = []
        current: Line | None = None
        before = ""  # the characters the open line ends with
        alone = 0  # fragments in the open line
        for index in range(first, end):
            fragment = self.fragments[index]
            parts = self.located.pieces(fragment.start, fragment.end)
            mark = _MARK.match(fragment.text)
            if mark and current is not None and before and index not in numbers:
                current.parts.append(Side("note_mark", tuple(parts), mark.group(1)))
                continue
            if is_rule(fragment.text):
                lines.append(Line(parts=[*parts], kind="side", side="furniture"))
                current = None
                continue
            number = (_NUMBER.match(fragment.text) or _NUMBER_INLINE.match(fragment.text)) if index in numbers else None
            if number:
                current = Line(parts=[*parts], number=number.group(1) + number.group(2))
                lines.append(current)
                alone = 1  # what follows a number is no heading
                before = fragment.text if _NUMBER_INLINE.match(fragment.text) else ""
                if not before:
                    current.parts.append(Gap("space"))
                continue
            stands_alone = self.stands_alone(index, end, numbers) and bool(_TERMINAL.search(before))
            if current is not None and not stands_alone and not self.breaks(before, alone, fragment):
                if before and not _touches(before, fragment.text):
                    current.parts.append(Gap("space"))
                current.parts.extend(parts)
                alone += 1
            else:
                current = Line(parts=[*parts])
                lines.append(current)
                alone = 1
            before = fragment.text
        return lines

    def stands_alone(self, index: int, end: int, numbers: set[int]) -> bool:
        """Whether a fragment looks like a heading: short, unfinished, and the next paragraph or a heading follows."""
        for at in range(index, min(index + 2, end)):
            text = self.fragments[at].text
            if len(text) > 140 or not (text[0].isupper() or text[0] in "([“") or _PUNCTUATED.search(text):
                return False
            if _MARK.match(text) or at in numbers:
                return False
            if at + 1 in numbers:
                return True
        return False

    @staticmethod
    def breaks(before: str, alone: int, fragment: _Fragment) -> bool:
        """Whether a fragment begins a line of its own after a line that ends with `before`."""
        text = fragment.text
        if not before or fragment.inline or _JOINED.match(text) or _touches(before, text):
            return False
        label = _LABEL.match(text)
        if label and (_TERMINAL.search(before) or before.endswith((",", " and", " or")) or not before[-1].isalnum()):
            return True
        if _TERMINAL.search(before):
            return fragment.parted or len(text) >= _LONG
        # no full stop: the line before may have been a heading
        heading = alone == 1 and len(before) < 100 and before[0].isupper() and (fragment.parted or len(text) >= _LONG)
        return heading and (bool(label) or len(text) >= _LONG)

    def notes(self, first: int) -> list[Line]:
        lines: list[Line] = []
        expected = 1
        before = ""
        for fragment in self.fragments[first:]:
            parts = self.located.pieces(fragment.start, fragment.end)
            mark = _MARK.match(fragment.text)
            if mark and int(mark.group(1)) == expected:
                lines.append(
                    Line(parts=[Side("note_number", tuple(parts), mark.group(1))], kind="note", side=mark.group(1))
                )
                expected += 1
                before = fragment.text
                continue
            if lines:
                if not _touches(before, fragment.text):
                    lines[-1].parts.append(Gap("space"))
                lines[-1].parts.extend(parts)
            before = fragment.text
        return lines


def _fragments(text: str) -> list[_Fragment]:
    """The lines of a flattened text that are not blank."""
    found: list[_Fragment] = []
    spaced = "\n \n" in text or "\n\n" in text  # the publisher's flattening kept white space between elements
    position = 0
    last = 0
    for line in text.split("\n"):
        bare = line.strip(BLANK)
        if bare:
            start = position + line.index(bare[0])
            gap = text[last:start]
            inline = spaced and bool(found) and bool(re.fullmatch(r"\n \n ?", gap))
            found.append(_Fragment(bare, start, start + len(bare), inline=inline, parted=spaced and "\n\n" in gap))
            last = start + len(bare)
        position += len(line) + 1
    return found


def _touches(before: str, after: str) -> bool:
    """Whether two fragments of a line stand without a space between them."""
    if not before or _GLUED.match(after) or _OPENING.search(before):
        return True
    if _ORDINAL.match(after) and len(after) <= 3 and before[-1].isdigit():
        return True
    return after == "-" or before == "-"


def _headings(lines: list[Line]) -> list[Line]:
    """Mark the short lines that stand between a finished passage and the next paragraph or list."""
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        text = line.text
        if starts_as("judge_heading", text):
            line.kind = "heading"
        if not _like_heading(line):
            continue
        before = _neighbour(lines, index, -1)
        after = _neighbour(lines, index, 1)
        if after is None or not (before is None or _TERMINAL.search(before.text) or _like_heading(before)):
            continue
        item = _LABEL.match(text)
        if (
            item
            and before is not None
            and (_LABEL.match(before.text) or before.text.endswith((":", "：", "–", "—", "-")))
        ):
            continue
        if after.number or after.kind == "heading" or (not item and _LABEL.match(after.text)):
            line.kind = "heading"
    return lines


def _neighbour(lines: list[Line], index: int, step: int) -> Line | None:
    """The nearest line with text on one side."""
    at = index + step
    while 0 <= at < len(lines):
        if lines[at].kind != "side" and lines[at].text:
            return lines[at]
        at += step
    return None


def _like_heading(line: Line) -> bool:
    text = line.text
    if line.kind != "text" or line.number or not text or len(text) > 140 or text[0].islower():
        return False
    quoted = text[0] in '“「"' and text[-1] in '”」"'
    return not quoted and not _PUNCTUATED.search(text)
