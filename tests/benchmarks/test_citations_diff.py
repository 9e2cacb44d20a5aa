"""What a change of a grammar gained and lost is told apart from what it only moved."""

from __future__ import annotations

from benchmarks.citations_diff import Seen, differences, summary


def seen(start: int, end: int, reference: str | None, rule: str = "ch.bge", doc: str = "d") -> Seen:
    return Seen(doc, start, end, reference, rule, "words")


def kinds(before: list[Seen], after: list[Seen]) -> list[str]:
    return [each.kind for each in differences(before, after)]


def test_the_same_reading_has_no_differences() -> None:
    reading = [seen(0, 5, "a/b"), seen(7, 9, None)]
    assert differences(reading, list(reading)) == []


def test_a_new_mention_is_gained_and_a_missing_one_lost() -> None:
    assert kinds([], [seen(0, 5, "a/b")]) == ["gained"]
    assert kinds([seen(0, 5, "a/b")], []) == ["lost"]


def test_another_reference_at_the_same_place_is_a_change() -> None:
    (found,) = differences([seen(0, 5, "a/b")], [seen(0, 5, "a/c")])
    assert (found.kind, found.before and found.before.reference) == ("changed", "a/b")


def test_the_same_reference_with_a_longer_span_has_moved_and_is_neither_gained_nor_lost() -> None:
    assert kinds([seen(0, 5, "a/b")], [seen(0, 9, "a/b")]) == ["moved"]


def test_the_same_reference_elsewhere_is_lost_and_gained() -> None:
    assert sorted(kinds([seen(0, 5, "a/b")], [seen(50, 55, "a/b")])) == ["gained", "lost"]
    assert sorted(kinds([seen(0, 5, "a/b")], [seen(0, 5, "a/b", doc="e")])) == ["gained", "lost"]


def test_one_span_that_became_two_is_one_moved_and_one_gained() -> None:
    assert sorted(kinds([seen(0, 9, "a/b")], [seen(0, 4, "a/b"), seen(5, 9, "a/b")])) == ["gained", "moved"]


def test_counts_are_by_pack_and_by_the_rule_that_has_it_now() -> None:
    found = differences([seen(0, 5, "a/b", "ch.old")], [seen(0, 5, "a/c", "ch.new"), seen(7, 9, "x", "hk.cap")])
    assert summary(found)["ch"] == {"ch.new": {"gained": 0, "lost": 0, "moved": 0, "changed": 1}}
    assert summary(found)["hk"]["hk.cap"]["gained"] == 1
