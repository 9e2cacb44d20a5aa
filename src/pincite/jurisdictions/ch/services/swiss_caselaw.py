"""opencaselaw («swiss-caselaw»): `cite` for existence, then the decision itself; over HTTP its whole record.

Keeps true: `cite` formats any pinpoint that is given and proves none; what it resolved to must be the decision asked for,
and so must be the record that comes. Texts are taken without the service's links.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pincite.corpus.answers import Suggestion
from pincite.corpus.service_texts import Unit, is_text, none_of, part_document, said, without_links
from pincite.corpus.services import Ask, Question, Served
from pincite.identity.reference import Reference
from pincite.jurisdictions.ch.services.decisions import OPENCASELAW, chosen
from pincite.jurisdictions.ch.services.labels import bears, family, label_of
from pincite.jurisdictions.ch.sources.decision_identity import bge_number, identify

__all__ = ["claim_support", "over_http", "over_mcp"]

_CONSIDERATION = re.compile(r"consid_(\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?)\Z")
_ID = re.compile(r"[A-Za-z0-9_.\-]{3,120}\Z")
_LANGUAGES = ("de", "fr", "it")
_OFFERED = 5


def over_http(question: Question, ask: Ask) -> Served:
    """The whole record of the decision."""
    cited = _cite(question, ask)
    if isinstance(cited, Served):
        return cited
    record = ask("decision", {"id": said(cited, "decision_id")})
    return chosen(question, [record], _shape, OPENCASELAW)


def over_mcp(question: Question, ask: Ask) -> Served:
    """The decision's text by `fetch`; where that has none, the consideration asked for."""
    cited = _cite(question, ask)
    if isinstance(cited, Served):
        return cited
    fetched = ask("fetch", {"id": said(cited, "decision_id")})
    record = {**_mapping(fetched, "metadata"), "full_text": said(fetched, "text"), "source_url": said(fetched, "url")}
    record.setdefault("decision_id", said(fetched, "id"))
    for key in ("court", "language", "decision_date"):
        record.setdefault(key, said(cited, key))
    served = chosen(question, [record], _shape, OPENCASELAW)
    consideration = _CONSIDERATION.match(question.place)
    if served.outcome != "no_text" or consideration is None:
        return served
    return _consideration(question, cited, consideration[1], ask)


def claim_support(ask: Ask, claim: str, reference: str) -> Mapping[str, Any]:
    """The answer of `check_claim_support` as it came, for a judge; nothing in it is proved (its excerpts least of all).

    Args:
        ask: as of a contract; what it sends for `check_claim_support` are words of a draft.
        claim: the words.
        reference: canonical, of the decision and the place.

    """
    try:
        asked = Reference.parse(reference)
    except ValueError:
        return {"error": "no reference of a decision"}
    cited = _cite(Question(asked, "federal-case"), ask)
    if isinstance(cited, Served):
        return {"error": cited.why}
    found = _CONSIDERATION.match(str(asked.first_place or ""))
    pinpoint = {"pinpoint": found[1]} if found else {}
    answer = ask("check_claim_support", {"claim": claim, "decision_id": said(cited, "decision_id"), **pinpoint})
    if not isinstance(answer, Mapping):
        return {"error": "it answered nothing that can be read"}
    if answer.get("decision_id") not in (None, said(cited, "decision_id")):
        return {"error": f"it answered for {said(answer, 'decision_id')[:80]}"}
    return answer


def _cite(question: Question, ask: Ask) -> Served | Mapping[str, Any]:
    """What `cite` says of the decision, when it names the one asked for."""
    label = label_of(question.work)
    language = question.language if question.language in _LANGUAGES else "de"
    answer = ask("cite", {"reference": label, "language": language})
    if not isinstance(answer, Mapping) or not isinstance(answer.get("exists"), bool):
        return Served("unreadable", why="cite did not say whether the decision exists")
    if not answer["exists"]:
        return Served("not_served", why=f"no decision under {label}", suggestions=_near(answer))
    if not _ID.match(said(answer, "decision_id")):
        return Served("unreadable", why="cite named no decision")
    # a docket may lead to the decision of the collection: which one it is, its own record says
    names = [name for name in _named(answer) if family(name) == family(question.work)]
    if names and not bears(question.work, names):
        return Served("other_document", why=f"cite resolved it to {names[0]}")
    return answer


def _consideration(question: Question, cited: Mapping[str, Any], number: str, ask: Ask) -> Served:
    answer = ask("get_erwaegung", {"decision_id": said(cited, "decision_id"), "e_number": number})
    if not isinstance(answer, Mapping) or said(answer, "error"):
        return none_of(f"no consideration {number}")
    if said(answer, "decision_id") != said(cited, "decision_id") or not bears(question.work, _named(answer) or [""]):
        return Served("other_document", why=f"get_erwaegung answered for {said(answer, 'decision_id')[:80]}")
    if said(answer, "e_number").removeprefix("E.").strip() != number:
        return Served("other_place", why=f"it sent consideration {said(answer, 'e_number')[:20]}")
    text = without_links(said(answer, "text"))
    if not is_text(text):
        return Served("no_text", why=f"no text of consideration {number}")
    document = part_document(
        question.work,
        [Unit(f"consid_{number}", "consideration", number, text, role="reasoning")],
        kind="decision",
        language=said(answer, "language") or said(cited, "language"),
        state=said(cited, "decision_date")[:10],
        title=said(answer, "citation_string_de") or label_of(question.work),
        url=said(answer, "canonical_url"),
        extractor="ch.swiss_caselaw/1",
    )
    return Served("served", document, part=True, findings=("label_by_record_alone",))


def _named(answer: Mapping[str, Any]) -> list[str]:
    """The works that an answer's own citation and id stand for."""
    found: list[str] = []
    for key in ("citation_string_de", "citation_string", "citation_string_fr", "citation_string_it"):
        head = re.match(r"(?:BGE|ATF|DTF) \d{1,3} (?:Ia|Ib|III|II|IV|I|V) \d{1,4}\b", said(answer, key))
        if head and (bge := bge_number(head.group())):
            found.append("ch/bge/" + "/".join(bge))
    identifier = said(answer, "decision_id")
    court, _, number = identifier.partition("_")
    if bge := bge_number(number.removeprefix("BGE_")):
        found.append("ch/bge/" + "/".join(bge))
    elif court in ("bger", "bvger", "bstger", "bpatger"):
        code = {"bger": "CH_BGer", "bvger": "CH_BVGer", "bstger": "CH_BStGer", "bpatger": "CH_BPatG"}[court]
        identity = identify(code, [number], (), publisher_id="")
        found += [str(identity.work), *identity.aliases]
    return list(dict.fromkeys(found))


def _shape(record: Mapping[str, Any], *, numbers: bool, text: bool) -> dict[str, Any] | None:
    """A record as the reader of this data set takes it; without its numbers or its text, to see what the other says."""
    words = said(record, "full_text") if text else "."
    if not words:
        return None
    kept = {key: value for key, value in record.items() if isinstance(value, str)}
    kept["full_text"] = without_links(words)
    kept.pop("text", None)
    if regeste := kept.get("regeste"):
        kept["regeste"] = without_links(regeste)
    if not numbers:
        for key in ("decision_id", "_id", "bge_reference", "docket_number", "docket_number_2", "title"):
            kept.pop(key, None)
    return kept


def _mapping(answer: Any, key: str) -> dict[str, Any]:
    found = answer.get(key) if isinstance(answer, Mapping) else None
    return dict(found) if isinstance(found, Mapping) else {}


def _near(answer: Mapping[str, Any]) -> tuple[Suggestion, ...]:
    matches = answer.get("close_matches")
    listed = [each for each in matches if isinstance(each, Mapping)] if isinstance(matches, list) else []
    return tuple(
        Suggestion(names[0], "offered_by_service", said(each, "citation_string_de")[:200])
        for each in listed[:_OFFERED]
        if (names := _named(each))
    )
