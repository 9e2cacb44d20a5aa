"""The places of an HKLM document while it is written, and which of them are no law because they say nothing.

Keeps true: a unit of any level that says nothing besides its number and heading is never in force. The source note in it
tells whether it was repealed or omitted as spent («(Repealed 3 of 2031 s. 4)», 「(由2031年第3號第4條廢除)」); without
such a note it is `not_applicable`. A place all of whose parts are gone is gone as they are. Since when is not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.law.document import Status

__all__ = ["NO_PLACE", "Node", "State", "settle"]

NO_PLACE = frozenset(("heading", "text"))
_GONE = frozenset(("repealed", "omitted"))
_REPEALED_NOTE = re.compile(r"\brepealed\b|廢除|废除", re.IGNORECASE)
_OMITTED_NOTE = re.compile(r"\b(?:omitted|spent)\b|略去|失時效|失时效", re.IGNORECASE)
_WORD = re.compile(r"\w")


class State(NamedTuple):
    """Status and date that hold where the reader stands."""

    status: Status
    since: str | None


@dataclass(slots=True)
class Node:
    """A place being written; `end` is -1 while it is open, `said` the source notes in it and in no place inside it."""

    eid: str
    kind: str
    start: int
    state: State
    label: str = ""
    heading: str = ""
    parent: int | None = None
    block: bool = False
    publisher_id: str | None = None
    url: str = ""
    end: int = -1
    said: str = ""  # by the notes that stand in it and in no place inside it


def settle(nodes: Sequence[Node], text: str) -> None:
    """Give every place that says nothing the state its notes or its parts tell, from the innermost outwards."""
    below: dict[int, list[Node]] = {}
    for node in nodes:
        if node.parent is not None:
            below.setdefault(node.parent, []).append(node)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        if node.state.status != "in_force" or node.kind in NO_PLACE:
            continue
        inside = [child for child in below.get(index, []) if child.kind != "text"]
        places = [child for child in inside if child.kind != "heading"]
        if _says_something(node, inside, text):
            continue
        said = _status_said(node.said)
        if not places and not (inside and said == "not_applicable"):
            # a schedule with a heading and nothing under it may be law: none is prescribed
            node.state = State(said, None)
        elif places and all(child.state.status in _GONE for child in places):
            node.state = State(places[0].state.status, None)


def _says_something(node: Node, inside: Sequence[Node], text: str) -> bool:
    """Whether a place has a word besides its number, its heading and the places inside it."""
    parts: list[str] = []
    position = node.start
    for child in inside:
        parts.append(text[position : child.start])
        position = max(position, child.end)
    parts.append(text[position : node.end])
    words = "".join("".join(parts).split())
    for printed in (node.label, node.heading):
        words = words.removeprefix("".join(printed.split()))
    return _WORD.search(words) is not None


def _status_said(notes: str) -> Status:
    """What the notes of a place without words say of it."""
    if _OMITTED_NOTE.search(notes):
        return "omitted"
    return "repealed" if _REPEALED_NOTE.search(notes) else "not_applicable"
