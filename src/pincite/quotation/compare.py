"""Compare a quote with a source: the one entrance to the quotation calculus.

Keeps true:
1. The verdict follows from named alterations and findings (`verdict_of`); nothing here measures how alike two texts are.
2. Every word of the quote is accounted for: it stands in the source as it is, or an alteration names it.
3. What cannot be placed in the source is refused with the nearest real passage.

The steps of `compare`, in order:
    1 prepare the source and read the disclosures           5 find the words elsewhere (M6), or say M7 or M8
    2 another language: a translation (A9), or M7           6 name the differences
    3 read the quote against its place                      7 look at what stands around: speaker, cuts, emphasis, place
    4 pieces from different places (M4)                     8 the verdict
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.findings import Finding
from pincite.quotation.differences import differences
from pincite.quotation.disclosures import disclosed, speaker_kind
from pincite.quotation.edges import cut_numbers
from pincite.quotation.emphasis import compare_emphasis
from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.locate import all_places, tiles
from pincite.quotation.model import (
    Alteration,
    Comparison,
    LayoutSpan,
    Nearest,
    OtherPassage,
    RoleSpan,
    Unit,
    verdict_of,
)
from pincite.quotation.outcome import Differences
from pincite.quotation.paraphrase import is_paraphrase
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.reading import QuoteText, Reading
from pincite.quotation.speakers import speech_of
from pincite.quotation.surroundings import cut_findings, enclosing_marks, has_verb, sentence_of
from pincite.quotation.tokens import BRACKET
from pincite.quotation.translation import compare_translation, same_language
from pincite.text.folding import fold
from pincite.text.span import Span

__all__ = ["compare", "places_verbatim"]


def compare(
    quote: str,
    source: str | PreparedSource,
    *,
    language: str,
    disclosures: str = "",
    layout: Sequence[LayoutSpan] = (),
    units: Sequence[Unit] = (),
    roles: Sequence[RoleSpan] = (),
    pinpoint: Span | None = None,
    emphasis_source: Sequence[Span] = (),
    emphasis_quote: Sequence[Span] | None = None,
    source_language: str = "",
    speaker: str = "",
    other_passages: Sequence[OtherPassage] = (),
    surroundings: bool = True,
) -> Comparison:
    """What a check of `quote` against `source` says.

    Args:
        quote: the words between the quotation marks, as typed.
        source: the text of one expression, or the same prepared once for many quotes.
        language: of the draft (en, de, fr, it, zh-Hant, zh-Hans; zh when it may be either).
        disclosures: the parenthesis that follows the quote.
        layout: pieces of the source that are no text; not needed when it is prepared, as units and roles.
        units: its provisions or numbered paragraphs.
        roles: who speaks where.
        pinpoint: the span of the source that the citation names; None when it names no place. Words found elsewhere are
            `wrong_pinpoint`; an omission mark may lead as far as it reaches.
        emphasis_source: spans of the source in italics or bold.
        emphasis_quote: spans of the quote in italics or bold; None when the draft's form shows none (plain text).
        source_language: when it is not the draft's.
        speaker: to whom the draft gives the words.
        other_passages: other texts in which the words may stand (other versions, languages, documents): M6 names the one.
        surroundings: whether to look at what was cut off around the quote and at who speaks.

    Returns:
        The comparison; `accepted` only when the quote may stand without a person looking at it.

    """
    # 1
    if isinstance(source, PreparedSource):
        prepared = source
    else:
        prepared = PreparedSource(source, language=source_language or language, layout=layout, units=units, roles=roles)
    said = disclosed(disclosures)
    text = QuoteText(quote, language, prepared)
    if not any(token.counts or token.glued or any(t.counts for t in token.inner) for token in text.tokens):
        return Comparison("refused", (_whole("M8", quote),), nearest=None)
    if sum(token.kind in "gb" for token in text.tokens) > _MOST_MARKS:
        return Comparison("refused", (_whole("M8", quote),))
    # 2
    if source_language and not same_language(source_language, language):
        return compare_translation(quote, prepared, language=language, marked="translation" in said)
    # 3
    reading = Reading(prepared, text, language, _chosen_place(prepared, text, pinpoint))
    found = differences(
        reading, citations_disclosed="citations_omitted" in said, brackets_claimed="brackets_original" in said
    )
    simple = _is_simple(reading, found)
    # 4
    suspect = not simple or (reading.has_gap() and any(a.code in ("M1", "M2", "M3") for a in found.alterations))
    pieces = _stitched(prepared, text, pinpoint) if suspect else None
    if pieces is None and _leaves_unit(reading, pinpoint):
        pieces = _pieces_of(reading)
    # 5
    if pieces is None and not simple and not _is_placed(reading):
        return _elsewhere(quote, prepared, text, reading, language, other_passages)
    if any(a.code.startswith("M") for a in found.alterations) or pieces is not None:
        other = _stands_in(text, other_passages)
        if other:
            return Comparison(
                "refused", (_whole("M6", quote),), nearest=_nearest(reading), stands_in=other, differs=_differs(found)
            )
    if pieces is not None:
        return Comparison("refused", (_whole("M4", quote),), source_spans=tuple(pieces), nearest=_nearest(reading))
    # 7
    span = _covered_span(reading)
    whole: list[Alteration] = []
    if surroundings:
        speech = speech_of(prepared, reading.lexicon, span, quote, speaker=speaker, disclosures=disclosures)
        found.findings += speech.findings
        if speech.inner:
            whole.append(_whole("A12", quote))
        if speech.wrong:
            whole.append(Alteration("M5", Span(0, len(quote)), span, quote, "", speech.wrong))
        refused = any(a.code.startswith("M") for a in [*whole, *found.alterations])
        if not refused:
            cut_numbers(reading, found)
            refused = any(a.code == "M1" for a in found.alterations)
        opens, ends = _gap_at_the_ends(reading)
        if not refused:
            cuts = cut_findings(
                prepared,
                reading.lexicon,
                span,
                reading.standing(),
                finite=not _made_participle(reading),
                open_end=ends,
                inside=enclosing_marks(prepared, span.start, span.end) if speech.inner else None,
            )
            cuts = _not_said(cuts, speaker)
            if opens:  # the mark says that words were left out, and not that they deny or condition the rest
                _leading_gap(found, cuts)
            else:
                found.findings += cuts
                if not ends and not speech.inner:
                    _negation_cut(reading, found)
    compare_emphasis(reading, found, source=emphasis_source, quote=emphasis_quote, disclosed=said)
    places = _places(prepared, text)
    if len(places) > 1:
        found.findings.append(Finding("found_n_places", {"places": len(places)}))
    stands_in = ""
    if pinpoint is not None and not any(_within(place, pinpoint) for place in places or (span,)):
        unit = prepared.unit_at(span.start)
        stands_in = unit.label if unit else ""
        found.findings.append(Finding("wrong_pinpoint", {"stands_in": stands_in}))
    # 8
    alterations = (*whole, *found.alterations)
    verdict = verdict_of((a.code for a in alterations), found.findings)
    return Comparison(
        verdict,
        alterations,
        tuple(found.findings),
        source_spans=(span,),
        places=tuple(places),
        nearest=_nearest(reading) if verdict == "refused" else None,
        stands_in=stands_in,
        differs=_differs(found),
    )


_PARTICIPLES = {"en": ("ing",), "de": ("end",), "fr": ("ant",), "it": ("ando", "endo")}
_MOST_MARKS = 60
"""Omission marks and brackets beyond which a text is no quotation of anything."""


def places_verbatim(quote: str, source: PreparedSource) -> tuple[Span, ...]:
    """Every place where the quote stands word for word, typography and layout apart: what a ledger accepts."""
    return tuple(source.span(*place) for place in all_places(source.plain, fold(quote).text.strip()))


def _made_participle(reading: Reading) -> bool:
    """Whether the quote begins with a bracket that makes a finite verb a participle: «[making]»."""
    first = reading.tokens[0] if reading.tokens else None
    if first is None or first.kind != BRACKET or len(first.inner) != 1:
        return False
    return (first.before + first.inner[0].key).endswith(_PARTICIPLES.get(reading.lexicon.language, ()))


def _whole(code: str, quote: str) -> Alteration:
    return Alteration(code, Span(0, len(quote)), Span(0, 0), quote, "")


def _negation_cut(reading: Reading, found: Differences) -> None:
    """A clause closed with a full stop right before its negation, where the source closes after it, has lost the negation (M1)."""
    i, i2 = reading.covered
    if not has_verb(reading.standing(), reading.lexicon):
        return
    while i2 > i and not reading.source[i2 - 1].counts:
        i2 -= 1
    hit = next((h for h in reading.source_hits if h.start == i2 and h.kind == "negation"), None)
    if hit is None or reading.source_span(i2, i2 + 1).start - reading.source_span(i2 - 1, i2).end > 2:
        return
    words = reading.source_words(hit.start, hit.end)
    after = reading.source[hit.end] if hit.end < len(reading.source) else None
    closed = reading.tokens[-1].key in (".", ";", "!", "?")
    if closed and (after is None or after.key == reading.tokens[-1].key):
        end = reading.quote.span(len(reading.tokens) - 1, len(reading.tokens) - 1)
        found.findings = [f for f in found.findings if f.code != "cut_before_negation"]
        found.alterations = [a for a in found.alterations if not (a.code == "A13" and a.quote.start >= end.start)]
        found.add(Alteration("M1", end, reading.source_span(hit.start, hit.end), "", words, "negation"))


def _within(span: Span, wide: Span) -> bool:
    return wide.start <= span.start and span.end <= wide.end


def _places(prepared: PreparedSource, text: QuoteText) -> list[Span]:
    return [prepared.span(*place) for place in all_places(prepared.plain, text.folded.text.strip())]


def _chosen_place(prepared: PreparedSource, text: QuoteText, pinpoint: Span | None) -> Span | None:
    """The stretch of `plain` where the quote stands as it is; of several, one that the pinpoint names."""
    words = text.folded.text.strip()
    places = all_places(prepared.plain, words)
    if not places:
        return None
    chosen = places[0]
    if len(places) > 1:  # of several, the one whose very characters are quoted
        chosen = next((p for p in places if prepared.slice(*p) == text.text.strip()), chosen)
    if pinpoint is not None and len(places) > 1:
        chosen = next((p for p in places if _within(prepared.span(*p), pinpoint)), chosen)
    return chosen


def _covered_span(reading: Reading) -> Span:
    i, i2 = reading.covered
    return reading.source_span(i, i2)


# ---------------------------------------------------------------------------------------------- placed, or not


def _is_simple(reading: Reading, found: Differences) -> bool:
    """Whether the differences are few small ones, so that nothing else explains the quote better."""
    hard = [a for a in found.alterations if a.code in ("M1", "M2", "M3", "M9")]
    if not hard:
        return reading.matched_words > 0 or any(s.kind == "bracket" for s in reading.steps)
    limit = 6 if reading.lexicon.chinese else 2
    if any(_size(a.quote_words, reading) > (3 if reading.lexicon.chinese else 1) for a in hard):
        return False
    small = all(_size(a.quote_words, reading) <= limit and _size(a.source_words, reading) <= limit * 3 for a in hard)
    few = len(hard) <= max(3, reading.quoted_words // 8)
    return small and few and reading.matched_words * 3 >= reading.quoted_words * 2


def _size(words: str, reading: Reading) -> int:
    return len(words) if reading.lexicon.chinese else len(words.split())


def _is_placed(reading: Reading) -> bool:
    """Whether enough of the quote stands in one stretch for its differences to be named word by word."""
    words, matched = reading.quoted_words, reading.matched_words
    if words <= 4:
        return matched * 2 >= words and matched > 0
    if reading.lexicon.chinese:
        return matched * 10 >= words * 6 and reading.longest_run >= 3
    return matched * 2 >= words and reading.longest_run >= (3 if words > 7 else 2)


def _gap_at_the_ends(reading: Reading) -> tuple[bool, bool]:
    """Whether the quote opens, and whether it ends, with an omission mark."""
    tokens = [t for t in reading.tokens if t.counts or t.kind in "gb"]
    return (tokens[0].kind == "g", tokens[-1].kind == "g") if tokens else (False, False)


def _leading_gap(found: Differences, cuts: Sequence[Finding]) -> None:
    """What the words behind an opening omission mark do to the quote's clause, as a finding on the omission."""
    gap = next((a for a in found.alterations if a.code == "A3"), None)
    if gap is None or any(f.code == "omission_may_change_sense" for f in found.findings):
        return
    for cut in cuts:
        if cut.code.startswith("cut_after_"):
            parameters = {"holds": f"{cut.code.removeprefix('cut_after_')}: {gap.source_words}"}
            found.findings.append(Finding("omission_may_change_sense", parameters, gap.quote.start, gap.quote.end))
            return


# --------------------------------------------------------------------------------------------------------- M4


def _stitched(prepared: PreparedSource, text: QuoteText, pinpoint: Span | None) -> list[Span] | None:
    """The places of the pieces when the quote is made of runs from several places out of order or out of the unit."""
    found = tiles(prepared, text.tokens, text.folded.text)
    if found is None:
        return None
    spans = [[prepared.span(*place) for place in places] for places in found]
    if _one_piece_swapped(spans, lexicon_for(prepared.language).chinese):
        return None
    at = 0
    chosen: list[Span] = []
    for places in spans:
        following = next((p for p in places if p.start >= at), None)
        if following is None:
            return [p[0] for p in spans]
        chosen.append(following)
        at = following.end
    if _one_passage(prepared, chosen, pinpoint):
        return None
    return chosen


def _one_piece_swapped(spans: Sequence[Sequence[Span]], chinese: bool) -> bool:
    """Whether a few words stand between two runs that the source parts by about as many: other words, and no other place."""
    most = 8 if chinese else 40
    for before, here, after in zip(spans, spans[1:], spans[2:], strict=False):
        if here[0].length > most:
            continue
        if any(0 <= b.start - a.end <= here[0].length + most for a in before for b in after):
            return True
    return False


def _one_passage(prepared: PreparedSource, spans: Sequence[Span], pinpoint: Span | None) -> bool:
    if pinpoint is not None and all(_within(s, pinpoint) for s in spans):
        return True
    if not prepared.units:
        return spans[-1].end - spans[0].start < 3000
    return len({prepared.unit_at(s.start) for s in spans}) == 1


def _leaves_unit(reading: Reading, pinpoint: Span | None) -> bool:
    """Whether an omission, marked or not, leads from one unit into another (rule: an omission stays in one passage)."""
    steps = reading.steps
    for k, step in enumerate(steps):
        if step.i2 - step.i < 2 or step.kind in ("equal", "bracket"):
            continue
        if not any(s.kind == "equal" for s in steps[:k]) or not any(s.kind == "equal" for s in steps[k + 1 :]):
            continue
        before = reading.source_span(max(0, step.i - 1), step.i)
        after = reading.source_span(step.i2, min(len(reading.source), step.i2 + 1))
        if not _one_passage(reading.prepared, (before, after), pinpoint):
            return True
    return False


def _pieces_of(reading: Reading) -> list[Span]:
    spans: list[Span] = []
    unit: object = None
    for step in reading.steps:
        if step.kind != "equal":
            continue
        span = reading.source_span(step.i, step.i2)
        here = reading.prepared.unit_at(span.start)
        if spans and here == unit:
            spans[-1] = Span(spans[-1].start, span.end)
        else:
            spans.append(span)
        unit = here
    return spans


# ---------------------------------------------------------------------------------------------- M6, M7, M8


def _stands_in(text: QuoteText, others: Sequence[OtherPassage]) -> str:
    """The name of the other passage in which the quote stands word for word."""
    words = text.folded.text.strip().rstrip(".,;:").lower()
    for other in others:
        if all_places(fold(other.text).text.lower(), words, most=1):
            return other.name
    return ""


def _elsewhere(
    quote: str,
    prepared: PreparedSource,
    text: QuoteText,
    reading: Reading,
    language: str,
    others: Sequence[OtherPassage],
) -> Comparison:
    other = _stands_in(text, others)
    if other:
        return Comparison("refused", (_whole("M6", quote),), nearest=_nearest(reading), stands_in=other)
    nearest, like = is_paraphrase(prepared, text.tokens, lexicon_for(language))
    near = _nearest_at(reading, nearest) if nearest is not None else _nearest(reading)
    code = "M7" if like else "M8"
    pair = ((near.words, quote),) if near is not None and like else ()
    return Comparison("refused", (_whole(code, quote),), nearest=near, differs=pair)


# ------------------------------------------------------------------------------------------------------- help


def _nearest(reading: Reading) -> Nearest | None:
    i, i2 = reading.covered
    return _nearest_at(reading, reading.source_span(i, i2)) if i2 > i else None


def _nearest_at(reading: Reading, span: Span) -> Nearest:
    around = sentence_of(reading.prepared, span.start, span.end)
    unit = reading.prepared.unit_at(span.start)
    source = reading.prepared.source
    return Nearest(
        span, source[span.start : span.end], around, source[around.start : around.end], unit.label if unit else ""
    )


def _differs(found: Differences) -> tuple[tuple[str, str], ...]:
    return tuple((a.source_words, a.quote_words) for a in found.alterations)


def _not_said(findings: list[Finding], speaker: str) -> list[Finding]:
    """An attribution cut off is no matter when the draft says who speaks."""
    return [f for f in findings if not (f.code == "cut_after_attribution" and speaker and not _is_court(speaker))]


def _is_court(speaker: str) -> bool:
    return speaker_kind(speaker) in ("court", "")
