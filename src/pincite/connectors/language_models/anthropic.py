"""Anthropic's protocol (`/v1/messages`).

Keeps true: turns alternate as the protocol wants (results of tools are one turn of the user); a schema is asked for as a
tool that must be called, and its input is the answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.connectors.language_models.transport import Transport, integer
from pincite.judging.language_model import Message, ModelFailed, Reply, Request, Stop, ToolCall, sound_text

__all__ = ["VERSION", "AnthropicModel"]

VERSION = "2023-06-01"
ANSWER = "answer"
"""The tool by which an answer with a schema is given."""

_STOPS: Mapping[str, Stop] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tools",
    "max_tokens": "length",
    "refusal": "refused",
}


@dataclass
class AnthropicModel:
    """Implements `judging.language_model.LanguageModel`."""

    model: str
    transport: Transport

    @property
    def name(self) -> str:
        """As recorded."""
        return f"anthropic:{self.model}"

    def complete(self, request: Request) -> Reply:
        """Ask (`LanguageModel.complete`)."""
        answer = self.transport.post("/v1/messages", self.body(request), request.seconds)
        return _reply(answer, structured=request.schema is not None)

    def body(self, request: Request) -> dict[str, Any]:
        """The request as the protocol writes it."""
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": request.most_tokens,
            "messages": _turns(request.messages),
        }
        if request.system:
            body["system"] = request.system
        if request.tools:
            body["tools"] = [
                {"name": each.name, "description": each.description, "input_schema": dict(each.parameters)}
                for each in request.tools
            ]
        if request.schema is not None:
            body["tools"] = [{"name": ANSWER, "description": "Give the answer.", "input_schema": dict(request.schema)}]
            body["tool_choice"] = {"type": "tool", "name": ANSWER}
        return body


def _turns(messages: Sequence[Message]) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        parts = _parts(message)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += parts
        elif parts:
            turns.append({"role": role, "content": parts})
    return turns


def _parts(message: Message) -> list[dict[str, Any]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": message.text}]
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text.strip() else []
    for call in message.calls:
        parts.append({"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call.arguments)})
    return parts


def _input(arguments: str) -> dict[str, Any]:
    """The arguments as an object; what is none is shown back to the model as what it wrote."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {"_": arguments}


def _reply(answer: Mapping[str, Any], *, structured: bool) -> Reply:
    try:
        parts = list(answer["content"])
        text = "".join(str(each.get("text", "")) for each in parts if each.get("type") == "text")
        calls = tuple(
            ToolCall(
                sound_text(str(each["id"])),
                sound_text(str(each["name"])),
                sound_text(json.dumps(each.get("input", {}), ensure_ascii=False)),
            )
            for each in parts
            if each.get("type") == "tool_use"
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelFailed(
            "the model's server does not answer as Anthropic's protocol says", remedy="Check PINCITE_MODEL_URL."
        ) from error
    stop: Stop = _STOPS.get(str(answer.get("stop_reason")), "end")
    if structured:
        text = next((each.arguments for each in calls if each.name == ANSWER), text)
        calls, stop = (), "end" if stop == "tools" else stop
    used = answer.get("usage")
    used = used if isinstance(used, dict) else {}
    cached = integer(used.get("cache_read_input_tokens")) + integer(used.get("cache_creation_input_tokens"))
    return Reply(
        sound_text(text),
        calls,
        "tools" if calls else stop,
        integer(used.get("input_tokens")) + cached,
        integer(used.get("output_tokens")),
        sound_text(str(answer.get("model") or "")),
    )
