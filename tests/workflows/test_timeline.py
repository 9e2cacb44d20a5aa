"""The timeline of a place: states that say the same are one wording, and no beginning is invented."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workflows.house_simulator import HouseSimulator

from pincite.errors import BadInput
from pincite.workflows.timeline import SHOWN, compare_dates, timeline_of

WORK, PLACE = "hk/cap9001", "hk/cap9001#s3"


def house(*states: tuple[str, str | None, dict[str, Any]]) -> HouseSimulator:
    """A work whose section 3 says these words in these states; None: the state has no section 3."""
    made = HouseSimulator()
    for state, text, said in states:
        provisions: list[tuple[str, str, dict[str, Any]]] = [("s1", "Short title.", {})] + (
            [] if text is None else [("s3", text, said)]
        )
        made.add(WORK, *provisions, state=state)
    return made


def test_states_that_say_the_same_are_one_wording() -> None:
    corpus = house(
        ("2024-01-01", "within 60 days", {}), ("2025-01-01", "within 60 days", {}), ("2026-01-01", "30 days", {})
    )
    old, new = timeline_of(corpus, PLACE, "en").wordings
    assert old.states == ("2024-01-01", "2025-01-01")
    assert (old.until, new.since, new.known, new.until) == ("2026-01-01", "2026-01-01", "state", "")
    assert (old.text, new.text) == ("within 60 days", "30 days")


def test_the_oldest_state_held_is_no_beginning() -> None:
    first = timeline_of(house(("2024-01-01", "within 60 days", {})), PLACE, "en").wordings[0]
    assert (first.since, first.known) == ("", "unknown")


def test_the_publishers_own_day_is_the_beginning_and_said_to_be_that() -> None:
    corpus = house(
        ("2024-01-01", "60 days", {"valid_from": "2019-05-01"}), ("2026-01-01", "30 days", {"valid_from": "2025-07-15"})
    )
    old, new = timeline_of(corpus, PLACE, "en").wordings
    assert (old.since, old.known, old.until) == ("2019-05-01", "publisher", "2025-07-15")
    assert (new.since, new.known) == ("2025-07-15", "publisher")


def test_a_later_state_that_names_an_earlier_day_is_believed() -> None:
    corpus = house(("2024-01-01", "60 days", {}), ("2025-01-01", "60 days", {"valid_from": "2020-02-02"}))
    (only,) = timeline_of(corpus, PLACE, "en").wordings
    assert (only.since, only.known) == ("2020-02-02", "publisher")


def test_a_day_that_a_later_state_with_other_words_refutes_is_not_believed() -> None:
    corpus = house(("2024-01-01", "60 days", {}), ("2026-01-01", "30 days", {"valid_from": "2023-01-01"}))
    old, new = timeline_of(corpus, PLACE, "en").wordings
    assert old.until == "2026-01-01"
    assert (new.since, new.known) == ("2026-01-01", "state")


def test_an_end_that_the_publisher_names_does_not_hold_behind_a_state_with_other_words() -> None:
    corpus = house(
        ("2024-01-01", "60 days", {"valid_to": "2027-01-01"}), ("2025-01-01", "30 days", {"valid_to": "2027-01-01"})
    )
    old, new = timeline_of(corpus, PLACE, "en").wordings
    assert (old.until, new.until) == ("2025-01-01", "2027-01-01")


def test_an_end_that_the_publisher_names_before_the_next_state_is_the_end() -> None:
    corpus = house(("2024-01-01", "60 days", {"valid_to": "2024-06-01"}), ("2025-01-01", "30 days", {}))
    assert timeline_of(corpus, PLACE, "en").wordings[0].until == "2024-06-01"


def test_a_repeal_is_a_wording_of_its_own() -> None:
    corpus = house(("2024-01-01", "60 days", {}), ("2026-01-01", "60 days", {"status": "repealed"}))
    assert [each.status for each in timeline_of(corpus, PLACE, "en").wordings] == ["in_force", "repealed"]


def test_a_state_without_the_place_is_a_gap_that_is_told() -> None:
    corpus = house(("2024-01-01", "60 days", {}), ("2025-01-01", None, {}), ("2026-01-01", "60 days", {}))
    wordings = timeline_of(corpus, PLACE, "en").wordings
    assert [each.absent for each in wordings] == [False, True, False]
    assert wordings[0].until == "2025-01-01"


def test_the_instruments_behind_a_wording_are_named() -> None:
    corpus = house(("2024-01-01", "60 days", {}))
    nodes = corpus.held[0].nodes
    corpus.held[0].nodes[1] = replace(nodes[1], amended_by=("hk/ord/2025/901#s4",))
    assert timeline_of(corpus, PLACE, "en").wordings[0].amended_by == ("hk/ord/2025/901#s4",)


def test_older_states_than_are_looked_at_are_counted() -> None:
    corpus = house(*((f"{1900 + year}-01-01", f"{year} days", {}) for year in range(SHOWN + 3)))
    found = timeline_of(corpus, PLACE, "en")
    assert (len(found.wordings), found.left_out) == (SHOWN, 3)


def test_a_whole_work_and_a_language_not_held_are_refused() -> None:
    corpus = house(("2024-01-01", "60 days", {}))
    with pytest.raises(BadInput, match="whole work"):
        timeline_of(corpus, WORK, "en")
    with pytest.raises(BadInput, match="not held in 'de'"):
        timeline_of(corpus, PLACE, "de")


TEXTS = st.lists(
    st.tuples(st.sampled_from(["a b", "a c", "d", None]), st.sampled_from(["in_force", "repealed", "pending"])),
    min_size=1,
    max_size=8,
)


@given(TEXTS)
def test_every_state_is_in_one_wording_and_neighbours_differ(said: list[tuple[str | None, str]]) -> None:
    states = [(f"20{number:02}-01-01", text, {"status": status}) for number, (text, status) in enumerate(said)]
    wordings = timeline_of(house(*states), PLACE, "en").wordings
    assert [state for each in wordings for state in each.states] == [state for state, _, _ in states]
    for old, new in pairwise(wordings):
        assert (old.text, old.status, old.absent) != (new.text, new.status, new.absent)
        assert old.until == new.states[0]
    for each in wordings:
        for state in each.states:
            number = [name for name, _, _ in states].index(state)
            assert (said[number][0] or "") == each.text


def test_two_dates_are_compared_word_by_word() -> None:
    corpus = house(("2024-01-01", "within 60 days after it", {}), ("2026-01-01", "within 30 days after it", {}))
    found = compare_dates(corpus, PLACE, "2025-06-01", "2026-06-01", language="en")
    assert [(each.old, each.new) for each in found.words or ()] == [("60", "30")]
    assert found.old.expression.state == "2024-01-01"


def test_a_date_before_all_states_is_refused_with_what_to_do() -> None:
    corpus = house(("2024-01-01", "60 days", {}))
    with pytest.raises(BadInput, match="not held as at 2020-01-01"):
        compare_dates(corpus, PLACE, "2020-01-01", "2024-06-01", language="en")
    with pytest.raises(BadInput):
        compare_dates(corpus, PLACE, "yesterday", "2024-06-01", language="en")
