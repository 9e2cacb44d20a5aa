"""A chat as one JSON object that a third party can verify without the store: `pincite.chat/1`.

Keeps true: what is read back is what was written, byte for byte where it is hashed: payloads are canonical JSON, so the
object gives the very bytes of their commitments. Erased payloads are absent, with their salts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pincite.digests import canonical_json, strict_json
from pincite.errors import BadInput
from pincite.ledger.checkpoint import Checkpoint, read_checkpoint
from pincite.ledger.entries import ChatId, Entry
from pincite.ledger.port import Stored

__all__ = ["SCHEMA", "export_chain", "read_export"]

SCHEMA = "pincite.chat/1"


def export_chain(chat: ChatId, entries: Iterable[Stored], checkpoint: Checkpoint) -> dict[str, Any]:
    """The chain of a chat with a checkpoint of its head."""
    return {
        "schema": SCHEMA,
        "tenant": chat.tenant,
        "matter": chat.matter,
        "chat": chat.chat,
        "checkpoint": checkpoint.text(),
        "entries": [_entry(each) for each in entries],
    }


def _entry(stored: Stored) -> dict[str, Any]:
    entry = stored.entry
    shown: dict[str, Any] = {
        "seq": entry.seq,
        "prev": entry.prev.hex(),
        "kind": entry.kind,
        "number": entry.number,
        "at": entry.at,
        "commitment": entry.commitment.hex(),
        "hash": entry.hash.hex(),
    }
    if stored.payload is not None and stored.salt is not None:
        shown |= {"payload": json.loads(stored.payload), "salt": stored.salt.hex()}
    return shown


def read_export(data: bytes) -> tuple[ChatId, list[Stored], Checkpoint]:
    """The chat, its entries and the checkpoint of an export, to be verified.

    Raises:
        BadInput: it is no export.

    """
    try:
        value = strict_json(data)
        if not isinstance(value, dict) or value.get("schema") != SCHEMA:
            raise BadInput("this is no export of a chat", remedy=f"Give a file of the schema {SCHEMA}.")
        chat = ChatId(value["tenant"], value["matter"], value["chat"])
        return chat, [_stored(chat, each) for each in value["entries"]], read_checkpoint(value["checkpoint"])
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadInput(
            f"this export of a chat cannot be read: {error}", remedy="Give it as `pincite chat export` wrote it."
        ) from error


def _stored(chat: ChatId, shown: dict[str, Any]) -> Stored:
    hexed = {name: bytes.fromhex(shown[name]) for name in ("prev", "commitment", "hash")}
    seq, number = shown["seq"], shown["number"]
    if not all(isinstance(each, int) and 0 <= each < 1 << 53 for each in (seq, number)):
        raise ValueError(f"{seq!r} or {number!r} is no number of an entry")
    entry = Entry(
        chat, seq, hexed["prev"], str(shown["kind"]), number, str(shown["at"]), hexed["commitment"], hexed["hash"]
    )
    payload = canonical_json(shown["payload"]) if "payload" in shown else None
    return Stored(entry, payload, bytes.fromhex(shown["salt"]) if "salt" in shown else None)
