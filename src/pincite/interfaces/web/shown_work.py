"""A work as a page shows it: its wordings, its structure as a tree, and its text by pages.

Keeps true: the tree is the publisher's, with what is not law marked in it; a page of text says where it begins and ends, and holds
whole blocks, so that nothing is cut within a provision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.corpus.answers import Block, ExpressionRecord, NodeRecord
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import Run, lines_safe, runs_of

__all__ = ["PAGE", "Branch", "ShownBlock", "ShownWork", "shown_work"]

PAGE = 20_000
"""Characters of a page of text, about."""

_PARTS = (
    "subsection",
    "paragraph",
    "subparagraph",
    "def",
    "definition",
    "item",
    "sentence",
    "range_member",
    "point",
    "indent",
)
"""What a tree of contents leaves out below a unit that has its own line."""

DEPTH = 6
BRANCHES = 3_000


@dataclass(slots=True)
class Branch:
    """A line of the tree of contents and what lies in it."""

    words: str
    address: str
    status: str
    children: list[Branch] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the text: its place with its address, "" where it has none; a heading bears no words beside its text."""

    id: str
    words: str
    address: str
    status: str
    role: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class ShownWork:
    """A work in one wording.

    Attributes:
        wordings: (language, state, address, shown) of all that are held, by language, newest first.
        facts: (name, value) of what the publisher says of it.
        tree_lines: how many lines the tree has; `tree_left_out`: how many more it would have.
        page, pages: which page of the text this is, of how many; from 1.
        page_addresses: of each.
        compare: address for two of its states, "" when one alone is held.

    """

    wordings: tuple[tuple[str, str, str, bool], ...]
    facts: tuple[tuple[str, str], ...]
    tree: tuple[Branch, ...]
    tree_lines: int
    tree_left_out: int
    blocks: tuple[ShownBlock, ...]
    page: int
    pages: int
    page_addresses: tuple[str, ...]
    states: tuple[str, ...]


def shown_work(
    record: ExpressionRecord,
    nodes: Sequence[NodeRecord],
    blocks: Sequence[Block],
    wordings: Sequence[ExpressionRecord],
    *,
    as_of: str = "",
    page: int = 1,
) -> ShownWork:
    """A work in the wording `record`."""
    pages = _pages(blocks)
    page = min(max(page, 1), len(pages))
    first, last = pages[page - 1]
    tree, lines, left_out = _tree(record, nodes, as_of)
    return ShownWork(
        wordings=tuple(
            (
                each.language,
                each.state,
                addresses.law(each.work, as_of=each.state, language=each.language),
                each.id == record.id,
            )
            for each in sorted(
                sorted(wordings, key=lambda each: each.state, reverse=True), key=lambda each: each.language
            )
        ),
        facts=tuple((lines_safe(name), lines_safe(value)) for name, value in sorted(record.meta.items()) if value),
        tree=tree,
        tree_lines=lines,
        tree_left_out=left_out,
        blocks=tuple(_block(each, record, as_of) for each in blocks[first:last]),
        page=page,
        pages=len(pages),
        page_addresses=tuple(
            addresses.law(record.work, as_of=as_of, language=record.language, page=number)
            for number in range(1, len(pages) + 1)
        ),
        states=tuple(sorted({each.state for each in wordings if each.language == record.language and each.state})),
    )


def _pages(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """The pages of a text as ranges of its blocks; one at least."""
    found: list[tuple[int, int]] = []
    first = size = 0
    for number, block in enumerate(blocks):
        if size and size + len(block.text) > PAGE:
            found.append((first, number))
            first, size = number, 0
        size += len(block.text)
    return [*found, (first, len(blocks))]


def _block(block: Block, record: ExpressionRecord, as_of: str) -> ShownBlock:
    return ShownBlock(
        id=block.eid,
        words=lines_safe("  ".join(part for part in (block.label, block.heading) if part))
        or ("" if block.kind == "heading" else block.eid),
        address=addresses.law(record.work, block.eid, as_of=as_of, language=record.language) if block.eid else "",
        status="" if block.status in ("in_force", "not_applicable") else block.status,
        role="" if block.role == "unknown" else block.role,
        runs=runs_of(block.text),
    )


def _tree(record: ExpressionRecord, nodes: Sequence[NodeRecord], as_of: str) -> tuple[tuple[Branch, ...], int, int]:
    """The tree of contents: containers and units with a label or heading, without the parts inside units."""
    made: dict[int, Branch] = {}
    top: list[Branch] = []
    depth: dict[int, int] = {}
    left_out = 0
    for node in nodes:
        parent = node.parent
        while parent is not None and parent not in made:
            parent = nodes[parent].parent
        level = depth.get(parent, -1) + 1 if parent is not None else 0
        if not node.eid or not (node.label or node.heading) or _is_part(node, nodes) or level > DEPTH:
            continue
        words = lines_safe("  ".join(part for part in (node.label, node.heading) if part))
        if parent is not None and made[parent].words == words:
            continue  # the heading of a container, as a block of its own
        status = "" if node.status in ("in_force", "not_applicable") else node.status
        if len(made) >= BRANCHES:
            left_out += 1
            continue
        branch = Branch(words, addresses.law(record.work, node.eid, as_of=as_of, language=record.language), status)
        made[node.node], depth[node.node] = branch, level
        (made[parent].children if parent is not None else top).append(branch)
    return tuple(top), len(made), left_out


def _is_part(node: NodeRecord, nodes: Sequence[NodeRecord]) -> bool:
    """Whether a node is a part of a unit (a block lies above it, or it is of a kind that only lies in units)."""
    return (
        node.kind in _PARTS and node.parent is not None and nodes[node.parent].kind not in ("part", "chapter", "title")
    )
