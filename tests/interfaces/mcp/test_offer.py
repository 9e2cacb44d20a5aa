"""What the MCP server offers: the list of tools is fixed, says nothing of the corpus, and is that of the research loop where it overlaps."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import GetPromptResult, ListPromptsResult, ListResourcesResult, ListToolsResult, ReadResourceResult
from tests.interfaces.mcp.asking import in_session, refused

from pincite.answers.prompts import prompt
from pincite.corpus.notice import NOTICE
from pincite.interfaces.cli.main import main
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.mcp.offered import filled, offered_prompts, offered_tools
from pincite.interfaces.mcp.paging import size
from pincite.interfaces.mcp.server import tools_listed

SNAPSHOT = Path(__file__).parent / "snapshots" / "tools.json"
RESEARCH = ("search", "open", "read", "propose", "evidence", "compose")


def listed() -> str:
    tools = [each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in tools_listed()]
    return json.dumps(tools, ensure_ascii=False, indent=1) + "\n"


def test_the_list_of_tools_is_the_one_that_was_reviewed() -> None:
    """A change is meant when the file is: write it anew by `python -m tests.interfaces.mcp.test_offer`, and read it."""
    assert listed() == SNAPSHOT.read_text("utf-8")


def test_a_client_lists_the_tools_in_their_order_for_an_hour(engine: Engine) -> None:
    async def use(client: Client) -> ListToolsResult:
        return await client.list_tools()

    found = in_session(engine, use)
    assert [each.name for each in found.tools] == list(offered_tools())
    assert (found.ttl_ms, found.cache_scope) == (3_600_000, "public")


def test_the_tools_of_the_research_loop_are_the_same_here() -> None:
    loop = {each.name: each for each in prompt("research-1").tools}
    assert tuple(loop) == RESEARCH
    for name, tool in loop.items():
        here = offered_tools()[name].tool
        assert here.description.startswith(tool.description)
        for parameter, said in tool.parameters["properties"].items():
            assert here.parameters["properties"][parameter] == said


def test_every_schema_is_one_and_admits_errors() -> None:
    error = {"error": "not_found", "message": "…"}
    for name, offered in offered_tools().items():
        for schema in (offered.tool.parameters, offered.result):
            jsonschema.Draft202012Validator.check_schema(schema)
        checker = jsonschema.Draft202012Validator(offered.result)
        assert checker.is_valid(error), name
        assert not checker.is_valid({}), name


def test_annotations_say_what_changes_something() -> None:
    hints = {each.name: each.annotations for each in tools_listed()}
    changing = {name for name, each in hints.items() if each and not each.read_only_hint}
    assert changing == {"open", "new_chat", "propose", "withdraw", "compose", "audit"}
    assert {name for name, each in hints.items() if each and each.destructive_hint} == {"withdraw"}
    assert not any(each.open_world_hint for each in hints.values() if each)


def test_budgets_are_published_and_small() -> None:
    for each in tools_listed():
        budget = (each.meta or {})["pincite/budget_characters"]
        large = each.name in ("compose", "audit", "make_receipt")
        assert budget == (40_000 if large else 6_000), each.name
    assert size(json.loads(listed())) < 30_000


def test_no_tool_signs_decides_fetches_or_opens_a_file() -> None:
    for name, offered in offered_tools().items():
        assert not any(word in name for word in ("sign", "decide", "disclaim", "approve", "gate", "fetch", "erase"))
        assert not {"path", "url", "tenant", "matter", "key", "store"} & set(offered.tool.parameters["properties"])


def test_no_text_of_the_corpus_stands_in_what_is_offered(engine: Engine) -> None:
    shown = listed() + "".join(each.text for each in offered_prompts().values())
    with engine.corpus() as corpus:
        for record in corpus.every_document():
            assert record.title not in shown
            assert not any(len(block.text) > 30 and block.text in shown for block in corpus.blocks(record.id))


def test_reading_only_offers_no_chats(reader: Engine) -> None:
    async def use(client: Client) -> ListToolsResult:
        return await client.list_tools()

    tools = in_session(reader, use).tools
    names = {each.name for each in tools}
    assert not names & {"new_chat", "propose", "evidence", "withdraw", "compose"}
    assert {"search", "open", "read", "verify_draft", "quote", "audit"} <= names
    assert all(each.annotations and each.annotations.read_only_hint for each in tools)
    assert not any("chat" in each.input_schema["properties"] for each in tools)
    assert refused(reader, "open", reference="hk/cap9001#s3", chat="x")["message"] == "missing: nothing; unknown: chat"


# ------------------------------------------------------------------------------------------------------------- prompts


def test_both_ways_of_working_are_prompts(engine: Engine) -> None:
    async def use(client: Client) -> tuple[ListPromptsResult, GetPromptResult, GetPromptResult]:
        return (
            await client.list_prompts(),
            await client.get_prompt("answer_from_evidence", {"question": "Who {draft} pays?", "as_of": "2026-01-01"}),
            await client.get_prompt("check_a_draft", {"draft": "See {question}."}),
        )

    prompts, answer, check = in_session(engine, use)
    assert [each.name for each in prompts.prompts] == ["answer_from_evidence", "check_a_draft"]
    text = answer.messages[0].content.text  # type: ignore[union-attr]  # (it is text)
    assert text.startswith(prompt("research-1").text[:200])
    assert text.endswith("Who {draft} pays?\n")
    assert "2026-01-01" in text
    assert check.messages[0].content.text.endswith("See {question}.\n")  # type: ignore[union-attr]  # (as above)
    for name in offered_tools():
        if name in text:
            assert name in offered_tools()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("none_such", {}), ("check_a_draft", {}), ("check_a_draft", {"draft": "x", "rules": "y"})],
)
def test_a_prompt_that_cannot_be_made_says_why(engine: Engine, name: str, arguments: dict[str, str]) -> None:
    async def use(client: Client) -> GetPromptResult:
        return await client.get_prompt(name, arguments)

    with pytest.raises(MCPError, match=r"there is no such prompt|takes draft, as_of"):
        in_session(engine, use)


def test_a_prompt_without_what_it_needs_is_not_made() -> None:
    with pytest.raises(KeyError):
        filled(offered_prompts()["check_a_draft"], {"draft": "  "})


# ----------------------------------------------------------------------------------------------------------- resources


def read(engine: Engine, uri: str) -> ReadResourceResult:
    async def use(client: Client) -> ReadResourceResult:
        return await client.read_resource(uri)

    return in_session(engine, use)


def test_releases_and_provisions_are_resources(engine: Engine) -> None:
    async def use(client: Client) -> ListResourcesResult:
        return await client.list_resources()

    uris = [each.uri for each in in_session(engine, use).resources]
    assert uris == ["pincite://releases", "pincite://releases/ch/2026.11.30", "pincite://releases/hk/2026.11.30"]
    for uri in uris:
        assert json.loads(read(engine, uri).contents[0].text)  # type: ignore[union-attr]  # (it is text)
    found = read(engine, "pincite://law/hk/cap9001%23s3?language=zh-Hant&as_of=2026-11-30")
    assert found.contents[0].meta == {
        "pincite/notice": NOTICE,
        "pincite/id": "hk/cap9001@zh-Hant/2026-03-01#s3",
        "pincite/release": "hk/2026.11.30",
        "pincite/as_of": "2026-11-30",
    }
    assert found.cache_scope == "public"
    further = read(engine, "pincite://law/hk/cap9001%23s3?from=3").contents[0]
    assert json.loads(further.text)["text"].startswith("Duty")  # type: ignore[union-attr]  # (it is text)


@pytest.mark.parametrize(
    "uri",
    [
        "pincite://law/hk/../../etc/passwd",
        "pincite://law/hk/cap9001/../cap9002",
        "pincite://law/hk/cap9001%2f..%2f..%2fetc",
        "pincite://law/hk/cap9001%00",
        "pincite://law/hk/cap9001#s3",
        "pincite://law/hk/cap9001?chat=x",
        "pincite://law/hk/cap9001?from=-1",
        "pincite://law/hk/cap9001?from=٣",
        "pincite://law/hk/cap8888",
        "pincite://law/",
        "pincite://law/" + "x" * 5000,
        "pincite://releases/hk/../ch",
        "pincite://releases/hk/1900.01.01",
        "pincite://releases?x=1",
        "pincite://chats/lanterns",
        "pincite://[",
        "file:///etc/passwd",
        "https://example.org/",
    ],
)
def test_an_address_that_names_nothing_held_is_not_found(engine: Engine, uri: str) -> None:
    with pytest.raises(MCPError, match="there is no such resource"):
        read(engine, uri)


# --------------------------------------------------------------------------------------------------------- command line


def test_the_command_lists_the_tools_without_a_release(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--tools"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(offered_tools())


def test_other_machines_are_not_served_without_a_token(
    specimen: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PINCITE_MCP_TOKEN", raising=False)
    assert main(["mcp", "--http", "--host", "0.0.0.0", "--release", str(specimen / "releases")]) == 3
    assert "PINCITE_MCP_TOKEN" in capsys.readouterr().err
    both = ["mcp", "--read-only", "--store", "x.db", "--release", str(specimen / "releases")]
    assert main(both) == 3


if __name__ == "__main__":
    SNAPSHOT.write_text(listed(), "utf-8")
