"""A reviewer's decisions on a report: kept in order, tied to the report, never without a reason, lifting nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.errors import BadInput
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId
from pincite.ledger.memory import MemoryLedger
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.workflows.chat import Acting, erase
from pincite.workflows.review import Decided, chat_of, decide_on, decisions_on

DIGEST = "ab" * 32
REPORT: dict[str, Any] = {
    "draft": {"name": "memo.md", "sha256": "cd" * 32},
    "mentions": [{"citation_id": "c001"}, {"citation_id": "c002"}],
}


def acting(ledger: MemoryLedger, at: str = "2026-11-30T10:00:00.000Z") -> Acting:
    return Acting(ledger, ChatId("t", "m", chat_of(DIGEST)), "user", at)


def decided(ledger: MemoryLedger, citation: str = "c001", decision: str = "accept", words: str = "") -> Decided:
    return decide_on(acting(ledger), REPORT, DIGEST, citation=citation, decision=decision, words=words, by="Ada")


def test_decisions_stand_in_the_order_in_which_they_were_made_and_none_is_replaced() -> None:
    ledger = MemoryLedger()
    decided(ledger)
    decided(ledger, decision="override", words=" The words stand in footnote 3. ")
    decided(ledger, citation="c002", decision="comment", words="Ask the client.")
    found = decisions_on(ledger, acting(ledger).chat, DIGEST)
    assert [(each.decision, each.words, each.by) for each in found["c001"]] == [
        ("accept", "", "Ada"),
        ("override", "The words stand in footnote 3.", "Ada"),
    ]
    assert [each.decision for each in found["c002"]] == ["comment"]
    assert verify(acting(ledger).chat, ledger.entries(acting(ledger).chat)).findings == ()


@pytest.mark.parametrize(
    ("citation", "decision", "words"),
    [
        ("c001", "override", " "),
        ("c001", "comment", ""),
        ("c009", "accept", ""),
        ("c001", "approve", "let it go"),
        ("c001", "comment", "x" * 4_001),
    ],
)
def test_what_is_no_decision_is_refused_and_leaves_nothing(citation: str, decision: str, words: str) -> None:
    ledger = MemoryLedger()
    with pytest.raises(BadInput):
        decided(ledger, citation, decision, words)
    assert ledger.head(acting(ledger).chat) is None


def test_decisions_on_another_report_are_not_shown() -> None:
    ledger = MemoryLedger()
    decided(ledger)
    assert decisions_on(ledger, acting(ledger).chat, "ef" * 32) == {}


def test_an_erased_decision_is_gone(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "chats.db", create=True)
    who = Acting(ledger, ChatId("t", "m", chat_of(DIGEST)), "user", "2026-11-30T10:00:00.000Z")

    def accept(citation: str) -> Decided:
        return decide_on(who, REPORT, DIGEST, citation=citation, decision="accept", words="", by="Ada")

    seq = accept("c001").seq
    accept("c002")
    erase(who, [seq], reason="asked for", ground="privacy")
    assert set(decisions_on(ledger, who.chat, DIGEST)) == {"c002"}
    ledger.close()


def test_two_matters_of_a_tenant_decide_on_the_same_report_each_for_itself() -> None:
    assert chat_of(DIGEST, "harbour") != chat_of(DIGEST, "quay")
    assert chat_of(DIGEST, "harbour") == chat_of(DIGEST, "harbour")
    assert chat_of(DIGEST, "default") == chat_of(DIGEST)
