"""Instruments in order, and what happens when the order of a day matters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.consolidation.laws import BY, lanterns, unit

from pincite.consolidation.numbering import place_of
from pincite.consolidation.operations import Instrument, RepealUnit, ReplaceUnit, Source, TextReplace, TreeOperation
from pincite.consolidation.order import Conflict, in_order, one_day
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import at, reading_text

C = ("9", "c")


def act(name: str, day: str | None, *operations: TreeOperation, condition: str = "") -> Instrument:
    return Instrument(
        name, day, tuple(replace(each, source=Source(name, "§1")) for each in operations), condition=condition
    )


def words(find: str, new: str, target: tuple[str, ...] = C) -> TextReplace:
    return TextReplace(target, BY, find=find, replace=new)


def test_instruments_apply_by_their_dates_whatever_their_order() -> None:
    first, second = act("Act 1", "2020-01-01", words("5", "6")), act("Act 2", "2021-01-01", words("6", "7"))
    assert reading_text(in_order(lanterns(), [second, first])) == reading_text(in_order(lanterns(), [first, second]))
    assert "7 crowns" in reading_text(in_order(lanterns(), [second, first]))


def test_instruments_of_one_day_that_agree_in_every_order_apply() -> None:
    day = [
        act("Act 1", "2020-01-01", words("5", "6")),
        act("Act 2", "2020-01-01", words("clean", "wash", ("9", "a", "2"))),
    ]
    assert "wash" in reading_text(one_day(lanterns(), day))


def test_one_working_order_is_a_dependency_and_is_taken() -> None:
    day = [act("Act 1", "2020-01-01", words("6", "7")), act("Act 2", "2020-01-01", words("5", "6"))]
    assert "7 crowns" in reading_text(one_day(lanterns(), day))


def test_orders_that_disagree_are_a_conflict_with_both_texts() -> None:
    day = [
        act(name, "2020-01-01", ReplaceUnit(C, BY, payload=(unit("c", text),)))
        for name, text in (("Act 1", "Free."), ("Act 2", "Forbidden."))
    ]
    with pytest.raises(Conflict) as conflict:
        one_day(lanterns(), day)
    texts = [at(tree, C) for _, tree in conflict.value.candidates]
    assert {each.text for each in texts if each} == {"Free.", "Forbidden."}


def test_instruments_that_apply_alone_and_in_no_order_together_are_a_conflict() -> None:
    day = [
        act("Act 1", "2020-01-01", words("5 crowns", "6 crowns")),
        act("Act 2", "2020-01-01", words("5 crowns", "7 crowns")),
    ]
    with pytest.raises(Conflict, match="together in no order"):
        one_day(lanterns(), day)


def test_an_instrument_without_a_date_is_refused() -> None:
    with pytest.raises(Refused, match="COMMENCEMENT_UNKNOWN"):
        in_order(lanterns(), [act("Act 1", None, words("5", "6"), condition="when funded")])


def test_an_amendment_of_what_another_of_that_day_repealed_alone_is_a_conflict() -> None:
    day = [act("Act 1", "2020-01-01", RepealUnit(C, BY)), act("Act 2", "2020-01-01", words("5", "6"))]
    # amending first and repealing then works: a dependency
    found = at(one_day(lanterns(), day), C)
    assert found is not None
    assert found.status == "repealed"


@pytest.mark.parametrize(
    ("label", "siblings", "style", "place"),
    [
        ("14A", ["13", "14", "15"], "us", 2),
        ("c-1", ["a", "c", "d"], "us", 2),
        ("iia", ["i", "ii", "iii"], "eu", 2),
        ("xvia", ["xv", "xvi", "xvii"], "eu", 2),
        ("aa", ["a", "b"], "eu", 1),
        ("aa", ["a", "b"], "us", 2),
        ("i", ["g", "h"], "us", 2),
        ("89a", ["89", "90"], "eu", 1),
        ("2", [], "us", 0),
        ("b", ["1", "2"], "us", None),
        ("3", ["2", "1"], "us", None),  # what is there does not follow its own order
    ],
)
def test_a_number_has_its_place_or_none(label: str, siblings: list[str], style: str, place: int | None) -> None:
    assert place_of(label, siblings, style) == place
