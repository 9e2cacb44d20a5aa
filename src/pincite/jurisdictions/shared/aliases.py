"""Names a text gives to what it cites: (“the PDPO”), (hereafter «the 1976 Act»), “the Act” means the … Act 2000, 下稱「條例」.

Keeps true: the index is made once a text, by one pass over its quotation marks; an alias holds the place where it was
given, so that a later definition may answer an earlier use and say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.text.patterns import beginning_with, pattern

__all__ = ["Definition", "alias_key", "definitions"]

_QUOTED = pattern(r"[“\"‘「『«]\s{0,8}(?P<term>[^\s“”\"‘’「」『』«»][^“”\"‘’「」『』«»\n]{0,60}?)\s{0,8}[”\"’」』»]")
_MEANS = pattern(r"\s{1,8}(?:means|refers\s{1,4}to|is|has\s{1,4}the\s{1,4}meaning)\s{1,8}(?:the\s{1,4})?")
_OPENERS = pattern(r"[(（]\s{0,4}(?:hereinafter|hereafter|referred\s{1,4}to|collectively|together|the|as|or|called|defined|ci-après|dénommée?|le|la|im\s{1,3}Folgenden|nachfolgend|下稱|簡稱|以下簡稱|以下稱|,|\b[A-V]\b(?=\s)|\s){0,12}\Z", re.IGNORECASE)  # fmt: skip

_JOINED = r"[”\"’」』]\s{0,2}(?:or|and|及|或|,)\s{0,2}(?:the\s)?\Z"
_CHAINED = pattern(_JOINED)
_LAST_TERM = pattern(rf"[“\"‘「『][^“”\"‘’「」『』\n]{{1,60}}{_JOINED}")
"""«(“the Scheme” or “the Plan”)»: the term before, so that what stands before that is seen."""
_OPENING, _CLOSING = '“"‘「『«', '”"’」』'


class Definition(NamedTuple):
    """A term and where its meaning stands: directly before `before`, or from `after` on."""

    term: str
    before: int | None
    after: int | None


@lru_cache(4096)
def alias_key(term: str) -> str:
    """The term as it is compared: no article, single spaces."""
    words = " ".join(term.split())
    return re.sub(r"\A(?:the|The|該|本)\s?", "", words)


def definitions(reading: TextReading) -> tuple[Definition, ...]:
    """Every definition by quotation marks, in order; found once a text, for all packs."""
    known: tuple[Definition, ...] | None = reading.memory.get("definitions")
    if known is None:
        known = reading.memory["definitions"] = tuple(_find(reading.text))
    return known


def _find(text: str) -> Iterator[Definition]:
    for match in beginning_with(_OPENING, _QUOTED, text):
        term = match.group("term")
        window = text[max(0, match.start() - 60) : match.start()]
        opener = _OPENERS.search(window) if "(" in window or "（" in window else None
        if opener:
            yield Definition(alias_key(term), match.start() - (len(window) - opener.start()), None)
            continue
        chained = _CHAINED.search(window) if any(sign in window for sign in _CLOSING) else None
        if chained:
            earlier = _OPENERS.search(_LAST_TERM.sub("", window))
            if earlier:
                yield Definition(alias_key(term), match.start() - (len(window) - earlier.start()), None)
                continue
        means = _MEANS.match(text, match.end())
        if means:
            yield Definition(alias_key(term), None, means.end())
