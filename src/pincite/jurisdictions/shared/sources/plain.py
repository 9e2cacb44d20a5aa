"""Plain text (reader `text`): a firm's own sources and guidance that exist as text only.

Keeps true: paragraphs are separated by empty lines; lines inside one run on, unless a label («1.2», «(a)», «Rz 5») begins
the next. A line that names a provision («Art. 5 Zweck», «§ 7 …», «Section 3 …») is its heading. A head between two lines
of «---» says which work it is (document.py); the spec's options say what a head leaves out, and `encoding` where it is
not UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.jurisdictions.shared.sources.document import read_prose
from pincite.jurisdictions.shared.sources.prose import Part, names_provision
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "paragraphs", "read"]

EXTRACTOR = "text/1"

_EMPTY = ("\n", "\r\n", "")
_LINE = re.compile(r"[^\r\n\f]*(?:\r\n|[\r\n\f]|\Z)")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The text in a file.

    Raises:
        UnreadableSource: when it is no text, does not say its work and language, or holds nothing.

    """
    return [read_prose(data, _parts, name=name, options=options, extractor=EXTRACTOR)]


def _parts(text: str, start: int) -> Iterator[Part]:
    for lines in paragraphs(text, start):
        rest = list(lines)
        while rest and names_provision(text[rest[0][0] : rest[0][1]]):
            yield Part("heading", (rest.pop(0),), level=1)
        if rest:
            yield Part("text", tuple(rest))


def paragraphs(text: str, start: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Runs of lines with words on them, from `start`."""
    lines: list[tuple[int, int]] = []
    for found in _LINE.finditer(text, start):
        line = found[0]
        if line not in _EMPTY and line.strip("\r\n\f \t\u00a0\ufeff"):
            begin = found.start()
            lines.append((begin, begin + len(line.rstrip("\r\n\f"))))
        elif lines:
            yield tuple(lines)
            lines = []
    if lines:
        yield tuple(lines)
