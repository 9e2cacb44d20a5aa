"""Quotations: compared with the cited place first, then the whole document, then other wordings, then other documents.

Keeps true:
1. The first text in which the quotation is not refused decides where its words stand.
2. At the cited place: the comparison's own verdict. Elsewhere in the document: `look` with `wrong_pinpoint`, and the
   pinpoint is `corrected`. In another state or language of the work, or in another document: refused (M6), with the place.
3. Nowhere: refused with the differences to the nearest passage, which is shown ready to copy.
4. An act with texts of equal rank in several languages is quoted in the language of its citation; words of another version
   are refused (M6) unless they are marked as a translation. Where that version is not held the quotation is compared with
   all that are, and when none comes near, that is said and nothing is refused.
5. Words of a source are data: nothing in a source is ever followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from pincite.corpus.answers import ExpressionRecord, PlaceFound, Suggestion
from pincite.drafts.checks.corrections import corrections_of
from pincite.drafts.checks.layout import hyphenation
from pincite.drafts.examination import DraftQuote, Examination, Passage, QuoteCheck, Reading
from pincite.drafts.languages import family, official_languages
from pincite.findings import Finding
from pincite.judging.verdict import Quote
from pincite.quotation.compare import compare
from pincite.quotation.disclosures import disclosed, speaker_kind
from pincite.quotation.fingerprints import words_of
from pincite.quotation.model import Alteration, Comparison, RoleSpan, Unit
from pincite.quotation.prepared import PreparedSource
from pincite.text.folding import fold
from pincite.text.language import language_of
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["check_quotes", "compare_at"]

_REFUSED_SPEAKERS = {
    "headnote": "headnote", "facts": "facts", "submission": "submission", "dissent": "dissent", "court_below": "court below",
}  # fmt: skip
_LEAD_IN = 200
_LEAST_WORDS = 4
"""Fewer words (Chinese: characters) stand anywhere: that they stand in another document says nothing."""
_HITS = 20
_OFFERED = 5
_ALLOWED = frozenset(f"A{number}" for number in range(14))
_CLEAR = 4.0
"""Weight of function words that shows the language of a quotation by itself."""
_WORST: tuple[Quote, ...] = ("refused", "look", "clean")


def check_quotes(examination: Examination, reading: Reading) -> Examination:
    """Compare every quotation tied to the mention."""
    quotes = [
        (tie.quote, reading.quotes[tie.quote]) for tie in examination.ties if tie.mentions[0] == examination.index
    ]
    if not quotes or examination.axes.out_of_scope:
        return examination
    if not examination.open or examination.expression is None:
        for _, quote in quotes:
            examination = examination.offer(*_elsewhere(quote, examination, reading))
        return examination
    for number, quote in quotes:
        examination = _one(number, quote, examination, reading)
    verdicts = {check.comparison.verdict for check in examination.quote_checks}
    worst: Quote = next((v for v in _WORST if v in verdicts), "none")
    return examination.on(quote=worst)


def compare_at(quote: DraftQuote, examination: Examination, reading: Reading) -> Comparison | None:
    """The comparison of a quotation with the cited place (or the document, when none is cited); None when not open."""
    if not examination.open or examination.expression is None:
        return None
    place = examination.place
    span = Span(place.start, place.end) if place is not None else Span(0, len(reading.text(examination.expression)))
    return _compare(quote, examination.expression, span, examination, reading)


def _one(number: int, quote: DraftQuote, examination: Examination, reading: Reading) -> Examination:
    assert examination.expression is not None
    wordings = _wordings(quote, examination, reading)
    first = wordings[0]
    place = examination.place if examination.place is not None and examination.place.expression.id == first.id else None
    if place is None and examination.place is not None:
        place = _place_in(first, examination, reading)
    tries: list[QuoteCheck] = []
    for check in _attempts(number, quote, wordings, place, examination, reading):
        tries.append(check)
        if check.comparison.verdict != "refused":
            return _accepted(check, quote, examination, reading)
    if (corrected := _in_correction(tries, quote, examination, reading)) is not None:
        return _one(number, quote, corrected, reading)
    best = min(tries, key=lambda check: _distance(check.comparison))
    if _not_held(quote, best.comparison, examination, reading):
        held = ", ".join(sorted({e.language for e in _expressions(examination)}))
        return examination.note(
            Finding("language_version_not_held", {"held": held, "quote": _short(quote.text)}, quote.start, quote.end)
        )
    return _refused(tries, quote, examination, reading)


def _in_correction(
    tries: Sequence[QuoteCheck], quote: DraftQuote, examination: Examination, reading: Reading
) -> Examination | None:
    """The examination turned to a correction that bears the same citation, where the words stand in that one."""
    if not all(_far(check.comparison) for check in tries):
        return None
    for correction in corrections_of(examination.work, reading):
        for expression in correction.expressions:
            if _stands_exactly(quote, expression, reading):
                pinpoint = "absent" if examination.place is not None else examination.axes.pinpoint
                turned = replace(examination, work=correction, expression=expression, place=None)
                return turned.on(pinpoint=pinpoint).note(Finding("stands_in_correction", {"work": correction.work}))
    return None


def _attempts(
    number: int,
    quote: DraftQuote,
    wordings: Sequence[ExpressionRecord],
    place: PlaceFound | None,
    examination: Examination,
    reading: Reading,
) -> Iterator[QuoteCheck]:
    """The texts a quotation may stand in, in the order of rule 1."""
    first = wordings[0]
    meant = _claimed_language(examination, reading) or _version_cited(examination, reading)
    moved = first.kind == "legislation" and bool(meant) and family(first.language) != meant
    whole = Span(0, len(reading.text(first)))
    cited = Span(place.start, place.end) if place is not None else None
    near = False
    if cited is not None and cited != whole:
        comparison = _compare(quote, first, cited, examination, reading)
        where = _at(comparison, "place", moved=moved)
        yield QuoteCheck(
            number, comparison, where, _passage(comparison, first, cited.start, reading), _named(first, where)
        )
        near = not _far(comparison)
    # words altered at the cited place are best named there, unless they stand elsewhere just as quoted
    if not near or _stands_exactly(quote, first, reading):
        comparison = _compare(quote, first, whole, examination, reading)
        inside = cited is None or any(cited.overlaps(span) for span in (*comparison.places, *comparison.source_spans))
        where = "place" if inside and not (cited is None and examination.axes.pinpoint == "absent") else "document"
        where = _at(comparison, where, moved=moved)
        passage = _passage(comparison, first, 0, reading, prefer=cited)
        yield QuoteCheck(number, comparison, where, passage, _named(first, where))
    for other in wordings[1:]:
        # of another language only its own words count: a translation of it is no quotation of it
        if other.language != first.language and not _stands_exactly(quote, other, reading):
            continue
        comparison = _compare(quote, other, Span(0, len(reading.text(other))), examination, reading)
        where = "version" if other.language == first.language else "language"
        yield QuoteCheck(number, comparison, where, _passage(comparison, other, 0, reading), stands_in=other.id)


def _at(comparison: Comparison, where: str, *, moved: bool) -> str:
    """`where`, or `language` when the words are those of another version than the one cited and are no marked translation."""
    return "language" if moved and comparison.verdict != "refused" and "A9" not in comparison.codes else where


def _named(expression: ExpressionRecord, where: str) -> str:
    return expression.id if where == "language" else ""


def _stands_exactly(quote: DraftQuote, expression: ExpressionRecord, reading: Reading) -> bool:
    """Whether the words stand somewhere in a document as they are, typography apart."""
    words = fold(quote.words).text.strip(" .,;:").lower()
    return bool(words) and words in _whole_source(expression, reading).lower


def _whole_source(expression: ExpressionRecord, reading: Reading) -> PreparedSource:
    span = Span(0, len(reading.text(expression)))
    return reading.source(expression, span, lambda: _prepare(expression, span, reading))


def _expressions(examination: Examination) -> tuple[ExpressionRecord, ...]:
    return examination.work.expressions if examination.work is not None else ()


def _wordings(quote: DraftQuote, examination: Examination, reading: Reading) -> list[ExpressionRecord]:
    """All wordings to compare with, the one the draft means first (rule 4)."""
    chosen = examination.expression
    assert chosen is not None
    everything = [chosen, *(e for e in _expressions(examination) if e.id != chosen.id)]
    wanted = _claimed_language(examination, reading) or _version_cited(examination, reading)
    held = {family(e.language) for e in everything}
    if wanted not in held:
        # the version cited is not held, or the citation means none: the quotation's own language says where to look first
        wanted = family(_quote_language(quote)) or wanted
    if wanted == family(chosen.language):
        return everything
    as_of = reading.date_of(examination)
    meant = [e for e in everything if family(e.language) == wanted and (not as_of or e.state <= as_of)]
    return [meant[0], *(e for e in everything if e.id != meant[0].id)] if meant else everything


def _version_cited(examination: Examination, reading: Reading) -> str:
    """The language of the version that a citation of an act means, where the act has one in the citation's language; or ""."""
    assert examination.work is not None
    language = family(reading.language_of(examination))
    return language if language in official_languages(examination.work.work) else ""


def _not_held(quote: DraftQuote, best: Comparison, examination: Examination, reading: Reading) -> bool:
    """Whether a quotation is of a version that is not held, so that its absence from those held says nothing (rule 4)."""
    assert examination.expression is not None
    if examination.expression.kind != "legislation" or not _far(best):
        return False
    held = {family(e.language) for e in _expressions(examination)}
    cited = _claimed_language(examination, reading) or _version_cited(examination, reading)
    own = family(_quote_language(quote))
    if own in held:
        return False
    if not own:
        return bool(cited) and cited not in held
    # a guess that nothing around the quotation bears out («del» in an English draft) is no sign of a version
    around = {cited, family(reading.language_around(examination))}
    return own in around or bool(language_of(quote.words, at_least=_CLEAR))


def _claimed_language(examination: Examination, reading: Reading) -> str:
    """The language version that the claim names («the Chinese text»), or ""."""
    claim = examination.claim
    words = reading.draft.text[claim.start : claim.end].lower()
    return next((language for phrase, language in _versions() if phrase in words), "")


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    return tuple(
        (phrase.strip(), language)
        for language, phrases in rows("pincite.drafts.data", "language_versions.tsv")
        for phrase in phrases.lower().split("|")
    )


def _place_in(expression: ExpressionRecord, examination: Examination, reading: Reading) -> PlaceFound | None:
    """The cited place in another wording."""
    assert examination.work is not None
    assert examination.reference is not None
    answer = reading.corpus.find_place(
        f"{examination.work.work}#{examination.reference.place}", language=expression.language, as_of=expression.state
    )
    return answer if isinstance(answer, PlaceFound) and answer.expression.id == expression.id else None


def _compare(
    quote: DraftQuote, expression: ExpressionRecord, span: Span, examination: Examination, reading: Reading
) -> Comparison:
    speaker = _speaker_named(quote, examination, reading) if expression.kind == "decision" else ""
    language = _quote_language(quote)
    if not language and "translation" in disclosed(quote.disclosures):
        language = reading.draft.language
    key = (expression.release, expression.id, span, quote.words, _emphasis(quote), quote.disclosures, speaker, language)
    return reading.shelf.comparison(key, lambda: _compared(quote, expression, span, speaker, language, reading))


def _compared(
    quote: DraftQuote, expression: ExpressionRecord, span: Span, speaker: str, language: str, reading: Reading
) -> Comparison:
    source = reading.source(expression, span, lambda: _prepare(expression, span, reading))
    direct = compare(
        quote.words,
        source,
        language=expression.language,
        disclosures=quote.disclosures,
        speaker=speaker,
        emphasis_quote=_emphasis(quote),
    )
    if direct.verdict != "refused" or not language or family(language) == family(expression.language):
        return direct
    # a decision may quote another language than its own, so the words are looked for before a translation is thought of
    return compare(
        quote.words,
        source,
        language=language,
        source_language=expression.language,
        disclosures=quote.disclosures,
        speaker=speaker,
    )


def _emphasis(quote: DraftQuote) -> tuple[Span, ...] | None:
    """The words the draft emphasises. The releases do not know a source's emphasis: «in the original» is believed."""
    return None if "emphasis_original" in disclosed(quote.disclosures) else quote.emphasis


def _quote_language(quote: DraftQuote) -> str:
    """The language a quotation is in, when its words show it; of a marked translation less has to be seen."""
    return language_of(quote.words, at_least=1.0 if "translation" in disclosed(quote.disclosures) else 2.0)


def _speaker_named(quote: DraftQuote, examination: Examination, reading: Reading) -> str:
    """The words of the claim before the quotation, when they say to whom it is given."""
    start = max(examination.claim.start, quote.start - _LEAD_IN)
    before = reading.draft.text[start : quote.start] if start <= quote.start else ""
    return before if speaker_kind(before) else ""


def _prepare(expression: ExpressionRecord, span: Span, reading: Reading) -> PreparedSource:
    text = reading.text(expression)
    inside = [
        b
        for b in reading.blocks(expression)
        if b.document_start < span.end and b.document_start + len(b.text) > span.start
    ]
    spans = [(max(b.document_start, span.start), min(b.document_start + len(b.text), span.end), b) for b in inside]
    whole = span == Span(0, len(text))
    return PreparedSource(
        text[span.start : span.end],
        language=expression.language,
        layout=hyphenation(text[span.start : span.end]),
        units=[Unit(a - span.start, z - span.start, b.eid) for a, z, b in spans] if whole else (),
        roles=[
            RoleSpan(a - span.start, z - span.start, _REFUSED_SPEAKERS[b.role])
            for a, z, b in spans
            if b.role in _REFUSED_SPEAKERS
        ],
    )


def _passage(
    comparison: Comparison, expression: ExpressionRecord, offset: int, reading: Reading, prefer: Span | None = None
) -> Passage | None:
    """The quoted words where they stand in the document; those of the cited place when they stand in several."""
    spans = [Span(s.start + offset, s.end + offset) for s in comparison.source_spans if s.end > s.start]
    if not spans:
        return None
    places = [Span(s.start + offset, s.end + offset) for s in comparison.places]
    preferred = next((s for s in places if prefer is not None and prefer.overlaps(s)), None)
    start, end = preferred or (min(s.start for s in spans), max(s.end for s in spans))
    text = reading.text(expression)
    block = next(
        (b for b in reading.blocks(expression) if b.document_start <= start < b.document_start + len(b.text)), None
    )
    return Passage(expression, start, end, text[start:end], block)


def _place_of(passage: Passage, reading: Reading) -> str:
    """The id of the smallest provision that holds a passage."""
    nodes = [
        n for n in reading.corpus.nodes(passage.expression.id) if n.start <= passage.start and passage.end <= n.end
    ]
    if nodes:
        return min(nodes, key=lambda n: n.end - n.start).eid
    return passage.block.eid if passage.block is not None else ""


def _accepted(check: QuoteCheck, quote: DraftQuote, examination: Examination, reading: Reading) -> Examination:
    """A quotation that some text does not refuse."""
    if check.where in ("place", "document"):
        notes = [_of_quote(finding, quote) for finding in check.comparison.findings]
        if check.where == "document" and check.passage is not None:
            place = _place_of(check.passage, reading)
            look = replace(check.comparison, verdict="look")
            check = replace(check, comparison=look, stands_in=place)
            notes.append(Finding("wrong_pinpoint", {"place": place}, quote.start, quote.end))
            examination = _without_guesses(examination).on(pinpoint="corrected").fix("fix_pinpoint_to", place=place)
            if examination.work is not None and place:
                examination = examination.offer(Suggestion(f"{examination.work.work}#{place}", "words_stand_here"))
        return replace(examination, quote_checks=(*examination.quote_checks, check)).note(*notes)
    return _moved(check, quote, examination, reading)


def _without_guesses(examination: Examination) -> Examination:
    """Where the words are found, guesses at the place are of no more use."""
    return replace(
        examination,
        fixes=tuple(fix for fix in examination.fixes if fix.code != "fix_pinpoint"),
        suggestions=tuple(s for s in examination.suggestions if s.why not in ("neighbouring_place", "place_above")),
    )


def _moved(check: QuoteCheck, quote: DraftQuote, examination: Examination, reading: Reading) -> Examination:
    """The words stand in another wording of the work: M6."""
    assert check.passage is not None or check.stands_in
    place = _place_of(check.passage, reading) if check.passage is not None else ""
    stands_in = f"{check.stands_in}#{place}" if place else check.stands_in
    moved = _as_m6(check, stands_in)
    code = "stands_in_other_version" if check.where == "version" else "stands_in_other_language"
    examination = replace(examination, quote_checks=(*examination.quote_checks, moved))
    if check.where == "version":
        examination = examination.on(other_version=True)
    return examination.note(Finding(code, {"stands_in": stands_in}, quote.start, quote.end)).fix(
        "fix_version", stands_in=stands_in
    )


def _as_m6(check: QuoteCheck, stands_in: str) -> QuoteCheck:
    m6 = Alteration("M6", Span(0, 0), Span(0, 0), note=check.where)
    allowed = tuple(a for a in check.comparison.alterations if a.code.startswith("A"))
    comparison = replace(check.comparison, verdict="refused", alterations=(m6, *allowed), stands_in=stands_in)
    return replace(check, comparison=comparison, stands_in=stands_in)


def _refused(tries: Sequence[QuoteCheck], quote: DraftQuote, examination: Examination, reading: Reading) -> Examination:
    """A quotation that no text of the work accepts: other documents are searched, the best refusal is kept."""
    best = min(tries[:2], key=lambda check: (_distance(check.comparison), check.where != "place"))
    hits = _elsewhere(quote, examination, reading) if _far(best.comparison) else ()
    if hits:
        best = _as_m6(replace(best, where="other_document"), hits[0].reference)
        examination = examination.offer(*hits).note(
            Finding(
                "stands_in_other_document",
                {"stands_in": hits[0].reference, "title": hits[0].title},
                quote.start,
                quote.end,
            )
        )
    examination = replace(examination, quote_checks=(*examination.quote_checks, best))
    examination = examination.note(*(_of_quote(finding, quote) for finding in best.comparison.findings))
    if (
        (best.where == "document" or examination.axes.pinpoint == "absent")
        and best.passage is not None
        and not _far(best.comparison)
    ):
        place = _place_of(best.passage, reading)
        examination = examination.on(pinpoint="corrected").note(
            Finding("nearest_passage", {"place": place}, quote.start, quote.end)
        )
    if hits:
        return examination.fix("fix_version", stands_in=hits[0].reference)
    nearest = best.comparison.nearest
    if "M8" in best.comparison.codes:
        # what is nearest to an invention is any sentence: no advice to quote it
        return examination.fix("fix_quote_remove")
    if best.comparison.codes and set(best.comparison.codes) <= {"M5"} | _ALLOWED:
        # the words are right and the speaker is wrong: the check of the speaker says what to do
        return examination
    if nearest is not None:
        return examination.fix("fix_quote", words=_short(nearest.words, 600))
    return examination.fix("fix_quote_remove")


def _of_quote(finding: Finding, quote: DraftQuote) -> Finding:
    """A finding of the comparison, its span counted in the draft."""
    if finding.start is None or finding.end is None or quote.words != quote.text:
        return replace(finding, start=quote.start, end=quote.end)
    return replace(finding, start=quote.start + finding.start, end=quote.start + finding.end)


def _far(comparison: Comparison) -> bool:
    """Whether the text holds nothing that the quotation could have been copied from."""
    return any(code in ("M4", "M7", "M8") for code in comparison.codes)


def _distance(comparison: Comparison) -> int:
    """How far a refusal is from the source, by its worst kind: a wrong speaker has all the words, an invention none."""
    order = ("M5", "M1", "M9", "M2", "M3", "M4", "M7", "M8")
    return max((order.index(code) for code in comparison.codes if code in order), default=0)


def _elsewhere(quote: DraftQuote, examination: Examination, reading: Reading) -> tuple[Suggestion, ...]:
    """Other documents of the whole set in which the words do stand: looked up, then compared as the draft discloses them."""
    if len(words_of(quote.words)) < _LEAST_WORDS:
        return ()
    found: dict[str, Suggestion] = {}
    cited = examination.work.work if examination.work is not None else ""
    for hit in reading.corpus.find_quote(quote.words, limit=_HITS):
        work = hit.expression.work
        if work == cited or work in found:
            continue
        start = hit.block.document_start if hit.block is not None else hit.start
        end = max(hit.end, start + len(hit.block.text)) if hit.block is not None else hit.end
        words = reading.text(hit.expression)[start:end]
        language = hit.expression.language
        there = PreparedSource(words, language=language, layout=hyphenation(words))
        comparison = compare(quote.words, there, language=language, disclosures=quote.disclosures)
        if comparison.verdict != "refused" or comparison.codes == ("M5",):
            found[work] = Suggestion(hit.reference, "words_stand_here", hit.expression.title)
    return tuple(found.values())[:_OFFERED]


def _short(text: str, limit: int = 160) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
