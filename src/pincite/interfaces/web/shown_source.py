"""The source of a citation as the review page opens it: the passage a verdict rests on, in the text around it.

Keeps true: the words shown are those of the release that is open now, and are compared with what the report says it saw: by the digest
of their text and by the words themselves. Where they differ, or the release is not open, that is said and nothing else is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.corpus.answers import Block, Coverage
from pincite.errors import BadInput
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import Mark, Run, lines_safe, runs_of

__all__ = ["ShownBlock", "ShownSource", "shown_source"]

_AROUND = 2
"""Blocks before and after the one with the passage."""
_LONGEST = 6_000
"""Characters of a block that are shown around the passage."""


class Reads(Protocol):
    """What is needed of the releases."""

    def coverage(self) -> Sequence[Coverage]:
        """The releases that are open."""

    def blocks(self, expression: str) -> Sequence[Block]:
        """The blocks of a document."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A section, article or paragraph; `head` is its label where the text does not begin with it; `here` where the passage stands in it, `cut` where only part of it is shown."""

    head: str
    runs: tuple[Run, ...]
    here: bool
    cut: bool = False


@dataclass(frozen=True, slots=True)
class ShownSource:
    """The opened source.

    Attributes:
        problem: a word of the pages, `source_changed` or `source_absent`; "" where the passage stands as the report says.
        language: of the text.
        address: of the place in the pages of the release.

    """

    problem: str
    release: str
    language: str
    blocks: tuple[ShownBlock, ...]
    address: str


def shown_source(corpus: Reads, evidence: Mapping[str, Any]) -> ShownSource:
    """Open the source of a citation.

    Args:
        corpus: the releases that are open.
        evidence: of the citation, as in the report.

    """
    expression, release = str(evidence["expression"]), str(evidence["release"])
    language = expression.partition("@")[2].partition("/")[0]
    place = str(evidence["place"])
    address = addresses.law_of(
        str(evidence["work"]) + (f"#{place}" if place else ""), as_of=str(evidence["as_of"]), language=language
    )

    def said(problem: str, blocks: tuple[ShownBlock, ...] = ()) -> ShownSource:
        return ShownSource(problem, lines_safe(release), language, blocks, address)

    if release not in {each.release for each in corpus.coverage()}:
        return said("source_absent")
    try:
        blocks = corpus.blocks(expression)
    except BadInput:
        return said("source_absent")
    found = _passage(blocks, evidence)
    if found is None:
        return said("source_changed")
    at, start, end = found
    around = range(max(0, at - _AROUND), min(len(blocks), at + _AROUND + 1))
    return said(
        "",
        tuple(_shown(blocks[i], *((start, end) if i == at else (0, 0)), before=i < at, here=i == at) for i in around),
    )


def _passage(blocks: Sequence[Block], evidence: Mapping[str, Any]) -> tuple[int, int, int] | None:
    """The block of the passage and where in it the passage stands; None where the words are not there any more."""
    start, end, snippet = int(evidence["start"]), int(evidence["end"]), str(evidence["snippet"])
    if evidence["place"]:
        for at, block in enumerate(blocks):
            if block.eid == evidence["place"] and block.text[start:end] == snippet:
                kept = not evidence["text_sha256"] or block.text_sha256 == evidence["text_sha256"]
                return (at, start, end) if kept else None
        return None
    # of a whole document: offsets count in its text
    for at, block in enumerate(blocks):
        inside = start - block.document_start
        if 0 <= inside < len(block.text):
            stands = block.text[inside : inside + len(snippet)]
            return (at, inside, inside + len(stands)) if stands and snippet.startswith(stands) else None
    return None


def _shown(block: Block, start: int, end: int, *, before: bool, here: bool) -> ShownBlock:
    low, high = 0, len(block.text)
    if high > _LONGEST:
        if here:
            low = max(0, start - _LONGEST // 2)
            high = max(end, min(high, low + _LONGEST))
        elif before:
            low = high - _LONGEST // 4
        else:
            high = _LONGEST // 4
    head = "  ".join(part for part in (block.label, block.heading) if part)
    told = " ".join(head.split())
    # most texts begin with their own label and heading
    if " ".join(block.text[: len(head) + 20].split()).startswith(told):
        head = ""
    marks = [Mark(start - low, end - low, "passage")] if here else []
    return ShownBlock(
        lines_safe(head),
        runs_of(block.text[low:high], marks),
        here,
        cut=(low, high) != (0, len(block.text)),
    )
