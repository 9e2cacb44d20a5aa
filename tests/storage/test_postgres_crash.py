"""Acknowledged means durable, also in PostgreSQL: a hundred kills of the writing processes."""

from __future__ import annotations

import pytest
from tests.storage.postgres_server import url
from tests.storage.test_ledger_crash import rounds_of_kills


@pytest.mark.long
def test_nothing_acknowledged_is_lost_over_a_hundred_kills_of_the_writing_process(address: str) -> None:
    acknowledged, lost = rounds_of_kills(url(address).format("worker"), 100)
    print(f"\n100 kills on PostgreSQL: {acknowledged} acknowledged entries, {lost} lost")  # noqa: T201 (for the record)
    assert lost == 0
