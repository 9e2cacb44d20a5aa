"""Passage windows know where each of their characters stands, and whether anything was left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.judging.windows import window_of

LONG = "\n".join(
    [f"{n}. The harbour tariff fixes dues of ships by their tons and their days at the quay." for n in range(60)]
    + ["61. A lantern keeper returns the deposit within 14 days."]
    + [f"{n}. Pilots board at the outer buoy and the master signs their bill." for n in range(62, 120)]
)


def test_a_short_text_is_judged_whole() -> None:
    window = window_of("One.\nTwo.", "one", "en", "en")
    assert (window.passage, window.partial) == ("One.\nTwo.", False)


def test_of_a_long_text_the_part_that_speaks_of_the_claim_is_chosen_with_its_neighbours() -> None:
    window = window_of(LONG, "The keeper of a lantern must return deposits.", "en", "en", longest=600)
    assert window.partial
    assert "returns the deposit" in window.passage
    assert LONG[window.best.start : window.best.end].startswith("61.")
    at = window.passage.index("deposit")
    span = window.back(at, at + 7)
    assert span is not None
    assert LONG[span.start : span.end] == "deposit"


def test_a_claim_is_found_in_another_language() -> None:
    window = window_of(LONG, "Der Mieter zahlt.", "de", "en", longest=600)
    assert window.partial
    assert window.passage == ""


@given(st.lists(st.text(alphabet="ab \n", max_size=40), max_size=30), st.integers(10, 200))
def test_every_piece_is_a_slice_of_the_text(parts: list[str], longest: int) -> None:
    text = "\n".join(parts)
    window = window_of(text, "ab ba aab bba", "en", "en", longest=longest)
    joined = "\n".join(text[piece.start : piece.end] for piece in window.pieces)
    assert joined == window.passage
    assert not window.partial or len(window.passage) <= longest + len(window.pieces)
