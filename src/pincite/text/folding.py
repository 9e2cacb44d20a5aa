"""Folding: a text made comparable, with a map back to the text as it was given.

Keeps true:
1. Only characters listed in `data/folding.tsv`, full-width letters and digits, composed accents, runs of white space,
   dashes and full stops fold. Letters, digits, case and accents never do: `fold` is safe to compare for equality of words.
2. The map is total and monotone: every code point of the folded text leads to a non-empty span of the original, and
   `original_span` of neighbouring spans are in order.
3. Folding a folded text changes nothing.

What folds: quotation glyphs to `"` and `'`; dashes to one `-`; every white space, and a run of them, to one space, and to
nothing between two Chinese characters; soft hyphens and zero-width characters to nothing; ligatures to their letters;
full width to half width; a letter and its combining accents to the composed letter; `...` and `……` to `…`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache

from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["HAN", "Folded", "fold", "is_han"]

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as the inside of a character class."""

_HAN_EDGE = HAN + "\u3001-\u3011\u3014-\u301f、。"
_SPECIAL = {"<space>": " ", "<nothing>": "\u00ad"}


def is_han(character: str) -> bool:
    """Whether a character is Chinese."""
    return "\u3400" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or character >= "\U00020000"


@cache
def _tables() -> tuple[dict[int, str], dict[str, str]]:
    """Characters that fold to one character, and those that fold to several. What folds to nothing becomes a soft hyphen."""
    single: dict[int, str] = {}
    several: dict[str, str] = {}
    for target, cell in rows("pincite.text", "data/folding.tsv"):
        to = _SPECIAL.get(target, target)
        for item in re.findall(r"U\+[0-9A-F]{4,6}|[^ ]", cell):
            character = chr(int(item.removeprefix("U+"), 16)) if len(item) > 1 else item
            if len(to) == 1:
                single[ord(character)] = to
            else:
                several[character] = to
    for point in range(0xFF10, 0xFF5B):  # full-width digits and letters
        if chr(point - 0xFEE0).isalnum():
            single[point] = chr(point - 0xFEE0)
    return single, several


@cache
def _changes(*, plain: bool, han: bool, combining: bool) -> re.Pattern[str]:
    """What changes length, once the single characters are folded.

    `plain` of a text of ASCII characters alone; of one without Chinese, or without combining accents, less is looked for.
    """
    if plain:
        return re.compile(r"  +|--+|\.(?: ?\.){2}(?:\.(?: ?\.){2})*")
    several = "".join(_tables()[1])
    ways = [
        rf"(?<=[{_HAN_EDGE}])[ \u00ad]+(?=[{_HAN_EDGE}])" if han else "",
        r" [ \u00ad]+|\u00ad[ \u00ad]*",
        r"-(?:\u00ad*-)+",
        r"(?:…|\.(?:[ \u00ad]?\.){2})(?:\u00ad*(?:…|\.(?:[ \u00ad]?\.){2}))*",
        rf"[{several}]",
        r"[^\W\d_](?:\u00ad*[\u0300-\u036f])+" if combining else "",
    ]
    return re.compile("|".join(way for way in ways if way))


_COMBINING = re.compile(r"[\u0300-\u036f]")


class Folded:
    """A folded text and the way back.

    Attributes:
        text: the folded text.
        original: the text as given.

    """

    __slots__ = ("_from", "_rendered", "_to", "original", "text")

    def __init__(self, original: str, text: str, to: list[int], back: list[int], rendered: list[bool]) -> None:
        self.original = original
        self.text = text
        self._to = to  # starts of the runs in the folded text
        self._from = back  # where they start in the original, and its end
        self._rendered = rendered

    def original_start(self, offset: int) -> int:
        """Where the character at `offset` of the folded text begins in the original; the end of one is the end of the other."""
        if offset >= len(self.text):
            return len(self.original)
        run = bisect_right(self._to, offset) - 1
        return self._from[run] + (0 if self._rendered[run] else offset - self._to[run])

    def original_end(self, offset: int) -> int:
        """Where the character before `offset` of the folded text ends in the original."""
        if offset <= 0:
            return 0
        run = bisect_right(self._to, offset - 1) - 1
        if self._rendered[run]:
            return self._from[run + 1]
        return self._from[run] + offset - self._to[run]

    def original_span(self, start: int, end: int) -> Span:
        """The span of the original that `text[start:end]` of the folded text stands for."""
        if end <= start:
            at = self.original_end(start) if start else 0
            return Span(at, at)
        if end > len(self.text):
            return Span(self.original_start(start), self.original_end(end))
        to, back, rendered = self._to, self._from, self._rendered
        first = bisect_right(to, start) - 1
        last = bisect_right(to, end - 1, first) - 1
        begin = back[first] if rendered[first] else back[first] + start - to[first]
        return Span(begin, back[last + 1] if rendered[last] else back[last] + end - to[last])


def fold(text: str) -> Folded:
    """`text` folded for comparing, with its map. Linear in the length of the text."""
    single, several = _tables()
    flat = text if text.isascii() and not _CONTROL.search(text) else text.translate(single)
    parts: list[str] = []
    to: list[int] = []
    back: list[int] = []
    rendered: list[bool] = []
    at = 0
    length = 0
    plain = flat.isascii()
    han = not plain and _EDGE.search(flat) is not None
    combining = not plain and _COMBINING.search(flat) is not None
    for match in _changes(plain=plain, han=han, combining=combining).finditer(flat):
        start, end = match.span()
        if start > at:
            parts.append(flat[at:start])
            to.append(length)
            back.append(at)
            rendered.append(False)
            length += start - at
        new = _replacement(match.group(), several, joined=_between_han(flat, start, end))
        if new:
            parts.append(new)
            to.append(length)
            back.append(start)
            rendered.append(True)
            length += len(new)
        elif rendered and rendered[-1]:
            # what folds to nothing after a rendered run must not lengthen it
            to.append(length)
            back.append(start)
            rendered.append(True)
        at = end
    if at < len(flat):
        parts.append(flat[at:])
        to.append(length)
        back.append(at)
        rendered.append(False)
    back.append(len(text))
    if not parts:
        to, rendered, back = [0], [False], [0, len(text)]
    return Folded(text, "".join(parts), to, back, rendered)


_CONTROL = re.compile(r"[\t\n\x0b\x0c\r`]")
_EDGE = re.compile(rf"[{_HAN_EDGE}]")


def _between_han(flat: str, start: int, end: int) -> bool:
    return start > 0 and end < len(flat) and bool(_EDGE.match(flat[start - 1])) and bool(_EDGE.match(flat[end]))


def _replacement(found: str, several: dict[str, str], *, joined: bool) -> str:
    first = found[0]
    if first in " \u00ad":
        return " " if " " in found and not joined else ""
    if first == "-":
        return "-"
    if first in ".…":
        return "…"
    if first in several:
        return several[first]
    return unicodedata.normalize("NFC", found.replace("\u00ad", ""))
