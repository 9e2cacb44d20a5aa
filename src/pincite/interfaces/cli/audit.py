"""`pincite audit`: a finished text, whoever wrote it, comes back as a corrected copy with every citation earned or labelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.answers.streaming import Finished

__all__ = ["register"]

EXIT_LABELLED = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit")(audit)


def audit(
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", help="The finished text; - for standard input.", show_default=False)
    ],
    release: Releases = None,
    at_release: AtRelease = None,
    chat: Annotated[str, typer.Option("--chat", help="The chat whose rows count; needs --store.")] = "",
    store: Annotated[str, typer.Option("--store", help="The ledger of the chat: a file, or postgresql://….")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the corrected copy to this file.", show_default=False)
    ] = None,
    as_of: AsOf = "",
    language: Language = "",
    style: Annotated[str, typer.Option("--style", help="A house style of citation.")] = "",
    tenant: Annotated[str, typer.Option("--tenant", help="Whose chat it is.")] = "local",
    matter: Annotated[str, typer.Option("--matter", help="The matter the chat belongs to.")] = "default",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Audit the citations of a finished text against a chat, or against releases alone; print the corrected copy.

    Quotations are found in the source there and then, wrong pinpoints corrected, and what cannot be verified is labelled in the
    text. The file itself is not changed.
    Exit status: 0 nothing had to be labelled, 1 something was, 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.answers.audit import unlabelled
    from pincite.interfaces.cli.chat import acting_in
    from pincite.interfaces.cli.chat_compose import read_answer
    from pincite.workflows.audit_answer import as_json, audit_answer

    if bool(chat) != bool(store):
        raise BadInput("a chat is found in its ledger", remedy="Give --chat and --store together, or neither.")
    written = read_answer(text)
    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        answering = wiring.answering(corpus, language=language, style=style, as_of=as_of)
        if chat:
            with acting_in(store, chat, tenant, matter) as acting:
                finished = audit_answer(written, answering, at=acting.at, acting=acting)
        else:
            finished = audit_answer(written, answering, at=wiring.now())
    if out is not None:
        _write(out, finished.text)
    if format_ is Format.json:
        print_json(as_json(written, finished))
    else:
        if out is None:
            typer.echo(finished.text, nl=not finished.text.endswith("\n"))
        typer.echo(_account(written, finished), err=out is None)
    if not unlabelled(finished):
        raise typer.Exit(EXIT_LABELLED)


def _account(text: str, finished: Finished) -> str:
    from pincite.reports.messages import messages_in
    from pincite.reports.text import safe

    say = messages_in("en").say
    lines = [say("answer", "counts", count=len(finished.changes))]
    for each in finished.changes:
        line = text.count("\n", 0, each.start) + 1
        rows = f" [{', '.join(each.rows)}]" if each.rows else ""
        code = f" ({each.code.replace('_', ' ')})" if each.code else ""
        lines.append(f"  {line}: {safe(' '.join(each.text.split()))[:80]}: {say('outcome', each.outcome)}{rows}{code}")
        if each.words:
            lines.append(f"      the source: {safe(' '.join(each.words.split()))[:300]}")
    lines.append(say("answer", "verified"))
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}", remedy="Name another --out.") from problem
