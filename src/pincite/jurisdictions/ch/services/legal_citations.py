"""legal-citations (MCP): the text of a provision by the act's abbreviation.

Keeps true: the provision that comes is the one asked for (act, article, language); what begins like the service's own
placeholder is no text. A number with a letter this service cannot be asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pincite.corpus.service_texts import is_text, none_of, part_document, said, without_links
from pincite.corpus.services import Ask, Question, Served
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.services.fedlex_sparql import article_units
from pincite.jurisdictions.ch.services.labels import article_label, sr_number
from pincite.text.tables import rows

__all__ = ["abbreviation", "provision"]

_LANGUAGES = ("de", "fr", "it")


@cache
def _abbreviations() -> dict[str, tuple[str, ...]]:
    return {row[0]: tuple(row[1:4]) for row in rows("pincite.jurisdictions.ch", "data/federal_acts.tsv")}


def abbreviation(number: str, language: str) -> str:
    """How an act is abbreviated in a language, "" when it is not."""
    found = _abbreviations().get(number, ("", "", ""))
    return found[_LANGUAGES.index(language) if language in _LANGUAGES else 0]


def provision(question: Question, ask: Ask) -> Served:
    """The article a reference names."""
    number = sr_number(question.work)
    name, _ = article_label(question.place)
    language = question.language if question.language in _LANGUAGES else "de"
    short = abbreviation(number, language)
    if not short or not name.isdigit():
        return none_of("it has articles without letters of acts with an abbreviation")
    answer = ask("get_provision_text", {"statute": short, "article": int(name), "language": language})
    if not isinstance(answer, Mapping) or answer.get("success") is not True:
        return none_of(said(answer, "error")[:200] or f"no text of article {name}")
    given: Any = answer.get("provision")
    act, article = said(given, "statute"), given.get("article") if isinstance(given, Mapping) else None
    if act and statutes.acts_abbreviated(act) and number not in statutes.acts_abbreviated(act):
        return Served("other_document", why=f"it sent {act[:40]}")
    if article is not None and str(article) != name:
        return Served("other_place", why=f"it sent article {str(article)[:20]}")
    text = without_links(said(answer, "text"))
    if not is_text(text):
        return Served("no_text", why="a placeholder stands where the text should")
    document = part_document(
        f"ch/sr/{number}",
        list(article_units(name, text)),
        kind="legislation",
        language=said(answer, "language") or language,
        state="",
        title=short,
        url=said(answer, "fedlexUrl"),
        extractor="ch.legal_citations/1",
    )
    return Served("served", document, part=True)
