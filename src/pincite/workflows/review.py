"""A reviewer's decisions on the findings of a report, kept beside it as entries of the ledger.

Keeps true: a decision is about the report's digest and one of its citations; deciding again adds an entry and replaces none; an
override says why. None of them lifts a block: that is a signed act at the gate (`decide_delivery`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from pincite.digests import sha256_text
from pincite.errors import BadInput, CannotRun
from pincite.ledger.entries import ChatId, read_payload
from pincite.ledger.port import Ledger
from pincite.workflows.chat import Acting, new_chat

__all__ = ["Decided", "Decision", "chat_of", "decide_on", "decisions_on"]

Decision = Literal["accept", "override", "comment"]
"""accept: the finding is right; override: it is not, and why; comment: words about it, which decide nothing."""

REVIEWED = "reviewed"
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it stands in the ledger: `by` is the person's name, `at` ISO 8601, UTC."""

    seq: int
    citation: str
    decision: Decision
    words: str
    by: str
    at: str


def chat_of(report_sha256: str, matter: str = "default") -> str:
    """The name of the chain of a report's decisions in a matter: names are given once in a tenant."""
    return f"review-{report_sha256[:24]}" + ("" if matter == "default" else f"-{sha256_text(matter)[:8]}")


def decide_on(
    acting: Acting,
    report: Mapping[str, Any],
    report_sha256: str,
    *,
    citation: str,
    decision: str,
    words: str,
    by: str,
) -> Decided:
    """Record a decision.

    Args:
        acting: in the chain `chat_of(report_sha256)`, which begins with the first decision.
        report: the report's values.
        report_sha256: digest of all of it but the volatile block.
        citation: id of the citation.
        decision: see `Decision`.
        words: reason or comment.
        by: who decides.

    Raises:
        BadInput: there is no such citation or decision, or a reason is missing.
        CannotRun: the ledger failed; nothing was recorded.

    """
    if decision not in get_args(Decision):
        raise BadInput(f"{decision!r:.40} is no decision", remedy="Accept, override or comment.")
    if citation not in {each["citation_id"] for each in report["mentions"]}:
        raise BadInput("the report has no such citation", remedy="Open the report again.")
    words = words.strip()
    if not words and decision != "accept":
        raise BadInput("words are missing", remedy="An override needs a reason, a comment its words.")
    if len(words) > _LONGEST:
        raise BadInput(f"the words have {len(words):,} characters", remedy=f"Give {_LONGEST:,} at most.")
    if acting.ledger.head(acting.chat) is None:
        try:
            new_chat(acting, f"review of {report['draft']['name']}")
        except BadInput:
            if acting.ledger.head(acting.chat) is None:  # else somebody decided first, at the same time
                raise
    body = {
        "report_sha256": report_sha256,
        "draft_sha256": str(report["draft"]["sha256"]),
        "citation": citation,
        "decision": decision,
        "words": words,
        "by": by,
    }
    entry = acting.append(REVIEWED, body)
    return Decided(entry.seq, citation, cast("Decision", decision), words, by, entry.at)


def decisions_on(ledger: Ledger, chat: ChatId, report_sha256: str) -> dict[str, tuple[Decided, ...]]:
    """The decisions on a report by citation, in the order in which they were made; erased ones are gone.

    Raises:
        CannotRun: an entry cannot be read.

    """
    found: dict[str, list[Decided]] = {}
    for each in _read(ledger, chat, report_sha256):
        found.setdefault(each.citation, []).append(each)
    return {citation: tuple(decided) for citation, decided in found.items()}


def _read(ledger: Ledger, chat: ChatId, report_sha256: str) -> Iterable[Decided]:
    for stored in ledger.entries(chat):
        if stored.entry.kind != REVIEWED or stored.payload is None:
            continue
        try:
            body = read_payload(stored.payload).body
            # the name of a chain is short: another report's decisions never show
            if body["report_sha256"] == report_sha256:
                said = (str(body["citation"]), body["decision"], str(body["words"]), str(body["by"]))
                yield Decided(stored.entry.seq, *said, stored.entry.at)
        except (ValueError, KeyError, TypeError) as error:
            raise CannotRun(
                f"entry {stored.entry.seq} of {chat} is damaged: {error}",
                remedy="Run `pincite chat verify` on it.",
            ) from error
