"""What is due to be erased, by matter and tenant."""

from __future__ import annotations

import dataclasses

from pincite.access.port import Matter, Tenant
from pincite.access.principal import LOG_CHAT, LOG_MATTER
from pincite.access.retention import due_in, keep_days
from pincite.ledger.entries import ChatId, Draft, payload_bytes
from pincite.ledger.memory import MemoryLedger

CHAT = ChatId("alpha", "harbour", "lanterns")


def ledger_of(*entries: tuple[str, str], chat: ChatId = CHAT) -> MemoryLedger:
    ledger = MemoryLedger()
    ledger.append(
        chat, [Draft(kind, f"{day}T10:00:00.000Z", payload_bytes("anna", {"text": day})) for kind, day in entries]
    )
    return ledger


OLD = ledger_of(("chat_opened", "2025-01-01"), ("question", "2025-01-02"), ("checkpoint", "2025-01-03"))


def test_a_chat_whose_newest_entry_is_older_than_the_limit_is_due_but_for_its_checkpoints() -> None:
    due = due_in(CHAT, OLD.entries(CHAT), 30, "2025-02-02")
    assert due is not None
    assert due.entries == (1, 2)
    assert due.newest.startswith("2025-01-02")


def test_a_chat_is_left_whole_until_its_newest_entry_is_due() -> None:
    assert due_in(CHAT, OLD.entries(CHAT), 30, "2025-02-01") is None
    young = ledger_of(("chat_opened", "2020-01-01"), ("question", "2025-01-31"))
    assert due_in(CHAT, young.entries(CHAT), 30, "2025-02-02") is None


def test_without_a_limit_nothing_is_ever_due() -> None:
    assert due_in(CHAT, OLD.entries(CHAT), 0, "2999-01-01") is None


def test_what_is_erased_is_not_due_again() -> None:
    gone = [dataclasses.replace(each, payload=None, salt=None) for each in OLD.entries(CHAT)]
    assert due_in(CHAT, gone, 30, "2026-01-01") is None


def test_the_log_of_access_is_never_due() -> None:
    log = ChatId("alpha", LOG_MATTER, LOG_CHAT)
    ledger = ledger_of(("chat_opened", "2020-01-01"), ("access", "2020-01-01"), chat=log)
    assert due_in(log, ledger.entries(log), 1, "2026-01-01") is None
    assert keep_days(Tenant("alpha", keep_days=5), {}, LOG_MATTER) == 0


def test_a_matter_keeps_as_long_as_it_says_or_else_as_its_tenant() -> None:
    tenant = Tenant("alpha", keep_days=100)
    matters = {"harbour": Matter("alpha", "harbour", keep_days=10), "quay": Matter("alpha", "quay")}
    assert [keep_days(tenant, matters, each) for each in ("harbour", "quay", "other")] == [10, 100, 100]
