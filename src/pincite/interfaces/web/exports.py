"""A report handed on from the review page: as page, PDF, tables, JSON, and the draft with comments.

Keeps true: a file is made by the same code as `pincite report` makes it; it is handed out to be kept, never to be shown as a page of
this door (its name is ours, its type is said, it is an attachment).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote

from starlette.responses import Response

from pincite.reports.shown import ShownReport

__all__ = ["KINDS", "Exported", "exported", "handed_out"]


class Exported(NamedTuple):
    """A file."""

    data: bytes
    ending: str
    media: str


def _html(shown: ShownReport) -> Exported:
    from pincite.reports.html_report import render_html

    return Exported(render_html(shown).encode(), "html", "text/html; charset=utf-8")


def _csv(shown: ShownReport) -> Exported:
    from pincite.reports.csv_report import render_csv

    return Exported(render_csv(shown), "csv", "text/csv; charset=utf-8")


def _xlsx(shown: ShownReport) -> Exported:
    from pincite.reports.xlsx_report import render_xlsx

    return Exported(render_xlsx(shown), "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")


def _pdf(shown: ShownReport) -> Exported:
    from pincite.storage.fonts import fonts
    from pincite.storage.pdf_report import render_pdf

    return Exported(render_pdf(shown, fonts()), "pdf", "application/pdf")


_SHOWN: Mapping[str, Callable[[ShownReport], Exported]] = {"html": _html, "pdf": _pdf, "csv": _csv, "xlsx": _xlsx}
KINDS = (*_SHOWN, "json", "annotated")
"""In the order in which they are offered; `annotated` is the draft with comments."""

_ANNOTATED: Mapping[str, str] = {"pdf": "application/pdf"}
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def exported(kind: str, report: bytes, data: bytes, shown: ShownReport) -> Exported | None:
    """The file of a kind; None when there is no such kind.

    Args:
        kind: one of KINDS.
        report: bytes of its JSON.
        data: of the draft.
        shown: the report in the words of the reader's language.

    Raises:
        BadInput: the draft is of no kind that bears comments.
        CannotRun: what the kind needs is not installed.

    """
    if kind == "json":
        return Exported(report, "json", "application/json")
    if kind == "annotated":
        from pincite.workflows.annotate_draft import annotate_kept

        made = annotate_kept(data, report, shown.language)
        return Exported(made.data, made.format, _ANNOTATED.get(made.format, _WORD))
    make = _SHOWN.get(kind)
    return make(shown) if make is not None else None


def handed_out(file: Exported, draft: str, language: str) -> Response:
    """The response; the file is named after the draft, with what no file name bears taken out."""
    stem = re.sub(r"[^\w.()-]+", "-", draft.rpartition(".")[0] or draft).strip("-.")[:80] or "report"
    name = f"{stem}.citations.{language}.{file.ending}"
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    return Response(
        file.data,
        media_type=file.media,
        headers={
            "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}",
            "Content-Security-Policy": "sandbox",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )
