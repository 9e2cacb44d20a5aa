"""Compose an answer from a text with placeholders: refused with every span, or expanded, with References.

Keeps true: a text that holds one case number, one pinned chapter or article reference, one address, or one placeholder that
does not stand for a standing row, does not leave; the answer that leaves is the same for the same text, rows and language.
"""

from __future__ import annotations

from pincite.answers.settle import Settler
from pincite.answers.streaming import AnswerStream, Finished

__all__ = ["compose"]


def compose(text: str, settler: Settler) -> Finished:
    """The whole text at once; `settler.mode` is `refuse`.

    Raises:
        ValueError: the settler labels instead of refusing, or has settled another text.

    """
    if settler.mode != "refuse":
        raise ValueError("an answer is composed by refusing what was written by hand")
    stream = AnswerStream(settler)
    stream.feed(text)
    return stream.close()[1]
