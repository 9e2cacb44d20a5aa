"""Places are written as a person writes them."""

from __future__ import annotations

import pytest

from pincite.findings import Finding
from pincite.reports.messages import LANGUAGES, messages_in
from pincite.reports.places import place_in_words


@pytest.mark.parametrize(
    ("place", "language", "words"),
    [
        ("para_6", "en", "[6]"),
        ("s78", "en", "s. 78"),
        ("s35C_2_a", "en", "s. 35C(2)(a)"),
        ("consid_4.2", "de", "E. 4.2"),
        ("consid_4.2", "fr", "consid. 4.2"),
        ("art_28_a/para_2", "de", "Art. 28a Abs. 2"),
        ("art_28/para_2/let_b", "it", "art. 28 cpv. 2 lett. b"),
        ("s4_1", "zh-Hant", "第4(1)條"),
        ("heading_5871", "en", "heading_5871"),
        ("", "en", ""),
    ],
)
def test_a_place_is_written_as_a_person_does(place: str, language: str, words: str) -> None:
    assert place_in_words(place, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_omission_that_may_change_the_sense_is_named_by_its_words(language: str) -> None:
    finding = Finding("omission_may_change_sense", {"holds": "negation: not lit"})
    said = messages_in(language).finding(finding)
    assert "not lit" in said
    assert "negation" not in said
