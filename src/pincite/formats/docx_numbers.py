"""Numbers that Word makes itself: «1.», «(a)», «2.1» before a paragraph, which stand nowhere in its text.

Keeps true: paragraphs are counted in their order, each list by its own definition and level (ECMA-376, 17.9); a level
that is used begins the deeper ones anew. A kind of number that is not known is written in digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pincite.formats.docx_parts import Style, value_of
from pincite.formats.tree import Element

__all__ = ["Numbering"]

_PLACEHOLDER = re.compile(r"%([1-9])")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_CHINESE = "零一二三四五六七八九"
_DEEPEST = 8


@dataclass(slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    legal: bool = False
    restart: int | None = None


@dataclass(slots=True)
class _List:
    levels: dict[int, _Level] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """The lists of a file, and how far each was counted."""

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, _List] = {}
        self._of: dict[str, str] = {}
        self._starts: dict[str, dict[int, int]] = {}
        self._own: dict[str, dict[int, _Level]] = {}  # levels that a list writes in its own way
        if root is None:
            return
        for element in root.elements("abstractNum"):
            levels = {_whole(level.get("ilvl")): _level(level) for level in element.elements("lvl")}
            self._lists[element.get("abstractNumId")] = _List(levels)
        for element in root.elements("num"):
            number = element.get("numId")
            self._of[number] = value_of(element, "abstractNumId")
            for override in element.elements("lvlOverride"):
                start, level = override.first("startOverride"), override.first("lvl")
                at = _whole(override.get("ilvl"))
                if start is not None:
                    self._starts.setdefault(number, {})[at] = _whole(start.get("val"))
                if level is not None:
                    self._own.setdefault(number, {})[at] = _level(level)

    def label(self, properties: Element | None, style: Style) -> tuple[str, int]:
        """The number before a paragraph with these properties, and its level from 1; ("", 0) when it has none."""
        own = properties.first("numPr") if properties is not None else None
        number = value_of(own, "numId") or style.number
        level = _whole(value_of(own, "ilvl"), style.level or 0)
        numbers = self._lists.get(self._of.get(number, ""))
        if number in ("", "0") or numbers is None or level > _DEEPEST:
            return "", 0
        levels = numbers.levels | self._own.get(number, {})
        begun = self._starts.get(number, {}).pop(level, None)
        if begun is not None:
            numbers.counts[level] = begun
        elif level in numbers.counts:
            numbers.counts[level] += 1
        else:
            numbers.counts[level] = levels.get(level, _Level()).start
        for deeper in [one for one in numbers.counts if one > level]:
            restart = levels.get(deeper, _Level()).restart
            if restart is None or level < restart:
                del numbers.counts[deeper]
        return _written(levels, numbers.counts, level), level + 1


def _written(levels: Mapping[int, _Level], counts: Mapping[int, int], level: int) -> str:
    here = levels.get(level, _Level())
    if here.format == "bullet":
        return "•"
    if here.format == "none":
        return ""

    def count(match: re.Match[str]) -> str:
        of = int(match.group(1)) - 1
        at = levels.get(of, _Level())
        return spelt(counts.get(of, at.start), "decimal" if here.legal else at.format)

    return _PLACEHOLDER.sub(count, here.text).strip()


def spelt(number: int, format_: str) -> str:
    """A count in one of Word's formats."""
    if format_ in ("lowerLetter", "upperLetter") and number > 0:
        letter = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 20)
        return letter.upper() if format_ == "upperLetter" else letter
    if format_ in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        roman, left = "", number
        for value, sign in _ROMAN:
            while left >= value:
                roman, left = roman + sign, left - value
        return roman.upper() if format_ == "upperRoman" else roman
    if format_ == "decimalZero":
        return f"{number:02}"
    if format_ in ("chineseCounting", "taiwaneseCounting", "ideographDigital") and 0 < number < 100:
        tens, ones = divmod(number, 10)
        return (
            ("" if tens == 1 else _CHINESE[tens]) + "十" * (tens > 0) + ("" if tens and not ones else _CHINESE[ones])
            if tens
            else _CHINESE[ones]
        )
    return str(number)


def _level(element: Element) -> _Level:
    return _Level(
        _whole(value_of(element, "start"), 1),
        value_of(element, "numFmt", "decimal"),
        value_of(element, "lvlText"),
        element.first("isLgl") is not None,
        _whole(value_of(element, "lvlRestart")) if element.first("lvlRestart") is not None else None,
    )


def _whole(value: str, default: int = 0) -> int:
    return int(value) if value.isdecimal() and len(value) < 9 else default
