"""The words for the codes of chats: refusals of a passage, what is wrong with a chain, and what an entry says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pincite.ledger.entries import read_payload
from pincite.ledger.port import Stored
from pincite.text.tables import rows

__all__ = ["entry_words", "sentence"]

_SHOWN = 160


def sentence(code: str) -> str:
    """The sentence of a code; the code itself, when the catalogue has none."""
    return _catalogue().get(code, code)


@cache
def _catalogue() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("pincite.reports", "data/chat_en.tsv")}


def entry_words(stored: Stored) -> str:
    """An entry in a line: what was done, and by whom; of an erased one its kind alone."""
    entry = stored.entry
    what = entry.kind.replace("_", " ")
    if stored.payload is None:
        return f"{what}: erased"
    try:
        payload = read_payload(stored.payload)
        said = " ".join(_said(entry.kind, entry.number, payload.body).split())
    except (ValueError, KeyError, TypeError):
        return f"{what}: cannot be read"
    shown = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
    return f"{what}{f': {shown}' if shown else ''} ({payload.actor})"


def _said(kind: str, number: int, body: Mapping[str, Any]) -> str:
    match kind:
        case "chat_opened":
            return str(body.get("title", ""))
        case "question":
            return str(body["text"])
        case "opened":
            return f"{body['reference']}, {body['release']}"
        case "accepted":
            return f"E{number} {body['reference']} “{body['quote']}”"
        case "refused":
            return f"{body['reference']}, {str(body['code']).replace('_', ' ')}"
        case "withdrawn":
            return f"E{body['number']}: {body['reason']}"
        case "answer" | "audited":
            return f"rows {', '.join(map(str, body['rows'])) or 'none'}"
        case "research":
            return f"{body['model']}, {body['prompt']}"
        case "model_step":
            calls = ", ".join(str(call["tool"]) for call in body["calls"])
            return f"step {body['step']}{f': {calls}' if calls else ''}"
        case "research_ended":
            return f"{str(body['outcome']).replace('_', ' ')} after {body['steps']} steps"
        case "erased":
            return f"entries {', '.join(map(str, body['entries']))}: {body['reason']} ({body['ground']})"
        case "access":
            about = ", ".join(f"{key} {value}" for key, value in body.items() if key != "what" and value)
            return f"{body['what']}{f': {about}' if about else ''}"
        case "proposed":
            return f"{body['way']} {', '.join(body['citations'])}: {body['reason']}"
        case "decided":
            return f"{body['decision']}: {body['reason']}"
        case "reviewed":
            return f"{body['citation']} {body['decision']}{': ' if body['words'] else ''}{body['words']}"
        case "checkpoint" | "exported":
            return f"to {body['to']}" if body.get("to") else ""
        case _:
            return ""
