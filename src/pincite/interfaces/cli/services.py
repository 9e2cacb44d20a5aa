"""`pincite services …` and the options of `pincite verify --live`: which live services there are, and whether they answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.corpus.answers import Corpus
    from pincite.corpus.services import Services
    from pincite.privacy.egress import Egress
    from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["Live", "ServicesFile", "corpus_of", "register"]

EXIT_NOT_ALL = 2

Live = Annotated[
    bool,
    typer.Option(
        "--live",
        help="Ask live services for what the releases do not hold, as far as --privacy lets their names leave"
        " (docs/services.md).",
    ),
]
ServicesFile = Annotated[
    Path | None,
    typer.Option(
        "--services",
        help="A file of live services and routes, beside our own. PINCITE_SERVICES if not given.",
        show_default=False,
    ),
]

services = typer.Typer(
    help="The live services that hold law: list them, see whether they answer.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(services, name="services")


@services.callback()
def _group() -> None:
    """List the live services, see whether they answer."""


@services.command("list")
def list_(
    file: ServicesFile = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """List the services and the routes by which they are asked. Nothing is sent."""
    from pincite import wiring

    known = wiring.live_services(file)
    wiring.contracts_of(known)
    if format_ is Format.json:
        print_json(_as_json(known))
        return
    for service in known.services.values():
        where = service.address or ", ".join(service.collections)
        typer.echo(f"{service.name}  {service.kind}  {where}\n    {service.title}")
    typer.echo("\nAsked, after the releases, in this order:")
    for class_, route in known.routes.items():
        typer.echo(f"  {class_}: {', '.join(route) or 'nobody'}")


@services.command("check")
def check(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of services; all if not given.", show_default=False)
    ] = None,
    file: ServicesFile = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Connect to services and see whether each offers what it is used for. Nothing of any draft is sent.

    Exit status: 0 all answer, 2 not all.
    """
    from pincite import wiring

    found = wiring.check_services(wiring.live_services(file), names or ())
    if format_ is Format.json:
        print_json([each._asdict() for each in found])
    else:
        for each in found:
            typer.echo(f"{'ok  ' if each.ok else 'FAIL'}  {each.service}  {each.said}")
    if not all(each.ok for each in found):
        raise typer.Exit(EXIT_NOT_ALL)


@contextmanager
def corpus_of(
    release: Sequence[Path], at_release: Sequence[str], egress: Egress, today: str, *, live: bool, file: Path | None
) -> Iterator[tuple[Corpus, SqliteCorpus]]:
    """The corpus a draft is checked against, and the releases in it: with `live` there are services behind them, or alone.

    Raises:
        CannotRun: no release is there and no service may be asked.

    """
    from pincite import settings, wiring

    with ExitStack() as stack:
        if not live:
            local = stack.enter_context(wiring.open_corpus(release, at_release=at_release))
            yield local, local
            return
        known = wiring.live_services(file)
        if release or settings.releases():
            local = stack.enter_context(wiring.open_corpus(release, at_release=at_release))
        else:
            local = stack.enter_context(wiring.no_releases())
        tools = stack.enter_context(wiring.service_tools(egress))
        yield wiring.live_corpus(local, tools, known, today=today), local


def _as_json(known: Services) -> dict[str, object]:
    return {
        "services": [
            {
                "name": each.name,
                "kind": each.kind,
                "contract": each.contract,
                "address": each.address,
                "collections": list(each.collections),
                "title": each.title,
            }
            for each in known.services.values()
        ],
        "routes": {class_: list(route) for class_, route in known.routes.items()},
    }
