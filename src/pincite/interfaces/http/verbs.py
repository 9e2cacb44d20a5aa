"""The verbs of the API over one engine: corpus, ledger, answers, verifier, receipts. Each is a tool of `interfaces.mcp`.

Keeps true:
1. Arguments and results are those of the tool, by the same schemas and the same code; what a tool calls an error is a problem.
2. What is computed is computed in a thread; the loop only reads and writes. However much one tenant asks, threads are left to others.
3. Where a result names a further call by its tool, it names it here by method and address too (`href`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import yaml
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pincite.interfaces.http.app import require
from pincite.interfaces.http.bodies import json_body, query_values, typed
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.mcp.offered import Offered, offered_tools
from pincite.interfaces.mcp.toolset import done
from pincite.text.tables import table_text

__all__ = ["Verb", "offered_verbs", "problem_of_tool", "routes", "verbs"]

_STATUS = {
    "not_found": 404,
    "outside_coverage": 404,
    "internal": 500,
    "cannot_run": 503,
    "corpus_tampered": 503,
    "forbidden": 403,
}
"""Of an error of a tool; 422 for the others: what was given will not do."""


_LONG = frozenset(("verify_draft", "audit", "quote", "diff"))
"""Tools that wait or compute for long: they take no threads from the others."""
_LONG_THREADS = 12
_THREADS = 8
"""Of the others: more of them only wait for each other."""


@cache
def _limiter(threads: int) -> CapacityLimiter:
    return CapacityLimiter(threads)


@cache
def _share(threads: int, _tenant: str) -> CapacityLimiter:
    """What one tenant has of the threads at a time: two thirds."""
    return CapacityLimiter(threads * 2 // 3)


@dataclass(frozen=True, slots=True)
class Verb:
    """A route of the API that is a tool.

    Attributes:
        tag: the group it stands in.
        method, path: how it is asked; names in braces are arguments of the tool.
        tool: that it is.
        needs: what a caller must be allowed to do.
        status: when it went well.

    """

    tag: str
    method: str
    path: str
    tool: str
    needs: str
    status: int = 200

    @property
    def in_path(self) -> tuple[str, ...]:
        """Arguments that stand in the path."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))


@cache
def verbs() -> tuple[Verb, ...]:
    """All verbs, in order."""
    return tuple(Verb(**each) for each in yaml.safe_load(table_text("pincite.interfaces.http", "data/verbs.yaml")))


def offered_verbs(*, read_only: bool) -> list[tuple[Verb, Offered]]:
    """The verbs that an engine has, with their tools."""
    tools = offered_tools(read_only=read_only)
    has_chat = {name for name, each in tools.items() if each.chat != "none"}
    return [
        (verb, tools[verb.tool])
        for verb in verbs()
        if verb.tool in tools and ("chat" not in verb.in_path or verb.tool in has_chat)
    ]


def routes(engine: Engine) -> list[Route]:
    """The routes of the verbs over an engine."""
    return [
        Route(verb.path, _endpoint(engine, verb, offered), methods=[verb.method], name=f"{verb.method} {verb.path}")
        for verb, offered in offered_verbs(read_only=engine.read_only)
    ]


def _endpoint(engine: Engine, verb: Verb, offered: Offered) -> Any:
    takes = offered.tool.parameters["properties"]

    async def endpoint(request: Request) -> Response:
        require(request, verb.needs)
        given = query_values(request, takes if verb.method == "GET" else {})
        if verb.method == "POST":
            given = typed(await json_body(request), takes)
        if "chat" in given and "chat" not in verb.in_path:
            raise Problem(
                422, "wrong_arguments", "a chat is named in the address: /v1/chats/{chat}/…", do="Leave it out."
            )
        both = [name for name in verb.in_path if name in given]
        if both:
            raise Problem(422, "wrong_arguments", f"{both[0]} stands in the address already", do="Leave it out.")
        given |= {name: request.path_params[name] for name in verb.in_path}
        who = principal_of(request).who
        call = partial(done, engine, who, verb.tool, given)
        if verb.tool in _LONG:
            async with _share(_LONG_THREADS, who.tenant):
                outcome = await to_thread.run_sync(call, limiter=_limiter(_LONG_THREADS))
        else:
            outcome = await to_thread.run_sync(call, limiter=_limiter(_THREADS))
        if outcome.wrong:
            raise problem_of_tool(outcome.value)
        return _json(_addressed(outcome.value), verb.status)

    return endpoint


def problem_of_tool(value: Mapping[str, Any]) -> Problem:
    """The error of a tool as a problem: with what is near, and the call that would do."""
    code = str(value["error"])
    status = 404 if code == "bad_input" and "there is no chat" in value["message"] else _STATUS.get(code, 422)
    more = {
        key: item for key, item in _addressed(value).items() if key not in ("error", "message", "do", "shape", "notice")
    }
    return Problem(status, code, value["message"], do=value.get("do", ""), more=more)


@cache
def _by_tool() -> Mapping[tuple[str, bool], Verb]:
    """The verb of a tool, in a chat or without one."""
    return {(each.tool, "chat" in each.in_path): each for each in reversed(verbs())}


def _addressed(value: Mapping[str, Any]) -> dict[str, Any]:
    """The value; each call in it bears its method and address."""
    return {key: _with_address(item) for key, item in value.items()}


def _with_address(item: Any) -> Any:
    if not isinstance(item, dict) or not isinstance(item.get("tool"), str):
        return item
    given = item.get("arguments") or {}
    verb = _by_tool().get((item["tool"], bool(given.get("chat")))) or _by_tool().get((item["tool"], False))
    return item if verb is None else {**item, "href": f"{verb.method} {verb.path}"}


def _json(value: Mapping[str, Any], status: int) -> Response:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode(), status_code=status, media_type="application/json")
