"""What a server with users adds to the OpenAPI document, from `data/users.yaml`.

Keeps true: what is documented is what is served; a test compares the two.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import yaml

from pincite.text.tables import table_text

__all__ = ["users_document"]

_KINDS = {
    "t": {"type": "string"},
    "l": {"type": "array", "items": {"type": "string"}},
    "i": {"type": "array", "items": {"type": "integer"}},
    "n": {"type": "integer", "minimum": 0},
}
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_FAILURES = {401: "Nobody is known by the request.", 403: "Not allowed.", 404: "Not there, or not yours.",
             422: "What was given will not do.", 429: "Too often.", 503: "It could not be done now."}  # fmt: skip


@cache
def users_document() -> dict[str, Any]:
    """`paths` to be merged into the document."""
    paths: dict[str, dict[str, Any]] = {}
    for each in yaml.safe_load(table_text("pincite.interfaces.http", "data/users.yaml")):
        paths.setdefault(each["path"], {})[each["method"]] = _operation(each)
    return {"paths": paths}


def _operation(said: dict[str, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[^/]+$"}}
        for name in re.findall(r"\{(\w+)\}", said["path"])
    ]
    if "query" in said:
        parameters.append({"name": said["query"], "in": "query", "schema": {"type": "integer", "minimum": 0}})
    if said["method"] != "get":
        parameters.append(
            {"name": "X-CSRF-Token", "in": "header", "schema": {"type": "string"}, "description": "Of a session."}
        )
    parameters.append({"name": "Pincite-Matter", "in": "header", "schema": {"type": "string"}})
    made: dict[str, Any] = {
        "operationId": said["id"],
        "tags": [said["tag"]],
        "summary": said["does"],
        "parameters": parameters,
        "responses": {
            str(said.get("status", 200)): {
                "description": said["said"],
                "content": {"application/json": {"schema": {"type": "object"}}},
            },
            **{str(status): {"description": words, "content": _PROBLEM} for status, words in _FAILURES.items()},
        },
    }
    if "body" in said:
        fields = {name: kind.rstrip("!") for name, kind in said["body"].items()}
        schema = {
            "type": "object",
            "additionalProperties": False,
            "required": [name for name, kind in said["body"].items() if kind.endswith("!")],
            "properties": {name: _KINDS[kind] for name, kind in fields.items()},
        }
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return made
