"""What a store of ledgers must do, whatever it lies in: one contract suite runs on every implementation.

Keeps true for whoever implements it:
1. Entries of one call are appended together or not at all, and when the call returns they are durable.
2. A chain never forks and no evidence number is given twice, whoever writes at the same time.
3. Nothing of a chat is seen or changed under another tenant or matter.
4. A payload disappears only by `erase`, which leaves an entry behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.errors import BadInput
from pincite.ledger.entries import ChatId, Draft, Entry, Head

__all__ = ["ChatListed", "Ledger", "Stored", "no_chat"]


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as a store holds it; `payload` and `salt` are None once they are erased."""

    entry: Entry
    payload: bytes | None
    salt: bytes | None


@dataclass(frozen=True, slots=True)
class ChatListed:
    """A chat of a tenant, when it began, and how many entries it has."""

    id: ChatId
    at: str
    entries: int


class Ledger(Protocol):
    """A store of chats."""

    def append(self, chat: ChatId, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        """Append entries to a chat, which `chat_opened` begins; durable when it returns.

        Raises:
            BadInput: there is no such chat (or there is one already, when it is to begin).
            CannotRun: the store failed; nothing was appended.

        """

    def entries(self, chat: ChatId, *, after: int = 0) -> Iterator[Stored]:
        """The entries of a chat in order, those behind entry number `after`; none when there is no such chat."""

    def head(self, chat: ChatId) -> Head | None:
        """Where a chat's chain stands; None when there is no such chat."""

    def chats(self, tenant: str, matter: str = "") -> tuple[ChatListed, ...]:
        """The chats of a tenant, or of one matter of it, in the order of their names."""

    def erase(self, chat: ChatId, seqs: Sequence[int], draft: Draft) -> Entry:
        """Delete the payloads and salts of entries, together with appending `draft` (kind `erased`, naming them).

        Raises:
            BadInput: an entry is not there, is already erased, or is itself an entry of erasure.
            CannotRun: the store failed; nothing was erased.

        """

    def close(self) -> None:
        """Let go of the store; what was acknowledged stays."""


def no_chat(chat: ChatId) -> BadInput:
    """The refusal of a chat that is not there; the same for one of another tenant or matter."""
    return BadInput(
        f"there is no chat {chat.chat!r} in the matter {chat.matter!r}",
        remedy="`pincite chat list` shows those that are there; `pincite chat new` begins one.",
    )
