"""Any other service that has law: its tool, its arguments and where what stands in its answer come from a user's file.

    fields:
      tool: get_decision
      argument.citation: "{citation}"      citation, reference, work, place, article, language, as_of
      found: found                         must be true, where it is named
      label: decision.reference            read by our grammar; must be the work asked for
      text: decision.text
      place, language, date, title, url    where they stand, if they do

Keeps true: without a label that our grammar reads as the very work asked for, nothing is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pincite.corpus.service_texts import Unit, is_text, none_of, part_document, said, without_links
from pincite.corpus.services import REMEDY, Ask, Contract, Question, Served, Service
from pincite.errors import BadInput
from pincite.law.document import DocumentKind

__all__ = ["FIELDS", "described"]

FIELDS = frozenset({"tool", "found", "label", "text", "place", "language", "date", "title", "url"})
_NEEDED = ("tool", "label", "text")
_ARTICLE = re.compile(r"(?:art|s)_?([0-9]+(?:_[a-z]+)*)")
_NAMES = ("citation", "reference", "work", "place", "article", "language", "as_of")
_KINDS: Mapping[str, DocumentKind] = {
    "statute": "legislation",
    "gazette": "gazette",
    "doctrine-structured": "commentary",
}


def described(service: Service, cite: Callable[[str, str], str], read: Callable[[str], str]) -> Contract:
    """The contract of a described service.

    Args:
        service: with its `fields`.
        cite: writes the citation of a reference in a language.
        read: the reference a citation's text stands for, "" when it is none.

    Raises:
        BadInput: the fields will not do.

    """
    arguments = {k.partition(".")[2]: v for k, v in service.fields.items() if k.startswith("argument.")}
    fields = {k: v for k, v in service.fields.items() if not k.startswith("argument.")}
    for key in fields:
        if key not in FIELDS:
            raise BadInput(f"{service.name}: fields has no {key!r}; {', '.join(sorted(FIELDS))}", remedy=REMEDY)
    missing = [key for key in _NEEDED if key not in fields]
    if missing or not arguments:
        raise BadInput(f"{service.name}: fields needs {', '.join(missing) or 'an argument'}", remedy=REMEDY)
    for template in arguments.values():
        if unknown := [name for name in re.findall(r"\{([^{}]*)\}", template) if name not in _NAMES]:
            raise BadInput(f"{service.name}: there is no {{{unknown[0]}}}; {', '.join(_NAMES)}", remedy=REMEDY)

    def contract(question: Question, ask: Ask) -> Served:
        values = _values(question, cite)
        sent = {key: re.sub(r"\{(\w+)\}", lambda m: values[m[1]], template) for key, template in arguments.items()}
        answer = ask(fields["tool"], sent)
        return _served(question, answer, fields, read)

    return contract


def _values(question: Question, cite: Callable[[str, str], str]) -> dict[str, str]:
    article = _ARTICLE.match(question.place)
    language = question.language or "en"
    return {
        "citation": cite(question.work, language) or question.work,
        "reference": str(question.reference),
        "work": question.work,
        "place": question.place,
        "article": article[1].replace("_", "") if article else "",
        "language": language,
        "as_of": question.as_of or question.today,
    }


def _served(question: Question, answer: Any, fields: Mapping[str, str], read: Callable[[str], str]) -> Served:
    def at(key: str) -> str:
        return said(answer, *fields[key].split(".")) if key in fields else ""

    if "found" in fields and not _true(answer, fields["found"]):
        return none_of("it says that it has no such document")
    label = at("label")
    if not label:
        return Served("unreadable", why="its answer bears no label")
    named = read(label)
    if named.partition("#")[0] != question.work:
        return Served("other_document", why=f"it sent {(named or label)[:80]}")
    if "place" in fields and at("place").lower() != question.place.lower():
        return Served("other_place", why=f"it sent {at('place')[:40] or 'no place'}")
    text = without_links(at("text"))
    if not is_text(text):
        return Served("no_text", why="a placeholder stands where the text should")
    kind = _KINDS.get(question.class_, "decision")
    eid = question.place if "place" in fields and question.place else "text"
    document = part_document(
        question.work,
        [Unit(eid, "text" if eid == "text" else "article" if kind == "legislation" else "consideration", "", text)],
        kind=kind,
        language=at("language")[:8] or question.language or "en",
        state=date if re.fullmatch(r"\d{4}-\d{2}-\d{2}", date := at("date")[:10]) else "",
        title=at("title")[:300] or label,
        url=at("url") if at("url").startswith("https://") else "",
        extractor="described/1",
    )
    return Served("served", document, part=True)


def _true(answer: Any, path: str) -> bool:
    for key in path.split("."):
        answer = answer.get(key) if isinstance(answer, Mapping) else None
    return answer is True
