"""What a caller asks of a store of ledgers, and what becomes of it behind the head of its chat; for every store.

Keeps true: a request is refused before anything of it is written; the entries planned follow the head that was read in the
same transaction in which they are written.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.errors import BadInput
from pincite.ledger.entries import (
    ERASED,
    OPENING,
    SALT_BYTES,
    ChatId,
    Draft,
    Entry,
    Head,
    entry_after,
    genesis,
    head_after,
)
from pincite.ledger.port import Stored, no_chat
from pincite.storage.sealing import Sealer, opened

__all__ = ["Planned", "Request", "check_erasure", "plan", "stored"]


@dataclass(frozen=True, slots=True)
class Request:
    """Entries to append to a chat and, with an entry of erasure, the numbers of those whose payloads go."""

    chat: ChatId
    drafts: Sequence[Draft]
    erased: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.drafts:
            raise ValueError("nothing to append")
        if bool(self.erased) != any(draft.kind == ERASED for draft in self.drafts):
            raise ValueError("payloads are erased together with an entry that says so")


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry with what its commitment is of."""

    entry: Entry
    payload: bytes
    salt: bytes


def plan(request: Request, head: Head | None, sealer: Sealer | None = None) -> tuple[list[Planned], Head]:
    """The entries of a request behind `head` (None: no such chat in the tenant), and the head after them.

    With a sealer payloads are planned as they are to lie in the store; commitments are of what they say.

    Raises:
        BadInput: the chat is not there, or is there already.

    """
    chat = request.chat
    begins = request.drafts[0].kind == OPENING
    if head is None and not begins:
        raise no_chat(chat)
    if head is not None and begins:
        raise BadInput(f"there is a chat {chat.chat!r} already", remedy="Give the new one another name.")
    if head is not None and head.chat.matter != chat.matter:
        raise no_chat(chat)
    at = head or genesis(chat)
    planned: list[Planned] = []
    for draft in request.drafts:
        salt = secrets.token_bytes(SALT_BYTES)
        entry = entry_after(at, draft, salt)
        payload = draft.payload if sealer is None else sealer.seal(chat, salt, draft.payload)
        planned.append(Planned(entry, payload, salt))
        at = head_after(at, entry)
    return planned, at


def check_erasure(request: Request, kinds: Mapping[int, str], gone: set[int]) -> None:
    """Refuse an erasure of what is not there, is gone already, or is an entry of erasure.

    Args:
        request: the erasure.
        kinds: the kind of each entry it names that is there.
        gone: those whose payload was erased before.

    Raises:
        BadInput: as above.

    """
    for seq in request.erased:
        if seq not in kinds:
            raise BadInput(
                f"there is no entry {seq} in the chat {request.chat.chat!r}", remedy="Name entries by number."
            )
        if kinds[seq] == ERASED:
            raise BadInput(
                f"entry {seq} records an erasure and is kept", remedy="It holds who erased what, and nothing more."
            )
        if seq in gone:
            raise BadInput(f"entry {seq} was erased before", remedy="Leave it out.")


def stored(chat: ChatId, row: Sequence[Any], sealer: Sealer | None = None) -> Stored:
    """An entry from a row of a store; `chat` is what was asked for, the row's matter may differ if it was altered.

    Raises:
        CannotRun: the payload is sealed, and there is no key or another one.

    """
    seq, matter, prev, kind, number, at, committed, digest, payload, salt = row
    where = chat if matter == chat.matter else ChatId(chat.tenant, matter, chat.chat)
    return Stored(
        Entry(where, seq, prev, kind, number, at, committed, digest), opened(sealer, where, salt, payload), salt
    )
