"""What the API has beside the tools and the jobs: whether it lives, who asks, the chats there are, where a draft stands at the gate.

Keeps true: only /healthz is public, and says nothing but that it answers; the gate is asked here, and never signed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pincite._version import __version__
from pincite.interfaces.http.app import needs, require
from pincite.interfaces.http.bodies import json_body, query_values
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.http.problems import Problem, not_found
from pincite.interfaces.mcp.engine import Engine
from pincite.reports.stored import read_report
from pincite.storage.jobs import JobStore
from pincite.workflows.decide_delivery import standing

__all__ = ["HEALTH", "Beside"]

HEALTH = "/healthz"
_MOST_ACTS = 200
_MOST_CHATS = 1000


@dataclass(frozen=True)
class Beside:
    """The routes."""

    engine: Engine
    store: JobStore

    def routes(self) -> list[Route]:
        """The routes."""
        made = [
            Route(HEALTH, self._health, methods=["GET"]),
            Route("/v1/me", self._me, methods=["GET"]),
            Route("/v1/gate", self._gate, methods=["POST"]),
        ]
        if not self.engine.read_only:
            made.append(Route("/v1/chats", needs("read")(self._chats), methods=["GET"]))
        return made

    async def _health(self, _: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def _me(self, request: Request) -> Response:
        who = principal_of(request)
        return JSONResponse(
            {
                "name": who.name,
                "tenant": who.tenant,
                "matter": who.matter,
                "may": sorted(who.actions),
                "roles": sorted(who.roles),
                "version": __version__,
            }
        )

    def _chats(self, request: Request) -> Response:
        assert self.engine.ledger is not None, "the route is not there without a ledger"
        query_values(request, {})
        who = principal_of(request)
        found = self.engine.ledger.chats(who.tenant, who.matter)
        newest = sorted(found, key=lambda each: each.at, reverse=True)[:_MOST_CHATS]
        return JSONResponse({"chats": [{"chat": c.id.chat, "at": c.at, "entries": c.entries} for c in newest]})

    async def _gate(self, request: Request) -> Response:
        require(request, "read")
        given = await json_body(request)
        report, job, acts = given.get("report", ""), given.get("job", ""), given.get("acts", [])
        texts = isinstance(report, str) and isinstance(job, str) and isinstance(acts, list)
        if set(given) - {"report", "job", "acts"} or not texts or not all(isinstance(each, str) for each in acts):
            raise Problem(
                422, "wrong_arguments", "the gate takes `report` or `job`, and `acts`, a list of signed notes"
            )
        if bool(report) == bool(job) or len(acts) > _MOST_ACTS:
            raise Problem(
                422, "wrong_arguments", "the gate is asked of one report",
                do="Give the report's JSON byte for byte as a string, or the id of its job.",
            )  # fmt: skip
        return await _in_thread(self._standing, request, report, job, acts)

    def _standing(self, request: Request, report: str, job: str, acts: list[str]) -> Response:
        from pincite.interfaces.cli.gate import keys_of_persons, standing_as_json

        data = report.encode() if report else self._report(request, job)
        found = standing(read_report(data, "the report"), acts, keys_of_persons(None))
        return JSONResponse({"delivery_blocked": found.value == "BLOCKED", **standing_as_json(found)})

    def _report(self, request: Request, name: str) -> bytes:
        who = principal_of(request)
        job = self.store.get(who.tenant, who.matter, name)
        data = self.store.result(job) if job is not None and job.kind == "verify" else None
        if data is None:
            raise not_found("there is no report of such a job", do="GET /v1/jobs lists those there are.")
        return data


async def _in_thread(function: Any, *given: Any) -> Response:
    from starlette.concurrency import run_in_threadpool

    answer: Response = await run_in_threadpool(function, *given)
    return answer
