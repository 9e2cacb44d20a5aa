"""Puts a server with users together: what a local one has, under another identity, behind what `server_mode` asks.

Keeps true: the same verbs, jobs, pages and tools are served as locally; what differs is who is known and how.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pincite import wiring
from pincite.interfaces.http.accounts import Accounts
from pincite.interfaces.http.app import Page, Pages, Router
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.observing import Observer, set_up_logging, telemetry_of
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.http.server_mode import Hardened, ServerSettings
from pincite.interfaces.http.serving import READERS, assemble
from pincite.interfaces.http.sign_offs import SignOffs
from pincite.interfaces.http.signing_in import SigningIn, SignsIn, to_sign_in
from pincite.interfaces.http.users import Cookies, ServerIdentity

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pincite.access.port import AccessStore
    from pincite.interfaces.http.order import Order
    from pincite.interfaces.mcp.engine import Engine
    from pincite.storage.jobs import JobStore

__all__ = ["ServerPagesOf", "app_of_server", "assemble_server", "cookies_of"]


def cookies_of(settings: ServerSettings) -> Cookies:
    """How a server so started sets its cookies."""
    return Cookies(secure=not settings.insecure, embedded=bool(settings.frames))


def assemble_server(
    order: Order,
    settings: ServerSettings,
    engine: Engine,
    jobs: JobStore,
    users: AccessStore,
    provider: SignsIn | None,
    *,
    routers: Sequence[Router] = (),
    page: Page | None = None,
    observer: Observer | None = None,
) -> ASGIApp:
    """The application of a server with users.

    Args:
        order: what is served.
        settings: how; checked already.
        engine: opened already; closed by whoever opened it, as are jobs and users.
        jobs: see there.
        users: see there.
        provider: None where tokens alone come in.
        routers: pages and the like.
        page: shows a problem to a browser.
        observer: sees each request.

    """
    assert engine.ledger is not None, "a server with users has a ledger: the log of access is in it"
    cookies = cookies_of(settings)

    def report_of(tenant: str, matter: str, name: str) -> bytes | None:
        job = jobs.get(tenant, matter, name)
        return jobs.result(job) if job is not None and job.kind == "verify" else None

    def shown(request: Request, problem: Problem) -> Response | None:
        """Whom nobody is known by is sent to sign in, where that can be done."""
        sent = to_sign_in(request, problem) if provider is not None else None
        return sent or (page(request, problem) if page is not None else None)

    app = assemble(
        order,
        engine,
        jobs,
        identity=ServerIdentity(users, cookies=cookies),
        routers=[
            SigningIn(users, engine.ledger, provider, settings.public_url, cookies).router(),
            Accounts(users, engine.ledger).router(),
            SignOffs(users, engine.ledger, report_of).router(),
            *routers,
        ],
        page=shown,
        observer=observer,
    )
    return Hardened(app, frames=settings.frames, https=not settings.insecure)


ServerPagesOf = Callable[["Engine", "JobStore", Limits, "AccessStore", Cookies, Sequence[str]], Pages]
"""Makes the pages of a server with users; the last are the origins that may frame them."""


def app_of_server(order: Order, settings: ServerSettings, pages: ServerPagesOf | None = None) -> ASGIApp:
    """The application of a process that serves: opens what the order names, and closes it with the server.

    `pages` makes those for people; without it programs alone are served.
    """
    set_up_logging(as_json=order.log)
    telemetry = telemetry_of(order.telemetry)
    users = wiring.open_users(order.ledger)
    engine, jobs = order.open_engine(READERS), order.open_jobs()
    provider = None
    if settings.provider is not None:
        provider = wiring.identity_provider(settings.provider, inward=settings.inward, insecure=settings.insecure)
    wiring.extractor()  # compiled before the first request, not by it

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        try:
            yield
        finally:
            for close in (engine.close, jobs.close, users.close, *([provider.close] if provider is not None else [])):
                close()
            if telemetry is not None:
                telemetry.end()

    observer = Observer(log=order.log, telemetry=telemetry)
    cookies = cookies_of(settings)
    shown = pages(engine, jobs, order.limits, users, cookies, settings.frames) if pages is not None else None
    return assemble_server(
        *(order, settings, engine, jobs, users, provider),
        routers=[Router("closing", [], lifespan=lifespan), *(shown.routers if shown is not None else ())],
        page=shown.problem if shown is not None else None,
        observer=observer,
    )
