"""Units: sentences that leave together, cut the same way however the text arrives."""

from __future__ import annotations

import random

import pytest
from benchmarks.lying_writers import honest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answers.units import first_unit


def units(text: str, cuts: list[int]) -> list[str]:
    found: list[str] = []
    waiting = ""
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    for index, piece in enumerate(pieces):
        waiting += piece
        while end := first_unit(waiting, final=index == len(pieces) - 1):
            found.append(waiting[:end])
            waiting = waiting[end:]
    assert waiting == ""
    return found


MESSY = st.lists(
    st.sampled_from(["A keeper may. ", "See Art. 5 OR. ", "“Quoted. Twice.” ", "[E1] ", "[E1][E2]. ", "(in brackets. Long) ", "\n", "\n\n", "> block. Quote.\n", "管理人須。", "«fr. Un» ", '"', "(", "e.g. this ", "- item\n", "| a | b |\n", "**References**\n- x\n", "word " * 40, "7. Januar ", "J. "]),
    max_size=40,
).map("".join)  # fmt: skip


@given(MESSY, st.randoms(use_true_random=False))
def test_units_do_not_depend_on_how_the_text_arrives(text: str, r: random.Random) -> None:
    cuts = sorted(r.randint(0, len(text)) for _ in range(r.randint(0, 30)))
    found = units(text, cuts)
    assert "".join(found) == text
    assert found == units(text, [])


@pytest.mark.parametrize("seed", range(10))
def test_units_of_an_answer_are_the_same_letter_by_letter(seed: int) -> None:
    text = honest(seed)
    assert units(text, list(range(1, len(text)))) == units(text, [])


def test_placeholders_behind_a_full_stop_belong_to_its_sentence() -> None:
    assert units("“It holds.” [E1][E2]. And this.", []) == ["“It holds.” [E1][E2]. ", "And this."]


def test_a_quotation_is_not_cut() -> None:
    assert units("He says “one. Two. Three.” So it is.", [])[0] == "He says “one. Two. Three.” "


def test_what_never_closes_does_not_hold_an_answer_back() -> None:
    assert first_unit("“" + "open and. On " * 1000, final=False) > 0


def test_a_sentence_leaves_before_the_paragraph_ends() -> None:
    assert (
        first_unit(
            "A keeper must register. " + "The rest of the paragraph goes on and on without an end " * 3, final=False
        )
        == 24
    )
