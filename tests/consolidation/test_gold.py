"""The labelled amendments: the figures that are promised."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.amendments import FIGURES, measure


@pytest.mark.shared
def test_the_figures_promised_are_reached(shared: Path) -> None:
    figures, faults = measure(shared / "gold" / "amendments", None)
    assert figures["silent_wrong"] == 0, faults
    for name, least in FIGURES.items():
        assert figures[name]["right"] >= least * figures[name]["of"], (name, faults)
    assert figures["history"]["right"] == figures["history"]["of"], faults
