"""`pincite corpus sources | fetch | add | lock | spec`: how law comes into a folder of sources, and stays what it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.corpus.publishers import Collection
    from pincite.workflows.fetch_sources import Fetched, Outcome

__all__ = ["register"]

SHOWN = 200
NOT_ALL = 2
NOT_READ = 3

Into = Annotated[Path, typer.Option("--out", help="Folder of sources; its SOURCES.lock is kept there.")]


def register(group: typer.Typer) -> None:
    """Add the commands to the group `corpus`."""
    group.command("sources")(sources)
    group.command("fetch")(fetch)
    group.command("add")(add)
    group.command("lock")(lock)
    group.command("spec")(spec)


def sources(
    name: Annotated[str, typer.Argument(help="One collection, in full.", show_default=False)] = "",
    form: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """List the publishers' collections that can be fetched, and how their documents are named."""
    from pincite import wiring

    known = wiring.catalogue()
    chosen = [known.collection(name)] if name else list(known.collections.values())
    if form is Format.json:
        print_json({"schema": "pincite.sources/1", "collections": [_plain(each) for each in chosen]})
        return
    for each in chosen:
        typer.echo(f"{each.name}  {each.title}")
        for item in each.forms:
            typer.echo(f"    «{item.example}»  {item.about}")
        if name:
            languages = f"; languages {', '.join(each.languages)}" if each.languages else ""
            typer.echo(
                f"    {each.publisher}; {each.licence}; {each.legal_value}; passing on: {each.redistribute}{languages}"
            )
            typer.echo(f"    reader {each.reader}; asked at {', '.join(each.hosts) or 'nowhere: add files'}")


def _plain(collection: Collection) -> dict[str, object]:
    names = ("name", "title", "publisher", "licence", "legal_value", "redistribute", "reader", "one_at_a_time")
    return {
        **{name: getattr(collection, name) for name in names},
        "hosts": list(collection.hosts),
        "languages": list(collection.languages),
        "items": [{"form": each.name, "example": each.example, "about": each.about} for each in collection.forms],
    }


def fetch(
    what: Annotated[
        str, typer.Argument(help="A collection (`pincite corpus sources`), a spec with `fetch`, or a SOURCES.lock.")
    ],
    items: Annotated[
        list[str] | None,
        typer.Argument(help="What of the collection: «486», «235.1», «32016R0679» …", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of sources; the root of the spec if not given.", show_default=False),
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option("--language", help="May be given more than once.", show_default=False)
    ] = None,
    as_of: Annotated[
        str,
        typer.Option("--as-of", help="The state of this date (YYYY-MM-DD); today if not given.", show_default=False),
    ] = "",
    item_form: Annotated[
        str, typer.Option("--form", help="The form of the items, where several could be meant.", show_default=False)
    ] = "",
    listed: Annotated[bool, typer.Option("--list", help="Say what there is, and fetch nothing.")] = False,
    locked: Annotated[
        bool, typer.Option("--locked", help="Leave files that changed at their publisher as they are, and show how.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option("--record", help="Write every exchange with a publisher to this folder.", show_default=False),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", help="Answer from such a folder; no network is used.", show_default=False),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Fetch law from its publishers, politely, and lock what came.

    What is there and unchanged is not fetched again; a run that was stopped goes on when the same command is run again.
    Ends with 2 when something asked for is not there.
    """
    from pincite import wiring
    from pincite.corpus.source_lock import LOCK
    from pincite.corpus.spec import FetchOrder
    from pincite.errors import BadInput
    from pincite.interfaces.cli.corpus import ended_as_interrupted
    from pincite.interfaces.cli.fence import Interrupted
    from pincite.text.dates import checked_date

    path = Path(what)
    by_file = path.suffix in (".yaml", ".yml") or path.name == LOCK
    if by_file and (items or language or item_form or as_of):
        raise BadInput(f"{what} says itself what to fetch", remedy="Name a collection, to fetch single items.")
    day = checked_date(as_of, "--as-of") or wiring.now()[:10]
    orders = [FetchOrder(what, tuple(items or ()), tuple(language or ()), day, item_form)]
    shown = _Shown()
    try:
        with ended_as_interrupted():
            folder, fetched = wiring.fetch(
                path if by_file else orders,
                out,
                locked=locked,
                only_list=listed,
                record=record,
                replay=replay,
                progress=shown,
            )
    except KeyboardInterrupt as stop:
        raise Interrupted(
            f"{shown.done} files are done; they and what was begun are kept: the same command goes on from there."
        ) from stop
    finally:
        shown.end()
    if form is Format.json:
        print_json(
            {"schema": "pincite.fetch/1", "folder": str(folder), "files": [each._asdict() for each in fetched.outcomes]}
        )
    else:
        _summary(fetched, folder, listed=listed)
    if fetched.failed:
        raise typer.Exit(NOT_ALL)


class _Shown:
    """Progress on stderr, where that is a terminal: one line that is rewritten."""

    def __init__(self) -> None:
        self.done = 0
        self._width = 0

    def __call__(self, outcome: Outcome, number: int, total: int) -> None:
        self.done += outcome.kind in ("new", "changed", "unchanged")
        if sys.stderr.isatty():
            line = f"{number}/{max(total, number)}  {outcome.kind}  {outcome.name[-60:]}"
            sys.stderr.write("\r" + line.ljust(self._width))
            self._width = len(line)
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the terminal on a line of its own."""
        if self._width:
            sys.stderr.write("\n")


def _summary(fetched: Fetched, folder: Path, *, listed: bool) -> None:
    for each in fetched.outcomes[:SHOWN]:
        why = f": {each.why}" if each.why else ""
        typer.echo(f"{'exists' if listed and each.kind == 'left' else each.kind:>9}  {each.name}{why}")
    if len(fetched.outcomes) > SHOWN:
        typer.echo(f"           … and {len(fetched.outcomes) - SHOWN} more (--format json lists all)")
    counts = {kind: len(fetched.of(kind)) for kind in ("new", "changed", "unchanged", "missing", "refused", "left")}
    if listed:
        return
    size = sum(each.bytes for each in fetched.outcomes)
    said = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number) or "nothing to do"
    typer.echo(f"{said}; {size:,} bytes")
    typer.echo(f"Sources: {folder}")


def add(
    files: Annotated[list[Path], typer.Argument(help="Files somebody downloaded, as they are.")],
    out: Into,
    reader: Annotated[
        str, typer.Option("--reader", help="Instead of recognising the format.", show_default=False)
    ] = "",
    publisher: Annotated[str, typer.Option("--publisher", show_default=False)] = "",
    licence: Annotated[str, typer.Option("--licence", show_default=False)] = "",
    redistribute: Annotated[
        str,
        typer.Option(
            "--redistribute", help="full, quote or none; never more than the publisher allows.", show_default=False
        ),
    ] = "",
    legal_value: Annotated[
        str, typer.Option("--legal-value", help="authentic, official or unofficial.", show_default=False)
    ] = "",
    url: Annotated[str, typer.Option("--url", help="Where the file comes from (one file).", show_default=False)] = "",
    folder: Annotated[
        str, typer.Option("--folder", help="Below OUT, instead of the publisher's.", show_default=False)
    ] = "",
) -> None:
    """Add files to a folder of sources: the format is recognised, the licence is the publisher's, the bytes stay as they are.

    Ends with 3 when a file is not recognised; the others are added.
    """
    from pincite import wiring
    from pincite.errors import BadInput
    from pincite.workflows.add_sources import Said

    if url and len(files) > 1:
        raise BadInput("--url is of one file", remedy="Add the files one by one.")
    said = Said(reader, publisher, licence, legal_value, redistribute, url, folder)
    refused = 0
    for path in files:
        try:
            added = wiring.add([path], out, said)[0]
        except BadInput as error:
            typer.echo(f"  refused  {error}. {error.remedy}")
            refused += 1
            continue
        line = added.line
        documents = f"{added.documents[0]}{f' and {len(added.documents) - 1} more' if len(added.documents) > 1 else ''}"
        typer.echo(f"{'known' if added.known else 'added':>9}  {line.name}  {line.reader}: {documents}")
        for name in added.companions:
            typer.echo(f"           {name}  with it")
        typer.echo(f"           {line.publisher}; {line.licence}; {line.legal_value}; passing on: {line.redistribute}")
    typer.echo(f"Sources: {out}")
    if refused:
        raise typer.Exit(NOT_READ)


def lock(
    folder: Annotated[Path, typer.Argument(help="A folder of sources.")],
    accept: Annotated[
        list[str] | None,
        typer.Option(
            "--accept",
            help="Take the file of this name as it is now, or as gone; may be given more than once.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Compare a folder of sources with its SOURCES.lock; ends with 1 when they differ."""
    from pincite import wiring

    lines, found = wiring.check_lock(folder, accept=tuple(accept or ()))
    if form is Format.json:
        print_json(
            {
                "schema": "pincite.lock/1",
                "files": len(lines),
                "differences": [
                    {"name": each.line.name, "kind": each.kind, "locked": each.line.sha256, "sha256": each.sha256}
                    for each in found
                ],
            }
        )
    else:
        for each in found:
            typer.echo(str(each))
        typer.echo(f"{len(lines)} files locked, {len(found)} differ" if found else f"{len(lines)} files, as locked")
    if found:
        raise typer.Exit(1)


def spec(
    folder: Annotated[Path, typer.Argument(help="A folder of sources with its SOURCES.lock.")],
    jurisdiction: Annotated[str, typer.Option("--jurisdiction", help="hk, ch, eu, uk: a release covers one.")],
    as_of: Annotated[
        str,
        typer.Option("--as-of", help="The law as at this date (YYYY-MM-DD); today if not given.", show_default=False),
    ] = "",
    tag: Annotated[str, typer.Option("--tag", help="YYYY.MM.DD; of the date if not given.", show_default=False)] = "",
    title: Annotated[str, typer.Option("--title", show_default=False)] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="Write it to this file; it must not be there yet.", show_default=False)
    ] = None,
) -> None:
    """Write the spec of a release of what a folder of sources holds, for you to complete with what is held completely."""
    from pincite import wiring
    from pincite.text.dates import checked_date

    day = checked_date(as_of, "--as-of") or wiring.now()[:10]
    text = wiring.write_spec(folder, jurisdiction=jurisdiction, as_of=day, tag=tag, title=title, out=out)
    if out is None:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"Spec: {out}")
