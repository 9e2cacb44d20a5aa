"""Where a number belongs among others: 14 < 14A < 15, (c) < (c-1) < (d), (ii) < (iia) < (iii).

Keeps true: a place is given only when the numbers that stand there follow the scheme themselves and every scheme they
follow gives the same place; otherwise None, and the caller refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

__all__ = ["place_of"]

Key = tuple[tuple[int, ...], ...]

_NUMBER = re.compile(r"(\d+)((?:[A-Za-z0-9]|[-.](?=[A-Za-z0-9]))*)\Z")
_LETTERS = re.compile(r"([A-Za-z]{1,2})((?:[-.]\w+)*)\Z")
_ROMAN = re.compile(
    r"(m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))([a-hj-km-uwyz]?)((?:[-.]\w+)*)\Z", re.IGNORECASE
)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PIECE = re.compile(r"\d+|[A-Za-z]+")
_LATIN = ("bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies")


def _tail(text: str) -> Key:
    """What follows a number: digits by value, letters by place in the alphabet, «bis», «ter» in their order."""
    pieces: list[tuple[int, ...]] = []
    for piece in _PIECE.findall(text):
        if piece.isdigit():
            pieces.append((1, int(piece)))
        elif piece.lower() in _LATIN:
            pieces.append((2, _LATIN.index(piece.lower())))
        else:
            pieces.append((2, len(piece), *map(ord, piece.lower())))
    return tuple(pieces)


def _roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text.lower()]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))


def _by_number(label: str) -> Key | None:
    found = _NUMBER.match(label)
    return ((int(found[1]),), *_tail(found[2])) if found else None


def _by_roman(label: str) -> Key | None:
    found = _ROMAN.match(label)
    if not found or not found[1]:
        return None
    return ((_roman(found[1]),), *_tail(found[2]), *_tail(found[3]))


def _doubled_after_z(label: str) -> Key | None:
    """Letters as in the drafting of the United States: (aa) follows (z)."""
    found = _LETTERS.match(label)
    if not found or (len(found[1]) == 2 and found[1][0].lower() != found[1][1].lower()):
        return None
    return ((len(found[1]), ord(found[1][0].lower())), *_tail(found[2]))


def _doubled_between(label: str) -> Key | None:
    """Letters as in the drafting of the Union: (aa) stands between (a) and (b)."""
    found = _LETTERS.match(label)
    if not found:
        return None
    return ((1, ord(found[1][0].lower())), *_tail(found[1][1:]), *_tail(found[2]))


SCHEMES: dict[str, tuple[Callable[[str], Key | None], ...]] = {
    "us": (_by_number, _by_roman, _doubled_after_z),
    "eu": (_by_number, _by_roman, _doubled_between),
}
"""The schemes of a drafting style: the ways in which its labels may be read."""


def place_of(label: str, siblings: Sequence[str | None], style: str) -> int | None:
    """The index before which a label belongs among its siblings' labels (None for a sibling without a number).

    None when no scheme of the style orders all of them, or two schemes disagree.
    """
    places: set[int] = set()
    labelled = [(index, each) for index, each in enumerate(siblings) if each]
    for scheme in SCHEMES[style]:
        own = scheme(label)
        keys = [scheme(each) for _, each in labelled]
        known = [key for key in keys if key is not None]
        if own is None or len(known) != len(keys) or any(a >= b for a, b in pairwise(known)):
            continue
        below = [index for (index, _), key in zip(labelled, known, strict=True) if key < own]
        places.add(below[-1] + 1 if below else (labelled[0][0] if labelled else 0))
    return places.pop() if len(places) == 1 else None
