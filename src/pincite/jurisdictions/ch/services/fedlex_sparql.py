"""fedlex-sparql (MCP): single articles of the latest consolidation.

Keeps true: number of the act, article and language served must be those asked for; an answer with `found: true` and no
text holds none. The service does not say which state it serves, so the state stays open («undated»).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pincite.corpus.service_texts import Unit, is_text, none_of, part_document, said, without_links
from pincite.corpus.services import Ask, Question, Served
from pincite.jurisdictions.ch.services.labels import article_label, sr_number

__all__ = ["article", "article_units"]

_LANGUAGES = ("de", "fr", "it", "rm")
_PARAGRAPH = re.compile(r"[⁽(]([0-9]{1,2}(?:bis|ter|quater|quinquies|sexies)?|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})[⁾)]\s*")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUFFIX = re.compile(r"(\d+)(bis|ter|quater|quinquies|sexies|septies|octies|[a-z])?(bis|ter|quater)?\Z")


def article(question: Question, ask: Ask) -> Served:
    """The article a reference names."""
    number = sr_number(question.work)
    name, _ = article_label(question.place)
    if not number or not name:
        return none_of("it has single articles of federal acts")
    language = question.language if question.language in _LANGUAGES else "de"
    answer = ask("get_article", {"srNumber": number, "articleNumber": name, "language": language})
    if not isinstance(answer, Mapping) or not isinstance(answer.get("found"), bool):
        return Served("unreadable", why="it did not say whether the article was found")
    if not answer["found"]:
        return none_of(said(answer, "note")[:200] or f"no article {name}")
    if said(answer, "act", "srNumber") != number:
        return Served("other_document", why=f"it sent SR {said(answer, 'act', 'srNumber')[:40] or '(none)'}")
    return _served(answer, number, name, language)


def _served(answer: Mapping[str, Any], number: str, name: str, language: str) -> Served:
    articles = answer.get("articles")
    listed = [each for each in articles if isinstance(each, Mapping)] if isinstance(articles, list) else []
    meant = [each for each in listed if said(each, "number").replace("_", "").replace(" ", "").casefold() == name]
    if not meant:
        sent = said(listed[0], "number")[:20] if listed else "none"
        return Served("other_place", why=f"it sent article {sent}")
    texts = meant[0].get("text")
    held = {key: value for key, value in texts.items() if isinstance(value, str)} if isinstance(texts, Mapping) else {}
    served = (
        language if is_text(held.get(language, "")) else next((k for k in _LANGUAGES if is_text(held.get(k, ""))), "")
    )
    if not served:
        return Served("no_text", why=f"no text of article {name}")
    document = part_document(
        f"ch/sr/{number}",
        list(article_units(name, without_links(held[served]))),
        kind="legislation",
        language=served,
        state="",
        title=said(answer, "act", "title", served) or f"SR {number}",
        url=said(meant[0], "uri") or said(answer, "act", "uri"),
        extractor="ch.fedlex_sparql/1",
    )
    return Served("served", document, part=True)


def article_units(name: str, text: str) -> Iterator[Unit]:
    """An article and its paragraphs, from one text with signs where paragraphs begin; the signs become their numbers."""
    eid = f"art_{_joined(name)}"
    pieces = _PARAGRAPH.split(text)
    intro, rest = pieces[0].strip(), list(zip(pieces[1::2], pieces[2::2], strict=True))
    yield Unit(eid, "article", f"Art. {name}", f"Art. {name} {intro}".strip())
    for label, words in rest:
        number = label.translate(_SUPERSCRIPT)
        yield Unit(f"{eid}/para_{_joined(number)}", "paragraph", number, f"{number} {words.strip()}", parent=0)


def _joined(label: str) -> str:
    """«97a» as ids write it: 97_a."""
    found = _SUFFIX.match(label)
    return "_".join(part for part in found.groups() if part) if found else label
