"""Speaker: who speaks in the passage a quotation was found in?

Keeps true:
1. The role that the document's own structure gives comes first (headnote, facts, dissent ...).
2. In reasoning, the sentence that leads over to the quoted words may hand them to a party or to the court below
   (`data/speakers.tsv`). That counts unless the quoted words or the claim name that speaker themselves.
3. Without a quotation that was found, and for legislation, the axis does not apply.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from pincite.corpus.answers import Block
from pincite.drafts.examination import Examination, Passage, Reading
from pincite.findings import Finding
from pincite.judging.verdict import NOT_THE_COURTS, Speaker
from pincite.text.sentences import sentences
from pincite.text.tables import rows

__all__ = ["check_speaker"]

_OF_ROLE: dict[str, Speaker] = {
    "headnote": "headnote", "facts": "facts", "submission": "submission", "reasoning": "reasoning", "dissent": "dissent",
    "quoted_authority": "quoted_authority", "court_below": "court_below", "order": "reasoning",
}  # fmt: skip
_LONG = 4_000


def check_speaker(examination: Examination, reading: Reading) -> Examination:
    """Set the speaker of the quoted words; the least trustworthy one when there are several quotations."""
    if not examination.open:
        return examination
    found: list[Speaker] = []
    for check in examination.quote_checks:
        passage = check.passage
        if passage is None or passage.expression.kind != "decision" or check.comparison.verdict == "refused":
            continue
        speaker = _speaker(passage, examination, reading)
        found.append(speaker)
        if speaker in NOT_THE_COURTS:
            quote = reading.quotes[check.quote]
            examination = examination.note(Finding("speaker", {"speaker": speaker}, quote.start, quote.end)).fix(
                "fix_speaker", speaker=speaker
            )
    if not found:
        return examination
    return examination.on(speaker=next((s for s in found if s in NOT_THE_COURTS), found[0]))


def _speaker(passage: Passage, examination: Examination, reading: Reading) -> Speaker:
    role = _OF_ROLE.get(passage.block.role, "unknown") if passage.block is not None else "unknown"
    claim = reading.draft.text[examination.claim.start : examination.claim.end]
    outside = claim.replace(passage.text, " ")
    if role in NOT_THE_COURTS:
        return "unknown" if _names(role, outside, passage.text, reading.draft.language) else role
    if passage.block is None:
        return role
    before = _words_leading_over(passage, passage.block)
    speakers: tuple[Speaker, ...] = ("submission", "court_below")
    for speaker in speakers:
        if _hands_over(speaker, before, passage.expression.language) and not _names(
            speaker, outside, passage.text, reading.draft.language
        ):
            return speaker
    return role


def _words_leading_over(passage: Passage, block: Block) -> str:
    """The words of the source's sentence that stand before the quoted ones."""
    start = passage.start - block.document_start
    text = block.text[max(0, start - _LONG) : start + 1]
    spans = sentences(text, passage.expression.language)
    index = bisect_right([span.start for span in spans], len(text) - 1) - 1
    return text[spans[index].start : -1] if index >= 0 else ""


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


def _names(speaker: str, claim: str, quoted: str, language: str) -> bool:
    return (
        _naming(speaker).search(claim) is not None
        or _hands_over(speaker, claim, language)
        or _hands_over(speaker, quoted, language)
    )
