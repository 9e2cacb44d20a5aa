"""The report as JSON: UTF-8, two-space indent, keys in the order of the schema, one line end at the end.

Keeps true: the same report gives the same bytes; `stable_bytes` leaves the volatile block out.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pincite.reports.report import Report
from pincite.text.tables import table_text

__all__ = ["render_json", "schema", "stable_bytes"]


def render_json(report: Report) -> str:
    """The whole report."""
    return json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n"


def stable_bytes(report: Report) -> bytes:
    """What is the same in every run of the same draft, releases, rules and date."""
    values = report.as_json()
    del values["volatile"]
    return (json.dumps(values, ensure_ascii=False, indent=2) + "\n").encode()


@cache
def schema() -> dict[str, Any]:
    """The published JSON Schema (2020-12) of reports."""
    found: dict[str, Any] = json.loads(table_text("pincite.reports.schema", "report-1.json"))
    return found
