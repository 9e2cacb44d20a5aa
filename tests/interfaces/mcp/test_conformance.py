"""The public conformance suite of MCP against our server over HTTP (npm, Node 22 or later).

`APPLIES` are the scenarios a server without the suite's own fixture tools can pass; each must pass wholly. One of them,
`server-stateless`, wants three diagnostic tools to look at the protocol through: a server from the same factory offers them
beside ours, for this test alone. `NOT_OURS` are the others, each with its reason; a scenario in neither list fails the test, so
that a new version of the suite is read before it is trusted.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from tests.interfaces.mcp.serving import running

from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.mcp.server import app_of, make_server

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
NODE = "node@24"
ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / "build" / "npm"

APPLIES = (
    "server-initialize",
    "server-session-lifecycle",
    "server-stateless",
    "ping",
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
)
NOT_OURS = {
    r"tools-call-.*": "fixture tools: they would test the fixture",
    r"resources-(read|templates|subscribe|unsubscribe).*": "fixture resources, and subscriptions, which are not offered",
    r"prompts-get-.*": "fixture prompts",
    r"json-schema-2020-12": "a fixture tool",
    r"http-custom-header-server-validation": "no tool of ours takes an argument from a header",
    r"logging-set-level|completion-complete": "not offered",
    r"elicitation-.*|input-required-.*": "nothing is asked of the client",
    r"server-sse-.*": "fixture tools, and resumption, which the revision of 2026-07-28 removed",
    r"(sep-2640|tasks)-.*": "extensions that are not offered",
}


def tool(program: str) -> str:
    return str(HOME / "node_modules" / ".bin" / program)


@pytest.fixture(scope="module")
def conformance() -> list[str]:
    """The command of the suite, installed by npm below build/ the first time."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: the conformance suite of MCP is a package of it")
    if not Path(tool("conformance")).exists():
        HOME.mkdir(parents=True, exist_ok=True)
        command = [str(npm), "install", "--prefix", str(HOME), "--no-audit", "--no-fund", SUITE, NODE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            pytest.skip(f"npm cannot install the conformance suite: {done.stderr.strip().splitlines()[-1:]}")
    return [tool("node"), tool("conformance")]


def with_diagnostics(server: Server[Any]) -> Server[Any]:
    """The server with the three diagnostic tools that the scenario `server-stateless` looks through."""
    list_tools, call_tool = server.get_request_handler("tools/list"), server.get_request_handler("tools/call")
    assert list_tools
    assert call_tool
    names = ("test_missing_capability", "test_streaming_elicitation", "test_logging_tool")

    async def listed(context: Any, params: Any) -> types.ListToolsResult:
        own = await list_tools.handler(context, params)
        assert isinstance(own, types.ListToolsResult)
        extra = [types.Tool(name=name, description="Diagnostic.", input_schema={"type": "object"}) for name in names]
        return types.ListToolsResult(tools=[*own.tools, *extra])

    async def called(context: Any, params: types.CallToolRequestParams) -> Any:
        if params.name not in names:
            return await call_tool.handler(context, params)
        declared = context.session.client_capabilities
        if params.name == "test_missing_capability" and not (declared and declared.sampling):
            needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "sampling is needed", needed)
        return types.CallToolResult(content=[types.TextContent(type="text", text="done")])

    server.add_request_handler("tools/list", types.PaginatedRequestParams, listed)
    server.add_request_handler("tools/call", types.CallToolRequestParams, called)
    return server


@pytest.fixture(scope="module")
def run(conformance: list[str], engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Runs a scenario of the suite: its exit status and what it said."""
    with running(app_of(with_diagnostics(make_server(engine)))) as url:

        def scenario(name: str) -> tuple[int, str]:
            folder = tmp_path_factory.mktemp(name)
            command = [*conformance, "server", "--url", url, "--scenario", name, "--output-dir", str(folder)]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300, check=False)
            return done.returncode, done.stdout + done.stderr

        yield scenario


@pytest.mark.services
@pytest.mark.parametrize("scenario", APPLIES)
def test_the_public_suite_passes(run: Callable[[str], tuple[int, str]], scenario: str) -> None:
    status, said = run(scenario)
    passed = re.search(r"Passed: (\d+)/(\d+), 0 failed", said)
    assert status == 0, said[-3000:]
    assert passed, said[-3000:]
    assert passed[1] == passed[2] != "0"


@pytest.mark.services
def test_every_scenario_of_the_suite_was_looked_at(conformance: list[str]) -> None:
    said = subprocess.run([*conformance, "list"], capture_output=True, text=True, timeout=120, check=True).stdout
    servers = said.partition("Server scenarios")[2].partition("Client scenarios")[0]
    names = re.findall(r"^\s+- (\S+)", servers, re.MULTILINE)
    assert len(names) > 40
    unread = [n for n in names if n not in APPLIES and not any(re.fullmatch(known, n) for known in NOT_OURS)]
    assert not unread, f"read these scenarios and put them in one of the two lists: {unread}"
