"""The tools of the verifier: citations found, read and validated, drafts verified, quotations compared. One workflow each."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from pincite import wiring
from pincite.corpus.answers import NotFound, PlaceFound, QuoteHit
from pincite.corpus.lookup import checked_language
from pincite.corpus.notice import NOTICE
from pincite.corpus.scan import flags_of
from pincite.digests import canonical_json, sha256
from pincite.errors import BadInput
from pincite.interfaces.mcp.call import Call, filled
from pincite.interfaces.mcp.paging import bounded, page
from pincite.interfaces.mcp.reading import not_there, opened
from pincite.reports.json_report import stable_of
from pincite.text.dates import checked_date
from pincite.text.language import language_of
from pincite.workflows.explain_citation import explain_citation
from pincite.workflows.explain_quote import as_json as comparison_json
from pincite.workflows.explain_quote import explain_in_corpus
from pincite.workflows.extract_citations import extract_citations
from pincite.workflows.look_up_quote import look_up_quote

__all__ = ["extract", "parse", "quote", "validate", "verify_draft"]

LONGEST_TEXT = 200_000
"""Code points of a text in a call."""
LONGEST_DOCUMENT = 2_500_000
"""Bytes of a document in a call; an HTTP body has 4 MiB at most, and base64 takes a third more."""
LONGEST_CITATION = 1_000
_LONGEST_QUOTE = 20_000
_STAGES = {"existence": 1, "quotations": 2, "content": 3, "report": 4}
_ORDER = {"fix": 0, "unchecked": 1, "found": 2, "look": 3, "ok": 4}


def extract(call: Call) -> dict[str, Any]:
    """The citations of a text."""
    given = call.given
    text = _within(given["text"], LONGEST_TEXT, "text")
    found = extract_citations(text.encode(), "text.md", wiring.extractor(), language=given.get("language", ""))
    mentions = [
        filled(
            text=each.text,
            start=each.start,
            end=each.end,
            reference=each.reference,
            kind=each.kind,
            form=each.form,
            reading=each.reading,
            candidates=list(each.candidates),
            note=each.note,
        )
        for each in found.mentions
    ]
    head = {
        "count": len(mentions),
        "language": found.language,
        "not_understood": [each._asdict() for each in found.unparsed[:10]],
        "not_understood_count": len(found.unparsed),
        "offsets": "Unicode code points of the text",
    }
    return page(head, "citations", mentions, given, tool=call.name, budget=call.budget)


def parse(call: Call) -> dict[str, Any]:
    """One citation, and how it is written elsewhere."""
    given = call.given
    asked = _within(given["citation"], LONGEST_CITATION, "citation")
    found = explain_citation(
        asked,
        wiring.extractor(),
        wiring.official_url,
        language=given.get("language", ""),
        style=given.get("style", ""),
    ).as_json()
    references = found.pop("references")
    return bounded(found, "references", references, budget=call.budget)


def validate(call: Call) -> dict[str, Any]:
    """Whether one citation can exist, and whether the releases hold it."""
    given = call.given
    asked = _within(given["citation"], LONGEST_CITATION, "citation")
    as_of = checked_date(given.get("as_of", ""), "as_of")
    language = checked_language(given.get("language", ""))
    found = explain_citation(asked, wiring.extractor(), wiring.official_url, language=language)
    references = [] if found.validation.answer == "impossible" else [str(each.reference) for each in found.cited]
    said = found.as_json()
    head = {key: said[key] for key in ("answer", "mended", "note", "rest", "candidates", "near")}
    held = [_held(call, each, language, as_of) for each in references[:50]]
    return bounded(filled(**head), "held", held, budget=call.budget)


def _held(call: Call, reference: str, language: str, as_of: str) -> dict[str, Any]:
    answer = call.corpus.find_place(reference, language=language, as_of=as_of)
    if isinstance(answer, PlaceFound):
        record, node = answer.expression, answer.node
        return filled(
            reference=reference,
            answer="found",
            id=f"{record.id}#{node.eid}" if "#" in reference else record.id,
            release=record.release,
            as_of=answer.as_of,
            title=record.title[:200],
            language=record.language,
            state=record.state,
            status=node.status,
            valid_from=node.valid_from,
            valid_to=node.valid_to,
            findings=list(answer.findings),
        )
    near = [each.reference for each in answer.suggestions][:5]
    if isinstance(answer, NotFound):
        return filled(
            reference=reference,
            answer="not_found",
            release=answer.release,
            level=answer.level,
            claim=answer.claim,
            near=near,
        )
    return filled(reference=reference, answer="outside_coverage", findings=list(answer.findings), near=near)


def verify_draft(call: Call) -> dict[str, Any]:
    """A draft, verified: the gate's answer, and the citations, what blocks first."""
    given = call.given
    data, name = _draft(given)
    asked = {key: given.get(key, "") for key in ("language", "as_of")}
    checked_date(asked["as_of"], "as_of")
    today = call.engine.today()
    releases = [each.digest for each in call.held]
    key = sha256(canonical_json({"draft": sha256(data), "name": name, "on": today, "releases": releases, **asked}))

    def made() -> Mapping[str, Any]:
        if call.engine.verifier is not None:
            return call.engine.verifier(call.who, data, name, asked, call.progress)
        report = wiring.verify(
            data,
            name,
            call.corpus,
            checked_on=today,
            as_of=asked["as_of"],
            draft_language=asked["language"],
            judge=wiring.judge_of("signals"),
            progress=lambda stage, number: call.progress(_STAGES[stage], f"{stage}: {number} citations"),
        )
        return report.as_json()

    report = call.engine.report(call.who, key, made)
    rows = sorted(report["mentions"], key=lambda each: _ORDER.get(each["group"], 0))
    if given.get("only") == "blocking":
        rows = [each for each in rows if each["status"] in ("MISMATCH", "UNVERIFIED")]
    head = filled(
        notice=NOTICE,
        delivery_blocked=report["delivery_blocked"],
        decision=report["delivery"]["decision"],
        checked=report["checked"],
        counts=report["counts"],
        law_as_at=report["dates"]["law_as_at"],
        report_sha256=sha256(stable_of(report)),
        says_nothing_of="whether a source supports what is not quoted; MATCH does not mean good law",
        quotations_without_citation=[each["text"][:120] for each in report["quotations_without_citation"][:5]],
    )
    shown = [_row(each, report) for each in rows]
    return page(head, "citations", shown, given, tool=call.name, budget=call.budget)


def _draft(given: Mapping[str, Any]) -> tuple[bytes, str]:
    text, document = given.get("text", ""), given.get("document", "")
    if bool(text) == bool(document):
        raise BadInput("a draft is given as text or as a document", remedy="Give `text`, or `document` with `name`.")
    if text:
        return _within(text, LONGEST_TEXT, "text").encode(), given.get("name") or "draft.md"
    if not given.get("name"):
        raise BadInput(
            "the document has no name", remedy="Give `name`, such as memo.docx: its ending says how to read it."
        )
    try:
        data = base64.b64decode(document, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput("`document` is no base64", remedy="Encode the bytes of the file in base64.") from error
    if len(data) > LONGEST_DOCUMENT:
        raise BadInput(
            f"the document has {len(data):,} bytes",
            remedy=f"Give {LONGEST_DOCUMENT:,} at most, or use `pincite verify`.",
        )
    return data, given["name"][:200]


def _row(row: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, Any]:
    evidence = row["evidence"] or {}
    return {"cause": row["cause"]} | filled(
        citation_id=row["citation_id"],
        raw=row["raw"][:200],
        line=row["span"]["line"],
        start=row["span"]["start"],
        end=row["span"]["end"],
        status=row["status"],
        told=row["told"],
        group=row["group"],
        reference=row["reference"],
        id="#".join(part for key in ("expression", "place") if (part := evidence.get(key, ""))),
        release=row["release"],
        as_of=report["dates"]["law_as_at"].get(row["release"], ""),
        title=row["title"][:120],
        snippet=row["matched_snippet"][:300],
        quotes=[
            filled(
                verdict=each["verdict"],
                codes=each["codes"],
                differs=[[d["source"][:120], d["quote"][:120]] for d in each["differences"][:4]],
            )
            for each in row["quotes"][:4]
        ],
        findings=[each["code"] for each in row["findings"]][:8],
        fix=row["fix"][:3],
        near=[each["reference"] for each in row["suggestions"]][:5],
    )


def quote(call: Call) -> dict[str, Any]:
    """A quotation against its place; without one, where its words stand."""
    given = call.given
    words = _within(given["quote"], _LONGEST_QUOTE, "quote")
    checked_language(given.get("language", ""))
    checked_date(given.get("as_of", ""), "as_of")
    if not given.get("reference"):
        call.progress(1, "looking through the releases")
        found = look_up_quote(call.corpus, words, language=given.get("language", ""), limit=30)
        head = filled(
            notice=NOTICE,
            verdict="found" if found.found else "near" if found.hits else "nowhere",
            altered_may_be_missed=found.altered_may_be_missed,
            releases=list(found.releases),
        )
        return page(head, "hits", [_hit(each) for each in found.hits], given, tool=call.name, budget=call.budget)
    place = opened(call, given["reference"])
    answer = place.answer
    if not isinstance(answer, PlaceFound):
        raise not_there(place)
    comparison, _ = explain_in_corpus(
        words,
        answer,
        call.corpus,
        disclosures=given.get("disclosures", ""),
        speaker=given.get("speaker", ""),
        draft_language=given.get("language") or language_of(words),
    )
    said = comparison_json(comparison)
    near = said.get("nearest", {}).get("text", "")
    head = filled(
        notice=NOTICE,
        verdict=said["verdict"],
        accepted=said["accepted"],
        codes=said["codes"],
        findings=said["findings"],
        reference=place.reference,
        id=f"{answer.expression.id}#{answer.node.eid}" if "#" in place.reference else answer.expression.id,
        release=answer.expression.release,
        as_of=answer.as_of,
        stands_in=said.get("stands_in", ""),
        nearest=near[:1500],
        flags=flags_of(near),
        says="clean: may stand; look: a person must look; refused: not what the source says. Offsets: code points.",
    )
    return bounded(head, "alterations", said["alterations"], budget=call.budget)


def _hit(hit: QuoteHit) -> dict[str, Any]:
    return filled(
        reference=hit.reference,
        id=f"{hit.expression.id}#{hit.eid}" if hit.eid else hit.expression.id,
        release=hit.expression.release,
        as_of=hit.expression.as_of,
        title=hit.expression.title[:200],
        language=hit.expression.language,
        state=hit.expression.state,
        exact=hit.exact,
        verdict=hit.verdict,
        codes=list(hit.codes),
        text=hit.text[:600],
        flags=flags_of(hit.text),
        differs=[list(pair) for pair in hit.differs[:6]],
    )


def _within(text: str, most: int, name: str) -> str:
    if not text.strip():
        raise BadInput(f"`{name}` is empty", remedy=f"Give the {name}.")
    if len(text) > most:
        raise BadInput(
            f"`{name}` has {len(text):,} characters", remedy=f"Give {most:,} at most; go through it in parts."
        )
    return text
