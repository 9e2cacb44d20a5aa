"""A chat: begin it, ask, open, withdraw, look at its evidence, verify it, hand out a checkpoint, export, erase.

Keeps true: each of these that changes anything appends an entry, and what it returns is durable; nothing is ever edited.
Proposing a passage is `workflows.propose`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.corpus.answers import PlaceFound
from pincite.digests import sha256_text
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.ledger.chain import Verification, verify
from pincite.ledger.checkpoint import Checkpoint, checkpoint_of
from pincite.ledger.entries import ERASED, OPENING, ChatId, Draft, Entry, genesis, head_after, payload_bytes
from pincite.ledger.export import export_chain
from pincite.ledger.port import Ledger, Stored, no_chat
from pincite.ledger.state import ChatState, Row, replay
from pincite.workflows.open_place import CorpusWithNotes, Extract, Opened, Url, open_place

__all__ = [
    "Acting", "ChatOpened", "Replayed", "ask", "chat_state", "erase", "export_chat", "hand_out", "new_chat", "not_kept",
    "open_in_chat", "replay_chat", "row_number", "verify_chat", "withdraw",
]  # fmt: skip


KEPT_NAMES = ("sign-off-", "review-", "pincite.")
"""What names of chains begin with that are no chats: sign-offs, decisions of reviewers, the log of access."""


def not_kept(name: str) -> str:
    """The name of a chat that is written in by whoever may append.

    Raises:
        BadInput: it is that of a chain of another kind, whose own door alone writes in it.

    """
    if name.casefold().startswith(KEPT_NAMES):
        raise BadInput(f"names that begin with {', '.join(KEPT_NAMES)} are no chats'", remedy="Use another chat.")
    return name


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, in which chat of which ledger, and when (ISO 8601, UTC)."""

    ledger: Ledger
    chat: ChatId
    actor: str
    at: str

    def append(self, kind: str, body: dict[str, Any]) -> Entry:
        """Append one entry."""
        return self.ledger.append(self.chat, (self.draft(kind, body),))[0]

    def draft(self, kind: str, body: dict[str, Any]) -> Draft:
        """An entry to be appended."""
        return Draft(kind, self.at, payload_bytes(self.actor, body))


@dataclass(frozen=True, slots=True)
class ChatOpened:
    """What opening a place in a chat gave; `entry` is None when the place is not there, and then nothing is recorded."""

    opened: Opened
    entry: Entry | None


def new_chat(acting: Acting, title: str = "") -> Entry:
    """Begin a chat.

    Raises:
        BadInput: the tenant has a chat of this name.

    """
    return acting.append(OPENING, {"title": title})


def ask(acting: Acting, question: str) -> Entry:
    """Record what was asked."""
    if not question.strip():
        raise BadInput("the question is empty", remedy="Say what is asked.")
    return acting.append("question", {"text": question})


def chat_state(acting: Acting) -> ChatState:
    """The state of the chat: what is open, and its rows by number.

    Raises:
        BadInput: there is no such chat.

    """
    state = replay(acting.chat, acting.ledger.entries(acting.chat))
    if not state.exists:
        raise no_chat(acting.chat)
    return state


def open_in_chat(
    acting: Acting,
    corpus: CorpusWithNotes,
    asked: str,
    *,
    extract: Extract,
    url: Url,
    language: str = "",
    as_of: str = "",
) -> ChatOpened:
    """Open a document or a provision in the chat, so that it can be quoted; the arguments are those of `open_place`.

    Raises:
        BadInput: there is no such chat, or `asked` is neither a reference nor a citation.

    """
    if acting.ledger.head(acting.chat) is None:
        raise no_chat(acting.chat)
    opened = open_place(corpus, asked, extract=extract, url=url, language=language, as_of=as_of)
    answer = opened.answer
    if not isinstance(answer, PlaceFound):
        return ChatOpened(opened, None)
    return ChatOpened(opened, acting.append("opened", _opening(opened, answer)))


def _opening(opened: Opened, answer: PlaceFound) -> dict[str, Any]:
    expression = answer.expression
    spans = [[answer.start, answer.end]]
    if opened.repeated:
        spans = [[node.start, node.end] for node in answer.nodes]
    place = Reference.parse(opened.reference).place
    return {
        "asked": opened.asked,
        "reference": f"{expression.work}#{place}" if place else expression.work,
        "work": expression.work,
        "expression": expression.id,
        "title": expression.title,
        "url": opened.url,
        "release": expression.release,
        "release_as_of": expression.as_of,
        "as_of": answer.as_of,
        "spans": spans,
        "text_sha256": sha256_text(answer.text),
        "findings": list(answer.findings),
    }


def row_number(name: str) -> int:
    """The number of a row as people write it: E3, e3, [E3] or 3.

    Raises:
        BadInput: it is none.

    """
    digits = name.strip().removeprefix("[").removesuffix("]").upper().removeprefix("E")
    if not (digits.isascii() and digits.isdigit()) or digits.startswith("0"):
        raise BadInput(f"{name!r} is no row of evidence", remedy="Name it as the evidence list does, such as E3.")
    return int(digits)


def withdraw(acting: Acting, number: int, reason: str) -> Row:
    """Withdraw a row: a new entry says so, the row stays to be seen and can no longer be cited.

    Returns:
        The row as it was.

    Raises:
        BadInput: there is no such row in this chat, it does not stand any more, or no reason is given.

    """
    if not reason.strip():
        raise BadInput("a row is withdrawn for a reason", remedy="Say why.")
    row = chat_state(acting).row(number)
    if row is None:
        raise BadInput(
            f"there is no row E{number} in this chat", remedy="`pincite chat evidence` lists those there are."
        )
    if row.status != "standing":
        raise BadInput(f"the row {row.name} was {row.status} before", remedy="Nothing is left to do.")
    acting.append("withdrawn", {"number": number, "reason": reason})
    return row


def verify_chat(acting: Acting, checkpoints: Sequence[Checkpoint] = ()) -> Verification:
    """Verify the chain of the chat against the checkpoints that were handed out; a wrong chain is told, not raised.

    Raises:
        BadInput: there is no such chat, and no checkpoint says that there was.

    """
    found = verify(acting.chat, acting.ledger.entries(acting.chat), checkpoints)
    if found.head.count == 0 and not any(point.chat == acting.chat for point in checkpoints):
        raise no_chat(acting.chat)
    return found


@dataclass(frozen=True, slots=True)
class Replayed:
    """A chat replayed: what verifying the whole chain found, the entries replayed, and the state after the last of them.

    `state` is None when the chain is not sound: nothing is concluded from such a chain.
    """

    verification: Verification
    entries: tuple[Stored, ...]
    state: ChatState | None


def replay_chat(acting: Acting, checkpoints: Sequence[Checkpoint] = (), *, to: int = 0) -> Replayed:
    """Verify the chain of the chat and replay it up to entry `to` (0: all).

    Raises:
        BadInput: there is no such chat, and no checkpoint says that there was.

    """
    found = verify_chat(acting, checkpoints)
    entries = tuple(each for each in acting.ledger.entries(acting.chat) if to <= 0 or each.entry.seq <= to)
    return Replayed(found, entries, replay(acting.chat, entries) if found.sound else None)


def hand_out(acting: Acting, to: str = "") -> Checkpoint:
    """A checkpoint of the chat, itself recorded in the chain: `to` says to whom it is given.

    It covers the entry that records it. Somebody may have written behind that entry in between; the checkpoint holds.
    """
    return _point(acting, acting.append("checkpoint", {"to": to}))


def _point(acting: Acting, entry: Entry) -> Checkpoint:
    return checkpoint_of(head_after(genesis(acting.chat), entry), acting.at)


def export_chat(acting: Acting, to: str = "") -> dict[str, Any]:
    """The chat as `pincite.chat/1`, with a checkpoint; the export is recorded in the chain and is its last entry."""
    entry = acting.append("exported", {"to": to})
    entries = (each for each in acting.ledger.entries(acting.chat) if each.entry.seq <= entry.seq)
    return export_chain(acting.chat, entries, _point(acting, entry))


def erase(acting: Acting, seqs: Sequence[int], *, reason: str, ground: str) -> Entry:
    """Erase what entries say: payload and salt are deleted, the chain goes on verifying, and an entry says who and why.

    Args:
        acting: who erases.
        seqs: numbers of the entries.
        reason: why, without repeating what is erased.
        ground: the legal ground, or the rule of retention.

    Raises:
        BadInput: an entry is not there or cannot be erased, or reason or ground is missing.

    """
    if not reason.strip() or not ground.strip():
        raise BadInput("an erasure needs a reason and a ground", remedy="Say why, and by which right or rule.")
    named = sorted(set(seqs))
    return acting.ledger.erase(
        acting.chat, named, acting.draft(ERASED, {"entries": named, "reason": reason, "ground": ground})
    )
