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
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from pincite.interfaces.http.guard import LOOPBACK, Guard
from pincite.interfaces.http.principal import Action, Identity, principal_of
from pincite.interfaces.http.problems import Problem, forbidden, problem_of, problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Router", "make_app", "needs", "require"]

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

    """

    name: str
    routes: Sequence[BaseRoute]
    public: frozenset[str] = frozenset()
    openapi: Mapping[str, Any] = field(default_factory=dict)
    lifespan: Lifespan | None = None


def make_app(
    routers: Sequence[Router],
    identity: Identity,
    *,
    hosts: Sequence[str] = LOOPBACK,
    page: Page | None = None,
) -> Starlette:
    """The application.

    Args:
        routers: in the order in which their routes are tried.
        identity: who calls.
        hosts: names under which it may be asked, each with any port.
        page: shows a problem to a browser.

    """
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
        middleware=[Middleware(_Outside, page=page), Middleware(_Admission, Guard(hosts), identity, public)],
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

    def __init__(self, app: ASGIApp, page: Page | None = None) -> None:
        self._app = app
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
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, outwards)
        except Exception as error:
            problem = problem_of(error)
            if problem.code == "internal":
                log.exception("request %s failed", request_id)
            if begun:
                raise
            response: Response | None = None
            if self._page is not None and "text/html" in HTTPConnection(scope).headers.get("accept", ""):
                response = self._page(Request(scope), problem)
            await (response or problem_response(problem, request_id))(scope, receive, outwards)


class _Admission:
    """Lets in who is known, under a name of this server."""

    def __init__(self, app: ASGIApp, guard: Guard, identity: Identity, public: frozenset[str]) -> None:
        self._app = app
        self._guard = guard
        self._identity = identity
        self._public = frozenset(each for each in public if not each.endswith("/") or each == "/")
        self._public_below = tuple(each for each in public if each.endswith("/") and each != "/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = HTTPConnection(scope)
            self._guard.admit(request)
            path = scope["path"]
            if path not in self._public and not path.startswith(self._public_below or ("\0",)):
                principal = await self._identity(request)
                if principal.by_cookie:
                    self._guard.own_page(request)
                scope["state"]["principal"] = principal
        elif scope["type"] == "websocket":
            raise forbidden("nothing here is done over web sockets")
        await self._app(scope, receive, send)
