"""Explain one quote: compare it with its source and say what differs, as data. One line of JSON in, one out.

The fields of the contract are those of docs/quotation.md. What is not given is taken as not known; what cannot be used is
`BadInput`, with the name of the case and of the field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pincite.corpus.answers import Corpus, PlaceFound
from pincite.corpus.lookup import checked_language
from pincite.errors import BadInput
from pincite.quotation.compare import compare
from pincite.quotation.model import Comparison, LayoutSpan, OtherPassage, RoleSpan, Unit
from pincite.quotation.pinpoints import place_named
from pincite.quotation.prepared import PreparedSource
from pincite.text.span import Span

__all__ = ["as_json", "explain_case", "explain_cases", "explain_in_corpus"]


def _text(case: Mapping[str, Any], key: str, *, needed: bool = False) -> str:
    value = case.get(key)
    if value is None and not needed:
        return ""
    if not isinstance(value, str):
        raise BadInput(
            f"case {case.get('id', '?')}: field {key!r} must be a text",
            remedy="docs/quotation.md lists the fields of a case",
        )
    return value


def _language(case: Mapping[str, Any], key: str, *, needed: bool = False) -> str:
    value = _text(case, key, needed=needed)
    if needed and not value:
        raise BadInput(
            f"case {case.get('id', '?')}: field {key!r} names no language", remedy="Give en, de, fr, it or zh."
        )
    try:
        return checked_language(value)
    except BadInput as problem:
        raise BadInput(f"case {case.get('id', '?')}: field {key!r}: {problem}", remedy=problem.remedy) from problem


def _spans(case: Mapping[str, Any], key: str, size: int, within: int) -> list[tuple[Any, ...]]:
    value = [] if case.get(key) is None else case[key]
    good = isinstance(value, list) and all(
        isinstance(item, list)
        and len(item) == size
        and all(isinstance(n, int) and not isinstance(n, bool) for n in item[:2])
        and 0 <= item[0] <= item[1] <= within
        and all(isinstance(word, str) for word in item[2:])
        for item in value
    )
    if not good:
        raise BadInput(
            f"case {case.get('id', '?')}: field {key!r} must list [start, end{', text' if size == 3 else ''}] inside the text",
            remedy="offsets count Unicode code points, from 0",
        )
    return [tuple(item) for item in value]


def _speaker(case: Mapping[str, Any]) -> str:
    value = case.get("speaker")
    if isinstance(value, Mapping):
        value = value.get("draft")
    if value is not None and not isinstance(value, str):
        raise BadInput(
            f"case {case.get('id', '?')}: field 'speaker' must be a text, or an object with 'draft'",
            remedy="docs/quotation.md lists the fields of a case",
        )
    return value or ""


def _others(case: Mapping[str, Any]) -> list[OtherPassage]:
    value = [] if case.get("other_passages") is None else case["other_passages"]
    if not isinstance(value, list) or not all(isinstance(p, Mapping) and isinstance(p.get("text"), str) for p in value):
        raise BadInput(f"case {case.get('id', '?')}: field 'other_passages' must list objects with id and text")
    return [OtherPassage(str(p.get("id", "")), p["text"]) for p in value]


def explain_case(case: Mapping[str, Any]) -> Comparison:
    """Compare the quote of one case with its source.

    Raises:
        BadInput: when a field is missing or cannot be used; the message names case and field.

    """
    language = _language(case, "lang", needed=True)
    source, quote = _text(case, "source", needed=True), _text(case, "quote", needed=True)
    size = len(source)
    source_language = _language(case, "source_lang")
    prepared = PreparedSource(
        source,
        language=source_language or language,
        layout=[LayoutSpan(*span) for span in _spans(case, "layout", 3, size)],
        units=[Unit(*span) for span in _spans(case, "units", 3, size)],
        roles=[RoleSpan(*span) for span in _spans(case, "roles", 3, size)],
    )
    shown = "emphasis_quote" in case or "emphasis_source" in case
    return compare(
        quote,
        prepared,
        language=language,
        disclosures=_text(case, "disclosures"),
        pinpoint=_pinpoint(case, prepared),
        emphasis_source=[Span(*span) for span in _spans(case, "emphasis_source", 2, size)],
        emphasis_quote=[Span(*span) for span in _spans(case, "emphasis_quote", 2, len(quote))] if shown else None,
        source_language=source_language,
        speaker=_speaker(case),
        other_passages=_others(case),
    )


def _pinpoint(case: Mapping[str, Any], prepared: PreparedSource) -> Span | None:
    value = case.get("pinpoint") or case.get("cited")
    if isinstance(value, list):
        (span,) = _spans({**case, "pinpoint": [value]}, "pinpoint", 2, len(prepared.source))
        return Span(*span)
    if value is not None and not isinstance(value, str):
        raise BadInput(
            f"case {case.get('id', '?')}: field 'pinpoint' must be a label or [start, end] inside the text",
            remedy="docs/quotation.md lists the fields of a case",
        )
    return place_named(value, prepared) if value else None


def as_json(comparison: Comparison, name: object = "") -> dict[str, Any]:
    """A comparison as one object of the contract; `name` comes back as the `id` that it is."""
    answer: dict[str, Any] = {
        "id": name,
        "verdict": comparison.verdict,
        "accepted": comparison.accepted,
        "codes": list(comparison.codes),
        "findings": list(dict.fromkeys(f.code for f in comparison.findings)),
        "differs": [list(pair) for pair in comparison.differs],
        "alterations": [
            {
                "code": a.code,
                "quote": list(a.quote),
                "source": list(a.source),
                "quote_words": a.quote_words,
                "source_words": a.source_words,
                **({"note": a.note} if a.note else {}),
            }
            for a in comparison.alterations
        ],
        "source_spans": [list(span) for span in comparison.source_spans],
        "omitted_words": [a.omitted for a in comparison.alterations if a.code == "A3"],
    }
    if comparison.nearest is not None:
        near = comparison.nearest
        answer["nearest"] = {"span": list(near.span), "words": near.words, "text": near.text, "unit": near.unit}
    if comparison.stands_in:
        answer["stands_in"] = comparison.stands_in
    if len(comparison.places) > 1:
        answer["places"] = [list(span) for span in comparison.places]
    return answer


def explain_cases(lines: Iterable[str | bytes]) -> Iterator[str]:
    """JSONL in, JSONL out, in order; blank lines are passed over. A line that is no case is answered with what is wrong with it.

    Raises:
        BadInput: at the end, when some lines were no cases; the message names the first of them.

    """
    wrong: list[tuple[int, BadInput]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name: object = str(number)
        try:
            case = _case_of(line)
            name = case.get("id", str(number))
            answer = as_json(explain_case(case), name)
        except BadInput as problem:
            wrong.append((number, problem))
            said = {"line": number, "message": str(problem), "remedy": problem.remedy}
            answer = {"id": name, "verdict": "not answered", "accepted": False, "error": said}
        yield json.dumps(answer, ensure_ascii=False)
    if wrong:
        number, first = wrong[0]
        more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise BadInput(f"line {number} was not answered{more}: {first}", remedy=first.remedy)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def _case_of(line: str | bytes) -> dict[str, Any]:
    try:
        case = json.loads(line.decode("utf-8") if isinstance(line, bytes) else line, parse_constant=_no_number)
    except UnicodeDecodeError as problem:
        raise BadInput(f"not UTF-8 (byte {problem.start})", remedy="Write each line as UTF-8.") from problem
    except ValueError as problem:
        raise BadInput(f"not JSON ({problem})", remedy="Write one JSON object a line.") from problem
    except RecursionError as problem:
        raise BadInput(
            "not a case: lists within lists without end", remedy="Write one JSON object a line."
        ) from problem
    if not isinstance(case, dict):
        raise BadInput(f"expected an object, got {type(case).__name__}", remedy="Write one JSON object a line.")
    return case


def explain_in_corpus(
    quote: str,
    place: PlaceFound,
    corpus: Corpus,
    *,
    disclosures: str = "",
    speaker: str = "",
    draft_language: str = "",
) -> tuple[Comparison, str]:
    """Compare a quote with the document that a reference names; words at another place of it are `wrong_pinpoint`.

    Returns:
        The comparison, whose source spans count code points of the document, and the document's text.

    """
    expression = place.expression
    text = corpus.document_text(expression.id)
    blocks = corpus.blocks(expression.id)
    prepared = PreparedSource(
        text,
        language=expression.language,
        units=[Unit(b.document_start, b.document_start + len(b.text), b.eid) for b in blocks],
        roles=[
            RoleSpan(b.document_start, b.document_start + len(b.text), b.role)
            for b in blocks
            if b.role not in ("unknown", "reasoning", "order")
        ],
    )
    language = draft_language or expression.language
    other = language.split("-")[0] != expression.language.split("-")[0]
    comparison = compare(
        quote,
        prepared,
        language=language if other else expression.language,
        source_language=expression.language if other else "",
        disclosures=disclosures,
        pinpoint=Span(place.start, place.end),
        speaker=speaker,
    )
    return comparison, text
