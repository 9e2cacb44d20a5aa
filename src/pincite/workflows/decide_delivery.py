"""The ways on from a blocked draft: what an act is about, the copy with markers, the message of an escalation, where it stands.

    fix        a revised draft is checked again (`verify_draft`); `compare_revision` says what became of what was blocked
    disclaim   `copy_with_markers`, then the act
    judge      a person says what the source says
    escalate   `escalation`: who is asked what, with the blocked citations and why
    approve    a second person's act

Keeps true: an act is about the report's file and the draft's bytes as they are; whoever acts names the citations or means all that
the way can settle; nothing here signs (the wings hold keys), and nothing changes a report or a draft.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.digests import sha256, sha256_text
from pincite.drafts.draft import Draft, read_draft
from pincite.errors import BadInput
from pincite.gate.acts import WHOLE_DRAFT, Act, Way
from pincite.gate.disclaimers import Marked, disclaimed, is_disclaimed
from pincite.gate.policy import Reason
from pincite.gate.standing import CONTENT_CAUSES, Standing, standing_of
from pincite.reports.messages import messages_in
from pincite.reports.stored import StoredMention, StoredReport
from pincite.text.language import language_of
from pincite.transparency.note import VerifierKey

__all__ = [
    "Revision", "act_on", "checked_copy", "compare_revision", "copy_with_markers", "draft_of", "escalation", "standing",
]  # fmt: skip

ESCALATION = "pincite.escalation/1"
_TEXT_FORMATS = ("markdown", "plain")


def standing(report: StoredReport, notes: Sequence[str], persons: Sequence[VerifierKey]) -> Standing:
    """Where the draft of a report stands after the acts in `notes`.

    Raises:
        BadInput: the report contradicts itself; nothing is decided on it.

    """
    if faults := [*_digest_fault(report), *report.faults()]:
        raise BadInput(f"the report was changed: {faults[0]}", remedy="Check the draft again with `pincite verify`.")
    return standing_of(report.reasons(), notes, persons, report=report.sha256, draft=report.draft_sha256)


def _digest_fault(report: StoredReport) -> list[str]:
    return [] if report.digest == report.stable_sha256 else ["its digest is not that of what it says"]


def act_on(
    report: StoredReport,
    way: Way,
    notes: Sequence[str],
    *,
    reason: str,
    on: str,
    citations: Sequence[str] = (),
    to: str = "",
    copy: str = "",
    support: str = "",
) -> Act:
    """The act to be signed.

    Args:
        report: that it is about.
        way: what is decided.
        notes: the acts before it.
        reason: why, in the person's words.
        on: ISO date.
        citations: ids; all that this way can settle when none is named.
        to: of an escalation.
        copy: of a disclaimer, sha256 of the copy with the markers.
        support: of a judgement.

    Raises:
        BadInput: there is nothing to decide, a citation is not blocked or cannot be settled in this way, no reason.

    """
    if not reason.strip():
        raise BadInput("a decision needs a reason", remedy="Give it with --reason.")
    able = [reason_.citation_id or WHOLE_DRAFT for reason_ in report.reasons() if _settles(way, reason_)]
    able = list(dict.fromkeys(able))
    if not able:
        raise BadInput(f"nothing in this report can be settled by «{way}»", remedy="See `pincite gate status`.")
    wrong = [each for each in citations if each not in able]
    if wrong:
        raise BadInput(
            f"{wrong[0]} is not blocked, or cannot be settled by «{way}»", remedy=f"It settles {', '.join(able)}."
        )
    chosen = tuple(each for each in able if not citations or each in citations)
    previous = sha256_text(notes[-1]) if notes else ""
    return Act(way, report.sha256, report.draft_sha256, chosen, reason.strip(), on, to, copy, support, previous)


def _settles(way: Way, reason: Reason) -> bool:
    if way == "disclaim":
        return bool(reason.citation_id)
    return reason.cause in CONTENT_CAUSES if way == "judge" else True


def draft_of(report: StoredReport, data: bytes, name: str) -> Draft:
    """The draft of a report, read again.

    Raises:
        BadInput: these are other bytes than the report is about, or its citations do not stand where the report says.

    """
    if sha256(data) != report.draft_sha256:
        raise BadInput(f"{name} is not the draft of this report", remedy="A changed draft is checked again.")
    original = any(f["parameters"].get("view") == "original" for f in report.values["findings"])
    draft = read_draft(data, name, tracked="original" if original else "final")
    for each in report.mentions:
        if draft.text[each.start : each.end] != each.raw:
            raise BadInput(f"{each.citation_id} does not stand in {name} where the report says")
    return draft


def _marked(draft: Draft, report: StoredReport, citations: Sequence[str]) -> list[Marked]:
    return [Marked(m.end, _language(draft, m)) for m in report.mentions if m.citation_id in citations]


def _language(draft: Draft, mention: StoredMention) -> str:
    claim = mention.values["claim"]
    return language_of(draft.text[claim["start"] : claim["end"]]) or draft.language or "en"


def copy_with_markers(report: StoredReport, draft: Draft, citations: Sequence[str]) -> bytes:
    """The copy of a text draft that bears the markers, as UTF-8.

    Raises:
        BadInput: the draft is no text file; its copy is made by hand and given to `checked_copy`.

    """
    if draft.markup not in _TEXT_FORMATS:
        raise BadInput(
            f"a {draft.markup} file is not written here",
            remedy="Put the marker behind each citation in a copy of your own, and give it with --copy.",
        )
    return disclaimed(draft.text, _marked(draft, report, citations)).encode("utf-8")


def checked_copy(report: StoredReport, draft: Draft, citations: Sequence[str], copy: bytes, name: str) -> str:
    """The sha256 of a copy that is the draft with the markers and nothing else.

    Raises:
        BadInput: it is not.

    """
    read = read_draft(copy, name, language=draft.language)
    if not is_disclaimed(read.text, draft.text, _marked(draft, report, citations)):
        raise BadInput(
            f"{name} is not the draft with the marker behind each of {', '.join(citations)}",
            remedy="Change nothing else in it; the words of the marker are in docs/gate.md.",
        )
    return sha256(copy)


def escalation(report: StoredReport, act: Act, by: str, *, language: str = "en") -> dict[str, Any]:
    """The structured message to the person who is to decide."""
    messages = messages_in(language)
    records = {each.citation_id: each for each in report.mentions}
    blocked: list[dict[str, Any]] = []
    for reason in report.reasons():
        if (reason.citation_id or WHOLE_DRAFT) not in act.citations:
            continue
        record = records.get(reason.citation_id)
        blocked.append(
            {
                "citation_id": reason.citation_id or WHOLE_DRAFT,
                "status": reason.status,
                "cause": reason.cause,
                "says": messages.say("cause", reason.cause),
                **(_of_record(record) if record is not None else {}),
            }
        )
    return {
        "schema": ESCALATION,
        "to": act.to,
        "by": by,
        "on": act.on,
        "reason": act.reason,
        "report_sha256": act.report,
        "draft": {"name": report.draft_name, "sha256": act.draft},
        "blocked": blocked,
        "asked": ["approve", "judge", "disclaim", "fix"],
    }


def _of_record(record: StoredMention) -> dict[str, Any]:
    evidence = record.values.get("evidence") or {}
    return {
        "citation": record.raw,
        "line": record.values["span"].get("line", 0),
        "reference": record.values.get("reference"),
        "claim": record.values["claim"].get("text", ""),
        "source_says": evidence.get("snippet", ""),
        "url": evidence.get("url", ""),
    }


@dataclass(frozen=True, slots=True)
class Revision:
    """What became of the blocked citations of an earlier draft in its revision, each as it stood there.

    `mended`: stands in the revision and passes; `removed`: stands there no more; `still`: blocked there too; `new`: blocked in
    the revision and not in the earlier draft.
    """

    mended: tuple[str, ...]
    removed: tuple[str, ...]
    still: tuple[str, ...]
    new: tuple[str, ...]


def compare_revision(earlier: StoredReport, revised: StoredReport) -> Revision:
    """Compare two reports; citations are told apart by their words, one occurrence for one."""
    before, after = _blocked(earlier), _blocked(revised)
    there = Counter(_words(each.raw) for each in revised.mentions)
    still = before & after
    gone = before - still
    removed: Counter[str] = Counter()
    for words, count in gone.items():
        passing = max(0, there[words] - after[words])
        if count > passing:
            removed[words] = count - passing
    return Revision(*(tuple(each.elements()) for each in (gone - removed, removed, still, after - still)))


def _blocked(report: StoredReport) -> Counter[str]:
    ids = {reason.citation_id for reason in report.reasons()}
    return Counter(_words(each.raw) for each in report.mentions if each.citation_id in ids)


def _words(raw: str) -> str:
    return " ".join(raw.replace("*", "").split())
