"""Authorities for programs that keep literature: CSL-JSON, BibTeX, RIS.

Keeps true:
1. Each authority is one record; its id is the first of its references, which leads back to the table.
2. Words of a draft or a release cannot end a field or begin one: what a format reads as its own is written as characters.
3. A year is written only where the reference holds one.

Sources: CSL 1.0.2 (types legal_case, legislation), BibTeX (@misc, which every style has), RIS (CASE, STAT, GEN).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pincite.reports.authorities import Entry

__all__ = ["render_bibtex", "render_csl", "render_ris"]

Address = Callable[[str], str]
"""The official address of a reference, "" for none."""

_CSL = {"case": "legal_case", "statute": "legislation", "commentary": "book", "doctrine": "book"}
_RIS = {"case": "CASE", "statute": "STAT", "commentary": "BOOK", "doctrine": "BOOK"}
_YEAR = re.compile(r"(?:^|/)(1[5-9]\d\d|20\d\d)(?=/|$)")
_BIBTEX = re.compile(r"[\\{}$&%#_~^\"]")
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", '"': "{''}",
}  # fmt: skip


def _title(entry: Entry) -> str:
    return entry.name or entry.citations[0]


def _year(entry: Entry) -> str:
    found = next((match for work in entry.works if (match := _YEAR.search(work))), None)
    return found.group(1) if found is not None else ""


def render_csl(entries: Sequence[Entry], address: Address) -> str:
    """CSL-JSON, ending with a line end."""
    records: list[dict[str, Any]] = []
    for entry in entries:
        record: dict[str, Any] = {
            "id": entry.works[0],
            "type": _CSL.get(entry.kind, "document"),
            "title": _title(entry),
            "number": entry.citations[0],
            "references": ", ".join(entry.citations[1:]),
            "issued": {"date-parts": [[int(_year(entry))]]} if _year(entry) else None,
            "URL": address(entry.works[0]),
            "jurisdiction": entry.works[0].partition("/")[0],
        }
        records.append({key: value for key, value in record.items() if value})
    return json.dumps(records, ensure_ascii=False, indent=2) + "\n"


def render_bibtex(entries: Sequence[Entry], address: Address) -> str:
    """BibTeX in UTF-8, ending with a line end."""
    records = []
    keys: set[str] = set()
    for entry in entries:
        key = stem = re.sub(r"[^A-Za-z0-9]+", "-", entry.works[0]).strip("-") or "authority"
        number = 1
        while key in keys:
            number += 1
            key = f"{stem}-{number}"
        keys.add(key)
        fields = {
            "title": _tex(_title(entry)),
            "howpublished": _tex(", ".join(entry.citations)),
            "year": _year(entry),
            "url": re.sub(r"[{}\\\s]", "", address(entry.works[0])),
            "note": _tex(entry.works[0]),
        }
        inside = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        records.append(f"@misc{{{key},\n{inside}\n}}")
    return "\n\n".join(records) + "\n"


def _tex(text: str) -> str:
    return _BIBTEX.sub(lambda match: _ESCAPES.get(match.group(), "\\" + match.group()), " ".join(text.split()))


def render_ris(entries: Sequence[Entry], address: Address) -> str:
    """RIS, lines ending as its readers expect."""
    lines: list[str] = []
    for entry in entries:
        lines += _tagged(
            ("TY", _RIS.get(entry.kind, "GEN")),
            ("ID", entry.works[0]),
            ("TI", _title(entry)),
            *(("M1", citation) for citation in entry.citations),
            ("PY", _year(entry)),
            ("UR", address(entry.works[0])),
        )
        lines.append("ER  - ")
    return "".join(f"{line}\r\n" for line in lines)


def _tagged(*fields: tuple[str, str]) -> Iterable[str]:
    return (f"{tag}  - {' '.join(value.split())}" for tag, value in fields if value)
