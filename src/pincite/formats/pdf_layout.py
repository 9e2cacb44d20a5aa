"""What on the pages of a PDF file is layout: running heads and feet, line numbers, footnotes and their marks.

Keeps true:
1. A head or foot is one because it returns: on the same height of several pages it bears the page's own number in step
   with the pages, or the same words (numbers apart). One page alone shows none, save a line that is «Page 3 of 10».
2. Line numbers count up by one step, at the same distance, in the margin; numbers of paragraphs do not.
3. Footnotes are the small print at the foot of a page that begins with a number or sign which is raised there or in the
   text above. A raised sign in the text is a mark when a note of that label stands on the page; another stays in the text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.formats.pdf_lines import TextLine

__all__ = ["Laid", "body_size", "lay_out", "note_label", "raised"]

_DIGITS = re.compile(r"\d+")
_PAGE_ONLY = re.compile(
    r"[\W_]*(?:(?:page|seite|pagina|s\.|p\.|pag\.)\s*)?(\d{1,4})(?:\s*(?:of|von|sur|di|/)\s*\d{1,4})?[\W_]*\Z",
    re.IGNORECASE,
)
_PAGE_NAMED = re.compile(
    r"[\W_]*(?:page|seite|pagina)\s*\d{1,4}(?:\s*(?:of|von|sur|di|/)\s*\d{1,4})?[\W_]*\Z", re.IGNORECASE
)
_NOTE = re.compile(r"(?P<label>\d{1,4}|[*†‡§]{1,3})(?=\s|[A-Z\u00c0-\u00de\"“«‘(])")
_EDGE_LINES = 4
_EDGE_ZONE = 0.15  # of the height of the page
_BAND = 4.0  # points within which lines of different pages stand on the same height
_SMALL = 0.94
_FEWEST_LINE_NUMBERS = 6


@dataclass(slots=True)
class Laid:
    """Lines of a page by what they are.

    Attributes:
        text: the lines of its text in order.
        notes: those of its footnotes in order.
        besides: lines that are layout, `role` says what.

    """

    page: int
    text: list[TextLine]
    notes: list[TextLine]
    besides: list[TextLine]


def body_size(pages: Sequence[Sequence[TextLine]]) -> float:
    """The size most characters have."""
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.characters)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def lay_out(pages: Sequence[list[TextLine]], heights: Sequence[float]) -> list[Laid]:
    """The lines of each page told apart; `heights` are those of the pages, in points."""
    size = body_size(pages)
    _running(pages, heights)
    found: list[Laid] = []
    for whole in pages:
        lines = _without_line_numbers(whole)
        _notes([line for line in lines if line.role == "text"], size)
        found.append(
            Laid(
                lines[0].page if lines else 0,
                [line for line in lines if line.role == "text"],
                [line for line in lines if line.role == "note"],
                [line for line in lines if line.role not in ("text", "note")],
            )
        )
    return found


# ---- heads and feet


def _running(pages: Sequence[list[TextLine]], heights: Sequence[float]) -> None:
    """Mark heads and feet (rule 1): what stands near the edge of its page, from the edge inwards."""
    for role, top in (("page_head", True), ("page_foot", False)):
        edges = [
            sorted(
                (line for line in lines if _near(line, height, top=top)), key=lambda line: -line.y1 if top else line.y0
            )[:_EDGE_LINES]
            for lines, height in zip(pages, heights, strict=True)
        ]
        for depth in range(_EDGE_LINES):
            level = [
                (index, edge[depth])
                for index, edge in enumerate(edges)
                if len(edge) > depth and all(line.role == role for line in edge[:depth])
            ]
            marked = _returning(level, len(pages), exactly=depth > 0)
            for line in marked:
                line.role = role
            if not marked:
                break
    _keep_text(pages)


def _keep_text(pages: Sequence[list[TextLine]]) -> None:
    """A file of nothing but heads and feet is none: pages that are alike are its text. Its page numbers stay what they are."""
    lines = [line for page in pages for line in page]
    if not any(line.role == "text" for line in lines):
        for line in lines:
            if not _PAGE_NAMED.match(line.text) and not _PAGE_ONLY.match(line.text):
                line.role = "text"


def _near(line: TextLine, height: float, *, top: bool) -> bool:
    edge = _EDGE_ZONE * height
    return line.y0 > height - edge if top else line.y1 < edge


def _returning(level: Sequence[tuple[int, TextLine]], count: int, *, exactly: bool) -> list[TextLine]:
    """Lines that return; below the outermost line numbers count as words do, or paragraphs that are alike would be heads."""
    lone = [line for _, line in level if _PAGE_NAMED.match(line.text)]
    if count < 2:
        return lone
    found = {id(line): line for line in lone}
    for _, line in _numbered(level):
        if not exactly or _PAGE_ONLY.match(line.text):
            found[id(line)] = line
    alike: dict[str, list[TextLine]] = defaultdict(list)
    for _, line in level:
        words = " ".join(line.text.split()).casefold()
        alike[words if exactly else _DIGITS.sub("#", words)].append(line)
    enough = max(2, min(3, count // 2))
    for key, lines in alike.items():
        if len(lines) >= enough and sum(map(str.isalpha, key)) > 2 and _same_height(lines, enough):
            found.update((id(line), line) for line in lines)
    return list(found.values())


def _numbered(level: Sequence[tuple[int, TextLine]]) -> Iterator[tuple[int, TextLine]]:
    """Lines of one height that bear a number in step with the pages."""
    steps: Counter[int] = Counter()
    for index, line in level:
        steps.update({int(digits) - index for digits in _edge_numbers(line.text)})
    if not steps:
        return
    step, votes = steps.most_common(1)[0]
    if votes < 2 or votes < 0.5 * len(level):
        return
    bearing = [(index, line) for index, line in level if index + step in {int(d) for d in _edge_numbers(line.text)}]
    heights = Counter(round(line.y0 / _BAND) for _, line in bearing)
    common = heights.most_common(1)[0][0]
    for index, line in bearing:
        if abs(round(line.y0 / _BAND) - common) <= 1 or _PAGE_ONLY.match(line.text):
            yield index, line


def _edge_numbers(text: str) -> list[str]:
    """The numbers at the beginning and the end of a line, where a page number stands."""
    words = text.split()
    if not words:
        return []
    near = [*words[:2], *words[-2:]] if len(words) < 14 else []
    alone = _PAGE_ONLY.match(text)
    found = [alone.group(1)] if alone else []
    return found + [digits for word in near if (digits := word.strip("-–—.,|[]()/")).isdecimal() and len(digits) < 5]


def _same_height(lines: Sequence[TextLine], enough: int) -> bool:
    heights = Counter(round(line.y0 / _BAND) for line in lines)
    common, votes = heights.most_common(1)[0]
    return votes + heights.get(common + 1, 0) + heights.get(common - 1, 0) >= enough


# ---- line numbers


def _without_line_numbers(lines: list[TextLine]) -> list[TextLine]:
    """Lines with the numbers of lines parted from them, as lines of their own (rule 2)."""
    found: list[tuple[TextLine, int]] = []
    for line in lines:
        if line.role == "text" and (digits := re.match(r"\d{1,3}(?=\s|\Z)", line.text)):
            found.append((line, digits.end()))
    if len(found) < _FEWEST_LINE_NUMBERS or not _counts_evenly(found):
        return lines
    numbered = {id(line): end for line, end in found}
    parted: list[TextLine] = []
    for line in lines:
        end = numbered.get(id(line))
        if end is None:
            parted.append(line)
            continue
        number = line.characters[:end]
        right = number[-1].x1
        parted.append(TextLine(number, line.x0, line.y0, right, line.y1, number[0].size, line.page, "line_number"))
        rest = line.characters[end:]
        while rest and not rest[0].text.strip():
            rest = rest[1:]
        if rest:
            parted.append(TextLine(rest, rest[0].x0, line.y0, line.x1, line.y1, line.size, line.page))
    return parted


def _counts_evenly(found: Sequence[tuple[TextLine, int]]) -> bool:
    values = [int(line.text[:end]) for line, end in found]
    steps = {later - earlier for earlier, later in pairwise(values)}
    if len(steps) != 1 or (step := steps.pop()) not in (1, 5, 10):
        return False
    gaps = [(earlier.y0 - later.y0) / step for (earlier, _), (later, _) in pairwise(found)]
    middle = sorted(gaps)[len(gaps) // 2]
    even = sum(abs(gap - middle) <= 0.2 * middle for gap in gaps) >= 0.8 * len(gaps) if middle > 0 else False
    edge = min(line.x0 for line, _ in found)
    return even and all(line.x0 - edge < 2.5 * line.size for line, _ in found)


# ---- notes


def note_label(line: TextLine) -> str:
    """The number or sign a footnote begins with, "" when it begins with none."""
    found = _NOTE.match(line.text)
    return found["label"] if found else ""


def _sign(line: TextLine, low: int, high: int) -> str:
    return "".join(character.text for character in line.characters[low:high]).strip("[]() ,")


def _raises(line: TextLine) -> bool:
    """Whether a line begins with a raised sign."""
    return next((low == 0 for low, _ in raised(line)), False)


def _notes(lines: Sequence[TextLine], size: float) -> None:
    """Mark the small print at the foot that a numbered note begins."""
    last = len(lines)
    while last and lines[last - 1].size <= _SMALL * size:
        last -= 1
    small = lines[last:]
    if not small or (last and small[0].y1 > lines[last - 1].y0 + size):
        return
    marks = {_sign(line, low, high) for line in lines[:last] for low, high in raised(line)}
    begins = next(
        (i for i, line in enumerate(small) if (label := note_label(line)) and (label in marks or _raises(line))), None
    )
    if begins is None:
        return
    for line in small[begins:]:
        line.role = "note"


def raised(line: TextLine) -> Iterator[tuple[int, int]]:
    """Stretches of characters that stand small and above the line, as indices into `characters`."""
    start: int | None = None
    for index, character in enumerate(line.characters):
        up = (
            character.size < 0.85 * line.size
            and character.y0 > line.y0 + 0.08 * line.height
            and bool(character.text.strip())
        )
        if up and start is None:
            start = index
        elif not up and start is not None:
            yield start, index
            start = None
    if start is not None:
        yield start, len(line.characters)
