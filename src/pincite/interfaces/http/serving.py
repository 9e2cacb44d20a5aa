"""Puts the server together: engine, jobs, routers, identity; from an order to the application.

    assemble(order, engine, store, identity=…, routers=(…,), page=…)

Keeps true: what is handed in as a router comes before the API's own index and behind none of its verbs; everything that was opened is closed
when the server ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.interfaces.http.app import Page, Pages, Router, make_app
from pincite.interfaces.http.beside import HEALTH, Beside
from pincite.interfaces.http.handing_in import JobVerifier
from pincite.interfaces.http.jobs_api import JobsApi
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.local import LocalIdentity
from pincite.interfaces.http.observing import Observer, set_up_logging, telemetry_of
from pincite.interfaces.http.openapi import document
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.principal import Identity, principal_of
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.http.verbs import routes as verb_routes
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.storage.jobs import JobStore

__all__ = ["READERS", "PagesOf", "api_router", "app_of_order", "assemble", "mcp_router"]

READERS = 16
"""Threads that read releases at a time."""
OPENAPI = "/v1/openapi.json"


def api_router(engine: Engine, store: JobStore, limits: Limits) -> Router:
    """The verbs, the jobs and what is beside them."""
    beside, jobs = Beside(engine, store), JobsApi(engine, store, limits)
    routes = [*verb_routes(engine), *jobs.routes(), *beside.routes()]
    return Router("api", routes, frozenset((HEALTH,)))


def mcp_router(engine: Engine, hosts: Sequence[str]) -> Router:
    """The MCP server at /mcp, for whom the identity of this server knows."""
    from pincite.interfaces.mcp.server import PATH, app_of, make_server

    def knows(request: Any) -> Who:
        return principal_of(request).who

    mounted = app_of(make_server(engine, knows=knows), hosts=hosts, sessions=False)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        async with mounted.router.lifespan_context(mounted):
            yield

    async def nothing_follows(_: Request) -> Response:
        # a stream of what no request asked for would stay open with nothing in it; clients go on without (MCP, transports)
        return Response(status_code=405, headers={"Allow": "POST"})

    refused = Route(PATH, nothing_follows, methods=["GET", "DELETE"])
    return Router("mcp", [refused, *mounted.routes], lifespan=lifespan)


def assemble(
    order: Order,
    engine: Engine,
    store: JobStore,
    *,
    identity: Identity | None = None,
    routers: Sequence[Router] = (),
    page: Page | None = None,
    observer: Observer | None = None,
) -> Starlette:
    """The application of a server.

    Args:
        order: what it was started with.
        engine: opened already; closed by whoever opened it.
        store: of the jobs; opened already.
        identity: who calls; the one user of the order's token when not given.
        routers: pages, signing in and the like.
        page: shows a problem to a browser.
        observer: sees each request.

    """
    engine.verifier = JobVerifier(engine, store, order.limits.verify_seconds, order.limits.jobs)
    added = list(routers)
    if identity is None:
        local = LocalIdentity(order.token)
        identity = local
        added.append(Router("entry", local.routes(), frozenset(("/enter", "/enter.js"))))
    described = document(read_only=engine.read_only, extra=[each.openapi for each in added])

    async def openapi(_: Request) -> Response:
        return JSONResponse(described)

    async def index(_: Request) -> Response:
        return JSONResponse({"name": "pincite", "openapi": OPENAPI, "mcp": "/mcp", "health": HEALTH})

    return make_app(
        [
            api_router(engine, store, order.limits),
            mcp_router(engine, order.hosts),
            *added,
            Router("index", [Route(OPENAPI, openapi), Route("/", index)]),
        ],
        identity,
        hosts=order.hosts,
        page=page,
        limits=order.limits,
        observer=observer,
    )


PagesOf = Callable[[Engine, JobStore, Limits], Pages]
"""Makes the pages of a server; a function of a module, so that each process can make its own."""


def app_of_order(order: Order, pages: PagesOf | None = None) -> Starlette:
    """The application of a process that serves: opens what the order names, and closes it with the server.

    `pages` makes those for people; without it programs alone are served.
    """
    set_up_logging(as_json=order.log)
    telemetry = telemetry_of(order.telemetry)
    engine, store = order.open_engine(READERS), order.open_jobs()
    wiring.extractor()  # made before the first request, not by it
    wiring.versions()

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        try:
            yield
        finally:
            engine.close()
            store.close()
            if telemetry is not None:
                telemetry.end()

    observer = Observer(log=order.log, telemetry=telemetry)
    closing = Router("closing", [], lifespan=lifespan)
    shown = pages(engine, store, order.limits) if pages is not None else Pages((), _no_page)
    return assemble(order, engine, store, routers=[closing, *shown.routers], page=shown.problem, observer=observer)


def _no_page(_: Request, __: Problem) -> Response | None:
    return None
