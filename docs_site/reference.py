"""Reference pages made from the code: what stands in them is what the program does, because it is read from there.

Keeps true: every command, option, tool, operation, code and public function has its entry; nothing is written by hand; the same code gives
the same page.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

import typer

import pincite
from pincite import settings
from pincite.interfaces import python as api
from pincite.interfaces.cli.main import make_app
from pincite.interfaces.http.openapi import document
from pincite.interfaces.mcp.offered import offered_prompts, offered_tools
from pincite.reports.messages import messages_in
from pincite.reports.sarif import LEVELS

__all__ = ["PAGES", "cell"]

_MADE = "*Made from the code of this version.*"


def cell(text: object) -> str:
    """Text for a cell of a table, or a line: one line, nothing in it Markdown or HTML but `code`."""
    words = " ".join(str(text).split())
    parts = re.split(r"(`[^`|]+`)", words)
    return "".join(part if index % 2 else _plain(part) for index, part in enumerate(parts))


def _plain(words: str) -> str:
    escaped = re.sub(r"([\\`*_{}\[\]#|!~$])", r"\\\1", words)
    return escaped.replace("<", "&lt;").replace(">", "&gt;")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def commands() -> str:
    """Every command with its arguments and options."""
    lines = ["# Commands", "", _MADE, "", "Exit status: 0 clear, 1 blocked, 2 could not run, 3 bad input.", ""]
    lines += _command("pincite", typer.main.get_command(make_app()), 1)
    return "\n".join(lines)


def _command(name: str, command: Any, depth: int) -> Iterator[str]:
    if depth > 1:
        yield f"{'#' * depth} {name}"
        yield ""
        yield cell(command.help or "")
        yield ""
        options = [each for each in command.params if not getattr(each, "hidden", False)]
        if options:
            yield from _table(("argument or option", "means", "if not given"), [_option(each) for each in options])
    for below, each in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {below}", each, min(depth + 1, 4))


def _option(option: Any) -> tuple[str, ...]:
    names = ", ".join(f"`{each}`" for each in (*option.opts, *option.secondary_opts))
    if not option.opts or not option.opts[0].startswith("-"):
        names = f"`{(option.metavar or option.name or '').upper()}`"
    kind = ", ".join(_choices(option))
    default = option.default() if callable(option.default) else option.default
    shown = "" if default in (None, "", False, True, ()) else f"`{getattr(default, 'value', default)}`"
    required = "needed" if option.required else shown
    help_ = cell(getattr(option, "help", "") or "")
    return names, f"{help_} {f'({cell(kind)})' if kind and kind not in help_ else ''}".strip(), required


def _choices(option: Any) -> list[str]:
    """What may be chosen, by the type of the function's parameter or, in older versions of typer, of the option."""
    annotation = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(each.value) for each in annotation]
    return [str(each) for each in getattr(getattr(option, "type", None), "choices", ())]


def tools() -> str:
    """Every tool and prompt of the MCP server."""
    lines = ["# Tools (MCP)", "", _MADE, "", "How results, errors and pages work: [MCP server](../mcp.md).", ""]
    for tool in offered_tools().values():
        lines += [f"## {tool.name}", "", cell(tool.tool.description), ""]
        chat = {"needed": "in a chat", "may": "in a chat or without one", "none": "without a chat"}[tool.chat]
        lines += [f"{cell(tool.title)}; {chat}; {cell(tool.hints)}; at most {tool.budget} characters.", ""]
        lines += _schema(tool.tool.parameters)
    lines += ["# Prompts", ""]
    for prompt in offered_prompts().values():
        lines += [f"## {prompt.name}", "", cell(prompt.description), ""]
        given = [(f"`{key}`", cell(each["description"])) for key, each in prompt.arguments.items()]
        lines += _table(("argument", "means"), given)
    return "\n".join(lines)


def _schema(schema: Mapping[str, Any]) -> Iterator[str]:
    needed = set(schema.get("required", ()))
    rows = [
        (f"`{name}`", _type(each), "needed" if name in needed else "", cell(each.get("description", "")))
        for name, each in schema.get("properties", {}).items()
    ]
    if rows:
        yield from _table(("argument", "type", "", "means"), rows)


def _type(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    return cell(schema.get("type", ""))


def http() -> str:
    """Every operation of the HTTP API, from its OpenAPI document."""
    found = document(read_only=False)
    lines = ["# HTTP API", "", _MADE, "", "The document itself: `GET /v1/openapi.json`.", ""]
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            lines += [f"## {method.upper()} {cell(path)}", "", cell(operation.get("summary", "")), ""]
            lines += [cell(operation.get("description", "")), ""]
            lines += _parameters(operation)
            answers = [(f"`{code}`", cell(_about(found, each))) for code, each in operation["responses"].items()]
            lines += _table(("answer", "means"), answers)
    return "\n".join(lines)


def _about(found: Mapping[str, Any], response: Mapping[str, Any]) -> str:
    if "$ref" in response:
        return str(found["components"]["responses"][response["$ref"].rpartition("/")[2]]["description"])
    return str(response.get("description", ""))


def _parameters(operation: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        (f"`{each['name']}`", cell(each["in"]), _type(each.get("schema", {})), cell(each.get("description", "")))
        for each in operation.get("parameters", ())
        if "name" in each
    ]
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        for name, each in content.get("schema", {}).get("properties", {}).items():
            rows.append((f"`{name}`", cell(kind), _type(each), cell(each.get("description", ""))))
    if rows:
        yield from _table(("argument", "in", "type", "means"), rows)


def findings() -> str:
    """Every cause and finding with its message, and what the gate makes of the statuses."""
    words = messages_in("en")
    lines = ["# Findings and causes", "", _MADE, ""]
    lines += [
        "A code is the same in every language and in SARIF (`ruleId`); the sentences below are those of English.",
        "",
    ]
    levels = [(f"`{status}`", cell(words.say("status", status)), level) for status, level in LEVELS.items()]
    lines += ["## Statuses", "", *_table(("status", "means", "level in SARIF"), levels)]
    for title, section in (
        ("Causes: why a citation has its status", "cause"),
        ("Findings: what was seen", "finding"),
        ("What would mend it", "fix"),
        ("Codes of the quotation calculus", "code"),
    ):
        rows = [(f"`{code}`", cell(text)) for code, text in sorted(words.catalogue[section].items())]
        lines += [f"## {title}", "", *_table(("code", "says"), rows)]
    return "\n".join(lines)


def python() -> str:
    """Every public function of the package."""
    lines = ["# Python", "", _MADE, "", "```python", "import pincite", "```", ""]
    for name in pincite.__all__:
        if name.startswith("__"):
            continue
        function = getattr(api, name)
        lines += [f"## {name}", "", "```python", f"{name}{inspect.signature(function)}", "```", ""]
        lines += ["```text", inspect.cleandoc(function.__doc__ or ""), "```", ""]
    return "\n".join(lines)


def settings_page() -> str:
    """Every variable of the environment that is read."""
    lines = ["# Settings", "", _MADE, "", "Variables of the environment; options of a command come first.", ""]
    rows: list[tuple[str, str]] = []
    for line in (settings.__doc__ or "").splitlines():
        if found := re.match(r"([A-Z][A-Z0-9_]+)\s+(\S.*)", line):
            rows.append((f"`{found[1]}`", cell(found[2])))
        elif rows and line.startswith("  ") and line.strip():
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {cell(line)}")
    lines += _table(("variable", "means"), rows)
    return "\n".join(lines)


PAGES: Mapping[str, Callable[[], str]] = {
    "reference/commands.md": commands,
    "reference/tools.md": tools,
    "reference/http.md": http,
    "reference/findings.md": findings,
    "reference/python.md": python,
    "reference/settings.md": settings_page,
}
"""Path in the site, and what makes the page."""
