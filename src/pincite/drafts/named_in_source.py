"""Provisions that a draft names because the decision it cites for the sentence does: «… rely on art. 8 ECHR (4A_1/2026 consid. 7.3)».

Keeps true: only of a provision that no release covers, with no quotation of its own, and of which the sentence says that somebody relies on
it; only where the passage that is cited behind it, for the same sentence, was opened and names the very same provision. It is then the decision's words that are checked, and that is disclosed;
nothing that was not found, stands alone or is cited for what it says is excused. Words: `data/invoked.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pincite.drafts.examination import Examination
from pincite.drafts.treatment import Mentions
from pincite.findings import Finding
from pincite.text.tables import rows

__all__ = ["named_in_source"]

_NEAR = 40
"""Code points between a provision and the word that says who relies on it."""


def named_in_source(text: str, examinations: Sequence[Examination], mentions: Mentions) -> list[Examination]:
    """The examinations, with provisions out of scope that the decision cited behind them names itself; `text` is the draft's."""
    return [_one(each, examinations, mentions) if _invoked(text, each) else each for each in examinations]


def _one(examination: Examination, examinations: Sequence[Examination], mentions: Mentions) -> Examination:
    mention, axes = examination.mention, examination.axes
    waits = axes.existence == "outside_coverage" and not axes.out_of_scope and not examination.ties
    if not waits or mention.kind != "statute" or examination.reference is None:
        return examination
    for other in examinations[examination.index + 1 :]:
        if other.claim.start > mention.start:
            break
        if other.mention.kind != "case" or not other.open or other.place is None or mention.end > other.claim.end:
            continue
        named = mentions(other.place.text, other.place.expression.language)
        if any(each.reference == str(examination.reference) for each in named):
            return examination.on(out_of_scope=True).note(
                Finding("named_in_source", {"reference": str(examination.reference), "source": str(other.reference)})
            )
    return examination


def _invoked(text: str, examination: Examination) -> bool:
    claim, mention = examination.claim, examination.mention
    before, behind = _words()
    return bool(
        before.search(text, max(claim.start, mention.start - _NEAR), mention.start)
        or behind.search(text, mention.end, max(mention.end, min(claim.end, mention.end + _NEAR)))
    )


@cache
def _words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = list(rows("pincite.drafts.data", "invoked.tsv"))
    cells = [[phrase for row in table for phrase in row[side].split("|") if phrase] for side in (1, 2)]
    before, behind = (
        "|".join(rf"\b{re.escape(phrase)}" if phrase.isascii() or phrase[0] < "\u2e80" else phrase for phrase in each)
        for each in cells
    )
    return re.compile(before, re.IGNORECASE), re.compile(rf"(?:{behind})\b", re.IGNORECASE)
