"""`pincite gate status | disclaim | judge | escalate | approve`: the ways on from a blocked draft, each signed by a person.

Keeps true: nothing here signs without a person: the key has a passphrase, and the passphrase is typed at a terminal. It is taken from
no environment, no file and no pipe, so that a program that runs this command for somebody cannot answer for him.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.gate.acts import Act, Way
    from pincite.gate.standing import Standing
    from pincite.reports.stored import StoredReport
    from pincite.transparency.note import Signer, VerifierKey

__all__ = ["Persons", "keys_of_persons", "read_stored", "register", "standing_as_json"]

EXIT_BLOCKED = 1

gate = typer.Typer(
    help="See where a blocked draft stands; disclaim, judge, escalate or approve what is blocked, signed with your key.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class Support(StrEnum):
    """What a person found that the source says of the claim."""

    SUPPORTED = "SUPPORTED"
    PARTLY = "PARTLY"
    UNSUPPORTED = "UNSUPPORTED"
    CONTRADICTED = "CONTRADICTED"


def _report_file(path: Path) -> Path:
    from pincite.storage.audit_folder import REPORT_NAME

    return path / REPORT_NAME if path.is_dir() else path


ReportFile = Annotated[
    Path,
    typer.Argument(
        help="The report: citation-verify.json of `pincite verify --out`, or the folder it lies in.",
        callback=_report_file,
    ),
]
KeyFile = Annotated[Path, typer.Option("--key", help="Your key, made with `pincite keys new`; it has a passphrase.")]
Why = Annotated[str, typer.Option("--reason", help="Why, in your words.")]
Which = Annotated[
    list[str] | None,
    typer.Option(
        "--citation", help="The id of a citation (c003), or draft; all that can be if not given.", show_default=False
    ),
]
Persons = Annotated[
    list[str] | None,
    typer.Option(
        "--person",
        help="The verifier key of a person who may act, its .pub file, or a file of keys one a line. PINCITE_PERSONS if not given.",
        show_default=False,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the group."""
    from pincite.interfaces.cli.gate_send import send

    gate.command("send")(send)
    app.add_typer(gate, name="gate")


@gate.command("status")
def status(
    report: ReportFile,
    person: Persons = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Where the draft stands: what blocks it, what was decided about it and by whom.

    Exit status: 0 clear or released, 1 blocked, 2 could not run, 3 bad input.
    """
    from pincite.storage.gate_folder import notes_beside
    from pincite.workflows.decide_delivery import standing

    stored = read_stored(report)
    found = standing(stored, notes_beside(report), keys_of_persons(person))
    if format_ is Format.json:
        print_json(standing_as_json(found))
    else:
        _show(stored, found)
    if found.value == "BLOCKED":
        raise typer.Exit(EXIT_BLOCKED)


@gate.command("disclaim")
def disclaim(
    report: ReportFile,
    draft: Annotated[Path, typer.Option("--draft", help="The draft, as it was checked.")],
    key: KeyFile,
    reason: Why,
    citation: Which = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="New file for the copy with the markers (text drafts).", show_default=False),
    ] = None,
    copy: Annotated[
        Path | None,
        typer.Option("--copy", help="A copy with the markers that you made (Word ...).", show_default=False),
    ] = None,
) -> None:
    """Put a marker beside each blocked citation, in a copy, and sign that this copy may go. The draft is not changed."""
    from pincite.interfaces.cli.verify import read_file
    from pincite.storage.release_log import write_whole
    from pincite.workflows import decide_delivery as ways

    if (out is None) == (copy is None):
        raise BadInput("where is the copy?", remedy="Give --out FILE to have it written, or --copy FILE that you made.")
    stored, notes = read_stored(report), _notes(report)
    act = ways.act_on(stored, "disclaim", notes, reason=reason, on=_today(), citations=citation or ())
    read = ways.draft_of(stored, read_file(draft), draft.name)
    if out is not None and out.exists():
        raise BadInput(f"{out} exists", remedy="Name a new file.")
    data = ways.copy_with_markers(stored, read, act.citations) if copy is None else read_file(copy)
    name = (copy or out or draft).name
    digest = ways.checked_copy(stored, read, act.citations, data, name)
    act = ways.act_on(stored, "disclaim", notes, reason=reason, on=_today(), citations=act.citations, copy=digest)
    signer = _person(key, act)
    if out is not None:
        write_whole(out, data)
        typer.echo(f"{out}  the copy with {len(act.citations)} markers; it alone may go")
    _sign(report, act, signer, len(notes))


@gate.command("judge")
def judge(
    report: ReportFile,
    found: Annotated[Support, typer.Option("--found", help="What the source says of the claim.")],
    citation: Annotated[list[str], typer.Option("--citation", help="The id of the citation you read.")],
    key: KeyFile,
    reason: Why,
) -> None:
    """Say, as a person who opened the source, whether it supports the claim; for content that nobody else judged."""
    _act(report, "judge", key, reason, citation, support=found.value)


@gate.command("escalate")
def escalate(
    report: ReportFile,
    to: Annotated[str, typer.Option("--to", help="Whom it is put before.")],
    key: KeyFile,
    reason: Why,
    citation: Which = None,
) -> None:
    """Put what is blocked before somebody else: a structured message; nothing is released until a second person approves."""
    from pincite.storage.release_log import write_whole
    from pincite.workflows.decide_delivery import escalation

    act, by = _act(report, "escalate", key, reason, citation or (), to=to)
    message = json.dumps(escalation(read_stored(report), act, by), ensure_ascii=False, indent=2) + "\n"
    path = report.parent / "gate" / f"{len(_notes(report)):03}-escalation.json"
    write_whole(path, message.encode())
    typer.echo(f"{path}  the message to {to}")
    typer.echo(message, nl=False)


@gate.command("approve")
def approve(report: ReportFile, key: KeyFile, reason: Why, citation: Which = None) -> None:
    """Approve that it goes as it is. It needs four eyes: another person's escalation or approval, under another key."""
    _act(report, "approve", key, reason, citation or ())


def _act(
    report: Path,
    way: Way,
    key: Path,
    reason: str,
    citations: list[str] | tuple[str, ...],
    *,
    to: str = "",
    support: str = "",
) -> tuple[Act, str]:
    from pincite.workflows.decide_delivery import act_on

    stored, notes = read_stored(report), _notes(report)
    act = act_on(stored, way, notes, reason=reason, on=_today(), citations=citations, to=to, support=support)
    signer = _person(key, act)
    _sign(report, act, signer, len(notes))
    return act, signer.name


def _sign(report: Path, act: Act, signer: Signer, after: int) -> None:
    from pincite.gate.acts import sign_act
    from pincite.storage.gate_folder import add_note

    path = add_note(report, act.way, sign_act(act, signer), after=after)
    typer.echo(f"{path}  signed by {signer.name}: {act.way} {', '.join(act.citations)}")


def _person(key: Path, act: Act) -> Signer:
    """The key of a person, who sees what is signed and types the passphrase.

    Raises:
        BadInput: the key has no passphrase, or there is no terminal.

    """
    from pincite.storage.key_files import is_protected, read_key

    if not is_protected(key):
        raise BadInput(
            f"{key} has no passphrase, so whoever reads the file could sign",
            remedy="Make a person's key with a passphrase.",
        )
    if not sys.stdin.isatty():
        raise BadInput(
            "a decision is signed by a person at a terminal", remedy="Run the command yourself in a terminal."
        )
    typer.echo(act.to_text(), err=True)
    said = str(typer.prompt("Passphrase, to sign this", hide_input=True, err=True))
    return read_key(key, passphrase=said.encode())


def read_stored(report: Path) -> StoredReport:
    """The report of a file."""
    from pincite.interfaces.cli.verify import read_file
    from pincite.reports.stored import read_report

    return read_report(read_file(report), report.name)


def _notes(report: Path) -> list[str]:
    from pincite.storage.gate_folder import notes_beside

    return notes_beside(report)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def keys_of_persons(given: list[str] | None) -> list[VerifierKey]:
    """The keys of the persons who may act; none means that nobody may.

    Raises:
        BadInput: a key or file that is none.

    """
    from pincite import settings
    from pincite.transparency.encoding import NotProven
    from pincite.transparency.note import parse_vkey

    named = settings.persons()
    found: list[VerifierKey] = []
    for each in given or ([str(named)] if named is not None else []):
        try:
            lines = Path(each).read_text("utf-8").splitlines() if Path(each).is_file() else [each]
            found += [parse_vkey(line.strip()) for line in lines if line.strip() and not line.startswith("#")]
        except (OSError, UnicodeDecodeError, NotProven) as error:
            raise BadInput(f"--person {each}: {error}", remedy="Give a verifier key or a file of them.") from error
    return found


def standing_as_json(found: Standing) -> dict[str, object]:
    """A standing as plain values."""
    return {
        "standing": found.value,
        "reasons": [
            {**each.reason._asdict(), "settled_by": each.way, "persons": list(each.by)} for each in found.reasons
        ],
        "acts": [
            {"way": each.act.way, "by": each.by.name, "on": each.act.on, "citations": list(each.act.citations),
             "reason": each.act.reason, "to": each.act.to, "support": each.act.support, "copy": each.act.copy}
            for each in found.acts
        ],
        "refused": [each._asdict() for each in found.refused],
        "only_these_copies": list(found.copies),
    }  # fmt: skip


def _show(report: StoredReport, found: Standing) -> None:
    from pincite.reports.text import safe

    typer.echo(f"{report.draft_name}: {found.value}")
    raws = {each.citation_id: each.raw for each in report.mentions}
    for reason, way, by in found.reasons:
        name = reason.citation_id or "the draft"
        settled = f"{way} by {', '.join(by)}" if way else "open"
        typer.echo(f"  {name}  {safe(raws.get(reason.citation_id, ''))}  {reason.status}, {reason.cause}: {settled}")
    for act in found.acts:
        typer.echo(
            f"  act of {act.by.name}, {act.act.on}: {act.act.way} {', '.join(act.act.citations)}: {safe(act.act.reason)}"
        )
    for number, why in found.refused:
        typer.echo(f"  act {number} does not count: {safe(why)}")
    for copy in found.copies:
        typer.echo(f"  only the copy with the markers may go: sha256 {copy}")
