"""Currency: is the provision law on the date asked about, or on the date its own sentence names? Decisions have no such axis.

| value | when |
|---|---|
| not_yet_in_force | the provision or the section or article it belongs to is pending or prospective on a date the release reaches, or its wording begins later |
| repealed | the provision or the section or article it belongs to is repealed, omitted or deleted |
| not_consolidated | the wording held ended before the date, and no later one is held |
| unknown | the date lies beyond the release, or the source does not date its wording |
| amended_since | a later wording of the place is held that differs (only disclosed) |
| in_force | otherwise |
"""

from __future__ import annotations

from pincite.corpus.answers import ExpressionRecord, NodeRecord, PlaceFound
from pincite.drafts.examination import Examination, Reading
from pincite.findings import Finding
from pincite.judging.verdict import Currency

__all__ = ["check_currency"]

ENDED = {"repealed", "omitted", "deleted"}
UNITS = {"section", "article", "schedule", "rule", "regulation"}
NOT_BEGUN = {"pending", "prospective"}


def check_currency(examination: Examination, reading: Reading) -> Examination:
    """Set the currency of a provision."""
    expression = examination.expression
    if not examination.open or expression is None or expression.kind != "legislation":
        return examination
    place = examination.place
    if place is None:
        # a whole act, or a place that is not there: its own state is all that can be said
        return examination.on(
            currency="in_force"
            if expression.state and not _beyond(expression, reading.date_of(examination))
            else "unknown"
        )
    value, finding = _currency(place, reading)
    examination = examination.on(currency=value)
    if finding is not None:
        examination = examination.note(finding)
    if value in ("repealed", "not_yet_in_force"):
        examination = examination.fix("fix_currency", place=place.node.eid, date=place.as_of)
    return examination


def _beyond(expression: ExpressionRecord, as_of: str) -> bool:
    return bool(as_of and expression.as_of and as_of > expression.as_of)


def _currency(place: PlaceFound, reading: Reading) -> tuple[Currency, Finding | None]:
    named = {"place": place.node.eid, "date": place.as_of, "state": place.expression.state}
    for node in _with_ancestors(place, reading):
        if node.status in NOT_BEGUN:
            if "beyond_release" in place.findings:
                # it may have come into force since: the state of the release is all that is known
                return "unknown", Finding("not_in_force", {**named, "status": node.status, "at": node.eid})
            return "not_yet_in_force", Finding("not_in_force", {**named, "status": node.status, "at": node.eid})
        if node.status in ENDED:
            return "repealed", Finding("not_in_force", {**named, "status": node.status, "at": node.eid})
    if "not_yet_in_force" in place.findings:
        return "not_yet_in_force", Finding("begins_later", {**named, "from": place.node.valid_from or ""})
    if "wording_expired" in place.findings:
        return "not_consolidated", Finding("wording_expired", {**named, "to": place.node.valid_to or ""})
    if "newer_state_other_language" in place.findings:
        return "not_consolidated", None
    if "beyond_release" in place.findings or "undated_state" in place.findings:
        return "unknown", None
    later = _differing_later_state(place, reading)
    if later:
        return "amended_since", Finding("amended_since", {**named, "later": later})
    return "in_force", None


def _with_ancestors(place: PlaceFound, reading: Reading) -> list[NodeRecord]:
    """The provisions found and those above them, up to the section or article they belong to."""
    found = list(place.nodes) or [place.node]
    if all(node.parent is None for node in found):
        return found
    by_number = {node.node: node for node in reading.corpus.nodes(place.expression.id)}
    seen: dict[int, NodeRecord] = {node.node: node for node in found}
    for node in found:
        at = node
        while at.kind not in UNITS and at.parent is not None and at.parent in by_number:
            at = by_number[at.parent]
            seen[at.node] = at
    return list(seen.values())


def _differing_later_state(place: PlaceFound, reading: Reading) -> str:
    """The state of a later wording in the same language in which the place reads otherwise, or ""."""
    chosen = place.expression
    later = [
        e for e in reading.corpus.expressions(chosen.work) if e.language == chosen.language and e.state > chosen.state
    ]
    for expression in sorted(later, key=lambda e: e.state):
        asked = f"{chosen.work}#{place.node.eid}"
        there = reading.corpus.find_place(asked, language=chosen.language, as_of=expression.state)
        if not isinstance(there, PlaceFound) or " ".join(there.text.split()) != " ".join(place.text.split()):
            return expression.state
    return ""
