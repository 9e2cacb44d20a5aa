"""`pincite authorities`: the table of authorities of a draft, made, checked and exported."""

from __future__ import annotations

from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.annotate import check_copy, write_copy
from pincite.interfaces.cli.options import AtRelease, Releases
from pincite.interfaces.cli.report import ReportLanguage
from pincite.interfaces.cli.verify import TrackedView, read_file

__all__ = ["register"]

EXIT_FOUND = 1


class TableFormat(StrEnum):
    """How the table is written."""

    md = "md"
    docx = "docx"
    csl_json = "csl-json"
    bibtex = "bibtex"
    ris = "ris"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("authorities")(authorities)


def authorities(
    draft: Annotated[
        Path,
        typer.Argument(help="The draft: Word, OpenDocument, PDF, HTML, Markdown or plain text.", show_default=False),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Say what does not fit together instead; the exit status is then 1.")
    ] = False,
    format_: Annotated[
        TableFormat, typer.Option("--format", help="md, docx, csl-json, bibtex or ris.")
    ] = TableFormat.md,
    out: Annotated[Path | None, typer.Option("--out", help="Write the table to this file.", show_default=False)] = None,
    style: Annotated[
        str,
        typer.Option(
            "--style", help="A house style (docs/citations.md lists them); each jurisdiction's usual one if not given."
        ),
    ] = "",
    language: Annotated[ReportLanguage, typer.Option("--language", help="Language of the table.")] = ReportLanguage.en,
    release: Releases = None,
    at_release: AtRelease = None,
    tracked: Annotated[
        TrackedView, typer.Option("--tracked", help="Which view of tracked changes is read: final or original.")
    ] = TrackedView.final,
) -> None:
    """List each authority of a draft once, with the places cited and where; or check the draft's own table.

    With releases, a work cited by several numbers is listed once and by its title. Without, nothing is opened.
    """
    from pincite import settings, wiring
    from pincite.reports.authorities import entries_of, render_docx, render_findings, render_markdown
    from pincite.reports.bibliography import render_bibtex, render_csl, render_ris
    from pincite.workflows.list_authorities import list_authorities

    if format_ is TableFormat.docx and out is None and not check:
        raise BadInput("a Word file is not written to the screen", remedy="Name a file: --out table.docx.")
    if check and (out is not None or format_ is not TableFormat.md):
        raise BadInput(
            "--check says what does not fit together and makes no table",
            remedy="Leave --out and --format away, or make the table without --check.",
        )
    if out is not None:
        check_copy(draft, out, overwrite=True)
    writes = wiring.house_writer(style, language.value)
    data = read_file(draft)
    asked = bool(release or at_release or settings.releases())
    with wiring.open_corpus(release or (), at_release=at_release or ()) if asked else nullcontext() as corpus:
        found = list_authorities(data, draft.name, wiring.extractor(), corpus, tracked=tracked.value)
    if check:
        typer.echo(render_findings(found, language.value), nl=False)
        raise typer.Exit(EXIT_FOUND if found.findings else 0)

    def address(work: str) -> str:
        return wiring.official_url(work, language.value)

    if format_ is TableFormat.docx:
        made = render_docx(found, language.value, writes)
    elif format_ is TableFormat.md:
        made = render_markdown(found, language.value, writes).encode()
    else:
        render = {TableFormat.csl_json: render_csl, TableFormat.bibtex: render_bibtex, TableFormat.ris: render_ris}
        made = render[format_](entries_of(found, language.value, writes), address).encode()
    if out is not None:
        write_copy(made, out)
    else:
        typer.echo(made.decode(), nl=False)
