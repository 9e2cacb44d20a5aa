"""Verify a draft: every citation found, resolved, opened and checked against the releases; the gate's answer; a report.

    1. read the draft           offsets as in the file; what is not read is counted; the door learns which passages are privileged
    2. find                     citations (one pass, as a reader sees them) and quotations; what looks like a citation and was not understood is kept
    3. claim                    the words each citation supports; each quotation tied to a citation, or listed as loose
    4. resolve                  short forms through their antecedent; a citation inside a quotation is the source's own
    5. open                     existence, pinpoint, identity: asked of the corpus; a failure is retried once, then «unreachable»
    6. settle                   a quotation behind several citations goes to the first in which it stands
    7. read                     quotations, currency, speaker, content
    8. judge, join              a judge weighs what no quotation settles; two names of one decision in one claim share what was read
    9. verdict                  axes -> verdict, by the table
    10. gate                    CLEAR or BLOCKED, with reasons
    11. report                  all of it as data; what differs between two runs of the same input stands in `volatile` alone

Ports: a corpus, an extractor, a judge. The date is given; nothing here knows the time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Protocol

from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention
from pincite.citations.pack import Absence
from pincite.corpus.answers import Corpus
from pincite.corpus.services import Cited, Live
from pincite.drafts.attributed import attributed
from pincite.drafts.checks import OPENING, READING
from pincite.drafts.checks.dates import own_date
from pincite.drafts.checks.quote import compare_at
from pincite.drafts.claims import claims_of
from pincite.drafts.draft import Draft, Tracked, read_draft
from pincite.drafts.examination import Check, DraftQuote, Examination, Reading
from pincite.drafts.judged import judge_claims
from pincite.drafts.named_in_source import named_in_source
from pincite.drafts.privileged import privileged_in
from pincite.drafts.quotations import quotations_of
from pincite.drafts.quotes_of_mentions import Ties, tie_quotes
from pincite.drafts.resolve import joined, parallels, resolve, resolve_bare_places
from pincite.drafts.scanned import Scanned, seen
from pincite.drafts.shelf import Shelf
from pincite.drafts.treatment import Mentions, treatment_of
from pincite.errors import CannotRun
from pincite.findings import Finding
from pincite.gate.policy import DEFAULT_POLICY, Judged, Policy, decide
from pincite.judging.judge import Judge
from pincite.judging.verdict import Axes, cause_of
from pincite.privacy.egress import Egress
from pincite.privacy.modes import Privacy
from pincite.privacy.privileged import playbook
from pincite.reports.privacy import PrivacyRecord
from pincite.reports.report import Report, make_report
from pincite.text.span import Span
from pincite.workflows.not_understood import with_not_understood

__all__ = ["Extracts", "Request", "Seen", "Stage", "jurisdiction_of", "verify_draft"]


class Extracts(Protocol):
    """The port that finds citations; `citations.Extractor` is one."""

    def extract(
        self, text: str, *, language: str = "", self_reference: str | None = None, jurisdiction: str | None = None
    ) -> Extraction:
        """The mentions of a text, in order; `self_reference` is the document that its bare places mean."""


Stage = Literal["existence", "quotations", "content", "report"]
"""What a run is at: what exists, what the quotations say, what supports the claims, the report."""


class Seen(NamedTuple):
    """What is known of a citation before the report is made: where it stands, and two of its axes ("" where not asked)."""

    start: int
    end: int
    existence: str
    quote: str


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked.

    Attributes:
        data, name: the draft's bytes and the name it goes by.
        checked_on: ISO date of the check, given by the caller.
        as_of: ISO date the law is asked about; "" for each release's own date.
        language: of the draft, "" to find it out.
        tracked: of tracked changes, which view is checked, final or original.
        versions: names and versions of rules and program, for the report.
        volatile: facts of this run alone (paths, times).

    """

    data: bytes
    name: str
    checked_on: str
    as_of: str = ""
    language: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    volatile: Mapping[str, str] = field(default_factory=dict)
    tracked: Tracked = "final"


def verify_draft(
    request: Request,
    corpus: Corpus,
    extractor: Extracts,
    *,
    absent: Callable[[str], Absence | None] = lambda _: None,
    policy: Policy = DEFAULT_POLICY,
    judge: Judge | None = None,
    privacy: Privacy | None = None,
    egress: Egress | None = None,
    progress: Callable[[Stage, int], None] = lambda *_: None,
    seen: Callable[[Stage, Sequence[Seen]], None] = lambda *_: None,
    shelf: Shelf | None = None,
    names: Callable[[str], Sequence[str]] | None = None,
    signed: bool = False,
) -> Report:
    """Verify a draft against a corpus; the steps are those of the module.

    `absent` answers for references that no release covers, from complete lists of the packs; `judge` weighs claims that are
    not wholly an accepted quotation (without one they are UNDECIDED). `egress` is the door that the judge and the services behind
    `corpus` ask; `privacy` is what was settled about it. `progress` is told each stage as it begins, with the number of citations.
    `seen` is told what is known of each citation when existence, and then the quotations, are settled.
    `shelf` keeps what was made ready of sources for the next draft. `names` gives the ways in which a decision is cited; with it,
    what later texts say of the decisions is looked up. `signed` vouches for recorded judgements: a person's judgement that nobody
    signed keeps the draft blocked (it is signed at the gate).

    Raises:
        BadInput: the draft is no text that can be read.
        CannotRun: the corpus cannot even say what it holds.

    """
    # 1
    draft = read_draft(request.data, request.name, language=request.language, tracked=request.tracked)
    privileged = privileged_in(draft, playbook(privacy.patterns)) if privacy is not None else []
    if egress is not None:
        egress.watch(draft.text, [each.span for each in privileged])
    coverage = corpus.coverage()
    # 2
    readable = draft.readable()
    scanned = Scanned(readable)
    read = extractor.extract(scanned.text, language=draft.language, jurisdiction=jurisdiction_of(coverage))
    extraction = scanned.back(with_not_understood(scanned.text, read))
    mentions = joined(draft, extraction.mentions)
    quotes, unexamined = quotations_of(draft, readable)
    # 3
    spans = [quote.span for quote in quotes]
    claims = claims_of(draft, mentions, spans)
    ties = tie_quotes(draft, spans, mentions, claims)
    reading = Reading(draft, corpus, request.as_of, mentions, claims, quotes, absent, shelf or Shelf())
    # 4
    resolved = resolve_bare_places(draft, mentions, resolve(mentions), _reader(extractor, draft.language))
    quoted = _inside_quotations(ties, quotes, mentions)
    own = _own_dates(reading)
    examinations = [
        Examination(
            *(i, mention, claims[i], resolved[i].reference, resolved[i].by),
            inside_quotation=i in quoted,
            own_date=own[i],
        )
        for i, mention in enumerate(mentions)
    ]
    if isinstance(corpus, Live):
        corpus.citing(_cited(examinations, reading), request.as_of)
    # 5
    progress("existence", len(mentions))
    examinations = [_run(OPENING, e, reading) for e in examinations]
    # 6
    examinations = _settle(ties, examinations, reading)
    seen("existence", _seen(examinations))
    # 7
    progress("quotations", len(mentions))
    examinations = [_dated(_run(READING, e, reading)) for e in examinations]
    examinations = named_in_source(
        draft.text, examinations, lambda text, language: _mentions(extractor, text, language)
    )
    seen("quotations", _seen(examinations))
    # 8
    progress("content", len(mentions))
    if judge is not None:
        examinations = [_gated(e, privacy) for e in judge_claims(examinations, reading, judge)]
    examinations = _join(examinations, reading)
    if names is not None:
        examinations = _treated(
            examinations, corpus, names, lambda text, language: _mentions(extractor, text, language)
        )
    # 9, 10
    loose = [quotes[i] for i in ties.loose]
    judged = [Judged(_citation_id(i), e.verdict().status, cause_of(e.axes)) for i, e in enumerate(examinations)]
    concerns = _concerns(draft, loose)
    if not signed and any(_rests_on_a_person(e) for e in examinations):
        concerns.append(Judged("", "UNVERIFIED", "judgement_not_signed"))
    decision = decide([*concerns, *judged], policy)
    # 11
    progress("report", len(mentions))
    return make_report(
        reading,
        examinations,
        decision,
        ids=[item.citation_id for item in judged],
        coverage=coverage,
        loose=loose,
        unparsed=extraction.unparsed,
        unexamined=unexamined,
        checked_on=request.checked_on,
        versions=request.versions,
        volatile=request.volatile,
        privacy=PrivacyRecord.of(privacy, privileged, egress) if privacy is not None else None,
        consulted=corpus.consulted() if isinstance(corpus, Live) else None,
    )


def _seen(examinations: Sequence[Examination]) -> list[Seen]:
    return [
        Seen(e.mention.start, e.mention.end, "" if e.axes.out_of_scope else e.axes.existence, e.axes.quote)
        for e in examinations
    ]


def _cited(examinations: Sequence[Examination], reading: Reading) -> list[Cited]:
    """What services may be asked for: each citation with its place in the draft, by which the door decides."""
    return [
        Cited(str(e.reference), Span(e.mention.start, e.mention.end), e.mention.kind, reading.language_around(e))
        for e in examinations
        if e.reference is not None and not e.inside_quotation
    ]


def _own_dates(reading: Reading) -> list[str]:
    """The date of the law that the sentence of each provision names; "" of others.

    A sentence is read once, however many citations stand in it: a text without full stops is one sentence.
    """
    known: dict[tuple[int, int], str] = {}
    found: list[str] = []
    for mention, claim in zip(reading.mentions, reading.claims, strict=True):
        if mention.kind != "statute":
            found.append("")
            continue
        at = (claim.start, claim.end)
        if at not in known:
            known[at] = _own_date(reading, *at)
        found.append(known[at])
    return found


def _own_date(reading: Reading, start: int, end: int) -> str:
    if not own_date(reading.draft, start, end):
        return ""
    apart = [Span(m.start, m.end) for m in reading.mentions if m.start < end and start < m.end]
    return own_date(reading.draft, start, end, [*apart, *(quote.span for quote in reading.quotes)])


def _mentions(extractor: Extracts, text: str, language: str) -> Sequence[Mention]:
    return extractor.extract(text, language=language).mentions


def _treated(
    examinations: Sequence[Examination], corpus: Corpus, names: Callable[[str], Sequence[str]], mentions: Mentions
) -> list[Examination]:
    """What later texts say of each decision, asked once a decision; it is disclosed and moves no status."""
    known: dict[str, tuple[Finding, ...]] = {}
    found: list[Examination] = []
    for examination in examinations:
        work, expression = examination.work, examination.expression
        if not examination.open or work is None or expression is None or expression.kind != "decision":
            found.append(examination)
            continue
        if work.work not in known:
            try:
                known[work.work] = treatment_of(work, names(work.work), corpus, mentions).findings()
            except CannotRun:
                # it moves no status, so a failure leaves the rest as it is; nothing is said of later texts then
                known[work.work] = ()
        found.append(examination.note(*known[work.work]))
    return found


def _dated(examination: Examination) -> Examination:
    """That a sentence has a date of its own is disclosed, and stands in the evidence."""
    if not examination.own_date or not examination.open:
        return examination
    evidence = examination.evidence
    evidence = replace(evidence, as_of=examination.own_date) if evidence is not None else None
    return replace(examination, evidence=evidence).note(Finding("own_date", {"date": examination.own_date}))


def _gated(examination: Examination, privacy: Privacy | None) -> Examination:
    """Content that the privacy mode kept back says so."""
    if not examination.axes.withheld or privacy is None:
        return examination
    return examination.note(Finding("privacy_gated", {"mode": privacy.mode}))


def _rests_on_a_person(examination: Examination) -> bool:
    """Whether a recorded judgement of a person lets a citation pass."""
    opinion = examination.opinion
    passes = opinion is not None and opinion.support in ("SUPPORTED", "PARTLY")
    return opinion is not None and passes and opinion.judge.name == "recorded"


def _concerns(draft: Draft, loose: Sequence[DraftQuote]) -> list[Judged]:
    """What of the whole draft keeps it from being clear, whatever its citations are."""
    found = [Judged("", "UNVERIFIED", f.code) for f in draft.findings if f.code == "hidden_in_words"]
    if attributed(draft, loose):
        found.append(Judged("", "UNVERIFIED", "attributed_quotation_loose"))
    return found


def jurisdiction_of(coverage: Sequence[object]) -> str | None:
    """That of the releases, when they all are of one: a bare «section 5» of a draft then means its law."""
    found = {getattr(each, "jurisdiction", "") for each in coverage}
    return next(iter(found)) if len(found) == 1 else None


def _citation_id(index: int) -> str:
    return f"c{index + 1:03}"


def _reader(extractor: Extracts, language: str) -> Callable[[str, str], str | None]:
    """Reads a bare place as one of a given document."""

    def read(text: str, work: str) -> str | None:
        text = seen(text)
        found = extractor.extract(text, language=language, self_reference=work).mentions
        return found[0].reference if len(found) == 1 and found[0].text == text else None

    return read


def _inside_quotations(ties: Ties, quotes: Sequence[DraftQuote], mentions: Sequence[Mention]) -> set[int]:
    """The mentions that are part of a quotation tied to another citation: words of the source, checked with it."""
    starts = [mention.start for mention in mentions]
    found: set[int] = set()
    for tie in ties.tied:
        quote = quotes[tie.quote]
        for index in range(bisect_left(starts, quote.start), bisect_left(starts, quote.end)):
            if mentions[index].end <= quote.end and index not in tie.mentions:
                found.add(index)
    return found


def _run(checks: Sequence[Check], examination: Examination, reading: Reading) -> Examination:
    """All checks in order. When the machine fails, once more; then the mention could not be checked, which is not «not found»."""

    def all_of() -> Examination:
        found = examination
        for check in checks:
            found = check(found, reading)
        return found

    if examination.axes.existence == "unreachable":
        return examination
    try:
        return all_of()
    except CannotRun:
        try:
            return all_of()
        except CannotRun as failure:
            return examination.on(existence="unreachable").note(
                Finding("could_not_be_checked", {"reason": str(failure)})
            )


def _settle(ties: Ties, examinations: list[Examination], reading: Reading) -> list[Examination]:
    """Give each quotation to one citation: of a string, the first that does not refuse it, else the first of all."""
    found = list(examinations)
    for tie in ties.tied:
        owner = tie.mentions[0]
        if len(tie.mentions) > 1:
            quote = reading.quotes[tie.quote]
            for candidate in tie.mentions:
                if _takes(found[candidate], quote, reading):
                    owner = candidate
                    break
        others = tuple(m for m in tie.mentions if m != owner)
        settled = replace(tie, mentions=(owner, *others))
        found[owner] = replace(found[owner], ties=(*found[owner].ties, settled))
    return found


def _takes(examination: Examination, quote: DraftQuote, reading: Reading) -> bool:
    try:
        comparison = compare_at(quote, examination, reading)
    except CannotRun:
        return False
    return comparison is not None and comparison.verdict != "refused"


def _join(examinations: list[Examination], reading: Reading) -> list[Examination]:
    """What was read under one name of a work goes for its other name in the same claim, unless that names another place."""
    works = {i: e.work.work for i, e in enumerate(examinations) if e.open and e.work is not None}
    found = list(examinations)
    for later, earlier in parallels(reading.mentions, reading.claims, works).items():
        pair = (found[earlier], found[later])
        for index, (one, other) in ((later, pair), (earlier, pair[::-1])):
            if _may_share(one, other):
                found[index] = _shared(one, found[index])
        found[later] = found[later].note(Finding("parallel_citation", {"other": _citation_id(earlier)}))
    return found


def _may_share(one: Examination, other: Examination) -> bool:
    """Whether `other` has nothing of its own that `one` does not answer."""
    place = other.reference.place if other.reference is not None else None
    same = one.reference is not None and place in (None, one.reference.place)
    return same and not other.quote_checks and bool(one.quote_checks)


def _shared(one: Examination, other: Examination) -> Examination:
    axes: Axes = other.axes._replace(
        quote=one.axes.quote, support=one.axes.support, speaker=one.axes.speaker, other_version=one.axes.other_version
    )
    findings = tuple(
        f
        for f in other.findings
        if f.code not in ("content_not_judged", "quotation_stands") or axes.support == "UNDECIDED"
    )
    return replace(other, axes=axes, evidence=one.evidence, quote_checks=one.quote_checks, findings=findings)
