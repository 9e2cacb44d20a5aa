"""The place a citation names, by the labels of the source."""

from __future__ import annotations

import pytest

from pincite.quotation.model import Unit
from pincite.quotation.pinpoints import NOWHERE, place_named
from pincite.quotation.prepared import PreparedSource

TEXT = "Art. 4 Bells\n(1) They ring.\n(2) They rest.\nArt. 5a Boats\n(1) They float.\nArt. 5a end"
LAW = PreparedSource(
    TEXT,
    language="en",
    units=[Unit(0, TEXT.index("Art. 5a"), "Art. 4"), Unit(TEXT.index("Art. 5a"), len(TEXT), "Art. 5a")],
)
RULING = PreparedSource(
    "3.1 One. 3.2 Two. 4 Three.",
    language="en",
    units=[Unit(0, 9, "E. 3.1"), Unit(9, 18, "E. 3.2"), Unit(18, 26, "E. 4")],
)


@pytest.mark.parametrize(
    ("cited", "words"),
    [
        ("Art. 4", "Art. 4 Bells"),
        ("art. 4 of the Bells Act", "Art. 4 Bells"),
        ("Art. 4(2)", "(2) They rest."),
        ("Art. 4 Abs. 2", "(2) They rest."),
        ("第4條", "Art. 4 Bells"),
        ("Art. 5a", "Art. 5a Boats"),
    ],
)
def test_a_label_leads_to_its_place(cited: str, words: str) -> None:
    span = place_named(cited, LAW)
    assert span is not None
    assert TEXT[span.start : span.end].strip().startswith(words)


@pytest.mark.parametrize("cited", ["Art. 6", "Art. 5", "Art. 40"])
def test_another_label_leads_nowhere(cited: str) -> None:
    assert place_named(cited, LAW) == NOWHERE


def test_a_consideration_holds_those_below_it_and_stands_in_those_above() -> None:
    assert place_named("E. 3", RULING) == (0, 18)
    assert place_named("E. 4.2", RULING) == (18, 26)
    assert place_named("E. 3.1-3.2", RULING) == (0, 18)


def test_a_source_without_places_answers_nothing() -> None:
    assert place_named("Art. 4", PreparedSource(TEXT, language="en")) is None
