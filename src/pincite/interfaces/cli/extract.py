"""`pincite extract`: the citations of texts, with spans and canonical references."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.interfaces.cli.verify import TrackedView, read_file

if TYPE_CHECKING:
    from pincite.citations.mention import Mention
    from pincite.formats.written import FilePlace
    from pincite.workflows.extract_citations import Extracted

__all__ = ["register"]


class ExtractFormat(StrEnum):
    """How mentions are written."""

    table = "table"
    json = "json"
    jsonl = "jsonl"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("extract")(extract)


def extract(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Texts: Word, OpenDocument, PDF, HTML, Markdown, plain text; - is standard input.",
            show_default=False,
        ),
    ],
    format_: Annotated[ExtractFormat, typer.Option("--format", help="table, json or jsonl.")] = ExtractFormat.table,
    language: Annotated[
        str, typer.Option("--language", help="Main language of the texts; found from their words if not given.")
    ] = "",
    self_: Annotated[
        str,
        typer.Option("--self", help="Reference of the text itself, which its own bare articles mean (ch/sr/220)."),
    ] = "",
    tracked: Annotated[
        TrackedView, typer.Option("--tracked", help="Which view of tracked changes is read: final or original.")
    ] = TrackedView.final,
) -> None:
    """Find the citations of texts: where they stand, what kind they are, and what they refer to.

    Offsets count Unicode code points. What looks like a citation and was not understood is listed too.
    """
    from pincite import wiring
    from pincite.workflows.extract_citations import extract_citations

    named = [("-", sys.stdin.buffer.read()) if name == "-" else (name, read_file(Path(name))) for name in files]
    extractor = wiring.extractor()
    found = [
        extract_citations(data, name, extractor, language=language, self_reference=self_ or None, tracked=tracked.value)
        for name, data in named
    ]
    write = {ExtractFormat.table: _table, ExtractFormat.json: _json, ExtractFormat.jsonl: _jsonl}[format_]
    for line in write(found):
        typer.echo(line)


def _where(mention: Mention, place: FilePlace | None) -> str:
    """Where a person finds a mention; its offsets in a text file."""
    if place is None:
        return f"{mention.start}-{mention.end}"
    if place.page:
        return f"page {place.page}, {f'footnote {place.number}' if place.part == 'footnote' else f'line {place.line}'}"
    named = {"body": "paragraph", "table": "paragraph"}.get(place.part, place.part.replace("_", " "))
    return f"{named} {place.number}".strip()


def _json(found: Sequence[Extracted]) -> Iterator[str]:
    yield json.dumps(
        {"schema": "pincite.mentions/1", "files": [each.as_json() for each in found]}, ensure_ascii=False, indent=2
    )


def _jsonl(found: Sequence[Extracted]) -> Iterator[str]:
    for each in found:
        values: dict[str, Any] = each.as_json()
        for mention in values["mentions"]:
            yield json.dumps({"doc": each.name, "type": "mention", **mention}, ensure_ascii=False)
        for unparsed in values["unparsed"]:
            yield json.dumps({"doc": each.name, "type": "unparsed", **unparsed}, ensure_ascii=False)


def _table(found: Sequence[Extracted]) -> Iterator[str]:
    from pincite.reports.text import safe

    for number, each in enumerate(found):
        if number:
            yield ""
        yield f"{each.name}: {len(each.mentions)} citations" + (
            f", {len(each.unparsed)} not understood" if each.unparsed else ""
        )
        cells: list[tuple[str, str, str, str, str]] = [
            (_where(m, place), m.kind, m.form, m.reference or f"({m.note or 'no reference'})", safe(m.text))
            for m, place in zip_longest(each.mentions, each.places)
        ]
        cells += [(f"{u.start}-{u.end}", "?", "", f"({u.reason})", safe(u.text)) for u in each.unparsed]
        widths = [max((len(row[column]) for row in cells), default=0) for column in range(4)]
        for row in cells:
            yield (
                "  "
                + "  ".join(
                    [*(cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)), row[4]]
                ).rstrip()
            )
