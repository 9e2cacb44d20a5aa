"""A client of the server in memory: one call, or several in one session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.mcp.server import make_server

Given = TypeVar("Given")


def in_session(engine: Engine, use: Callable[[Client], Awaitable[Given]]) -> Given:
    """What `use` gives with a connected client."""

    async def session() -> Given | MCPError:
        async with Client(make_server(engine)) as client:
            try:
                return await use(client)
            except MCPError as error:  # it would leave the session in a group
                return error

    found = anyio.run(session)
    if isinstance(found, MCPError):
        raise found
    return found


def called(engine: Engine, name: str, /, **arguments: Any) -> CallToolResult:
    """The result of one call; the client checks it against the schema that was offered."""

    async def one(client: Client) -> CallToolResult:
        return await client.call_tool(name, arguments)

    return in_session(engine, one)


def given(engine: Engine, name: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured result of a call that went well."""
    result = called(engine, name, **arguments)
    assert not result.is_error, result.structured_content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def refused(engine: Engine, name: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured error of a call that failed."""
    result = called(engine, name, **arguments)
    assert result.is_error, result.structured_content
    assert isinstance(result.structured_content, dict)
    return result.structured_content
