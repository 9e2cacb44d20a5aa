"""Pinpoint: is there such a place in the document? `corrected` is for the check of quotations to say.

`absent` is said only of a document whose places of that kind are numbered at all; a transcript without paragraph numbers
leaves a pinpoint `unchecked`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.corpus.answers import NotFound, OutsideCoverage, PlaceFound
from pincite.drafts.checks.dates import state_named
from pincite.drafts.examination import Examination, Reading
from pincite.findings import Finding

__all__ = ["check_pinpoint"]

MAXIMUM_SUGGESTIONS = 5
DISCLOSED = {
    "repeated_id", "sentence_not_separate", "paragraph_not_separate", "equivalent_label", "part_of_range_node",
    "preamble_as_published",
    "other_language",
    "newer_state_other_language", "later_than_as_of", "beyond_release", "undated_state", "earlier_than_state",
}  # fmt: skip
"""Findings of a lookup that a report passes on as they are."""


def check_pinpoint(examination: Examination, reading: Reading) -> Examination:
    """Open the place the draft names."""
    reference, work = examination.reference, examination.work
    if not examination.open or reference is None or work is None:
        return examination
    if reference.place is None:
        return examination.on(pinpoint="none")
    # the work may have been chosen by its date among several under one number
    asked = f"{work.work}#{reference.place}"
    as_of = state_named(reading.draft, examination.mention, work.expressions) or reading.date_of(examination)
    answer = reading.corpus.find_place(asked, language=reading.language_of(examination), as_of=as_of)
    examination = replace(examination, searched=(*examination.searched, asked))
    if isinstance(answer, PlaceFound):
        notes = [Finding(code, {"reference": asked}) for code in answer.findings if code in DISCLOSED]
        return replace(examination, place=answer, expression=answer.expression).on(pinpoint="confirmed").note(*notes)
    if isinstance(answer, OutsideCoverage):
        notes = [Finding(code, {"reference": asked}) for code in answer.findings] or [
            Finding("place_not_held", {"reference": asked})
        ]
        return examination.on(pinpoint="unchecked").note(*notes).offer(*answer.suggestions[:MAXIMUM_SUGGESTIONS])
    return _absent(examination, answer, reading, str(reference.place))


def _absent(examination: Examination, answer: NotFound, reading: Reading, place: str) -> Examination:
    expression = examination.expression
    shape = _shape(place)
    numbered = (
        [node.label or node.eid for node in reading.corpus.nodes(expression.id) if _shape(node.eid) == shape]
        if expression is not None
        else []
    )
    if not numbered:
        return examination.on(pinpoint="unchecked").note(Finding("places_not_numbered", {"place": place}))
    return (
        examination.on(pinpoint="absent")
        .note(Finding("no_such_place", {"place": place, "last": numbered[-1].rstrip("."), "count": len(numbered)}))
        .offer(*answer.suggestions[:MAXIMUM_SUGGESTIONS])
        .fix("fix_pinpoint", place=place)
    )


def _shape(place: str) -> tuple[str, int]:
    """What kind of place an id names (para, consid, art, s, sch, p ...), and how deep it lies."""
    found = re.match(r"[A-Za-z]+", place)
    return (found.group() if found else ""), len(re.findall(r"[_/.]", place.partition("..")[0]))
