"""Existence: is there such a document, as far as the releases can say?

Sets existence and scope. `not_found` is said only where a release, or a complete list of the pack, rules the document out; what the grammar already found
impossible (a page 0, a part that a volume does not have) is `malformed` and nobody is asked.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.corpus.answers import NotFound, OutsideCoverage, Suggestion, WorkFound
from pincite.drafts.checks.corrections import correction_dated
from pincite.drafts.checks.dates import dates_near, state_named
from pincite.drafts.claims import residual_words
from pincite.drafts.examination import Examination, Reading
from pincite.drafts.languages import family
from pincite.findings import Finding
from pincite.text.span import Span

__all__ = ["check_existence"]

MAXIMUM_SUGGESTIONS = 5
_HEAD_BLOCKS = 6
_LONGEST_HEAD = 400  # characters of a block of the head; a longer one says more than a number, and is not read for each
OUT_OF_SCOPE_KINDS = ("doctrine", "other")
OF_SERVICES = ("not_served", "service_sent_other", "service_without_text", "live_withheld")
"""What live services said when none served the document."""


def check_existence(examination: Examination, reading: Reading) -> Examination:
    """Look the work up; near misses are offered."""
    mention = examination.mention
    if examination.inside_quotation:
        return examination.on(existence="outside_coverage", out_of_scope=True).note(Finding("inside_quotation"))
    if _is_own_number(examination, reading):
        return examination.on(existence="outside_coverage", out_of_scope=True).note(Finding("own_number"))
    if mention.reading == "impossible":
        return _offers(
            examination.on(existence="malformed").note(Finding("malformed", {"reason": mention.note or "impossible"})),
            reading,
        ).fix("fix_reference", text=mention.text)
    if mention.reading == "repaired":
        examination = examination.note(Finding("repaired", {"reason": mention.note}))
    if examination.reference is None:
        return _without_reference(examination)
    if examination.resolved_by == "last_decision":
        examination = examination.note(Finding("short_form_read", {"reference": str(examination.reference)}))
    answer = reading.corpus.find_work(str(examination.reference))
    examination = replace(examination, searched=(str(examination.reference),))
    match answer:
        case WorkFound():
            return _found(examination, answer, reading)
        case NotFound():
            examination = examination.on(existence="not_found").note(
                Finding("not_found", {"reference": answer.reference, "release": answer.release, "claim": answer.claim})
            )
        case OutsideCoverage():
            examination = _outside(examination, answer.reference, reading).note(
                *(Finding(code, {"reference": answer.reference}) for code in answer.findings if code in OF_SERVICES)
            )
    return _offers(examination.offer(*answer.suggestions[:MAXIMUM_SUGGESTIONS]), reading).fix(
        "fix_reference" if examination.axes.existence == "not_found" else "fix_coverage", text=mention.text
    )


def _is_own_number(examination: Examination, reading: Reading) -> bool:
    """Whether a case number is the draft's own: it stands alone on a line of the head of the draft and supports nothing."""
    mention, draft = examination.mention, reading.draft
    index = draft.block_at(mention.start)
    if mention.kind != "case" or index is None or index >= _HEAD_BLOCKS:
        return False
    block = draft.blocks[index]
    if examination.claim.start < block.start or block.end - block.start > _LONGEST_HEAD:
        return False
    return not residual_words(
        draft.text, Span(block.start, block.end), [Span(mention.start, mention.end)], draft.language, names=()
    )


def _outside(examination: Examination, reference: str, reading: Reading) -> Examination:
    """No release covers it; a complete list (of a collection's first pages, say) may still rule it out."""
    absence = reading.absent(reference)
    if absence is None:
        return examination.on(existence="outside_coverage").note(Finding("outside_coverage", {"reference": reference}))
    near = tuple(Suggestion(other, why) for other, why in absence.near)
    return (
        examination.on(existence="not_found")
        .note(Finding("not_in_list", {"reference": reference, "claim": absence.claim}))
        .offer(*near)
    )


def _without_reference(examination: Examination) -> Examination:
    mention = examination.mention
    if mention.kind in OUT_OF_SCOPE_KINDS:
        return examination.on(existence="outside_coverage", out_of_scope=True).note(
            Finding("out_of_scope", {"kind": mention.kind})
        )
    examination = examination.on(existence="outside_coverage")
    if mention.candidates:
        return examination.note(Finding("reference_open", {"candidates": ", ".join(mention.candidates)})).fix(
            "fix_write_in_full", text=mention.text
        )
    code = "short_form_open" if mention.form == "short" else "outside_scheme"
    return examination.note(Finding(code, {"text": mention.text})).fix(
        "fix_write_in_full" if mention.form == "short" else "fix_coverage", text=mention.text
    )


def _offers(examination: Examination, reading: Reading) -> Examination:
    if examination.reference is None or examination.suggestions:
        return examination
    return examination.offer(*reading.corpus.near(str(examination.reference))[:MAXIMUM_SUGGESTIONS])


def _found(examination: Examination, answer: WorkFound, reading: Reading) -> Examination:
    examination = examination.on(existence="found")
    if "label_by_record_alone" in answer.findings:
        examination = examination.on(low_confidence=True).note(
            Finding("label_by_record_alone", {"reference": answer.work, "source": answer.release})
        )
    if len(answer.works) > 1:
        return _one_of_several(examination, answer, reading)
    return _opened(examination, answer, reading)


def _one_of_several(examination: Examination, answer: WorkFound, reading: Reading) -> Examination:
    """A docket that led to several decisions: the date written beside it says which; otherwise nobody has chosen."""
    written = dates_near(reading.draft, examination.mention)
    for work in answer.works:
        expressions = reading.corpus.expressions(work)
        if any(expression.state in written for expression in expressions):
            chosen = replace(answer, work=work, expressions=expressions)
            return _opened(examination, chosen, reading).note(Finding("chosen_by_date", {"work": work}))
    offers = tuple(Suggestion(work, "several_works") for work in answer.works[:MAXIMUM_SUGGESTIONS])
    return (
        _opened(examination, answer, reading)
        .on(identity="differs")
        .note(Finding("several_works", {"works": ", ".join(answer.works), "count": len(answer.works)}))
        .offer(*offers)
    )


def _opened(examination: Examination, work: WorkFound, reading: Reading) -> Examination:
    """With the wording for the language and the date, when no place is cited: newest state not later than the date."""
    if (correction := correction_dated(examination, work, reading)) is not None:
        examination = examination.note(Finding("chosen_by_date", {"work": correction.work}))
        work = correction
    expressions = work.expressions
    as_of = state_named(reading.draft, examination.mention, expressions) or reading.date_of(examination)
    examination = replace(examination, work=work)
    language = family(reading.language_of(examination))
    usable = [e for e in expressions if not as_of or not e.state or e.state <= as_of] or list(expressions)
    wording = next((e for e in usable if family(e.language) == language), usable[0] if usable else None)
    return replace(examination, expression=wording)
