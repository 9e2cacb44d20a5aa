"""`ch.decision_pdf`: a decision as the PDF file a court publishes, with the sidecar JSON of entscheidsuche.ch where there is one.

    companions: {json: "{stem}.json"}

Keeps true: the lines are those of the pages; running heads, numbers of pages and footnotes stand beside the text; a scan is refused
in words. What sidecar, file name and options say counts as with the HTML of the same portal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pincite.formats.json_strings import read_json
from pincite.formats.pdf import VIEW
from pincite.formats.pdf_plain import PageLine, read_pdf_lines
from pincite.formats.plain_text import Line
from pincite.jurisdictions.ch.sources.decision_document import decision_document
from pincite.jurisdictions.ch.sources.entscheidsuche_html import published_by
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.decision_pdf/1"

_ASIDES = {"page_head": "furniture", "line_number": "furniture", "note": "note"}


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the decision.

    Args:
        data: the PDF file.
        name: its name.
        options: `json`: the text of the sidecar; without it, `court`, `docket`, `date`, `language`, `url` or the name.

    Raises:
        UnreadableSource: when the file cannot be read (a scan, a password, damage), or the sidecar is no JSON.

    """
    file = read_pdf_lines(data, name=name)
    sidecar = options.get("json", "")
    described = read_json(sidecar.encode(), name=f"{name} (sidecar)") if sidecar else None
    lines: list[Line] = []
    asides: dict[int, tuple[str, str]] = {}
    for each in file.lines:
        aside = _aside(each)
        if aside is not None:
            asides[len(lines)] = aside
        lines.append(each.line)
    document = decision_document(
        published_by(described, name, options),
        lines,
        file.pieces,
        extractor=f"{EXTRACTOR} pdfium {file.pdfium}",
        asides=asides,
    )
    return [replace(document, findings=(*document.findings, *file.findings), view=file.view, view_name=VIEW)]


def _aside(each: PageLine) -> tuple[str, str] | None:
    if each.role == "page_foot":
        return "page", str(each.page)
    kind = _ASIDES.get(each.role)
    return None if kind is None else (kind, str(each.page) if kind == "note" else "")
