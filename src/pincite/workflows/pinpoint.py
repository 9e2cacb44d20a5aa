"""From where words sit in a document to the place by which they are cited.

Keeps true: the place is the innermost provision or numbered paragraph that covers the words. A node without a number of its
own (an indented quotation, an unnumbered paragraph, an introduction) is cited by the nearest numbered one above it; a
definition is cited by its term. Words that no block holds whole have no place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.corpus.answers import Block, NodeRecord
from pincite.text.span import Span

__all__ = ["Place", "place_at"]

_NAMED = frozenset({"definition"})
"""Kinds of node that are cited by what they are called and bear no number."""
_MEMBER = "range_member"
"""A node that repeats the text of a run of articles; the run is cited, since which member is meant is not in the text."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where words sit.

    Attributes:
        node: the innermost node; says who speaks.
        node_id: its stable id: the eid, and from the second of a name on `~` and a number.
        pinpoint: the node by which it is cited.
        label: numbers as printed from the block, or the numbered node above it, down to the pinpoint.
        block: the block that holds the words whole.
        block_id: its stable id.

    """

    node: NodeRecord
    node_id: str
    pinpoint: NodeRecord
    label: str
    block: Block
    block_id: str


def place_at(nodes: Sequence[NodeRecord], blocks: Sequence[Block], span: Span) -> Place | None:
    """The place of a span of the document; None when it does not lie in one block."""
    block = next(
        (b for b in blocks if b.document_start <= span.start and span.end <= b.document_start + len(b.text)), None
    )
    if block is None:
        return None
    covering = [n for n in nodes if n.start <= span.start and span.end <= n.end and n.kind != _MEMBER]
    node = min(covering, key=lambda each: (each.end - each.start, -each.node))
    pinpoint = _cited(nodes, node)
    return Place(
        node,
        _stable_id(nodes, node),
        pinpoint,
        _label(nodes, pinpoint, block),
        block,
        _stable_id(nodes, nodes[block.node]),
    )


def _cited(nodes: Sequence[NodeRecord], node: NodeRecord) -> NodeRecord:
    at = node
    while not at.label and at.kind not in _NAMED:
        if at.parent is None:
            return node
        at = nodes[at.parent]
    return at


def _label(nodes: Sequence[NodeRecord], pinpoint: NodeRecord, block: Block) -> str:
    labels: list[str] = []
    at: NodeRecord | None = pinpoint
    while at is not None:
        if at.label:
            labels.append(" ".join(at.label.split()))
        if at.node <= block.node or at.parent is None:
            break
        at = nodes[at.parent]
    return " ".join(reversed(labels))


def _stable_id(nodes: Sequence[NodeRecord], node: NodeRecord) -> str:
    before = sum(1 for each in nodes[: node.node] if each.eid == node.eid)
    return f"{node.eid}~{before}" if before else node.eid
