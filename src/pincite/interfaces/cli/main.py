"""`pincite`: the command line's frame.

Keeps true: a command module is imported to register its commands and imports nothing heavy for that (`pincite --help`
stays under half a second); every failure goes through the fence.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from pincite.interfaces.cli.fence import FencedGroup, fenced

__all__ = ["main", "make_app", "run"]

COMMANDS = (
    "demo",
    "verify",
    "check",
    "recheck",
    "report",
    "gate",
    "verify_report",
    "extract",
    "authorities",
    "cite",
    "quote",
    "open",
    "search",
    "coverage",
    "services",
    "support",
    "ask",
    "chat",
    "chat_compose",
    "chat_chain",
    "verify_pack",
    "audit",
    "corpus",
    "atoms",
    "keys",
    "receipt",
    "mcp",
    "serve",
    "server",
    "hook",
    "word_addin",
)
"""Modules of this package in the order of the help, each with `register(app)`."""

app = typer.Typer(
    name="pincite",
    cls=FencedGroup,
    help="Verified legal citations: the document exists, says it, and says it there.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pincite {version('pincite')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _frame(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 (its callback answers)
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def make_app() -> typer.Typer:
    """The application with all commands registered."""
    if not app.registered_commands and not app.registered_groups:
        for name in COMMANDS:
            import_module(f"pincite.interfaces.cli.{name}").register(app)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 clear, 1 blocked, 2 could not run, 3 bad input."""
    for stream in (sys.stdout, sys.stderr):
        # law is written in all scripts, whatever the terminal says it can show
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")

    def command() -> object:
        given = list(sys.argv[1:] if arguments is None else arguments)
        return typer.main.get_command(make_app()).main(args=given, prog_name="pincite", standalone_mode=False)

    return fenced(command)


def run() -> NoReturn:
    """Entry point of the script `pincite`."""
    sys.exit(main())
