"""`pincite chat compose`: a text with placeholders becomes an answer with citations and References, or is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.chat import Actor, Form, Matter, Name, Store, Tenant, chat
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.answers.streaming import Finished

__all__ = ["read_answer", "register"]

EXIT_REFUSED = 1


def register(_app: typer.Typer) -> None:
    """Add the command to the group `chat`, which `chat` registers."""
    chat.command("compose")(compose)


def compose(
    name: Name,
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", help="The text with [E1] …; - for standard input.", show_default=False)
    ],
    store: Store,
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    language: Language = "",
    style: Annotated[
        str, typer.Option("--style", help="A house style of citation (docs/citations.md lists them).")
    ] = "",
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Form = Format.text,
) -> None:
    """Write an answer out: [E1] becomes a citation, References stand at its end.

    A text that holds a case number, a pinned chapter or article reference, an address, or a placeholder that is not a standing
    row of the chat is refused; every span is named, with the row to use.
    Exit status: 0 composed, 1 refused (nothing leaves), 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.interfaces.cli.chat import acting_in
    from pincite.workflows.compose_answer import as_json, compose_answer

    written = read_answer(text)
    if not written.strip():
        raise BadInput(f"{text} holds no answer", remedy="Write one, with [E1] where a row of the chat is cited.")
    with (
        wiring.open_corpus(release or (), at_release=at_release or ()) as corpus,
        acting_in(store, name, tenant, matter, actor) as acting,
    ):
        finished = compose_answer(
            acting, written, wiring.answering(corpus, language=language, style=style, as_of=as_of)
        )
    if format_ is Format.json:
        print_json(as_json(written, finished))
    elif finished.refused:
        typer.echo(_refused(written, finished))
    else:
        typer.echo(finished.text, nl=False)
    if finished.refused:
        raise typer.Exit(EXIT_REFUSED)


def read_answer(path: Path) -> str:
    """The text of a file or of standard input.

    Raises:
        BadInput: it cannot be read, or is no UTF-8 text.

    """
    from pincite.interfaces.cli.verify import read_file

    data = sys.stdin.buffer.read() if str(path) == "-" else read_file(path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path} is not UTF-8 text: byte {error.start} cannot be read", remedy="Save it as UTF-8."
        ) from error


def _refused(text: str, finished: Finished) -> str:
    from pincite.reports.messages import messages_in
    from pincite.reports.text import safe

    say = messages_in("en").say
    lines = [say("answer", "refused")]
    for each in finished.refusals:
        line = text.count("\n", 0, each.start) + 1
        told = say("refusal", each.code, text=safe(" ".join(each.text.split())))
        if each.seen and each.seen != " ".join(each.text.split()):
            told += f" ({say('answer', 'seen', seen=safe(' '.join(each.seen.split())))})"
        if each.use:
            told += f" → {say('answer', 'use', rows=', '.join(f'[{row}]' for row in each.use))}"
        lines.append(f"  {line}: {told}")
    return "\n".join(lines)
