"""`pincite search`: full-text search in the releases."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("search")(search)


def search(
    words: Annotated[
        list[str],
        typer.Argument(
            help="Words that must all stand in a passage; a phrase in double quotes stands as it is, word* is any word that begins so."
        ),
    ],
    release: Releases = None,
    at_release: AtRelease = None,
    jurisdiction: Annotated[str, typer.Option("--jurisdiction", help="hk, ch, …", show_default=False)] = "",
    kind: Annotated[
        str, typer.Option("--kind", help="legislation, decision, gazette, commentary or guidance.", show_default=False)
    ] = "",
    language: Language = "",
    as_of: AsOf = "",
    court: Annotated[
        str,
        typer.Option(
            "--court", help="Of decisions: hkca, bger …, or the court as the source names it.", show_default=False
        ),
    ] = "",
    date_from: Annotated[
        str, typer.Option("--from", help="Decided, or in this state, on this day or later.", show_default=False)
    ] = "",
    date_to: Annotated[str, typer.Option("--to", help="On this day or earlier.", show_default=False)] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="How many passages at most.")] = 20,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Find passages: sections, articles, numbered paragraphs; in Chinese too, without regard to accents, case and endings.

    Of a work held in several states, the wording for the date is searched.
    """
    from pincite import wiring
    from pincite.workflows.search_corpus import as_json, phrases, reference_of_hit, search_corpus

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        found = search_corpus(
            corpus,
            phrases(words),
            jurisdiction=jurisdiction,
            kind=kind,
            language=language,
            as_of=as_of,
            limit=limit,
            court=court,
            date_from=date_from,
            date_to=date_to,
        )
    if format_ is Format.json:
        print_json(as_json(found))
        return
    for hit in found.hits:
        heading = "  ".join(part for part in (hit.block.label, hit.block.heading) if part)
        status = "" if hit.block.status in ("in_force", "not_applicable") else f"  [{hit.block.status}]"
        typer.echo(
            f"{reference_of_hit(hit)}  {hit.expression.title} ({hit.expression.language}, {hit.expression.state or 'undated'}){status}"
        )
        if heading and heading not in hit.snippet:
            typer.echo(f"  {heading}")
        typer.echo(f"    {hit.snippet}")
    number = len(found.hits)
    more = " (the limit; there may be more)" if number == limit else ""
    typer.echo(f"{number} passage{'' if number == 1 else 's'}{more} in {', '.join(found.releases)}")
