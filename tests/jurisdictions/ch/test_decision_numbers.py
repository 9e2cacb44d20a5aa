"""A number counts only when it fits the sequence."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.ch.sources.decision_numbers import Candidate, best_chain, candidates
from pincite.jurisdictions.ch.sources.decision_rows import Row
from pincite.jurisdictions.ch.sources.decision_words import words


def rows(*lines: str) -> list[Row]:
    return [Row((), line, line, 1) for line in lines]


def labels(*lines: str, extract: bool = False) -> list[str]:
    found = rows(*lines)
    return [
        link.label
        for link in best_chain(candidates(found, range(len(found)), "decimal", words()), extract=extract).links
    ]


def test_numbers_that_follow_one_another_are_taken() -> None:
    assert labels("1. Eins.", "1.1 Ja.", "1.2 Nein.", "2. Zwei.", "2.1.1 Tief.", "10 Zehn.") == [
        "1",
        "1.1",
        "1.2",
        "2",
        "2.1.1",
    ]


def test_a_date_is_no_number() -> None:
    assert labels("1. Eins.", "2. Januar 2072 war ein Freitag.", "2. Zwei.", "3. März 2072.") == ["1", "2"]


def test_amounts_and_times_are_no_numbers() -> None:
    assert labels("1. Eins.", "1.50 Franken kostet sie.", "12.00 Uhr.", "2. Zwei.") == ["1", "2"]


def test_a_number_in_the_middle_of_a_sentence_is_none() -> None:
    found = rows("1. Die Frist nach Art.", "2. und nach Art. 3.", "2. Zwei.")
    found[1].begins = False
    chain = best_chain(candidates(found, range(3), "decimal", words()), extract=False)
    assert [link.row for link in chain.links] == [0, 2]


def test_leading_zeros_and_long_numbers_are_none() -> None:
    assert labels("1. Eins.", "01.2 Nein.", "1.02 Nein.", "2072 Nein.", "2. Zwei.") == ["1", "2"]


def test_an_extract_may_begin_anywhere_and_leave_numbers_out() -> None:
    assert labels("2.3. Drei.", "2.5. Fünf.", "3.4. Vier.", extract=True) == ["2.3", "2.5", "3.4"]


def test_a_range_left_out_counts_as_all_its_numbers() -> None:
    assert labels("3. Drei.", "3.1.-3.3. (...)", "3.4. Vier.") == ["3", "3.1–3.3", "3.4"]


def test_list_items_in_brackets_lose_against_the_real_numbers() -> None:
    assert labels("1. Er fragte:", "1) Was?", "2) Wo?", "3) Wann?", "2. Zwei.", "3. Drei.", "4. Vier.") == [
        "1",
        "2",
        "3",
        "4",
    ]


@given(
    st.lists(
        st.tuples(st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple), st.floats(0.1, 4, allow_nan=False)),
        max_size=40,
    ),
    st.booleans(),
)
def test_a_chain_is_in_order_of_text_and_of_numbers(found: list[tuple[tuple[int, ...], float]], extract: bool) -> None:
    given_candidates = [
        Candidate(row, 0, numbers, tuple(map(str, numbers)), ".".join(map(str, numbers)), 0, weight)
        for row, (numbers, weight) in enumerate(found)
    ]
    links = best_chain(given_candidates, extract=extract).links
    assert [link.row for link in links] == sorted(link.row for link in links)
    assert all(before.numbers < after.numbers for before, after in pairwise(links))
