"""How long a thing takes, for tests that hold how its time grows."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

__all__ = ["processor_seconds"]


def processor_seconds(work: Callable[[], object], rounds: int = 1) -> float:
    """Processor seconds of a piece of work, the least of some rounds.

    The collector of garbage is off meanwhile: what it would walk through is of all the tests before, not of this work, and one
    full walk takes as long as what is measured here.
    """
    least = float("inf")
    was_on = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            begun = time.process_time()
            work()
            least = min(least, time.process_time() - begun)
    finally:
        if was_on:
            gc.enable()
    return least
