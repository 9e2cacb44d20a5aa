"""A server of all pages over the lanterns, in a thread of this process, so that a test may hand it a scripted model."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from tests.interfaces.web.lanterns import engine_over

from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.serving import assemble
from pincite.interfaces.http.working import do_next
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.pages import pages_of
from pincite.storage.jobs import JobStore
from pincite.storage.open_jobs import open_jobs

__all__ = ["BEARER", "LanternServer", "lantern_app", "lantern_server"]

TOKEN = "a-token-of-the-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@dataclass
class LanternServer:
    """The application, what it runs on, and where it listens ("" when it does not)."""

    app: Starlette
    engine: Engine
    store: JobStore
    base: str = ""

    def work(self) -> int:
        """Do the jobs that wait; how many."""
        doer, done = Doer(self.engine), 0
        while do_next(self.store, doer, "w"):
            done += 1
        return done


@contextmanager
def lantern_app(folder: Path, state: Path) -> Iterator[LanternServer]:
    """The application over the lanterns in `folder`; ledger and jobs in `state`. Jobs are done when a test says so."""
    state.mkdir(parents=True, exist_ok=True)
    engine, store = engine_over(folder, state / "chats.db"), open_jobs(str(state / "jobs.db"))
    order = Order((folder / "releases",), (), str(state / "chats.db"), str(state / "jobs.db"), token=TOKEN)
    pages = pages_of(engine, store, order.limits)
    app = assemble(order, engine, store, routers=pages.routers, page=pages.problem)
    yield LanternServer(app, engine, store)
    engine.close()
    store.close()


@contextmanager
def lantern_server(folder: Path, state: Path) -> Iterator[LanternServer]:
    """The same, listening on a free port, its jobs done by a thread."""
    with lantern_app(folder, state) as made, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(made.app, log_level="warning"))
        answering = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        ended = threading.Event()
        working = threading.Thread(target=_work, args=(made, ended), daemon=True)
        answering.start()
        working.start()
        while not server.started:
            time.sleep(0.02)
        made.base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            yield made
        finally:
            ended.set()
            server.should_exit = True
            working.join(20)
            answering.join(20)


def _work(server: LanternServer, ended: Any) -> None:
    while not ended.wait(0.05):
        server.work()
