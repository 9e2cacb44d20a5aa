"""The tree that operations work on: a provision and its parts, immutable, each with an identity of its own.

Keeps true: siblings have different ids; `nid` names the same provision for as long as it exists, whatever its number
becomes; a repealed provision stays as a tombstone that keeps its place and remembers what stood there.

The text of a tree in reading order is number, heading, text, then the parts, white space collapsed: what is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pincite.digests import sha256_text

__all__ = [
    "Path",
    "Unit",
    "UnitStatus",
    "at",
    "digest",
    "local_id",
    "reading_text",
    "rebuilt",
    "unit_of",
    "walk",
    "where",
]

Path = tuple[str, ...]
"""The ids from the root of a tree down to a unit, the root's own first."""

UnitStatus = Literal["in_force", "pending", "repealed", "expired", "omitted"]

GONE = ("repealed", "expired", "omitted")
"""Statuses of tombstones: there is no law to amend."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A provision in one wording.

    Attributes:
        id: local, unique among its siblings, made from the number («(c-2)» -> `c-2`); changes when it is renumbered.
        num: the number as printed, or "".
        heading, text: its own, without those of its parts.
        children: its parts in order.
        nid: identity that no renumbering changes.
        kind: `aftertext` for closing words, `table`, `subparagraph` ...; "" for a numbered unit.
        status: a tombstone is `repealed`, `expired` or `omitted`.
        amended_by: the instruments behind this wording, each with the place in it, in the order they took effect.
        occupant: of a tombstone, what stood there before; brought back by `Revive`.

    """

    id: str
    num: str = ""
    heading: str = ""
    text: str = ""
    children: tuple[Unit, ...] = ()
    nid: str = ""
    kind: str = ""
    status: UnitStatus = "in_force"
    amended_by: tuple[str, ...] = ()
    occupant: Unit | None = None

    @property
    def gone(self) -> bool:
        """Whether it is a tombstone."""
        return self.status in GONE


_NOT_ID = re.compile(r"[^0-9A-Za-z.:\-]+")


def local_id(num: str) -> str:
    """The id that a printed number gives: «(c-2)» is `c-2`, «Article 89a» is `89a`, «3.» is `3`."""
    last = num.strip().split(" ")[-1] if num.strip() else ""
    return _NOT_ID.sub("", last).strip(".:-")


def unit_of(tree: Mapping[str, Any], nid: str = "") -> Unit:
    """A tree given as plain data: `id`, `num`, `heading`, `text`, `children`, maybe `kind` and `status`.

    Raises:
        ValueError: two siblings have one id, or the status is not one of `UnitStatus`.

    """
    name = nid or str(tree["id"])
    children = tuple(unit_of(child, f"{name}/{child['id']}") for child in tree.get("children") or ())
    ids = [child.id for child in children]
    if len(set(ids)) != len(ids):
        doubled = next(each for each in ids if ids.count(each) > 1)
        raise ValueError(f"{name} has two parts with the id {doubled!r}")
    status: UnitStatus = tree.get("status") or "in_force"
    if status not in get_args(UnitStatus):
        raise ValueError(f"{name}: {status!r} is no status of a unit")
    return Unit(
        id=str(tree["id"]),
        num=tree.get("num") or "",
        heading=tree.get("heading") or "",
        text=tree.get("text") or "",
        children=children,
        nid=name,
        kind=tree.get("kind") or "",
        status=status,
    )


def walk(unit: Unit, path: Path = ()) -> Iterator[tuple[Path, Unit]]:
    """The unit and all below it, in reading order, each with its path."""
    own = (*path, unit.id)
    yield own, unit
    for child in unit.children:
        yield from walk(child, own)


def at(root: Unit, path: Sequence[str]) -> Unit | None:
    """The unit at a path, None when there is none."""
    if not path or path[0] != root.id:
        return None
    here = root
    for step in path[1:]:
        below = next((child for child in here.children if child.id == step), None)
        if below is None:
            return None
        here = below
    return here


def where(root: Unit, nid: str) -> Path | None:
    """The path of the unit with this identity."""
    return next((path for path, unit in walk(root) if unit.nid == nid), None)


def rebuilt(root: Unit, path: Sequence[str], new: Sequence[Unit]) -> Unit:
    """The tree with the unit at `path` replaced by `new` (none: removed). The root is replaced by exactly one unit.

    Raises:
        KeyError: nothing stands at the path.

    """
    if len(path) == 1:
        if path[0] != root.id or len(new) != 1:
            raise KeyError(path)
        return new[0]
    children: list[Unit] = []
    found = False
    for child in root.children:
        if child.id == path[1]:
            found = True
            children += new if len(path) == 2 else (rebuilt(child, path[1:], new),)
        else:
            children.append(child)
    if not found:
        raise KeyError(path)
    return replace(root, children=tuple(children))


def reading_text(unit: Unit) -> str:
    """The text in reading order, white space collapsed."""
    parts = [part for _, each in walk(unit) for part in (each.num, each.heading, each.text) if part]
    return " ".join(" ".join(parts).split())


def digest(unit: Unit) -> str:
    """The SHA-256 of the text in reading order: what a precondition `old_sha256` names."""
    return sha256_text(reading_text(unit))
