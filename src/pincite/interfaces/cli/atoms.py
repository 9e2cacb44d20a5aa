"""`pincite atoms …`: obligation atoms of releases."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.workflows.atoms import Listed

__all__ = ["register"]

EXIT_BROKEN = 1

atoms = typer.Typer(
    help="Who must, must not, should or may do what: obligation atoms of the law held.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Modality = Annotated[
    str, typer.Option("--modality", help="must, must_not, should, should_not or may.", show_default=False)
]
Reference = Annotated[str, typer.Argument(help="A work or a place in it; all works if not given.", show_default=False)]


class ExportFormat(StrEnum):
    """What atoms are exported as."""

    json = "json"
    oscal = "oscal"
    odrl = "odrl"


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(atoms, name="atoms")


@atoms.command("list")
def list_(
    reference: Reference = "",
    release: Releases = None,
    at_release: AtRelease = None,
    modality: Modality = "",
    actor: Annotated[str, typer.Option("--actor", help="Words in who acts.", show_default=False)] = "",
    words: Annotated[str, typer.Option("--words", help="Words in the atom.", show_default=False)] = "",
    language: Language = "",
    as_of: AsOf = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many at most.")] = 50,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """List atoms; of a law in several states those of the wording for the date."""
    from itertools import islice

    from pincite import wiring
    from pincite.workflows.atoms import Chosen, as_json, list_atoms

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        chosen = Chosen(reference, modality, words, actor, language, as_of)
        found = list(islice(list_atoms(corpus, chosen), limit + 1))
    more = len(found) > limit
    found = found[:limit]
    if format_ is Format.json:
        print_json(as_json(found))
        return
    for each in found:
        typer.echo(_line(each))
    number = len(found)
    typer.echo(f"{number} atom{'' if number == 1 else 's'}{' (the limit; there are more)' if more else ''}")


def _line(each: Listed) -> str:
    atom = each.atom
    who = atom.words("actor") or f"({atom.words('subject')})"
    said = " ".join(atom.quoted_text.split())
    return f"{atom.id}  {atom.modality}  {' '.join(who.split())}\n    {said if len(said) <= 200 else said[:199] + '…'}"


@atoms.command("show")
def show(
    identifier: Annotated[
        str, typer.Argument(help="An atom, as `atoms list` names it: hk/cap9001@en/2026-03-01#s4!a1.")
    ],
    release: Releases = None,
    at_release: AtRelease = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Show one atom with the span of every field."""
    from pincite import wiring
    from pincite.atoms.atom import FIELDS
    from pincite.workflows.atoms import as_json, one_atom

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        found, _ = one_atom(corpus, identifier)
    if format_ is Format.json:
        print_json(as_json([found]))
        return
    atom = found.atom
    typer.echo(f"{atom.id}  {atom.modality}")
    typer.echo(
        f"{found.record.title} ({atom.language}, {found.record.state or 'undated'}), {found.record.release}, as of {found.record.as_of}"
    )
    typer.echo(f"  {'quoted':10} {atom.char_start:>6}-{atom.char_end:<6} {atom.quoted_text}")
    for name in FIELDS:
        for start, end in atom.fields.get(name, ()):
            text = atom.quoted_text[start - atom.char_start : end - atom.char_start]
            typer.echo(f"  {name:10} {start:>6}-{end:<6} {text}")
    typer.echo(f"  block {atom.block}, its text's sha256 {atom.text_sha256}")


@atoms.command("check")
def check(
    release: Releases = None,
    at_release: AtRelease = None,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            help="A newer release: which atoms stand there too, moved or not, and which are stale.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check every atom: bounds, letters, fields, modality by the lexicon of its language.

    Exit status: 0 all hold (and, with --against, none is stale), 1 some do not, 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.workflows.atoms import check_atoms

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        checked = check_atoms(corpus)
        for name, fault in checked.broken:
            typer.echo(f"{name}: {fault}")
        typer.echo(f"{checked.atoms} atoms, {len(checked.broken)} rules broken")
        for title, counts in (("language", checked.by_language), ("modality", checked.by_modality)):
            typer.echo(f"  by {title}: " + (", ".join(f"{key} {number}" for key, number in counts.items()) or "none"))
        stale = _carried(corpus, against) if against is not None else 0
    if not checked.ok or stale:
        raise typer.Exit(EXIT_BROKEN)


def _carried(corpus: object, against: Path) -> int:
    """Print what becomes of the atoms in a newer release; how many are stale."""
    from collections import Counter

    from pincite import wiring
    from pincite.workflows.atoms import carried_to

    counts: Counter[str] = Counter()
    with wiring.open_corpus([against]) as newer:
        for each in carried_to(corpus, newer):  # type: ignore[arg-type]  # (the corpus of this command)
            counts[each.what] += 1
            if each.new is None:
                typer.echo(f"{each.what}  {each.old.id}")
    typer.echo("  carried: " + ", ".join(f"{counts[key]} {key}" for key in ("same", "moved", "stale", "ambiguous")))
    return counts["stale"] + counts["ambiguous"]


@atoms.command("coverage")
def coverage(
    reference: Reference = "",
    release: Releases = None,
    at_release: AtRelease = None,
    language: Language = "",
    as_of: AsOf = "",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Say which provisions in force have no atom."""
    from dataclasses import asdict

    from pincite import wiring
    from pincite.workflows.atoms import Chosen, coverage_of_atoms

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        found = list(coverage_of_atoms(corpus, Chosen(reference, language=language, as_of=as_of)))
    if format_ is Format.json:
        print_json({"schema": "pincite.atoms-coverage/1", "wordings": [asdict(each) for each in found]})
        return
    for each in found:
        typer.echo(f"{each.expression}  {each.with_atoms} of {each.provisions} provisions have atoms; without:")
        for eid, heading in each.without:
            typer.echo(f"    {eid}  {heading}".rstrip())


@atoms.command("export")
def export(
    reference: Reference = "",
    release: Releases = None,
    at_release: AtRelease = None,
    modality: Modality = "",
    language: Language = "",
    as_of: AsOf = "",
    format_: Annotated[ExportFormat, typer.Option("--format", help="json, oscal or odrl.")] = ExportFormat.json,
) -> None:
    """Write atoms as JSON, as an OSCAL catalogue or as an ODRL policy."""
    from pincite import wiring
    from pincite.workflows.atoms import Chosen, as_json, list_atoms
    from pincite.workflows.export_atoms import as_odrl, as_oscal, left_out_of_odrl

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        found = list(list_atoms(corpus, Chosen(reference, modality, language=language, as_of=as_of)))
    if format_ is ExportFormat.oscal:
        print_json(as_oscal(found))
    elif format_ is ExportFormat.odrl:
        print_json(as_odrl(found))
        left = left_out_of_odrl(found)
        if left:
            typer.echo(f"{left} atoms say «should», for which ODRL has no rule; they are left out.", err=True)
    else:
        print_json(as_json(found))
