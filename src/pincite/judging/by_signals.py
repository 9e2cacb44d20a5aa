"""The judge without a model: hard signals decide a mismatch, an accepted quotation a match, all else is UNDECIDED.

Keeps true:
1. CONTRADICTED or UNSUPPORTED only by a hard signal. SUPPORTED only where the whole claim is a quotation in marks that stands in
   the passage word for word.
2. It gives no probability: a share of words says nothing about truth.
3. A claim whose authority is said to be against it (contra) is never decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.judging.judge import Excerpt, JudgeName, Opinion, Question, undecided
from pincite.judging.signals import signals_of
from pincite.quotation.compare import compare
from pincite.quotation.find_quotes import find_quotes
from pincite.text.span import Span

__all__ = ["VERSION", "SignalsJudge"]

VERSION = "2"


@dataclass(frozen=True)
class SignalsJudge:
    """Implements `Judge` by code alone."""

    @property
    def name(self) -> JudgeName:
        """`signals`, with the version of its rules."""
        return JudgeName.of("signals", VERSION)

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """Each question by itself; equal ones are answered once."""
        known: dict[str, Opinion] = {}
        return [known.setdefault(question.sha256, self._one(question)) for question in questions]

    def _one(self, question: Question) -> Opinion:
        signals = signals_of(question)
        if question.signal == "contrary":
            return undecided(self.name, "contrary_signal", question, signals=signals)
        hard = [seen for seen in signals if seen.hard]
        if hard:
            return Opinion(
                "UNSUPPORTED" if all(seen.code == "unrelated" for seen in hard) else "CONTRADICTED",
                self.name,
                "lexical",
                question.sha256,
                "hard_signal",
                signals=signals,
            )
        quoted = _wholly_quoted(question)
        if quoted:
            return Opinion("SUPPORTED", self.name, "verbatim", question.sha256, "quotation", excerpts=quoted)
        return undecided(self.name, "no_hard_signal", question, signals=signals)


def _wholly_quoted(question: Question) -> tuple[Excerpt, ...]:
    """The excerpts a claim quotes, when marks and citations are all that stands beside its quotations."""
    if question.partial:
        return ()
    language = question.claim_language
    quotes = [quote for quote in find_quotes(question.claim, language) if not quote.reason]
    left, excerpts = question.claim, []
    for quote in quotes:
        words = question.claim[quote.start : quote.end]
        comparison = compare(words, question.passage, language=question.passage_language or language)
        if not comparison.verbatim or not comparison.source_spans:
            return ()
        span = comparison.source_spans[0]
        excerpts.append(Excerpt.of(question.passage, span.start, span.end))
        left = _without(left, quote.span)
    for citation in question.citations:
        left = _without(left, citation)
    return () if any(character.isalnum() for character in left) else tuple(excerpts)


def _without(text: str, span: Span) -> str:
    return text[: span.start] + " " * (min(span.end, len(text)) - span.start) + text[span.end :]
