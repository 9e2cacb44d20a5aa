"""The matrix of endpoints, tools, roles and tenants over SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.users.house import House, engine_over, server
from tests.interfaces.users.matrix import Matrix

from pincite import wiring
from pincite.storage.access import sqlite_access
from pincite.storage.open_jobs import open_jobs


@pytest.fixture(scope="module")
def house(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """In files."""
    folder = tmp_path_factory.mktemp("matrix")
    engine = engine_over(specimen / "releases", wiring.open_ledger(folder / "chats.db", create=True))
    users, jobs = sqlite_access(folder / "users.db", create=True), open_jobs(str(folder / "jobs.db"))
    with server(engine, users, jobs, pages=True) as made:
        yield made
    for close in (engine.close, users.close, jobs.close):
        close()


class TestSqlite(Matrix):
    """By readers and approvers of everywhere else."""
