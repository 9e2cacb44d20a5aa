"""Operations and instruments from plain data, as they are recorded (design: releases, Operations).

Keeps true: a record that says something this room does not know is an error, never ignored: an unknown kind, an unknown
position, a missing target.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pincite.consolidation.operations import (
    InsertUnit,
    Instrument,
    Renumber,
    RepealUnit,
    ReplaceUnit,
    Revive,
    Slot,
    Source,
    TextDelete,
    TextInsert,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.units import Path, Unit, unit_of

__all__ = ["instruments_of", "operation_of"]

Record = Mapping[str, Any]

_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\Z")


def operation_of(record: Record, ordinal: int = 0) -> TreeOperation:
    """One operation.

    Raises:
        ValueError: naming what is missing or unknown.

    """
    kind = record.get("kind")
    if not record.get("target"):
        raise ValueError(f"the record of an operation ({kind}) names no target")
    target: Path = tuple(map(str, record["target"]))
    source = Source(
        instrument=record.get("instrument") or "",
        provision=record.get("instrument_section") or "",
        sentence=record.get("instruction") or "",
        context=tuple(record.get("instruction_context") or ()),
        ordinal=ordinal,
    )
    old = record.get("old_sha256") or ""
    if kind in ("text_replace", "text_delete", "text_insert"):
        return _text(record, target, source, old)
    if kind == "replace_unit":
        return ReplaceUnit(
            target,
            source,
            old,
            payload=_payload(record),
            slot=_slot(record),
            replace=record.get("replace") or "",
            revive=bool(record.get("revive")),
        )
    if kind == "insert_unit":
        return InsertUnit(target, source, old, payload=_payload(record), position=_position(record.get("position")))
    if kind == "repeal_unit":
        tombstone = record.get("tombstone") or ""
        return RepealUnit(target, source, old, tombstone=tombstone, keep_heading=bool(record.get("keep_heading")))
    if kind == "renumber":
        return Renumber(
            target,
            source,
            old,
            new_num=record.get("new_num") or "",
            new_id=str(record["new_id"]),
            wrap=bool(record.get("wrap")),
            group=record.get("group") or "",
        )
    if kind == "revive":
        return Revive(target, source, old)
    raise ValueError(f"{kind!r} is no kind of operation")


def _text(record: Record, target: Path, source: Source, old: str) -> TreeOperation:
    find, count, slot = record.get("find") or "", record.get("count"), _slot(record)
    nth = str(record.get("position") or "")
    if nth not in ("", "first", "last", "all") and not nth.isdecimal():
        raise ValueError(f"{nth!r} does not say which of the words is meant")
    new = record.get("replace") or ""
    if record["kind"] == "text_replace":
        return TextReplace(target, source, old, find, count, nth, slot, replace=new)
    if record["kind"] == "text_delete":
        return TextDelete(target, source, old, find, count, nth, slot)
    side: Literal["after", "before"] = record.get("where") or "after"
    if side not in ("after", "before"):
        raise ValueError(f"{side!r} does not say on which side words are put")
    return TextInsert(target, source, old, find, count, nth, slot, insert=new, side=side)


def _slot(record: Record) -> Slot:
    slot: Slot = record.get("scope") or ""
    if slot not in ("", "heading", "text"):
        raise ValueError(f"{slot!r} is no part of a unit's own text")
    return slot


def _payload(record: Record) -> tuple[Unit, ...]:
    payload = record.get("payload") or ()
    return tuple(unit_of(each) for each in ([payload] if isinstance(payload, Mapping) else payload))


def _position(record: Any) -> UnitPosition:
    match record:
        case {"after": str(name)}:
            return UnitPosition(after=name)
        case {"before": str(name)}:
            return UnitPosition(before=name)
        case {"first": True}:
            return UnitPosition(edge="first")
        case {"last": True}:
            return UnitPosition(edge="last")
        case {"order": "label"}:
            return UnitPosition(by_number=True)
        case _:
            raise ValueError(f"{record!r} does not say where the new unit goes")


def instruments_of(records: Sequence[Record], operations: Sequence[Record]) -> tuple[Instrument, ...]:
    """The instruments with their operations, those in the order given.

    An instrument whose applicability is not said to have commenced has no date: its condition is kept in words.

    Raises:
        ValueError: a date that is none, an operation of an instrument that is not recorded, or see `operation_of`.

    """
    by_id: dict[str, list[TreeOperation]] = {record["law"]: [] for record in records}
    for ordinal, each in enumerate(operations):
        law = each.get("instrument") or (records[0]["law"] if len(by_id) == 1 else "")
        if law not in by_id:
            raise ValueError(f"operation {ordinal} is of {law!r}, which is not recorded")
        by_id[law].append(operation_of({**each, "instrument": law}, ordinal))
    found: list[Instrument] = []
    for record in {each["law"]: each for each in records}.values():
        applicability = record.get("applicability") or {}
        pending = applicability.get("status", "commenced") != "commenced"
        for date in (record.get("effective"), record.get("expires")):
            if date is not None and not _DATE.match(date):
                raise ValueError(
                    f"{record['law']}: {date!r} is no date; write YYYY-MM-DD, or null when it is not known"
                )
        found.append(
            Instrument(
                id=record["law"],
                effective=None if pending else record.get("effective"),
                operations=tuple(by_id[record["law"]]),
                published=record.get("published") or "",
                expires=record.get("expires"),
                known_from=record.get("known_from") or "",
                correction=record.get("type") == "corrigendum",
                condition=applicability.get("condition") or "",
            )
        )
    return tuple(found)
