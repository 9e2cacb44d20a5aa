"""The tools that read releases: provision, diff, coverage, releases, atoms. Each calls one workflow."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pincite import wiring
from pincite.corpus.answers import OutsideCoverage, PlaceFound
from pincite.corpus.notice import NOTICE
from pincite.corpus.scan import flags_of
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.interfaces.mcp.call import Call, filled
from pincite.interfaces.mcp.paging import page
from pincite.reports.lookup import sentence
from pincite.workflows.atoms import Chosen, atom_json, list_atoms
from pincite.workflows.diff_corpus import as_json as diff_json
from pincite.workflows.diff_corpus import diff_on_dates
from pincite.workflows.open_place import Opened, open_place, reference_of
from pincite.workflows.research_tools import WrongCall, why_not

__all__ = ["atoms", "coverage", "diff", "not_there", "opened", "provision", "releases"]

_NOTES = 12
_WORDINGS = 40


def opened(call: Call, reference: str) -> Opened:
    """The place a call names."""
    given = call.given
    return open_place(
        call.corpus,
        reference[:300],
        extract=lambda text: wiring.extractor().extract(text).mentions,
        url=wiring.official_url,
        language=given.get("language", ""),
        as_of=given.get("as_of", ""),
        write=wiring.citation_in,
    )


def not_there(found: Opened) -> WrongCall:
    """A place that is not there, with what is near it and the next call."""
    answer = found.answer
    assert not isinstance(answer, PlaceFound), "it is not there"
    near = [each.reference for each in answer.suggestions][:5]
    return WrongCall(
        "outside_coverage" if isinstance(answer, OutsideCoverage) else "not_found",
        why_not(answer),
        {"tool": "open", "arguments": {"reference": near[0]}}
        if near
        else {"tool": "search", "arguments": {"words": "…"}},
        reference=found.reference,
        near=near,
    )


def provision(call: Call) -> dict[str, Any]:
    """A place with its dates, notes and timeline, without its words."""
    found = opened(call, call.given["reference"])
    answer = found.answer
    if not isinstance(answer, PlaceFound):
        raise not_there(found)
    record, node = answer.expression, answer.node
    wordings = [
        {"id": each.id, "language": each.language, "state": each.state or "undated"}
        for each in call.corpus.expressions(record.work)
    ]
    return filled(
        notice=NOTICE,
        reference=found.reference,
        id=f"{record.id}#{node.eid}" if Reference.parse(found.reference).place else record.id,
        release=record.release,
        as_of=answer.as_of,
        release_as_of=record.as_of,
        signature=record.signature,
        title=record.title[:200],
        kind=record.kind,
        language=record.language,
        state=record.state,
        legal_value=record.legal_value,
        label=node.label[:60],
        heading=node.heading[:160],
        status=node.status,
        valid_from=node.valid_from,
        valid_to=node.valid_to,
        consolidated_to=found.consolidated_to,
        amended_by=list(found.amended_by)[:20],
        findings=[{"code": code, "says": sentence(code)} for code in answer.findings],
        flags=flags_of(answer.text),
        characters=len(answer.text),
        places=[each.eid for each in answer.nodes][:20] if len(answer.nodes) > 1 else [],
        notes=[{"kind": kind, "label": label, "text": text[:300]} for kind, label, text in found.notes[:_NOTES]],
        notes_left_out=max(0, len(found.notes) - _NOTES),
        pages=list(found.pages),
        wordings=wordings[:_WORDINGS],
        wordings_left_out=max(0, len(wordings) - _WORDINGS),
        url=found.url,
    )


def diff(call: Call) -> dict[str, Any]:
    """What changed between two dates."""
    given = call.given
    work = reference_of(given["work"][:300], lambda text: wiring.extractor().extract(text).mentions)
    if Reference.parse(work).place:
        raise BadInput(f"{work} is a place in a work", remedy="Name the work alone; changes say their places.")
    call.progress(1, "comparing")
    made = diff_on_dates(call.corpus, f"{work}@{given['old']}", f"{work}@{given['new']}")
    releases = {each.id: each for each in call.corpus.expressions(work)}
    changes: list[dict[str, Any]] = []
    wordings: list[dict[str, Any]] = []
    for each in diff_json(made)["wordings"]:
        new = releases.get(each["new"]) or releases.get(each["old"])
        source = {"release": new.release, "as_of": new.as_of} if new else {}
        wordings.append(
            {"old": each["old"], "new": each["new"], "unchanged": each["unchanged"], **source}
            | {"changed": len(each["provisions"])}
        )
        name = each["new"] or each["old"]
        changes += [{"id": f"{name}#{one['place']}", **one, **source} for one in each["provisions"]]
    head = {"notice": NOTICE, "work": work, "wordings": wordings}
    return page(head, "changes", changes, given, tool=call.name, budget=call.budget)


def coverage(call: Call) -> dict[str, Any]:
    """The claims of all releases."""
    claims = [
        {"release": held.release, "as_of": held.as_of, **filled(**asdict(claim)), "complete": claim.complete}
        for held in call.corpus.coverage()
        for claim in held.claims
    ]
    return page({}, "claims", claims, call.given, tool=call.name, budget=call.budget)


def releases(call: Call) -> dict[str, Any]:
    """The releases of the set."""
    return {
        "releases": [release_json(each, held) for each, held in zip(call.corpus.coverage(), call.held, strict=True)]
    }


def release_json(coverage: Any, held: Any) -> dict[str, Any]:
    """One release: its date, digest, signature, and what it holds."""
    return {
        "id": f"release/{coverage.release}",
        "release": coverage.release,
        "jurisdiction": coverage.jurisdiction,
        "as_of": coverage.as_of,
        "signature": coverage.signature,
        "manifest_sha256": held.digest,
        "root": held.manifest.root,
        "works": coverage.works,
        "documents": coverage.expressions,
        "blocks": coverage.blocks,
        "by_kind": dict(coverage.by_kind),
        "by_language": dict(coverage.by_language),
        "claims": len(coverage.claims),
        "refused_files": coverage.refused,
    }


def atoms(call: Call) -> dict[str, Any]:
    """The atoms of a work or place."""
    given = call.given
    reference = reference_of(given["reference"][:300], lambda text: wiring.extractor().extract(text).mentions)
    chosen = Chosen(
        reference,
        given.get("modality", ""),
        given.get("words", ""),
        given.get("actor", ""),
        given.get("language", ""),
        given.get("as_of", ""),
    )
    found = [
        {**(shown := atom_json(each)), "as_of": given.get("as_of") or shown["release_as_of"], "fields": _words(shown)}
        for each in list_atoms(call.corpus, chosen)
    ]
    head = {"notice": NOTICE, "offsets": "Unicode code points of the block's text"}
    return page(head, "atoms", found, given, tool=call.name, budget=call.budget)


def _words(shown: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [[a["char_start"], a["char_end"], a["text"]] for a in spans] for name, spans in shown["fields"].items()
    }
