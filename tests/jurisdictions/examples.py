"""Examples that packs ship beside their grammars: `⟦words|reference⟧` in running text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from pincite.citations.extract import Extractor
from pincite.citations.mention import Mention
from pincite.text.tables import rows

_MARKED = re.compile(r"⟦(?P<words>[^⟦⟧|]*)\|(?P<form>~?)(?P<reference>[^⟦⟧!]*)(?:!(?P<reading>\w+))?⟧", re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A text with the citations it holds: (start, end, form, reference, reading)."""

    pack: str
    self_reference: str | None
    text: str
    expected: tuple[tuple[int, int, str, str | None, str], ...]


def read(pack: str, self_reference: str, marked: str) -> Example:
    """An example out of a row of the file."""
    marked = marked.replace("\\n", "\n")
    text, expected, at = "", [], 0
    for match in _MARKED.finditer(marked):
        text += marked[at : match.start()]
        start = len(text)
        text += match.group("words")
        reference = None if match.group("reference") == "-" else match.group("reference")
        form = "short" if match.group("form") else "full"
        expected.append((start, len(text), form, reference, match.group("reading") or "well_formed"))
        at = match.end()
    return Example(pack, self_reference or None, text + marked[at:], tuple(expected))


def examples(pack: str) -> list[Example]:
    """All examples of a pack."""
    return [read(pack, row[0], row[1]) for row in rows(f"pincite.jurisdictions.{pack}", "data/examples.tsv")]


@cache
def extractor(*packs: str) -> Extractor:
    """An extractor with these packs."""
    return Extractor([import_module(f"pincite.jurisdictions.{pack}.pack").PACK for pack in packs])


def found(mentions: tuple[Mention, ...]) -> tuple[tuple[int, int, str, str | None, str], ...]:
    """Mentions as examples write them."""
    return tuple((each.start, each.end, each.form, each.reference, each.reading) for each in mentions)
