"""How long what entries say is kept, and what is due to be erased.

Keeps true: an entry is due by the day it was written and the days its matter, or else its tenant, keeps; entries of erasure and of
the log of access are never due, and neither is a checkpoint; nothing is erased here. A chat with an entry younger than the limit is
left whole: a matter somebody still works in does not lose its evidence row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pincite.access.port import Matter, Tenant
from pincite.access.principal import LOG_MATTER
from pincite.ledger.entries import ERASED, ChatId
from pincite.ledger.port import Stored

__all__ = ["Due", "due_in", "keep_days"]

_KEPT = (ERASED, "checkpoint", "access")


@dataclass(frozen=True, slots=True)
class Due:
    """What is due in a chat: the numbers of the entries whose payloads are still there."""

    chat: ChatId
    entries: tuple[int, ...]
    newest: str
    keep_days: int


def keep_days(tenant: Tenant, matters: Mapping[str, Matter], matter: str) -> int:
    """The days a matter keeps what its entries say; 0 without limit."""
    if matter == LOG_MATTER:
        return 0
    own = matters.get(matter)
    return own.keep_days if own is not None and own.keep_days else tenant.keep_days


def due_in(chat: ChatId, entries: Iterable[Stored], days: int, today: str) -> Due | None:
    """What is due in a chat on a day; None when nothing is."""
    if days <= 0 or chat.matter == LOG_MATTER:
        return None
    limit = (date.fromisoformat(today) - timedelta(days=days)).isoformat()
    newest, due = "", []
    for stored in entries:
        if stored.entry.kind not in _KEPT:
            newest = max(newest, stored.entry.at)
        if stored.payload is not None and stored.entry.kind not in _KEPT:
            due.append(stored.entry.seq)
    if not due or newest[:10] >= limit:
        return None
    return Due(chat, tuple(due), newest, days)
