"""Words found in the texts of a unit, and the changes of wording.

Keeps true: words are compared code point by code point; they count only as whole words; they are changed exactly where
the operation says, and not at all when they stand there more or less often than it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from pincite.consolidation.operations import Slot, TextInsert, TextOperation, TextReplace
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Unit, walk

__all__ = ["changed_words"]

SHOWN = 80


class _Place(NamedTuple):
    nid: str
    slot: str
    start: int


def changed_words(target: Unit, operation: TextOperation) -> Unit:
    """The target with its words changed.

    Raises:
        Refused: PRECONDITION_MISMATCH.

    """
    find = operation.find
    if not find:
        raise Refused("PRECONDITION_MISMATCH", "no words are given to look for")
    places = list(_places(target, find, operation.slot))
    chosen = _chosen(places, operation)
    new = _new_words(operation)
    _refuse_glued(target, chosen, find, new)
    edits: dict[tuple[str, str], list[int]] = {}
    for place in chosen:
        edits.setdefault((place.nid, place.slot), []).append(place.start)
    return _edited(target, edits, len(find), new)


def _new_words(operation: TextOperation) -> str:
    if isinstance(operation, TextReplace):
        return operation.replace
    if isinstance(operation, TextInsert):
        found, new = operation.find, operation.insert
        return found + new if operation.side == "after" else new + found
    return ""


def _chosen(places: list[_Place], operation: TextOperation) -> list[_Place]:
    shown = operation.find if len(operation.find) <= SHOWN else operation.find[: SHOWN - 1] + "…"
    nth, count = operation.nth, operation.count
    expected = count if count is not None else (None if nth else 1)
    if expected is not None and len(places) != expected:
        raise Refused("PRECONDITION_MISMATCH", f"the words stand there {len(places)} times, not {expected}: {shown!r}")
    if not places:
        raise Refused("PRECONDITION_MISMATCH", f"the words do not stand there: {shown!r}")
    if nth in ("", "all"):
        return places
    if nth in ("first", "last"):
        return [places[0 if nth == "first" else -1]]
    number = int(nth) if nth.isdecimal() else 0
    if not 1 <= number <= len(places):
        raise Refused(
            "PRECONDITION_MISMATCH", f"the words stand there {len(places)} times, there is no {nth}th: {shown!r}"
        )
    return [places[number - 1]]


def _texts(target: Unit, slot: Slot) -> Iterator[tuple[str, str, str]]:
    """(nid, slot, text) in reading order."""
    for _, unit in walk(target):
        if unit.gone and unit is not target:
            continue  # a tombstone's words are the publisher's
        if slot in ("", "heading"):
            yield unit.nid, "heading", unit.heading
        if slot in ("", "text"):
            yield unit.nid, "text", unit.text
        if slot:
            return


def _places(target: Unit, find: str, slot: Slot) -> Iterator[_Place]:
    for nid, name, text in _texts(target, slot):
        start = text.find(find)
        while start >= 0:
            end = start + len(find)
            if _inside_word(text, start) or _inside_word(text, end):
                raise Refused(
                    "PRECONDITION_MISMATCH",
                    f"the words stand inside a longer word: {text[max(0, start - 10) : end + 10]!r}",
                )
            yield _Place(nid, name, start)
            start = text.find(find, end)


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _refuse_glued(target: Unit, chosen: list[_Place], find: str, new: str) -> None:
    """A space that nobody wrote is not supplied: «forms; and» with «of the year; and» for «; and» is «formsof the year»."""
    if not new and not any(each.isalnum() or each.isspace() for each in find):
        return  # a mark struck out of a word: «co-operate»
    units = {unit.nid: unit for _, unit in walk(target)}
    for place in chosen:
        unit = units[place.nid]
        text = unit.heading if place.slot == "heading" else unit.text
        before, after = text[: place.start][-1:], text[place.start + len(find) :][:1]
        first, last = new[:1] or after, new[-1:] or before
        if (before.isalnum() and first.isalnum()) or (after.isalnum() and last.isalnum()):
            raise Refused("PRECONDITION_MISMATCH", f"two words would be joined into one: {before}{new[:20]}…{after}")


def _edited(unit: Unit, edits: Mapping[tuple[str, str], list[int]], length: int, new: str) -> Unit:
    heading = _spliced(unit.heading, edits.get((unit.nid, "heading"), []), length, new)
    text = _spliced(unit.text, edits.get((unit.nid, "text"), []), length, new)
    children = tuple(_edited(child, edits, length, new) for child in unit.children)
    return replace(unit, heading=heading, text=text, children=children)


def _spliced(text: str, starts: list[int], length: int, new: str) -> str:
    for start in reversed(starts):
        text = text[:start] + new + text[start + length :]
    return text
