"""The exhibit as CSV (RFC 4180): UTF-8 with a byte order mark, every cell quoted, no cell a formula, all times and places as text.

Keeps true: the bytes are a function of the report and the language.
"""

from __future__ import annotations

import csv
import io

from pincite.reports.exhibit import heads, inert, rows
from pincite.reports.shown import ShownReport

__all__ = ["render_csv"]


def render_csv(shown: ShownReport) -> bytes:
    """The exhibit; the byte order mark tells programs for tables that it is UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow([inert(cell) for cell in heads(shown)])
    writer.writerows([inert(cell) for cell in row] for row in rows(shown))
    return b"\xef\xbb\xbf" + out.getvalue().encode()
