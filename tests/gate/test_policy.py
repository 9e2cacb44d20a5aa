"""The gate: what blocks, what passes, and that nothing passes for want of a rule."""

from __future__ import annotations

from typing import get_args

import pytest

from pincite.gate.policy import DEFAULT_POLICY, AllOf, Judged, NoStatus, decide
from pincite.judging.verdict import BLOCKING, Status


@pytest.mark.parametrize("status", get_args(Status))
def test_a_draft_is_blocked_if_and_only_if_a_mention_is_unverified_or_a_mismatch(status: Status) -> None:
    decision = decide([Judged("c1", "MATCH", ""), Judged("c2", status, "why")])
    assert decision.delivery_blocked == (status in BLOCKING)
    assert [reason.citation_id for reason in decision.reasons] == (["c2"] if status in BLOCKING else [])


def test_an_empty_policy_refuses() -> None:
    decision = decide([Judged("c1", "MATCH", "")], AllOf(()))
    assert decision.delivery == "BLOCKED"
    assert decision.reasons[0].cause == "empty_policy"


def test_an_empty_policy_inside_another_still_refuses() -> None:
    assert decide([], AllOf((NoStatus("MISMATCH"), AllOf(())))).delivery_blocked


def test_every_reason_stays_in_the_decision_in_the_order_of_the_draft() -> None:
    decision = decide([Judged("c1", "UNVERIFIED", "a"), Judged("c2", "MISMATCH", "b"), Judged("c3", "UNVERIFIED", "c")])
    assert [(reason.citation_id, reason.cause) for reason in decision.reasons] == [
        ("c1", "a"),
        ("c2", "b"),
        ("c3", "c"),
    ]
    assert decision.policy == DEFAULT_POLICY.name


def test_a_draft_without_mentions_is_not_blocked_by_the_default_policy() -> None:
    assert decide([]).delivery == "CLEAR"
