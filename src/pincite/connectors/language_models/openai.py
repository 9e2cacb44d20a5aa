"""OpenAI's chat protocol (`/chat/completions`), which many servers speak.

Keeps true: one message in, one out; a field that is missing or of another type is a `ModelFailed`, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.connectors.language_models.transport import Transport, function_tools, integer
from pincite.judging.language_model import Message, ModelFailed, Reply, Request, Stop, ToolCall, sound_text

__all__ = ["OpenAiModel"]

_STOPS: Mapping[str, Stop] = {
    "stop": "end",
    "tool_calls": "tools",
    "function_call": "tools",
    "length": "length",
    "content_filter": "refused",
}


@dataclass
class OpenAiModel:
    """Implements `judging.language_model.LanguageModel`.

    Args:
        model: its name at the server.
        transport: to the server; the base address ends where `/chat/completions` follows.
        limit_name: what the server calls the limit of an answer; OpenAI's own newer models want `max_completion_tokens`.

    """

    model: str
    transport: Transport
    limit_name: str = "max_tokens"

    @property
    def name(self) -> str:
        """As recorded."""
        return f"openai:{self.model}"

    def complete(self, request: Request) -> Reply:
        """Ask (`LanguageModel.complete`)."""
        return _reply(self.transport.post("/chat/completions", self.body(request), request.seconds))

    def body(self, request: Request) -> dict[str, Any]:
        """The request as the protocol writes it."""
        messages = [{"role": "system", "content": request.system}] if request.system else []
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [*messages, *(_message(each) for each in request.messages)],
            self.limit_name: request.most_tokens,
        }
        if request.tools:
            body["tools"] = function_tools(request)
        if request.schema is not None:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": dict(request.schema)},
            }
        return body


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
    shown: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.calls:
        shown["content"] = message.text or None
        shown["tool_calls"] = [
            {"id": each.id, "type": "function", "function": {"name": each.name, "arguments": each.arguments}}
            for each in message.calls
        ]
    return shown


def _reply(answer: Mapping[str, Any]) -> Reply:
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        text = message.get("content") or ""
        calls = tuple(
            ToolCall(
                sound_text(str(each.get("id") or f"call_{number}")),
                sound_text(str(each["function"]["name"])),
                sound_text(str(each["function"].get("arguments") or "{}")),
            )
            for number, each in enumerate(message.get("tool_calls") or ())
        )
        stop = _STOPS.get(str(choice.get("finish_reason")), "end")
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ModelFailed(
            "the model's server does not answer as OpenAI's protocol says", remedy="Check PINCITE_MODEL_URL."
        ) from error
    if not isinstance(text, str):
        # some servers send the text in parts
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    if message.get("refusal") and not text:
        stop = "refused"
    used = answer.get("usage")
    used = used if isinstance(used, dict) else {}
    return Reply(
        sound_text(text),
        calls,
        "tools" if calls else stop,
        integer(used.get("prompt_tokens")),
        integer(used.get("completion_tokens")),
        sound_text(str(answer.get("model") or "")),
    )
