"""What an agent's host says when it is about to act, and what it is answered: the events of Claude Code's hooks.

Keeps true:
1. Everything an event holds is data; nothing in it is followed.
2. What would be written is known before it is: an edit is applied to the file's words in memory. An edit that does not apply is left
   to the host, which refuses it itself.
3. An answer is one JSON object: «deny» before a tool runs, «block» when the agent would stop, or a message to the person.

Source: the reference of hooks of Claude Code (events PreToolUse and Stop).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from pincite.errors import BadInput

__all__ = [
    "DRAFTS",
    "MESSAGE",
    "Event",
    "Outgoing",
    "block",
    "deny",
    "files_to_deliver",
    "outgoing",
    "read_event",
    "tell",
]

DRAFTS = frozenset(
    (
        *(
            "",
            ".md",
            ".markdown",
            ".txt",
            ".text",
            ".html",
            ".htm",
            ".xhtml",
            ".docx",
            ".docm",
            ".dotx",
            ".odt",
            ".pdf",
        ),
        *(".rtf", ".doc", ".tex", ".rst", ".adoc", ".eml", ".msg", ".pages", ".epub"),
    )
)
"""Endings of files that are read by people as texts; one of them that cannot be read is not verified, and says so."""
MESSAGE = "message.md"
"""How words that are no file are called."""
_SHORTEST = 12
"""Characters below which a word of a tool's arguments holds no citation with a claim: names, addresses, flags."""


class Event(NamedTuple):
    """An event: its name, where the host works, the tool and its arguments, the last words, whether it was held back before."""

    name: str
    folder: Path
    tool: str
    arguments: Mapping[str, Any]
    message: str
    held_before: bool


class Outgoing(NamedTuple):
    """A text that would leave: how it is called (its ending says how it is read), and its bytes."""

    name: str
    data: bytes


def read_event(text: str) -> Event:
    """The event that a host wrote to standard input.

    Raises:
        BadInput: it is none.

    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "this is no event of a hook: it is not JSON", remedy="Let the host call this command."
        ) from error
    if not isinstance(given, dict) or not isinstance(given.get("hook_event_name"), str):
        raise BadInput("this is no event of a hook", remedy="Let the host call this command.")
    arguments = given.get("tool_input")
    return Event(
        given["hook_event_name"],
        Path(str(given.get("cwd") or ".")),
        str(given.get("tool_name") or ""),
        arguments if isinstance(arguments, dict) else {},
        str(given.get("last_assistant_message") or "") or _last_words(given.get("transcript_path")),
        bool(given.get("stop_hook_active")),
    )


def _last_words(path: object) -> str:
    """The agent's last message of a transcript (JSON lines), for hosts that do not hand it over."""
    if not isinstance(path, str) or not path:
        return ""
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    for line in reversed(lines):
        try:
            entry = json.loads(line)
            message = entry["message"] if entry.get("type") == "assistant" else {}
            parts = message.get("content", [])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
        if isinstance(parts, str):
            return parts
        words = [str(part.get("text", "")) for part in parts if isinstance(part, dict) and part.get("type") == "text"]
        if words:
            return "\n\n".join(words)
    return ""


def outgoing(event: Event, folders: Sequence[str]) -> Iterator[Outgoing]:
    """The texts that a tool would deliver: a file written below a delivery folder, or the words handed to a tool that sends."""
    given = event.arguments
    if event.tool in ("Write", "Edit", "MultiEdit"):
        path = event.folder / str(given.get("file_path") or "")
        if _is_below(path, event.folder, folders) and path.suffix.lower() in DRAFTS:
            text = _as_written(event.tool, path, given)
            if text is not None:
                yield Outgoing(path.name, text.encode("utf-8", "replace"))
    elif event.tool.startswith("mcp__"):
        words = "\n\n".join(text for text in _strings(given) if len(text) >= _SHORTEST)
        if words:
            yield Outgoing(MESSAGE, words.encode("utf-8", "replace"))


def _as_written(tool: str, path: Path, given: Mapping[str, Any]) -> str | None:
    if tool == "Write":
        return str(given.get("content") or "")
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    edits = given.get("edits") if tool == "MultiEdit" else [given]
    for edit in edits if isinstance(edits, list) else []:
        old, new = str(edit.get("old_string") or ""), str(edit.get("new_string") or "")
        if not old or old not in text:
            return None
        text = text.replace(old, new) if edit.get("replace_all") else text.replace(old, new, 1)
    return text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _is_below(path: Path, root: Path, folders: Sequence[str]) -> bool:
    """Whether a path, links followed, lies below a delivery folder."""
    try:
        real = path.resolve()
        return any(real.is_relative_to((root / folder).resolve()) for folder in folders)
    except (OSError, RuntimeError, ValueError):
        return True


def files_to_deliver(root: Path, folders: Sequence[str]) -> list[Path]:
    """The drafts that lie in the delivery folders, in order of their names."""
    found: set[Path] = set()
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if (
                path.suffix.lower() in DRAFTS
                and path.is_file()
                and not PurePath(path.name).name.startswith((".", "~$"))
            ):
                found.add(path)
    return sorted(found)


def deny(reason: str) -> dict[str, Any]:
    """The tool does not run; the agent is told why."""
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        }
    }


def block(reason: str) -> dict[str, Any]:
    """The agent goes on, with this to do."""
    return {"decision": "block", "reason": reason}


def tell(message: str) -> dict[str, Any]:
    """The person is told; the agent is not held back any longer."""
    return {"systemMessage": message}
