"""Overlap with a peer is counted by spans that share a character."""

from __future__ import annotations

from benchmarks.extraction_peers import overlap


def test_a_find_that_touches_a_mention_is_found_by_both() -> None:
    both, reverse, missed = overlap([[(0, 5), (20, 25)]], [[(3, 9), (30, 40)]])
    assert (both, reverse) == (1, 1)
    assert missed == [(0, (20, 25))]


def test_spans_that_only_meet_do_not_overlap() -> None:
    both, reverse, missed = overlap([[(0, 5)]], [[(5, 9)]])
    assert (both, reverse, missed) == (0, 0, [(0, (0, 5))])


def test_documents_are_kept_apart() -> None:
    both, _, missed = overlap([[(0, 5)], []], [[], [(0, 5)]])
    assert (both, missed) == (0, [(0, (0, 5))])
