"""The exhibit as an XLSX workbook: rows coloured by what is to be done, which stands there as a word and a shape too; a second sheet
with what was checked and what was not.

Keeps true: every cell is a text, never a formula, a link or a number, whatever it holds; the same report gives the same bytes.
"""

from __future__ import annotations

import io
from datetime import datetime
from typing import TYPE_CHECKING

from pincite.errors import CannotRun
from pincite.reports.certificate import Certificate, certificate_of
from pincite.reports.exhibit import COLUMNS, LONGEST, heads, rows
from pincite.reports.shown import ShownReport

if TYPE_CHECKING:
    from xlsxwriter import Workbook

__all__ = ["render_xlsx"]

_COLOURS = {"fix": "#F8D7D3", "look": "#FCEBC4", "ok": "#DDF0DF", "found": "#DCE9F8", "unchecked": "#E8DDF1"}
_WIDTHS = {"id": 7, "place": 12, "status": 13, "todo": 20, "state": 12, "said": 34, "statement": 44, "quotation": 44,
           "source_words": 44, "difference": 44, "notes": 34, "next": 34, "address": 34}  # fmt: skip
_FIRST_DAY = datetime(1980, 1, 1)  # noqa: DTZ001 (a date of the file format, which knows no time zones)
"""Written as the date of making, so that the same report is the same file."""


def render_xlsx(shown: ShownReport) -> bytes:
    """The workbook.

    Raises:
        CannotRun: XlsxWriter is not installed.

    """
    try:
        from xlsxwriter import Workbook  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise CannotRun("tables in XLSX need XlsxWriter", remedy="pip install 'pincite[reports]'") from error
    out = io.BytesIO()
    book = Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    )
    book.set_properties({"title": shown.title, "created": _FIRST_DAY})
    _citations(book, shown)
    _certificate(book, certificate_of(shown), shown)
    book.close()
    return out.getvalue()


def _citations(book: Workbook, shown: ShownReport) -> None:
    sheet = book.add_worksheet(_sheet_name(shown.words.say("column", "citation")))
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "border": 1})
    plain = {"text_wrap": True, "valign": "top", "border": 1, "num_format": "@"}
    formats = {group: book.add_format({**plain, "bg_color": colour}) for group, colour in _COLOURS.items()}
    for column, (name, text) in enumerate(zip(COLUMNS, heads(shown), strict=True)):
        sheet.set_column(column, column, _WIDTHS.get(name, 16))
        sheet.write_string(0, column, text, head)
    for number, (mention, row) in enumerate(zip(shown.mentions, rows(shown), strict=True), start=1):
        for column, cell in enumerate(row):
            sheet.write_string(number, column, cell[:LONGEST], formats[mention.group])
    sheet.freeze_panes(1, 3)
    sheet.autofilter(0, 0, max(1, len(shown.mentions)), len(COLUMNS) - 1)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)


def _certificate(book: Workbook, certificate: Certificate, shown: ShownReport) -> None:
    sheet = book.add_worksheet(_sheet_name(certificate.heading.partition(":")[0].partition("：")[0]))
    bold = book.add_format({"bold": True, "valign": "top", "text_wrap": True})
    plain = book.add_format({"valign": "top", "text_wrap": True, "num_format": "@"})
    sheet.set_column(0, 0, 34)
    sheet.set_column(1, 4, 60)
    lines: list[tuple[str, ...]] = [(certificate.heading,), (certificate.says,), *certificate.file]
    lines += [(shown.unchecked,), (shown.counts,), (shown.delivery,)]
    not_checked = (*certificate.not_checked, certificate.not_judged, certificate.never)
    lines += [(shown.words.say("page", "was_not_checked"), line) for line in not_checked]
    lines += certificate.asked.rows
    lines += [(name, value) for name, values in certificate.dates for value in values]
    for table in (certificate.releases, certificate.sources, certificate.left):
        if table.rows:
            lines += [(table.caption,), table.heads, *table.rows]
    lines += [(certificate.left.caption, line) for line in certificate.left_says]
    lines.append((shown.disclaimer,))
    for number, line in enumerate(lines):
        for column, cell in enumerate(line):
            sheet.write_string(number, column, cell[:LONGEST], bold if column == 0 and len(line) > 1 else plain)


def _sheet_name(text: str) -> str:
    """A name of a sheet: at most 31 characters, none that the format forbids."""
    return "".join(" " if c in "[]:*?/\\'" else c for c in text).strip()[:31] or "1"
