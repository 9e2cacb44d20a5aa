"""Decisions as bge-search, entscheidsuche and its index send them.

Keeps true: `found: true` proves nothing: the record's own numbers and the head of the text decide which decision came
(`labels`); of several hits only one that is the decision itself is taken, never one that cites it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pincite.corpus.service_texts import is_text, none_of, said
from pincite.corpus.services import Ask, Question, Served
from pincite.errors import UnreadableSource
from pincite.jurisdictions.ch.services.labels import by_record_alone, label_of, other_than
from pincite.jurisdictions.ch.sources import entscheidsuche_json, opencaselaw_json
from pincite.law.document import Document
from pincite.law.reader import Reader

__all__ = ["bge_search", "chosen", "entscheidsuche", "entscheidsuche_index"]

_HITS = 10
_LEAST = 120
"""Letters: no decision is shorter."""
_STAND_IN = "."


def bge_search(question: Question, ask: Ask) -> Served:
    """A decision of the official collection; other decisions this service does not have."""
    if not question.work.startswith("ch/bge/"):
        return none_of("it has the official collection alone")
    answer = ask("get_bge_decision", {"citation": label_of(question.work)})
    record = answer.get("decision") if isinstance(answer, Mapping) and answer.get("found") is True else None
    return chosen(question, [record] if isinstance(record, Mapping) else [], _from_portal, entscheidsuche_json.read)


def entscheidsuche(question: Question, ask: Ask) -> Served:
    """A decision by its number; where the hit has no text, its details are asked for."""
    label = label_of(question.work)
    answer = ask("search_by_case_number", {"caseNumber": label, "limit": _HITS})
    records = _list(answer, "decisions")
    for index, record in enumerate(records):
        name = said(record, "decisionId")
        if not is_text(said(record, "fullText")) and name and _may_be(question, record):
            details = ask("get_decision_details", {"decisionId": name})
            inner = details.get("decision") if isinstance(details, Mapping) else None
            if isinstance(inner, Mapping):
                records[index] = inner
    return chosen(question, records, _from_portal, entscheidsuche_json.read)


def entscheidsuche_index(question: Question, ask: Ask) -> Served:
    """A decision by the phrase of its number in the fields that bear numbers."""
    label = label_of(question.work)
    query = {"multi_match": {"query": label, "type": "phrase", "fields": ["reference", "title.*"]}}
    answer = ask("search", {"size": _HITS, "query": query})
    hits = answer.get("hits") if isinstance(answer, Mapping) else None
    return chosen(question, _list(hits, "hits"), _from_hit, entscheidsuche_json.read)


def _may_be(question: Question, record: Mapping[str, Any]) -> bool:
    """Whether a hit without its text may be the decision: by its record alone."""
    return not other_than(
        question.work, _names(_from_portal(record, numbers=True, text=False), entscheidsuche_json.read), ()
    )


def chosen(question: Question, records: Sequence[Any], shape: Any, reader: Reader) -> Served:
    """The first record that is the decision asked for, with its text; else why none is."""
    why: list[Served] = []
    for record in records:
        if not isinstance(record, Mapping):
            continue
        served = _one(question, record, shape, reader)
        if served.outcome == "served":
            return served
        why.append(served)
    if not why:
        return none_of(f"no decision under {label_of(question.work)}")
    order = ("no_text", "unreadable", "other_document")
    return min(why, key=lambda each: order.index(each.outcome) if each.outcome in order else len(order))


def _one(question: Question, record: Mapping[str, Any], shape: Any, reader: Reader) -> Served:
    recorded = _names(shape(record, numbers=True, text=False), reader)
    told = _names(shape(record, numbers=False, text=True), reader)
    if other := other_than(question.work, recorded, told):
        return Served("other_document", why=f"it sent {other}")
    document = _read(shape(record, numbers=True, text=True), reader)
    if document is None or not is_text(document.text, least=_LEAST):
        return Served("no_text", why="a placeholder stands where the text should, or nothing")
    part = any(finding.code == "truncated_at_100000" for finding in document.findings)
    findings = ("label_by_record_alone",) if by_record_alone(question.work, recorded, told) else ()
    return Served("served", document, part=part, findings=findings)


def _names(record: Mapping[str, Any] | None, reader: Reader) -> tuple[str, ...]:
    document = _read(record, reader)
    return () if document is None else (str(document.work), *document.aliases)


def _read(record: Mapping[str, Any] | None, reader: Reader) -> Document | None:
    if record is None:
        return None
    try:
        return reader(json.dumps(record, ensure_ascii=False).encode(), name="the answer", options={})[0]
    except (UnreadableSource, UnicodeEncodeError):
        return None


def _from_portal(record: Mapping[str, Any], *, numbers: bool, text: bool) -> dict[str, Any] | None:
    """A `Decision` of bge-search and entscheidsuche as a record that `ch.entscheidsuche_json` reads.

    Without its numbers, it shows what the text says of itself; without its text, what the record says.
    """
    words = said(record, "fullText") if text else _STAND_IN
    if not words:
        return None
    made: dict[str, Any] = {
        "text": words,
        "date": said(record, "decisionDate")[:10],
        "language": said(record, "language"),
        "court": said(record, "court"),
        "url": said(record, "documentUrl") or said(record, "sourceUrl"),
        "hierarchy": list(_texts(record, "metadata", "hierarchy")) or _code(record),
    }
    if numbers and text:
        made["doc_id"] = said(record, "decisionId")
    if numbers:
        made["title"] = said(record, "title")
        named = [said(record, "bgeReference"), said(record, "signature"), *_texts(record, "metadata", "reference")]
        made["reference"] = list(dict.fromkeys(each for each in named if each))
    return made


def _from_hit(hit: Mapping[str, Any], *, numbers: bool, text: bool) -> dict[str, Any] | None:
    """A hit of the search index as the same reader reads it."""
    source = hit.get("_source")
    if not isinstance(source, Mapping):
        return None
    kept = dict(source)
    if not text:
        kept["attachment"] = {"content": _STAND_IN}
        kept.pop("id", None)
    if not numbers:
        for key in ("id", "reference", "title"):
            kept.pop(key, None)
    return {"hits": {"hits": [{"_id": said(hit, "_id") if numbers and text else "", "_source": kept}]}}


def _code(record: Mapping[str, Any]) -> list[str]:
    """The court's code, from the collection or the level: the reader needs to know whose numbers they are."""
    spider = said(record, "metadata", "spider")
    if spider:
        return [spider]
    if said(record, "courtLevel") == "federal" or said(record, "canton") in ("CH", ""):
        return ["CH_BGer"]
    return [f"{said(record, 'canton')}_XX"]


def _texts(record: Mapping[str, Any], *path: str) -> Iterator[str]:
    value: Any = record
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    yield from (each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _list(answer: Any, key: str) -> list[Any]:
    found = answer.get(key) if isinstance(answer, Mapping) else None
    return list(found[:_HITS]) if isinstance(found, list) else []


OPENCASELAW: Reader = opencaselaw_json.read
