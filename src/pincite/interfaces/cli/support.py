"""`pincite support`: does a passage bear a claim out? One pair for a person, or many for a program (`--batch`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.judge import JudgeName, judge_for, judge_named
from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.judging.judge import Opinion

__all__ = ["register"]

EXIT_FAULTY = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("support")(support)


def support(
    claim: Annotated[str, typer.Argument(help="What is claimed.", show_default=False)] = "",
    passage: Annotated[str, typer.Argument(help="The words of the source.", show_default=False)] = "",
    batch: Annotated[
        Path | None,
        typer.Option(
            "--batch",
            help="JSON lines {id, lang, claim, passage}; - for standard input. Answers are JSON lines.",
            show_default=False,
        ),
    ] = None,
    judge: JudgeName = "",
    privacy: Annotated[
        str, typer.Option("--privacy", help="strict, balanced or cloud (docs/privacy.md).", show_default=False)
    ] = "",
    language: Annotated[
        str, typer.Option("--language", help="Of the claim, if its words do not show it.", show_default=False)
    ] = "",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Say whether a passage bears a claim out, contradicts it, or whether that could not be told.

    Exit status of one pair: 1 where the passage contradicts the claim or does not state it, else 0.
    """
    from pincite import wiring
    from pincite.workflows.judge_support import answer_of, judge_lines, question_of

    named = judge_named(judge)
    door = wiring.door_of(wiring.privacy_for(None, privacy), judges=wiring.judge_addresses(named))
    with judge_for(named, door) as asked:
        if asked is None:
            raise BadInput("without a judge nothing is judged", remedy="Name another --judge.")
        if batch is not None:
            for line in judge_lines(_lines(batch), asked):
                typer.echo(line)
            return
        row = {"claim": claim, "passage": passage, "lang": language}
        try:
            question = question_of(row)
        except ValueError as error:
            raise BadInput(str(error), remedy="Give a claim and a passage, or --batch FILE.") from error
        opinion = asked.judge([question])[0]
    if format_ is Format.json:
        print_json(answer_of(opinion))
    else:
        _print(opinion)
    if opinion.support in ("CONTRADICTED", "UNSUPPORTED"):
        raise typer.Exit(EXIT_FAULTY)


def _print(opinion: Opinion) -> None:
    from pincite.reports.messages import messages_in
    from pincite.reports.text import safe

    messages = messages_in("en")
    typer.echo(f"{opinion.support} ({safe(opinion.reason)}; judge: {safe(opinion.judge.name)} {opinion.judge.version})")
    for seen in opinion.signals:
        mark = "✕" if seen.hard else "!"
        said = messages.say("finding", f"signal_{seen.code}", claim=seen.claim, passage=seen.passage)
        typer.echo(f"  {mark} {safe(said)}")
    for excerpt in opinion.excerpts:
        typer.echo(f"  “{safe(excerpt.text)}”")
    if opinion.explanation:
        typer.echo(f"  {safe(opinion.explanation)}")
    if opinion.support == "UNDECIDED":
        typer.echo("  Nothing follows from this: the passage may bear the claim out or not.")


def _lines(path: Path) -> list[str]:
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read as UTF-8 text", remedy="Name a file of JSON lines.") from error
    return text.split("\n")
