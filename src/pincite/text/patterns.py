"""Patterns that are compiled when they are first used.

Why: the grammars hold some four hundred patterns, half a second of compiling; a draft about one jurisdiction needs a
fraction of them. `pattern` stands where `re.compile` would, at module level, and costs nothing until a method is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

__all__ = ["beginning_with", "pattern"]


class _Compiled:
    """A compiled pattern: its methods are this object's own attributes."""

    match: Any


class _Pattern(_Compiled):
    """Stands in for a compiled pattern; from the first use on it is one.

    A class with `__getattr__` is looked at twice for every attribute, also for those that are there: so the object leaves it.
    """

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        self.__class__ = _Compiled  # type: ignore[assignment]  # of one layout
        for attribute in _ATTRIBUTES:
            setattr(self, attribute, getattr(compiled, attribute))
        return getattr(compiled, name)


_ATTRIBUTES = (
    *("match", "search", "fullmatch", "finditer", "findall", "split", "sub", "subn"),
    *("pattern", "flags", "groups", "groupindex"),
)


def pattern(source: str, flags: int | re.RegexFlag = 0) -> re.Pattern[str]:
    """As `re.compile`, later: a wrong pattern is noticed at its first use, which is why the tests use every one."""
    return cast("re.Pattern[str]", _Pattern(source, int(flags)))


def beginning_with(words: Sequence[str], compiled: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """As `compiled.finditer(text)`, for a pattern whose every match begins with one of `words`.

    A word alone is looked for many times as fast as a choice of several, or a class of characters.
    """
    end = 0
    for at in sorted(place.start() for word in words if word in text for place in re.finditer(re.escape(word), text)):
        if at >= end and (match := compiled.match(text, at)):
            yield match
            end = match.end()
