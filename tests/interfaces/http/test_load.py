"""Load: 50 clients at the same time, the server in processes of its own. Errors and memory are said always.

The times asked for are held in the long tier, where the machine is quiet; the services tier holds only that nobody waits for
seconds, for it runs beside other tests and on any machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.http_load import measured, server
from benchmarks.mcp_load import SPECIMEN

SHORT = ("open", "propose", "validate_citation")
QUIET = 0.8
"""Load of the machine, by core, below which its times say something of the server: before the run and, its own load included, after it."""
PATIENT = 2000
"""Milliseconds."""
LONG = float(os.environ.get("PINCITE_LOAD_SECONDS", "600"))
"""How long the long run lasts: ten minutes, unless somebody tries it for less."""


@pytest.fixture(scope="module")
def running(specimen: Path) -> Iterator[tuple[int, int]]:
    with server([specimen / "releases"], workers=1, verifiers=2) as at:
        yield at


def quiet() -> bool:
    return os.getloadavg()[0] / (os.cpu_count() or 1) < QUIET


def judged(found: dict[str, Any]) -> None:
    assert found["errors"] == 0, found["first_errors"]
    before, after = found["server_megabytes"]
    assert after < before * 1.25 + 20, "memory grows"


@pytest.mark.services
def test_fifty_clients_are_answered_without_an_error_and_in_time(running: tuple[int, int]) -> None:
    found = measured(running, "mixed", 50, 20, 0.5, SPECIMEN)
    judged(found)
    assert all(found["milliseconds"][name]["p95"] < PATIENT for name in SHORT), found["milliseconds"]


@pytest.mark.services
def test_four_drafts_of_forty_citations_are_verified_at_the_same_time(running: tuple[int, int]) -> None:
    found = measured(running, "verify", 4, 10, 0.0, SPECIMEN)
    judged(found)
    assert found["milliseconds"]["verify_draft"]["p95"] < 10 * PATIENT


@pytest.mark.long
def test_long_ten_minutes_of_fifty_clients_end_without_an_error_and_with_the_memory_of_the_beginning(
    running: tuple[int, int],
) -> None:
    was_quiet = quiet()
    first = measured(running, "mixed", 50, min(30, LONG), 0.5, SPECIMEN)
    found = measured(running, "mixed", 50, LONG, 0.5, SPECIMEN)
    judged(found)
    if was_quiet and quiet():
        assert all(found["milliseconds"][name]["p95"] < 50 for name in SHORT), found["milliseconds"]
    assert found["server_megabytes"][1] < first["server_megabytes"][1] * 1.25 + 20
