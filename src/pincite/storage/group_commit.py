"""One thread writes for many callers: whatever waits is committed together, so that one fsync serves all of it.

Keeps true:
1. A caller is answered only after the commit that holds its request: acknowledged means durable.
2. Requests are committed in the order in which they came.
3. A request that cannot be done fails alone; when the commit fails, every request in it fails and nothing was written.
4. Closing finishes what was handed in before it.

Nothing waits for company: while one batch is being made durable the next one gathers.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from pincite.errors import CannotRun

__all__ = ["GroupCommit", "Outcome"]

R = TypeVar("R")
A = TypeVar("A")

MOST = 512
"""Requests of one commit: bounds how long the first of them waits."""

Outcome: TypeAlias = A | Exception


class _Ticket(Generic[R, A]):
    """A request and its answer. A bare lock wakes the caller: a Future costs twenty times as much for fifty of them."""

    __slots__ = ("done", "outcome", "request")

    def __init__(self, request: R) -> None:
        self.request = request
        self.outcome: Outcome[A] = CannotRun("the ledger's writer ended")
        self.done = threading.Lock()
        self.done.acquire()

    def settle(self, outcome: Outcome[A]) -> None:
        self.outcome = outcome
        self.done.release()

    def wait(self) -> A:
        self.done.acquire()
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class GroupCommit(Generic[R, A]):
    """A writer thread.

    Args:
        commit: writes a batch and makes it durable; gives for each request its answer or why it alone failed, or raises
            when nothing of the batch was written. It runs in the writer's thread only.
        finish: called in the writer's thread when it ends.
        name: of the thread.

    """

    def __init__(
        self, commit: Callable[[Sequence[R]], Sequence[Outcome[A]]], *, finish: Callable[[], None], name: str
    ) -> None:
        self._commit = commit
        self._finish = finish
        self._waiting: queue.SimpleQueue[_Ticket[R, A] | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, request: R) -> A:
        """Hand in a request and wait until it is durable.

        Raises:
            CannotRun: the writer is closed, or the commit failed.

        """
        ticket: _Ticket[R, A] = _Ticket(request)
        with self._door:
            if self._closed:
                raise CannotRun("the ledger is closed", remedy="Open it again.")
            self._waiting.put(ticket)
        return ticket.wait()

    def close(self) -> None:
        """Finish what was handed in and end the thread."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                batch, last = self._gather()
                if batch:
                    self._settle(batch)
                if last:
                    return
        finally:
            self._finish()

    def _gather(self) -> tuple[list[_Ticket[R, A]], bool]:
        """The next requests, at least one, and whether they are the last."""
        batch: list[_Ticket[R, A]] = []
        item = self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST:
                return batch, False
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _settle(self, batch: list[_Ticket[R, A]]) -> None:
        outcomes: Sequence[Outcome[A]]
        try:
            outcomes = self._commit([ticket.request for ticket in batch])
        except Exception as error:  # noqa: BLE001 (it is handed to the callers)
            outcomes = [error] * len(batch)
        for ticket, outcome in zip(batch, outcomes, strict=True):
            ticket.settle(outcome)
