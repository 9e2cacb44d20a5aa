"""What a language model is asked and what it answers: the port behind which every provider stands.

Keeps true: a request is a value with a digest, so that what a model saw can be recorded without being kept; what a model
wrote is data, read by code and never obeyed. Judges and the research loop see this module only; the clients are
`connectors.language_models`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pincite.digests import canonical_json, sha256
from pincite.errors import CannotRun

__all__ = [
    "LanguageModel",
    "Message",
    "ModelFailed",
    "Reply",
    "Request",
    "Stop",
    "Tool",
    "ToolCall",
    "request_json",
    "sound_text",
]

Stop = Literal["end", "tools", "length", "refused"]
"""Why a model stopped: it was done, it calls tools, its tokens ran out, or its provider withheld the rest."""


class ModelFailed(CannotRun):
    """A model could not be asked, or answered in a form that is none; nothing is concluded from it."""

    code = "model_failed"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool a model may call: its name, what it does, and its parameters as a JSON schema of the type object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call a model made. `arguments` is what it wrote, to be parsed as JSON by whoever has the tool; it may be none."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: of the user, of the model (with its calls), or the result of the call `call_id`."""

    role: Literal["user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked.

    Attributes:
        system: its instructions.
        messages: the conversation, the user's turn first.
        tools: that it may call.
        schema: JSON schema (of the type object) of the answer; None for free text. Excludes tools.
        most_tokens: of the answer.
        seconds: to wait for the answer; 0 for the client's own limit. Not part of what the model sees.

    """

    system: str
    messages: Sequence[Message]
    tools: Sequence[Tool] = ()
    schema: Mapping[str, Any] | None = None
    most_tokens: int = 4096
    seconds: float = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.schema is not None and self.tools:
            raise ValueError("a model answers by a schema or calls tools, not both")

    @property
    def sha256(self) -> str:
        """Digest of what the model sees."""
        return sha256(canonical_json(request_json(self)))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: free text; with a schema, the JSON object as the model wrote it.
        calls: tools it calls.
        stop: why it stopped.
        tokens_in, tokens_out: as its server counts them; 0 when it does not say.
        model: the model's name as its server says it.

    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = "end"
    tokens_in: int = 0
    tokens_out: int = 0
    model: str = ""


class LanguageModel(Protocol):
    """Asks one model; may be called by several threads at once."""

    @property
    def name(self) -> str:
        """Provider and model, such as `ollama:qwen3`: what is recorded."""

    def complete(self, request: Request) -> Reply:
        """Ask once (a client may try a second time when the server was busy).

        Raises:
            ModelFailed: it could not be reached, refused, took too long or answered in no known form.

        """


def sound_text(text: str) -> str:
    """A model's text without lone surrogates, which no file, digest or terminal could hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def request_json(request: Request) -> dict[str, Any]:
    """What a model sees of a request, in one form for all providers; canonical JSON holds it."""
    return {
        "system": request.system,
        "messages": [_message(each) for each in request.messages],
        "tools": [
            {"name": each.name, "description": each.description, "parameters": each.parameters}
            for each in request.tools
        ],
        "schema": request.schema,
        "most_tokens": request.most_tokens,
    }


def _message(message: Message) -> dict[str, Any]:
    found: dict[str, Any] = {"role": message.role, "text": message.text}
    if message.calls:
        found["calls"] = [{"id": each.id, "name": each.name, "arguments": each.arguments} for each in message.calls]
    if message.call_id:
        found["call_id"] = message.call_id
    return found
