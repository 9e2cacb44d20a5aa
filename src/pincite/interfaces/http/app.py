"""The factory of the HTTP application: routers and an identity are handed in, everything else stands before them.

    make_app([api, pages], identity, hosts=("127.0.0.1", "localhost"))

**A router** is a `Router`: its routes (Starlette's `Route`, `Mount` …), the paths of them that are public (served without an identity:
a page of signing in, style sheets; a path that ends with / stands for all below it), what it adds to the OpenAPI document, and what
runs as long as the server does (`lifespan`, an async context manager). A route takes who calls by `principal_of(request)` and what it
needs by `needs("append")` around its endpoint, or `require(request, "append")` within it. The first router that knows a path has it.

**An identity** is `await who(request) -> Principal` (`principal.Identity`); it raises `unauthorized()` or `forbidden()`. It is asked
once for each request to what is not public. `local.LocalIdentity` is that of a single user; one with routes of its own (signing in)
hands them in as a router. `Principal.by_cookie` makes requests that change anything come from a page of this server (no CSRF token
is needed for that).

What a request passes, from outside in: request id and log; errors become problem+json, or by `page` a page where a browser asks
for one; Host and Origin; the identity; rates and sizes; the routes. Endpoints that compute run in threads (plain `def`) or, what
takes long, as jobs; an `async def` endpoint never computes.

Keeps true: nothing but public paths is answered without an identity; nothing raised by a router reaches a client as it is.
"""

from __future__ import annotations

import inspect
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from pincite.interfaces.http.guard import LOOPBACK, Guard
from pincite.interfaces.http.limits import Buckets, Limiting, Limits, too_often
from pincite.interfaces.http.observing import Observer
from pincite.interfaces.http.principal import Action, Identity, Principal, principal_of
from pincite.interfaces.http.problems import Problem, forbidden, of_the_machine, problem_of, problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Pages", "Router", "make_app", "needs", "require"]

log = logging.getLogger("pincite.http")

Lifespan = Callable[[], AbstractAsyncContextManager[None]]
Page = Callable[[Request, Problem], Response | None]
"""A problem as a page; None where problem+json is better."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Of every response that does not say otherwise."""


@dataclass(frozen=True)
class Router:
    """Routes that are put into the application; see the module.

    Attributes:
        name: for logs and the OpenAPI document.
        routes: in the order in which they are tried.
        public: paths served without an identity; one that ends with / stands for all below it.
        openapi: `paths` and `components` to be merged into the document.
        lifespan: what runs as long as the server.
        uploads: beginnings of paths at which files are handed in.

    """

    name: str
    routes: Sequence[BaseRoute]
    public: frozenset[str] = frozenset()
    openapi: Mapping[str, Any] = field(default_factory=dict)
    lifespan: Lifespan | None = None
    uploads: tuple[str, ...] = ()


class Pages(NamedTuple):
    """Pages for people: their routers, and how a problem is shown to a browser."""

    routers: tuple[Router, ...]
    problem: Page


def make_app(
    routers: Sequence[Router],
    identity: Identity,
    *,
    hosts: Sequence[str] = LOOPBACK,
    page: Page | None = None,
    limits: Limits | None = None,
    uploads: Sequence[str] = ("/v1/jobs",),
    observer: Observer | None = None,
) -> Starlette:
    """The application.

    Args:
        routers: in the order in which their routes are tried.
        identity: who calls.
        hosts: names under which it may be asked, each with any port.
        page: shows a problem to a browser.
        limits: how much may be asked; the usual ones when not given.
        uploads: beginnings of paths at which files are handed in: their bodies may be longer.
        observer: sees each request; nobody does when not given.

    """
    bounds = limits or Limits()
    public = frozenset().union(*(each.public for each in routers))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for each in routers:
                if each.lifespan is not None:
                    await stack.enter_async_context(each.lifespan())
            yield

    return Starlette(
        routes=[route for each in routers for route in each.routes],
        middleware=[
            Middleware(_Outside, observer or Observer(), page),
            Middleware(_Admission, Guard(hosts), identity, public, bounds),
            Middleware(Limiting, bounds, (*uploads, *(path for each in routers for path in each.uploads))),
        ],
        exception_handlers={HTTPException: _http_exception},
        lifespan=lifespan,
    )


def require(request: HTTPConnection, action: Action) -> None:
    """Go on only when the caller may.

    Raises:
        Problem: 403.

    """
    if not principal_of(request).may(action):
        raise forbidden(f"{principal_of(request).name} may not do this: it needs «{action}»", do="Ask who administers.")


def needs(action: Action) -> Callable[[Callable[[Request], Any]], Callable[[Request], Awaitable[Response]]]:
    """An endpoint that only those reach who may; a plain function runs in a thread."""

    def around(endpoint: Callable[[Request], Any]) -> Callable[[Request], Awaitable[Response]]:
        @wraps(endpoint)
        async def checked(request: Request) -> Response:
            require(request, action)
            if inspect.iscoroutinefunction(endpoint):
                answer: Response = await endpoint(request)
            else:
                answer = await run_in_threadpool(endpoint, request)
            return answer

        return checked

    return around


async def _http_exception(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for it alone"
    code, said, do = {
        404: ("no_such_address", "there is nothing at this address", "GET /v1/openapi.json lists what there is."),
        405: ("no_such_method", "this address is not asked in this way", "GET /v1/openapi.json says how."),
    }.get(error.status_code, ("refused", error.detail, ""))
    raise Problem(error.status_code, code, said, do=do, headers=error.headers) from error


class _Outside:
    """Gives each request its id, each response its headers, and turns what was raised into problem+json."""

    def __init__(self, app: ASGIApp, observer: Observer, page: Page | None) -> None:
        self._app = app
        self._observer = observer
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        begun = False

        async def outwards(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                told(message["status"])
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        with self._observer.around(scope) as told:
            try:
                await self._app(scope, receive, outwards)
            except ClientDisconnect:
                told(499)  # nobody is there to be answered
            except Exception as error:
                problem = problem_of(error)
                if problem.code == "internal":
                    log.exception("a request failed", extra={"request_id": request_id})
                elif of_the_machine(error):
                    log.exception(
                        "a store failed: %s", type(error.__cause__).__name__, extra={"request_id": request_id}
                    )
                if begun:
                    raise
                response = self._as_page(scope, problem) or problem_response(problem, request_id)
                await response(scope, receive, outwards)

    def _as_page(self, scope: Scope, problem: Problem) -> Response | None:
        if self._page is None or "text/html" not in HTTPConnection(scope).headers.get("accept", ""):
            return None
        return self._page(Request(scope), problem)


class _Admission:
    """Lets in who is known, under a name of this server."""

    def __init__(self, app: ASGIApp, guard: Guard, identity: Identity, public: frozenset[str], limits: Limits) -> None:
        self._app = app
        self._guard = guard
        self._identity = identity
        self._public = frozenset(each for each in public if not each.endswith("/") or each == "/")
        self._rates = Buckets(limits.rate, limits.burst)
        self._wrong = Buckets(limits.wrong / 60, limits.wrong)
        self._public_below = tuple(each for each in public if each.endswith("/") and each != "/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = HTTPConnection(scope)
            self._guard.admit(request)
            path = scope["path"]
            if path not in self._public and not path.startswith(self._public_below or ("\0",)):
                scope["state"]["principal"] = await self._known(request)
        elif scope["type"] == "websocket":
            raise forbidden("nothing here is done over web sockets")
        await self._app(scope, receive, send)

    async def _known(self, request: HTTPConnection) -> Principal:
        """Who calls; who gives wrong credentials again and again, or asks too often, is told to wait."""
        address = request.client.host if request.client else ""
        try:
            principal = await self._identity(request)
        except Exception as error:
            refused = problem_of(error)
            given = "authorization" in request.headers
            if refused.status == 401 and given and (wait := self._wrong.wait(address)):
                raise too_often(wait) from error
            raise
        if principal.by_cookie:
            self._guard.own_page(request)
        if wait := self._rates.wait((principal.tenant, principal.name)):
            raise too_often(wait)
        return principal
