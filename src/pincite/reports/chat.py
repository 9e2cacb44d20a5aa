"""The words for the codes of chats: refusals of a passage, and what is wrong with a chain."""

from __future__ import annotations

from functools import cache

from pincite.text.tables import rows

__all__ = ["sentence"]


def sentence(code: str) -> str:
    """The sentence of a code; the code itself, when the catalogue has none."""
    return _catalogue().get(code, code)


@cache
def _catalogue() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("pincite.reports", "data/chat_en.tsv")}
