"""Invariants over many operations: inverses, independence, and refusals that change nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.consolidation.laws import BY, lanterns, unit

from pincite.consolidation.apply import apply, apply_all
from pincite.consolidation.operations import (
    InsertUnit,
    Instrument,
    Renumber,
    RepealUnit,
    Revive,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.order import one_day
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Path, reading_text, walk

LEAVES: list[Path] = [("9", "a", "1"), ("9", "a", "2"), ("9", "a", "3"), ("9", "c")]
PATHS = [path for path, _ in walk(lanterns())] + [("9", "x"), ("8",)]

words = st.text("abc lantern5;.", max_size=8)
operations: st.SearchStrategy[TreeOperation] = st.one_of(
    st.builds(
        TextReplace, st.sampled_from(PATHS), st.just(BY), find=words, replace=words, count=st.none() | st.integers(0, 3)
    ),
    st.builds(RepealUnit, st.sampled_from(PATHS), st.just(BY)),
    st.builds(Revive, st.sampled_from(PATHS), st.just(BY)),
    st.builds(
        Renumber,
        st.sampled_from(PATHS),
        st.just(BY),
        new_num=st.just("(2)"),
        new_id=st.sampled_from(["1", "2", "7"]),
        wrap=st.booleans(),
    ),
    st.builds(
        InsertUnit,
        st.sampled_from(PATHS),
        st.just(BY),
        payload=st.tuples(st.sampled_from([unit("2", "x"), unit("2A", "y"), unit("d", "z")])),
        position=st.just(UnitPosition(by_number=True)),
    ),
)


@given(st.lists(operations, max_size=6))
def test_every_text_has_siblings_and_identities_that_differ(many: list[TreeOperation]) -> None:
    tree = lanterns()
    for operation in many:
        try:
            tree = apply(tree, operation)
        except Refused:
            continue
        for _, each in walk(tree):
            assert len({child.id for child in each.children}) == len(each.children)
        assert len({each.nid for _, each in walk(tree)}) == sum(1 for _ in walk(tree))


@given(st.lists(operations, min_size=1, max_size=5))
def test_an_instrument_is_applied_whole_or_not_at_all(many: list[TreeOperation]) -> None:
    tree = lanterns()
    try:
        applied = apply_all(tree, many).tree
    except Refused as refused:
        assert refused.refused in many  # noqa: PT017
    else:
        step = tree
        for operation in many:
            step = apply(step, operation)
        assert reading_text(step) == reading_text(applied)
    assert tree == lanterns()


@given(st.sampled_from(LEAVES), st.text("xyz", min_size=1, max_size=6))
def test_words_changed_and_changed_back_are_as_before(path: Path, new: str) -> None:
    there = apply(lanterns(), TextReplace(path, BY, find="lantern", replace=f"Q{new}"))
    assert reading_text(apply(there, TextReplace(path, BY, find=f"Q{new}", replace="lantern"))) == reading_text(
        lanterns()
    )


@given(st.sampled_from(PATHS[1:-2]))
def test_what_was_repealed_and_revived_is_as_before(path: Path) -> None:
    try:
        stone = apply(lanterns(), RepealUnit(path, BY, tombstone="Repealed."))
    except Refused as refused:
        assert refused.code == "AMENDS_REPEALED"  # noqa: PT017
        return
    assert reading_text(apply(stone, Revive(path, BY))) == reading_text(lanterns())


@given(st.permutations(LEAVES), st.integers(2, 4))
def test_instruments_on_different_places_commute(paths: list[Path], count: int) -> None:
    day = [
        Instrument(f"Act {index}", "2020-01-01", (TextReplace(path, BY, find="lantern", replace=f"lamp {index}"),))
        for index, path in enumerate(paths[:count])
    ]
    assert reading_text(one_day(lanterns(), day)) == reading_text(one_day(lanterns(), day[::-1]))
