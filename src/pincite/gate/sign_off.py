"""Sign-off by two persons of a server: one proposes to disclaim or escalate what is blocked, another approves or refuses.

Keeps true:
1. Where a sign-off stands is read from its chain and from nothing else, and the rules are asked at every reading: a decision of the
   person who proposed, a second decision, one without a reason or of something else counts for nothing, whoever wrote it there. One
   whose words were erased releases nothing and is final: erasing a refusal does not undo it.
2. A sign-off names the report's file, the draft, and the citations. It settles those of this very report and of no other.
3. The gate's own decision is never changed: each of its reasons stays, with what was decided beside it.
4. Four eyes are two persons and, where both acts are signed, two keys: one key under two names is one.

A sign-off is a chain of its own in the ledger, in its matter: `chat_opened`, `proposed`, `decided`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from pincite.gate.acts import WHOLE_DRAFT
from pincite.gate.policy import Reason
from pincite.gate.standing import Settled
from pincite.ledger.entries import ChatId, read_payload
from pincite.ledger.port import Stored

__all__ = ["PREFIX", "Decision", "SignOff", "State", "Way", "read_sign_off", "same_key", "settled_by", "standing_value"]

PREFIX = "sign-off-"
"""Of the names of chains."""

Way = Literal["disclaim", "escalate"]
Decision = Literal["approve", "refuse"]
State = Literal["proposed", "approved", "refused"]


@dataclass(frozen=True, slots=True)
class SignOff:
    """A sign-off.

    Attributes:
        id: name of its chain.
        way: `disclaim`: the copy with the markers may go; `escalate`: the draft may go as it is.
        report, draft: sha256 of the report's file and of the draft's.
        draft_name: of the draft's file.
        citations: ids; `draft` for what concerns the whole.
        reason, by, at, key: why, who proposed, when, and the key that signed that ("" for a person signed in).
        copy: sha256 of the copy with the markers (disclaim).
        state: where it stands.
        decision_reason, decided_by, decided_at: of the decision, "" while there is none.

    """

    id: str
    way: Way
    report: str
    draft: str
    draft_name: str
    citations: tuple[str, ...]
    reason: str
    by: str
    at: str
    key: str = ""
    copy: str = ""
    state: State = "proposed"
    decision_reason: str = ""
    decided_by: str = ""
    decided_at: str = ""

    def as_json(self) -> dict[str, Any]:
        """As plain values, without what is empty."""
        value = {name: getattr(self, name) for name in self.__slots__}
        value["citations"] = list(self.citations)
        return {name: each for name, each in value.items() if each not in ("", [])}


def read_sign_off(chat: ChatId, entries: Iterable[Stored]) -> SignOff | None:
    """Where a sign-off stands; None when the chain is none, or what was proposed is erased."""
    found: SignOff | None = None
    for stored in entries:
        if stored.entry.kind not in ("proposed", "decided"):
            continue
        if stored.payload is None:
            if stored.entry.kind == "decided" and found is not None and found.state == "proposed":
                found = replace(found, state="refused", decided_at=stored.entry.at)
            continue
        try:
            body = read_payload(stored.payload).body
            if stored.entry.kind == "proposed" and found is None:
                found = _proposed(chat, stored.entry.at, body)
            elif stored.entry.kind == "decided" and found is not None:
                found = _decided(found, stored.entry.at, body)
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _proposed(chat: ChatId, at: str, body: Mapping[str, Any]) -> SignOff | None:
    texts = {name: body[name] for name in ("report", "draft", "draft_name", "reason", "person", "key", "copy")}
    citations = body["citations"]
    if not all(isinstance(each, str) for each in texts.values()) or body["way"] not in get_args(Way):
        return None
    if not isinstance(citations, list) or not citations or not all(isinstance(each, str) for each in citations):
        return None
    if not texts["reason"].strip() or not texts["person"]:
        return None
    by = texts.pop("person")
    return SignOff(chat.chat, body["way"], citations=tuple(citations), by=by, at=at, **texts)


def _decided(found: SignOff, at: str, body: Mapping[str, Any]) -> SignOff:
    decision, reason, person, key = (body[name] for name in ("decision", "reason", "person", "key"))
    if found.state != "proposed" or decision not in get_args(Decision) or body["report"] != found.report:
        return found
    if not all(isinstance(each, str) for each in (reason, person, key)) or not reason.strip() or not person:
        return found
    if decision == "approve" and (person == found.by or same_key(key, found.key)):
        return found
    state: State = "approved" if decision == "approve" else "refused"
    return replace(found, state=state, decision_reason=reason, decided_by=person, decided_at=at)


def same_key(one: str, other: str) -> bool:
    """Whether two verifier keys (`name+id+key`; "" for none) are one key."""
    return bool(one) and one.split("+", 2)[2:] == other.split("+", 2)[2:]


def settled_by(
    reasons: Sequence[Reason], sign_offs: Sequence[SignOff], *, report: str, draft: str
) -> tuple[Settled, ...]:
    """Each reason of the gate with what settled it: an approved escalation, else an approved disclaimer.

    Markers count only when one copy bears all that are needed: two copies with half of them each clear neither.
    """
    good = [s for s in sign_offs if s.state == "approved" and (s.report, s.draft) == (report, draft)]
    escalated = {citation: each for each in reversed(good) if each.way == "escalate" for citation in each.citations}
    left = {r.citation_id for r in reasons if r.citation_id and _id(r) not in escalated}
    whole = next((s for s in good if s.way == "disclaim" and s.copy and left <= set(s.citations) - {WHOLE_DRAFT}), None)
    settled: list[Settled] = []
    for reason in reasons:
        by = escalated.get(_id(reason)) or (whole if reason.citation_id else None)
        way = {"escalate": "approve", "disclaim": "disclaim"}[by.way] if by else ""
        settled.append(Settled(reason, cast("Any", way), tuple(sorted((by.by, by.decided_by))) if by else ()))
    return tuple(settled)


def standing_value(settled: Sequence[Settled]) -> Literal["CLEAR", "RELEASED", "BLOCKED"]:
    """CLEAR when the gate had no reason; RELEASED when every one was settled; else BLOCKED."""
    if not settled:
        return "CLEAR"
    return "RELEASED" if all(each.way for each in settled) else "BLOCKED"


def _id(reason: Reason) -> str:
    return reason.citation_id or WHOLE_DRAFT
