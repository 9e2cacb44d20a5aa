"""The scan of every text at build: characters nobody sees, and phrases addressed to a machine. It flags, and alters nothing.

Keeps true: each hidden character of the table is flagged with its offset and code point, except a joiner between letters
of a script that spells with it; a flag says «look here», not «this is an attack»: law has soft hyphens, and law about
language models speaks of them. What counts is data: `data/hidden_characters.tsv`, `data/directives.tsv`.

Offsets are code points of the text given, or bytes of the source given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from pincite.text.tables import rows

try:
    import re2
except ImportError:  # pragma: no cover
    re2 = None

__all__ = ["DIRECTIVE", "Flag", "flags_of", "is_clean", "scan_source", "scan_text"]

DIRECTIVE = "directive_phrase"
COMMENT = "source_comment"
COMMENT_DIRECTIVE = "directive_in_comment"
HIDDEN_STYLE = "source_hidden_style"

_PACKAGE = "pincite.corpus"
_SPACE = "[\\s\u00a0\u202f\u3000]"
_JOINERS = "\u200c\u200d"
_COMMENT = re.compile(rb"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_STYLE = re.compile(
    rb"(?i)style\s*=\s*[\"'][^\"'>]{0,400}?(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]))"
)


class Flag(NamedTuple):
    """Something to look at: its code, where it stands, and what stands there (code points, or the phrase)."""

    code: str
    start: int
    end: int
    what: str


def scan_text(text: str) -> tuple[Flag, ...]:
    """The flags of a text, in order of their places."""
    # nearly every text has none: one quick look over its bytes says so
    data = text.encode("utf-8", "surrogatepass")
    hidden = _hidden(text) if _quick(_hidden_class(), data) else []
    if not hidden:
        return _directives(text) if _quick(_directive_expression(), data) else ()
    return tuple(sorted((*hidden, *_directives(text)), key=lambda flag: (flag.start, flag.code)))


def flags_of(text: str) -> list[str]:
    """The codes of a text's flags, as they stand in the `flags` of its leaf."""
    return sorted({flag.code for flag in scan_text(text)})


def is_clean(texts: Iterable[str]) -> bool:
    """Whether none of these texts has a flag, by one look over all of them; False also where a look at each is needed.

    Between two texts stands a line feed, so that what one of them holds is found in all of them together.
    """
    data = "\n".join(texts).encode("utf-8", "surrogatepass")
    return not _quick(f"{_hidden_class()}|{_directive_expression()}", data)


def scan_source(data: bytes) -> tuple[Flag, ...]:
    """The flags of a source file: comments and hidden styles of its markup, which no text shows; offsets are bytes."""
    found: list[Flag] = []
    for comment in _COMMENT.finditer(data) if b"<!--" in data else ():
        found.append(Flag(COMMENT, comment.start(), comment.end(), ""))
        said = comment[1].decode("utf-8", errors="replace")
        found += [Flag(COMMENT_DIRECTIVE, comment.start(), comment.end(), flag.what) for flag in _directives(said)]
    if b"style" in data.lower():
        found += [Flag(HIDDEN_STYLE, style.start(), style.end(), "") for style in _STYLE.finditer(data)]
    return tuple(found)


def _hidden(text: str) -> list[Flag]:
    return [
        Flag(_code_of(match[0]), match.start(), match.end(), f"U+{ord(match[0]):04X}")
        for match in _hidden_characters()[0].finditer(text)
        if match[0] not in _JOINERS or not _spelling(text, match.start())
    ]


def _spelling(text: str, at: int) -> bool:
    """Whether a joiner stands after a letter of a script that is spelled with it."""
    name = unicodedata.name(text[at - 1], "") if at else ""
    return name.partition(" ")[0] in _joiner_scripts()


def _directives(text: str) -> tuple[Flag, ...]:
    # what is hidden between the letters of a phrase must not hide the phrase
    hidden = _hidden_characters()[0]
    if text.isascii() or hidden.search(text) is None:
        return tuple(
            Flag(DIRECTIVE, each.start(), each.end(), each[0])
            for each in _compiled(_directive_expression()).finditer(text)
        )
    kept = [index for index, each in enumerate(text) if not hidden.match(each)]
    bare = "".join(text[index] for index in kept)
    return tuple(
        Flag(DIRECTIVE, kept[each.start()], kept[each.end() - 1] + 1, each[0])
        for each in _compiled(_directive_expression()).finditer(bare)
    )


@cache
def _hidden_characters() -> tuple[re.Pattern[str], tuple[tuple[int, int, str], ...]]:
    """A pattern for one hidden character, and the ranges with their codes."""
    ranges = tuple(
        (int(first, 16), int(last, 16), code) for first, last, code, *_ in rows(_PACKAGE, "data/hidden_characters.tsv")
    )
    inside = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last, _ in ranges)
    return re.compile(f"[{inside}]"), ranges


def _code_of(character: str) -> str:
    point = ord(character)
    return next(code for first, last, code in _hidden_characters()[1] if first <= point <= last)


@cache
def _joiner_scripts() -> frozenset[str]:
    return frozenset(row[0] for row in rows(_PACKAGE, "data/joiner_scripts.txt"))


def _quick(pattern: str, data: bytes) -> bool:
    return _compiled(pattern).search(data if re2 is not None else data.decode("utf-8", "surrogatepass")) is not None


@cache
def _hidden_class() -> str:
    return f"[{''.join(f'{chr(first)}-{chr(last)}' for first, last, _ in _hidden_characters()[1])}]"


@cache
def _directive_expression() -> str:
    """All phrases as one expression."""
    return "|".join(
        f"(?:{pattern.replace(' ?', f'{_SPACE}*').replace(' ', f'{_SPACE}+')})"
        for _, pattern, *_ in rows(_PACKAGE, "data/directives.tsv")
    )


@cache
def _compiled(pattern: str) -> Any:
    """In RE2, because the texts are foreign and long, where it is installed."""
    if re2 is None:
        return re.compile(pattern, re.IGNORECASE)
    options = re2.Options()
    options.case_sensitive = False
    options.never_capture = True
    options.max_mem = 64 << 20
    return re2.compile(pattern, options)
