"""The specimen, and a server with users over it in SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.users.house import House, engine_over, server

from pincite import wiring
from pincite.interfaces.cli.main import main
from pincite.storage.access import sqlite_access
from pincite.storage.open_jobs import open_jobs


@pytest.fixture(scope="session")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specimen as `pincite demo` lays it out."""
    folder = tmp_path_factory.mktemp("users") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def house(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of tokens alone; each module has its own."""
    folder = tmp_path_factory.mktemp("house")
    engine = engine_over(specimen / "releases", wiring.open_ledger(folder / "chats.db", create=True))
    users, jobs = sqlite_access(folder / "users.db", create=True), open_jobs(str(folder / "jobs.db"))
    with server(engine, users, jobs) as made:
        yield made
    engine.close()
    users.close()
    jobs.close()


@pytest.fixture(scope="session")
def report(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a draft that is blocked, byte for byte."""
    out = tmp_path_factory.mktemp("audit")
    given = ["verify", str(specimen / "drafts/memo-hk.md"), "--release", str(specimen / "releases"), "--out", str(out)]
    assert main([*given, "--date", "2026-11-30"]) == 1
    return (out / "2026-11-30-memo-hk" / "citation-verify.json").read_text("utf-8")
