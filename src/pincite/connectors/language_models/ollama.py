"""Ollama's own protocol (`/api/chat`).

Keeps true: the context asked for is as large as the conversation needs. By OpenAI's protocol a server of Ollama would cut
a long conversation at its beginning without a word, instructions first; that is why it is spoken to in its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.connectors.language_models.transport import Transport, function_tools, integer
from pincite.judging.language_model import Message, ModelFailed, Reply, Request, ToolCall, request_json, sound_text

__all__ = ["OllamaModel"]

_STEP = 4096


@dataclass
class OllamaModel:
    """Implements `judging.language_model.LanguageModel`."""

    model: str
    transport: Transport

    @property
    def name(self) -> str:
        """As recorded."""
        return f"ollama:{self.model}"

    def complete(self, request: Request) -> Reply:
        """Ask (`LanguageModel.complete`)."""
        return _reply(self.transport.post("/api/chat", self.body(request), request.seconds))

    def body(self, request: Request) -> dict[str, Any]:
        """The request as the protocol writes it."""
        names = {call.id: call.name for each in request.messages for call in each.calls}
        messages = [{"role": "system", "content": request.system}] if request.system else []
        body: dict[str, Any] = {
            "model": self.model,
            "stream": False,
            "messages": [*messages, *(_message(each, names) for each in request.messages)],
            "options": {"num_predict": request.most_tokens, "num_ctx": _context(request)},
        }
        if request.tools:
            body["tools"] = function_tools(request)
        if request.schema is not None:
            body["format"] = dict(request.schema)
        return body


def _context(request: Request) -> int:
    """Tokens of context: a token has two characters or more, and Chinese characters may be one each."""
    seen = json.dumps(request_json(request), ensure_ascii=False)
    needed = sum(1.0 if character >= "\u2e80" else 0.4 for character in seen) + request.most_tokens
    return -(-int(needed) // _STEP) * _STEP


def _message(message: Message, names: Mapping[str, str]) -> dict[str, Any]:
    shown: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.role == "tool":
        shown["tool_name"] = names.get(message.call_id, "")
    if message.calls:
        shown["tool_calls"] = [
            {"function": {"name": each.name, "arguments": _arguments(each.arguments)}} for each in message.calls
        ]
    return shown


def _arguments(written: str) -> dict[str, Any]:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {"_": written}


def _reply(answer: Mapping[str, Any]) -> Reply:
    try:
        message = answer["message"]
        text = str(message.get("content") or "")
        calls = tuple(
            ToolCall(
                f"call_{number}_{integer(answer.get('total_duration'))}",
                sound_text(str(each["function"]["name"])),
                sound_text(json.dumps(each["function"].get("arguments") or {}, ensure_ascii=False)),
            )
            for number, each in enumerate(message.get("tool_calls") or ())
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelFailed(
            "the model's server does not answer as Ollama's protocol says", remedy="Check PINCITE_MODEL_URL."
        ) from error
    return Reply(
        sound_text(text),
        calls,
        "tools" if calls else "length" if answer.get("done_reason") == "length" else "end",
        integer(answer.get("prompt_eval_count")),
        integer(answer.get("eval_count")),
        sound_text(str(answer.get("model") or "")),
    )
