"""Times of calls as clients saw them, in percentiles: one place for all benchmarks of servers."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

__all__ = ["milliseconds"]


def milliseconds(took: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    """Of each name of a call: how many there were, and p50, p95 and p99 in milliseconds; without names that were called once.

    Args:
        took: seconds, by the name of the call.

    """
    found: dict[str, dict[str, float]] = {}
    for name, times in sorted(took.items()):
        if len(times) > 1:
            cuts = statistics.quantiles(times, n=100)
            said = {"p50": statistics.median(times), "p95": cuts[94], "p99": cuts[98]}
            found[name] = {"calls": len(times), **{key: round(value * 1000, 1) for key, value in said.items()}}
    return found
