"""Short forms of cases in Hong Kong texts: the shared rules with this pack's courts."""

from __future__ import annotations

from pincite.jurisdictions.hk.resolving import home
from pincite.jurisdictions.hk.tables import court_ranks
from pincite.jurisdictions.shared.case_short_forms import CaseShortForms

__all__ = ["SHORT_FORMS"]


def _rank_of(reference: str) -> int | None:
    parts = reference.split("/")
    return court_ranks().get(parts[1]) if len(parts) > 1 and parts[0] == "hk" else None


SHORT_FORMS = CaseShortForms("hk", home, _rank_of)
