"""Audit a finished text against a chat, or against releases alone: a corrected copy, and an account of every change.

    1 the rows of the chat, or none                    3 rows the audit earned, and the account's digest, are recorded
    2 units: matched, grounded, corrected or labelled  4 the corrected copy with References

A text written elsewhere is audited the same way: without a chat nothing is recorded anywhere.
"""

from __future__ import annotations

from typing import Any

from pincite.answers.account import change_json
from pincite.answers.audit import counts, unlabelled
from pincite.answers.streaming import AnswerStream, Finished
from pincite.digests import sha256_text
from pincite.errors import BadInput
from pincite.ledger.port import no_chat
from pincite.workflows.answer_grounds import ChatGrounds
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, LiveAnswer, recorded, settling

__all__ = ["as_json", "audit_answer", "live_audit"]

SCHEMA = "pincite.audited-answer/1"
MOST_CHARACTERS = 5_000_000


def audit_answer(text: str, answering: Answering, *, at: str, acting: Acting | None = None) -> Finished:
    """Audit a text.

    Args:
        text: as it was written.
        answering: grammars, releases, language, verifier.
        at: ISO time, for the entries.
        acting: in which chat; None for releases alone.

    Raises:
        BadInput: there is no such chat, or the text is too long.
        CannotRun: the ledger or a release failed; or somebody added rows meanwhile (nothing was recorded).

    """
    if len(text) > MOST_CHARACTERS:
        raise BadInput(f"the text has {len(text):,} characters", remedy=f"Audit parts of {MOST_CHARACTERS:,} at most.")
    grounds = _grounds(answering, at, acting)  # 1
    stream = AnswerStream(settling("label", answering, grounds, text))
    stream.feed(text)  # 2
    finished = stream.close()[1]
    if acting is not None:  # 3
        grounds.record("audited", recorded(text, finished))
        grounds.commit()
    return finished  # 4


def live_audit(answering: Answering, *, at: str, acting: Acting | None = None) -> LiveAnswer:
    """An audit of a text that arrives in pieces; its language must be given, or English is taken."""
    grounds = _grounds(answering, at, acting)
    return LiveAnswer(settling("label", answering, grounds, ""), grounds)


def _grounds(answering: Answering, at: str, acting: Acting | None) -> ChatGrounds:
    if acting is not None and acting.ledger.head(acting.chat) is None:
        raise no_chat(acting.chat)
    return ChatGrounds(acting, answering.corpus, answering.url, at, as_of=answering.as_of, absent=answering.absent)


def as_json(text: str, finished: Finished) -> dict[str, Any]:
    """The account as JSON of the schema `pincite.audited-answer/1`."""
    return {
        "schema": SCHEMA,
        "text_sha256": sha256_text(text),
        "copy_sha256": sha256_text(finished.text),
        "copy": finished.text,
        "all_verified": unlabelled(finished),
        "counts": counts(finished),
        "changes": [dict(change_json(change)) for change in finished.changes],
        "rows": [
            {
                "row": row.name,
                "reference": row.evidence.reference,
                "release": row.evidence.release,
                "url": row.evidence.url,
            }
            for row in finished.cited
            if row.evidence is not None
        ],
        "disclaimer": "Verified: in the copy held, this passage, word for word, at this place. It does not mean good law.",
    }
