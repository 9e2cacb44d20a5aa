"""`pincite check`: the gate over several documents at once, for editors, commits, builds and evaluators.

Keeps true: a document that cannot be read is never passed over (exit 3), and none at all is bad input. `--fail-on fix` changes the
exit status alone, never what is said: a draft whose statements nobody judged stays BLOCKED in every report.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.judge import JudgeName, judge_for, judge_named
from pincite.interfaces.cli.options import AsOf, AtRelease, Releases
from pincite.interfaces.cli.report import ReportLanguage, write_file

if TYPE_CHECKING:
    from pincite.corpus.answers import Corpus
    from pincite.drafts.shelf import Shelf
    from pincite.reports.sarif import SarifDraft

__all__ = ["address_here", "register"]

EXIT_BLOCKED = 1
EXIT_BAD_INPUT = 3


class Lines(StrEnum):
    """How what is to be done is written."""

    lines = "lines"
    json = "json"
    sarif = "sarif"


class FailOn(StrEnum):
    """What makes the exit status 1."""

    blocked = "blocked"
    fix = "fix"


@dataclass(frozen=True)
class _Asked:
    """What holds for every document."""

    as_of: str
    language: str
    draft_language: str
    judge: str
    date: str


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check)


def check(
    documents: Annotated[list[Path], typer.Argument(help="The documents; each is checked.", show_default=False)],
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    format_: Annotated[
        Lines, typer.Option("--format", help="lines (as compilers write them), json (pincite.check/1) or sarif.")
    ] = Lines.lines,
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write a SARIF file too.", show_default=False)] = None,
    fail_on: Annotated[
        FailOn,
        typer.Option(
            "--fail-on",
            help="blocked: as the gate says. fix: only what was found wrong; what nobody judged or held is shown.",
        ),
    ] = FailOn.blocked,
    language: Annotated[
        ReportLanguage, typer.Option("--report-language", "--language", help="Language of the messages.")
    ] = ReportLanguage.en,
    draft_language: Annotated[
        str, typer.Option("--draft-language", help="Language of the documents, if their words do not show it.")
    ] = "",
    judge: JudgeName = "",
    date: Annotated[
        str, typer.Option("--date", help="Date of the check (YYYY-MM-DD); today if not given.", show_default=False)
    ] = "",
) -> None:
    """Check several documents and list what is to be done in each, one line a citation.

    Exit status: 0 clear, 1 blocked (see --fail-on), 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.drafts.shelf import Shelf
    from pincite.interfaces.cli.verify import checked_day
    from pincite.reports.sarif import render_sarif
    from pincite.reports.worklist import items_of, worklist

    asked = _Asked(as_of, language.value, draft_language, judge_named(judge), checked_day(date))
    drafts: list[SarifDraft] = []
    unread: list[str] = []
    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        shelf = Shelf()
        for path in dict.fromkeys(documents):
            try:
                drafts.append(_checked(path, asked, corpus, shelf))
            except BadInput as error:
                unread.append(f"{address_here(path)}: error: {error} [unreadable]")
                unread += [f"  {error.remedy}"] if error.remedy else []
    if sarif is not None and drafts:
        write_file(sarif, render_sarif(drafts))
    if format_ is Lines.json:
        from pincite.interfaces.cli.options import print_json

        print_json(worklist(drafts))
    elif format_ is Lines.sarif:
        if drafts:
            typer.echo(render_sarif(drafts).decode(), nl=False)
    else:
        for line in _lines(drafts):
            typer.echo(line)
    for line in unread:
        typer.echo(line, err=True)
    sys.stdout.flush()
    if unread:
        raise typer.Exit(EXIT_BAD_INPUT)
    wrong = any(item.status == "FAIL" and item.group == "fix" for draft in drafts for item in items_of(draft))
    blocked = any(draft.shown.blocked for draft in drafts)
    if wrong or (blocked and fail_on is FailOn.blocked):
        raise typer.Exit(EXIT_BLOCKED)


def _checked(path: Path, asked: _Asked, corpus: Corpus, shelf: Shelf) -> SarifDraft:
    from pincite import wiring
    from pincite.interfaces.cli.verify import read_file
    from pincite.reports.json_report import render_json
    from pincite.reports.sarif import SarifDraft, address_of
    from pincite.reports.shown import show

    data = read_file(path)
    settled = wiring.privacy_for(path)
    egress = wiring.door_of(settled, judges=wiring.judge_addresses(asked.judge))
    with judge_for(asked.judge, egress) as judging:
        report = wiring.verify(
            data,
            path.name,
            corpus,
            checked_on=asked.date,
            as_of=asked.as_of,
            draft_language=asked.draft_language,
            path=str(path),
            judge=judging,
            privacy=settled,
            egress=egress,
            shelf=shelf,
        )
    shown = show(render_json(report).encode(), asked.language, report.draft.text)
    return SarifDraft(shown, address_of(address_here(path)))


def address_here(path: Path) -> str:
    """A path as people here know it: from the folder they work in, where it lies below that."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (OSError, ValueError):
        return path.as_posix()


def _lines(drafts: Sequence[SarifDraft]) -> Iterator[str]:
    from pincite.reports.worklist import items_of, line_of

    for draft in drafts:
        for item in items_of(draft):
            yield line_of(item)
    for draft in drafts:
        yield f"{draft.address}: {draft.shown.delivery} ({draft.shown.counts})"
