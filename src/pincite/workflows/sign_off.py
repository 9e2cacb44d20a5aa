"""Propose, decide and list sign-offs of a matter, as a person of a server.

    propose   a reviewer: disclaim or escalate what is blocked, with reasons      -> `proposed`
    decide    another person, an approver: approve or refuse, with reasons        -> `decided`

Keeps true: everything is an entry of the ledger; who acts is the principal, never an argument; a program acts only with a note that
the person signed with the registered key, which names this very report, way and reason and counts once; nothing here changes a report
or a draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.access.port import User
from pincite.access.principal import Denied, Principal
from pincite.errors import BadInput
from pincite.gate.acts import SignedAct, read_act
from pincite.gate.acts import Way as ActWay
from pincite.gate.sign_off import PREFIX, Decision, SignOff, Way, read_sign_off, same_key, settled_by, standing_value
from pincite.gate.standing import Settled
from pincite.ledger.entries import OPENING, ChatId, read_payload
from pincite.ledger.port import Ledger
from pincite.reports.stored import StoredReport
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import VerifierKey, parse_vkey
from pincite.workflows.chat import Acting
from pincite.workflows.decide_delivery import act_on, checked_copy, copy_with_markers, draft_of

__all__ = [
    "Proposed",
    "SigningOff",
    "copy_for",
    "decide",
    "list_sign_offs",
    "propose",
    "sign_off",
    "standing_of_report",
]

LONGEST_REASON = 4000
MOST_LISTED = 500


@dataclass(frozen=True, slots=True)
class SigningOff:
    """Who acts, as whom the ledger knows it, and when; `user` is the person's record, with the key of signed acts."""

    ledger: Ledger
    principal: Principal
    user: User
    at: str

    def chat(self, name: str) -> ChatId:
        """A chain of the principal's tenant and matter."""
        return ChatId(self.principal.tenant, self.principal.matter, name)

    def acting(self, name: str) -> Acting:
        """Acting in a chain."""
        return Acting(self.ledger, self.chat(name), self.principal.actor, self.at)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A sign-off that was proposed, and the copy with the markers, where one was made."""

    sign_off: SignOff
    copy: bytes | None = None


def propose(
    acting: SigningOff,
    name: str,
    report: StoredReport,
    way: Way,
    *,
    reason: str,
    citations: Sequence[str] = (),
    copy: str = "",
    note: str = "",
) -> SignOff:
    """Propose a way on.

    Args:
        acting: who.
        name: a new name of a chain; it begins with `sign-off-`.
        report: that is blocked.
        way: disclaim or escalate.
        reason: why.
        citations: ids; all that this way can settle when none is named.
        copy: of a disclaimer, the sha256 of the copy with the markers (`copy_for`).
        note: the act signed with the person's registered key; needed of a program.

    Raises:
        Denied: not a reviewer, or a program without a note of the person.
        BadInput: nothing is to be decided, a citation is not blocked, no reason.

    """
    _may(acting, "propose", note)
    if faults := report.faults():
        raise BadInput(f"the report was changed: {faults[0]}", remedy="Have the draft checked again.")
    if report.digest != report.stable_sha256:
        raise BadInput(
            "the report was changed: its digest is not that of what it says", remedy="Check the draft again."
        )
    if way == "disclaim" and not copy:
        raise BadInput(
            "a disclaimer is of a copy with the markers", remedy="Give the draft, and the copy if you made it."
        )
    act = act_on(report, way, (), reason=_reason(reason), on=acting.at[:10], citations=citations, copy=copy)
    key = ""
    if note:
        signed = _signed(acting, note, way, report.sha256)
        if (signed.act.draft, set(signed.act.citations), signed.act.copy) != (act.draft, set(act.citations), act.copy):
            raise BadInput("what is signed is about other citations or another draft", remedy="Sign what is proposed.")
        _its_reason(signed, act.reason)
        key = _key_of(signed.by)
    body: dict[str, Any] = {
        "way": way,
        "report": report.sha256,
        "draft": report.draft_sha256,
        "draft_name": report.draft_name,
        "citations": list(act.citations),
        "reason": act.reason,
        "copy": copy,
        "person": acting.principal.user,
        "key": key,
        "note": note,
    }
    chat = acting.acting(name)
    opening = chat.draft(OPENING, {"title": f"sign-off of {report.draft_name}"})
    acting.ledger.append(chat.chat, (opening, chat.draft("proposed", body)))
    return sign_off(acting, name)


def copy_for(
    report: StoredReport,
    draft: bytes,
    name: str,
    *,
    citations: Sequence[str] = (),
    copy: bytes | None = None,
    copy_name: str = "",
) -> tuple[str, bytes]:
    """The sha256 and the bytes of the copy with the markers: made of a text draft, else the one that was given, checked.

    Raises:
        BadInput: the draft is another one, or the copy is not the draft with the markers and nothing else.

    """
    act = act_on(report, "disclaim", (), reason="-", on="2000-01-01", citations=citations)
    read = draft_of(report, draft, name)
    data = copy_with_markers(report, read, act.citations) if copy is None else copy
    return checked_copy(report, read, act.citations, data, copy_name or name), data


def decide(acting: SigningOff, name: str, decision: Decision, *, reason: str, note: str = "") -> SignOff:
    """Approve or refuse what another person proposed.

    Raises:
        Denied: not an approver, the person who proposed, or a program without a note of the person.
        BadInput: there is no such sign-off, it was decided before, no reason.

    """
    if note and decision == "refuse":
        raise BadInput("a refusal is not signed: sign in, and refuse", remedy="Leave the note out.")
    _may(acting, "decide", note)
    held = sign_off(acting, name)
    said = _reason(reason)
    if held.state != "proposed":
        raise BadInput(f"this was {held.state} before, by {held.decided_by}", remedy="A new proposal may be made.")
    if held.by == acting.principal.user:
        raise Denied("four eyes: who proposed does not decide", remedy="Another person with the role approver does.")
    key = ""
    if note:
        signed = _signed(acting, note, "approve", held.report)
        if set(signed.act.citations) != set(held.citations):
            raise BadInput("what is signed is about other citations", remedy="Sign what was proposed.")
        _its_reason(signed, said)
        key = _key_of(signed.by)
        if same_key(key, held.key):
            raise Denied("four eyes: both acts are signed with one key", remedy="Another person decides.")
    acting.acting(name).append(
        "decided",
        {
            "decision": decision,
            "report": held.report,
            "reason": said,
            "person": acting.principal.user,
            "key": key,
            "note": note,
        },
    )
    found = sign_off(acting, name)
    if found.decided_by != acting.principal.user:
        raise BadInput(
            f"{found.decided_by} was faster: this was {found.state}", remedy="Yours is recorded, and moves nothing."
        )
    return found


def sign_off(acting: SigningOff, name: str) -> SignOff:
    """A sign-off of the matter.

    Raises:
        Denied: the principal may not read there.
        BadInput: there is none of this name.

    """
    acting.principal.require("read")
    chat = acting.chat(name) if name.startswith(PREFIX) else None
    found = read_sign_off(chat, acting.ledger.entries(chat)) if chat is not None else None
    if found is None:
        raise BadInput(
            "there is no such sign-off in this matter", remedy="GET /v1/gate/sign-offs lists those there are."
        )
    return found


def list_sign_offs(acting: SigningOff) -> tuple[SignOff, ...]:
    """The sign-offs of the matter, the newest first."""
    acting.principal.require("read")
    chats = [
        each
        for each in acting.ledger.chats(acting.principal.tenant, acting.principal.matter)
        if each.id.chat.startswith(PREFIX)
    ]
    newest = sorted(chats, key=lambda each: each.at, reverse=True)[:MOST_LISTED]
    read = (read_sign_off(each.id, acting.ledger.entries(each.id)) for each in newest)
    return tuple(each for each in read if each is not None)


def standing_of_report(acting: SigningOff, report: StoredReport) -> tuple[str, tuple[Settled, ...]]:
    """Where the draft of a report stands after the sign-offs of the matter."""
    if report.faults() or report.digest != report.stable_sha256:
        raise BadInput("the report was changed", remedy="Have the draft checked again.")
    settled = settled_by(report.reasons(), list_sign_offs(acting), report=report.sha256, draft=report.draft_sha256)
    return standing_value(settled), settled


def _may(acting: SigningOff, action: str, note: str) -> None:
    acting.principal.require(action, signed=bool(note))


def _reason(reason: str) -> str:
    said = reason.strip()
    if not said or len(said) > LONGEST_REASON:
        raise BadInput(f"a decision needs a reason of up to {LONGEST_REASON:,} characters", remedy="Say why.")
    return said


def _signed(acting: SigningOff, note: str, way: ActWay, report: str) -> SignedAct:
    """The act of a note, signed by this very person about this very report."""
    if not acting.user.vkey:
        raise Denied("no key is registered for you", remedy="The operator does: `pincite server users key`.")
    try:
        signed = read_act(note, [parse_vkey(acting.user.vkey)])
    except NotProven as error:
        raise Denied(
            f"the note is not signed with your registered key: {error}", remedy="Sign with your own key."
        ) from error
    if signed.act.report != report or signed.act.way != way:
        raise BadInput("what is signed is about another report, or another way on", remedy=f"Sign «{way}» of this one.")
    if _handed_in(acting, note):
        raise BadInput("this act was handed in before: it counts once", remedy="Whoever means it again signs it again.")
    return signed


def _its_reason(signed: SignedAct, reason: str) -> None:
    """A program puts no other words into a person's mouth."""
    if signed.act.reason != reason:
        raise BadInput("what is signed gives another reason", remedy="Give the reason that was signed.")


def _handed_in(acting: SigningOff, note: str) -> bool:
    """Whether a sign-off of the matter bears an act of these very words."""
    words = note.partition("\n\n")[0]  # signatures of one act may be written in several ways
    chats = acting.ledger.chats(acting.principal.tenant, acting.principal.matter)
    return any(
        str(read_payload(stored.payload).body.get("note", "")).partition("\n\n")[0] == words
        for each in chats
        if each.id.chat.startswith(PREFIX)
        for stored in acting.ledger.entries(each.id)
        if stored.payload is not None and stored.entry.kind in ("proposed", "decided")
    )


def _key_of(key: VerifierKey) -> str:
    return key.vkey
