"""A ledger in memory: for a text audited without a chat, and for entries that are to be appended together.

Keeps true: it is a `Ledger` like those that store (`ledger.port`), but nothing of it is durable. Its salts are drawn from the
entries themselves: what it holds is never handed out as a chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from pincite.errors import BadInput
from pincite.ledger.entries import OPENING, ChatId, Draft, Entry, Head, entry_after, genesis, head_after
from pincite.ledger.port import ChatListed, Stored, no_chat

__all__ = ["MemoryLedger"]


class MemoryLedger:
    """Chats in memory; `drafts` are what was appended to a chat since it was begun or taken over."""

    def __init__(self) -> None:
        self._entries: dict[ChatId, list[Stored]] = {}
        self._heads: dict[ChatId, Head] = {}
        self._drafts: dict[ChatId, list[Draft]] = {}

    def take_over(self, chat: ChatId, entries: Iterable[Stored]) -> None:
        """Hold the entries of a chat as they stand elsewhere."""
        head = genesis(chat)
        held = list(entries)
        for stored in held:
            head = head_after(head, stored.entry)
        self._entries[chat], self._heads[chat], self._drafts[chat] = held, head, []

    def drafts(self, chat: ChatId) -> tuple[Draft, ...]:
        """What was appended here, in order; asking for it begins a new list."""
        found = tuple(self._drafts.get(chat, ()))
        self._drafts[chat] = []
        return found

    def append(self, chat: ChatId, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        """Append entries."""
        head = self._heads.get(chat)
        if head is None:
            if not drafts or drafts[0].kind != OPENING:
                raise no_chat(chat)
            head = genesis(chat)
        elif any(draft.kind == OPENING for draft in drafts):
            raise BadInput(f"there is a chat {chat.chat!r} already", remedy="Choose another name.")
        made: list[Entry] = []
        kept = self._entries.setdefault(chat, [])
        for draft in drafts:
            salt = hashlib.sha256(head.hash + draft.payload).digest()
            entry = entry_after(head, draft, salt)
            kept.append(Stored(entry, draft.payload, salt))
            head = head_after(head, entry)
            made.append(entry)
        self._heads[chat] = head
        self._drafts.setdefault(chat, []).extend(drafts)
        return tuple(made)

    def entries(self, chat: ChatId, *, after: int = 0) -> Iterator[Stored]:
        """The entries of a chat."""
        return iter([each for each in self._entries.get(chat, ()) if each.entry.seq > after])

    def head(self, chat: ChatId) -> Head | None:
        """Where a chat stands."""
        return self._heads.get(chat)

    def chats(self, tenant: str, matter: str = "") -> tuple[ChatListed, ...]:
        """The chats of a tenant."""
        return tuple(
            ChatListed(chat, held[0].entry.at, len(held))
            for chat, held in sorted(self._entries.items())
            if held and chat.tenant == tenant and matter in ("", chat.matter)
        )

    def erase(self, chat: ChatId, seqs: Sequence[int], draft: Draft) -> Entry:
        """Refused: what is not kept needs no erasure."""
        del seqs, draft
        raise BadInput(f"the chat {chat.chat!r} is in memory only", remedy="Erase it where it is stored.")

    def close(self) -> None:
        """Nothing to let go of."""
