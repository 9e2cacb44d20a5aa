"""`ch.fedlex_html`: a federal act in the HTML that Fedlex offers for download (facts: source-formats, 3).

Keeps true:
1. The work is the SR number the page prints; the state is that of «(Stand am …)», else the spec's `state`.
2. Footnotes (amendment notes) are side channels; their marks are no characters of the law.
3. An article that holds nothing but its number and heading was repealed: its status says so.

Fedlex's Akoma Ntoso says more (identifiers, dates of each provision) and is to be preferred where it exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pincite.errors import UnreadableSource
from pincite.formats.html import read_html
from pincite.formats.html_text import written_of_tree
from pincite.formats.tree import Element
from pincite.jurisdictions.ch.sources.decision_words import words
from pincite.jurisdictions.shared.sources.document import document_of, work_of
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter
from pincite.jurisdictions.shared.sources.prose import write_prose
from pincite.jurisdictions.shared.sources.written import parts_of
from pincite.law.document import Document, Provision
from pincite.text.language import language_of

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.fedlex_html/1"

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,4}){0,5}\Z")
_STATE = re.compile(
    r"\((?:Stand am|[EÉ]tat le|Stato|Status as of|Versiun dals?)\s+(?P<day>\d{1,2})(?:\.|er|°)?\s+(?P<month>[^\W\d]{3,12})\s+(?P<year>\d{4})\)"
)
_LANGUAGES = ("de", "fr", "it", "rm", "en")
_SHORT = re.compile(r"\((?P<names>[^()]{2,200})\)\Z")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the act.

    Args:
        data: the HTML file.
        name: its name.
        options: `language`, `state`, `work` where the page does not say them; `url`.

    Raises:
        UnreadableSource: when the file is no HTML of Fedlex, or does not say which act it is.

    """
    root = read_html(data, name=name)
    number = _words(root, "srnummer")
    if not _NUMBER.match(number) and not options.get("work"):
        raise UnreadableSource(
            name, "", "it prints no SR number: it is no act as Fedlex offers it", remedy="Say options.work."
        )
    written = written_of_tree(root, data, name=name)
    language = options.get("language") or _language(written.text)
    short = _SHORT.match(_words(root, "erlasskurztitel"))
    head = FrontMatter(
        {
            "work": options.get("work") or f"ch/sr/{number}",
            "language": language,
            "state": _state(written.text) or options.get("state", ""),
            "title": _words(root, "erlasstitel"),
            "kind": "legislation",
            "legal_value": options.get("legal_value", "official"),
            "url": options.get("url", ""),
        },
        {
            "short_titles": tuple(one.strip() for one in re.split(r"[,;]", short["names"]) if one.strip())
            if short
            else ()
        },
        0,
    )
    prose = write_prose(written.located, (), parts_of(written), work=work_of(head, {}, name=name))
    document = document_of(prose, head, {}, data, name=name, extractor=EXTRACTOR, written=written)
    empty = set(document.empty_in_force())
    nodes = tuple(_repealed(node) if index in empty else node for index, node in enumerate(document.provisions))
    return [replace(document, provisions=nodes)]


def _repealed(node: Provision) -> Provision:
    return replace(node, status="repealed")


def _words(root: Element, name: str) -> str:
    """The words of the first block of a class."""
    found = next(
        (one for one in root.descendants("p", "h1", "h2", "h3", "div") if name in one.get("class").split()), None
    )
    if found is None:
        return ""
    parts: list[str] = []
    for child in found.children:
        parts.append(" " if isinstance(child, Element) and child.tag == "br" else "".join(_texts(child)))
    return " ".join("".join(parts).split())


def _texts(child: object) -> list[str]:
    if isinstance(child, Element):
        return [] if child.tag == "sup" else [text for inner in child.children for text in _texts(inner)]
    return [getattr(child, "text", "")]


def _language(text: str) -> str:
    found = language_of(text[:20_000])
    return found if found in _LANGUAGES else "de"


def _state(text: str) -> str:
    found = _STATE.search(text[:4_000])
    month = words().months.get(found["month"].lower()) if found else None
    if found is None or month is None or not 1 <= int(found["day"]) <= 31:
        return ""
    return f"{found['year']}-{month:02}-{int(found['day']):02}"
