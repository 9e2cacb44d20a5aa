"""Corrections of decisions: documents of their own that bear the citation of the decision they correct.

Keeps true: the citation means the decision, unless the draft writes the date of a correction beside it, or quotes words that
stand in a correction and not in the decision. Packs put a correction under `<decision>/corrigendum`.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.corpus.answers import WorkFound
from pincite.drafts.checks.dates import dates_near
from pincite.drafts.examination import Examination, Reading

__all__ = ["CORRECTION", "correction_dated", "corrections_of"]

CORRECTION = "/corrigendum"
"""What packs write behind the id of a decision for its correction: a name of ours, which no service knows."""


def correction_dated(examination: Examination, work: WorkFound, reading: Reading) -> WorkFound | None:
    """The correction whose own date stands beside the citation; None when the date is the decision's, or none is written."""
    written = dates_near(reading.draft, examination.mention)
    if not written or any(expression.state in written for expression in work.expressions):
        return None
    for correction in corrections_of(work, reading):
        if any(expression.state in written for expression in correction.expressions):
            return correction
    return None


def corrections_of(work: WorkFound | None, reading: Reading) -> list[WorkFound]:
    """The corrections held of a decision."""
    if work is None or not _is_decision(work):
        return []
    answer = reading.corpus.find_work(work.work + CORRECTION)
    if not isinstance(answer, WorkFound) or answer.work == work.work:
        return []
    works = answer.works or (answer.work,)
    return [replace(answer, work=each, works=(each,), expressions=reading.corpus.expressions(each)) for each in works]


def _is_decision(work: WorkFound) -> bool:
    return any(expression.kind == "decision" for expression in work.expressions)
