"""Checkpoints: how many entries a chat had and the hash of the last, handed out of the house.

Keeps true: a chain that verifies by itself may still be an older copy, or another one; only a checkpoint kept elsewhere
shows that. As text it is the body of a signed note, to be signed by a key of its own:

    pincite ledger checkpoint v1
    <tenant>/<matter>/<chat>      each written as a JSON string, parted by a space
    <number of entries>
    <hash of the last entry, base64>
    <time, ISO 8601 UTC>

Signed, it is a note of c2sp.org/signed-note with that body: `sign_checkpoint`, `open_checkpoint`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.errors import BadInput
from pincite.ledger.entries import ChatId, Head
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import Signer, VerifierKey, open_note, sign_note

__all__ = ["Checkpoint", "checkpoint_of", "is_signed", "open_checkpoint", "read_checkpoint", "sign_checkpoint"]

TITLE = "pincite ledger checkpoint v1"
_LINES = 5


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a chat's chain was at a time."""

    chat: ChatId
    count: int
    hash: bytes
    at: str

    def text(self) -> str:
        """The note's body; ends with a line end."""
        names = " ".join(
            json.dumps(name, ensure_ascii=False) for name in (self.chat.tenant, self.chat.matter, self.chat.chat)
        )
        return "\n".join((TITLE, names, str(self.count), base64.b64encode(self.hash).decode(), self.at, ""))


def checkpoint_of(head: Head, at: str) -> Checkpoint:
    """The checkpoint of a head."""
    return Checkpoint(head.chat, head.count, head.hash, at)


def sign_checkpoint(point: Checkpoint, signers: Iterable[Signer]) -> str:
    """The checkpoint as a signed note."""
    return sign_note(point.text(), signers)


def is_signed(text: str) -> bool:
    """Whether lines of signatures follow the checkpoint; nobody has looked at them."""
    return "\n\n" in text.replace("\r\n", "\n")


def open_checkpoint(text: str, keys: Sequence[VerifierKey]) -> tuple[Checkpoint, tuple[str, ...]]:
    """The checkpoint of a signed note, and the names of the known keys that signed it.

    Raises:
        NotProven: no known key signed it, or the signature of a known key is bad.
        BadInput: what is signed is no checkpoint.

    """
    opened = open_note(text, keys)
    point = read_checkpoint(opened.text)
    if point.text() != opened.text:
        raise NotProven("more than a checkpoint is signed")
    return point, tuple(key.name for key in opened.signers)


def read_checkpoint(text: str) -> Checkpoint:
    """The checkpoint that a note's body is; what follows its five lines (signatures) is not read here.

    Raises:
        BadInput: it is none.

    """
    try:
        return _read(text.replace("\r\n", "\n").split("\n"))
    except (ValueError, TypeError) as error:
        raise BadInput(
            f"this is no checkpoint of a ledger: {error}", remedy="Give the file as `pincite chat checkpoint` wrote it."
        ) from error


def _read(lines: list[str]) -> Checkpoint:
    if lines[0] != TITLE or len(lines) < _LINES:
        raise ValueError("its first line is not that of a checkpoint")
    tenant, matter, chat = _names(lines[1])
    count, digest = int(lines[2]), base64.b64decode(lines[3], validate=True)
    if count < 0 or str(count) != lines[2] or len(digest) != 32:
        raise ValueError("its count or its hash cannot be right")
    return Checkpoint(ChatId(tenant, matter, chat), count, digest, lines[4])


def _names(line: str) -> tuple[str, str, str]:
    decoder = json.JSONDecoder()
    names: list[str] = []
    at = 0
    while at < len(line):
        name, at = decoder.raw_decode(line, at)
        names.append(name)
        at += 1
    if len(names) != 3 or not all(isinstance(name, str) for name in names):
        raise ValueError("its second line does not name tenant, matter and chat")
    return names[0], names[1], names[2]
