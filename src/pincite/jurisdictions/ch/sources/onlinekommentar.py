"""`ch.onlinekommentar`: a commentary as the API of onlinekommentar.ch gives it (facts: source-formats, 3.6).

Keeps true:
1. The work is `ch/ok/<sr>`, the place `art_<n>/n_<margin number>`; the title («Art. 10 FDTA») names the article, the spec's
   table `acts` (uuid: SR number, or the act's title: SR number) the act.
2. Margin numbers begin paragraphs where they count up; footnotes and the law that is printed beside are side channels.
3. Offsets lead through the JSON string's escapes to the file's own bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pincite.errors import UnreadableSource
from pincite.formats.html import read_html_pieces
from pincite.formats.html_text import written_of_tree
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.written import WrittenFile
from pincite.identity.reference import Place
from pincite.jurisdictions.shared.sources.document import document_of, work_of
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter
from pincite.jurisdictions.shared.sources.prose import Part, write_prose
from pincite.jurisdictions.shared.sources.written import parts_of
from pincite.law.document import Document, Provision
from pincite.text.canonical import TextBuilder, unaccounted

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.onlinekommentar/1"

_ARTICLE = re.compile(
    r"(?:Art|art|Artikel|Article|Articolo)\.?\s*(?P<number>\d{1,4})\s?(?P<letter>(?:bis|ter|quater)|[a-z])?\b"
)
_MARGIN = re.compile(r"(?P<number>\d{1,4})[\s\u00a0]")
_ACT = re.compile(r"\d{1,3}(?:\.\d{1,4}){0,5}\Z")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read one answer of the API (`data` is a commentary) or an array of commentaries.

    Args:
        data: the JSON file.
        name: its name.
        options: `acts`: «uuid: SR number» lines; `sr`: the SR number where all are of one act.

    Raises:
        UnreadableSource: when it is no such answer, or the act or the article of a commentary is not known.

    """
    node = read_json(data, name=name)
    inner = node.get("data") or node
    records = list(inner) if inner.kind == "array" else [inner]
    return [_commentary(record, data, name, options) for record in records]


def _commentary(record: JsonNode, data: bytes, name: str, options: Mapping[str, str]) -> Document:
    content = record.get("content")
    if content is None or content.kind != "string" or not content.string.strip():
        raise UnreadableSource(name, f"byte {record.start}", "the record holds no commentary («content»)")
    article = _ARTICLE.match(record.text("title"))
    act = _act(record, options)
    if article is None or not act:
        what = "act" if article else "article"
        raise UnreadableSource(
            name,
            f"byte {record.start}",
            f"«{record.text('title')[:80]}» does not say of which {what} it is",
            remedy="Give the SR number of the act in the spec (options.acts, or options.sr).",
        )
    place = "art_" + "_".join(part for part in article.groups() if part)
    written = written_of_tree(read_html_pieces(content.pieces, name=name), data, name=name)
    head = FrontMatter(
        {
            "work": f"ch/ok/{act}",
            "language": record.text("language") or options.get("language", ""),
            "state": record.text("date")[:10],
            "title": record.text("title"),
            "kind": "commentary",
            "legal_value": "unofficial",
            "url": record.text("html_link") or record.text("link"),
            "citation": record.text("suggested_citation_long"),
            "citation_short": record.text("suggested_citation_short"),
            "authors": "; ".join(author.text("name") for author in record.get("authors") or ()),
        },
        {},
        0,
    )
    prose = write_prose(written.located, (), _parts(written), work=work_of(head, {}, name=name))
    document = document_of(prose, head, {}, data, name=name, extractor=EXTRACTOR, written=written)
    document = replace(document, provisions=tuple(_placed(node, place) for node in document.provisions))
    return _with_law(document, record)


def _act(record: JsonNode, options: Mapping[str, str]) -> str:
    """The SR number of the act commented."""
    known = dict(line.split(":", 1) for line in options.get("acts", "").splitlines() if ":" in line)
    table = {key.strip(): value.strip() for key, value in known.items()}
    keys = (record.text("legislative_act", "id"), record.text("legislative_act", "title"))
    found = next((table[key] for key in keys if key in table), options.get("sr", ""))
    return found if _ACT.match(found) else ""


def _parts(written: WrittenFile) -> Iterator[Part]:
    """The parts, those that begin with the next margin number known as such."""
    last = 0
    for part in parts_of(written):
        if part.role == "text" and part.lines:
            found = _MARGIN.match(written.text, part.lines[0][0], part.lines[0][1])
            if found is not None and int(found["number"]) == last + 1:
                last += 1
                yield replace(part, number=found["number"])
                continue
        yield part


def _placed(node: Provision, article: str) -> Provision:
    """The place as commentaries are cited: below the article, margin numbers as `n_12`."""
    eid = re.sub(r"\Apara_", "n_", str(node.eid))
    path = " ".join(f"{article}/{part}" for part in node.path.split()) if node.path else ""
    return replace(node, eid=Place(f"{article}/{eid}"), path=path)


def _with_law(document: Document, record: JsonNode) -> Document:
    """The law printed beside the commentary, as a side channel."""
    law = record.get("legal_text")
    if law is None or law.kind != "string" or not law.string.strip():
        return document
    pieces = list(read_html_pieces(law.pieces, name="legal_text").pieces())
    side = TextBuilder().side("law_commented", pieces)
    if side is None:
        return document
    losses = (*(document.losses or ()), *unaccounted(pieces, document.source_map, (side,)))
    return replace(document, sides=(side, *document.sides), losses=losses)
