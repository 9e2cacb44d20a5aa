"""The files of the plugin are what hosts expect, name only what exists, and start the server."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters
from tests.plugins.saying import PLUGIN, ROOT, calls, head

from pincite.interfaces.cli.main import main
from pincite.interfaces.mcp.offered import offered_tools

PAGES = sorted(PLUGIN.rglob("*.md"))


def test_the_manifests_agree_with_the_project() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_bytes())
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_bytes())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", manifest["name"])
    assert project["version"].startswith(manifest["version"])
    assert manifest["license"] == project["license"]
    (listed,) = market["plugins"]
    assert (ROOT / listed["source"]).resolve() == PLUGIN
    assert listed["name"] == manifest["name"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_page_says_what_it_is_for_and_names_only_what_exists(path: Path) -> None:
    said = head(path)
    assert len(said["description"]) > 40
    if path.parent.name != "commands":
        assert said["name"] == (path.parent.name if path.name == "SKILL.md" else path.stem)
    tools = offered_tools()
    for tool, arguments in calls(path):
        properties = tools[tool].tool.parameters
        assert set(arguments) <= set(properties["properties"])
        assert set(properties["required"]) <= set(arguments)


def test_commands_named_in_the_pages_have_a_help(capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(path.read_text("utf-8") for path in PAGES)
    named = set(re.findall(r"pincite (verify|check|cite|gate \w+|\w+) ?", text)) - {"could", "and"}
    for command in sorted(named & {"verify", "check", "cite", "gate status", "gate disclaim"}):
        assert main([*command.split(), "--help"]) == 0
    assert capsys.readouterr().out


@pytest.mark.services
def test_the_server_of_the_plugin_starts_as_its_file_says(programs: Path, releases: str) -> None:
    server = json.loads((PLUGIN / ".mcp.json").read_bytes())["mcpServers"]["pincite"]
    # as a host does: ${NAME:-default} is the default where nothing is set
    arguments = [re.sub(r"\$\{\w+:-(.*?)\}", r"\1", each) for each in server["args"]]
    command = str(programs / server["command"])
    given = StdioServerParameters(command=command, args=arguments, env={"PINCITE_RELEASES": releases})

    async def names() -> list[str]:
        async with Client(given) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert set(anyio.run(names)) == set(offered_tools())


@pytest.mark.services
def test_the_bundle_for_desktop_names_the_tools_there_are_and_starts_them(
    programs: Path, releases: str, tmp_path: Path
) -> None:
    bundle = json.loads((PLUGIN.parent / "pincite-desktop" / "manifest.json").read_bytes())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"].startswith(bundle["version"])
    assert {tool["name"]: tool["description"] for tool in bundle["tools"]} == {
        tool.name: tool.title for tool in offered_tools().values()
    }
    server = bundle["server"]["mcp_config"]
    chosen = {"releases": releases, "chats": str(tmp_path)}
    assert set(chosen) == set(bundle["user_config"])
    # as the host does: what the person chose is put in
    arguments = [re.sub(r"\$\{user_config\.(\w+)\}", lambda match: chosen[match[1]], each) for each in server["args"]]
    given = StdioServerParameters(command=str(programs / server["command"]), args=arguments)

    async def held() -> str:
        async with Client(given) as client:
            return str((await client.call_tool("releases", {})).structured_content)

    assert "hk/2026.11.30" in anyio.run(held)
    assert (tmp_path / "chats.db").exists()
