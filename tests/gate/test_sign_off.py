"""Where a sign-off stands, read from its chain: whatever is written there, four eyes are two persons and two keys."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pincite.gate.policy import Reason
from pincite.gate.sign_off import SignOff, read_sign_off, settled_by, standing_value
from pincite.ledger.entries import ChatId, Draft, payload_bytes
from pincite.ledger.memory import MemoryLedger

CHAT = ChatId("alpha", "harbour", "sign-off-1")
REPORT, DRAFT, COPY = "a" * 64, "b" * 64, "c" * 64
PROPOSED = {
    "way": "escalate", "report": REPORT, "draft": DRAFT, "draft_name": "memo.md", "citations": ["c001"], "reason": "urgent",
    "copy": "", "person": "anna", "key": "", "note": "",
}  # fmt: skip
DECIDED = {"decision": "approve", "report": REPORT, "reason": "read", "person": "ben", "key": "", "note": ""}
WRONG = Reason("no_mismatch", "c001", "MISMATCH", "quote_refused")
OTHER = Reason("no_unverified", "c002", "UNVERIFIED", "not_found")
WHOLE = Reason("nothing_hidden", "", "UNVERIFIED", "hidden_in_words")


def read(*entries: tuple[str, dict[str, Any]]) -> SignOff | None:
    ledger = MemoryLedger()
    given_ = [("chat_opened", {"title": "x"}), *entries]
    ledger.append(CHAT, [Draft(kind, "2026-11-30T12:00:00.000Z", payload_bytes("x", body)) for kind, body in given_])
    return read_sign_off(CHAT, ledger.entries(CHAT))


def off(way: Any, *citations: str, state: Any = "approved", **more: str) -> SignOff:
    fields = {"report": REPORT, "draft": DRAFT, "draft_name": "memo.md", "reason": "x", "by": "anna", "at": "t", **more}
    return SignOff("s", way, citations=citations, state=state, decided_by="ben", **fields)


def value(reasons: list[Reason], *offs: SignOff) -> str:
    return standing_value(settled_by(reasons, offs, report=REPORT, draft=DRAFT))


texts = st.sampled_from(("anna", "ben", "", " ", "approve", "refuse", REPORT, "k1", "k2"))
bodies = st.fixed_dictionaries({}, optional=dict.fromkeys(DECIDED, texts)).map(lambda changed: DECIDED | changed)


@given(st.lists(st.tuples(st.sampled_from(("decided", "proposed")), bodies), max_size=6), st.sampled_from(("", "k1")))
def test_attack_no_chain_approves_with_one_person_or_one_key(
    entries: list[tuple[str, dict[str, str]]], key: str
) -> None:
    found = read(("proposed", PROPOSED | {"key": key}), *entries)
    assert found is not None
    assert found.by == "anna"
    if found.state == "approved":
        assert found.decided_by not in ("", found.by)
        assert found.decision_reason.strip()
        first = next(
            b for k, b in entries if k == "decided" and b["person"] == found.decided_by and b["decision"] == "approve"
        )
        assert first
    elif found.state == "proposed":
        assert not found.decided_by


def test_the_first_decision_that_holds_is_the_decision() -> None:
    own = DECIDED | {"person": "anna"}
    found = read(
        ("proposed", PROPOSED), ("decided", own), ("decided", DECIDED), ("decided", DECIDED | {"decision": "refuse"})
    )
    assert found is not None
    assert (found.state, found.decided_by) == ("approved", "ben")


def test_one_key_is_not_two_and_who_proposed_may_take_it_back() -> None:
    keyed = PROPOSED | {"key": "k1"}
    same = read(("proposed", keyed), ("decided", DECIDED | {"key": "k1"}))
    assert same is not None
    assert same.state == "proposed"
    refused = read(("proposed", PROPOSED), ("decided", DECIDED | {"person": "anna", "decision": "refuse"}))
    assert refused is not None
    assert refused.state == "refused", "a refusal releases nothing, whoever it is of"


def test_a_chain_without_a_proposal_is_no_sign_off() -> None:
    assert read() is None
    assert read(("question", {"text": "x"})) is None
    assert read(("decided", DECIDED)) is None
    lies: list[dict[str, Any]] = [{"way": "approve"}, {"citations": []}, {"reason": " "}, {"person": ""}, {"report": 7}]
    for wrong in lies:
        assert read(("proposed", PROPOSED | wrong)) is None


def test_each_reason_is_settled_by_what_was_approved_about_this_report_and_no_other() -> None:
    assert value([]) == "CLEAR"
    assert value([WRONG]) == "BLOCKED"
    assert value([WRONG], off("escalate", "c001")) == "RELEASED"
    for wrong in (
        off("escalate", "c002"), off("escalate", "c001", state="proposed"), off("escalate", "c001", state="refused"),
        off("escalate", "c001", report="d" * 64), off("escalate", "c001", draft="d" * 64), off("disclaim", "c001"),
    ):  # fmt: skip
        assert value([WRONG], wrong) == "BLOCKED"


def test_markers_count_only_in_one_copy_and_never_for_the_whole_draft() -> None:
    assert value([WRONG, OTHER], off("disclaim", "c001", "c002", copy=COPY)) == "RELEASED"
    halves = off("disclaim", "c001", copy=COPY), off("disclaim", "c002", copy="d" * 64)
    assert value([WRONG, OTHER], *halves) == "BLOCKED"
    assert value([WRONG, WHOLE], off("disclaim", "c001", "draft", copy=COPY)) == "BLOCKED"
    assert value([WRONG, WHOLE], off("disclaim", "c001", copy=COPY), off("escalate", "draft")) == "RELEASED"
