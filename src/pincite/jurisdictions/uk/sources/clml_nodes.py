"""From the nodes opened while a piece of legislation was written to the provisions of its finished text.

Keeps true:
1. The rules of shared/sources/nodes: spans, paths and ordinals.
2. A unit of which nothing is left but its number is `repealed`: its words are retained repealed text (a side channel), or
   the dots that the publisher prints in their place. A unit is so too when all the units in it are and it says nothing else.
3. `amended_by` names the instruments of the textual amendments (commentaries of type F) inside a unit.
4. A container's dates are its own; `valid_from` and `valid_to` pass down from a section to what is in it, not further up:
   the dates of a Part are those of the last change anywhere in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.jurisdictions.shared.sources.nodes import Provisions, own_words, trim_with_bodies
from pincite.law.document import Provision, Status

__all__ = ["CONTAINER_KINDS", "Node", "State", "provisions_of"]

CONTAINER_KINDS = frozenset(
    "part chapter crossheading schedule appendix title attachment abstract group division annex introduction".split()  # noqa: SIM905
)
"""What holds sections; nothing is repealed there but what is inside."""

_NO_WORDS = re.compile(r"[\s.…·•,;:()\[\]—–-]*(?:(?:and|or)[\s.,;]*)?\Z")
_DOTS = re.compile(r"\.(?:\s?\.){2,}|…")


class State(NamedTuple):
    """What holds where the reader stands: status, since when, until when, and for which parts of the Kingdom."""

    status: Status
    since: str | None = None
    until: str | None = None
    extent: str = ""

    @property
    def of_contents(self) -> State:
        """What passes down from a container (rule 4)."""
        return self._replace(since=None, until=None)


@dataclass(slots=True)
class Node:
    """A provision being written: mutable until the whole text is known."""

    eid: str
    kind: str
    start: int
    parent: int | None
    state: State
    block: bool = False
    publisher_id: str | None = None
    url: str = ""
    end: int = 0
    body_start: int = 0
    label_span: tuple[int, int] = (0, 0)
    label: str = ""
    heading_spans: list[tuple[int, int]] = field(default_factory=list)
    retained: int = 0  # characters of repealed text that the publisher keeps
    amended_by: dict[str, None] = field(default_factory=dict)


def provisions_of(nodes: Sequence[Node], text: str) -> tuple[Provision, ...]:
    """The nodes as provisions of the finished text."""
    trim_with_bodies(nodes, text)
    repealed = _repealed(nodes, text)
    provisions = Provisions()
    for index, node in enumerate(nodes):
        provisions.add(
            node,
            label=node.label or text[slice(*node.label_span)].strip(),
            heading=" ".join(filter(None, (" ".join(text[a:b].split()) for a, b in node.heading_spans))),
            # a repealed section is a fact that a release states, though no word of it is left
            block=node.block and (node.end > node.start or index in repealed),
            status="repealed" if index in repealed else node.state.status,
            valid_from=node.state.since,
            valid_to=node.state.until,
            amended_by=tuple(node.amended_by),
        )
    return tuple(provisions.made)


def _repealed(nodes: Sequence[Node], text: str) -> set[int]:
    """The units of rule 2, by their index."""
    below: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        if node.parent is not None:
            below.setdefault(node.parent, []).append(index)
    found: set[int] = set()
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        if node.kind in CONTAINER_KINDS or node.state.status in ("repealed", "not_applicable"):
            continue
        inside = below.get(index, [])
        if any(child not in found for child in inside):
            continue
        words = own_words(node, [nodes[child] for child in inside], text)
        if _NO_WORDS.match(words) and (inside or node.retained or _DOTS.search(words)):
            found.add(index)
    return found
