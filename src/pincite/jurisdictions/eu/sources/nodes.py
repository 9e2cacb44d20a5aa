"""From the nodes opened while an act was written to the provisions of its finished text.

Keeps true:
1. The rules of shared/sources/nodes: spans, paths and ordinals.
2. A unit that lies wholly in deleted ranges is `deleted` and holds no text; so is one whose words and units all do.
3. `amended_by` names the instruments of all ranges that the publisher marks in a unit or around it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.jurisdictions.eu.sources.labels import reference_of
from pincite.jurisdictions.eu.sources.parts import Amendment
from pincite.jurisdictions.shared.sources.nodes import Provisions, own_words, trim_with_bodies
from pincite.law.document import Provision
from pincite.text.canonical import SideText

__all__ = ["Node", "Range", "provisions_of"]

MAX_MARKED = 2_000_000
"""The most pairs of a unit and an amendment marked in it or around it."""

_UNITS = frozenset(
    """
    article paragraph subparagraph point indent quoted recital annex group part title chapter section subsection book
    division appendix
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)


@dataclass(slots=True)
class Node:
    """A provision being written. `opened` and `closed` are places in the order of events, which ranges share."""

    eid: str
    kind: str
    start: int
    parent: int | None
    opened: int
    label: str = ""
    heading: str = ""
    block: bool = False
    publisher_id: str | None = None
    url: str = ""
    end: int = 0
    closed: int = 0
    body_start: int = 0
    deleted: bool = False
    amended_by: tuple[str, ...] = field(default=())


class Range(NamedTuple):
    """From where to where in the order of events an amendment is marked."""

    amendment: Amendment
    opened: int
    closed: int


def provisions_of(
    nodes: Sequence[Node], text: str, sides: Iterable[SideText], ranges: Sequence[Range]
) -> tuple[Provision, ...]:
    """The nodes as provisions of the finished text."""
    trim_with_bodies(nodes, text)
    _delete(nodes, text, [side.at for side in sides if side.kind == "deleted"])
    _amend(nodes, ranges)
    provisions = Provisions()
    for node in nodes:
        provisions.add(
            node,
            label=node.label,
            heading=node.heading,
            # a deleted article is a fact that a release states, though it holds no word
            block=node.block and (node.end > node.start or node.deleted),
            status="deleted" if node.deleted else "in_force",
            amended_by=node.amended_by,
        )
    return tuple(provisions.made)


def _delete(nodes: Sequence[Node], text: str, deleted_at: Sequence[int]) -> None:
    """Rule 2 for units around deleted ranges: nothing is left of them but their number and heading."""
    below: dict[int, list[Node]] = {}
    for node in nodes:
        if node.parent is not None:
            below.setdefault(node.parent, []).append(node)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        if node.deleted or node.kind not in _UNITS:
            continue
        children = [child for child in below.get(index, []) if child.kind != "heading"]
        if any(not child.deleted for child in children):
            continue
        first = bisect_left(deleted_at, node.start)
        if first >= len(deleted_at) or deleted_at[first] > node.end:
            continue
        if children or not any(character.isalnum() for character in own_words(node, below.get(index, []), text)):
            node.deleted = not any(c.isalnum() for c in own_words(node, below.get(index, []), text))
    for node in nodes:
        if node.kind == "heading" and node.parent is not None:
            node.deleted = node.deleted or nodes[node.parent].deleted


def _amend(nodes: Sequence[Node], ranges: Sequence[Range]) -> None:
    """Rule 3. Nodes are in the order in which they were opened."""
    begun = sorted(ranges, key=lambda each: each.opened)
    references = [reference_of(each.amendment.act, each.amendment.place) for each in begun]
    opened = [each.opened for each in begun]
    around: list[int] = []  # the ranges that began before the node and may still be open
    position = left = 0
    for node in nodes:
        while position < len(begun) and begun[position].opened < node.opened:
            around.append(position)
            position += 1
        around = [each for each in around if begun[each].closed > node.opened]
        inside = range(position, bisect_left(opened, node.closed))
        left += len(around) + len(inside)
        if left > MAX_MARKED:
            raise ValueError(f"more than {MAX_MARKED} marks of amendments overlap in it")
        node.amended_by = tuple(
            dict.fromkeys(reference for each in (*around, *inside) for reference in references[each])
        )
