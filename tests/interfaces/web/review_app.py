"""The review page over the specimen, as an application whose checks are done when a test says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from pincite import wiring
from pincite.interfaces.http.app import make_app
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.principal import ALL, Action, Principal
from pincite.interfaces.http.problems import unauthorized
from pincite.interfaces.http.working import do_next
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.frame import Frame, frame_router
from pincite.interfaces.web.review import review_router
from pincite.interfaces.web.runs import JobRuns
from pincite.storage.jobs import JobStore

BASE = "http://127.0.0.1:8330"
HEADERS = {"Authorization": "Bearer ada", "Accept": "text/html"}
PART = {"X-Part": "1"}

PERSONS: dict[str, tuple[str, frozenset[Action]]] = {
    "ada": ("chambers", ALL),
    "ben": ("chambers", frozenset({"read"})),
    "eve": ("others", ALL),
}


async def identity(request: HTTPConnection) -> Principal:
    """Three persons of two tenants; the bearer token is the name."""
    name = request.headers.get("authorization", "").removeprefix("Bearer ")
    if name not in PERSONS:
        raise unauthorized()
    tenant, actions = PERSONS[name]
    return Principal(name, tenant, actions=actions, roles=frozenset({"lawyer"}))


@dataclass
class Served:
    """A server; `work()` does the checks that wait."""

    app: Starlette
    engine: Engine
    store: JobStore
    specimen: Path
    doer: Doer

    def work(self) -> int:
        done = 0
        while do_next(self.store, self.doer, "worker"):
            done += 1
        return done


def releases_of(specimen: Path) -> tuple[Path, ...]:
    return tuple(specimen / "releases" / name / "2026.11.30" for name in ("hk", "ch"))


@contextmanager
def doing(specimen: Path) -> Iterator[Doer]:
    """Whoever does the checks, with the releases opened once."""
    engine = Order(releases_of(specimen), (), "", "").open_engine(4)
    try:
        yield Doer(engine)
    finally:
        engine.close()


@contextmanager
def served(specimen: Path, scratch: Path, doer: Doer) -> Iterator[Served]:
    ledger = wiring.open_ledger(scratch / "ledger.db", create=True)
    engine = Engine(doer.engine.pool, ledger)
    store = Order((), (), "", str(scratch / "jobs.db")).open_jobs()
    frame = Frame()
    routers = [frame_router(), review_router(frame, engine, JobRuns(engine, store, Limits()))]
    try:
        yield Served(make_app(routers, identity, page=frame.problem), engine, store, specimen, doer)
    finally:
        ledger.close()
        store.close()


def handed_in(client: TestClient, text: str = "", *, file: tuple[str, bytes] | None = None, **asked: str) -> str:
    """Hand a draft in; the address of its check."""
    files: dict[str, Any] = {"file": file if file is not None else ("", b"")}
    answer = client.post("/review", data={"text": text, **asked}, files=files, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def memo(server: Served) -> tuple[str, bytes]:
    return "memo-hk.md", (server.specimen / "drafts" / "memo-hk.md").read_bytes()


def article(page: str, citation: str) -> str:
    """The finding of a citation in a page."""
    found = re.search(rf'<article id="f-{citation}".*?</article>', page, re.DOTALL)
    assert found is not None
    return found[0]
