"""Signing in and out with a browser: to the provider and back, and the session that comes of it.

Keeps true: the browser that comes back is the one that was sent (its cookie holds the state); a state is taken once and for ten minutes; the
session is a new one each time; the way on is a path of this server, never an address of somewhere else.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.access.claims import Provider, admit
from pincite.access.credentials import digest_of
from pincite.access.port import Login
from pincite.access.principal import Unknown
from pincite.interfaces.http.app import Router
from pincite.interfaces.http.limits import Buckets, too_often
from pincite.interfaces.http.problems import Problem, unauthorized
from pincite.interfaces.http.users import Cookies, own_change
from pincite.workflows.administer import SESSION_HOURS, Administering, after

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pincite.access.port import AccessStore
    from pincite.ledger.port import Ledger

__all__ = ["LOGIN", "SigningIn", "SignsIn", "to_sign_in"]

LOGIN = "/auth/login"
CALLBACK = "/auth/callback"
_MINUTES = 10
_MOST_A_MINUTE = 60
"""Sign-ins that are begun from one address; a firm often has one."""
_LONGEST = 4096


class SignsIn(Protocol):
    """A provider (`connectors.oidc`)."""

    provider: Provider

    def start(self, redirect: str, *, state: str, nonce: str, verifier: str) -> str:
        """Where the browser is sent."""

    def finish(self, redirect: str, *, code: str, issuer: str, nonce: str, verifier: str) -> Mapping[str, Any]:
        """The claims of who signed in."""


@dataclass(frozen=True)
class SigningIn:
    """The routes.

    Attributes:
        store, ledger: of users, of the log.
        provider: None where tokens alone come in.
        public_url: of this server, as browsers and the provider know it.
        cookies: how they are set.
        now: the time, as entries bear it.
        begun: how often somebody may begin.
        swept: how often what ended is deleted.

    """

    store: AccessStore
    ledger: Ledger
    provider: SignsIn | None
    public_url: str
    cookies: Cookies
    now: Callable[[], str] = wiring.now
    begun: Buckets = field(default_factory=lambda: Buckets(_MOST_A_MINUTE / 60, _MOST_A_MINUTE))
    swept: Buckets = field(default_factory=lambda: Buckets(1 / 300, 1))

    def router(self) -> Router:
        """The routes; those to and from the provider are public."""
        return Router(
            "signing in",
            [
                Route(LOGIN, self._login, methods=["GET"]),
                Route(CALLBACK, self._callback, methods=["GET"]),
                Route("/auth/logout", self._logout, methods=["POST"]),
            ],
            public=frozenset((LOGIN, CALLBACK)),
        )

    @property
    def _back(self) -> str:
        return f"{self.public_url.rstrip('/')}{CALLBACK}"

    async def _login(self, request: Request) -> Response:
        # whoever is not known yet is slowed by address: each beginning is a row until it ends
        if wait := self.begun.wait(request.client.host if request.client else ""):
            raise too_often(wait)
        then = _own_path(request.query_params.get("then", "/"))
        return await run_in_threadpool(self._start, then)

    def _start(self, then: str) -> Response:
        if self.provider is None:
            raise Problem(
                404, "no_provider", "nobody signs in here: API tokens alone come in", do="Give a bearer token."
            )
        if not self.swept.wait(""):
            self.store.sweep(self.now())
        state, nonce, verifier = (secrets.token_urlsafe(48) for _ in range(3))
        self.store.add_login(Login(digest_of(state), nonce, verifier, then, after(self.now(), minutes=_MINUTES)))
        address = self.provider.start(self._back, state=state, nonce=nonce, verifier=verifier)
        answer = RedirectResponse(address, status_code=303)
        answer.headers.append("set-cookie", self.cookies.header(self.cookies.login, state, seconds=_MINUTES * 60))
        return answer

    async def _callback(self, request: Request) -> Response:
        return await run_in_threadpool(self._finish, request)

    def _finish(self, request: Request) -> Response:
        query = request.query_params
        values = {name: query.getlist(name) for name in ("code", "state", "iss", "error")}
        if any(len(each) > 1 or len("".join(each)) > _LONGEST for each in values.values()):
            raise _not_signed_in()
        code, state, issuer, error = ("".join(values[name]) for name in ("code", "state", "iss", "error"))
        held = self.cookies.read(request, self.cookies.login)
        if not state or not hmac.compare_digest(held.encode(), state.encode()):
            # another browser than the one that was sent: somebody would be signed in as somebody else
            raise _not_signed_in()
        login = self.store.take_login(digest_of(state), self.now())
        if login is None or error or not code or self.provider is None:
            raise _not_signed_in()
        given = {"code": code, "issuer": issuer, "nonce": login.nonce, "verifier": login.verifier}
        administering = Administering(self.store, self.ledger, "the identity provider", self.now(), secrets.token_bytes)
        try:
            admitted = admit(self.provider.provider, self.provider.finish(self._back, **given))
        except Unknown as refused:
            raise _not_signed_in() from refused
        secret, _ = administering.sign_in(admitted)
        answer = RedirectResponse(login.then, status_code=303)
        for name, value, seconds in (
            (self.cookies.session, secret, SESSION_HOURS * 3600),
            (self.cookies.login, "", 0),
        ):
            answer.headers.append("set-cookie", self.cookies.header(name, value, seconds=seconds))
        return answer

    async def _logout(self, request: Request) -> Response:
        known = own_change(request)
        if known.session is None:
            raise Problem(422, "no_session", "a token has no session", do="Revoke it: DELETE /v1/tokens/{token}.")
        administering = Administering(self.store, self.ledger, known.person.actor, self.now(), secrets.token_bytes)
        await run_in_threadpool(administering.sign_out, known.session)
        answer = JSONResponse({"signed_out": True})
        answer.headers.append("set-cookie", self.cookies.header(self.cookies.session, "", seconds=0))
        answer.headers["clear-site-data"] = '"cache", "storage"'
        return answer


def to_sign_in(request: Request, problem: Problem) -> Response | None:
    """Where a browser is sent that nobody is known by; None for anything else."""
    if problem.status != 401 or request.method != "GET" or request.url.path.startswith(("/auth/", "/v1/", "/mcp")):
        return None
    then = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"{LOGIN}?then={quote(then, safe='')}", status_code=303)


def _own_path(then: str) -> str:
    """A path of this server; `/` for anything else."""
    parts = urlsplit(then)
    fine = (
        then.startswith("/") and not then.startswith(("//", "/\\", "/auth/")) and not parts.netloc and not parts.scheme
    )
    return then if fine and then.isascii() and then.isprintable() and "\\" not in then and len(then) <= 2000 else "/"


def _not_signed_in() -> Problem:
    return unauthorized("signing in did not succeed", do=f"Begin again at {LOGIN}.")
