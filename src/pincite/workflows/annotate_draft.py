"""A draft handed back with its report in the margin: the same file, a comment at each citation and nothing else changed.

1. show         the report in the words of a language
2. comment      Word: a comment at each citation; PDF: a highlight with a note
3. count        those that could not stand at their words (notes, headers, footers of Word) and stand at the mark
"""

from __future__ import annotations

import json
from typing import NamedTuple, cast

from pincite.digests import sha256
from pincite.drafts.draft import Draft, Tracked
from pincite.errors import BadInput
from pincite.formats.docx_comments import add_comments, ending_of
from pincite.formats.pdf_notes import add_notes
from pincite.reports.annotations import AUTHOR, COLOURS, comments_of
from pincite.reports.json_report import render_json
from pincite.reports.report import Report
from pincite.reports.shown import show
from pincite.workflows.kept_report import draft_again

__all__ = ["Annotated", "annotate_draft", "annotate_kept"]


class Annotated(NamedTuple):
    """The annotated file.

    Attributes:
        data: its bytes.
        format: how its name must end: pdf, docx, or docm, dotx, dotm for files with macros and templates.
        comments: how many there are.
        elsewhere: how many of them stand at the mark of a note or at the beginning, not at their words.

    """

    data: bytes
    format: str
    comments: int
    elsewhere: int


def annotate_draft(data: bytes, report: Report, language: str = "en") -> Annotated:
    """Put a report into the draft it was made of.

    Args:
        data: the bytes of the draft.
        report: what was found in it.
        language: of the comments.

    Raises:
        BadInput: the draft is no Word or PDF file, or not the one the report was made of.

    """
    if sha256(data) != report.draft.sha256:
        raise BadInput("the report was made of another draft", remedy="Check this draft, then annotate it.")
    return _annotated(data, report.draft, render_json(report).encode(), report.checked_on, language)


def annotate_kept(data: bytes, report: bytes, language: str = "en") -> Annotated:
    """The same with a report that was kept, given as the bytes of its JSON; errors are those of `annotate_draft`."""
    draft = draft_again(report, data)
    checked_on = str(json.loads(report)["dates"]["checked_at"])
    return _annotated(data, draft, report, checked_on, language)


def _annotated(data: bytes, draft: Draft, report: bytes, checked_on: str, language: str) -> Annotated:
    written = draft.written
    if written is None or written.format not in ("docx", "pdf"):
        raise BadInput(
            f"{draft.name}: only Word (.docx) and PDF files are annotated",
            remedy="Save the draft as .docx, or write a report.",
        )
    # 1
    comments = comments_of(show(report, language))
    # 2, 3
    if written.format == "pdf":
        made = add_notes(data, written, comments, name=draft.name, author=AUTHOR, date=checked_on, colours=COLOURS)
        return Annotated(made, "pdf", len(comments), 0)
    tracked = cast("Tracked", written.facts.get("tracked", "final"))
    done = add_comments(data, comments, name=draft.name, author=AUTHOR, date=checked_on, tracked=tracked)
    return Annotated(
        done.data, ending_of(data, draft.name), len(comments), sum(where != "words" for where in done.placed)
    )
