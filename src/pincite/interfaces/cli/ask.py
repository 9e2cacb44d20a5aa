"""`pincite ask`: a question is answered in a chat from the releases, by a model that may cite only what it earned, or by extracts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.ledger.port import Ledger
    from pincite.workflows.answer_question import Answered, Progress

__all__ = ["register"]

EXIT_NOTHING = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ask")(ask)


def ask(
    question: Annotated[
        str,
        typer.Argument(metavar="[QUESTION]", help="What is asked; left out, the chat's last question is gone on with."),
    ] = "",
    release: Releases = None,
    at_release: AtRelease = None,
    store: Annotated[
        str, typer.Option("--store", help="The ledger in which the chat is kept: a file, or postgresql://….")
    ] = "",
    chat: Annotated[str, typer.Option("--chat", help="The chat: a new one, or one to go on with.")] = "",
    model: Annotated[
        str,
        typer.Option(
            "--model", help="openai:NAME, anthropic:NAME or ollama:NAME; none for extracts. PINCITE_MODEL if not given."
        ),
    ] = "",
    steps: Annotated[int, typer.Option("--steps", help="Times the model is asked, at most.")] = 30,
    tokens: Annotated[int, typer.Option("--tokens", help="Tokens in and out together, at most.")] = 400_000,
    seconds: Annotated[float, typer.Option("--seconds", help="Time for the whole, at most.")] = 600.0,
    as_of: AsOf = "",
    language: Language = "",
    style: Annotated[str, typer.Option("--style", help="A house style of citation.")] = "",
    transcript: Annotated[
        Path | None,
        typer.Option(
            "--transcript",
            help="Write what the model saw and wrote to this new file, a JSON line each.",
            show_default=False,
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not show the steps.")] = False,
    tenant: Annotated[str, typer.Option("--tenant", help="Whose chat it is.")] = "local",
    matter: Annotated[str, typer.Option("--matter", help="The matter the chat belongs to.")] = "default",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Answer a question from the releases: every citation of the answer stands on a passage that was opened and quoted.

    A model researches with read-only tools within a budget; without one the best passages are shown as extracts. With --store
    the chat is kept, and a run that stopped is gone on with by the same command. Keys come from the environment only.
    Exit status: 0 answered (or extracts), 1 nothing was found, 2 could not run, 3 bad input.
    """
    import time

    from pincite import wiring
    from pincite.workflows.answer_question import Asking, Budget, answer_question, as_json

    if chat and not store:
        raise BadInput("a chat is kept in a ledger", remedy="Give --store too.")
    budget = Budget(steps, tokens, seconds)
    asked_of = wiring.language_model(model)
    with (
        wiring.open_corpus(release or (), at_release=at_release or ()) as corpus,
        _ledger(store) as ledger,
        _lines(transcript) as write,
    ):
        acting = wiring.acting(ledger, chat, tenant=tenant, matter=matter, actor="user")
        asking = Asking(
            corpus,
            wiring.answering(corpus, language=language, style=style, as_of=as_of),
            asked_of,
            budget,
            clock=time.monotonic,
            progress=_nothing if quiet else _show,
            transcript=write,
        )
        answered = answer_question(acting, question, asking)
        if format_ is Format.json:
            print_json(as_json(answered, question, acting.chat.chat))
        else:
            typer.echo(_as_text(answered), nl=False)
            kept = f"The chat is {acting.chat.chat}." if store else "Nothing was kept: give --store to keep the chat."
            typer.echo(kept, err=True)
    if answered.kind == "nothing_found":
        raise typer.Exit(EXIT_NOTHING)


@contextmanager
def _ledger(store: str) -> Iterator[Ledger]:
    from pincite import wiring
    from pincite.ledger.memory import MemoryLedger

    ledger: Ledger = wiring.open_ledger(store, create=True) if store else MemoryLedger()
    try:
        yield ledger
    finally:
        ledger.close()


@contextmanager
def _lines(path: Path | None) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    if path is None:
        yield _nothing
        return
    try:
        file = path.open("x", encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}", remedy="Name a new file.") from problem
    with file:

        def write(value: Mapping[str, Any]) -> None:
            file.write(json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n")
            file.flush()

        yield write


def _nothing(_: object) -> None:
    """Say nothing."""


def _show(progress: Progress) -> None:
    from pincite.reports.text import safe

    came = f": {progress.outcome.replace('_', ' ')}" if progress.outcome else ""
    on = f" {safe(progress.on)}" if progress.on else ""
    typer.echo(f"  {progress.step:>2}. {safe(progress.what)}{on}{came}", err=True)


_WHY = {
    "no_model": "No model is configured (--model, PINCITE_MODEL).",
    "steps": "The model used up its steps without an answer that could leave.",
    "tokens": "The model used up its tokens without an answer that could leave.",
    "seconds": "The model used up its time without an answer that could leave.",
    "no_progress": "The model went on without progress and was stopped.",
    "model_refused": "The model's provider withheld an answer.",
}


def _as_text(answered: Answered) -> str:
    from pincite.reports.text import safe

    lines = [answered.text.rstrip("\n"), ""]
    if answered.kind == "answered":
        lines += ["What the passages say, word for word:"]
        for row in answered.rows:
            if row.evidence is not None:
                lines.append(f"  {row.evidence.reference}: “{safe(' '.join(row.evidence.quote.split()))}”")
        lines += ["", "Citations are verified; that a passage supports the sentence before it was not judged."]
    if answered.why:
        lines.append(_WHY.get(answered.why, answered.why))
    if answered.flags:
        lines.append(f"Texts that address a machine were shown to the model: {', '.join(answered.flags)}.")
    return "\n".join(lines).rstrip("\n") + "\n"
