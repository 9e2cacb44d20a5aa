"""Models that say what a test wrote for them, honest and otherwise; each is a `judging.language_model.LanguageModel`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.judging.language_model import Reply, Request, ToolCall

Said = Reply | str | list[tuple[str, Any]]
"""A reply, its text, or its calls (arguments as a value, or as the text the model wrote)."""


@dataclass
class Scripted:
    """Says the next of `script` each time; the last for ever. `script` may be a function of the request."""

    script: Sequence[Said] | Callable[[Request], Said]
    name: str = "scripted:test"
    requests: list[Request] = field(default_factory=list)

    def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        if callable(self.script):
            return reply(self.script(request))
        return reply(self.script[min(len(self.requests), len(self.script)) - 1])

    def results(self) -> list[dict[str, Any]]:
        """What the tools gave, as far as the last request shows it."""
        return [json.loads(each.text.split("\n")[0]) for each in self.requests[-1].messages if each.role == "tool"]


def reply(said: Said) -> Reply:
    if isinstance(said, Reply):
        return said
    if isinstance(said, str):
        return Reply(said, tokens_in=100, tokens_out=10)
    calls = tuple(
        ToolCall(f"c{number}", name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))
        for number, (name, given) in enumerate(said)
    )
    return Reply("", calls, "tools", 100, 10)


def proposal(reference: str, quote: str) -> tuple[str, dict[str, str]]:
    return "propose", {
        "reference": reference,
        "quote": quote,
        "line_of_enquiry": "time",
        "relevance": "direct",
        "reason": "It sets the time.",
    }
