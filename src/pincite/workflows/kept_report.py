"""A report that was kept, with the draft it was made of: the draft read again as it was read for the report.

Keeps true: a draft whose bytes are others than those that were checked is refused; nothing is checked again.
"""

from __future__ import annotations

from pincite.digests import sha256
from pincite.drafts.draft import Draft, read_draft
from pincite.errors import BadInput
from pincite.reports.shown import draft_of

__all__ = ["draft_again"]


def draft_again(report: bytes, data: bytes) -> Draft:
    """The draft of a report.

    Args:
        report: the bytes of its JSON.
        data: those of the draft.

    Raises:
        BadInput: it is no report, or of another draft.

    """
    of = draft_of(report)
    if sha256(data) != of.sha256:
        raise BadInput("the report was made of another draft", remedy="Check this draft, or name the one it is of.")
    return read_draft(data, of.name, language=of.language, tracked=of.tracked)
