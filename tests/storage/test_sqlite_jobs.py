"""Jobs in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.storage.jobs_contract import DRAFT, Clock, JobsContract

from pincite.errors import BadInput, CannotRun
from pincite.storage.database import SqliteDatabase
from pincite.storage.jobs import APPLICATION, JobStore
from pincite.storage.open_jobs import open_jobs
from pincite.storage.sealing import MARK, Sealer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[JobStore]:
    made = JobStore(SqliteDatabase(tmp_path / "jobs.db", "sqlite_jobs", APPLICATION), clock=clock)
    yield made
    made.close()


class TestSqliteJobs(JobsContract):
    """The contract."""


def test_jobs_outlive_the_server(tmp_path: Path) -> None:
    first = open_jobs(str(tmp_path / "j.db"))
    job, _ = first.put(DRAFT)
    first.close()
    second = open_jobs(str(tmp_path / "j.db"))
    assert second.get("t", "m", job.id) == job
    second.close()


def test_drafts_and_results_are_sealed_where_there_is_a_key(tmp_path: Path) -> None:
    store = open_jobs(str(tmp_path / "j.db"), sealer=Sealer(b"k" * 32))
    store.put(DRAFT)
    job = store.claim("w")
    assert job is not None
    store.finish(job, "w", b"Cap. 9001 stands")
    assert (store.data(job), store.result(job)) == (DRAFT.data, b"Cap. 9001 stands")
    rows = sqlite3.connect(tmp_path / "j.db").execute("SELECT data, result FROM jobs").fetchall()
    assert all(each.startswith(MARK) for each in rows[0])
    store.close()
    other = open_jobs(str(tmp_path / "j.db"), sealer=Sealer(b"o" * 32))
    with pytest.raises(CannotRun, match="another key"):
        other.data(job)
    other.close()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    open_jobs(str(tmp_path / "j.db")).close()
    assert (tmp_path / "j.db").stat().st_mode & 0o077 == 0


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "other.db")
    base.execute("CREATE TABLE x (y)")
    base.close()
    with pytest.raises(BadInput, match="no such store"):
        open_jobs(str(tmp_path / "other.db"))
    (tmp_path / "text.db").write_text("no database at all, but long enough to be read as one" * 30)
    with pytest.raises(BadInput, match="no such store"):
        open_jobs(str(tmp_path / "text.db"))


def test_a_later_pincites_file_is_refused(tmp_path: Path) -> None:
    open_jobs(str(tmp_path / "j.db")).close()
    base = sqlite3.connect(tmp_path / "j.db")
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(CannotRun, match="later pincite"):
        open_jobs(str(tmp_path / "j.db"))


def test_attack_an_erased_draft_is_found_in_no_file_of_the_store(tmp_path: Path, clock: Clock) -> None:
    store = JobStore(SqliteDatabase(tmp_path / "j.db", "sqlite_jobs", APPLICATION), clock=clock)
    words = b"the lantern of the witness"

    def lying() -> list[str]:
        return [each.name for each in tmp_path.iterdir() if words in each.read_bytes()]

    erased, _ = store.put(replace(DRAFT, data=words * 300))
    assert lying()
    store.erase(erased)
    assert lying() == []
    store.put(replace(DRAFT, data=words * 300))
    clock.now += 90_000
    assert store.purge() == 1
    assert lying() == []
    store.close()
