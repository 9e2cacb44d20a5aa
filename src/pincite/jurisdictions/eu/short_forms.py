"""Short forms of cases in texts of the Union: the shared rules, with the Union's way of naming places."""

from __future__ import annotations

from pincite.jurisdictions.eu.grammar_acts import home
from pincite.jurisdictions.eu.provisions import read_sequence
from pincite.jurisdictions.shared.back_references import Span
from pincite.jurisdictions.shared.case_short_forms import CaseShortForms

__all__ = ["SHORT_FORMS"]


def _rank_of(_reference: str) -> int | None:
    return None


def _provisions(text: str, position: int) -> list[Span]:
    return [
        (member.start, member.end, member.place)
        for member in read_sequence(text, position)
        if member.path[0].startswith(("art_", "anx_", "rct_"))
    ]


SHORT_FORMS = CaseShortForms("eu", home, _rank_of, _provisions)
