"""In which order instruments take effect, and what happens when their order matters.

Rule: effective date, publication date, instrument, provision, ordinal. Of one day every order is tried: orders that
agree are fine, a single one that works is a dependency and is taken, and orders that disagree, or instruments that
apply alone but in no order together, are a conflict that nobody here resolves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, permutations

from pincite.consolidation.apply import apply_all
from pincite.consolidation.operations import Instrument, TreeOperation
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Unit

__all__ = ["Conflict", "in_order", "one_day", "ordered", "sequence_key"]

MOST = 5
"""Instruments of one day of which every order is tried; more are a conflict unless they touch different units."""

_PIECE = re.compile(r"\d+|[A-Za-z]+")


class Conflict(Refused):
    """Orders disagree.

    Attributes:
        candidates: the texts they would give, each with the order of instruments that gives it.

    """

    def __init__(self, why: str, candidates: tuple[tuple[tuple[str, ...], Unit], ...] = ()) -> None:
        super().__init__("CONFLICT_NONCOMMUTING", why)
        self.candidates = candidates


def _natural(text: str) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, int(piece)) if piece.isdigit() else (1, piece) for piece in _PIECE.findall(text))


def sequence_key(instrument: Instrument) -> tuple[str, str, tuple[tuple[int, int | str], ...]]:
    """What instruments are sorted by; those without a date come last."""
    return (instrument.effective or "~", instrument.published or "~", _natural(instrument.id))


def ordered(operations: Sequence[TreeOperation]) -> tuple[TreeOperation, ...]:
    """The operations of one instrument in order: by ordinal, which follows its text; then by provision."""
    return tuple(sorted(operations, key=lambda each: (each.source.ordinal, _natural(each.source.provision))))


@dataclass(frozen=True, slots=True)
class _Outcome:
    tree: Unit | None
    refused: Refused | None


def _tried(tree: Unit, instruments: Sequence[Instrument], style: str) -> _Outcome:
    for instrument in instruments:
        try:
            tree = apply_all(tree, ordered(instrument.operations), style).tree
        except Refused as refused:
            return _Outcome(None, refused)
    return _Outcome(tree, None)


def one_day(tree: Unit, instruments: Sequence[Instrument], style: str = "us") -> Unit:
    """The tree after all instruments of one day.

    Raises:
        Conflict: their order changes the text, or they apply alone and in no order together.
        Refused: one of them cannot be applied at all.

    """
    instruments = sorted(instruments, key=sequence_key)
    if len(instruments) > MOST and not _apart(instruments):
        raise Conflict(f"{len(instruments)} instruments of one day on the same units: their orders are not tried")
    orders = [tuple(instruments)] if len(instruments) > MOST else list(permutations(instruments))
    worked: list[tuple[tuple[str, ...], Unit]] = []
    first: Refused | None = None
    for order in orders:
        outcome = _tried(tree, order, style)
        if outcome.tree is not None:
            worked.append((tuple(each.id for each in order), outcome.tree))
        else:
            first = first or outcome.refused
    names = ", ".join(each.id for each in instruments)
    if worked:
        texts = {_state(result) for _, result in worked}
        if len(texts) > 1:
            raise Conflict(f"the order of {names} changes the text", tuple(worked))
        return worked[0][1]
    assert first is not None
    alone = [(each, _tried(tree, [each], style)) for each in instruments]
    if len(instruments) > 1 and all(outcome.tree is not None for _, outcome in alone):
        each_alone = tuple(((each.id,), outcome.tree) for each, outcome in alone if outcome.tree)
        raise Conflict(f"each of {names} applies alone, together in no order", each_alone)
    raise first


def _state(unit: Unit) -> tuple[object, ...]:
    """What two orders must agree on: everything but identities and the names of instruments."""
    return (unit.id, unit.num, unit.heading, unit.text, unit.status, *(_state(child) for child in unit.children))


def _apart(instruments: Sequence[Instrument]) -> bool:
    """Whether no instrument's target lies in, or is, that of another."""
    targets = [[each.target for each in instrument.operations] for instrument in instruments]
    return not any(
        a[: len(b)] == b or b[: len(a)] == a
        for index, first in enumerate(targets)
        for second in targets[index + 1 :]
        for a in first
        for b in second
    )


def in_order(tree: Unit, instruments: Sequence[Instrument], style: str = "us") -> Unit:
    """The tree after all instruments, day by day.

    Raises:
        Refused: COMMENCEMENT_UNKNOWN when an instrument has no date; else what `one_day` raises.

    """
    unknown = next((each for each in instruments if each.effective is None), None)
    if unknown is not None:
        raise Refused("COMMENCEMENT_UNKNOWN", f"{unknown.id}: {unknown.condition or 'its date is not recorded'}")
    for _, day in groupby(sorted(instruments, key=sequence_key), key=lambda each: each.effective):
        tree = one_day(tree, list(day), style)
    return tree
