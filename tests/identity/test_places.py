"""Whether a place is a part of another, by how references write the places of each publisher."""

from __future__ import annotations

import pytest
from tests.interfaces.web.test_shown_chat import evidence

from pincite.answers.evidence import AnswerRow, RowBook
from pincite.identity.reference import Reference, lies_in


@pytest.mark.parametrize(
    ("place", "wide"),
    [
        ("s33_1_a", "s33_1"), ("s33_1", "s33"), ("sch1_s2", "sch1"), ("O14_r1", "O14"), ("art_6/para_1", "art_6"),
        ("art_6/par_1/pnt_a", "art_6/par_1"), ("art_6_bis/para_1", "art_6_bis"), ("consid_4.2", "consid_4"), ("para_1.2", "para_1"),
        ("section-19-1", "section-19"),
    ],
)  # fmt: skip
def test_a_part_lies_in_its_whole(place: str, wide: str) -> None:
    assert lies_in(place, wide)
    assert not lies_in(wide, place)


@pytest.mark.parametrize(
    ("place", "other"),
    [
        ("art_329_b", "art_329"), ("art_6_bis", "art_6"), ("art_6/para_1_bis", "art_6/para_1"), ("s33A", "s33"), ("s331", "s33"),
        ("art_10", "art_1"), ("section-19A", "section-19"), ("consid_41", "consid_4"), ("s33", "s33"), ("s33", ""),
    ],
)  # fmt: skip
def test_another_number_is_another_place(place: str, other: str) -> None:
    assert not lies_in(place, other)


def test_a_row_at_article_329b_does_not_stand_for_article_329() -> None:
    row = AnswerRow(1, evidence(reference="ch/sr/220#art_329_b/para_1", work="ch/sr/220"))
    book = RowBook((row,))
    assert book.at(Reference.parse("ch/sr/220#art_329")) == ()
    assert book.at(Reference.parse("ch/sr/220#art_329_b")) == (row,)
