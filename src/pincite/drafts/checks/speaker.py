"""Speaker: who speaks in the passage a quotation was found in?

Keeps true:
1. What the comparison found by the document's own structure (headnote, facts, dissent ...) stands: M5 is M5.
2. In reasoning, the sentence that leads over to the quoted words, or the one that opens their list, may hand them to a
   party or to the court below (`data/speakers.tsv`). When the draft gives such words to the court, that is M5; when it
   names nobody, a person must look (`speaker_not_named`); when it names that speaker, nothing is wrong.
3. Without a quotation that was found, and for legislation, the axis does not apply.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import cache

from pincite.corpus.answers import Block
from pincite.drafts.examination import Examination, Passage, QuoteCheck, Reading
from pincite.findings import Finding
from pincite.judging.verdict import Quote, Speaker
from pincite.quotation.disclosures import speaker_kind
from pincite.quotation.model import Alteration
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.sentences import sentences
from pincite.text.tables import rows

__all__ = ["check_speaker"]

_OF_ROLE: dict[str, Speaker] = {
    "headnote": "headnote", "facts": "facts", "submission": "submission", "party": "submission", "dissent": "dissent",
    "court_below": "court_below", "court below": "court_below", "quoted_authority": "quoted_authority",
    "reasoning": "reasoning", "order": "reasoning",
}  # fmt: skip
_BY_WORDS: tuple[Speaker, ...] = ("submission", "court_below")
_LONG = 4_000
_INDIRECT = lazy_pattern(
    r"\b(?:sei|seien|habe|müsse|könne|dürfe|solle|wolle|werde|gehe|lasse|liege|bestehe|komme|stelle|gebe|fehle|treffe|bleibe|ergebe|gelte)\b"
)
"""Verb forms with which German reports what somebody else said."""
_WORST: tuple[Quote, ...] = ("refused", "look", "clean")


def check_speaker(examination: Examination, reading: Reading) -> Examination:
    """Set the speaker of the quoted words; a wrong one counts before a right one."""
    if not examination.open or not examination.quote_checks:
        return examination
    wrong: list[Speaker] = []
    others: list[Speaker] = []
    checks: list[QuoteCheck] = []
    for check in examination.quote_checks:
        kept = check
        m5 = next((a for a in check.comparison.alterations if a.code == "M5"), None)
        passage = check.passage
        if m5 is not None:
            wrong.append(_OF_ROLE.get(m5.note, "submission"))
        elif passage is not None and passage.expression.kind == "decision" and check.comparison.verdict != "refused":
            speaker = _by_words(passage, _lead_in(check, examination, reading), reading)
            if speaker is None:
                role = _OF_ROLE.get(passage.block.role, "unknown") if passage.block is not None else "unknown"
                others.append(role if role in ("reasoning", "quoted_authority") else "unknown")
            elif speaker_kind(_lead_in(check, examination, reading)) == "court":
                kept = _as_m5(check, speaker)
                wrong.append(speaker)
            else:
                kept = replace(check, comparison=replace(check.comparison, verdict="look"))
                others.append("unknown")
                examination = examination.note(_finding("speaker_not_named", check, speaker, reading))
        checks.append(kept)
        if m5 is not None or kept.comparison.verdict == "refused" != check.comparison.verdict:
            examination = examination.note(_finding("speaker", check, wrong[-1], reading)).fix(
                "fix_speaker", speaker=wrong[-1]
            )
    verdicts = {check.comparison.verdict for check in checks}
    examination = replace(examination, quote_checks=tuple(checks)).on(quote=next(v for v in _WORST if v in verdicts))
    found = [*wrong, *others]
    return examination.on(speaker=found[0]) if found else examination


def _finding(code: str, check: QuoteCheck, speaker: Speaker, reading: Reading) -> Finding:
    quote = reading.quotes[check.quote]
    return Finding(code, {"speaker": speaker}, quote.start, quote.end)


def _as_m5(check: QuoteCheck, speaker: Speaker) -> QuoteCheck:
    source = check.comparison.source_spans[0]
    m5 = Alteration("M5", source, source, note=speaker)
    return replace(
        check, comparison=replace(check.comparison, verdict="refused", alterations=(m5, *check.comparison.alterations))
    )


def _lead_in(check: QuoteCheck, examination: Examination, reading: Reading) -> str:
    """The words of the claim before the quotation: they say to whom it is given."""
    start = examination.claim.start
    return reading.draft.text[start : max(start, reading.quotes[check.quote].start)]


def _by_words(passage: Passage, lead_in: str, reading: Reading) -> Speaker | None:
    """The speaker to whom the source's own words hand the passage, unless the draft or the quotation says so itself."""
    if passage.block is None:
        return None
    language = passage.expression.language
    before = _words_leading_over(passage, passage.block)
    for speaker in _BY_WORDS:
        named = (
            _naming(speaker).search(lead_in) is not None
            or _hands_over(speaker, lead_in, reading.draft.language)
            or _hands_over(speaker, passage.text, language)
        )
        if not named and any(_hands_over(speaker, words, language) for words in before):
            return speaker
    return None


def _words_leading_over(passage: Passage, block: Block) -> tuple[str, ...]:
    """The words of the source's sentence before the quoted ones; the opening of their list; who is being reported."""
    start = passage.start - block.document_start
    begun = max(0, start - _LONG)
    text = block.text[begun : start + _LONG]
    language = passage.expression.language
    spans = sentences(text, language)
    index = bisect_right([span.start for span in spans], start - begun) - 1
    if index < 0:
        return ()
    found = [text[spans[index].start : start - begun]]
    opening, _, rest = block.text.partition("\n")
    if rest and start > len(opening) and opening.rstrip().endswith((":", "：", ":-")):
        found.append(opening)
    # in German the verb shows that a paragraph still reports what somebody said at its beginning
    if language == "de" and _INDIRECT.search(text[spans[index].start : spans[index].end]):
        found.append(_first_sentence(block.text[:_LONG], language))
    return tuple(found)


def _first_sentence(text: str, language: str) -> str:
    """The first sentence that is more than a number."""
    return next(
        (text[s.start : s.end] for s in sentences(text, language) if re.search(r"[^\W\d_]{3}", text[s.start : s.end])),
        "",
    )


@cache
def _patterns(speaker: str, language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(pattern.strip(), re.IGNORECASE)
        for row_speaker, row_language, patterns in rows("pincite.drafts.data", "speakers.tsv")
        if row_speaker == speaker and row_language == language.partition("-")[0]
        for pattern in patterns.split("¦")
    )


def _hands_over(speaker: str, words: str, language: str) -> bool:
    words = words.replace("’", "'")
    return any(pattern.search(words) for pattern in _patterns(speaker, language))


@cache
def _naming(speaker: str) -> re.Pattern[str]:
    """Words with which a draft says itself who speaks."""
    named = [words for row, words in rows("pincite.drafts.data", "speaker_names.tsv") if row == speaker]
    return re.compile("|".join(named) or r"(?!)", re.IGNORECASE)
