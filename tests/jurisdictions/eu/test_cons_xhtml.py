"""Consolidated states as pages: each trap of the format has a test that names it."""

from __future__ import annotations

import pytest
from tests.jurisdictions.eu.reading import document, place, places, sides, text
from tests.jurisdictions.eu.specimens import CONS_ARTICLES, cons_page

from pincite.errors import UnreadableSource
from pincite.jurisdictions.eu.sources.cons_xhtml import read
from pincite.law.document import Document


def page(terms: str = CONS_ARTICLES) -> Document:
    return document("eu.cons_xhtml", cons_page(terms))


def test_a_state_is_named_by_the_reference_at_its_head() -> None:
    found = page()
    assert str(found.expression) == "eu/32031R9001@en/2033-04-01"
    assert found.aliases == ("eu/02031R9001-20330401",)
    assert found.legal_value == "unofficial"
    assert found.meta["amending_acts"] == "32035L0007"


def test_grids_are_points_and_spans_are_numbers() -> None:
    found = page()
    assert text(found, "art_1") == (
        "Article 1\nScope\n1. This Regulation applies to:\n(a) lanterns;\n(c) wicks.\nPoint (c) does not apply to candles.\n"
        "2. It protects the night, always."
    )
    assert places(found)[3:] == [
        "art_1", "art_1/par_1", "art_1/par_1/sub_1", "art_1/par_1/pnt_a", "art_1/par_1/pnt_c", "art_1/par_1/sub_2", "art_1/par_2",
    ]  # fmt: skip


def test_trap_arrows_and_the_dashes_for_deleted_text_are_marks() -> None:
    found = page()
    assert not any(sign in found.text for sign in "▼►◄—")
    assert sides(found, "modification") == [
        ("", "▼B"), ("REPLACED 32035L0007", "▼M1"), ("DELETED 32035L0007", "▼M1"), ("", "—————"), ("", "▼B"),
        ("REPLACED 32031R9001R(02)", "►C1"),
    ]  # fmt: skip
    assert sides(found, "modification_end") == [("", "◄")]


def test_arrows_name_the_act_behind_the_wording_until_the_next_one() -> None:
    found = page()
    assert place(found, "art_1/par_1/pnt_a").amended_by == ("eu/32035L0007",)
    assert place(found, "art_1/par_1/pnt_c").amended_by == ()
    assert place(found, "art_1/par_2").amended_by == ("eu/32031R9001R(02)",)


def test_trap_the_brackets_of_a_call_stand_outside_its_link() -> None:
    found = page()
    assert text(found, "art_1/par_1/pnt_c") == "(c) wicks."
    assert sides(found, "note") == [("1", "See the moths (OJ C 5, p. 3).")]
    assert [mark for _, mark in sides(found, "note_mark")] == ["(1)", "(1", ")"]


def test_trap_a_second_subparagraph_is_a_sibling_of_its_paragraph() -> None:
    assert text(page(), "art_1/par_1/sub_2") == "Point (c) does not apply to candles."


def test_white_space_between_an_arrow_and_a_stop_is_layout() -> None:
    assert text(page(), "art_1/par_2").endswith("the night, always.")


def test_a_heading_without_an_element_around_it_heads_what_follows() -> None:
    terms = CONS_ARTICLES + (
        '<p class="title-division-1"><span class="boldface">FINAL PROVISIONS</span></p><div class="eli-subdivision" id="art_9">'
        '<p class="title-article-norm">Article 9</p><p class="norm">It ends.</p></div>'
    )
    assert place(page(terms), "art_9").path == "div_1"


def test_the_publishers_own_words_at_the_head_are_furniture() -> None:
    found = page()
    assert "documentation tool" not in found.text
    assert found.text.startswith("REGULATION (EU) 2031/9001\non lanterns\nCHAPTER I")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (cons_page()[:-120], "cut off|ends inside"),
        (cons_page(reference="something else"), "no reference of a consolidated act"),
        (cons_page("<p>words</p>"), "no article"),
        (b"<html><head></head></html>", "no body"),
    ],
)
def test_hostile_pages_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="hostile.html", options={})
    assert caught.value.name == "hostile.html"
