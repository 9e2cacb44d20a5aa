"""The MCP server over stdio and over HTTP, end to end, and who is let in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.interfaces.mcp.serving import serving

from pincite.interfaces.mcp.engine import Engine, Who

S3 = "hk/cap9001#s3"
QUOTE = "A keeper shall register each lantern with the Registrar within 30 days"


async def answered(client: Client) -> str:
    """An answer from evidence by one client."""

    async def call(name: str, **arguments: Any) -> dict[str, Any]:
        found = (await client.call_tool(name, arguments)).structured_content
        assert isinstance(found, dict)
        return found

    chat = (await call("new_chat"))["chat"]
    await call("open", chat=chat, reference=S3)
    proposal = {"reference": S3, "quote": QUOTE, "line_of_enquiry": "t", "relevance": "direct", "reason": "r"}
    row = await call("propose", chat=chat, **proposal)
    assert row["row"] == "E1"
    return str((await call("compose", chat=chat, text="Within 30 days [E1]."))["answer"])


def test_an_agent_answers_from_evidence_over_stdio(specimen: Path, tmp_path: Path) -> None:
    command = ["-m", "pincite", "mcp", "--release", str(specimen / "releases"), "--store", str(tmp_path / "l.db")]

    async def session() -> str:
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as client:
            return await answered(client)

    assert "(s. 3(1) of Cap. 9001)" in anyio.run(session)
    assert (tmp_path / "l.db").exists()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_answers_from_evidence_over_http(engine: Engine, mode: Any) -> None:
    async def session(url: str) -> str:
        async with Client(url, mode=mode) as client:
            return await answered(client)

    with serving(engine) as url:
        assert "(s. 3(1) of Cap. 9001)" in anyio.run(session, url)


def test_clients_at_the_same_time_do_not_disturb_each_other(engine: Engine) -> None:
    found: list[str] = []

    async def one(url: str) -> None:
        async with Client(url) as client:
            found.append(await answered(client))

    async def several(url: str) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(one, url)

    with serving(engine) as url:
        anyio.run(several, url)
    assert len(found) == 8
    assert len(set(found)) == 1


def post(url: str, **headers: str) -> httpx.Response:
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    usual = {"Accept": "application/json, text/event-stream"}
    return httpx.post(url, json=body, headers=usual | headers, timeout=30)


def test_a_page_of_another_origin_reaches_nothing(engine: Engine) -> None:
    with serving(engine) as url:
        assert post(url).status_code == 200
        assert post(url, Host="evil.example").status_code == 421
        assert post(url, Origin="https://evil.example").status_code == 403
        assert post(url, Origin="http://localhost:3000").status_code == 200
        assert post(url, Origin="http://localhost.evil.example").status_code == 403


def test_without_the_token_nobody_is_served(engine: Engine) -> None:
    with serving(engine, token="lantern-secret") as url:
        for wrong in ("", "Bearer", "Bearer lantern", "Basic lantern-secret", "bearer lantern-secret"):
            refused = post(url, Authorization=wrong)
            assert refused.status_code == 401, wrong
            assert refused.headers["WWW-Authenticate"] == "Bearer"
            assert "lantern-secret" not in refused.text
        assert post(url, Authorization="Bearer lantern-secret").status_code == 200


def test_a_body_that_is_too_large_is_refused(engine: Engine) -> None:
    with serving(engine) as url:
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        large = httpx.post(url, content=b"x" * (5 * 1024 * 1024), headers=headers, timeout=30)
        assert large.status_code == 413


def test_one_tenant_reaches_no_chat_of_another(engine: Engine) -> None:
    knows: Callable[[Any], Who] = lambda request: Who(tenant=request.headers["x-tenant"])  # noqa: E731 (it stands for a door)

    calls: list[tuple[str, dict[str, Any]]] = [
        ("evidence", {}),
        ("open", {"reference": S3}),
        ("read", {"reference": S3, "from": 0}),
        ("withdraw", {"row": "E1", "reason": "r"}),
        ("compose", {"text": "x [E1]"}),
        ("audit", {"text": "x"}),
        ("propose", {"reference": S3, "quote": QUOTE, "line_of_enquiry": "t", "relevance": "direct", "reason": "r"}),
    ]

    async def both(url: str) -> list[Any]:
        async with (
            httpx2.AsyncClient(headers={"x-tenant": "ashley"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert not (await client.call_tool("new_chat", {"name": "secret lantern"})).is_error
        async with (
            httpx2.AsyncClient(headers={"x-tenant": "mallory"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            return [(name, await client.call_tool(name, {"chat": "secret lantern", **more})) for name, more in calls]

    with serving(engine, knows=knows) as url:
        refusals = anyio.run(both, url)
    assert len(refusals) == 7
    for name, result in refusals:
        assert result.is_error, name
        assert result.structured_content["error"] == "bad_input", name
        assert "no chat" in result.structured_content["message"], name
