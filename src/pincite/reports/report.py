"""The report as data: one record a mention, what was asked and of what, the gate's decision.

Keeps true:
1. The record of a mention holds exactly the fields of the design (`citation_id`, `source_mcp`, `query_used`, `status`,
   `matched_snippet`, `confidence_score`) and more beside them. Changes are additive; `SCHEMA` names the version.
2. The same draft, releases, rules and date give the same report; what differs between two runs lies in `volatile`.
3. Four dates never merge: law as at, checked at, corpus published at, source fetched at.
4. Prose is nowhere in it: findings are codes and parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pincite.citations.mention import Mention, Unparsed
from pincite.corpus.answers import Coverage, Suggestion
from pincite.corpus.services import ConsultedService
from pincite.drafts.claims import Claim
from pincite.drafts.draft import Draft
from pincite.drafts.examination import DraftQuote, Examination, QuoteCheck, Reading
from pincite.findings import Finding
from pincite.formats.written import FilePlace
from pincite.gate.policy import Decision
from pincite.judging.judge import Opinion
from pincite.judging.verdict import Axes, Evidence, Status, cause_of
from pincite.quotation.find_quotes import Quote as FoundQuote
from pincite.reports.privacy import PrivacyRecord
from pincite.reports.services import ServicesRecord
from pincite.text.tables import rows

__all__ = ["SCHEMA", "STATUSES", "Group", "MentionRecord", "QuoteRecord", "Report", "Source", "make_report"]

SCHEMA = "pincite.report/1"
_LONGEST_CLAIM = 2_000
Group = Literal["fix", "look", "ok", "found", "unchecked"]
_MENDABLE = frozenset({"not_found", "malformed", "pinpoint_absent"})
"""Causes of an UNVERIFIED that the author can mend: something was checked and was not there."""
STATUSES: tuple[Status, ...] = ("MATCH", "PARTIAL", "MISMATCH", "UNVERIFIED", "SKIPPED")


@dataclass(frozen=True, slots=True)
class QuoteRecord:
    """A quotation as compared.

    Attributes:
        start, end, text: in the draft.
        verdict: clean, look or refused; codes: A0.. and M1.. of the quotation calculus.
        where: place, document, version, language, other_document.
        source_words: the source's own words where they were found, or the nearest ones; surroundings: ready to copy.
        stands_in: where the words do stand instead, or "".
        differences: (code, words of the source, words of the quotation, note).

    """

    start: int
    end: int
    text: str
    verdict: str
    codes: tuple[str, ...]
    where: str
    source_words: str
    surroundings: str
    stands_in: str
    differences: tuple[tuple[str, str, str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "verdict": self.verdict,
            "codes": list(self.codes),
            "where": self.where,
            "source_words": self.source_words,
            "surroundings": self.surroundings,
            "stands_in": self.stands_in,
            "differences": [
                {"code": code, "source": source, "quote": quote, "note": note}
                for code, source, quote, note in self.differences
            ],
        }


@dataclass(frozen=True, slots=True)
class MentionRecord:
    """One mention in the report."""

    citation_id: str
    mention: Mention
    claim: Claim
    claim_text: str
    line: int
    class_: str
    reference: str | None
    work: str
    title: str
    state: str
    release: str
    status: Status
    cause: str
    axes: Axes
    confidence_score: float
    matched_snippet: str
    source_mcp: str
    query_used: str
    quotes: tuple[QuoteRecord, ...]
    findings: tuple[Finding, ...]
    fixes: tuple[Finding, ...]
    suggestions: tuple[Suggestion, ...]
    evidence: Evidence | None
    receipt_id: str | None = None
    place: FilePlace | None = None
    opinion: Opinion | None = None

    @property
    def told(self) -> str:
        """The cause as a person is told it: what was seen comes before the fact that content was not judged."""
        axes = self.axes
        if self.cause != "content_not_judged":
            return self.cause
        if axes.pinpoint == "corrected":
            return "pinpoint_corrected"
        if axes.quote == "look":
            return "quote_look"
        return "identity_differs" if axes.identity == "differs" else self.cause

    @property
    def group(self) -> Group:
        """What is to be done: fix, look, nothing (ok), judge the statement (found), or it was not checked.

        `found`: the document and the place are there and each quotation is exact; the statement was not judged.

        Content that was not judged, with something seen beside it that a person must look at, is to be looked at.
        """
        if self.status == "MATCH":
            return "ok"
        if self.status == "PARTIAL":
            return "look"
        if self.status == "MISMATCH" or self.cause in _MENDABLE:
            return "fix"
        if self.told != self.cause:
            return "look"
        compared = all(quote.verdict == "clean" for quote in self.quotes) and not self._not_compared
        return "found" if self.cause == "content_not_judged" and compared else "unchecked"

    @property
    def _not_compared(self) -> bool:
        """Whether something beside the statement was left unchecked: a quotation of a version not held, or the place."""
        codes = {finding.code for finding in self.findings}
        return self.axes.pinpoint == "unchecked" or bool(codes & {"language_version_not_held", "place_not_held"})

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {
            "citation_id": self.citation_id,
            "source_mcp": self.source_mcp,
            "query_used": self.query_used,
            "status": self.status,
            "matched_snippet": self.matched_snippet,
            "confidence_score": self.confidence_score,
            "span": {
                "start": self.mention.start,
                "end": self.mention.end,
                "line": self.line,
                **({"place": self.place.as_json()} if self.place is not None else {}),
            },
            "raw": self.mention.text,
            "form": self.mention.form,
            "kind": self.mention.kind,
            "rule": self.mention.rule,
            "class": self.class_,
            "reference": self.reference,
            "work": self.work,
            "title": self.title,
            "state": self.state,
            "release": self.release,
            "cause": self.cause,
            "told": self.told,
            "group": self.group,
            "claim": {
                "start": self.claim.start,
                "end": self.claim.end,
                "text": self.claim_text,
                "signal": self.claim.signal,
                "note": self.claim.via_note,
            },
            "axes": self.axes._asdict(),
            "quotes": [quote.as_json() for quote in self.quotes],
            "findings": [_finding(finding) for finding in self.findings],
            "fix": [_finding(fix) for fix in self.fixes],
            "suggestions": [{"reference": s.reference, "why": s.why, "title": s.title} for s in self.suggestions],
            "evidence": _evidence(self.evidence),
            "receipt_id": self.receipt_id,
            **({"judgement": self.opinion.as_json()} if self.opinion is not None else {}),
        }


@dataclass(frozen=True, slots=True)
class Source:
    """A document that was opened for the report."""

    expression: str
    title: str
    release: str
    url: str
    legal_value: str
    source_sha256: str
    fetched_at: str

    def as_json(self) -> dict[str, str]:
        """As in the report."""
        return {
            "expression": self.expression,
            "title": self.title,
            "release": self.release,
            "url": self.url,
            "legal_value": self.legal_value,
            "source_sha256": self.source_sha256,
            "fetched_at": self.fetched_at,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report; see the module."""

    draft: Draft
    mentions: tuple[MentionRecord, ...]
    decision: Decision
    coverage: tuple[Coverage, ...]
    sources: tuple[Source, ...]
    loose: tuple[DraftQuote, ...]
    unparsed: tuple[Unparsed, ...]
    unexamined: tuple[FoundQuote, ...]
    checked_on: str
    as_of: str
    quotations: int
    versions: Mapping[str, str]
    volatile: Mapping[str, str]
    privacy: PrivacyRecord | None = None
    services: ServicesRecord | None = None

    def groups(self) -> dict[Group, list[MentionRecord]]:
        """The mentions by what is to be done about them."""
        found: dict[Group, list[MentionRecord]] = {"fix": [], "look": [], "ok": [], "found": [], "unchecked": []}
        for record in self.mentions:
            found[record.group].append(record)
        return found

    @property
    def delivery_blocked(self) -> bool:
        """Whether the gate holds the draft back."""
        return self.decision.delivery_blocked

    @property
    def counts(self) -> dict[str, int]:
        """How many mentions have each status, all five named."""
        return {status: sum(record.status == status for record in self.mentions) for status in STATUSES}

    @property
    def checked(self) -> str:
        """`mentions`, or `no_citation_found`: a value of its own, never «0 problems»."""
        return "mentions" if self.mentions else "no_citation_found"

    def law_as_at(self) -> dict[str, str]:
        """The date the law was asked about, for each release."""
        return {each.release: self.as_of or each.as_of for each in self.coverage}

    def as_json(self) -> dict[str, Any]:
        """The report as plain values; keys in the order of the schema."""
        return {
            "schema": SCHEMA,
            "draft": {
                "name": self.draft.name,
                "sha256": self.draft.sha256,
                "bytes": self.draft.size,
                "characters": len(self.draft.text),
                "markup": self.draft.markup,
                **({"read": dict(self.draft.written.facts)} if self.draft.written is not None else {}),
                "language": self.draft.language,
                "unread": [{"kind": b.kind, "start": b.start, "end": b.end} for b in self.draft.unread],
            },
            "dates": {
                "law_as_at": self.law_as_at(),
                "law_as_at_given": bool(self.as_of),
                "checked_at": self.checked_on,
                "corpus_published_at": {each.release: each.as_of for each in self.coverage},
                "source_fetched_at": {source.expression: source.fetched_at for source in self.sources},
            },
            "releases": [
                {
                    "release": each.release,
                    "jurisdiction": each.jurisdiction,
                    "as_of": each.as_of,
                    "signature": each.signature,
                    "claims": [
                        {"name": claim.name, "works": list(claim.works), "complete": claim.complete}
                        for claim in each.claims
                    ],
                }
                for each in self.coverage
            ],
            "versions": dict(sorted(self.versions.items())),
            "checked": self.checked,
            "counts": {
                **self.counts,
                "mentions": len(self.mentions),
                "distinct_references": len({r.reference for r in self.mentions if r.reference}),
                "distinct_works": len({r.work for r in self.mentions if r.work}),
                "quotations": self.quotations,
                "quotations_without_citation": len(self.loose),
                "quotations_not_examined": len(self.unexamined),
                "not_understood": len(self.unparsed),
            },
            "delivery": {
                "decision": self.decision.delivery,
                "policy": self.decision.policy,
                "reasons": [reason._asdict() for reason in self.decision.reasons],
            },
            "delivery_blocked": self.delivery_blocked,
            "mentions": [record.as_json() for record in self.mentions],
            "quotations_without_citation": [
                {"start": quote.start, "end": quote.end, "text": quote.text} for quote in self.loose
            ],
            "quotations_not_examined": [
                {"start": q.start, "end": q.end, "text": self.draft.text[q.start : q.end], "reason": q.reason}
                for q in self.unexamined
            ],
            "not_understood": [unparsed._asdict() for unparsed in self.unparsed],
            "findings": [_finding(finding) for finding in self.draft.findings],
            "sources": [source.as_json() for source in self.sources],
            **({"privacy": self.privacy.as_json()} if self.privacy is not None else {}),
            **({"services": self.services.as_json()} if self.services is not None else {}),
            "volatile": dict(sorted(self.volatile.items())),
        }


def make_report(
    reading: Reading,
    examinations: Sequence[Examination],
    decision: Decision,
    *,
    ids: Sequence[str],
    coverage: Sequence[Coverage],
    loose: Sequence[DraftQuote],
    unparsed: Sequence[Unparsed],
    unexamined: Sequence[FoundQuote],
    checked_on: str,
    versions: Mapping[str, str],
    volatile: Mapping[str, str],
    privacy: PrivacyRecord | None = None,
    consulted: Sequence[ConsultedService] | None = None,
) -> Report:
    """The report of examined mentions; `ids` are their citation ids."""
    lines = _LineNumbers(reading.draft.text)
    services = ServicesRecord.of(consulted) if consulted is not None else None
    return Report(
        draft=reading.draft,
        mentions=tuple(
            _record(citation_id, examination, reading, lines, services)
            for citation_id, examination in zip(ids, examinations, strict=True)
        ),
        decision=decision,
        coverage=tuple(coverage),
        sources=_sources(examinations),
        loose=tuple(loose),
        unparsed=tuple(unparsed),
        unexamined=tuple(unexamined),
        checked_on=checked_on,
        as_of=reading.as_of,
        quotations=len(reading.quotes),
        versions=dict(versions),
        volatile=dict(volatile),
        privacy=privacy,
        services=services,
    )


class _LineNumbers:
    """Line numbers of ascending offsets, counted once through the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1

    def of(self, offset: int) -> int:
        """The line of an offset, from 1."""
        if offset < self.at:
            self.at, self.line = 0, 1
        self.line += self.text.count("\n", self.at, offset)
        self.at = offset
        return self.line


def _record(
    citation_id: str,
    examination: Examination,
    reading: Reading,
    lines: _LineNumbers,
    services: ServicesRecord | None = None,
) -> MentionRecord:
    verdict = examination.verdict()
    claim = examination.claim
    expression = examination.expression
    evidence = verdict.evidence
    reference = str(examination.reference) if examination.reference is not None else None
    matched = bool(examination.quote_checks) and evidence is not None
    release = expression.release if expression is not None else ""
    service = services.source_of(reference, release) if services is not None else None
    return MentionRecord(
        citation_id=citation_id,
        mention=examination.mention,
        claim=claim,
        claim_text=_claim_text(reading.draft.text, claim, examination.mention),
        line=lines.of(examination.mention.start),
        class_=class_of(examination.mention.kind, reference),
        reference=reference,
        work=examination.work.work if examination.work is not None else "",
        title=expression.title if expression is not None else "",
        state=expression.state if expression is not None else "",
        release=expression.release if expression is not None else "",
        status=verdict.status,
        cause=cause_of(examination.axes),
        axes=examination.axes,
        confidence_score=verdict.confidence,
        matched_snippet=evidence.snippet if matched and evidence is not None else "",
        source_mcp=service[0] if service else _source(examination),
        query_used=service[1] if service else examination.searched[-1] if examination.searched else "",
        quotes=tuple(_quote(check, reading) for check in examination.quote_checks),
        findings=examination.findings,
        fixes=examination.fixes,
        suggestions=examination.suggestions,
        evidence=evidence,
        place=reading.draft.place(examination.mention.start),
        opinion=examination.opinion,
    )


def _claim_text(text: str, claim: Claim, mention: Mention) -> str:
    """The words of a claim; of one longer than any sentence is, those around the mention, so that a report stays in proportion."""
    if claim.end - claim.start <= _LONGEST_CLAIM:
        return text[claim.start : claim.end]
    start = max(claim.start, min(mention.start - _LONGEST_CLAIM // 2, claim.end - _LONGEST_CLAIM))
    end = min(claim.end, start + _LONGEST_CLAIM)
    return f"{'…' if start > claim.start else ''}{text[start:end]}{'…' if end < claim.end else ''}"


def _source(examination: Examination) -> str:
    """The release that answered."""
    if examination.expression is not None:
        return f"local:{examination.expression.release}"
    named = next((f.parameters["release"] for f in examination.findings if f.code == "not_found"), "")
    return f"local:{named}" if named else ""


def _quote(check: QuoteCheck, reading: Reading) -> QuoteRecord:
    quote = reading.quotes[check.quote]
    comparison = check.comparison
    nearest = comparison.nearest
    return QuoteRecord(
        start=quote.start,
        end=quote.end,
        text=quote.text,
        verdict=comparison.verdict,
        codes=comparison.codes,
        where=check.where,
        source_words=check.passage.text if check.passage is not None else (nearest.words if nearest else ""),
        surroundings=nearest.text if nearest is not None else "",
        stands_in=check.stands_in or comparison.stands_in,
        differences=tuple(
            (a.code, "" if a.whole else a.source_words, "" if a.whole else a.quote_words, a.note)
            for a in comparison.alterations
        ),
    )


def _sources(examinations: Sequence[Examination]) -> tuple[Source, ...]:
    found: dict[str, Source] = {}
    for examination in examinations:
        opened = [
            examination.expression,
            *(c.passage.expression for c in examination.quote_checks if c.passage is not None),
        ]
        for e in opened:
            if e is not None and e.id not in found:
                fetched = e.meta.get("fetched_at") or e.meta.get("retrieved_at") or ""
                found[e.id] = Source(e.id, e.title, e.release, e.url, e.legal_value, e.source_sha256, fetched)
    return tuple(found[key] for key in sorted(found))


@cache
def _classes() -> tuple[tuple[str, str, str], ...]:
    return tuple((kind, works, name) for kind, works, name in rows("pincite.drafts.data", "classes.tsv"))


def class_of(kind: str, reference: str | None) -> str:
    """The class of a mention: statute, federal-case, cantonal-case, case, doctrine-structured, doctrine-informal, gazette."""
    for wanted, works, name in _classes():
        if wanted not in ("*", kind):
            continue
        if (
            works == "*"
            or (works == "-" and reference is None)
            or (reference is not None and reference.startswith(works))
        ):
            return name
    return "doctrine-informal"


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "parameters": dict(sorted(finding.parameters.items())),
        "start": finding.start,
        "end": finding.end,
    }


def _evidence(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "work": evidence.work,
        "expression": evidence.expression,
        "place": evidence.place,
        "publisher_id": evidence.publisher_id,
        "start": evidence.start,
        "end": evidence.end,
        "snippet": evidence.snippet,
        "text_sha256": evidence.text_sha256,
        "source_sha256": evidence.source_sha256,
        "release": evidence.release,
        "corpus_published_at": evidence.corpus_as_of,
        "as_of": evidence.as_of,
        "url": evidence.url,
    }
