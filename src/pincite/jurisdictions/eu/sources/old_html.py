"""`eu.old_html`: acts in the HTML that EUR-Lex made before its pages had subdivisions (facts: source-formats, 4.4).

Keeps true: articles begin at the lines that are headed as such («Article 5», class `ti-art` where there are classes), paragraphs
at «1.», points at «(a)»; places are written as in every other act of the pack. Number, language and date are those of the
title, or of the spec's options (`celex`, `language`, `date`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pincite.errors import UnreadableSource
from pincite.formats.html import read_html
from pincite.formats.html_text import written_of_tree
from pincite.formats.written import WrittenFile
from pincite.identity.reference import Place
from pincite.jurisdictions.eu import urls
from pincite.jurisdictions.eu.sources.act_document import CELEX, celex_of_name, celex_of_title, date_in_title
from pincite.jurisdictions.shared.sources.document import document_of, work_of
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter
from pincite.jurisdictions.shared.sources.prose import Part, write_prose
from pincite.jurisdictions.shared.sources.written import parts_of
from pincite.law.document import Document, Provision
from pincite.text.language import language_of

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "eu.old_html/1"

_TITLES = frozenset(("doc-ti", "title-doc-first", "title-doc-last", "Titre"))
_DIVISIONS = re.compile(r"(?:ti-section-\d|ti-grseq-\d|title-division-\d)\Z")
_ACT = re.compile(r"\b(?:REGULATION|DIRECTIVE|DECISION|R[ÈE]GLEMENT|D[ÉE]CISION|VERORDNUNG|RICHTLINIE|BESCHLUSS|REGOLAMENTO|DIRETTIVA|DECISIONE)\b", re.IGNORECASE)  # fmt: skip
_HEAD_LINES = 40


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act on a page.

    Raises:
        UnreadableSource: when it is no HTML, or does not say which act of which date it is.

    """
    root = read_html(data, name=name)
    written = written_of_tree(root, data, name=name)
    title = options.get("title") or _title(written)
    language = options.get("language") or language_of(written.text[:20_000])
    celex = options.get("celex") or celex_of_title(title) or celex_of_name(name)
    state = options.get("date") or date_in_title(title, language)
    for value, what, remedy in (
        (CELEX.match(celex), "number", "options.celex"),
        (language, "language", "options.language"),
        (state, "date", "options.date"),
    ):
        if not value:
            raise UnreadableSource(name, "", f"it does not say the act's {what}", remedy=f"Say {remedy} in the spec.")
    head = FrontMatter(
        {
            "work": f"eu/{celex}",
            "language": language,
            "state": state,
            "title": title or celex,
            "kind": "legislation",
            "legal_value": options.get("legal_value", "official"),
            "url": urls.act(celex, language, state=""),
            "celex": celex,
        },
        {},
        0,
    )
    prose = write_prose(written.located, (), _parts(written), work=work_of(head, {}, name=name))
    document = document_of(prose, head, {}, data, name=name, extractor=EXTRACTOR, written=written)
    if not any(node.kind in ("article", "annex") for node in document.provisions):
        raise UnreadableSource(name, "", "it holds no article: it is no act", remedy="Name another reader.")
    return [replace(document, provisions=tuple(_placed(node) for node in document.provisions))]


def _title(written: WrittenFile) -> str:
    """The words that the page marks as its title, else the first paragraph that is named as an act."""
    marked = [
        written.text[passage.start : passage.end]
        for passage in written.passages[:_HEAD_LINES]
        if _TITLES & set(passage.style.split())
    ]
    texts = marked or [written.text[passage.start : passage.end] for passage in written.passages[:_HEAD_LINES]]
    words = " ".join(" ".join(texts).split()) if marked else next((text for text in texts if _ACT.search(text)), "")
    return " ".join(words.split())[:600]


def _parts(written: WrittenFile) -> Iterator[Part]:
    """The parts; lines that a class marks as headings of divisions are such."""
    divisions = {
        passage.start for passage in written.passages if any(_DIVISIONS.match(one) for one in passage.style.split())
    }
    for part in parts_of(written):
        if part.role == "text" and part.lines and part.lines[0][0] in divisions:
            yield replace(part, role="heading", level=1)
        else:
            yield part


def _placed(node: Provision) -> Provision:
    """The place as EU acts are cited: `art_6/par_1/pnt_a`."""
    eid = re.sub(r"(?<=/)para_", "par_", re.sub(r"(?<=/)lbl_", "pnt_", str(node.eid)))
    return replace(node, eid=Place(eid))
