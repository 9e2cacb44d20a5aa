"""`eu.oj_xhtml`: acts of the Official Journal as XHTML with ELI subdivisions (facts: source-formats, 4.4).

Keeps true: the work is the act, the state its date; the copy is authentic. The number of the act is that of its ELI, else
of its title; the date that of its title, else of its publication, which is reported. Running heads are furniture.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.jurisdictions.eu.sources.act_document import (
    CELEX,
    Act,
    celex_of_eli,
    celex_of_name,
    celex_of_title,
    date_in_title,
    document_of,
    language_of,
)
from pincite.jurisdictions.eu.sources.act_page import ActPage, beside, generator_of, title_on, whole_page
from pincite.jurisdictions.eu.sources.xhtml_parts import XhtmlParts, classes
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "eu.oj_xhtml/1"

_FILE = re.compile(r"\A[A-Z]{1,2}_[0-9]{4,9}([A-Z]{2})\.")
_PUBLISHED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act on a page.

    Args:
        data: the page.
        name: its name in errors.
        options: `celex`, `language` and `date` (ISO) of the act, where the page does not say them.

    Raises:
        UnreadableSource: when it is cut off, is no page of the Official Journal with articles, or does not say which act
            of which date it is, in which language.

    """
    root, body = whole_page(data, name)
    container = next((each for each in root.descendants("div") if "eli-container" in classes(each)), None)
    if container is None or not any("ti-art" in classes(p) or "doc-ti" in classes(p) for p in root.descendants("p")):
        raise UnreadableSource(
            name,
            "",
            "it is no act of the Official Journal with ELI subdivisions (no «eli-container», no «oj-ti-art»)",
            remedy="Give the XHTML of the act (2023 or later), or name another reader.",
        )
    encoding = root.get("encoding")
    act = _act(root, name, options)
    page = ActPage(XhtmlParts(root, encoding, act.celex))
    parts = [*(part for child in root.children for part in beside(child, body)), *page.body(body)]
    if page.xhtml.images:
        act.findings.append(Finding("images_without_text", {"count": page.xhtml.images}))
    if root.get("encoding-from") == "fallback":
        act.findings.append(Finding("encoding_assumed", {"encoding": encoding}))
    return [document_of(act, parts, root.pieces(), encoding=encoding, extractor=EXTRACTOR, name=name)]


def _act(root: Element, name: str, options: Mapping[str, str]) -> Act:
    title = title_on(root)
    printed = " ".join(
        p.raw_text() for p in root.descendants("p") if "ELI:" in p.raw_text() and not classes(p) & {"note"}
    )
    findings = []
    celex = options.get("celex", "") or celex_of_eli(printed) or celex_of_title(title)
    if not celex:
        celex = celex_of_name(name)
        findings.append(Finding("number_from_file_name", {"celex": celex}))
    language = options.get("language", "") or _language(root)
    published = _published(root)
    state = options.get("date", "") or date_in_title(title, language)
    if not state:
        state = published
        findings.append(Finding("dated_by_publication", {"date": published}))
    for value, what, remedy in (
        (CELEX.match(celex), "number", "options.celex"),
        (language, "language", "options.language"),
        (state, "date", "options.date"),
    ):
        if not value:
            raise UnreadableSource(name, "", f"it does not say the act's {what}", remedy=f"Say {remedy} in the spec.")
    return Act(
        celex=celex,
        language=language,
        state=state,
        title=title,
        legal_value="authentic",
        meta={"date_document": state, "date_publication": published, "oj": _oj(root, published)},
        generator=generator_of(root),
        findings=findings,
    )


def _words(root: Element, name: str) -> str:
    found = next((p for p in root.descendants("p") if name in classes(p)), None)
    return " ".join(found.raw_text().split()) if found is not None else ""


def _language(root: Element) -> str:
    printed = language_of(_words(root, "hd-lg"))
    title = next(root.descendants("title"), None)
    found = _FILE.match(title.raw_text().strip()) if title is not None else None
    return printed or (language_of(found[1]) if found else "")


def _published(root: Element) -> str:
    found = _PUBLISHED.search(_words(root, "hd-date"))
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}" if found else ""


def _oj(root: Element, published: str) -> str:
    """«L 119/1, 2016-05-04», or «L, 2024/790, 2024-03-08» of the numbering by act."""
    series = next((word for word in _words(root, "hd-coll").split() if len(word) <= 2 and word.isupper()), "")
    number = _words(root, "hd-oj") or (f"{series}, {_words(root, 'hd-uniq')}" if _words(root, "hd-uniq") else "")
    return ", ".join(part for part in (number, published) if part)
