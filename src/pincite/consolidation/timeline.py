"""A provision through time: which wording stood on a date, as it was known on another (design: releases, Time).

Keeps true:
1. Valid time and knowledge time are two: what was not yet known on a date has no part in the answer of that date. A
   correction changes the text from the start, and is seen from the day on which it was published.
2. Permanent law first, temporary law over it: an overlay that ends gives back what the permanent law says by then.
3. A date that nobody knows is a value (None). An instrument without one changes nothing and is said to be outstanding.
4. An instrument that cannot be applied is refused whole: the text stays that of the day before, and the answer is
   `unresolved` and shows the candidates where there are some.
5. The publisher's text wins: where it is held for the date it is served, and our own, if it differs, is a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from pincite.consolidation.operations import (
    Applicability,
    Commence,
    Expire,
    Instrument,
    Postpone,
    TimeOperation,
)
from pincite.consolidation.order import Conflict, one_day, sequence_key
from pincite.consolidation.refusals import Refused, finding_code
from pincite.consolidation.units import Path, Unit, at, reading_text, walk, where
from pincite.findings import Finding

__all__ = ["Answer", "Outstanding", "PlaceStatus", "Timeline", "language_drift"]

PlaceStatus = Literal[
    "in_force", "pending", "repealed", "expired", "omitted", "not_yet_in_force", "unresolved", "unknown"
]


@dataclass(frozen=True, slots=True)
class Outstanding:
    """An instrument that is known on the date asked about and not in the text. `why`: `future`, `unknown`, `refused`."""

    instrument: str
    effective: str | None
    why: Literal["future", "unknown", "refused"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What stood at a place on a date.

    Attributes:
        path: the place as it is numbered on that date; the place asked for where nothing stands.
        unit: the wording, None where there is none.
        status: of the place on that date.
        as_of, known_at: the two dates asked about.
        consolidated_to: the last date of the publisher's own text, or of an instrument applied by us.
        publisher: whether the text is the publisher's; else it is ours, and unofficial.
        amended_by: the instruments behind the wording.
        outstanding: what is known and not in it.
        applicability: rules in words about whom it applies to.
        findings: refusals and divergences.
        candidates: of a conflict, the texts that the orders would give.

    """

    path: Path
    unit: Unit | None
    status: PlaceStatus
    as_of: str
    known_at: str
    consolidated_to: str
    publisher: bool = False
    amended_by: tuple[str, ...] = ()
    outstanding: tuple[Outstanding, ...] = ()
    applicability: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    candidates: tuple[Unit, ...] = ()

    @property
    def text(self) -> str:
        """The text in reading order, "" where nothing stands."""
        return reading_text(self.unit) if self.unit else ""


@dataclass(frozen=True, slots=True)
class _State:
    """The whole tree on a date, with what came of every instrument."""

    tree: Unit
    applied_to: str
    refused: tuple[tuple[Instrument, Refused], ...] = ()

    def refuse(self, instruments: Iterable[Instrument], why: Refused) -> _State:
        return replace(self, refused=(*self.refused, *((each, why) for each in instruments)))


@dataclass(frozen=True, slots=True)
class Timeline:
    """A base text, the instruments that change it, and the publisher's later texts where they are held.

    Attributes:
        base: the permanent text on `base_date`.
        instruments: what changes it, in any order.
        orders: operations on time itself: commencement, postponement, expiry, applicability.
        witnesses: the publisher's consolidated texts by date.
        style: drafting style, which orders numbers.

    """

    base: Unit
    base_date: str
    instruments: tuple[Instrument, ...] = ()
    orders: tuple[TimeOperation, ...] = ()
    witnesses: tuple[tuple[str, Unit], ...] = ()
    style: str = "us"

    def get(self, place: Path, as_of: str, known_at: str = "") -> Answer:
        """What stood at a place on `as_of`, as it was known on `known_at` ("": all that is recorded).

        `place` is a path of ids as the base numbers them: the provision is followed through renumberings. What was
        inserted later is found under the path it has on the date.
        """
        if as_of < self.base_date:
            return Answer(place, None, "unknown", as_of, known_at, "", findings=(Finding("before_first_state"),))
        instruments = [each for each in self._dated(known_at) if _known(each, known_at)]
        state = self._state(as_of, instruments)
        tree, publisher, findings = state.tree, False, [refused.finding() for _, refused in state.refused]
        consolidated = state.applied_to
        witness = max((each for each in self.witnesses if each[0] <= as_of), default=None, key=lambda each: each[0])
        if witness is not None and not _later(instruments, witness[0], as_of):
            differing = reading_text(witness[1]) != reading_text(tree)
            if differing:
                findings.append(Finding(finding_code("WITNESS_DIVERGENCE"), {"date": witness[0]}))
            tree, publisher, consolidated = witness[1], True, witness[0]
        path, unit = self._find(tree, place)
        touched = [
            (each, refused)
            for each, refused in state.refused
            if any(_meets(operation.target, path) for operation in each.operations)
        ]
        candidates = tuple(
            found
            for refused in dict.fromkeys(refused for _, refused in touched)
            if isinstance(refused, Conflict)
            for _, each in refused.candidates
            if (found := self._find(each, place)[1]) is not None
        )
        return Answer(
            path=path,
            unit=unit,
            status=self._status(unit, place, instruments, as_of, unresolved=bool(touched) and not publisher),
            as_of=as_of,
            known_at=known_at,
            consolidated_to=consolidated,
            publisher=publisher,
            amended_by=_instruments_behind(unit),
            outstanding=_outstanding(instruments, state, as_of, path),
            applicability=tuple(
                each.rule for each in self.orders if isinstance(each, Applicability) and _meets(each.target, path)
            ),
            findings=tuple(findings),
            candidates=candidates,
        )

    def _dated(self, known_at: str) -> list[Instrument]:
        """The instruments with the dates that later orders gave them, as far as those were known."""
        found = {each.id: each for each in self.instruments}
        known = {each.id for each in self.instruments if _known(each, known_at)}
        for order in self.orders:
            if isinstance(order, Applicability) or order.instrument not in found:
                continue
            if order.source.instrument in found and order.source.instrument not in known:
                continue
            instrument = found[order.instrument]
            if isinstance(order, Commence | Postpone):
                found[instrument.id] = replace(instrument, effective=order.date)
            elif isinstance(order, Expire):
                found[instrument.id] = replace(instrument, expires=order.date)
        return list(found.values())

    def _state(self, as_of: str, instruments: Sequence[Instrument]) -> _State:
        corrections = [each for each in instruments if each.correction]
        begun = [each for each in instruments if not each.correction and each.effective is not None]
        begun = [each for each in begun if each.effective is not None and each.effective <= as_of]
        permanent = [each for each in begun if each.expires is None]
        overlays = [each for each in begun if each.expires is not None and as_of < each.expires]
        state = _State(self.base, self.base_date)
        # a correction belongs to the text it corrects: it follows the instruments of that text's first day
        lasting = [
            (day, rank, each) for rank, group in enumerate((permanent, corrections)) for day, each in _days(group)
        ]
        lasting.sort(key=lambda each: each[:2])
        for group in ([(day, each) for day, _, each in lasting], _days(overlays)):
            for day, together in group:
                if day > as_of:
                    continue
                try:
                    tree = one_day(state.tree, together, self.style)
                except Conflict as conflict:
                    state = state.refuse(together, conflict)
                except Refused as refused:
                    state = _without(state, together, refused, self.style)
                else:
                    state = replace(state, tree=tree, applied_to=max(state.applied_to, day))
        return state

    def _find(self, tree: Unit, place: Path) -> tuple[Path, Unit | None]:
        """The place, followed by its identity; what stands under the path where the base has no such unit."""
        of_base = at(self.base, place)
        if of_base is not None:
            path = where(tree, of_base.nid)
            if path is not None:
                return path, at(tree, path)
        there = at(tree, place)
        return place, there

    def _status(
        self, unit: Unit | None, place: Path, instruments: Sequence[Instrument], as_of: str, *, unresolved: bool
    ) -> PlaceStatus:
        if unresolved:
            return "unresolved"
        if unit is not None:
            return unit.status
        for each in sorted(instruments, key=sequence_key):
            if each.effective is None or each.effective > as_of:
                later = self._tried(each)
                if later is not None and at(later, place) is not None:
                    return "unknown" if each.effective is None else "not_yet_in_force"
            elif each.expires is not None and each.expires <= as_of:
                later = self._tried(each)
                if later is not None and at(later, place) is not None:
                    return "expired"
        return "unknown"

    def _tried(self, instrument: Instrument) -> Unit | None:
        try:
            return one_day(self.base, [instrument], self.style)
        except Refused:
            return None


def _without(state: _State, together: Sequence[Instrument], refused: Refused, style: str) -> _State:
    """The others of a day where one cannot be applied, if it is clear which one."""
    name = refused.refused.source.instrument if refused.refused is not None else ""
    culprit = [each for each in together if each.id == name]
    others = [each for each in together if each.id != name]
    if not culprit or not others:
        return state.refuse(together, refused)
    state = state.refuse(culprit, refused)
    try:
        return replace(
            state, tree=one_day(state.tree, others, style), applied_to=others[0].effective or state.applied_to
        )
    except Refused as more:
        return state.refuse(others, more)


def _days(instruments: Sequence[Instrument]) -> list[tuple[str, list[Instrument]]]:
    dated = sorted(instruments, key=sequence_key)
    return [(day or "", list(together)) for day, together in groupby(dated, key=lambda each: each.effective)]


def _known(instrument: Instrument, known_at: str) -> bool:
    since = instrument.known_from or instrument.published or instrument.effective or ""
    return not known_at or since <= known_at


def _later(instruments: Sequence[Instrument], witness: str, as_of: str) -> bool:
    """Whether something took effect, or ended, after the publisher's text and not after the date asked about."""
    return any(
        date is not None and witness < date <= as_of
        for each in instruments
        if not each.correction
        for date in (each.effective, each.expires)
    )


def _meets(target: Path, path: Path) -> bool:
    return target[: len(path)] == path or path[: len(target)] == target


def _outstanding(instruments: Sequence[Instrument], state: _State, as_of: str, path: Path) -> tuple[Outstanding, ...]:
    refused = {each.id for each, _ in state.refused}
    found: list[Outstanding] = []
    for each in sorted(instruments, key=sequence_key):
        if not any(_meets(operation.target, path) for operation in each.operations):
            continue
        if each.id in refused:
            found.append(Outstanding(each.id, each.effective, "refused"))
        elif each.effective is None:
            found.append(Outstanding(each.id, None, "unknown"))
        elif each.effective > as_of:
            found.append(Outstanding(each.id, each.effective, "future"))
    return tuple(found)


def _instruments_behind(unit: Unit | None) -> tuple[str, ...]:
    if unit is None:
        return ()
    return tuple(dict.fromkeys(name for _, each in walk(unit) for name in each.amended_by))


def language_drift(states: dict[str, str]) -> Finding | None:
    """The finding LANGUAGE_DRIFT when equally authentic languages stand in wordings of different dates.

    Args:
        states: language -> first day of the wording held in it.

    """
    if len(set(states.values())) < 2:
        return None
    return Finding(finding_code("LANGUAGE_DRIFT"), dict(sorted(states.items())))
