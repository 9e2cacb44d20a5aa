"""Provisions that a draft names because the decision it cites for the sentence does: «… rely on art. 8 ECHR (4A_1/2026 consid. 7.3)».

Keeps true: only of a provision that no release covers, with no quotation of its own; only where the passage that is cited behind it, for
the same sentence, was opened and names the very same provision. It is then the decision's words that are checked, and that is disclosed;
nothing that was not found or stands alone is excused.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.drafts.examination import Examination
from pincite.drafts.treatment import Mentions
from pincite.findings import Finding

__all__ = ["named_in_source"]


def named_in_source(examinations: Sequence[Examination], mentions: Mentions) -> list[Examination]:
    """The examinations, with provisions out of scope that the decision cited behind them names itself."""
    return [_one(each, examinations, mentions) for each in examinations]


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
