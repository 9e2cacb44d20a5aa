"""The MCP server by the official SDK: tools, resources and prompts over stdio and Streamable HTTP.

Keeps true: this module speaks the protocol and nothing else: each request is one call of `toolset`, `resources` or `offered`.
Calls run in threads, so that a long one holds nobody up. Over HTTP, Host and Origin are checked; beyond this machine a token
is asked for as well. What is the same for everybody may be kept by anybody (`ttlMs`); nothing of a chat is ever listed.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.responses import JSONResponse

from pincite._version import __version__
from pincite.interfaces.mcp import resources
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.interfaces.mcp.offered import Offered, filled, instructions, offered_prompts, offered_tools
from pincite.interfaces.mcp.toolset import STAGES, done

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["app_of", "http_app", "make_server", "over_stdio", "tools_listed"]

PATH = "/mcp"
HOUR = 3_600_000
DAY = 24 * HOUR
MOST_BODY = 4 * 1024 * 1024
THREADS = 40
"""Calls at a time; how many of them read a release at a time is the pool's affair."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

Context = ServerRequestContext[Any, Any]
Knows = Callable[[Any], Who]
"""Who calls, from the HTTP request (None over stdio)."""


def anybody(_: Any) -> Who:
    """The one user of a local server."""
    return Who()


def tools_listed(*, read_only: bool = False) -> list[types.Tool]:
    """The tools as a client lists them."""
    return [_tool(each) for each in offered_tools(read_only=read_only).values()]


def _tool(offered: Offered) -> types.Tool:
    return types.Tool(
        name=offered.name,
        title=offered.title,
        description=offered.tool.description,
        input_schema=dict(offered.tool.parameters),
        output_schema=dict(offered.result),
        annotations=types.ToolAnnotations(
            title=offered.title,
            read_only_hint=offered.hints == "reads",
            destructive_hint=offered.hints == "withdraws",
            idempotent_hint=offered.hints == "reads",
            open_world_hint=False,
        ),
        _meta={"pincite/budget_characters": offered.budget},
    )


def make_server(engine: Engine, *, knows: Knows = anybody) -> Server[Any]:
    """The server over an engine; `knows` says who calls."""
    limiter: list[anyio.CapacityLimiter] = []
    shares: dict[str, anyio.CapacityLimiter] = {}

    async def in_thread(who: Who, function: Callable[[], Any]) -> Any:
        if not limiter:
            limiter.append(anyio.CapacityLimiter(THREADS))
        # some threads are left to other tenants, however much one asks
        async with shares.setdefault(who.tenant, anyio.CapacityLimiter(THREADS * 2 // 3)):
            return await anyio.to_thread.run_sync(function, limiter=limiter[0])

    listed_tools = types.ListToolsResult(tools=tools_listed(read_only=engine.read_only))
    schemas = {each.name: each.input_schema for each in listed_tools.tools}

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed_tools

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in offered_tools(read_only=engine.read_only):
            names = ", ".join(offered_tools(read_only=engine.read_only))
            raise MCPError(types.INVALID_PARAMS, f"there is no tool of this name; there are {names}")

        def progress(step: int, said: str) -> None:
            anyio.from_thread.run(context.session.report_progress, float(step), float(STAGES), said)

        who = knows(context.request)
        call = partial(done, engine, who, params.name, params.arguments, progress)
        outcome = await in_thread(who, call)
        block = types.TextContent(
            type="text", text=resources.text_of(outcome.value), _meta=resources.passage(outcome.value) or None
        )
        return types.CallToolResult(content=[block], structured_content=dict(outcome.value), is_error=outcome.wrong)

    async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        listed = [
            types.Resource(uri=each.uri, name=each.name, description=each.description, mime_type="application/json")
            for each in resources.listed(engine)
        ]
        return types.ListResourcesResult(resources=listed)

    async def list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        made = [
            types.ResourceTemplate(uri_template=uri, name=name, description=said, mime_type="application/json")
            for uri, name, said in resources.TEMPLATES
        ]
        return types.ListResourceTemplatesResult(resource_templates=made)

    async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        who = knows(context.request)
        value = await in_thread(who, partial(resources.read, engine, who, uri))
        if value is None:
            raise MCPError(types.INVALID_PARAMS, "there is no such resource", {"uri": uri[: resources.LONGEST]})
        contents = types.TextResourceContents(
            uri=uri, mime_type="application/json", text=resources.text_of(value), _meta=resources.passage(value) or None
        )
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        made = [
            types.Prompt(
                name=each.name,
                title=each.title,
                description=each.description,
                arguments=[
                    types.PromptArgument(name=name, description=said["description"], required=said["required"])
                    for name, said in each.arguments.items()
                ],
            )
            for each in offered_prompts().values()
        ]
        return types.ListPromptsResult(prompts=made)

    async def get_prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        offered = offered_prompts().get(params.name)
        if offered is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no such prompt; there are {', '.join(offered_prompts())}")
        try:
            text = filled(offered, params.arguments or {})
        except KeyError as error:
            known = ", ".join(offered.arguments)
            raise MCPError(types.INVALID_PARAMS, f"the prompt takes {known}; look at {error.args[0]!r:.60}") from error
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=offered.description, messages=[message])

    return Server(
        "pincite",
        version=__version__,
        title="pincite",
        description="Verified legal citations: the document exists, says it, and says it there.",
        instructions=instructions(),
        get_tool_input_schema=schemas.get,  # without it, the SDK lists all tools at each call
        cache_hints={
            "tools/list": CacheHint(HOUR, "public"),
            "prompts/list": CacheHint(HOUR, "public"),
            "resources/list": CacheHint(HOUR, "public"),
            "resources/templates/list": CacheHint(HOUR, "public"),
            "resources/read": CacheHint(HOUR, "public"),
        },
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def over_stdio(engine: Engine) -> None:
    """Serve over standard input and output until the client closes them."""
    server = make_server(engine)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def http_app(
    engine: Engine, *, hosts: Sequence[str] = LOOPBACK, token: str = "", knows: Knows = anybody, path: str = PATH
) -> ASGIApp:
    """The ASGI application of the server, at `path`; to be mounted, or run by itself.

    Args:
        engine: what it runs on.
        hosts: names under which it may be asked, each with any port; web pages of other origins are refused.
        token: asked for as a bearer token; "" for none (on this machine alone).
        knows: who calls, from the request; a door with users of its own says it.
        path: where the endpoint lies.

    """
    app = app_of(make_server(engine, knows=knows), hosts=hosts, path=path)
    return _Bearer(app, token) if token else app


def app_of(
    server: Server[Any], *, hosts: Sequence[str] = LOOPBACK, path: str = PATH, sessions: bool = True
) -> Starlette:
    """A server over Streamable HTTP, with Host and Origin checked.

    Without `sessions` each request stands alone: none is another caller's to take over or to use up, and any process answers it.
    """
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    guard = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[name for host in hosts for name in (host, f"{host}:*")],
        allowed_origins=[name for origin in origins for name in (origin, f"{origin}:*")],
    )
    app = server.streamable_http_app(
        streamable_http_path=path,
        transport_security=guard,
        max_request_body_size=MOST_BODY,
        stateless_http=not sessions,
    )
    app.add_middleware(_BareValues)
    return app


class _BareValues:
    """Takes the white space off the ends of header values, which is no part of them (RFC 9110, 5.5): not every HTTP parser does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [(name, value.strip(b" \t")) for name, value in scope["headers"]]}
        await self._app(scope, receive, send)


class _Bearer:
    """Asks for the token before anything else; compared in constant time, never logged."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(given, self._wanted):
                refusal = JSONResponse(
                    {"error": "unauthorized", "message": "give the token of this server as a bearer token"},
                    status_code=401,
                    headers={"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
