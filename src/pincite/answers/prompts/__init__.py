"""Prompts as versioned files: the instructions of a model, and the tools it is offered.

Keeps true: a prompt that was used in a release of pincite is never changed; a new wording is a file with the next number.
What was used is recorded by name and digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from pincite.digests import canonical_json, sha256, sha256_text
from pincite.judging.language_model import Tool
from pincite.text.tables import table_text

__all__ = ["Prompt", "prompt"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions and tools, under a name such as `research-1`."""

    name: str
    text: str
    tools: tuple[Tool, ...]

    @property
    def sha256(self) -> str:
        """Digest of the instructions."""
        return sha256_text(self.text)

    @property
    def tools_sha256(self) -> str:
        """Digest of the tools as they are offered."""
        shown: list[dict[str, Any]] = [
            {"name": each.name, "description": each.description, "parameters": each.parameters} for each in self.tools
        ]
        return sha256(canonical_json(shown))


@cache
def prompt(name: str) -> Prompt:
    """The prompt of a name; its files are `NAME.md` and `NAME.tools.yaml`."""
    text = table_text("pincite.answers", f"prompts/{name}.md")
    offered = yaml.safe_load(table_text("pincite.answers", f"prompts/{name}.tools.yaml"))
    tools = tuple(
        Tool(
            key,
            " ".join(each["description"].split()),
            {
                "type": "object",
                "properties": each.get("parameters", {}),
                "required": each.get("required", []),
                "additionalProperties": False,
            },
        )
        for key, each in offered.items()
    )
    return Prompt(name, text, tools)
