"""`pincite verify`: check the citations of a draft against releases, and say whether it may be delivered."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.annotate import Annotate, Overwrite, check_copy, write_annotated
from pincite.interfaces.cli.judge import JudgeName, judge_for, judge_named
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Releases
from pincite.interfaces.cli.report import Fonts, ReportLanguage, Reports, wanted_reports, write_reports
from pincite.interfaces.cli.services import Live, ServicesFile, corpus_of
from pincite.interfaces.cli.verify_batch import Batch, show_totals, verify_batch

__all__ = ["register"]

EXIT_BLOCKED = 1


class PrivacyMode(StrEnum):
    """Privacy modes, from the strictest to the most open."""

    strict = "strict"
    balanced = "balanced"
    cloud = "cloud"


class TrackedView(StrEnum):
    """Views of tracked changes."""

    final = "final"
    original = "original"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    draft: Annotated[
        Path,
        typer.Argument(
            help="The draft: Word, OpenDocument, PDF, HTML, Markdown or plain text; with --batch, the folder of the drafts.",
            show_default=False,
        ),
    ],
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Write the audit folder OUT/<date>-<draft>/ (report, sources); or the one file of --report.",
            show_default=False,
        ),
    ] = None,
    annotate: Annotate = None,
    overwrite: Overwrite = False,
    receipts: Annotated[
        bool,
        typer.Option("--receipts", help="With --out: write receipts of the passages, where the release is signed."),
    ] = False,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
    reports: Reports = None,
    font: Fonts = None,
    language: Annotated[
        ReportLanguage, typer.Option("--report-language", "--language", help="Language of the report.")
    ] = ReportLanguage.en,
    draft_language: Annotated[
        str,
        typer.Option(
            "--draft-language", help="Language of the draft, if its words do not show it.", show_default=False
        ),
    ] = "",
    tracked: Annotated[
        TrackedView, typer.Option("--tracked", help="Which view of tracked changes is checked: final or original.")
    ] = TrackedView.final,
    privacy: Annotated[
        PrivacyMode | None,
        typer.Option(
            "--privacy",
            help="What may leave this machine: strict (nothing), balanced (nothing privileged), cloud. A file beside the"
            " draft may only make it stricter (docs/privacy.md).",
            show_default=False,
        ),
    ] = None,
    existence_lookup: Annotated[
        str,
        typer.Option(
            "--existence-lookup",
            help="local, or remote: in strict mode the bare names of documents may be asked of a service.",
            show_default=False,
        ),
    ] = "",
    judge: JudgeName = "",
    live: Live = False,
    services: ServicesFile = None,
    treatment: Annotated[
        bool,
        typer.Option("--treatment/--no-treatment", help="Look up what later texts held say of the decisions cited."),
    ] = True,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Check all drafts of a folder into --out, going on where an earlier run stopped."),
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Then check it again whenever it is saved, and say what changed; until Ctrl-C."),
    ] = False,
    date: Annotated[
        str, typer.Option("--date", help="Date of the check (YYYY-MM-DD); today if not given.", show_default=False)
    ] = "",
) -> None:
    """Find every citation of a draft, open it in the releases, compare quotations word for word, and say what is wrong.

    Exit status: 0 clear, 1 blocked, 2 could not run, 3 bad input. The draft is never changed.
    """
    from pincite import wiring
    from pincite.reports.audit import audit_folder, summary
    from pincite.reports.json_report import render_json
    from pincite.reports.text import render_text
    from pincite.storage.audit_folder import write_audit
    from pincite.storage.receipts_folder import write_receipts
    from pincite.storage.release_proofs import CorpusProofs
    from pincite.workflows.receipts_of_report import with_receipts

    if batch:
        if out is None or annotate is not None or reports:
            raise BadInput(
                "--batch needs --out, and goes without --annotate and --report",
                remedy="Name a folder with --out.",
            )
        mode = privacy.value if privacy is not None else ""
        asked = Batch(
            *(draft, out, tuple(release or ()), tuple(at_release or ()), checked_day(date)),
            as_of=as_of, draft_language=draft_language, tracked=tracked.value, privacy=mode,
            judge=judge_named(judge), live=live, services=services, existence_lookup=existence_lookup,
        )  # fmt: skip
        _batch(asked)
        return
    if watch and live:
        raise BadInput("--watch checks against releases alone", remedy="Leave out --live, or check once.")
    wanted = wanted_reports(reports, out)
    if annotate is not None:
        check_copy(draft, annotate, overwrite=overwrite)
    data = read_file(draft)
    settled = wiring.privacy_for(draft, privacy.value if privacy is not None else "", existence_lookup=existence_lookup)
    named = judge_named(judge)
    egress = wiring.door_of(settled, judges=wiring.judge_addresses(named))
    with (
        corpus_of(release or (), at_release or (), egress, checked_day(date), live=live, file=services) as (
            corpus,
            local,
        ),
        judge_for(named, egress) as judging,
    ):
        report = wiring.verify(
            data,
            str(draft.name),
            corpus,
            as_of=as_of,
            draft_language=draft_language,
            checked_on=checked_day(date),
            path=str(draft),
            tracked=tracked.value,
            judge=judging,
            treatment=treatment,
            privacy=settled,
            egress=egress,
        )
        made: dict[str, bytes] = {}
        if receipts and wanted.folder is not None:
            report, made = with_receipts(report, local, CorpusProofs(local))
    written = write_audit(audit_folder(report), wanted.folder) if wanted.folder is not None else None
    if written is not None:
        write_receipts(written, made)
    path = str(written or "")
    if annotate is not None:
        write_annotated(data, report, language.value, annotate)
    for each in write_reports(report, wanted, written, language.value, font or (), draft):
        typer.echo(f"Written: {each}", err=True)
    if wanted.printed is not None:
        pass  # it stands on the standard output alone
    elif format_ is Format.json:
        typer.echo(render_json(report), nl=False)
        if path:
            typer.echo(f"Report: {path}", err=True)
    else:
        typer.echo(render_text(report, language=language.value, width=_width(), colour=_colour()))
        typer.echo(summary(report, path), nl=False)
    if watch:
        from pincite.interfaces.cli.recheck import Checking, watched

        checking = Checking(draft, checked_day(date), as_of, draft_language, tracked.value, settled, named, treatment)
        report = watched(checking, report, release or (), at_release or (), language.value)
    if report.delivery_blocked:
        raise typer.Exit(EXIT_BLOCKED)


def _batch(asked: Batch) -> None:
    from pincite import settings

    done = verify_batch(asked, jobs=settings.jobs())
    show_totals(done, asked.out)
    if any(each.delivery != "CLEAR" for each in done):
        raise typer.Exit(EXIT_BLOCKED)


def read_file(path: Path) -> bytes:
    """The bytes of a file the user named.

    Raises:
        BadInput: it cannot be read; the message says why.

    """
    if path.is_dir():
        raise BadInput(f"{path} is a folder, not a draft", remedy="Name the file of the draft.")
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise BadInput(f"there is no file {path}", remedy="Check its name, and the folder you are in.") from error
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}", remedy="Check the file and its permissions."
        ) from error


def checked_day(date: str) -> str:
    """The day of a check: as named, or today.

    Raises:
        BadInput: it is no date.

    """
    from datetime import UTC, datetime
    from datetime import date as calendar

    if not date:
        return datetime.now(UTC).date().isoformat()
    try:
        return calendar.fromisoformat(date).isoformat()
    except ValueError as error:
        raise BadInput(f"--date {date!r} is no date", remedy="Write it as YYYY-MM-DD.") from error


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 120)


def _colour() -> bool:
    from pincite import settings

    return sys.stdout.isatty() and not settings.no_color()
