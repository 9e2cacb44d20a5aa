"""The list of first pages of the official collection: what it rules out, and what it does not."""

from __future__ import annotations

import itertools

from pincite.jurisdictions.ch.first_pages import absent
from pincite.jurisdictions.ch.identifiers import NEWEST_SURE, starts_of


def test_a_page_at_which_no_decision_begins_is_ruled_out_with_the_decision_around_it() -> None:
    starts = starts_of(140, "III")
    first = next(page for page, following in itertools.pairwise(starts) if following > page + 1)
    found = absent(f"ch/bge/140/III/{first + 1}#consid_2")
    assert found is not None
    assert found.near == ((f"ch/bge/140/III/{first}#p_{first + 1}", "page_inside_decision"),)


def test_a_first_page_is_not_ruled_out() -> None:
    assert absent(f"ch/bge/140/III/{starts_of(140, 'III')[0]}") is None


def test_a_volume_whose_list_may_grow_and_other_references_are_not_ruled_out() -> None:
    assert absent(f"ch/bge/{NEWEST_SURE + 1}/III/2") is None
    assert absent("ch/bger/4A_9901/2026") is None
    assert absent("ch/bge/140/IX/2") is None
