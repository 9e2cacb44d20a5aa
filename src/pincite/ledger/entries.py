"""Entries of a chat and how they are hashed.

Keeps true:
1. An entry's hash covers its tenant, matter, chat, number in the chain, predecessor, kind, evidence number, time and the
   commitment to its payload: changing any of them changes the hash.
2. Hashing is length-prefixed and domain-separated: no two different lists of fields give the same bytes.
3. The chain holds only `commitment = H(salt, payload)` with 32 random bytes of salt kept beside the payload. Without them
   nothing about the payload can be guessed from the chain, so a payload is erased by deleting both.
4. The predecessor of the first entry is the chat's own identity, so a chain cannot be moved to another chat.
5. An accepted passage gets the next evidence number of its chat, 1, 2, 3 …; every other kind has 0.

Framing: SHA-256 over the domain and each field, each preceded by its length in bytes as eight bytes, the highest first.
Texts are UTF-8. Payloads are canonical JSON (RFC 8785).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pincite.digests import canonical_json, strict_json
from pincite.errors import BadInput

__all__ = [
    "ACCEPTED",
    "ERASED",
    "KINDS",
    "OPENING",
    "SALT_BYTES",
    "ChatId",
    "Draft",
    "Entry",
    "Head",
    "Payload",
    "commitment",
    "entry_after",
    "genesis",
    "head_after",
    "payload_bytes",
    "read_payload",
]

DOMAIN = b"pincite/ledger/v1"
SALT_BYTES = 32
_NAME_LIMIT = 200

OPENING = "chat_opened"
ACCEPTED = "accepted"
ERASED = "erased"

KINDS = (
    OPENING,  # the first entry of a chat
    "question",  # what was asked
    "opened",  # a document or a provision was opened
    ACCEPTED,  # a passage earned its evidence number
    "refused",  # a proposal was refused; holds digests of what was proposed, no evidence
    "withdrawn",  # an evidence number is not to be cited any more
    "audited",  # a text was audited, with the account of its changes
    "answer",  # an answer left
    "exported",  # the chat was exported
    "research",  # a run of the research loop began: model, prompt, tools, budgets, releases
    "model_step",  # a language model was asked: digests of what it saw and said, and of each call and its result
    "research_ended",  # the run ended: how, after how much
    "reviewed",  # a person decided on a finding of a report: accepted, overridden with a reason, commented
    ERASED,  # payloads were erased: which, by whom, on what ground
    "checkpoint",  # a checkpoint was handed out
    "access",  # somebody came in, or was given or refused a role, a token, a sign-off; a tenant's own chat
    "proposed",  # a person proposed to disclaim or escalate what is blocked in a draft
    "decided",  # another person approved or refused that
)


@dataclass(frozen=True, slots=True, order=True)
class ChatId:
    """A chat within a matter of a tenant. Chats are named once in a tenant.

    Raises:
        BadInput: a name is empty, longer than 200 characters, or holds a control character.

    """

    tenant: str
    matter: str
    chat: str

    def __post_init__(self) -> None:
        for what, name in (("tenant", self.tenant), ("matter", self.matter), ("chat", self.chat)):
            if not name or len(name) > _NAME_LIMIT or not name.isprintable():
                raise BadInput(
                    f"{name!r} is no name for a {what}",
                    remedy=f"Use 1 to {_NAME_LIMIT} characters that can be printed.",
                )

    def __str__(self) -> str:
        return f"{self.tenant}/{self.matter}/{self.chat}"


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry still to be appended: its kind, its time (ISO 8601, UTC) and its payload as `payload_bytes` gives it."""

    kind: str
    at: str
    payload: bytes

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is no kind of entry")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a chain. Hashes are 32 bytes. `number` is the evidence number of an accepted passage, else 0."""

    chat: ChatId
    seq: int
    prev: bytes
    kind: str
    number: int
    at: str
    commitment: bytes
    hash: bytes

    def recomputed(self) -> bytes:
        """The hash that the other fields give; empty when they are none that an entry can have."""
        chat = self.chat
        names = (chat.tenant, chat.matter, chat.chat)
        try:
            return _entry_hash(*names, self.seq, self.prev, self.kind, self.number, self.at, self.commitment)
        except (OverflowError, UnicodeError):
            return b""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands: how many entries, the hash of the last one, how many evidence numbers are given away."""

    chat: ChatId
    count: int
    hash: bytes
    numbers: int


@dataclass(frozen=True, slots=True)
class Payload:
    """What an entry says: who acted, and the body of its kind."""

    actor: str
    body: Mapping[str, Any]


def _framed(*fields: bytes) -> bytes:
    return b"".join([part for field in fields for part in (len(field).to_bytes(8), field)])


@lru_cache(maxsize=1024)
def _of_chat(what: bytes, tenant: str, matter: str, chat: str) -> bytes:
    """What the hashes of a chat begin with; the same for all its entries."""
    return _framed(DOMAIN, what, tenant.encode(), matter.encode(), chat.encode())


_OF_PAYLOAD = _framed(DOMAIN, b"payload")
_OF_8 = (8).to_bytes(8)


@lru_cache(maxsize=64)
def _of_kind(kind: str) -> bytes:
    return _framed(kind.encode())


def _entry_hash(
    tenant: str, matter: str, chat: str, seq: int, prev: bytes, kind: str, number: int, at: str, committed: bytes
) -> bytes:
    # the fields framed one after the other, written out: a million entries are verified in one go
    at_bytes = at.encode()
    return sha256(
        b"".join(
            (
                _of_chat(b"entry", tenant, matter, chat), _OF_8, seq.to_bytes(8), len(prev).to_bytes(8), prev,
                _of_kind(kind), _OF_8, number.to_bytes(8), len(at_bytes).to_bytes(8), at_bytes,
                len(committed).to_bytes(8), committed,
            )
        )
    ).digest()  # fmt: skip


def genesis(chat: ChatId) -> Head:
    """The head of a chat that has no entry yet."""
    return Head(chat, 0, sha256(_of_chat(b"chat", chat.tenant, chat.matter, chat.chat)).digest(), 0)


def commitment(salt: bytes, payload: bytes) -> bytes:
    """What the chain holds of a payload."""
    return sha256(b"".join((_OF_PAYLOAD, len(salt).to_bytes(8), salt, len(payload).to_bytes(8), payload))).digest()


def entry_after(head: Head, draft: Draft, salt: bytes) -> Entry:
    """The entry that a draft becomes behind `head`.

    Raises:
        ValueError: the salt is not 32 bytes; the opening entry is not the first, or the first is another.

    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt is {SALT_BYTES} bytes, not {len(salt)}")
    if (draft.kind == OPENING) != (head.count == 0):
        raise ValueError(f"entry {head.count + 1} of {head.chat} cannot be of the kind {draft.kind}")
    chat, seq = head.chat, head.count + 1
    number = head.numbers + 1 if draft.kind == ACCEPTED else 0
    committed = commitment(salt, draft.payload)
    digest = _entry_hash(chat.tenant, chat.matter, chat.chat, seq, head.hash, draft.kind, number, draft.at, committed)
    return Entry(chat, seq, head.hash, draft.kind, number, draft.at, committed, digest)


def head_after(head: Head, entry: Entry) -> Head:
    """The head once `entry` is appended."""
    return Head(head.chat, entry.seq, entry.hash, max(head.numbers, entry.number))


def payload_bytes(actor: str, body: Mapping[str, Any]) -> bytes:
    """A payload in canonical JSON.

    Raises:
        BadInput: it holds what canonical JSON cannot (a float, a lone surrogate, an integer of 2**53 or more).

    """
    try:
        return canonical_json({"actor": actor, "body": dict(body)})
    except (ValueError, TypeError, UnicodeError) as error:
        raise BadInput(f"this cannot be recorded: {error}", remedy="Give texts and whole numbers only.") from error


def read_payload(data: bytes) -> Payload:
    """The payload of an entry.

    Raises:
        ValueError: it is none.

    """
    value = strict_json(data)
    if not isinstance(value, dict) or set(value) != {"actor", "body"} or not isinstance(value["body"], dict):
        raise ValueError("a payload is an object with actor and body")
    return Payload(str(value["actor"]), value["body"])
