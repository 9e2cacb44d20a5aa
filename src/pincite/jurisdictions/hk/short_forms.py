"""Short forms of cases in Hong Kong texts: the shared rules with this pack's courts."""

from __future__ import annotations

from pincite.jurisdictions.hk.places import places_of
from pincite.jurisdictions.hk.resolving import home
from pincite.jurisdictions.hk.tables import court_ranks
from pincite.jurisdictions.shared.back_references import Span
from pincite.jurisdictions.shared.case_short_forms import CaseShortForms
from pincite.jurisdictions.shared.provisions import read_groups_behind

__all__ = ["SHORT_FORMS"]


def _rank_of(reference: str) -> int | None:
    parts = reference.split("/")
    return court_ranks().get(parts[1]) if len(parts) > 1 and parts[0] == "hk" else None


def _provisions(text: str, position: int) -> list[Span]:
    return [
        (label.start, label.end, places_of(group, label))
        for group in read_groups_behind(text, position)
        if group.labels[0].parts[0] and (group.unit != "paragraph" or group.above)
        for label in group.labels
    ]


SHORT_FORMS = CaseShortForms("hk", home, _rank_of, _provisions)
