"""Specimens of Swiss citations: texts with their mentions marked, read from the tables beside this file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent / "specimens"
_MARK = re.compile(r"\[\[(?P<text>(?:[^\[\]|]|\[(?!\[)|\](?!\]))*)\|(?P<short>~?)(?P<reference>[^\]]*)\]\]")


class Marked(NamedTuple):
    """A mention as a specimen marks it: start, end, whether it is short, reference."""

    start: int
    end: int
    short: bool
    reference: str | None


class Specimen(NamedTuple):
    """A text, its settings, and the mentions it holds."""

    name: str
    language: str
    own: str
    text: str
    mentions: tuple[Marked, ...]


def specimens(*names: str) -> list[Specimen]:
    """The specimens of the tables `names`, all when none is named."""
    paths = [FOLDER / f"{name}.tsv" for name in names] or sorted(FOLDER.glob("*.tsv"))
    return [
        _specimen(path.stem, line)
        for path in paths
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def _specimen(table: str, line: str) -> Specimen:
    language, own, marked, what = line.split("\t")
    marked = marked.replace("\\n", "\n").replace("\\t", "\t").replace("\\u00a0", "\u00a0")
    text, mentions, position = "", [], 0
    for match in _MARK.finditer(marked):
        text += marked[position : match.start()]
        reference = None if match["reference"] == "-" else match["reference"]
        mentions.append(Marked(len(text), len(text) + len(match["text"]), bool(match["short"]), reference))
        text += match["text"]
        position = match.end()
    return Specimen(f"{table}: {what}", language, own, text + marked[position:], tuple(mentions))
