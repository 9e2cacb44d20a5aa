"""The sample of parses: a reader's judgments are kept as figures, and a line that says nothing is refused."""

from __future__ import annotations

import pytest
from benchmarks.parse_sample import judged, wilson


def test_a_judgment_names_a_mention_of_the_sample_and_a_fault() -> None:
    assert judged(["# read twice", "3\tspan\ttoo short", "", "12\tfalse"], 20) == {3: "span", 12: "false"}


@pytest.mark.parametrize("line", ["x\tspan", "21\tspan", "3\tbad", "3"])
def test_a_line_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="not a judgment"):
        judged([line], 20)


def test_the_interval_holds_the_rate_and_stays_within_bounds() -> None:
    low, high = wilson(8, 150)
    assert low < 8 / 150 < high
    assert wilson(0, 150)[0] == 0.0
    assert wilson(150, 150)[1] == 1.0
