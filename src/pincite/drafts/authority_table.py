"""The table of authorities that a draft brings along: where it stands, and what each of its entries lists.

Keeps true:
1. A table begins at a heading of the list `data/authority_tables.tsv`, or at a paragraph that Word made as one, and ends at
   the next heading that is none of its own parts, or where two paragraphs in a row cite nothing.
2. An entry is a block of it with a citation, in a PDF file a line; the page numbers at its end are what it lists. Of a table that
   lists pages, lines without them end the table.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pincite.citations.mention import Mention
from pincite.drafts.draft import Block, Draft
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["TableEntry", "table_entries"]

_LONGEST_HEADING = 80
_LONGEST_ENTRY = 600
_WAITING = 2
_SILENT = 2
_DECORATION = pattern(r"\A[\s#*_\d.)IVX]*(?=[^\W\d_])|[\s:：*_#]+\Z")
_PAGES = pattern(
    r"(?:[\s.…·\t|]|pp?\.|S\.|Seiten?|pages?)*(?P<pages>\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:[,;\s]+\d{1,4}(?:\s?[-–]\s?\d{1,4})?)*)\s*\|?\s*\Z"
)


class TableEntry(NamedTuple):
    """An entry of a draft's table of authorities.

    Attributes:
        start, end, text: the block, as it stands.
        mentions: indices of the citations in it.
        pages: the pages it lists, in order; empty when it lists none.

    """

    start: int
    end: int
    text: str
    mentions: tuple[int, ...]
    pages: tuple[int, ...]


def table_entries(draft: Draft, mentions: Sequence[Mention]) -> list[TableEntry]:
    """The entries of all tables of authorities of a draft, in order."""
    ends = [mention.end for mention in mentions]  # a title may begin in the heading above
    found: list[TableEntry] = []
    waiting: list[TableEntry] = []  # of a table that lists pages, entries whose pages may stand on the next line
    inside = paged = False
    silent = 0
    for block in _units(draft):
        text = draft.text[block.start : block.end]
        if _is_heading(text, "table"):
            found, waiting = (found if paged else [*found, *waiting]), []
            inside, paged, silent = True, False, 0
            continue
        if not inside and not _made_by_word(draft, block):
            continue
        own = range(bisect_right(ends, block.start), bisect_right(ends, block.end))
        if _is_heading(text, "part"):
            silent = 0
        elif block.kind == "heading" or len(text) > _LONGEST_ENTRY or len(waiting) > _WAITING or silent >= _SILENT:
            inside, waiting = False, waiting[: 0 if paged else None]
        elif own or _pages(text, 0):
            silent = 0
            after = mentions[own[-1]].end - block.start if own else 0
            waiting.append(TableEntry(block.start, block.end, text, tuple(own), _pages(text, after)))
            if waiting[-1].pages or not paged:
                paged = paged or bool(waiting[-1].pages)
                found, waiting = [*found, *waiting], []
        elif block.kind != "rule":
            silent += 1
    return [entry for entry in found if entry.mentions or entry.pages]


def _units(draft: Draft) -> Iterator[Block]:
    """The blocks; of a PDF file its lines, which say better what an entry is."""
    lines = [line[0] for line in draft.written.lines] if draft.written is not None else []
    for block in draft.blocks:
        cuts = lines[bisect_right(lines, block.start) : bisect_left(lines, block.end)]
        for start, end in pairwise([block.start, *cuts, block.end]):
            yield block._replace(start=start, end=end)


def _made_by_word(draft: Draft, block: Block) -> bool:
    passage = draft.written.passage_at(block.start) if draft.written is not None else None
    return passage is not None and passage.style.casefold().startswith("table of authorities")


def _is_heading(text: str, kind: str) -> bool:
    return len(text) <= _LONGEST_HEADING and _DECORATION.sub("", text).casefold() in _headings()[kind]


@cache
def _headings() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {"table": set(), "part": set()}
    for kind, _, listed in rows("pincite.drafts.data", "authority_tables.tsv"):
        found[kind].update(heading.casefold() for heading in listed.split("|"))
    return {kind: frozenset(words) for kind, words in found.items()}


def _pages(text: str, after: int) -> tuple[int, ...]:
    """The numbers that end an entry behind its last citation and what leads to them."""
    match = _PAGES.match(text, max(0, after))
    if match is None:
        return ()
    found: list[int] = []
    for first, last in re.findall(r"(\d{1,4})(?:\s?[-–]\s?(\d{1,4}))?", match.group("pages")):
        low, high = int(first), int(last or first)
        found += range(low, min(high, low + 500) + 1)
    return tuple(found)
