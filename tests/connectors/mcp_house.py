"""MCP servers by the official SDK, over Streamable HTTP on loopback: the tools of the live services with the arguments
they publish, answering from an invented world, well or badly as a test says.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from tests.connectors import services_world as world

__all__ = ["McpHouse", "mcp_house"]

Language = Literal["de", "fr", "it"]
SERVERS = ("swiss-caselaw", "fedlex-sparql", "bge-search", "entscheidsuche", "onlinekommentar", "legal-citations")


@dataclass
class McpHouse:
    """All servers at one address; `answers` replaces what a tool says, `faults` how a server fails over HTTP."""

    answers: dict[str, Callable[[dict[str, Any]], Any]] = field(default_factory=dict)
    faults: dict[str, Callable[[int], Response | float | None]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    posts: dict[str, int] = field(default_factory=dict)
    port: int = 0

    def reset(self) -> None:
        for each in (self.answers, self.faults, self.asked, self.posts):
            each.clear()

    def address(self, server: str) -> str:
        return f"http://127.0.0.1:{self.port}/{server}/mcp"

    def tools(self) -> list[str]:
        return [tool for tool, _ in self.asked]

    def say(self, tool: str, arguments: dict[str, Any], usual: Any) -> str:
        self.asked.append((tool, {key: value for key, value in arguments.items() if value is not None}))
        value = self.answers[tool](arguments) if tool in self.answers else usual
        if isinstance(value, Exception):
            raise value
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _swiss_caselaw(house: McpHouse) -> MCPServer:
    server = MCPServer("swiss-caselaw", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def cite(reference: str, pinpoint: str | None = None, language: Language | None = None) -> str:
        known = reference in (world.BGE, world.DOCKET)
        found = {
            "exists": True, "decision_id": "bge_151_III_977", "court": "bge", "language": "de", "decision_date": "2025-03-03",
            "citation_string": world.BGE, "citation_string_de": world.BGE, "canonical_url": "https://opencaselaw.ch/bge/151-III-977",
        }  # fmt: skip
        near = {"decision_id": "bge_151_III_977", "citation_string_de": world.BGE, "court": "bge"}
        missing = {"exists": False, "queried": reference, "resolved_id": None, "close_matches": [near]}
        return house.say("cite", {"reference": reference, "language": language}, found if known else missing)

    @server.tool(structured_output=False)
    def fetch(id: str) -> str:  # noqa: A002 (its name in the schema)
        metadata = {key: value for key, value in world.record().items() if key != "full_text"}
        usual = {
            "id": id,
            "title": world.BGE,
            "text": world.DECISION,
            "url": "https://opencaselaw.ch/x",
            "metadata": metadata,
        }
        return house.say("fetch", {"id": id}, usual)

    @server.tool(structured_output=False)
    def get_erwaegung(decision_id: str, e_number: str) -> str:
        usual = {
            "decision_id": decision_id, "e_number": e_number, "language": "de", "citation_string_de": f"{world.BGE} E. {e_number}",
            "text": f"[{world.RULE}](https://opencaselaw.ch/x#e-2-1) Das gilt auch bei Nebel.", "canonical_url": "https://opencaselaw.ch/x",
        }  # fmt: skip
        return house.say("get_erwaegung", {"decision_id": decision_id, "e_number": e_number}, usual)

    @server.tool(structured_output=False)
    def check_claim_support(claim: str, decision_id: str, pinpoint: str | None = None) -> str:
        usual = {
            "claim": claim,
            "decision_id": decision_id,
            "supports": "yes",
            "confidence": 0.99,
            "supporting_excerpt": "erfunden",
        }
        return house.say(
            "check_claim_support", {"claim": claim, "decision_id": decision_id, "pinpoint": pinpoint}, usual
        )

    return server


def _fedlex(house: McpHouse) -> MCPServer:
    server = MCPServer("fedlex-sparql", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def get_article(
        srNumber: str,  # noqa: N803 (as published; so below)
        articleNumber: str,  # noqa: N803
        paragraph: str | None = None,
        language: Literal["de", "fr", "it", "rm"] | None = None,
    ) -> str:
        article = {
            "uri": "https://fedlex.data.admin.ch/x",
            "number": articleNumber,
            "title": {},
            "text": {"de": world.ARTICLE_TEXT},
        }
        act = {
            "uri": "https://fedlex.data.admin.ch/eli/cc/27/317_321_377",
            "srNumber": srNumber,
            "title": {"de": "Obligationenrecht"},
        }
        found = {"found": True, "act": act, "articles": [article], "searchTimeMs": 1}
        usual = found if articleNumber == world.ARTICLE else {"found": False, "note": "no such article"}
        return house.say(
            "get_article", {"srNumber": srNumber, "articleNumber": articleNumber, "language": language}, usual
        )

    return server


def _bge_search(house: McpHouse) -> MCPServer:
    server = MCPServer("bge-search", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def get_bge_decision(citation: str) -> str:
        usual = {"found": True, "decision": world.portal()} if citation == world.BGE else {"found": False}
        return house.say("get_bge_decision", {"citation": citation}, usual)

    return server


def _entscheidsuche(house: McpHouse) -> MCPServer:
    server = MCPServer("entscheidsuche", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def search_by_case_number(
        caseNumber: str,  # noqa: N803
        language: Language | None = None,
        languageFilter: list[str] | None = None,  # noqa: N803
        dateFrom: str | None = None,  # noqa: N803
        dateTo: str | None = None,  # noqa: N803
        scrapeDateFrom: str | None = None,  # noqa: N803
        scrapeDateTo: str | None = None,  # noqa: N803
        cantons: list[str] | None = None,
        limit: float = 20,
        searchAfter: list[Any] | None = None,  # noqa: N803
    ) -> str:
        without = {**world.cantonal(), "fullText": None}
        decisions = [without] if caseNumber == world.CANTONAL else []
        return house.say(
            "search_by_case_number",
            {"caseNumber": caseNumber, "limit": limit},
            {"decisions": decisions, "totalResults": len(decisions)},
        )

    @server.tool(structured_output=False)
    def get_decision_details(decisionId: str) -> str:  # noqa: N803
        return house.say(
            "get_decision_details", {"decisionId": decisionId}, {"found": True, "decision": world.cantonal()}
        )

    return server


def _onlinekommentar(house: McpHouse) -> MCPServer:
    server = MCPServer("onlinekommentar", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def get_commentary_for_article(
        article_reference: str, language: Literal["de", "fr", "it", "en"] | None = None
    ) -> str:
        entry = {
            "id": world.COMMENTARY_ID,
            "title": "Art. 5 DSG",
            "legislative_act": "DSG",
            "language": "de",
            "updated": "2025-06-01",
        }
        other = {**entry, "id": "x", "title": "Art. 50 DSG"}
        usual = {"success": True, "count": 2, "commentaries": [other, entry], "article_reference": article_reference}
        return house.say(
            "get_commentary_for_article", {"article_reference": article_reference, "language": language}, usual
        )

    @server.tool(structured_output=False)
    def get_commentary(id: str) -> str:  # noqa: A002
        commentary = {
            **world.COMMENTARY,
            "legislative_act": "DSG",
            "authors": ["Erfundene Verfasserin"],
            "updated": "2025-06-01",
        }
        return house.say("get_commentary", {"id": id}, {"success": True, "commentary": commentary})

    return server


def _legal_citations(house: McpHouse) -> MCPServer:
    server = MCPServer("legal-citations", log_level="CRITICAL")

    @server.tool(structured_output=False)
    def get_provision_text(
        statute: str,
        article: float,
        paragraph: float | None = None,
        letter: str | None = None,
        language: Language | None = None,
        asOfDate: str | None = None,  # noqa: N803
    ) -> str:
        usual = {
            "success": True, "provision": {"statute": statute, "article": int(article)}, "language": language,
            "text": f"[Provision text from Fedlex for {statute} Art. {int(article)}]", "effectiveDate": "2025-01-01",
        }  # fmt: skip
        return house.say("get_provision_text", {"statute": statute, "article": article, "language": language}, usual)

    return server


MAKERS = {
    "swiss-caselaw": _swiss_caselaw,
    "fedlex-sparql": _fedlex,
    "bge-search": _bge_search,
    "entscheidsuche": _entscheidsuche,
    "onlinekommentar": _onlinekommentar,
    "legal-citations": _legal_citations,
}


def upstream_failed(message: str = '{"error":"[object Object]"}') -> ToolError:
    """A tool that says that it failed."""
    return ToolError(message)


def answer_with(status: int, **headers: str) -> Response:
    return JSONResponse(
        {"error": "erfunden"}, status_code=status, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


@contextmanager
def mcp_house() -> Iterator[McpHouse]:
    house = McpHouse()
    servers = {name: make(house) for name, make in MAKERS.items()}
    apps = {name: server.streamable_http_app(stateless_http=True) for name, server in servers.items()}

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for server in servers.values():
                await stack.enter_async_context(server.session_manager.run())
            yield

    app = Starlette(routes=[Mount(f"/{name}", app=each) for name, each in apps.items()], lifespan=lifespan)

    async def with_faults(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            name = Request(scope).url.path.split("/")[1]
            house.posts[name] = house.posts.get(name, 0) + 1
            fault = house.faults[name](house.posts[name]) if name in house.faults else None
            if isinstance(fault, Response):
                await fault(scope, receive, send)
                return
            if isinstance(fault, float):
                import anyio

                await anyio.sleep(fault)
        await app(scope, receive, send)

    server = uvicorn.Server(
        uvicorn.Config(with_faults, host="127.0.0.1", port=0, log_level="critical", ws="none", lifespan="on")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    house.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield house
    finally:
        server.should_exit = True
        thread.join(10)
