"""A look at a few characters changes nothing but the time: with it and without it, the same is read from any text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.shared import foreign, glances, labels, provisions
from pincite.jurisdictions.shared.foreign import foreign_at
from pincite.jurisdictions.shared.labels import read_labels
from pincite.jurisdictions.shared.provisions import Act, read_provision, unit_words

_GOES_ON = st.sampled_from(
    [
        "(1)", "(a)", "(iv)", " (2)", " A-D", "A", " and ", " or ", ", ", ", and ", " & ", "-", "–", " to ", "7", " 8", "12A", ".", ")", ";", ":", " ",
        "\n", "\u00a0", " of ", " to the ", " under ", " in ", " within ", " from ", "Part 1", "Schedule 4", "the Schedule", "paragraph 2",
        "subsection (3)", "section 9", "rule 3", "O. 14", " of the same section", " Cap. 32", "the Companies Ordinance", " applies", " shall",
        "the Convention", " Covenant", " Civil Code", "Listing Rules", "the Immigration Rules", "F\n", " of,",
    ]
)  # fmt: skip
tails = st.lists(st.one_of(_GOES_ON, st.text(max_size=2)), max_size=10).map("".join)
heads = st.sampled_from(
    ["section 5", "ss. 5", "s 12(1)", "Schedule 4", "Part II", "O. 62", "articles 3", "paragraph (a)"]
)


@contextmanager
def without_glances() -> Iterator[None]:
    """The grammar with every look ahead answering «perhaps»."""
    with ExitStack() as stack:
        for module, name in (
            (labels, "list_ends"),
            (provisions, "provision_ends"),
            (foreign, "nothing_tied"),
        ):
            stack.enter_context(mock.patch.object(module, name, return_value=False))
        yield


def _act(text: str) -> provisions.ActReader:
    """An act wherever a capital stands."""

    def read(position: int, tied: bool) -> Act | None:
        return Act("x", position, position + 1, full=tied) if text[position : position + 1].isupper() else None

    return read


@given(tails)
def test_a_list_of_labels_is_read_the_same(tail: str) -> None:
    text = "5" + tail
    read = read_labels(text, 0, plural=True)
    with without_glances():
        assert read_labels(text, 0, plural=True) == read


@given(heads, tails)
def test_a_provision_is_read_the_same(head: str, tail: str) -> None:
    text = head + tail
    read = read_provision(text, 0, _act(text))
    with without_glances():
        assert read_provision(text, 0, _act(text)) == read


@given(heads, tails)
def test_a_law_of_elsewhere_is_seen_the_same(head: str, tail: str) -> None:
    text = head + tail
    seen = foreign_at(text, len(head))
    with without_glances():
        assert foreign_at(text, len(head)) == seen


def test_every_word_of_a_unit_begins_with_a_letter_that_is_looked_for() -> None:
    assert all(not glances.provision_ends(f" {word}"[: glances.WINDOW]) for word in unit_words())
