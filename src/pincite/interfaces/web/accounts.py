"""Pages of a server with users: sign-off of what is blocked, and one's account.

    GET  /sign-offs                   what was proposed and decided in the matter; a form to propose
    POST /sign-offs                   propose
    POST /sign-offs/{name}/decision   approve or refuse
    GET  /account                     who I am, my matters, my tokens
    POST /account/matter              the matter whose pages are shown
    POST /account/tokens              a new token, shown once
    POST /account/tokens/{token}/revoke
    POST /account/leave               sign out

Keeps true: the pages do what the API does, by the same workflows; each form bears the CSRF token of its session, and a program with a token
changes nothing here; all of it works without script.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.access.principal import ALL_MATTERS
from pincite.access.roles import scopes
from pincite.errors import BadInput
from pincite.gate.sign_off import PREFIX
from pincite.interfaces.http.app import Router, needs
from pincite.interfaces.http.problems import Problem, forbidden, not_found, unauthorized
from pincite.interfaces.http.signing_in import LOGIN
from pincite.interfaces.http.users import DEFAULT, Cookies, Known, known_of
from pincite.reports.stored import read_report
from pincite.reports.text import safe
from pincite.workflows import sign_off as ways
from pincite.workflows.administer import Administering

if TYPE_CHECKING:
    from pincite.access.port import AccessStore
    from pincite.interfaces.web.frame import Frame
    from pincite.ledger.port import Ledger
    from pincite.storage.jobs import JobStore

__all__ = ["PATHS", "AccountPages"]

PATHS = ("/sign-offs", "/account")
_FIELDS = 20
_JOBS = 50
_DAYS = 90


@dataclass(frozen=True)
class AccountPages:
    """The pages over what they need."""

    frame: Frame
    users: AccessStore
    ledger: Ledger
    jobs: JobStore
    cookies: Cookies
    now: Callable[[], str] = wiring.now

    def router(self) -> Router:
        """Their routes."""
        made = [
            Route("/sign-offs", needs("read")(self.sign_offs), methods=["GET"]),
            Route("/sign-offs", needs("propose")(self.propose), methods=["POST"]),
            Route("/sign-offs/{name}/decision", needs("decide")(self.decide), methods=["POST"]),
            Route("/account", self.account, methods=["GET"]),
            Route("/account/matter", self.matter, methods=["POST"]),
            Route("/account/tokens", needs("tokens")(self.new_token), methods=["POST"]),
            Route("/account/tokens/{token}/revoke", needs("tokens")(self.revoke), methods=["POST"]),
            Route("/account/leave", self.leave, methods=["POST"]),
        ]
        return Router("account pages", made)

    # sign-off

    def sign_offs(self, request: Request) -> Response:
        """What was proposed and decided."""
        return self._sign_offs(request)

    def _sign_offs(self, request: Request, *, copy: str = "", status: int = 200) -> Response:
        known = known_of(request)
        found = ways.list_sign_offs(self._acting(known))
        names = {each.id: each.name or each.id for each in self.users.users(known.person.tenant)}
        jobs = self.jobs.listed(known.person.tenant, known.person.matter, most=_JOBS)
        shown = [
            {
                **{name: safe(str(value)) for name, value in each.as_json().items() if name != "citations"},
                "citations": ", ".join(map(safe, each.citations)),
                "who": safe(names.get(each.by, each.by)),
                "decider": safe(names.get(each.decided_by, each.decided_by)),
                "mine": each.by == known.person.user,
            }
            for each in found
        ]
        values = {
            "offs": shown,
            "jobs": [(each.id, safe(each.name)) for each in jobs if each.kind == "verify" and each.state == "done"],
            "may_propose": known.person.may("propose"),
            "may_decide": known.person.may("decide"),
            "matter": safe(known.person.matter),
            "csrf": _csrf(known),
            "copy": copy,
        }
        return self.frame.page(request, "sign_offs.html.j2", values, status=status)

    async def propose(self, request: Request) -> Response:
        """Propose a way on."""
        known, given = await _changed(request)
        return await run_in_threadpool(self._propose, request, known, given)

    def _propose(self, request: Request, known: Known, given: dict[str, str]) -> Response:
        if given.get("way") not in ("escalate", "disclaim"):
            raise Problem(422, "wrong_arguments", "choose a way on")
        job = self.jobs.get(known.person.tenant, known.person.matter, given.get("job", ""))
        data = self.jobs.result(job) if job is not None and job.kind == "verify" else None
        draft = self.jobs.data(job) if job is not None else None
        if job is None or data is None or draft is None:
            raise not_found("there is no such check in this matter")
        report = read_report(data, "the report")
        copy, made = "", b""
        if given["way"] == "disclaim":
            copy, made = ways.copy_for(report, draft, report.draft_name)
        ways.propose(
            *(self._acting(known), PREFIX + secrets.token_hex(8), report, cast("Any", given["way"])),
            reason=given.get("reason", ""),
            copy=copy,
        )
        if made:
            return self._sign_offs(request, copy=made.decode("utf-8", "replace"), status=201)
        return self._to(request, "/sign-offs")

    async def decide(self, request: Request) -> Response:
        """Approve or refuse."""
        known, given = await _changed(request)
        if given.get("decision") not in ("approve", "refuse"):
            raise Problem(422, "wrong_arguments", "approve, or refuse")
        acting = self._acting(known)
        name = request.path_params["name"]

        def done() -> None:
            try:
                ways.sign_off(acting, name)
            except BadInput as error:
                raise not_found("there is no such sign-off in this matter") from error
            ways.decide(acting, name, cast("Any", given["decision"]), reason=given.get("reason", ""))

        await run_in_threadpool(done)
        return self._to(request, "/sign-offs")

    # the account

    async def account(self, request: Request) -> Response:
        """Who I am."""
        return await run_in_threadpool(self._account, request)

    def _account(self, request: Request, *, secret: str = "", status: int = 200) -> Response:
        known = known_of(request)
        person = known.person
        user = self.users.user(person.tenant, person.user)
        roles: dict[str, list[str]] = {}
        for member in self.users.members(person.tenant, person.user):
            if member.role not in roles.setdefault(member.matter, []):
                roles[member.matter].append(member.role)
        matters = [each.name for each in self.users.matters(person.tenant) if {each.name, ALL_MATTERS} & set(roles)]
        if ALL_MATTERS in roles and DEFAULT not in matters:
            matters.insert(0, DEFAULT)
        tokens = self.users.tokens(person.tenant, person.user) if person.may("tokens") else ()
        live = [each for each in tokens if not each.revoked and each.expires > self.now()]
        values = {
            "name": safe(user.name if user and user.name else person.user),
            "person": safe(person.user),
            "tenant": safe(person.tenant),
            "matter": safe(person.matter),
            "matters": [(each, safe(each)) for each in matters],
            "roles": [(safe(matter), sorted(each)) for matter, each in sorted(roles.items())],
            "may_tokens": person.may("tokens"),
            "tokens": [
                {"id": t.id, "name": safe(t.name), "scopes": ", ".join(sorted(t.scopes)), "expires": t.expires[:10]}
                for t in live
            ],
            "scopes": [each for each in scopes() if person.may(each)],
            "csrf": _csrf(known),
            "secret": secret,
        }
        return self.frame.page(request, "own_account.html.j2", values, status=status)

    async def matter(self, request: Request) -> Response:
        """The matter whose pages are shown."""
        known, given = await _changed(request)
        named = given.get("matter", "")
        answer = self._to(request, "/account")
        own = {each.matter for each in self.users.members(known.person.tenant, known.person.user)}
        if {named, ALL_MATTERS} & own or not named:
            seconds = 365 * 24 * 3600 if named else 0
            answer.headers.append(
                "set-cookie", self.cookies.header(self.cookies.matter, quote(named, safe=""), seconds=seconds)
            )
        return answer

    async def new_token(self, request: Request) -> Response:
        """A new token; the page that answers shows it, once."""
        known, given = await _changed(request)
        wanted = [scope for scope in scopes() if given.get(f"scope_{scope}")]
        beyond = [scope for scope in wanted if not known.person.may(scope)]
        if beyond:
            raise forbidden(f"a token of yours cannot have the scope {beyond[0]}: you may not do that")

        def made() -> str:
            return (
                self._administering(known)
                .make_token(
                    *(known.person.tenant, known.person.user, given.get("name", "")),
                    scopes=wanted,
                    days=_DAYS,
                    matters=[known.person.matter],
                )
                .secret
            )

        secret = await run_in_threadpool(made)
        return await run_in_threadpool(lambda: self._account(request, secret=secret, status=201))

    async def revoke(self, request: Request) -> Response:
        """Revoke a token of one's own."""
        known, _ = await _changed(request)
        token = request.path_params["token"]
        gone = await run_in_threadpool(
            lambda: self._administering(known).revoke_token(known.person.tenant, token, user=known.person.user)
        )
        if not gone:
            raise not_found("there is no such token of yours")
        return self._to(request, "/account")

    async def leave(self, request: Request) -> Response:
        """Sign out."""
        known, _ = await _changed(request)
        assert known.session is not None, "a change comes from a session"
        await run_in_threadpool(self._administering(known).sign_out, known.session)
        # no redirect: the next page is the provider's, and a form leads to pages of this server alone
        del request.scope["state"]["principal"]
        answer = self.frame.page(request, "left.html.j2", {"login": LOGIN})
        answer.headers.append("set-cookie", self.cookies.header(self.cookies.session, "", seconds=0))
        answer.headers["clear-site-data"] = '"cache", "storage"'
        return answer

    def _acting(self, known: Known) -> ways.SigningOff:
        user = self.users.user(known.person.tenant, known.person.user)
        if user is None:
            raise unauthorized()
        return ways.SigningOff(self.ledger, known.person, user, self.now())

    def _administering(self, known: Known) -> Administering:
        return Administering(self.users, self.ledger, known.person.actor, self.now(), secrets.token_bytes)

    def _to(self, request: Request, path: str) -> Response:
        root = str(request.scope.get("root_path", "")).rstrip("/")
        return RedirectResponse(f"{root}{path}", status_code=303)


def _csrf(known: Known) -> str:
    return known.session.csrf if known.session is not None else ""


async def _changed(request: Request) -> tuple[Known, dict[str, str]]:
    """Who changes something, and the form.

    Raises:
        Problem: 403 for a program, or without the session's CSRF token.

    """
    known = known_of(request)
    if known.session is None:
        raise forbidden("forms are for people who are signed in", do="Programs use the API.")
    async with request.form(max_files=0, max_fields=_FIELDS, max_part_size=64 * 1024) as form:
        given = {name: value for name, value in form.items() if isinstance(value, str)}
    if not hmac.compare_digest(given.get("csrf", "").encode("utf-8", "replace"), known.session.csrf.encode()):
        raise forbidden("the form does not bear the CSRF token of this session", do="Open the page again.")
    return known, given
