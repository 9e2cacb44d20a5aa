"""`eu.cons_xhtml`: consolidated states of acts as XHTML (facts: source-formats, 4.4).

Keeps true: the work is the act that is consolidated, the state that of the page's own reference («02016R0679 — EN —
04.05.2016 — 000.002»); the copy is unofficial. Arrows and the dashes that stand for deleted text are side texts; the
page does not say which units were deleted, so that they are no places here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.jurisdictions.eu import urls
from pincite.jurisdictions.eu.sources.act_document import Act, document_of
from pincite.jurisdictions.eu.sources.act_page import ActPage, beside, generator_of, title_on, whole_page
from pincite.jurisdictions.eu.sources.parts import Aside, Part, furniture, is_blank
from pincite.jurisdictions.eu.sources.xhtml_parts import XhtmlParts, classes
from pincite.law.document import Document
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "eu.cons_xhtml/1"

_REFERENCE = re.compile(
    r"\s*0([0-9]{4}[A-Z]{1,2}[0-9]{3,4}(?:\([0-9]{2}\))?)\s*—\s*([A-Z]{2})\s*—\s*([0-9]{2})\.([0-9]{2})\.([0-9]{4})(?:\s*—\s*([0-9.]{3,12}))?"
)


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The consolidated state on a page.

    Args:
        data: the page.
        name: its name in errors.
        options: none are known.

    Raises:
        UnreadableSource: when it is cut off, or is no consolidated act with a reference at its head.

    """
    del options
    root, body = whole_page(data, name)
    printed = next((p for p in root.descendants("p") if "reference" in classes(p)), None)
    found = _REFERENCE.match(" ".join(printed.raw_text().split())) if printed is not None else None
    if found is None:
        raise UnreadableSource(
            name,
            "",
            "it has no reference of a consolidated act («02016R0679 — EN — 04.05.2016»)",
            remedy="Give the XHTML of a consolidated act, or name another reader.",
        )
    celex, language, state = f"3{found[1]}", found[2].lower(), f"{found[5]}-{found[4]}-{found[3]}"
    encoding = root.get("encoding")
    consolidated = urls.consolidated_celex(celex, state)
    act = Act(
        celex=celex,
        language=language,
        state=state,
        title=title_on(root),
        legal_value="unofficial",
        consolidated=True,
        aliases=(f"eu/{consolidated}",),
        meta={"consolidated_celex": consolidated, "production": found[6] or "", **_family(body, celex)},
        generator=generator_of(root),
    )
    page = ActPage(XhtmlParts(root, encoding, celex))
    parts = [*(part for child in root.children for part in beside(child, body)), *_parts(body, page)]
    if page.xhtml.images:
        act.findings.append(Finding("images_without_text", {"count": page.xhtml.images}))
    if root.get("encoding-from") == "fallback":
        act.findings.append(Finding("encoding_assumed", {"encoding": encoding}))
    return [document_of(act, parts, root.pieces(), encoding=encoding, extractor=EXTRACTOR, name=name)]


def _parts(body: Element, page: ActPage) -> Iterator[Part]:
    """The act's container; what stands before it is the publisher's own."""
    begun = False
    for child in body.children:
        if isinstance(child, Element) and "eli-container" in classes(child):
            begun = True
            yield from page.act([child])
        elif isinstance(child, Element) and classes(child) & {"note", "footnote"}:
            yield from page.xhtml.left_note(child)
        elif isinstance(child, Element):
            yield from page.act([child]) if begun and child.tag in ("div", "table") else iter([furniture(child)])
        elif isinstance(child, Piece) and not is_blank(child.text):
            yield Aside("furniture", (child,))


def _family(body: Element, celex: str) -> dict[str, str]:
    """The amending acts and corrigenda that the head of the page lists."""
    acts: list[str] = []
    for child in body.elements():
        if "eli-container" in classes(child):
            break
        acts += [
            anchor.get("title")
            for anchor in child.descendants("a")
            if "►" in anchor.raw_text() and anchor.get("title") not in ("", celex)
        ]
    return {
        "amending_acts": " ".join(dict.fromkeys(act for act in acts if "R(" not in act)),
        "corrigenda": " ".join(dict.fromkeys(act for act in acts if "R(" in act)),
    }
