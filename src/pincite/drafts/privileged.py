"""The privileged passages of a draft: its blocks as the privacy room sees them.

Keeps true: headings keep their rank, notes the place that calls them, headers and footers of pages speak for the whole draft.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.drafts.draft import Block, Draft
from pincite.privacy.privileged import Finder, Part, PrivilegedPassage, privileged_passages

__all__ = ["privileged_in"]

_RANK = re.compile(r"#{1,6}")
_NUMBER = re.compile(r"[\s#*]*(\d{1,3}(?:\.\d{1,3})*)\.?(?=[\s*])")


def privileged_in(draft: Draft, own: Sequence[Finder] = ()) -> list[PrivilegedPassage]:
    """The privileged passages of a draft, in order; `own` are the patterns of a playbook."""
    return privileged_passages(draft.text, [_part(draft, block) for block in draft.blocks], own)


def _part(draft: Draft, block: Block) -> Part:
    place = draft.place(block.start)
    if place is not None and place.part in ("header", "footer"):
        return Part("page_header", block.start, block.end)
    if block.kind in ("front_matter", "comment"):
        return Part("front_matter", block.start, block.end)
    if block.kind == "heading":
        return Part("heading", block.start, block.end, _rank(draft.text[block.start : block.end], block.label))
    if block.kind == "note":
        return Part("note", block.start, block.end, called_at=draft.marks.get(block.label, -1))
    return Part("text", block.start, block.end)


def _rank(words: str, label: str) -> int:
    """By the marks of Markdown, else by the depth of its number, else the highest."""
    if marks := _RANK.match(words):
        return len(marks.group())
    number = _NUMBER.match(f"{label} ") or _NUMBER.match(words)
    return number.group(1).count(".") + 1 if number else 1
