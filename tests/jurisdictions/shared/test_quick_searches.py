"""Attack: searches made quick find what the slow ones found, in any text: each is held against the pattern it stands for."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.shared.case_names import _CONNECTOR, connector_before, name_behind
from pincite.jurisdictions.shared.case_settling import _NOTE, _notes
from pincite.jurisdictions.shared.papers import names_a_paper
from pincite.text.patterns import beginning_with

_PIECES = st.sampled_from(
    ["[1]", "[^12]:", "[", "]", " ", "\t", "\n", "\u00a0", "at ", "in ", "also ", ", ", "(", "*", "_", ":", ";", "“", "”", "Lo v IWS", "Re Muster",
     "Muster Holdings Ltd", "the Court", "Lord Reed", "and ", "of ", "(No 2)", "bundle", "Schedule of", "articles\u2003of\nassociation", "AB", "證物"]
)  # fmt: skip
texts = st.lists(st.one_of(_PIECES, st.text(max_size=2)), max_size=14).map("".join)


@given(texts)
def test_notes_are_those_that_the_pattern_finds(text: str) -> None:
    assert [match.span() for match in _notes(text)] == [match.span() for match in _NOTE.finditer(text)]


@given(texts)
def test_matches_that_begin_with_one_of_some_words_are_those_that_a_search_finds(text: str) -> None:
    quoted = re.compile(r"[“(]\s{0,3}[^\s“”()][^“”()\n]{0,20}[”)]|Re\b")
    found = [match.span() for match in beginning_with(("“", "(", "Re"), quoted, text)]
    assert found == [match.span() for match in quoted.finditer(text)]


@given(texts)
def test_what_joins_a_name_to_a_place_is_the_same_looked_for_from_nearby(text: str) -> None:
    near = connector_before(text, len(text))
    far = _CONNECTOR.search(text, max(0, len(text) - 30))
    assert (near and near.span()) == (far and far.span())


@given(texts)
def test_a_name_behind_ends_where_it_was_asked_for(text: str) -> None:
    name = name_behind(text, len(text), 0)
    assert name in text
    assert text[text.rindex(name) + len(name) :].strip(" ,(\n\t*_") == "" if name else True


def test_papers_are_known_by_whole_words_in_any_case_and_across_lines() -> None:
    assert names_a_paper("of the Hearing Bundle at")
    assert names_a_paper("the ARTICLES OF\u00a0\nASSOCIATION")
    assert names_a_paper("見證物")
    assert names_a_paper("[AB/12]")
    assert not names_a_paper("a bundler of ab articles, of an ABBOT")
