"""The sample of parses: a reader's judgments are kept as figures, and a line that says nothing is refused."""

from __future__ import annotations

import pytest
from benchmarks.parse_sample import Judged, judged, shares, wilson


def test_a_judgment_names_a_mention_of_the_sample_and_a_fault() -> None:
    assert judged(["# read twice", "3\tspan\ttoo short", "", "12\tfalse"], 20) == {
        3: Judged("span", "too short"),
        12: Judged("false", ""),
    }


@pytest.mark.parametrize("line", ["x\tspan", "21\tspan", "3\tbad", "3"])
def test_a_line_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="not a judgment"):
        judged([line], 20)


def test_the_interval_holds_the_rate_and_stays_within_bounds() -> None:
    low, high = wilson(8, 150)
    assert low < 8 / 150 < high
    assert wilson(0, 150)[0] == 0.0
    assert wilson(150, 150)[1] == 1.0


def test_packs_have_the_shares_that_are_given_or_equal_ones() -> None:
    assert shares(["ch=2", "eu=1"], 300) == ["ch", "ch", "eu"]
    assert shares(["ch", "eu"], 3) == ["ch", "eu", "ch"]


@pytest.mark.parametrize("packs", [["ch=2", "eu"], ["ch=two"], ["ch=-1"]])
def test_a_pack_without_a_share_beside_one_with_a_share_is_refused(packs: list[str]) -> None:
    with pytest.raises(SystemExit, match="has no share"):
        shares(packs, 300)
