"""An Examination: what is known of one mention, grown check by check; and the Reading it takes place in.

Keeps true: a check takes an examination and gives back another one; it never forgets what an earlier check found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.citations.mention import Mention
from pincite.citations.pack import Absence
from pincite.corpus.answers import Block, Corpus, ExpressionRecord, PlaceFound, Suggestion, WorkFound
from pincite.drafts.claims import Claim
from pincite.drafts.draft import Draft
from pincite.drafts.languages import Languages
from pincite.drafts.quotes_of_mentions import Tie
from pincite.drafts.shelf import Shelf
from pincite.findings import Finding
from pincite.identity.reference import Reference
from pincite.judging.judge import Opinion
from pincite.judging.verdict import Axes, Evidence, Route, Verdict, route_without_judge
from pincite.quotation.model import Comparison
from pincite.quotation.prepared import PreparedSource
from pincite.text.span import Span

__all__ = ["Check", "DraftQuote", "Examination", "Passage", "QuoteCheck", "Reading"]


@dataclass(frozen=True, slots=True)
class DraftQuote:
    """A quotation in the draft: the span of its words without the marks, and what the draft says of it.

    Attributes:
        start, end, text: as they stand in the draft.
        words: the words without the marks of Markdown («*», «_», «>»), as they are compared.
        emphasis: spans of `words` that those marks emphasise; None when there are none.
        disclosures: the words behind it that say what was changed («emphasis added», «my translation»).

    """

    start: int
    end: int
    text: str
    words: str = ""
    emphasis: tuple[Span, ...] | None = None
    disclosures: str = ""

    @property
    def span(self) -> Span:
        """Where its words stand."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a document: code points of its whole text, and the block in which it begins."""

    expression: ExpressionRecord
    start: int
    end: int
    text: str
    block: Block | None


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """A quotation compared: with which text, what it says, and where the words stand.

    `where`: place (the cited one), document (elsewhere in it), version, language, other_document (M6), nowhere.
    """

    quote: int
    comparison: Comparison
    where: str
    passage: Passage | None = None
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """One mention under examination; see the module.

    `inside_quotation`: it stands in words that the draft quotes from a source cited beside them, and is that source's.
    `opinion`: of the judge, where one was asked. `own_date`: ISO date of the law that its sentence names, or "".
    """

    index: int
    mention: Mention
    claim: Claim
    reference: Reference | None
    resolved_by: str
    ties: tuple[Tie, ...] = ()
    inside_quotation: bool = False
    axes: Axes = field(default_factory=lambda: Axes("outside_coverage"))
    work: WorkFound | None = None
    place: PlaceFound | None = None
    expression: ExpressionRecord | None = None
    quote_checks: tuple[QuoteCheck, ...] = ()
    findings: tuple[Finding, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    fixes: tuple[Finding, ...] = ()
    searched: tuple[str, ...] = ()
    evidence: Evidence | None = None
    route: Route | None = None
    opinion: Opinion | None = None
    own_date: str = ""

    def on(self, **axes: Any) -> Examination:
        """With these axis values."""
        return replace(self, axes=self.axes._replace(**axes))

    def note(self, *findings: Finding) -> Examination:
        """With these findings beside those there are."""
        return replace(self, findings=(*self.findings, *(f for f in findings if f not in self.findings)))

    def offer(self, *suggestions: Suggestion) -> Examination:
        """With these near misses beside those there are: offered, never substituted."""
        return replace(self, suggestions=(*self.suggestions, *(s for s in suggestions if s not in self.suggestions)))

    def fix(self, code: str, **parameters: str | int) -> Examination:
        """With one more recipe to mend what was found."""
        return replace(self, fixes=(*self.fixes, Finding(code, parameters)))

    @property
    def open(self) -> bool:
        """Whether there is a document to look into."""
        return self.axes.existence == "found" and not self.axes.out_of_scope

    def verdict(self) -> Verdict:
        """The verdict as it stands."""
        return Verdict(self.axes, self.route or route_without_judge(self.axes), self.evidence)


@dataclass(slots=True)
class Reading:
    """A draft being examined against a corpus on a date.

    Attributes:
        draft, corpus: what is examined, and against what.
        as_of: ISO date the law is asked about, "" for each release's own date.
        mentions, claims, quotes: of the draft, in order; one claim a mention.
        absent: what complete lists of the packs say against a reference that no release covers.
        shelf: what is kept of sources for all drafts of a run.

    """

    draft: Draft
    corpus: Corpus
    as_of: str
    mentions: Sequence[Mention]
    claims: Sequence[Claim]
    quotes: Sequence[DraftQuote]
    absent: Callable[[str], Absence | None] = lambda _: None
    shelf: Shelf = field(default_factory=Shelf)
    _texts: dict[str, str] = field(default_factory=dict)
    _blocks: dict[str, Sequence[Block]] = field(default_factory=dict)
    _languages: Languages | None = None

    def date_of(self, examination: Examination) -> str:
        """The date on which the law is asked about for a mention: its sentence's own, else the draft's."""
        return examination.own_date or self.as_of

    def language_of(self, examination: Examination) -> str:
        """The language the citation is written in (see `drafts.languages`); "" when nothing shows it."""
        work = examination.work.work if examination.work is not None else ""
        return self.languages().of(examination.index, work)

    def language_around(self, examination: Examination) -> str:
        """The language of the words around the citation, whatever texts the work has; "" when nothing shows it."""
        return self.languages().of(examination.index)

    def languages(self) -> Languages:
        """What tells the languages of the draft's citations."""
        if self._languages is None:
            spans = [quote.span for quote in self.quotes]
            self._languages = Languages(self.draft, self.mentions, self.claims, spans)
        return self._languages

    def text(self, expression: ExpressionRecord) -> str:
        """The canonical text of a document, read once."""
        if expression.id not in self._texts:
            self._texts[expression.id] = self.corpus.document_text(expression.id)
        return self._texts[expression.id]

    def blocks(self, expression: ExpressionRecord) -> Sequence[Block]:
        """The blocks of a document, read once."""
        if expression.id not in self._blocks:
            self._blocks[expression.id] = self.corpus.blocks(expression.id)
        return self._blocks[expression.id]

    def source(self, expression: ExpressionRecord, span: Span, make: Callable[[], PreparedSource]) -> PreparedSource:
        """A part of a document made ready for comparing, once."""
        return self.shelf.source((expression.release, expression.id, span), span.end - span.start, make)


Check = Callable[[Examination, Reading], Examination]
