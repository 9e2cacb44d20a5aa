"""May this leave? Policies over the verdicts of a draft, composed; the decision comes with its reasons.

Keeps true:
1. A draft is CLEAR only when a policy was asked and gave no reason against it; an empty policy refuses.
2. A decision never hides a verdict: each reason names its mention, its status and why.
3. The ways on from a blocked draft are fix, disclaim and escalate. A fix is a new draft, checked again; disclaimers and
   escalations are signed by persons, and without a signature a blocked draft stays blocked. (Signing is not built yet:
   nothing here clears a blocked draft.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from pincite.judging.verdict import Status

__all__ = [
    "DEFAULT_POLICY",
    "AllOf",
    "Decision",
    "Delivery",
    "Judged",
    "NoStatus",
    "NothingHidden",
    "Policy",
    "Reason",
    "decide",
]

Delivery = Literal["CLEAR", "BLOCKED"]


class Judged(NamedTuple):
    """What the gate sees of a mention; `citation_id` "" is for what concerns the whole draft."""

    citation_id: str
    status: Status
    cause: str


class Reason(NamedTuple):
    """Why a draft is held: the policy, the mention (or "" for the whole draft), its status and the code of the cause."""

    policy: str
    citation_id: str
    status: str
    cause: str


class Policy(Protocol):
    """One rule. It answers with its reasons to hold the draft; none means that it has no objection."""

    @property
    def name(self) -> str:
        """How reasons and reports call it."""

    def objections(self, judged: Sequence[Judged]) -> tuple[Reason, ...]:
        """The reasons against delivery."""


@dataclass(frozen=True, slots=True)
class NoStatus:
    """Objects to every mention that has this status."""

    status: Status

    @property
    def name(self) -> str:
        """`no_mismatch`, `no_unverified` ..."""
        return f"no_{self.status.lower()}"

    def objections(self, judged: Sequence[Judged]) -> tuple[Reason, ...]:
        """One reason for each mention of the status."""
        return tuple(
            Reason(self.name, item.citation_id, item.status, item.cause)
            for item in judged
            if item.status == self.status and item.citation_id
        )


@dataclass(frozen=True, slots=True)
class NothingHidden:
    """Objects to what concerns the whole draft: a citation or an attribution may be there that was not checked."""

    @property
    def name(self) -> str:
        """`nothing_hidden`."""
        return "nothing_hidden"

    def objections(self, judged: Sequence[Judged]) -> tuple[Reason, ...]:
        """One reason for each concern."""
        return tuple(Reason(self.name, "", item.status, item.cause) for item in judged if not item.citation_id)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Objects to what any of its policies objects to."""

    policies: tuple[Policy, ...]

    @property
    def name(self) -> str:
        """The names of its policies."""
        return f"all_of({', '.join(policy.name for policy in self.policies)})"

    def objections(self, judged: Sequence[Judged]) -> tuple[Reason, ...]:
        """The reasons of all, in order; of none, one: a rule book without rules must not wave everything through."""
        if not self.policies:
            return (Reason(self.name, "", "", "empty_policy"),)
        return tuple(reason for policy in self.policies for reason in policy.objections(judged))


DEFAULT_POLICY: Policy = AllOf((NoStatus("MISMATCH"), NoStatus("UNVERIFIED"), NothingHidden()))
"""The design's gate: blocked if any mention is UNVERIFIED or MISMATCH, or if the draft may hide one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The gate's answer. `delivery` follows from the reasons and cannot be set apart from them."""

    policy: str
    reasons: tuple[Reason, ...]

    @property
    def delivery(self) -> Delivery:
        """BLOCKED when there is any reason."""
        return "BLOCKED" if self.reasons else "CLEAR"

    @property
    def delivery_blocked(self) -> bool:
        """The same as a boolean, as the report carries it."""
        return bool(self.reasons)


def decide(judged: Sequence[Judged], policy: Policy = DEFAULT_POLICY) -> Decision:
    """The decision of a policy over all mentions of a draft, in the order of the draft."""
    order = {item.citation_id: position for position, item in enumerate(judged)}
    reasons = sorted(policy.objections(judged), key=lambda reason: order.get(reason.citation_id, -1))
    return Decision(policy.name, tuple(reasons))
