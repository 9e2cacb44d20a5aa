"""Audit a finished text, whoever wrote it: a corrected copy in which every citation stands on a row, or bears a label.

Keeps true: the text as given is not changed; what cannot be verified is labelled, and the account names every change with its
spans. Verified means: in our copy, this passage, word for word, at this place. It does not mean good law.
"""

from __future__ import annotations

from collections import Counter

from pincite.answers.account import LABELLED
from pincite.answers.settle import Settler
from pincite.answers.streaming import AnswerStream, Finished

__all__ = ["audit", "counts", "unlabelled"]


def audit(text: str, settler: Settler) -> Finished:
    """The whole text at once; `settler.mode` is `label`.

    Raises:
        ValueError: the settler refuses instead of labelling, or has settled another text.

    """
    if settler.mode != "label":
        raise ValueError("an audit labels; it refuses nothing")
    stream = AnswerStream(settler)
    stream.feed(text)
    return stream.close()[1]


def counts(finished: Finished) -> dict[str, int]:
    """How many citations had each outcome."""
    return dict(sorted(Counter(change.outcome for change in finished.changes).items()))


def unlabelled(finished: Finished) -> bool:
    """Whether nothing had to be labelled."""
    return not any(change.outcome in LABELLED for change in finished.changes)
