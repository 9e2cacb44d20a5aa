"""Reports as files: `pincite verify --report …` writes them, `pincite report` makes them of a report that was kept.

Keeps true: a page is made of the report's JSON (and the draft's text) alone, so both commands make the same bytes; of a draft shown
beside a kept report the digest is checked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pincite.errors import BadInput, CannotRun

if TYPE_CHECKING:
    from pincite.reports.report import Report

__all__ = [
    "Fonts",
    "Kind",
    "ReportLanguage",
    "Reports",
    "Wanted",
    "register",
    "wanted_reports",
    "write_file",
    "write_reports",
]


class Kind(StrEnum):
    """Kinds of files a report is written as."""

    html = "html"
    pdf = "pdf"
    csv = "csv"
    xlsx = "xlsx"
    json = "json"
    text = "text"
    sarif = "sarif"


class PageKind(StrEnum):
    """Those that are made of a kept report."""

    html = "html"
    pdf = "pdf"
    csv = "csv"
    xlsx = "xlsx"
    sarif = "sarif"


class ReportLanguage(StrEnum):
    """Languages a report is written in."""

    en = "en"
    de = "de"
    fr = "fr"
    it = "it"
    zh_Hant = "zh-Hant"  # noqa: N815 (the name of the language)


Reports = Annotated[
    list[Kind] | None,
    typer.Option(
        "--report",
        help="Write the report as html, pdf, csv, xlsx, json, sarif or text: into --out, or to the standard output. May be given more"
        " than once.",
        show_default=False,
    ),
]
Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", help="A font file for the PDF, before those found on this machine.", show_default=False),
]

_ENDINGS = {Kind.text: "txt"}
_BINARY = frozenset((Kind.pdf, Kind.xlsx))


class Wanted(NamedTuple):
    """What is to be written: kinds, to one file, or into the audit folder below `folder`, or (neither) to the standard output."""

    kinds: tuple[Kind, ...] = ()
    file: Path | None = None
    folder: Path | None = None

    @property
    def printed(self) -> Kind | None:
        """The one kind that goes to the standard output."""
        return self.kinds[0] if self.kinds and self.file is None and self.folder is None else None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    kept: Annotated[Path, typer.Argument(metavar="REPORT.json", help="A report that was kept.", show_default=False)],
    as_: Annotated[PageKind, typer.Option("--as", help="html, pdf, csv, xlsx or sarif.")] = PageKind.html,
    draft: Annotated[
        Path | None,
        typer.Option("--draft", help="The draft it is of, to be shown with its citations marked.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write; standard output if not given.", show_default=False)
    ] = None,
    language: Annotated[
        ReportLanguage, typer.Option("--report-language", "--language", help="Language of the report.")
    ] = ReportLanguage.en,
    font: Fonts = None,
) -> None:
    """Show a kept report as a page, a table or a PDF, in the language you choose; nothing is checked again.

    Exit status: 0 written, 2 could not run, 3 bad input.
    """
    from pincite.interfaces.cli.verify import read_file

    data = read_file(kept)
    kind = Kind(as_.value)
    text = _text_of(data, draft) if draft is not None else None
    if out is None and kind in _BINARY:
        raise BadInput(f"{kind.value} is not for a terminal", remedy="Name a file with --out.")
    content = _content(kind, data, language.value, text, font or (), draft)
    if out is None:
        typer.echo(content.decode(), nl=False)
    else:
        write_file(out, content)


def wanted_reports(kinds: Sequence[Kind] | None, out: Path | None) -> Wanted:
    """Where the reports go; a name in `out` that ends like the one kind asked for is a file, any other a folder.

    Raises:
        BadInput: several kinds, or one that no terminal shows, and nowhere to write them.

    """
    given = tuple(dict.fromkeys(kinds or ()))
    if not given:
        return Wanted((), None, out)
    if out is None:
        if len(given) > 1 or given[0] in _BINARY:
            raise BadInput("there is nowhere to write the report", remedy="Name a folder, or one file, with --out.")
        return Wanted(given)
    ending = out.suffix.lower().lstrip(".")
    if ending in {_ENDINGS.get(kind, kind.value) for kind in Kind} and not out.is_dir():
        if [_ENDINGS.get(kind, kind.value) for kind in given] != [ending]:
            raise BadInput(
                f"{out} is the name of one .{ending} file",
                remedy="Name a folder with --out, or ask for that one report.",
            )
        return Wanted(given, file=out)
    return Wanted(given, folder=out)


def write_reports(
    report: Report,
    wanted: Wanted,
    audit_report: Path | None,
    language: str,
    fonts: Sequence[Path] = (),
    draft: Path | None = None,
) -> list[Path]:
    """Write what is wanted; beside `audit_report`, where a folder is wanted. Returns the files written.

    `draft` is the file, by whose address a code host finds it; its name alone where None.
    """
    from pincite.reports.json_report import render_json

    data = render_json(report).encode()
    written: list[Path] = []
    for kind in wanted.kinds:
        if kind is Kind.text:
            from pincite.reports.text import render_text

            content = render_text(report, language=language).encode()
        else:
            content = _content(kind, data, language, report.draft.text, fonts, draft)
        if wanted.printed is not None:
            typer.echo(content.decode(), nl=False)
            continue
        path = wanted.file
        if path is None:
            if audit_report is None or kind is Kind.json:
                continue  # citation-verify.json of the audit folder is the report
            path = audit_report.with_name(f"report.{language}.{_ENDINGS.get(kind, kind.value)}")
        write_file(path, content)
        written.append(path)
    return written


def _content(
    kind: Kind, data: bytes, language: str, text: str | None, fonts: Sequence[Path], draft: Path | None = None
) -> bytes:
    if kind is Kind.json:
        return data
    from pincite.reports.shown import show

    shown = show(data, language, text)
    if kind is Kind.html:
        from pincite.reports.html_report import render_html

        return render_html(shown).encode()
    if kind is Kind.csv:
        from pincite.reports.csv_report import render_csv

        return render_csv(shown)
    if kind is Kind.sarif:
        from pincite.interfaces.cli.check import address_here
        from pincite.reports.sarif import SarifDraft, address_of, render_sarif

        return render_sarif([SarifDraft(shown, address_of(address_here(draft) if draft is not None else shown.name))])
    if kind is Kind.xlsx:
        from pincite.reports.xlsx_report import render_xlsx

        return render_xlsx(shown)
    from pincite.storage.fonts import fonts as found
    from pincite.storage.pdf_report import render_pdf

    return render_pdf(shown, found(fonts))


def _text_of(data: bytes, draft: Path) -> str:
    """The text of the draft, read as it was for the report.

    Raises:
        BadInput: it is another file than the one that was checked.

    """
    from pincite.drafts.draft import read_draft
    from pincite.interfaces.cli.verify import read_file
    from pincite.reports.shown import draft_of

    of = draft_of(data)
    content = read_file(draft)
    found = read_draft(content, of.name, language=of.language, tracked=of.tracked)
    if found.sha256 != of.sha256:
        raise BadInput(
            f"{draft} is not the draft that was checked: sha256 {found.sha256}, in the report {of.sha256}",
            remedy="Name the draft as it was, or verify this one.",
        )
    return found.text


def write_file(path: Path, content: bytes) -> None:
    """Write a report.

    Raises:
        CannotRun: it cannot be written.

    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise CannotRun(
            f"{path} cannot be written: {error.strerror}", remedy="Name another place with --out."
        ) from error
