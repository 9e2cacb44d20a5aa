"""The processes that do jobs: what is cancelled ends, what takes too long ends, what a kill cut off is done by another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.http.conftest import wait

from pincite.errors import BadInput
from pincite.interfaces.http import working
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.working import Crew, do_next, server_is_gone
from pincite.storage.jobs import Job, JobStore, Wanted, job_id
from pincite.storage.open_jobs import open_jobs

ASKED = {
    "language": "", "as_of": "", "tracked": "final", "judge": "signals", "privacy": "", "treatment": True,
    "checked_on": "2026-11-30",
}  # fmt: skip
DRAFT = Wanted("t", "m", "ann", "verify", "memo.md", ASKED, b"Section 3(1) of Cap. 9001.")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JobStore]:
    made = open_jobs(str(tmp_path / "j.db"))
    yield made
    made.close()


class _Does(Doer):
    """Does what a test says."""

    def __init__(self, does: Callable[[], bytes]) -> None:
        self._does = does

    def do(self, job: Job, data: bytes, tell: Callable[[str, Mapping[str, Any]], None]) -> bytes:
        return self._does()


def state(store: JobStore, wanted: Wanted = DRAFT) -> Job:
    job = store.get(wanted.tenant, wanted.matter, job_id(wanted))
    assert job is not None
    return job


def test_what_nobody_foresaw_fails_the_job_and_says_nothing_of_the_draft(store: JobStore) -> None:
    def fails() -> bytes:
        raise ValueError("words of the draft")

    store.put(DRAFT)
    assert do_next(store, _Does(fails), "w")
    assert state(store).problem is not None
    assert "words of the draft" not in str(state(store).problem)
    assert state(store).state == "failed"


def test_what_cannot_be_read_fails_in_words(store: JobStore) -> None:
    def fails() -> bytes:
        raise BadInput("the file ends in its middle", remedy="Save it again.")

    store.put(DRAFT)
    do_next(store, _Does(fails), "w")
    problem = state(store).problem
    assert problem is not None
    assert (problem["detail"], problem["do"]) == ("the file ends in its middle", "Save it again.")


def spin() -> bytes:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        sum(range(1000))
    return b""


def _meanwhile(happens: Callable[[], object]) -> Callable[[], bytes]:
    """Work that computes, and what somebody does once it has begun."""

    def does() -> bytes:
        threading.Thread(target=happens).start()
        return spin()

    return does


@pytest.fixture
def beat(store: JobStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A lease that is looked at often; SIGTERM interrupts, as in a process of jobs."""

    def stop(*_: Any) -> None:
        raise working._Interrupted

    monkeypatch.setattr(working, "_BEAT", 0.05)
    before = signal.signal(signal.SIGTERM, stop)
    made = working._Beat(store, "w")
    made.start()
    yield made
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(("how", "ends"), [("cancel", "cancelled"), ("too_long", "failed")])
def test_work_that_computes_is_ended_from_outside(
    store: JobStore, beat: Any, monkeypatch: pytest.MonkeyPatch, how: str, ends: str
) -> None:
    if how == "too_long":
        monkeypatch.setitem(working.SECONDS, "verify", 0.2)
    store.put(DRAFT)
    begin = time.monotonic()
    does = _meanwhile(lambda: store.cancel(state(store))) if how == "cancel" else spin
    assert do_next(store, _Does(does), "w", beat=beat)
    assert time.monotonic() - begin < 40
    assert state(store).state == ends


def test_work_that_is_erased_is_ended_and_kept_nowhere(store: JobStore, beat: Any) -> None:
    job, _ = store.put(DRAFT)
    assert do_next(store, _Does(_meanwhile(lambda: store.erase(job))), "w", beat=beat)
    assert store.get("t", "m", job.id) is None


@pytest.mark.services
def test_attack_kill_what_a_dead_process_left_is_done_by_another(
    specimen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Order((specimen / "releases",), (), "", str(tmp_path / "j.db"))
    store = order.open_jobs()
    store.put(DRAFT)
    dead = store.claim("a process that was killed")
    assert dead is not None
    base = store._base
    with base.writing() as execute:
        execute("UPDATE jobs SET lease_until = 0")
    with Crew(order, 1) as crew:
        wait(lambda: state(store).state == "done", 120)
        assert state(store).attempts == 2
        victim = crew._members[0]
        assert victim.pid is not None
        os.kill(victim.pid, signal.SIGKILL)
        wait(lambda: crew._members[0] is not victim, 120)
        other = Wanted("t", "m", "ann", "verify", "other.md", ASKED, b"Cap. 9001")
        store.put(other)
        wait(lambda: state(store, other).state == "done", 120)
    assert all(not each.is_alive() for each in crew._members)
    store.close()


def wait_for_the_end(said: str) -> None:
    """What a process of jobs asks while it lives; the whole of one here."""
    Path(said).write_text("begun")
    until = time.monotonic() + 60
    while not server_is_gone() and time.monotonic() < until:
        time.sleep(0.02)
    Path(said).write_text("gone" if server_is_gone() else "believed to be there")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process as POSIX does")
def test_attack_kill_a_process_of_jobs_does_not_outlive_its_server_though_that_died_while_it_began(
    tmp_path: Path,
) -> None:
    said = tmp_path / "said"
    server = tmp_path / "server.py"
    server.write_text(
        f"""import os, signal, sys
from multiprocessing import get_context
sys.path.insert(0, {str(Path.cwd())!r})
from tests.interfaces.http.test_working import wait_for_the_end
if __name__ == "__main__":
    get_context("spawn").Process(target=wait_for_the_end, args=({str(said)!r},)).start()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    )
    subprocess.run([sys.executable, str(server)], check=False, timeout=60)
    until = time.monotonic() + 120
    while (not said.exists() or said.read_text() in ("", "begun")) and time.monotonic() < until:
        time.sleep(0.05)
    assert said.read_text() == "gone"
