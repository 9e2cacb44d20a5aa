"""One operation, or one instrument, on one tree: the next tree or a refusal.

Keeps true: preconditions are checked before anything is built; nothing is guessed, nothing is an upsert; an instrument
is applied whole or not at all; every unit it touched names it in `amended_by`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import pairwise
from types import MappingProxyType

from pincite.consolidation.numbering import place_of
from pincite.consolidation.operations import (
    Correct,
    InsertUnit,
    Join,
    Move,
    Renumber,
    RepealUnit,
    ReplaceUnit,
    Revive,
    Split,
    TextDelete,
    TextInsert,
    TextOperation,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Path, Unit, at, digest, local_id, rebuilt, walk, where
from pincite.consolidation.words import changed_words

__all__ = ["Applied", "Renamed", "apply", "apply_all"]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A unit that stands under another path than before; its identity is the same."""

    nid: str
    before: Path
    after: Path


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of operations: the tree, and what got another path."""

    tree: Unit
    renamed: tuple[Renamed, ...] = ()


def apply(tree: Unit, operation: TreeOperation, style: str = "us") -> Unit:
    """The tree after one operation.

    Args:
        tree: as it stands before.
        operation: what to do.
        style: the drafting style, which orders numbers (`numbering.SCHEMES`).

    Raises:
        Refused: a precondition does not hold; the tree is as it was.

    """
    target = _target(tree, operation)
    return _apply(operation, tree, target, style)


def apply_all(tree: Unit, operations: Sequence[TreeOperation], style: str = "us") -> Applied:
    """The tree after all operations in order, those of one renumbering group at once.

    Raises:
        Refused: one of them cannot be applied; `refused` is that operation.

    """
    paths = {unit.nid: path for path, unit in walk(tree)}
    at_once: list[Renumber] = []
    index = 0
    while index < len(operations):
        operation = operations[index]
        at_once = _group(operations, index)
        try:
            tree = _renumbered(tree, at_once) if len(at_once) > 1 else apply(tree, operation, style)
        except Refused as refused:
            raise Refused(refused.code, refused.why, operations[index + refused.offset]) from None
        index += max(len(at_once), 1)
    now = {unit.nid: path for path, unit in walk(tree)}
    renamed = tuple(Renamed(nid, path, now[nid]) for nid, path in paths.items() if now.get(nid, path) != path)
    return Applied(tree, renamed)


def _group(operations: Sequence[TreeOperation], start: int) -> list[Renumber]:
    first = operations[start]
    together: list[Renumber] = []
    if isinstance(first, Renumber) and first.group and not first.wrap:
        for each in operations[start:]:
            if not isinstance(each, Renumber) or each.group != first.group or each.wrap:
                break
            together.append(each)
    return together


def _target(tree: Unit, operation: TreeOperation) -> Unit:
    path = operation.target
    found = at(tree, path)
    if found is None:
        above = next((unit for cut in range(len(path) - 1, 0, -1) if (unit := at(tree, path[:cut]))), None)
        if above is not None and above.gone:
            raise Refused("AMENDS_REPEALED", f"{'/'.join(path)}: {above.id} is {above.status}")
        raise Refused(
            "TARGET_MISSING", f"{above.id if above else tree.id} has no unit {path[-1] if above else path[0]}"
        )
    if operation.old_sha256 and digest(found) != operation.old_sha256:
        raise Refused("PRECONDITION_MISMATCH", f"{'/'.join(path)} has another text than the operation says")
    revives = isinstance(operation, Revive) or (isinstance(operation, ReplaceUnit) and operation.revive)
    if revives and not found.gone:
        raise Refused("PRECONDITION_MISMATCH", f"{'/'.join(path)} is to be revived and is not repealed")
    if found.gone and not revives and not isinstance(operation, Renumber | Move):
        raise Refused("AMENDS_REPEALED", f"{'/'.join(path)} is {found.status}")
    return found


def _behind(unit: Unit, operation: TreeOperation) -> tuple[str, ...]:
    source = operation.source
    name = f"{source.instrument} {source.provision}".strip()
    return (*unit.amended_by, name) if name and name not in unit.amended_by else unit.amended_by


def _marked(new: Unit, old: Unit, operation: TreeOperation) -> Unit:
    """`new` with the instrument named on every unit that is not as it was in `old`; a wording given anew names it."""
    whole = isinstance(operation, ReplaceUnit) and not operation.slot
    before = {unit.nid: unit for _, unit in walk(old)}

    def mark(unit: Unit) -> Unit:
        was = before.get(unit.nid)
        children = tuple(mark(child) for child in unit.children)
        unit = replace(unit, children=children)
        if was is None or _own(was) != _own(unit) or (whole and unit.nid == old.nid):
            return replace(unit, amended_by=_behind(unit, operation))
        return unit

    return mark(new)


def _own(unit: Unit) -> tuple[object, ...]:
    return (unit.id, unit.num, unit.heading, unit.text, unit.status)


def _placed(tree: Unit, old: Unit, operation: TreeOperation, *new: Unit) -> Unit:
    return rebuilt(tree, operation.target, [_marked(each, old, operation) for each in new])


@singledispatch
def _apply(operation: object, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    raise TypeError(f"{type(operation).__name__} does not change a tree")


@_apply.register(TextReplace)
@_apply.register(TextDelete)
@_apply.register(TextInsert)
def _text(operation: TextOperation, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    return _placed(tree, target, operation, changed_words(target, operation))  # type: ignore[arg-type]


@_apply.register
def _replace(operation: ReplaceUnit, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    if operation.slot == "heading":
        return _placed(tree, target, operation, replace(target, heading=operation.replace))
    if operation.slot == "text":
        return _placed(tree, target, operation, replace(target, text=operation.replace))
    if not operation.payload:
        raise Refused("PRECONDITION_MISMATCH", "no new wording is given")
    root = len(operation.target) == 1
    if root and (len(operation.payload) != 1 or operation.payload[0].id != tree.id):
        raise Refused("PRECONDITION_MISMATCH", f"{tree.id} would get another number or become several units")
    siblings = [] if root else [each.id for each in _parent(tree, operation.target).children if each.id != target.id]
    _free([each.id for each in operation.payload], siblings)
    first, *others = operation.payload
    taken = {unit.nid for _, unit in walk(tree)}
    new = _with_identity(first, target.nid, taken, _known(target))
    added = [_with_identity(each, _fresh(f"{_above(target.nid)}/{each.id}", taken), taken) for each in others]
    return _placed(tree, target, operation, replace(new, amended_by=target.amended_by), *added)


@_apply.register
def _insert(operation: InsertUnit, tree: Unit, target: Unit, style: str) -> Unit:
    if not operation.payload:
        raise Refused("PRECONDITION_MISMATCH", "no new unit is given")
    children = list(target.children)
    taken = {unit.nid for _, unit in walk(tree)}
    index: int | None = None
    for each in operation.payload:
        _free([each.id], [child.id for child in children])
        if index is None or operation.position.by_number:
            index = _index(children, operation.position, each, style)
        children.insert(index, _with_identity(each, _fresh(f"{target.nid}/{each.id}", taken), taken))
        index += 1
    return _placed(tree, target, operation, replace(target, children=tuple(children)))


def _index(children: Sequence[Unit], position: UnitPosition, new: Unit, style: str) -> int:
    ids = [child.id for child in children]
    anchor = position.after or position.before
    if anchor:
        if anchor not in ids:
            raise Refused("ANCHOR_MISSING", f"there is no unit {anchor} beside which {new.id} could be put")
        return ids.index(anchor) + (1 if position.after else 0)
    if position.edge:
        return 0 if position.edge == "first" else len(children)
    closing = next((i for i, child in enumerate(children) if child.kind == "aftertext"), len(children))
    labels = [child.id if child.num else None for child in children]
    if not any(labels):
        return closing
    place = place_of(new.id, labels, style)
    if place is None:
        raise Refused(
            "PRECONDITION_MISMATCH", f"the place of {new.id} among {', '.join(ids)} does not follow from its number"
        )
    return place


@_apply.register
def _repeal(operation: RepealUnit, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    heading = target.heading if operation.keep_heading else ""
    stone = replace(target, heading=heading, text=operation.tombstone, children=(), status="repealed", occupant=target)
    return _placed(tree, target, operation, stone)


@_apply.register
def _revive(operation: Revive, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    if target.occupant is None:
        raise Refused(
            "PRECONDITION_MISMATCH", f"what stood at {'/'.join(operation.target)} before its repeal is not held"
        )
    back = replace(target.occupant, id=target.id, num=target.num, amended_by=target.amended_by)
    return _placed(tree, target, operation, back)


@_apply.register
def _renumber(operation: Renumber, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    return _wrapped(tree, target, operation) if operation.wrap else _renumbered(tree, [operation])


def _wrapped(tree: Unit, target: Unit, operation: Renumber) -> Unit:
    taken = {unit.nid for _, unit in walk(tree)}
    inner = Unit(
        id=operation.new_id or local_id(operation.new_num),
        num=operation.new_num,
        text=target.text,
        children=target.children,
        nid=_fresh(f"{target.nid}/{operation.new_id}", taken),
    )
    if not target.text and any(child.id == inner.id for child in target.children):
        raise Refused("DUPLICATE_SIBLING", f"{target.id} has a part {inner.id} already")
    return _placed(tree, target, operation, replace(target, text="", children=(inner,)))


def _renumbered(tree: Unit, operations: Sequence[Renumber]) -> Unit:
    """All at once: the numbers that become free may be taken."""
    names: dict[str, Renumber] = {}
    for index, operation in enumerate(operations):
        try:
            target = _target(tree, operation)
        except Refused as refused:
            raise Refused(refused.code, refused.why, offset=index) from None
        if len(operation.target) == 1:
            raise Refused("PRECONDITION_MISMATCH", "the whole cannot be renumbered within itself", offset=index)
        names[target.nid] = operation
    for index, operation in enumerate(operations):
        siblings = _parent(tree, operation.target).children
        after = [names[each.nid].new_id if each.nid in names else each.id for each in siblings]
        if after.count(operation.new_id) > 1:
            raise Refused("DUPLICATE_SIBLING", f"the number {operation.new_id} is taken", offset=index)

    def named(unit: Unit) -> Unit:
        unit = replace(unit, children=tuple(named(child) for child in unit.children))
        operation = names.get(unit.nid)
        if operation is None:
            return unit
        return replace(unit, id=operation.new_id, num=operation.new_num, amended_by=_behind(unit, operation))

    return named(tree)


@_apply.register
def _move(operation: Move, tree: Unit, target: Unit, style: str) -> Unit:
    if operation.parent[: len(operation.target)] == operation.target or len(operation.target) == 1:
        raise Refused("PRECONDITION_MISMATCH", "a unit cannot become a part of itself")
    parent = at(tree, operation.parent)
    if parent is None:
        raise Refused("TARGET_MISSING", f"there is no unit {'/'.join(operation.parent)} to move it to")
    if parent.gone:
        raise Refused("AMENDS_REPEALED", f"{'/'.join(operation.parent)} is {parent.status}")
    moved = replace(
        target,
        id=operation.new_id or target.id,
        num=operation.new_num or target.num,
        amended_by=_behind(target, operation),
    )
    without = rebuilt(tree, operation.target, [])
    there = where(without, parent.nid)
    assert there is not None
    parent = at(without, there)
    assert parent is not None
    children = list(parent.children)
    _free([moved.id], [child.id for child in children])
    children.insert(_index(children, operation.position, moved, style), moved)
    return rebuilt(without, there, [replace(parent, children=tuple(children))])


@_apply.register
def _split(operation: Split, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    if target.text.count(operation.find) != 1 or not operation.find:
        raise Refused(
            "PRECONDITION_MISMATCH",
            f"the words stand there {target.text.count(operation.find)} times, not 1: {operation.find!r}",
        )
    if len(operation.target) == 1:
        raise Refused("PRECONDITION_MISMATCH", "the whole cannot be divided within itself")
    _free([operation.new_id], [each.id for each in _parent(tree, operation.target).children])
    cut = target.text.index(operation.find)
    taken = {unit.nid for _, unit in walk(tree)}
    kept = replace(target, text=target.text[:cut].rstrip(), children=())
    rest = Unit(
        id=operation.new_id,
        num=operation.new_num,
        text=target.text[cut:],
        children=target.children,
        nid=_fresh(f"{_above(target.nid)}/{operation.new_id}", taken),
        amended_by=target.amended_by,
    )
    return _placed(tree, target, operation, kept, rest)


@_apply.register
def _join(operation: Join, tree: Unit, target: Unit, style: str) -> Unit:  # noqa: ARG001
    other = at(tree, operation.other)
    if other is None:
        raise Refused("TARGET_MISSING", f"there is no unit {'/'.join(operation.other)} to join")
    if other.gone:
        raise Refused("AMENDS_REPEALED", f"{'/'.join(operation.other)} is {other.status}")
    siblings = () if len(operation.target) == 1 else _parent(tree, operation.target).children
    follows = [(a.nid, b.nid) for a, b in pairwise(siblings)]
    if (target.nid, other.nid) not in follows:
        raise Refused("PRECONDITION_MISMATCH", f"{other.id} does not follow {target.id}")
    if target.children and other.text:
        raise Refused("PRECONDITION_MISMATCH", f"the text of {other.id} would stand before the parts of {target.id}")
    _free([each.id for each in other.children], [each.id for each in target.children])
    joined = replace(
        target, text=" ".join(filter(None, (target.text, other.text))), children=target.children + other.children
    )
    return _placed(rebuilt(tree, operation.other, []), target, operation, joined)


@_apply.register
def _correct(operation: Correct, tree: Unit, target: Unit, style: str) -> Unit:
    if operation.change is None or operation.change.target != operation.target:
        raise Refused("PRECONDITION_MISMATCH", "a correction says what it changes at its own target")
    return _apply(replace(operation.change, source=operation.source), tree, target, style)


def _parent(tree: Unit, path: Path) -> Unit:
    found = at(tree, path[:-1])
    assert found is not None
    return found


def _free(new: Sequence[str], taken: Sequence[str]) -> None:
    for index, each in enumerate(new):
        if each in taken or each in new[:index]:
            raise Refused("DUPLICATE_SIBLING", f"the number {each} is taken")


def _above(nid: str) -> str:
    return nid.rpartition("/")[0] or nid


def _fresh(wanted: str, taken: set[str]) -> str:
    """An identity that nothing has: a number used again gets another identity than the unit that had it."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}~{count}"
    taken.add(name)
    return name


def _known(old: Unit) -> dict[Path, str]:
    """Identities by path below a unit: parts that keep their number keep their identity."""
    return {path[1:]: unit.nid for path, unit in walk(old)}


def _with_identity(new: Unit, nid: str, taken: set[str], known: Mapping[Path, str] = MappingProxyType({})) -> Unit:
    def named(unit: Unit, path: Path, own: str) -> Unit:
        children = tuple(
            named(child, (*path, child.id), known.get((*path, child.id)) or _fresh(f"{own}/{child.id}", taken))
            for child in unit.children
        )
        return replace(unit, nid=own, children=children)

    return named(new, (), nid)
