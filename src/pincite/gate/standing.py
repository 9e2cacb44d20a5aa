"""Where a draft stands after what persons decided: still BLOCKED, RELEASED by them, or CLEAR without them.

Keeps true:
1. The gate's own decision is never changed: each reason it gave stays, with what was decided about it beside it.
2. A reason is settled by
   - `disclaim`   one person: the copy with the marker beside the citation may go; the draft itself may not. Never for what
                  concerns the whole draft: a marker has no place there.
   - `judge`      one person who read the source and found SUPPORTED or PARTLY, and only where content was not judged or was
                  kept back: no judgement of content makes a wrong quotation right. A judgement against the citation settles
                  nothing and outweighs one for it.
   - `approve`    four eyes: the approval of one person and the escalation or approval of another. Two keys, not one twice.
3. What cannot be verified (an unknown signer, another report, a gap in the chain) counts for nothing and is listed.
4. Fixing is none of these: a revised draft is another draft, checked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pincite.digests import sha256_text
from pincite.gate.acts import WHOLE_DRAFT, SignedAct, Way, read_act
from pincite.gate.policy import Reason
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import VerifierKey

__all__ = ["CONTENT_CAUSES", "RefusedAct", "Settled", "Standing", "standing_of"]

CONTENT_CAUSES = frozenset({"content_not_judged", "content_withheld"})
"""Causes that a person's judgement of the content settles."""

Value = Literal["CLEAR", "RELEASED", "BLOCKED"]


class Settled(NamedTuple):
    """A reason of the gate and how it was settled: "" while it is not; by whom, as names of keys."""

    reason: Reason
    way: Way | Literal[""]
    by: tuple[str, ...] = ()


class RefusedAct(NamedTuple):
    """An act that counts for nothing: its number in the order of the files, and why."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a draft stands.

    Attributes:
        reasons: each reason of the gate, with what settled it.
        acts: those that count, in order.
        refused: those that do not.

    """

    reasons: tuple[Settled, ...]
    acts: tuple[SignedAct, ...] = ()
    refused: tuple[RefusedAct, ...] = ()

    @property
    def value(self) -> Value:
        """CLEAR when the gate had no reason; RELEASED when every one was settled; else BLOCKED."""
        if not self.reasons:
            return "CLEAR"
        return "RELEASED" if all(each.way for each in self.reasons) else "BLOCKED"

    @property
    def copies(self) -> tuple[str, ...]:
        """sha256 of what alone may be delivered, when a reason was settled by a marker; else empty: the draft itself."""
        if not any(each.way == "disclaim" for each in self.reasons):
            return ()
        wanted = {_id(each.reason) for each in self.reasons if each.way == "disclaim"}
        whole = [a.act.copy for a in self.acts if a.act.way == "disclaim" and wanted <= set(a.act.citations)]
        return tuple(dict.fromkeys(whole))


def standing_of(
    reasons: Sequence[Reason], notes: Sequence[str], persons: Sequence[VerifierKey], *, report: str, draft: str
) -> Standing:
    """Where a draft stands.

    Args:
        reasons: of the gate's decision.
        notes: the signed acts in their order.
        persons: the keys of persons who may act.
        report: sha256 of the report's file.
        draft: sha256 of the draft's file.

    """
    acts: list[SignedAct] = []
    refused: list[RefusedAct] = []
    previous = ""
    for number, note in enumerate(notes, 1):
        try:
            signed = read_act(note, persons)
            _is_about(signed, previous, report, draft)
        except NotProven as error:
            refused.append(RefusedAct(number, str(error)))
        else:
            acts.append(signed)
        previous = sha256_text(note)
    settled = _one_copy([_settled(reason, acts) for reason in reasons], acts)
    return Standing(tuple(settled), tuple(acts), tuple(refused))


def _is_about(signed: SignedAct, previous: str, report: str, draft: str) -> None:
    if signed.act.report != report or signed.act.draft != draft:
        raise NotProven("it is about another report or draft")
    if signed.act.previous != previous:
        raise NotProven("the act before it is missing, or is another one")


def _id(reason: Reason) -> str:
    return reason.citation_id or WHOLE_DRAFT


def _settled(reason: Reason, acts: Sequence[SignedAct]) -> Settled:
    about = [each for each in acts if _id(reason) in each.act.citations]
    eyes = {each.by.public: each.by.name for each in about if each.act.way in ("escalate", "approve")}
    if len(eyes) >= 2 and any(each.act.way == "approve" for each in about):
        return Settled(reason, "approve", tuple(sorted(eyes.values())))
    judged = [each for each in about if each.act.way == "judge"]
    if judged and reason.cause in CONTENT_CAUSES and all(e.act.support in ("SUPPORTED", "PARTLY") for e in judged):
        return Settled(reason, "judge", _names(judged))
    marked = [each for each in about if each.act.way == "disclaim"]
    if marked and reason.citation_id:
        return Settled(reason, "disclaim", _names(marked))
    return Settled(reason, "")


def _one_copy(settled: list[Settled], acts: Sequence[SignedAct]) -> list[Settled]:
    """Markers count only when one copy bears them all: two copies with half of them each clear neither."""
    wanted = {_id(each.reason) for each in settled if each.way == "disclaim"}
    whole = any(a.act.way == "disclaim" and wanted <= set(a.act.citations) for a in acts)
    return settled if whole else [s._replace(way="", by=()) if s.way == "disclaim" else s for s in settled]


def _names(acts: Sequence[SignedAct]) -> tuple[str, ...]:
    return tuple(sorted({each.by.name for each in acts}))
