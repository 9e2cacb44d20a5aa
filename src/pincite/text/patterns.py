"""Patterns that are compiled when they are first used.

Why: the grammars hold some four hundred patterns, half a second of compiling; a draft about one jurisdiction needs a
fraction of them. `pattern` stands where `re.compile` would, at module level, and costs nothing until a method is called.
"""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["pattern"]


class _Pattern:
    """Stands in for a compiled pattern; its methods are those of the compiled one from the first use on."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # reached only while an attribute is not set: the compiled pattern's methods then become this object's own
        compiled = re.compile(self._source, self._flags)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "split", "sub", "subn"):
            setattr(self, method, getattr(compiled, method))
        self.pattern = compiled.pattern
        self.flags = compiled.flags
        self.groups = compiled.groups
        self.groupindex = compiled.groupindex
        return getattr(compiled, name)


def pattern(source: str, flags: int | re.RegexFlag = 0) -> re.Pattern[str]:
    """As `re.compile`, later: a wrong pattern is noticed at its first use, which is why the tests use every one."""
    return cast("re.Pattern[str]", _Pattern(source, int(flags)))
