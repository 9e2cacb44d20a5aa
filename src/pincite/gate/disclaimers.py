"""The marker of a disclaimed citation, and a copy of a draft that bears it.

Keeps true: the draft is never changed; the copy is the draft with one marker right behind each citation named, and nothing else:
taking the markers away gives the draft again, character for character. A copy somebody made by hand counts when it says the same,
white space apart.

Data: `data/markers.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pincite.text.tables import rows

__all__ = ["Marked", "bears_marker", "disclaimed", "is_disclaimed", "marker"]


_NEAR = 200
"""Characters behind a citation in which its marker is looked for."""


class Marked(NamedTuple):
    """A citation to be marked: where it ends in the draft's text, and the language around it."""

    end: int
    language: str


@cache
def _markers() -> dict[str, tuple[str, str]]:
    return {
        language: ("" if gap == "none" else " ", words)
        for language, gap, words in rows("pincite.gate.data", "markers.tsv")
    }


def marker(language: str) -> str:
    """The marker in a language; in English where there is none of its own. Traditional characters stand for Chinese."""
    return _of(language)[1]


def _of(language: str) -> tuple[str, str]:
    known = _markers()
    return known.get(language) or known.get(language.partition("-")[0]) or known["en"]


def bears_marker(text: str, end: int) -> bool:
    """Whether a marker, in whatever language, stands right behind a citation that ends there; brackets and marks may part them."""
    behind = text[end : end + _NEAR].lstrip(" \n\t)]}*_`»”\"'.,;")
    return any(behind.startswith(words) for _, words in _markers().values())


def disclaimed(text: str, citations: Iterable[Marked]) -> str:
    """The copy: `text` with a marker behind each citation."""
    parts: list[str] = []
    done = 0
    for end, language in sorted(set(citations)):
        gap, words = _of(language)
        parts += [text[done:end], gap, words]
        done = end
    return "".join([*parts, text[done:]])


def is_disclaimed(copy: str, text: str, citations: Iterable[Marked]) -> bool:
    """Whether a copy is the draft with the markers, white space apart."""
    return "".join(copy.split()) == "".join(disclaimed(text, citations).split())
