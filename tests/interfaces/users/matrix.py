"""Every endpoint and every tool, by every caller, over what belongs to another tenant or matter: one suite for every store.

Endpoints are those of the application itself, tools those it offers: a new one is asked like the others, and one of the API that this file does not
know fails until it is said what it needs. To be inherited with a fixture `house` (pages too) and `report`.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.routing import Route
from tests.interfaces.users.house import House

from pincite import wiring
from pincite.access.roles import ROLES, allowed, person_only
from pincite.gate.sign_off import PREFIX
from pincite.interfaces.mcp.offered import offered_tools
from pincite.ledger.entries import ChatId
from pincite.reports.stored import read_report
from pincite.storage.jobs import Wanted
from pincite.workflows.administer import principal_of_user
from pincite.workflows.chat import ask, new_chat
from pincite.workflows.sign_off import SigningOff, propose

PUBLIC = {"GET /healthz", "GET /auth/login", "GET /auth/callback", "GET /static/{digest}/{name}", "POST /preferences"}
"""What is answered to nobody in particular. Whoever adds to this says why: nothing of a tenant is behind any of them."""

ANYBODY = ""
"""Stands for an action where it is enough to be known."""

# what each endpoint of the API needs, and a body that it takes; $chat, $job, $report are those of the owner
API: dict[str, tuple[str, dict[str, Any] | None]] = {
    "GET /v1/search?words=lantern": ("read", None),
    "GET /v1/open?reference=hk/cap9001%23s3": ("read", None),
    "GET /v1/read?reference=hk/cap9001%23s3&from=1": ("read", None),
    "GET /v1/provision?reference=hk/cap9001%23s3": ("read", None),
    "GET /v1/diff?work=hk/cap9001&old=2020-01-01&new=2026-11-30": ("read", None),
    "GET /v1/coverage": ("read", None),
    "GET /v1/releases": ("read", None),
    "GET /v1/atoms?reference=hk/cap9001%23s3": ("read", None),
    "POST /v1/chats": ("append", {"title": "new"}),
    "POST /v1/chats/{chat}/open": ("append", {"reference": "hk/cap9001#s3"}),
    "GET /v1/chats/{chat}/read?reference=hk/cap9001%23s3&from=1": ("read", None),
    "POST /v1/chats/{chat}/evidence": (
        "append",
        {
            "reference": "hk/cap9001#s3",
            "quote": "A keeper shall register each lantern",
            "line_of_enquiry": "x",
            "relevance": "direct",
            "reason": "y",
        },
    ),
    "GET /v1/chats/{chat}/evidence": ("read", None),
    "POST /v1/chats/{chat}/evidence/{row}/withdraw": ("withdraw", {"reason": "x"}),
    "POST /v1/chats/{chat}/compose": ("append", {"text": "It burns [E1]."}),
    "POST /v1/chats/{chat}/audit": ("append", {"text": "Cap. 9001, s. 3"}),
    "POST /v1/audit": ("check", {"text": "Cap. 9001, s. 3"}),
    "POST /v1/citations/extract": ("read", {"text": "Cap. 9001, s. 3"}),
    "POST /v1/citations/parse": ("read", {"citation": "Cap. 9001, s. 3"}),
    "POST /v1/citations/validate": ("read", {"citation": "Cap. 9001, s. 3"}),
    "POST /v1/quote": ("read", {"reference": "hk/cap9001#s3", "quote": "A keeper shall register"}),
    "POST /v1/verify": ("check", {"text": ""}),
    "POST /v1/receipts": ("read", {"reference": "hk/cap9001#s3", "quote": "A keeper shall register each lantern"}),
    "POST /v1/receipts/verify": ("read", {"receipt": "{}"}),
    "POST /v1/jobs/verify": ("check", {"text": "Cap. 9001, s. 3"}),
    "POST /v1/jobs/batch": ("check", {}),
    "POST /v1/jobs/ask": ("ask", {"question": ""}),
    "GET /v1/jobs": ("read", None),
    "GET /v1/jobs/{job}": ("read", None),
    "DELETE /v1/jobs/{job}": ("withdraw", None),
    "GET /v1/jobs/{job}/events": ("read", None),
    "GET /v1/jobs/{job}/result": ("read", None),
    "GET /v1/jobs/{job}/draft": ("read", None),
    "GET /v1/jobs/{job}/parts": ("read", None),
    "POST /v1/jobs/{job}/cancel": ("withdraw", {}),
    "GET /v1/me": (ANYBODY, None),
    "POST /v1/gate": ("read", {"job": "$job"}),
    "GET /v1/chats": ("read", None),
    "GET /v1/account": (ANYBODY, None),
    "GET /v1/members": ("read", None),
    "GET /v1/tokens": ("tokens", None),
    "POST /v1/tokens": ("tokens", {"name": "x", "scopes": ["read"]}),
    "DELETE /v1/tokens/{token}": ("tokens", None),
    "GET /v1/log": ("log", None),
    "POST /v1/chats/{chat}/erasure": ("erase", {"entries": [2], "reason": "x", "ground": "y"}),
    "GET /v1/gate/sign-offs": ("read", None),
    "POST /v1/gate/sign-offs": ("propose", {"job": "$job", "way": "escalate", "reason": "x"}),
    "GET /v1/gate/sign-offs/{name}": ("read", None),
    "POST /v1/gate/sign-offs/{name}/decision": ("decide", {"decision": "refuse", "reason": "x"}),
    "POST /v1/gate/standing": ("read", {"job": "$job"}),
    "GET /v1/openapi.json": (ANYBODY, None),
}

OWNED = ("chat", "job", "token", "name", "id")
"""Parts of addresses that name what belongs to somebody."""


@dataclass(frozen=True)
class Things:
    """What belongs to a matter; each bears the secret."""

    secret: str
    filled: Mapping[str, str]

    def address(self, path: str) -> str:
        """A path with its parts filled; one that is not known fails the test that asks for it."""

        def one(match: re.Match[str]) -> str:
            name = match[1].partition(":")[0]
            assert name in self.filled, f"{path}: say in `Things` what stands for {{{name}}}"
            return self.filled[name]

        return re.sub(r"\{([^}]+)\}", one, path)

    def body(self, given: Any) -> Any:
        return json.loads(re.sub(r"\$(\w+)", lambda m: self.filled[m[1]], json.dumps(given)))


def things_of(house: House, report: str, tenant: str = "alpha", matter: str = "harbour") -> Things:
    """Fresh ones, of an approver."""
    secret = f"secret-{secrets.token_hex(6)}"
    acting = wiring.acting(house.ledger, f"chat-{secrets.token_hex(6)}", tenant=tenant, matter=matter, actor="approver")
    new_chat(acting, secret)
    ask(acting, f"What of {secret}?")
    value = json.loads(report)
    value["volatile"] |= {"draft_path": secret}
    changed = json.dumps(value, ensure_ascii=False).encode()
    while house.jobs.claim("emptied") is not None:
        pass
    job, _ = house.jobs.put(
        Wanted(tenant, matter, "approver", "verify", f"{secret}.md", {"draft": secret}, secret.encode())
    )
    assert (held := house.jobs.claim("tests")) is not None
    assert house.jobs.finish(held, "tests", changed)
    reviewer = principal_of_user(house.users, tenant, "reviewer", matter=matter)
    user = house.users.user(tenant, "reviewer")
    assert reviewer is not None
    assert user is not None
    off = PREFIX + secrets.token_hex(8)
    propose(
        SigningOff(house.ledger, reviewer, user, wiring.now()),
        off,
        read_report(changed, "r"),
        "escalate",
        reason=secret,
    )
    token = house.administering().make_token(tenant, "approver", secret, scopes=["read"], days=1).token.id
    filled = {
        "chat": acting.chat.chat, "job": job.id, "id": job.id, "token": token, "name": off, "row": "E1", "citation": "c001",
        "entry": "2", "kind": "json", "jurisdiction": "hk", "tag": "2026.11.30", "work": "hk/cap9001", "digest": "0",
    }  # fmt: skip
    return Things(secret, filled)


def endpoints(house: House) -> list[str]:
    """`GET /path` of all that the application serves; MCP is asked by its tools."""
    app: Any = house.client.app
    found: list[str] = []
    for route in app._app.routes:
        assert isinstance(route, Route), f"{route}: what is mounted is asked too"
        if route.path != "/mcp":
            methods = sorted((route.methods or set()) - {"HEAD", "OPTIONS"})
            assert methods, f"{route.path} answers to every method"
            found += [f"{method} {route.path}" for method in methods]
    return found


def asked(house: House, endpoint: str, things: Things, who: Mapping[str, str]) -> Any:
    """Ask an endpoint about somebody's things."""
    known = {each.partition("?")[0]: each for each in API}
    method, _, path = known.get(endpoint, endpoint).partition(" ")
    bare, _, query = path.partition("?")
    address = things.address(bare) + (f"?{query}" if query else "")
    if method in ("GET", "DELETE"):
        return house.ask(method, address, who)
    if path.startswith("/v1/"):
        given = API[known[endpoint]][1] if endpoint in known else {}
        return house.ask(method, address, who, json=things.body(given or {}))
    form = {"chat": things.filled["chat"], "reference": "hk/cap9001#s3", "quote": "A keeper", "reason": "x", "text": "x", "row": "E1",
            "citation": "c001", "decision": "refuse" if "sign-offs" in path else "comment", "words": "x", "question": "x", "language": "en", "line_of_enquiry": "x",
            "relevance": "direct", "to": "/", "job": things.filled["job"], "way": "escalate", "name": "x", "scope_read": "1"}  # fmt: skip
    return house.ask(method, address, who, data={**form, "csrf": who.get("x-csrf-token", "")})


def state(house: House, tenant: str, matter: str, things: Things) -> Any:
    """What must not change: the chains of the matter, the job, the tokens and roles."""
    chains = {
        each.id.chat: [stored.entry.hash for stored in house.ledger.entries(each.id)]
        for each in house.ledger.chats(tenant, matter)
        if each.id.chat in (things.filled["chat"], things.filled["name"])
    }
    job = house.jobs.get(tenant, matter, things.filled["job"])
    held = (house.jobs.result(job), house.jobs.data(job), job.state) if job is not None else None
    live = [each.id for each in house.users.tokens(tenant) if each.id == things.filled["token"] and not each.revoked]
    erased = [s.entry.seq for c in chains for s in house.ledger.entries(ChatId(tenant, matter, c)) if s.payload is None]
    return chains, held, live, erased, house.users.members(tenant, "approver")


def shown(answer: Any) -> str:
    return f"{answer.headers} {answer.text}"


def called(house: House, tool: str, arguments: dict[str, Any], who: Mapping[str, str]) -> Any:
    """The answer of a call of a tool over HTTP."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    }
    headers = {
        "accept": "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call",
        "mcp-name": tool,
    }  # fmt: skip
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return house.ask("POST", "/mcp", {**who, **headers}, json=body)


ARGUMENTS: Mapping[str, Any] = {
    "words": "lantern", "reference": "hk/cap9001#s3", "work": "hk/cap9001", "old": "2020-01-01", "new": "2026-11-30",
    "from": 1, "quote": "A keeper shall register each lantern", "line_of_enquiry": "x", "relevance": "direct", "reason": "y", "row": "E1",
    "text": "Cap. 9001, s. 3 [E1]", "citation": "Cap. 9001, s. 3", "receipt": "{}", "chat": "$chat",
}  # fmt: skip


def arguments_of(tool: str, things: Things) -> dict[str, Any]:
    """Arguments of a tool: those it requires, and the owner's chat wherever it takes one."""
    schema = offered_tools(read_only=False)[tool].tool.parameters
    wanted = [*schema.get("required", ()), *(["chat"] if "chat" in schema["properties"] else [])]
    for name in wanted:
        assert name in ARGUMENTS, f"{tool}: say in ARGUMENTS what stands for {name}"
    return {name: things.body(ARGUMENTS[name]) for name in wanted}


class Matrix:
    """The suite; `roles` are those of the strangers that ask."""

    roles: tuple[str, ...] = ("reader", "approver")

    def strangers(self, house: House) -> list[Mapping[str, str]]:
        """Who must reach nothing of alpha's harbour: all of beta, and who is of alpha's other matter."""
        found: list[Mapping[str, str]] = []
        for role in self.roles:
            found += [house.bearer("beta", role), house.session("beta", role)]
            found += [house.bearer("alpha", f"{role}-quay", "quay"), house.session("alpha", f"{role}-quay", "quay")]
        return found

    def test_each_endpoint_of_the_api_says_here_what_it_needs(self, house: House) -> None:
        known = {each.partition("?")[0] for each in API} | PUBLIC
        served = {each for each in endpoints(house) if " /v1/" in each} | PUBLIC
        assert served - known == set(), "say in API what they need"
        assert known - served == set(), "they are served no more"

    def test_attack_every_endpoint_refuses_without_credentials_and_with_wrong_ones(
        self, house: House, report: str
    ) -> None:
        things = things_of(house, report)
        wrong = [
            {},
            {"cookie": "__Host-pincite=pcs_x"},
            {"authorization": "Bearer pct_x"},
            {"x-forwarded-user": "approver"},
        ]
        let_in = set()
        for endpoint in [*endpoints(house), "POST /mcp", "GET /mcp", "DELETE /mcp"]:
            answers = [asked(house, endpoint, things, each) for each in wrong]
            assert not [each for each in answers if things.secret in shown(each)], endpoint
            if not all(each.status_code in (401, 429) for each in answers):
                let_in.add(endpoint)
        # a callback that nobody was sent with is refused like anything else
        let_in |= {"GET /auth/callback"}
        assert let_in == PUBLIC, let_in ^ PUBLIC

    def test_matrix_no_endpoint_reaches_anything_of_another_tenant_or_matter(self, house: House, report: str) -> None:
        reached = []
        strangers = self.strangers(house)
        things = things_of(house, report)
        before = state(house, "alpha", "harbour", things)
        assert before[1] is not None
        for endpoint in endpoints(house):
            owned = any(f"{{{name}" in endpoint for name in OWNED) and endpoint not in PUBLIC
            for who in strangers:
                answer = asked(house, endpoint, things, who)
                assert answer.status_code in (503, *range(200, 500)), (endpoint, answer.text)
                if things.secret in shown(answer) or (owned and answer.status_code < 400):
                    reached.append((endpoint, answer.status_code))
            assert state(house, "alpha", "harbour", things) == before, endpoint
        assert reached == [], reached

    def test_the_matrix_asks_rightly_for_its_owner_reaches_what_strangers_do_not(
        self, house: House, report: str
    ) -> None:
        refused = []
        for endpoint in endpoints(house):
            if any(f"{{{name}" in endpoint for name in OWNED) and endpoint not in PUBLIC:
                things = things_of(house, report)
                answer = asked(house, endpoint, things, house.session("alpha", "approver"))
                # a row that was never earned is not there for its owner either
                if answer.status_code in (401, 403) or (answer.status_code == 404 and "no chat" in answer.text):
                    refused.append((endpoint, answer.status_code, answer.text))
                assert answer.status_code in (503, *range(200, 500)), (endpoint, answer.text)
        assert refused == [], refused

    def test_matrix_no_tool_reaches_a_chat_of_another_tenant_or_matter(self, house: House, report: str) -> None:
        strangers = self.strangers(house)
        things = things_of(house, report)
        before = state(house, "alpha", "harbour", things)
        tools = offered_tools(read_only=False)
        reached = []
        for tool, offered in tools.items():
            given = arguments_of(tool, things)
            for who in strangers:
                answer = called(house, tool, given, who)
                assert answer.status_code == 200, answer.text
                result = answer.json()["result"] if "json" in answer.headers["content-type"] else _event(answer.text)
                if things.secret in json.dumps(result):
                    reached.append(tool)
                if offered.chat != "none" and "chat" in given and not result.get("isError"):
                    reached.append(tool)
            assert state(house, "alpha", "harbour", things) == before, tool
        assert reached == [], reached
        assert {name for name, each in tools.items() if each.chat == "needed"}, "some tools are of chats"

    def test_attack_every_tool_refuses_without_credentials(self, house: House, report: str) -> None:
        things = things_of(house, report)
        for tool in offered_tools(read_only=False):
            assert called(house, tool, arguments_of(tool, things), {}).status_code == 401

    @pytest.mark.parametrize("role", ROLES)
    @pytest.mark.parametrize("by", ["token", "session"])
    def test_matrix_each_endpoint_lets_in_whom_the_table_of_roles_does(
        self, house: House, report: str, role: str, by: str
    ) -> None:
        who = house.bearer("alpha", role) if by == "token" else house.session("alpha", role)
        things = things_of(house, report)
        wrong = []
        for endpoint, (action, _) in API.items():
            if "DELETE" in endpoint or endpoint.endswith("/events"):
                things = things_of(house, report)
            may = not action or (allowed([role], action) and (by == "session" or not person_only(action)))
            answer = asked(house, endpoint.partition("?")[0], things, who)
            if (answer.status_code == 403) == may and not _of_own_proposal(answer):
                wrong.append((endpoint, role, by, answer.status_code, answer.text[:200]))
        assert wrong == [], wrong

    @pytest.mark.parametrize("by", ["token", "session"])
    def test_matrix_a_reader_changes_nothing_at_any_endpoint(self, house: House, report: str, by: str) -> None:
        who = house.bearer("alpha", "reader") if by == "token" else house.session("alpha", "reader")
        things = things_of(house, report)
        chats = {each.id: each.entries for each in house.ledger.chats("alpha", "harbour")}
        jobs = {each.id for each in house.jobs.listed("alpha", "harbour", most=1000)}
        before = state(house, "alpha", "harbour", things)
        for endpoint in endpoints(house):
            asked(house, endpoint, things, who)
            assert state(house, "alpha", "harbour", things) == before, endpoint
        assert {each.id: each.entries for each in house.ledger.chats("alpha", "harbour")} == chats
        assert {each.id for each in house.jobs.listed("alpha", "harbour", most=1000)} == jobs


def _of_own_proposal(answer: Any) -> bool:
    return "four eyes" in answer.text


def _event(text: str) -> Any:
    return json.loads(next(line[5:] for line in text.splitlines() if line.startswith("data:")))["result"]
