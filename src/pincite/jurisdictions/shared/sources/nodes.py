"""From the nodes that a reader opened while it wrote a text to the provisions of the finished text.

Keeps true:
1. A node begins and ends at a character that is not white space, inside the node above it.
2. A provision's path is the places above it, outermost first; its ordinal counts the provisions before it with its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from pincite.identity.reference import Place
from pincite.law.document import Provision, Role, Status

__all__ = ["Bodied", "Provisions", "Written", "own_words", "trim", "trim_with_bodies"]


class Written(Protocol):
    """A node of any reader: where it stands in the text (code points), what it is called, and the index of its parent."""

    eid: str
    kind: str
    start: int
    end: int
    parent: int | None
    publisher_id: str | None
    url: str


class Bodied(Written, Protocol):
    """A node that knows where its own words begin: behind its label and heading."""

    body_start: int


def trim(nodes: Sequence[Written], text: str) -> None:
    """Let every node begin and end as rule 1 says. A parent stands before its children."""
    for node in nodes:
        low, high = (0, len(text)) if node.parent is None else (nodes[node.parent].start, nodes[node.parent].end)
        start, end = min(max(node.start, low), high), max(min(node.end, high), low)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        node.start, node.end = start, max(start, end)


def trim_with_bodies(nodes: Sequence[Bodied], text: str) -> None:
    """As `trim`; the words of a node begin inside it."""
    trim(nodes, text)
    for node in nodes:
        node.body_start = min(max(node.body_start, node.start), node.end)


def own_words(node: Bodied, below: Iterable[Written], text: str) -> str:
    """What a unit says besides its number, its heading and the units in it."""
    words = []
    position = node.body_start
    for child in below:
        words.append(text[position : max(child.start, position)])
        position = max(position, child.end)
    return "".join([*words, text[position : node.end]])


class Provisions:
    """The provisions of one document, added in the order of its nodes."""

    def __init__(self) -> None:
        self.made: list[Provision] = []
        self._ordinals: Counter[str] = Counter()

    def add(
        self,
        node: Written,
        *,
        label: str,
        heading: str,
        block: bool,
        status: Status,
        valid_from: str | None = None,
        valid_to: str | None = None,
        role: Role = "unknown",
        amended_by: tuple[str, ...] = (),
    ) -> None:
        """Add the provision that a node became; its parent is added before it."""
        above = self.made[node.parent] if node.parent is not None else None
        self.made.append(
            Provision(
                eid=Place(node.eid),
                kind=node.kind,
                start=node.start,
                end=node.end,
                label=label,
                heading=heading,
                parent=node.parent,
                block=block,
                path=f"{above.path} {above.eid}".strip() if above is not None else "",
                publisher_id=node.publisher_id,
                status=status,
                valid_from=valid_from,
                valid_to=valid_to,
                role=role,
                ordinal=self._ordinals[node.eid],
                url=node.url,
                amended_by=amended_by,
            )
        )
        self._ordinals[node.eid] += 1
