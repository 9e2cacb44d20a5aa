"""Short forms of cases in British texts: the shared rules with this pack's courts."""

from __future__ import annotations

from pincite.jurisdictions.shared.back_references import Span
from pincite.jurisdictions.shared.case_short_forms import CaseShortForms
from pincite.jurisdictions.shared.provisions import read_groups_behind
from pincite.jurisdictions.uk.places import places_of
from pincite.jurisdictions.uk.resolving import home

__all__ = ["SHORT_FORMS"]

_RANKS = {
    "uksc": 1,
    "ukhl": 1,
    "ukpc": 1,
    "ewca": 2,
    "csih": 2,
    "nica": 2,
    "ewhc": 3,
    "ukut": 3,
    "eat": 3,
    "csoh": 3,
    "ukftt": 4,
    "ewfc": 4,
    "ewcc": 5,
    "ewcr": 4,
}


def _rank_of(reference: str) -> int | None:
    parts = reference.split("/")
    return _RANKS.get(parts[1]) if len(parts) > 1 and parts[0] == "uk" else None


def _provisions(text: str, position: int) -> list[Span]:
    return [
        (label.start, label.end, places_of(group, label))
        for group in read_groups_behind(text, position)
        if group.labels[0].parts[0] and (group.unit != "paragraph" or group.above)
        for label in group.labels
    ]


SHORT_FORMS = CaseShortForms("uk", home, _rank_of, _provisions)
