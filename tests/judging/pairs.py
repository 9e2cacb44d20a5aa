"""Invented claims and passages, and a model that says what a test wrote for it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from pincite.judging.judge import Question
from pincite.judging.language_model import ModelFailed, Reply, Request

KEEPERS = (
    "4. (1) The lantern keeper shall return the deposit to the guest within 14 days after the night of the feast. "
    "(2) A deduction exceeding $5,000 may be made only with the written consent of the guest. "
    "(3) This section does not apply to lanterns of paper."
)


def asked(claim: str, passage: str = KEEPERS, language: str = "en", other: str = "", **more: Any) -> Question:
    return Question(claim, passage, language, other or language, **more)


def part(text: str, status: str, *quotes: str, main: bool = True) -> dict[str, Any]:
    return {"text": text, "main": main, "status": status, "quotes": list(quotes)}


def answer(*parts: dict[str, Any]) -> str:
    return json.dumps({"parts": list(parts), "explanation": "As the passage says."})


@dataclass
class ModelSimulator:
    """Implements `LanguageModel`: the texts in order, the last again; an exception is raised."""

    replies: list[str | ModelFailed]
    requests: list[Request] = field(default_factory=list)
    name: str = "simulator:1"

    def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        said = self.replies[min(len(self.requests), len(self.replies)) - 1]
        if isinstance(said, ModelFailed):
            raise said
        return Reply(said)
