"""The identity of a server with users: API tokens as bearer tokens, persons by the cookie of a session.

Keeps true:
1. Roles are read at each request: what is revoked, disabled or taken away holds at once. No request says its tenant.
2. A request is about one matter: that of its header `Pincite-Matter`, of the cookie the pages keep, or the only one its caller has. One that is not
   there and one that is not the caller's are refused with the same words.
3. A bearer token is never looked for in a cookie or an address, and a session never in a header.
4. Cookies are `__Host-`, Secure, HttpOnly and SameSite; what a cookie vouches for and changes anything comes from a page of this server
   (`guard`) and, at the routes of users and of the gate, bears the session's own CSRF token (`X-CSRF-Token`).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import unquote

from anyio import CapacityLimiter, to_thread

from pincite import wiring
from pincite.access.credentials import PREFIX, digest_of, readable_token
from pincite.access.principal import ALL_MATTERS, check_name
from pincite.access.principal import Principal as Person
from pincite.access.roles import actions
from pincite.errors import BadInput
from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.problems import Problem, forbidden, unauthorized
from pincite.workflows.administer import IDLE_MINUTES, after, principal_of_user

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from pincite.access.port import AccessStore, Session

__all__ = ["Cookies", "Known", "ServerIdentity", "known_of", "own_change"]

SESSION_PREFIX = "pcs_"
MATTER_HEADER = "pincite-matter"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Cookies:
    """How cookies are set.

    Attributes:
        secure: over https alone; not so only for tests on this machine.
        embedded: whether pages are shown within another's frame (a task pane): browsers then send only cookies that say so.

    """

    secure: bool = True
    embedded: bool = False

    @property
    def session(self) -> str:
        """Name of the session's cookie."""
        return "__Host-pincite" if self.secure else "pincite_server"

    @property
    def login(self) -> str:
        """Name of the cookie of a sign-in that was begun."""
        return "__Host-pincite-login" if self.secure else "pincite_login"

    @property
    def matter(self) -> str:
        """Name of the cookie in which pages keep the matter that was chosen."""
        return "__Host-pincite-matter" if self.secure else "pincite_matter"

    def header(self, name: str, value: str, *, seconds: int | None = None) -> str:
        """A `Set-Cookie` header; `seconds` 0 deletes."""
        parts = [f"{name}={value}", "Path=/", "HttpOnly"]
        if seconds is not None:
            parts.append(f"Max-Age={seconds}")
        if self.secure:
            parts.append("Secure")
        parts += ["SameSite=None", "Partitioned"] if self.embedded and self.secure else ["SameSite=Lax"]
        return "; ".join(parts)

    def read(self, request: HTTPConnection, name: str) -> str:
        """The value of a cookie that stands once; "" when it is not there, or more than once."""
        found = [
            jar[name].value for part in request.headers.get("cookie", "").split(";") if name in (jar := _jar(part))
        ]
        return found[0] if len(found) == 1 else ""


def _jar(text: str) -> SimpleCookie:
    try:
        return SimpleCookie(text.strip())
    except CookieError:
        return SimpleCookie()


@dataclass(frozen=True, slots=True)
class Known:
    """Who asks, as the rules of access know it, with the session where there is one, and the name that pages show."""

    person: Person
    session: Session | None = None
    name: str = ""


def known_of(request: HTTPConnection) -> Known:
    """Who asks: as `ServerIdentity` found."""
    found: Known = request.scope["state"]["known"]
    return found


def own_change(request: HTTPConnection) -> Known:
    """Who asks, for a change: of a session its CSRF token is asked for.

    Raises:
        Problem: 403 without it.

    """
    known = known_of(request)
    if known.session is not None:
        given = request.headers.get("x-csrf-token", "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), known.session.csrf.encode()):
            raise forbidden(
                "the request bears no CSRF token of this session", do="Send X-CSRF-Token: GET /v1/account says it."
            )
    return known


@cache
def _threads() -> CapacityLimiter:
    """Threads in which callers are looked up: their own, so that nobody waits at the door for what those inside compute."""
    return CapacityLimiter(4)


class ServerIdentity:
    """Implements `principal.Identity` over a store of users."""

    def __init__(
        self, store: AccessStore, *, cookies: Cookies | None = None, now: Callable[[], str] = wiring.now
    ) -> None:
        self._store = store
        self._cookies = cookies or Cookies()
        self._now = now

    async def __call__(self, request: HTTPConnection) -> Principal:
        """Who calls.

        Raises:
            Problem: 401 where nobody is known; 403 where the matter is not the caller's.

        """
        known = await to_thread.run_sync(self._known, request, limiter=_threads())
        person = known.person
        request.scope["state"]["known"] = known
        return Principal(
            name=person.actor,
            tenant=person.tenant,
            matter=person.matter,
            actor=person.actor,
            actions=frozenset(action for action in actions() if person.may(action)),
            roles=frozenset(person.roles_in(person.matter)),
            by_cookie=known.session is not None,
            shown=known.name,
        )

    def _known(self, request: HTTPConnection) -> Known:
        given = request.headers.getlist("authorization")
        if given:
            return Known(self._by_token(given[0] if len(given) == 1 else "", request))
        cookie = self._cookies.read(request, self._cookies.session)
        if not cookie or not readable_token(cookie, SESSION_PREFIX):
            raise unauthorized(do="Sign in at /auth/login, or give a token: `Authorization: Bearer …`.")
        now = self._now()
        session = self._store.session(digest_of(cookie), now)
        held = principal_of_user(self._store, session.tenant, session.user, matter="") if session is not None else None
        if session is None or held is None:
            raise unauthorized("the session has ended", do="Sign in again at /auth/login.")
        idle = after(now, minutes=IDLE_MINUTES)
        if idle > after(session.idle, minutes=1):  # not at every request: each would be a write
            self._store.touch_session(session.digest, idle)
        user = (
            self._store.user(session.tenant, session.user) if "text/html" in request.headers.get("accept", "") else None
        )
        return Known(self._in_matter(held, request), session, user.name if user is not None else "")

    def _by_token(self, authorization: str, request: HTTPConnection) -> Person:
        scheme, _, secret = authorization.partition(" ")
        token = None
        if scheme.lower() == "bearer" and readable_token(secret.strip(), PREFIX):
            token = self._store.token(digest_of(secret.strip()), self._now())
        held = (
            principal_of_user(self._store, token.tenant, token.user, matter="", token=token)
            if token is not None
            else None
        )
        if held is None:
            raise unauthorized("the token is unknown, expired or revoked", do="Make a new one.")
        return self._in_matter(held, request)

    def _in_matter(self, person: Person, request: HTTPConnection) -> Person:
        named = unquote(request.headers.get(MATTER_HEADER, ""))
        if named and not self._there(person, named):
            raise _no_matter()
        own = sorted(person.matters() - {ALL_MATTERS})
        kept = unquote(self._cookies.read(request, self._cookies.matter))
        # a program with several matters says which one; a person is shown the first, and chooses another
        first = bool(own) and ALL_MATTERS not in person.matters() and (len(own) == 1 or person.via == "session")
        usual = own[0] if first else DEFAULT
        # a cookie may outlive the role in the matter it names: it chooses, and is otherwise forgotten
        matter = named or (kept if kept and self._there(person, kept) else usual)
        there = bool(named) or self._there(person, matter)
        # with no matter named, and none that is the caller's, it may say who it is and nothing else
        return Person(
            *(
                person.tenant,
                person.user,
                person.roles if there else {},
                person.via,
                person.scopes,
                person.token,
                matter,
            )
        )

    def _there(self, person: Person, matter: str) -> bool:
        """Whether a matter is there and the person has a role in it."""
        try:
            check_name("matter", matter)
        except BadInput:
            return False
        if matter in person.matters() - {ALL_MATTERS}:
            return True
        known = matter == DEFAULT or any(each.name == matter for each in self._store.matters(person.tenant))
        return ALL_MATTERS in person.matters() and known


def _no_matter() -> Problem:
    return forbidden(
        "this matter is not there, or not yours", do="GET /v1/account, without Pincite-Matter, lists yours."
    )
