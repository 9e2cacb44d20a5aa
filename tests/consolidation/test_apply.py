"""One operation on one tree: the next tree, or a refusal that changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.consolidation.laws import BY, lanterns, tree, unit

from pincite.consolidation.apply import apply, apply_all
from pincite.consolidation.operations import (
    Correct,
    InsertUnit,
    Join,
    Move,
    Renumber,
    RepealUnit,
    ReplaceUnit,
    Revive,
    Source,
    Split,
    TextDelete,
    TextInsert,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Unit, at, digest, reading_text, unit_of, where

A, A1, A2, C = ("9", "a"), ("9", "a", "1"), ("9", "a", "2"), ("9", "c")


def text(root: Unit, *path: str) -> str:
    found = at(root, path)
    assert found is not None
    return found.text


def test_words_are_replaced_where_they_stand_as_often_as_said() -> None:
    after = apply(lanterns(), TextReplace(A, BY, find="lantern", count=3, replace="lamp"))
    assert reading_text(after).startswith(
        "9 Keepers (a) A keeper must: (1) light a lamp; (2) clean the lamp; and (3) guard the lamp."
    )
    assert text(after, *C) == "The keeper of a lantern pays 5 crowns."


@pytest.mark.parametrize(("nth", "changed"), [("first", "1"), ("2", "2"), ("last", "3")])
def test_one_of_several_words_is_chosen(nth: str, changed: str) -> None:
    after = apply(lanterns(), TextReplace(A, BY, find="lantern", nth=nth, replace="lamp"))
    assert [id_ for id_ in "123" if "lamp" in text(after, "9", "a", id_)] == [changed]


def test_words_are_deleted_and_inserted() -> None:
    after = apply(lanterns(), TextDelete(A2, BY, find=" and"))
    after = apply(after, TextInsert(C, BY, find="a lantern", insert=" or a lamp"))
    after = apply(after, TextInsert(C, BY, find="pays", insert="promptly ", side="before"))
    assert text(after, *A2) == "clean the lantern;"
    assert text(after, *C) == "The keeper of a lantern or a lamp promptly pays 5 crowns."


def test_a_mark_is_struck_out_of_a_word() -> None:
    root = unit("c", "to co-operate")
    assert apply(root, TextDelete(("c",), BY, find="-")).text == "to cooperate"


def test_a_heading_is_changed_alone() -> None:
    after = apply(lanterns(), ReplaceUnit(("9",), BY, slot="heading", replace="Wardens"))
    assert (after.heading, len(after.children)) == ("Wardens", 3)


def test_a_repealed_unit_leaves_a_tombstone_that_is_revived() -> None:
    repealed = apply(lanterns(), RepealUnit(A, BY, tombstone="Repealed."))
    stone = at(repealed, A)
    assert stone is not None
    assert (stone.status, stone.num, stone.text, stone.children) == ("repealed", "(a)", "Repealed.", ())
    assert reading_text(apply(repealed, Revive(A, BY))) == reading_text(lanterns())


def test_a_new_unit_takes_its_place_by_its_number() -> None:
    by_number = UnitPosition(by_number=True)
    after = apply(lanterns(), InsertUnit(A, BY, payload=(unit("2A", "trim the wick;"),), position=by_number))
    after = apply(after, InsertUnit(("9",), BY, payload=(unit("a-1", "New."), unit("d", "Last.")), position=by_number))
    assert [each.id for each in after.children] == ["a", "a-1", "b", "c", "d"]
    part = at(after, A)
    assert part is not None
    assert [each.id for each in part.children] == ["1", "2", "2A", "3"]


def test_numbers_that_change_places_at_once_keep_their_units() -> None:
    swap = [
        Renumber(A1, BY, new_num="(2)", new_id="2", group="g"),
        Renumber(A2, BY, new_num="(1)", new_id="1", group="g"),
    ]
    before = at(lanterns(), A1)
    assert before is not None
    applied = apply_all(lanterns(), swap)
    assert where(applied.tree, before.nid) == A2
    assert {(each.before, each.after) for each in applied.renamed} == {(A1, A2), (A2, A1)}


def test_existing_text_is_designated_as_a_part() -> None:
    after = apply(lanterns(), Renumber(C, BY, new_num="(1)", new_id="1", wrap=True))
    assert text(after, *C) == ""
    assert text(after, *C, "1") == "The keeper of a lantern pays 5 crowns."


def test_a_number_used_again_is_another_unit() -> None:
    old = at(lanterns(), A1)
    after = apply_all(
        lanterns(),
        [
            Renumber(A1, BY, new_num="(1A)", new_id="1A"),
            InsertUnit(A, BY, payload=(unit("1", "fetch oil;"),), position=UnitPosition(before="1A")),
        ],
    ).tree
    new = at(after, A1)
    assert old is not None
    assert new is not None
    assert new.nid != old.nid
    assert where(after, old.nid) == ("9", "a", "1A")


def test_a_unit_is_moved_split_and_joined() -> None:
    moved = apply(lanterns(), Move(C, BY, parent=A, position=UnitPosition(edge="last"), new_num="(4)", new_id="4"))
    assert text(moved, "9", "a", "4").startswith("The keeper")
    split = apply(lanterns(), Split(C, BY, find="pays", new_num="(d)", new_id="d"))
    assert (text(split, *C), text(split, "9", "d")) == ("The keeper of a lantern", "pays 5 crowns.")
    assert reading_text(apply(split, Join(C, BY, other=("9", "d")))) == reading_text(lanterns())


def test_a_correction_changes_the_text_as_its_change_does() -> None:
    change = TextReplace(C, find="5", replace="15")
    assert text(apply(lanterns(), Correct(C, BY, change=change)), *C) == "The keeper of a lantern pays 15 crowns."


def test_what_was_changed_names_its_instrument_and_nothing_else_does() -> None:
    after = apply(lanterns(), TextReplace(A2, BY, find="clean", replace="wash"))
    named = {unit.id: unit.amended_by for unit in (after, *after.children, *after.children[0].children)}
    assert {id_ for id_, names in named.items() if names} == {"2"}
    assert named["2"] == ("Act 7 §2",)


REFUSED: list[tuple[str, TreeOperation]] = [
    ("TARGET_MISSING", TextReplace(("9", "z"), BY, find="x", replace="y")),
    ("TARGET_MISSING", RepealUnit(("8",), BY)),
    ("ANCHOR_MISSING", InsertUnit(A, BY, payload=(unit("4", "x"),), position=UnitPosition(after="9"))),
    ("DUPLICATE_SIBLING", InsertUnit(A, BY, payload=(unit("2", "x"),), position=UnitPosition(by_number=True))),
    ("DUPLICATE_SIBLING", Renumber(A1, BY, new_num="(2)", new_id="2")),
    ("DUPLICATE_SIBLING", ReplaceUnit(A1, BY, payload=(unit("1", "x"), unit("2", "y")))),
    ("AMENDS_REPEALED", TextReplace(("9", "b"), BY, find="Repealed.", replace="x")),
    ("AMENDS_REPEALED", RepealUnit(("9", "b"), BY)),
    ("AMENDS_REPEALED", TextReplace(("9", "b", "1"), BY, find="x", replace="y")),
    ("PRECONDITION_MISMATCH", TextReplace(A, BY, find="lantern", count=2, replace="lamp")),
    ("PRECONDITION_MISMATCH", TextReplace(C, BY, find="Lantern", replace="lamp")),
    ("PRECONDITION_MISMATCH", TextReplace(A, BY, find="lantern", nth="7", replace="lamp")),
    ("PRECONDITION_MISMATCH", TextReplace(C, BY, find="", replace="x")),
    ("PRECONDITION_MISMATCH", ReplaceUnit(C, BY, old_sha256="0" * 64, payload=(unit("c", "x"),))),
    ("PRECONDITION_MISMATCH", Revive(("9", "b"), BY)),  # nobody knows what stood there
    ("PRECONDITION_MISMATCH", ReplaceUnit(C, BY, payload=(unit("c", "x"),), revive=True)),
    ("PRECONDITION_MISMATCH", InsertUnit(A, BY, payload=(unit("Q", "x"),), position=UnitPosition(by_number=True))),
    ("PRECONDITION_MISMATCH", Move(A, BY, parent=A1)),
]


@pytest.mark.parametrize(
    ("code", "operation"), REFUSED, ids=lambda value: value if isinstance(value, str) else type(value).__name__
)
def test_what_does_not_hold_is_refused_and_changes_nothing(code: str, operation: TreeOperation) -> None:
    before = lanterns()
    with pytest.raises(Refused) as refused:
        apply(before, operation)
    assert refused.value.code == code
    assert before == lanterns()


def test_a_refusal_of_many_names_the_operation_that_failed() -> None:
    operations = [
        TextReplace(C, replace_source(0), find="5", replace="6"),
        TextReplace(C, replace_source(1), find="5", replace="7"),
    ]
    with pytest.raises(Refused) as refused:
        apply_all(lanterns(), operations)
    finding = refused.value.finding()
    assert finding.code == "precondition_mismatch"
    assert finding.parameters["operation"] == 1
    assert finding.parameters["target"] == "9/c"


def replace_source(ordinal: int) -> Source:
    return replace(BY, ordinal=ordinal)


# attacks: ways in which a text could become silently wrong


def attack_cases() -> list[tuple[str, Callable[[], TreeOperation]]]:
    return [
        ("words_inside_a_longer_word", lambda: TextDelete(A1, BY, find="lant")),
        ("two_words_become_one", lambda: TextReplace(A2, BY, find="; and", replace="of the year; and")),
        ("words_across_two_units", lambda: TextReplace(A, BY, find="must: light", replace="x")),
    ]


@pytest.mark.parametrize(("name", "operation"), attack_cases(), ids=[name for name, _ in attack_cases()])
def test_attack(name: str, operation: Callable[[], TreeOperation]) -> None:
    with pytest.raises(Refused, match="PRECONDITION_MISMATCH"):
        apply(lanterns(), operation())


def test_attack_the_words_of_a_tombstone_are_not_law() -> None:
    with pytest.raises(Refused, match="PRECONDITION_MISMATCH"):
        apply(lanterns(), TextReplace(("9",), BY, find="Repealed.", replace="In force."))


def test_attack_two_parts_of_one_number_are_no_tree() -> None:
    with pytest.raises(ValueError, match="two parts"):
        unit_of(tree("9", "", tree("a", "x"), tree("a", "y")))


def test_the_digest_is_that_of_the_text_in_reading_order() -> None:
    target = at(lanterns(), C)
    assert target is not None
    after = apply(lanterns(), ReplaceUnit(C, BY, old_sha256=digest(target), payload=(unit("c", "Free."),)))
    assert text(after, *C) == "Free."
