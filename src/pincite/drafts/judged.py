"""Claims put to a judge: what is asked, of which passage, and what its answer does to an examination.

Keeps true:
1. A judge is asked only where its answer can change the status: the document was opened, no quotation settles the claim,
   and nothing found before blocks it anyway.
2. It moves the support axis, and the pinpoint to `corrected` where the words cited stand elsewhere in the document. Nothing
   becomes SUPPORTED without evidence that was opened.
3. A claim is judged by its own passage: the place cited, else the place where the quoted words stand, else those parts of
   the document that speak of the same things (what is missing in them proves nothing).
4. Where a judge finds that the place cited does not state a claim, the rest of the document is read once, only to find
   where it does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.corpus.answers import PlaceFound
from pincite.drafts.checks.content import evidence_at
from pincite.drafts.examination import Examination, Reading
from pincite.findings import Finding
from pincite.judging.judge import WITHHELD, Judge, Opinion, Question, Seen
from pincite.judging.verdict import Evidence, status_of
from pincite.judging.windows import Window, window_of
from pincite.text.span import Span

__all__ = ["judge_claims"]

_NOT_JUDGED = ("content_not_judged", "quotation_stands")
_BEARS_OUT = ("SUPPORTED", "PARTLY")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and where its window stands in the document."""

    question: Question
    window: Window
    start: int

    def span(self, start: int, end: int) -> Span | None:
        """Where `passage[start:end]` stands in the document."""
        found = self.window.back(start, end)
        return None if found is None else Span(self.start + found.start, self.start + found.end)

    @property
    def best(self) -> Span:
        """The part of the document that was judged, or the likeliest part of it."""
        return Span(self.start + self.window.best.start, self.start + self.window.best.end)


def judge_claims(examinations: Sequence[Examination], reading: Reading, judge: Judge) -> list[Examination]:
    """The examinations with the judge's opinion on each claim that waits for one."""
    found = list(examinations)
    asked = {at: _asked(e, reading, _place(e)) for at, e in enumerate(examinations) if _waits(e)}
    for at, (one, opinion) in _opinions(asked, judge).items():
        found[at] = _with(found[at], _of_place(opinion, found[at], reading), one, reading)
    again = {
        at: _asked(found[at], reading, None)
        for at, one in asked.items()
        if one is not None and _look_elsewhere(found[at], one)
    }
    for at, (one, opinion) in _opinions(again, judge).items():
        if opinion.support in _BEARS_OUT and opinion.excerpts:
            found[at] = _elsewhere(found[at], opinion, one, reading)
    return found


def _opinions(asked: dict[int, _Asked | None], judge: Judge) -> dict[int, tuple[_Asked, Opinion]]:
    there = {at: one for at, one in asked.items() if one is not None}
    opinions = judge.judge([one.question for one in there.values()]) if there else ()
    return {at: (one, opinion) for (at, one), opinion in zip(there.items(), opinions, strict=True)}


def _waits(examination: Examination) -> bool:
    if not examination.open or examination.expression is None:
        return False
    axes = examination.axes
    # a place that is not there may yet be found by what the draft says of it
    pinpoint = "corrected" if axes.pinpoint == "absent" else axes.pinpoint
    settled = axes._replace(support="SUPPORTED", pinpoint=pinpoint)
    return axes.support == "UNDECIDED" and status_of(settled) in ("MATCH", "PARTIAL")


def _of_place(opinion: Opinion, examination: Examination, reading: Reading) -> Opinion:
    """An opinion that a place has nothing to do with a claim, undecided where the rest of the document speaks of it."""
    unrelated = opinion.route == "lexical" and opinion.support == "UNSUPPORTED" and examination.place is not None
    if not unrelated or _asked(examination, reading, None) is None:
        return opinion
    return replace(opinion, support="UNDECIDED", route="none", reason="elsewhere")


def _look_elsewhere(examination: Examination, one: _Asked) -> bool:
    """Whether a model or service said of a cited place that it does not state the claim."""
    opinion = examination.opinion
    return (
        opinion is not None
        and opinion.support == "UNSUPPORTED"
        and opinion.route in ("local_model", "server_judge")
        and opinion.reason != "recorded"
        and not one.question.partial
        and examination.place is not None
    )


def _place(examination: Examination) -> Span | None:
    """The span of the document the claim is to be judged by; None for the document."""
    if examination.place is not None and examination.axes.pinpoint != "corrected":
        return Span(examination.place.start, examination.place.end)
    for check in examination.quote_checks:
        if check.passage is not None and check.passage.block is not None and check.where in ("place", "document"):
            block = check.passage.block
            return Span(block.document_start, block.document_start + len(block.text))
    return None


def _asked(examination: Examination, reading: Reading, place: Span | None) -> _Asked | None:
    """What is asked about a mention; None when there is nothing to read."""
    expression = examination.expression
    if expression is None:
        return None
    document = reading.text(expression)
    span = place or Span(0, len(document))
    claim = examination.claim
    words = reading.draft.text[claim.start : claim.end]
    language = reading.language_around(examination) or reading.draft.language
    window = window_of(document[span.start : span.end], words, language, expression.language)
    if not window.passage.strip():
        return None
    question = Question(
        claim=words,
        passage=window.passage,
        claim_language=language,
        passage_language=expression.language,
        citations=_citations(examination, reading),
        partial=place is None,
        signal=claim.signal,
        reference=str(examination.reference) if examination.reference is not None else "",
        spans=(claim.span,),
        draft=reading.draft.sha256,
        citation=Span(examination.mention.start, examination.mention.end),
    )
    return _Asked(
        replace(question, partial=window.partial or examination.axes.pinpoint == "absent"), window, span.start
    )


def _citations(examination: Examination, reading: Reading) -> tuple[Span, ...]:
    claim, mentions = examination.claim, reading.mentions
    first = bisect_left(mentions, claim.start, key=lambda mention: mention.start)
    last = bisect_left(mentions, claim.end, key=lambda mention: mention.start)
    return tuple(Span(m.start - claim.start, min(m.end, claim.end) - claim.start) for m in mentions[first:last])


def _with(examination: Examination, opinion: Opinion, one: _Asked, reading: Reading) -> Examination:
    examination = replace(examination, opinion=opinion)
    if opinion.reason == WITHHELD:
        return examination.on(withheld=True)
    examination = examination.note(*(_finding(seen) for seen in opinion.signals))
    if not opinion.decided:
        return examination
    evidence = _evidence(examination, opinion, one, reading)
    if opinion.support in _BEARS_OUT:
        if evidence is None or (examination.axes.pinpoint == "absent" and not (opinion.excerpts or opinion.stands_at)):
            return examination
        if examination.axes.pinpoint == "absent" or opinion.stands_at:
            examination = _corrected(examination, evidence, opinion, reading)
    kept = tuple(f for f in examination.findings if f.code not in _NOT_JUDGED)
    examination = replace(examination, findings=kept, evidence=evidence or examination.evidence, route=opinion.route)
    return examination.on(support=opinion.support)


def _elsewhere(examination: Examination, opinion: Opinion, one: _Asked, reading: Reading) -> Examination:
    """The place cited does not state it; another one of the document does."""
    evidence = _evidence(examination, opinion, one, reading)
    if evidence is None:
        return examination
    examination = _corrected(replace(examination, opinion=opinion), evidence, opinion, reading)
    return replace(examination, evidence=evidence, route=opinion.route).on(support=opinion.support)


def _corrected(examination: Examination, evidence: Evidence, opinion: Opinion, reading: Reading) -> Examination:
    """With the place that does say it; a place a judge names is opened first."""
    place = evidence.place
    if opinion.stands_at:
        answer = reading.corpus.find_place(
            opinion.stands_at, language=reading.language_of(examination), as_of=reading.as_of
        )
        if not isinstance(answer, PlaceFound):
            return examination
        place = opinion.stands_at.partition("#")[2]
    examination = examination.on(pinpoint="corrected").fix("fix_pinpoint_to", place=place)
    return examination.note(Finding("wrong_pinpoint", {"place": place}))


def _evidence(examination: Examination, opinion: Opinion, one: _Asked, reading: Reading) -> Evidence | None:
    """The words the judge relied on; else what was opened before; else the likeliest part of what it read."""
    expression = examination.expression
    if expression is None:
        return None
    spans = [span for span in (one.span(e.start, e.end) for e in opinion.excerpts) if span is not None]
    if spans and not examination.quote_checks:
        return evidence_at(expression, spans[0], reading) or examination.evidence
    return examination.evidence or evidence_at(expression, one.best, reading, within_block=True)


def _finding(seen: Seen) -> Finding:
    return Finding(f"signal_{seen.code}", {"claim": seen.claim, "passage": seen.passage})
