"""The report as JSON: UTF-8, two-space indent, keys in the order of the schema, one line end at the end.

Keeps true: the same report gives the same bytes; `stable_bytes` leaves the volatile block out. That block bears the digest of the
rest (`digest`), by which a report is known to be whole years later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pincite.digests import sha256
from pincite.reports.report import Report
from pincite.text.tables import table_text

__all__ = ["render_json", "schema", "stable_bytes", "stable_of"]


def render_json(report: Report) -> str:
    """The whole report."""
    values = report.as_json()
    stable = stable_of(values)
    volatile = dict(sorted({**values["volatile"], "digest": sha256(stable)}.items()))
    # the volatile block is the last key: it is put behind the rest instead of writing all of it twice
    block = json.dumps({"volatile": volatile}, ensure_ascii=False, indent=2)
    return f"{stable.decode().removesuffix(_END)},{block.removeprefix('{')}\n"


def stable_bytes(report: Report) -> bytes:
    """What is the same in every run of the same draft, releases, rules and date."""
    return stable_of(report.as_json())


def stable_of(values: Mapping[str, Any]) -> bytes:
    """The same of the report's values, as they were made or read from a file."""
    stable = {key: value for key, value in values.items() if key != "volatile"}
    return (json.dumps(stable, ensure_ascii=False, indent=2) + "\n").encode()


_END = "\n}\n"


@cache
def schema() -> dict[str, Any]:
    """The published JSON Schema (2020-12) of reports."""
    found: dict[str, Any] = json.loads(table_text("pincite.reports.schema", "report-1.json"))
    return found
