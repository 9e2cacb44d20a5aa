"""The processes that do jobs: each takes what waited longest, says how far it is, and keeps what came of it.

Keeps true:
1. What computes long is in none of the processes that answer requests.
2. Work that is cancelled, erased or takes too long ends within seconds, wherever it is; work of a process that is told to stop goes back to
   those who wait, and work of one that died is taken up when its lease has run out.
3. A process that died is replaced; one that has done many jobs is as well, so that memory stays what it was.
"""

from __future__ import annotations

import _thread
import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Literal, Self

from pincite.errors import PinciteError
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.observing import set_up_logging, telemetry_of
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.problems import problem_of
from pincite.storage.jobs import Job, JobStore

__all__ = ["Crew", "do_next", "work"]

log = logging.getLogger("pincite.jobs")

Seen = Callable[[str, str, float], None]

JOBS_OF_A_PROCESS = 300
SECONDS = {"verify": 300.0, "ask": 900.0}
"""Time for one job."""
_BEAT = 1.0
_PATIENCE = 8.0
"""Seconds after which a process that was told to end a job and does not is ended with it."""
_IDLE = (0.02, 0.25)
_PURGE = 60.0


class _Interrupted(BaseException):
    """Ends what is being done in the main thread."""


class _Beat(threading.Thread):
    """Renews the lease of the job that is being done, and ends it when it is no longer wanted."""

    def __init__(self, store: JobStore, worker: str) -> None:
        super().__init__(name="lease", daemon=True)
        self._store, self._worker = store, worker
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._until = 0.0
        self.why: Literal["", "cancel", "lost", "too_long", "stop"] = ""

    def begin(self, job: Job) -> None:
        """This job is being done from now on."""
        with self._lock:
            self.why, self._until, self._job = "", time.monotonic() + SECONDS.get(job.kind, 300.0), job

    def end(self) -> None:
        """Nothing is being done."""
        with self._lock:
            self._job = None

    def run(self) -> None:
        """As long as the process."""
        while True:
            time.sleep(_BEAT)
            with self._lock:
                job = self._job
                if job is None or self.why:
                    continue
                try:
                    said = self._store.renew(job, self._worker)
                except PinciteError:
                    continue  # the lease runs out by itself
                if said == "go_on" and time.monotonic() < self._until:
                    continue
                self.why = "too_long" if said == "go_on" else said
                _thread.interrupt_main(signal.SIGTERM)
            threading.Timer(_PATIENCE, self._end_process, (job,)).start()

    def _end_process(self, job: Job) -> None:
        if self._job is job:
            _settle(self._store, job, self._worker, self.why)
            os._exit(1)


def do_next(
    store: JobStore, doer: Doer, worker: str, *, beat: _Beat | None = None, seen: Seen = lambda *_: None
) -> bool:
    """Do the next job; whether there was one. `seen` is told its kind, what became of it, and the seconds it took."""
    job = store.claim(worker)
    if job is None:
        return False
    data = store.data(job)
    if data is None:  # it was erased just now
        return True
    begin, became = time.monotonic(), "failed"
    try:
        if beat is not None:
            beat.begin(job)
        try:
            result = doer.do(job, data, lambda name, said: store.tell(job, worker, name, said))
        finally:
            if beat is not None:
                beat.end()
    except _Interrupted:
        became = "interrupted"
        _settle(store, job, worker, beat.why if beat is not None else "")
        if beat is not None and beat.why in ("", "stop"):
            raise
    except Exception as error:
        problem = problem_of(error)
        if problem.code == "internal":
            log.exception("job %s failed", job.id)
        store.fail(job, worker, problem.as_json())
    else:
        became = "done" if store.finish(job, worker, result) else "lost"
    finally:
        seen(job.kind, became, time.monotonic() - begin)
    return True


def _settle(store: JobStore, job: Job, worker: str, why: str) -> None:
    if why == "cancel":
        store.fail(job, worker, {}, state="cancelled")
    elif why == "too_long":
        said = f"it took more than {SECONDS.get(job.kind, 300.0):.0f} seconds"
        store.fail(job, worker, {"code": "too_long", "detail": said, "do": "Hand it in in parts."})
    elif why != "lost":
        store.release(job, worker)


def server_is_gone() -> bool:
    """Whether the process that began this one has ended, be it while this one was still beginning."""
    parent = parent_process()
    return parent is not None and not parent.is_alive()


def work(order: Order) -> None:
    """Do jobs until this process is told to stop; the whole of a process."""

    def stop(*_: Any) -> None:
        raise _Interrupted

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, who tells us
    if hasattr(os, "nice"):
        os.nice(5)  # who waits for an answer comes first
    worker = f"{os.getpid()}-{secrets.token_hex(4)}"
    set_up_logging(as_json=order.log)
    telemetry = telemetry_of(order.telemetry)
    engine, store = order.open_engine(1), order.open_jobs()

    def seen(kind: str, became: str, seconds: float) -> None:
        log.info("job", extra={"kind": kind, "became": became, "ms": round(seconds * 1000)})
        if telemetry is not None:
            telemetry.jobs.record(seconds, {"pincite.job.kind": kind, "pincite.job.became": became})

    beat = _Beat(store, worker)
    beat.start()
    doer = Doer(engine)
    pause, purged, done = _IDLE[0], 0.0, 0
    try:
        while done < JOBS_OF_A_PROCESS and not server_is_gone():
            if time.monotonic() - purged > _PURGE:  # also of a server that never rests
                store.purge()
                purged = time.monotonic()
            if do_next(store, doer, worker, beat=beat, seen=seen):
                pause, done = _IDLE[0], done + 1
                continue
            time.sleep(pause)
            pause = min(pause * 1.2, _IDLE[1])
    except _Interrupted:
        pass
    finally:
        engine.close()
        store.close()
        if telemetry is not None:
            telemetry.end()


class Crew:
    """The processes that do the jobs of a server.

    Args:
        order: what they open.
        number: how many.
        target: the function of a process.

    """

    def __init__(self, order: Order, number: int, *, target: Callable[[Order], None] = work) -> None:
        self._order, self._number, self._target = order, number, target
        self._context = get_context("spawn")
        self._members: list[BaseProcess] = []
        self._ending = threading.Event()
        self._watch = threading.Thread(target=self._keep, name="crew", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._members = [self._new() for _ in range(self._number)]
        self._watch.start()

    def stop(self) -> None:
        """Tell them to stop, and wait for it."""
        self._ending.set()
        if self._watch.ident is not None:
            self._watch.join()
        for each in self._members:
            each.terminate()
        for each in self._members:
            each.join(10)
            if each.is_alive():
                each.kill()
                each.join(5)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _new(self) -> BaseProcess:
        made = self._context.Process(target=self._target, args=(self._order,), name="pincite jobs", daemon=True)
        made.start()
        return made

    def _keep(self) -> None:
        """Replace whoever has ended."""
        while not self._ending.wait(1.0):
            for number, each in enumerate(self._members):
                if not each.is_alive():
                    log.warning("a process of jobs ended (%s) and is replaced", each.exitcode)
                    self._members[number] = self._new()
