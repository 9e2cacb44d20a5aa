"""Onlinekommentar: two calls, because the list of commentaries on an article holds no text.

Keeps true: act and article of the commentary must be those asked for, by its own title and its act; the commentary that
comes second must be the one the list named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pincite.corpus.service_texts import is_text, none_of, said
from pincite.corpus.services import Ask, Question, Served
from pincite.errors import UnreadableSource
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.services.labels import article_label, commented_act
from pincite.jurisdictions.ch.services.legal_citations import abbreviation
from pincite.jurisdictions.ch.sources import onlinekommentar

__all__ = ["over_http", "over_mcp"]

_LANGUAGES = ("de", "fr", "it", "en")
_TITLE = re.compile(
    r"(?:Art|art|Artikel|Article|Articolo)\.?\s*(\d{1,4}\s?(?:bis|ter|quater|[a-z])?)\b(?P<act>.*)", re.DOTALL
)
_ID = re.compile(r"[0-9A-Za-z\-]{1,80}\Z")


def over_http(question: Question, ask: Ask) -> Served:
    """By the portal's own interface."""
    return _asked(question, ask, "list", "search", "data", "commentary", "data")


def over_mcp(question: Question, ask: Ask) -> Served:
    """By the MCP server."""
    return _asked(
        question, ask, "get_commentary_for_article", "article_reference", "commentaries", "get_commentary", "commentary"
    )


def _asked(question: Question, ask: Ask, first: str, argument: str, rows: str, second: str, inner: str) -> Served:
    number, (name, _) = commented_act(question.work), article_label(question.place)
    language = question.language if question.language in _LANGUAGES else "de"
    short = abbreviation(number, language) or abbreviation(number, "de")
    if not name or not short:
        return none_of("it is asked for an article of an act with an abbreviation")
    answer = ask(first, {argument: f"Art. {name} {short}", "language": language})
    listed = answer.get(rows) if isinstance(answer, Mapping) else None
    if not isinstance(listed, list):
        return Served("unreadable", why="it sent no list of commentaries")
    entry = next((each for each in listed if isinstance(each, Mapping) and _is(each, number, name)), None)
    if entry is None:
        return none_of(f"no commentary on Art. {name} {short}")
    identifier = said(entry, "id")
    if not _ID.match(identifier):
        return Served("unreadable", why="its list names no commentary")
    came = ask(second, {"id": identifier})
    record = came.get(inner) if isinstance(came, Mapping) else None
    if not isinstance(record, Mapping):
        return Served("unreadable", why="it sent no commentary")
    if said(record, "id") != identifier or not _is(record, number, name):
        return Served("other_document", why=f"it sent «{said(record, 'title')[:80]}»")
    return _read(record, number)


def _is(record: Mapping[str, Any], number: str, name: str) -> bool:
    """Whether a commentary is on this article of this act: by its title, and by the act it names."""
    title = _TITLE.match(said(record, "title"))
    if title is None or title[1].replace(" ", "").casefold() != name.casefold():
        return False
    act: Any = record.get("legislative_act")
    named = (
        [said(act, key) for key in ("abbreviation", "title", "name")]
        if isinstance(act, Mapping)
        else [said(record, "legislative_act")]
    )
    named.append(re.split(r"[\s,(–-]+", title["act"].strip())[0])
    found = [numbers for each in named if each and (numbers := _acts(each))]
    return bool(found) and all(number in numbers for numbers in found)


def _acts(name: str) -> tuple[str, ...]:
    called = statutes.act_called(name)
    number = called.removeprefix("ch/sr/") if called else ""
    return tuple(dict.fromkeys((*statutes.acts_abbreviated(name), *([number] if number else []))))


def _read(record: Mapping[str, Any], number: str) -> Served:
    content = said(record, "content")
    if not is_text(re.sub(r"<[^<>]*>", " ", content)):
        return Served("no_text", why="the commentary holds no text")
    date = said(record, "date") or said(record, "updated")
    made = {**record, "date": date, "html_link": said(record, "html_link") or said(record, "url")}
    if isinstance(made.get("authors"), list):
        made["authors"] = [each if isinstance(each, Mapping) else {"name": str(each)} for each in made["authors"]]
    try:
        data = json.dumps({"data": made}, ensure_ascii=False).encode()
        return Served("served", onlinekommentar.read(data, name="the answer", options={"sr": number})[0])
    except (UnreadableSource, UnicodeEncodeError) as error:
        return Served("unreadable", why=str(error)[:200])
