"""Content: without a judge a claim is SUPPORTED only if it is wholly an accepted quotation at the cited place.

Everything else is UNDECIDED («content not judged»). The evidence of an examination is set here: the quoted words where
they were found, else the beginning of the place that was opened.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.corpus.answers import ExpressionRecord
from pincite.drafts.claims import is_only_quotation
from pincite.drafts.examination import Examination, Passage, QuoteCheck, Reading
from pincite.findings import Finding
from pincite.judging.verdict import Evidence
from pincite.text.span import Span

__all__ = ["check_content", "evidence_at"]

_SHOWN = 300


def check_content(examination: Examination, reading: Reading) -> Examination:
    """Set support, evidence, and the way they were reached."""
    if not examination.open or examination.expression is None:
        return examination
    own = [reading.quotes[check.quote].span for check in examination.quote_checks]
    names = _names(examination.expression)
    supported = (
        bool(own)
        and all(_stands_as_cited(check) for check in examination.quote_checks)
        and examination.axes.pinpoint in ("confirmed", "none")
        and any(
            is_only_quotation(reading.draft, examination.claim, own, reading.mentions, names, language=language)
            for language in {reading.draft.language, reading.language_around(examination) or reading.draft.language}
        )
    )
    evidence = _evidence(examination, reading)
    if supported and evidence is not None:
        return replace(examination, evidence=evidence).on(support="SUPPORTED")
    stands = bool(own) and all(_stands_as_cited(check) for check in examination.quote_checks)
    code = "quotation_stands" if stands else "content_not_judged"
    return replace(examination, evidence=evidence).on(support="UNDECIDED").note(Finding(code))


def _stands_as_cited(check: QuoteCheck) -> bool:
    """A translation is never verbatim: its meaning is a question of content."""
    return check.comparison.verdict == "clean" and check.where == "place" and "A9" not in check.comparison.codes


def _names(expression: ExpressionRecord) -> tuple[str, ...]:
    return (expression.title, *expression.short_titles, *(v for k, v in expression.meta.items() if k in _NAMING_META))


_NAMING_META = ("court", "court_name", "chamber", "canton", "parties", "judge", "judges")


def _evidence(examination: Examination, reading: Reading) -> Evidence | None:
    for check in examination.quote_checks:
        if check.passage is not None and check.where in ("place", "document"):
            return _of_passage(check.passage, reading)
    place = examination.place
    if place is None or not place.text.strip():
        return None
    return evidence_at(
        place.expression, Span(place.start, place.start + min(_SHOWN, len(place.text))), reading, within_block=True
    )


def evidence_at(
    expression: ExpressionRecord, span: Span, reading: Reading, *, within_block: bool = False
) -> Evidence | None:
    """The evidence of a span of a document; `within_block` ends it with the block in which it begins."""
    start, end = span
    block = next(
        (b for b in reading.blocks(expression) if b.document_start <= start < b.document_start + len(b.text)), None
    )
    text = reading.text(expression)
    if block is not None and within_block:
        end = min(end, block.document_start + len(block.text))
    if not 0 <= start < end <= len(text):
        return None
    return _of_passage(Passage(expression, start, end, text[start:end], block), reading)


def _of_passage(passage: Passage, reading: Reading) -> Evidence:
    """Offsets count in the block, or in the document where the words run over the end of the block."""
    expression, block = passage.expression, passage.block
    record = {
        "work": expression.work,
        "expression": expression.id,
        "release": expression.release,
        "corpus_as_of": expression.as_of,
        "as_of": reading.as_of or expression.as_of,
        "source_sha256": expression.source_sha256,
    }
    if block is not None and passage.end <= block.document_start + len(block.text):
        start = passage.start - block.document_start
        return Evidence.of(
            block.text, start, start + (passage.end - passage.start), place=block.eid, url=block.url or expression.url,
            publisher_id=block.publisher_id or "", text_sha256=block.text_sha256, **record,
        )  # fmt: skip
    return Evidence.of(reading.text(expression), passage.start, passage.end, place="", url=expression.url, **record)
