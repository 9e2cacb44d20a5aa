"""Of a server with users: who I am, who else is in the matter, tokens of one's own, the log of access, erasure.

Keeps true: a token's secret is in one answer and nowhere else; nobody makes a token that may more than they may; a person sees and revokes
their own tokens alone; tenants, persons and roles are the operator's (`pincite server`).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.access.principal import ALL_MATTERS
from pincite.access.roles import scopes
from pincite.interfaces.http.app import Router, needs, require
from pincite.interfaces.http.bodies import json_body, query_values
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.http.problems import Problem, forbidden, not_found
from pincite.interfaces.http.users import Known, known_of, own_change
from pincite.interfaces.http.users_openapi import users_document
from pincite.ledger.entries import ChatId, read_payload
from pincite.workflows.administer import Administering, log_of
from pincite.workflows.chat import Acting, erase

if TYPE_CHECKING:
    from pincite.access.port import AccessStore, ApiToken
    from pincite.ledger.port import Ledger

__all__ = ["Accounts", "given_fields"]

_PAGE = 200


@dataclass(frozen=True)
class Accounts:
    """The routes over a store of users and a ledger."""

    store: AccessStore
    ledger: Ledger
    now: Callable[[], str] = wiring.now

    def router(self) -> Router:
        """The routes."""
        made = [
            Route("/v1/account", self._account, methods=["GET"]),
            Route("/v1/members", needs("read")(self._members), methods=["GET"]),
            Route("/v1/tokens", needs("tokens")(self._tokens), methods=["GET"]),
            Route("/v1/tokens", self._make_token, methods=["POST"]),
            Route("/v1/tokens/{token}", self._revoke_token, methods=["DELETE"]),
            Route("/v1/log", needs("log")(self._log), methods=["GET"]),
            Route("/v1/chats/{chat}/erasure", self._erase, methods=["POST"]),
        ]
        return Router("accounts", made, openapi=users_document())

    def _administering(self, known: Known) -> Administering:
        return Administering(self.store, self.ledger, known.person.actor, self.now(), secrets.token_bytes)

    async def _account(self, request: Request) -> Response:
        return await run_in_threadpool(self._shown_account, request)

    def _shown_account(self, request: Request) -> Response:
        known = known_of(request)
        person = known.person
        user = self.store.user(person.tenant, person.user)
        roles: dict[str, list[str]] = {}
        for member in self.store.members(person.tenant, person.user):
            roles.setdefault(member.matter, []).append(member.role)
        matters = [
            each.name for each in self.store.matters(person.tenant) if each.name in roles or ALL_MATTERS in roles
        ]
        if person.via == "token":
            limit = [t.matters for t in self.store.tokens(person.tenant, person.user) if t.id == person.token]
            allowed = limit[0] if limit and limit[0] else None
            matters = [each for each in matters if allowed is None or each in allowed]
            roles = {m: each for m, each in roles.items() if allowed is None or m in allowed or m == ALL_MATTERS}
        said: dict[str, Any] = {
            "person": person.user,
            "name": user.name if user else "",
            "tenant": person.tenant,
            "matter": person.matter,
            "matters": matters,
            "roles": roles,
            "may": sorted(principal_of(request).actions),
            "by": "token" if person.token else "session",
        }
        if known.session is not None:
            said |= {"csrf": known.session.csrf, "session_ends": known.session.expires}
        return JSONResponse(said)

    def _members(self, request: Request) -> Response:
        query_values(request, {})
        who = principal_of(request)
        names = {each.id: each.name for each in self.store.users(who.tenant) if not each.disabled}
        found = [
            {"person": m.user, "name": names[m.user], "role": m.role, "everywhere": m.matter == ALL_MATTERS}
            for m in self.store.members(who.tenant)
            if m.matter in (who.matter, ALL_MATTERS) and m.user in names
        ]
        return JSONResponse({"matter": who.matter, "members": found})

    # tokens

    def _tokens(self, request: Request) -> Response:
        query_values(request, {})
        person = known_of(request).person
        return JSONResponse(
            {
                "tokens": [_token_json(each) for each in self.store.tokens(person.tenant, person.user)],
                "scopes": scopes(),
            }
        )

    async def _make_token(self, request: Request) -> Response:
        require(request, "tokens")
        known = own_change(request)
        given = given_fields(await json_body(request), texts=("name",), lists=("scopes", "matters"), numbers=("days",))
        beyond = sorted(set(given["scopes"]) - _may_anywhere(known))
        if beyond:
            raise forbidden(f"a token of yours cannot have the scope {beyond[0][:40]!a}: you may not do that")
        made = await run_in_threadpool(
            lambda: self._administering(known).make_token(
                *(known.person.tenant, known.person.user, given["name"]),
                scopes=given["scopes"],
                matters=given["matters"],
                days=given["days"] or 90,
            )
        )
        return JSONResponse({"secret": made.secret, "shown": "once", **_token_json(made.token)}, status_code=201)

    async def _revoke_token(self, request: Request) -> Response:
        require(request, "tokens")
        known = own_change(request)
        name = request.path_params["token"]
        gone = await run_in_threadpool(
            lambda: self._administering(known).revoke_token(known.person.tenant, name, user=known.person.user)
        )
        if not gone:
            raise not_found("there is no such token of yours that is not revoked", do="GET /v1/tokens lists them.")
        return JSONResponse({"revoked": name})

    # the log, and erasure

    def _log(self, request: Request) -> Response:
        given = query_values(request, {"after": {}})
        after = given.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) < 12):
            raise Problem(422, "wrong_arguments", "`after` is the number of an entry")
        # it names persons, tokens and matters of the whole tenant: a role in one matter does not do
        known_of(request).person.require("log", ALL_MATTERS)
        tenant = principal_of(request).tenant
        entries: list[dict[str, Any]] = []
        more = False
        for stored in log_of(self.ledger, tenant):
            if stored.entry.seq <= int(after):
                continue
            if len(entries) == _PAGE:
                more = True
                break
            payload = read_payload(stored.payload) if stored.payload is not None else None
            entries.append(
                {
                    "seq": stored.entry.seq,
                    "at": stored.entry.at,
                    "hash": stored.entry.hash.hex(),
                    **({"actor": payload.actor, **payload.body} if payload is not None else {"erased": True}),
                }
            )
        return JSONResponse({"entries": entries, **({"next": {"after": entries[-1]["seq"]}} if more else {})})

    async def _erase(self, request: Request) -> Response:
        known = own_change(request)
        known.person.require("erase")
        given = given_fields(await json_body(request), texts=("reason", "ground"), lists=("entries",), of=int)
        chat = ChatId(known.person.tenant, known.person.matter, request.path_params["chat"])
        acting = Acting(self.ledger, chat, known.person.actor, self.now())
        entry = await run_in_threadpool(
            lambda: erase(acting, given["entries"], reason=given["reason"], ground=given["ground"])
        )
        return JSONResponse({"erased": sorted(set(given["entries"])), "entry": entry.seq})


def _may_anywhere(known: Known) -> set[str]:
    person = known.person
    return {scope for scope in scopes() if any(person.may(scope, matter) for matter in person.matters())}


def _token_json(token: ApiToken) -> dict[str, Any]:
    said = {
        "id": token.id, "name": token.name, "scopes": sorted(token.scopes), "matters": sorted(token.matters), "at": token.at,
        "expires": token.expires, "revoked": token.revoked,
    }  # fmt: skip
    return {key: value for key, value in said.items() if value not in ("", [])}


def given_fields(
    given: dict[str, Any],
    *,
    texts: tuple[str, ...] = (),
    lists: tuple[str, ...] = (),
    numbers: tuple[str, ...] = (),
    of: type = str,
) -> dict[str, Any]:
    """The fields of a body, each of its kind; those that are not there are empty.

    Raises:
        Problem: 422: one is of another kind, or is not asked for.

    """
    kinds = {**dict.fromkeys(texts, "a text"), **dict.fromkeys(lists, "a list"), **dict.fromkeys(numbers, "a number")}
    for name, value in given.items():
        fine = {
            "a text": isinstance(value, str),
            "a list": isinstance(value, list)
            and len(value) <= 1000
            and all(isinstance(each, of) and not isinstance(each, bool) for each in value),
            "a number": isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6,
        }
        if name not in kinds or not fine[kinds[name]]:
            said = f"`{name}` is {kinds[name]}" if name in kinds else f"{json.dumps(name)[:60]} is not asked for here"
            raise Problem(422, "wrong_arguments", said, do=f"It takes {', '.join(kinds)}.")
    empty: dict[str, Any] = {**dict.fromkeys(texts, ""), **{name: [] for name in lists}, **dict.fromkeys(numbers, 0)}
    return empty | given
