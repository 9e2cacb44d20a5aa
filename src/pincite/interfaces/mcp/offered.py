"""What the MCP server offers, read from data: tools with their schemas, prompts, the instructions.

Keeps true: a tool of the research loop is the same tool here (name, description, parameters); the schema of a result
admits the error of the call; names stand in a fixed order, and nothing depends on the releases that are open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from pincite.answers.prompts import prompt
from pincite.judging.language_model import Tool
from pincite.text.tables import table_text
from pincite.workflows.answer_question import PROMPT
from pincite.workflows.research_tools import MOST_CHARACTERS

__all__ = ["Offered", "PromptOffered", "filled", "instructions", "offered_prompts", "offered_tools"]

_HERE = "pincite.interfaces.mcp"

CHAT = {"type": "string", "description": "The chat, as new_chat named it."}

# what these mean stands once, in docs/mcp.md, not in every schema
_COMMON: Mapping[str, Any] = {
    **{name: {"type": "string"} for name in ("notice", "id", "release", "as_of", "warning", "error", "message", "do")},
    **{name: {"type": "object"} for name in ("more", "next")},
}


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool as it is offered.

    Attributes:
        tool: name, description, parameters (with `chat` where it is done in one).
        title: for people.
        result: JSON schema of the structured result, which admits the error.
        chat: needed, may, none.
        hints: reads, appends, withdraws.
        budget: characters of JSON a result has at most.
        research: it is a tool of the research loop, done by `workflows.research_tools`.

    """

    tool: Tool
    title: str
    result: Mapping[str, Any]
    chat: str
    hints: str
    budget: int
    research: Tool | None = None

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.tool.name


@dataclass(frozen=True, slots=True)
class PromptOffered:
    """A prompt: `arguments` by name, each with a description and whether it is required."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, Mapping[str, Any]]
    research: bool
    text: str


@cache
def offered_tools(*, read_only: bool = False) -> Mapping[str, Offered]:
    """The tools in the order in which they are listed; with `read_only`, those that change nothing, without chats."""
    data: dict[str, dict[str, Any]] = yaml.safe_load(table_text(_HERE, "data/tools.yaml"))
    research = {each.name: each for each in prompt(PROMPT).tools}
    made = [_offered(name, each, research, read_only=read_only) for name, each in data.items()]
    kept = [each for each in made if not read_only or (each.hints == "reads" and each.chat == "none")]
    return {each.name: each for each in kept}


def _offered(name: str, given: Mapping[str, Any], research: Mapping[str, Tool], *, read_only: bool) -> Offered:
    base = research[given["research"]] if "research" in given else None
    properties = dict(base.parameters["properties"] if base else given.get("parameters", {}))
    required = list(base.parameters["required"] if base else given.get("required", []))
    properties |= given.get("adds", {})
    chat, hints = given["chat"], given["hints"]
    if read_only and chat == "may":
        chat, hints = "none", "reads"
    if chat != "none":
        properties["chat"] = CHAT
        required = (["chat"] if chat == "needed" else []) + required
    parameters = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    description = base.description if base else " ".join(given["description"].split())
    if base and chat == "may":
        description += " With `chat` it is opened in that chat; without one nothing is recorded."
    return Offered(
        Tool(name, description, parameters),
        given["title"],
        _schema(given["result"]),
        chat,
        hints,
        given.get("budget", MOST_CHARACTERS),
        base,
    )


def _schema(result: Mapping[str, Any]) -> dict[str, Any]:
    """An object that holds what a result holds, or an error."""
    return {
        "type": "object",
        "properties": {**_COMMON, **result["properties"]},
        "anyOf": [{"required": result["required"]}, {"required": ["error", "message"]}],
    }


@cache
def _prompts() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load(table_text(_HERE, "data/prompts.yaml"))
    return found


def instructions() -> str:
    """What a client is told of the server."""
    return " ".join(_prompts()["instructions"].split())


@cache
def offered_prompts() -> Mapping[str, PromptOffered]:
    """The prompts, in order."""
    return {
        name: PromptOffered(name, each["title"], each["description"], each["arguments"], each["research"], each["text"])
        for name, each in _prompts()["prompts"].items()
    }


def filled(offered: PromptOffered, given: Mapping[str, str]) -> str:
    """The prompt's text with its arguments; each is put in once, and what stands in one is never read as another.

    Raises:
        KeyError: an argument that is required is missing, or one is unknown.

    """
    missing = [name for name, each in offered.arguments.items() if each["required"] and not given.get(name, "").strip()]
    if missing:
        raise KeyError(missing[0])
    unknown = [name for name in given if name not in offered.arguments]
    if unknown:
        raise KeyError(unknown[0])
    values = {name: given.get(name, "") for name in offered.arguments}
    if values.get("as_of"):
        values["as_of"] = f"The law is asked as at {values['as_of']}: give it as `as_of`."
    text = offered.text.format_map(values)
    return f"{prompt(PROMPT).text.rstrip()}\n\n{text}" if offered.research else text
