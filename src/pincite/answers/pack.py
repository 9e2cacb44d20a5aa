"""An evidence pack: a chat with its chain, the receipts of its rows and a checkpoint, as one JSON object, `pincite.pack/1`.

    {
      "schema": "pincite.pack/1",
      "chat": {…},                  the export `pincite.chat/1`; its checkpoint may be a signed note
      "receipts": {"E1": {…}},      receipts `pincite.receipt/2` of rows
      "without_receipt": {"E2": "unsigned_release"}
    }

Keeps true: everything in a pack is bound to its chain. The chain's last entry, of the kind `exported`, names the digest of
each receipt and why a row has none; what is read is written anew and must be the same, so nothing stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.digests import canonical_json, sha256, strict_json
from pincite.errors import BadInput
from pincite.ledger.checkpoint import Checkpoint
from pincite.ledger.entries import ChatId
from pincite.ledger.export import export_chain, read_export
from pincite.ledger.port import Stored

__all__ = ["REASONS", "SCHEMA", "Pack", "make_pack", "pack_bytes", "read_pack", "receipts_body"]

SCHEMA = "pincite.pack/1"
LARGEST = 256 << 20
REASONS = ("unsigned_release", "release_not_given", "not_redistributable", "not_held", "erased")
"""Why a row has no receipt."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was read; nothing is verified yet.

    Attributes:
        chat: which chat it is of.
        entries: its chain.
        checkpoint: of the chain's head.
        note: the checkpoint as it stands there, with the signatures it may bear.
        receipts: row -> the receipt's canonical bytes.
        without: row -> why it has none.

    """

    chat: ChatId
    entries: tuple[Stored, ...]
    checkpoint: Checkpoint
    note: str
    receipts: Mapping[str, bytes]
    without: Mapping[str, str]


def receipts_body(receipts: Mapping[str, bytes], without: Mapping[str, str]) -> dict[str, Any]:
    """What the entry `exported` says of a pack: the digest of each receipt, and why a row has none."""
    return {
        "pack": SCHEMA,
        "receipts": {row: sha256(_value_bytes(data)) for row, data in receipts.items()},
        "without_receipt": dict(without),
    }


def make_pack(chat: Mapping[str, Any], receipts: Mapping[str, bytes], without: Mapping[str, str]) -> dict[str, Any]:
    """The pack of an export and the receipts of its rows."""
    return {
        "schema": SCHEMA,
        "chat": dict(chat),
        "receipts": {row: strict_json(data) for row, data in receipts.items()},
        "without_receipt": dict(without),
    }


def pack_bytes(pack: Mapping[str, Any]) -> bytes:
    """Canonical JSON and a line feed."""
    return canonical_json(pack) + b"\n"


def read_pack(data: bytes) -> Pack:
    """Read a pack strictly.

    Raises:
        BadInput: it is none, or holds anything that a pack does not.

    """
    remedy = "Give it as `pincite chat export --pack` wrote it."
    if len(data) > LARGEST:
        raise BadInput(f"this pack is larger than {LARGEST:,} bytes", remedy=remedy)
    try:
        value = strict_json(data)
        if not isinstance(value, dict) or value.get("schema") != SCHEMA:
            raise BadInput("this is no evidence pack", remedy=f"Give a file of the schema {SCHEMA}.")
        chat, entries, checkpoint = read_export(canonical_json(value["chat"]))
        note = str(value["chat"]["checkpoint"])
        receipts = {str(row): canonical_json(each) + b"\n" for row, each in value["receipts"].items()}
        without = {str(row): str(why) for row, why in value["without_receipt"].items()}
        _the_same(make_pack(_export(chat, entries, checkpoint, note), receipts, without), value)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f"this evidence pack cannot be read: {error}", remedy=remedy) from error
    return Pack(chat, tuple(entries), checkpoint, note, receipts, without)


def _the_same(again: Mapping[str, Any], value: Mapping[str, Any]) -> None:
    if canonical_json(again) != canonical_json(value):
        raise ValueError("it holds more than a pack does, or in another spelling")


def _export(chat: ChatId, entries: Sequence[Stored], checkpoint: Checkpoint, note: str) -> dict[str, Any]:
    return export_chain(chat, entries, checkpoint) | {"checkpoint": note}


def _value_bytes(data: bytes) -> bytes:
    return canonical_json(strict_json(data))
