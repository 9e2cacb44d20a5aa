"""`pincite verify-report`: a report is verified years later, offline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.gate import Persons, keys_of_persons, standing_as_json
from pincite.interfaces.cli.options import AtRelease, Format, Releases, print_json
from pincite.interfaces.cli.trust import REFUSED, PolicyFile, VerifierKeys, show_steps

if TYPE_CHECKING:
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.transparency.policy import Policy
    from pincite.workflows.verify_report import ReportCheck

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify-report")(verify_report)


def verify_report(
    report: Annotated[Path, typer.Argument(help="citation-verify.json, or the folder it lies in.")],
    draft: Annotated[Path | None, typer.Option("--draft", help="The draft it is about.", show_default=False)] = None,
    release: Releases = None,
    at_release: AtRelease = None,
    person: Persons = None,
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Verify a report in nine named steps, offline: its digest, the draft, verdicts, versions, evidence, receipts, decisions.

    What is not given is not held against the report and is listed as unproved. With --draft and --release the draft is
    also checked again. Exit status: 0 verified, 1 refused, 2 could not run, 3 bad input.
    """
    from pincite import settings, wiring
    from pincite.interfaces.cli.trust import policy_of
    from pincite.interfaces.cli.verify import read_file
    from pincite.storage.audit_folder import REPORT_NAME

    path = report / REPORT_NAME if report.is_dir() else report
    data = read_file(path)
    trusted = policy_of(policy, vkey) if policy or vkey or settings.policy() else None
    if release or at_release:
        with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
            check = _check(path, data, draft, corpus, person, trusted)
    else:
        check = _check(path, data, draft, None, person, trusted)
    if format_ is Format.json:
        print_json(_as_json(check))
    else:
        show_steps(check.steps)
        for each in check.unproved:
            typer.echo(f"  not proved: {each}")
        typer.echo(f"{path}: {'verified' if check.ok else f'REFUSED at step {check.steps[-1].number}'}")
    if not check.ok:
        raise typer.Exit(REFUSED)


def _check(
    path: Path,
    data: bytes,
    draft: Path | None,
    corpus: SqliteCorpus | None,
    person: list[str] | None,
    trusted: Policy | None,
) -> ReportCheck:
    from pincite import wiring
    from pincite.interfaces.cli.verify import read_file
    from pincite.storage.gate_folder import notes_beside
    from pincite.storage.receipts_folder import receipts_beside
    from pincite.workflows.verify_report import Held
    from pincite.workflows.verify_report import verify_report as verify

    given = (read_file(draft), draft.name) if draft is not None else None
    held = Held(
        draft=given,
        corpus=corpus,
        receipts=receipts_beside(path),
        policy=trusted,
        notes=notes_beside(path),
        persons=keys_of_persons(person),
        versions=wiring.versions(),
        again=wiring.checks_again(given[0], corpus) if given is not None and corpus is not None else None,
    )
    return verify(data, path.name, held)


def _as_json(check: ReportCheck) -> dict[str, object]:
    return {
        "verified": check.ok,
        "steps": [{"number": s.number, "name": s.name, "ok": s.ok, "said": s.said} for s in check.steps],
        "unproved": list(check.unproved),
        "delivery": standing_as_json(check.standing) if check.standing is not None else None,
    }
