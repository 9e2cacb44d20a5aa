"""`pincite coverage`: what the releases hold and claim to be complete for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import AtRelease, Format, Releases, print_json

if TYPE_CHECKING:
    from pincite.corpus.answers import Coverage, CoverageClaim

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("coverage")(coverage)


def coverage(
    release: Releases = None,
    at_release: AtRelease = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Show what the releases hold, and for what they claim to be complete: only there «not found» is ever said."""
    from pincite import wiring
    from pincite.workflows.describe_coverage import as_json, describe_coverage

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        held = describe_coverage(corpus)
    if format_ is Format.json:
        print_json(as_json(held))
    else:
        typer.echo("\n".join(_as_text(each) for each in held))


def _as_text(held: Coverage) -> str:
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(held.by_kind.items()))
    languages = ", ".join(f"{number} {language}" for language, number in sorted(held.by_language.items()))
    lines = [
        f"{held.release}  as of {held.as_of}, {held.signature}",
        f"  {held.works} works, {held.expressions} documents ({kinds}; {languages}), {held.blocks} blocks",
    ]
    if held.refused:
        files = "1 file" if held.refused == 1 else f"{held.refused} files"
        lines.append(f"  {files} of the sources refused, named in manifest.json: what they hold is not in the release")
    if not held.claims:
        lines.append("  no claim: that something is absent says nothing")
    return "\n".join(lines + [_claim(claim) for claim in held.claims])


def _claim(claim: CoverageClaim) -> str:
    word = "complete" if claim.complete else "in part"
    limits = [", ".join(claim.languages)] if claim.languages else []
    if claim.date_from or claim.date_to:
        limits.append(f"{claim.date_from or '…'} to {claim.date_to or '…'}")
    said = f"  {word}: {claim.name}  {', '.join(claim.works)}"
    if limits:
        said += f"  ({'; '.join(limits)})"
    return f"{said}\n    {claim.note}" if claim.note else said
