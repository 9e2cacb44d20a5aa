"""`pincite cite`: one citation explained: read, checked for what no publisher can have issued, written, addressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.workflows.explain_citation import Explained

__all__ = ["register"]

EXIT_NO_CITATION = 1

_ANSWERS = {
    "well_formed": "well formed",
    "repaired": "repaired",
    "impossible": "impossible",
    "unknown_form": "not understood",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("cite")(cite)


def cite(
    text: Annotated[
        str,
        typer.Argument(
            metavar="CITATION|REFERENCE", help="«Art. 8 BV», or a reference as `extract` prints it.", show_default=False
        ),
    ],
    language: Annotated[
        str, typer.Option("--language", help="Write it in this language alone: en, zh-Hant, de, fr, it, rm.")
    ] = "",
    style: Annotated[
        str, typer.Option("--style", help="A house style of its pack (docs/citations.md lists them).")
    ] = "",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Explain one citation: what it refers to, whether it can exist, how it is written elsewhere, where it stands.

    No corpus is asked: this says whether an identifier can exist, not whether it does. The exit status is 1 when the
    citation is impossible or was not understood.
    """
    from pincite import wiring
    from pincite.workflows.explain_citation import explain_citation

    found = explain_citation(text, wiring.extractor(), wiring.official_url, language=language, style=style)
    if format_ is Format.json:
        print_json({"schema": "pincite.citation/1", **found.as_json()})
    else:
        for line in _text(found):
            typer.echo(line)
    if found.validation.answer in {"impossible", "unknown_form"}:
        raise typer.Exit(EXIT_NO_CITATION)


def _text(found: Explained) -> Iterator[str]:
    from pincite.reports.text import safe

    validation = found.validation
    note = f" ({validation.note.replace('_', ' ')})" if validation.note else ""
    yield f"{safe(validation.text)}: {_ANSWERS[validation.answer]}{note}"
    if validation.mended:
        yield f"  meant: {safe(validation.mended)}"
    if validation.citation.rest:
        yield f"  not read: {safe(validation.citation.rest)}"
    for candidate in validation.citation.candidates:
        yield f"  may be: {candidate}"
    for each in found.cited:
        yield f"  {each.reference}"
        for style, language, citation in each.forms:
            yield f"    {language:<8}{safe(citation)}  ({style})"
        if each.url:
            yield f"    {each.url}"
    for reference, why in validation.near:
        yield f"  near: {reference} ({why.replace('_', ' ')})"
