r"""What looks like a citation of whatever law: the forms of `data/raw_forms.tsv`, found in one text after the other.

Keeps true: what is found is what each form finds by itself. Which forms are tried at all is decided by one pass of RE2 over
loosened forms (without lookarounds and word boundaries, with every kind of digit and white space): a form whose loosened
self matches nothing cannot match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from pincite.text.tables import rows

try:
    import re2
except ImportError:  # pragma: no cover - the platforms without a wheel (musl)
    re2 = None

__all__ = ["forms_in", "loosened"]

_NUMBER = r"\(?\d{1,4}[A-Za-z]{0,3}(?![A-Za-z\d])(?:[.\u2011-]\d+)*(?:\s?\([0-9A-Za-z]{1,5}\))*"
_ROUND = re.compile(r"\(\?<?[=!]")
_HEX = re.compile(r"\\u([0-9a-fA-F]{4})")


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """(kind, pattern) of each row."""
    return tuple(
        (kind, re.compile(pattern.replace("{n}", _NUMBER), re.IGNORECASE if "i" in flags else 0))
        for kind, flags, pattern, _example in rows("pincite.answers", "data/raw_forms.tsv")
    )


def loosened(pattern: str) -> str:
    """A pattern for RE2 that matches wherever `pattern` matches, and in more places."""
    out: list[str] = []
    at = 0
    while at < len(pattern):
        if _ROUND.match(pattern, at):
            at = _behind_group(pattern, at)
        elif pattern[at] == "\\":
            hexed = _HEX.match(pattern, at)
            out.append(f"\\x{{{hexed[1]}}}" if hexed else _escape(pattern[at : at + 2]))
            at = hexed.end() if hexed else at + 2
        elif pattern[at] == "[":
            end = _behind_class(pattern, at)
            out.append(_HEX.sub(r"\\x{\1}", pattern[at:end]))
            at = end
        else:
            out.append(pattern[at])
            at += 1
    return "".join(out)


def _escape(written: str) -> str:
    return {r"\b": "", r"\d": r"\p{Nd}", r"\s": r"[\s\x0b\x1c-\x1f\x{85}\pZ]"}.get(written, written)


def _behind_class(pattern: str, at: int) -> int:
    at += 2 if pattern.startswith("[^", at) else 1
    while pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _behind_group(pattern: str, at: int) -> int:
    """The end of the group that opens at a place."""
    depth = 0
    while True:
        if pattern[at] == "[":
            at = _behind_class(pattern, at)
            continue
        depth += (pattern[at] == "(") - (pattern[at] == ")")
        at += 2 if pattern[at] == "\\" else 1
        if depth == 0:
            return at


@cache
def _which() -> Callable[[str], Sequence[int]]:
    """Which forms may match a text."""
    if re2 is None:  # pragma: no cover - as above
        return lambda _text: range(len(_forms()))
    options = re2.Options()
    options.max_mem = 64 << 20
    loose = re2.Set.SearchSet(options)
    for _, pattern in _forms():
        flags = "(?i)" if pattern.flags & re.IGNORECASE else ""
        loose.Add((flags + loosened(pattern.pattern)).encode())
    loose.Compile()
    return lambda text: sorted(loose.Match(text.encode("utf-8", "replace")) or ())


def forms_in(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of what looks like a citation, form by form in the order of the table."""
    known = _forms()
    for index in _which()(text):
        kind, pattern = known[index]
        for match in pattern.finditer(text):
            yield kind, match.start(), match.end()
