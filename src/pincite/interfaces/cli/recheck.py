"""`pincite recheck` and `pincite verify --watch`: a draft checked again, and what changed since the last check."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import PinciteError
from pincite.interfaces.cli.judge import JudgeName, judge_for, judge_named
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Releases, print_json
from pincite.interfaces.cli.report import ReportLanguage
from pincite.interfaces.cli.verify import EXIT_BLOCKED, TrackedView, checked_day, read_file

if TYPE_CHECKING:
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.drafts.draft import Tracked
    from pincite.drafts.shelf import Shelf
    from pincite.privacy.modes import Privacy
    from pincite.reports.report import Report
    from pincite.workflows.recheck_draft import Recheck

__all__ = ["register", "watch"]

_PAUSE = 0.5
"""Seconds between two looks at a watched draft."""


@dataclass(frozen=True, slots=True)
class Checking:
    """How a draft is checked in each round: with a door and a judge of its own, so that a report says what this check sent."""

    draft: Path
    day: str
    as_of: str
    draft_language: str
    tracked: Tracked
    privacy: Privacy
    judge: str
    treatment: bool = True

    def __call__(self, data: bytes, corpus: RememberedCorpus, shelf: Shelf) -> Report:
        """Check the bytes of the draft."""
        from pincite import wiring

        door = wiring.door_of(self.privacy, judges=wiring.judge_addresses(self.judge))
        with judge_for(self.judge, door) as judging:
            return wiring.verify(
                data,
                self.draft.name,
                corpus,
                as_of=self.as_of,
                draft_language=self.draft_language,
                checked_on=self.day,
                path=str(self.draft),
                tracked=self.tracked,
                judge=judging,
                privacy=self.privacy,
                egress=door,
                shelf=shelf,
                treatment=self.treatment,
            )


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("recheck")(recheck)


def recheck(
    old: Annotated[
        Path,
        typer.Argument(
            metavar="OLD-REPORT", help="A report in JSON (citation-verify.json, or --format json).", show_default=False
        ),
    ],
    draft: Annotated[Path, typer.Argument(metavar="NEW-DRAFT", help="The draft as it is now.", show_default=False)],
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
    language: Annotated[
        ReportLanguage, typer.Option("--report-language", "--language", help="Language of what is said.")
    ] = ReportLanguage.en,
    tracked: Annotated[
        TrackedView, typer.Option("--tracked", help="Which view of tracked changes is checked: final or original.")
    ] = TrackedView.final,
    judge: JudgeName = "",
    treatment: Annotated[
        bool,
        typer.Option("--treatment/--no-treatment", help="Look up what later texts held say of the decisions cited."),
    ] = True,
    date: Annotated[
        str, typer.Option("--date", help="Date of the check (YYYY-MM-DD); today if not given.", show_default=False)
    ] = "",
) -> None:
    """Check a draft again and say what changed since a report: what was blocked and is mended, citations new, gone, or judged otherwise.

    Exit status: that of the new check: 0 clear, 1 blocked, 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.reports.changes import render_changes
    from pincite.reports.json_report import render_json
    from pincite.reports.messages import messages_in
    from pincite.reports.stored import read_report
    from pincite.workflows.decide_delivery import compare_revision
    from pincite.workflows.recheck_draft import Recheck

    stored = read_report(read_file(old), old.name)
    data = read_file(draft)
    checking = Checking(
        draft, checked_day(date), as_of, "", tracked.value, wiring.privacy_for(draft, ""), judge_named(judge), treatment
    )
    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        done = Recheck(checking, RememberedCorpus(corpus), stored.values).again(data)
    assert done.changes is not None
    revised = compare_revision(stored, read_report(render_json(done.report).encode(), draft.name))
    if format_ is Format.json:
        print_json({**done.changes.as_json(), "revision": asdict(revised), "asked_of_the_releases": done.asked})
    else:
        counted = {name: len(words) for name, words in asdict(revised).items()}
        typer.echo(messages_in(language.value).say("changes", "revision", **counted))
        typer.echo(render_changes(done.changes, language.value), nl=False)
    if done.report.delivery_blocked:
        raise typer.Exit(EXIT_BLOCKED)


def watch(
    draft: Path,
    session: Recheck,
    language: str,
    *,
    pause: Callable[[float], None] = time.sleep,
    rounds: int | None = None,
) -> Report | None:
    """Look at a draft again and again; whenever it was saved, check it and say what changed.

    Args:
        draft: the file.
        session: remembers what was asked, and the last report.
        language: of what is said.
        pause: waits between two looks.
        rounds: how often to look; None until Ctrl-C.

    Returns:
        The last report that was made here, None when the draft was not saved again.

    """
    from pincite.reports.changes import render_changes
    from pincite.reports.messages import messages_in

    typer.echo(messages_in(language).say("changes", "watching", draft=str(draft)), err=True)
    checked = seen = _signature(draft)
    last: Report | None = None
    while rounds is None or rounds > 0:
        rounds = None if rounds is None else rounds - 1
        try:
            pause(_PAUSE)
            now = _signature(draft)
            settled, seen = now == seen, now
            if now is None or now == checked or not settled:
                continue  # not saved, gone for a moment while it is saved, or still being written
            checked = now
            done = session.again(read_file(draft))
        except KeyboardInterrupt:
            break
        except PinciteError as error:
            typer.echo(f"pincite: {error}", err=True)
            continue
        last = done.report
        if done.changes is not None:
            typer.echo(render_changes(done.changes, language), nl=False)
    return last


def watched(
    checking: Checking, report: Report, release: Sequence[Path], at_release: Sequence[str], language: str
) -> Report:
    """Watch a draft that was just checked; the last report that was made of it."""
    from pincite import wiring
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.workflows.recheck_draft import Recheck

    with wiring.open_corpus(release, at_release=at_release) as corpus:
        session = Recheck(checking, RememberedCorpus(corpus), report.as_json())
        return watch(checking.draft, session, language) or report


def _signature(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
