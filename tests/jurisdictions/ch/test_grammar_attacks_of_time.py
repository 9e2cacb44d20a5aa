"""Attack: a run of capitals before a year cannot be cut up in exponentially many ways by the grammar of books."""

from __future__ import annotations

import time

from pincite import wiring


def test_attack_a_run_of_capitals_before_an_edition_is_read_in_linear_time() -> None:
    begun = time.process_time()
    wiring.extractor().extract("ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 8 + ", 3. Aufl. 2016", jurisdiction="ch")
    assert time.process_time() - begun < 5
