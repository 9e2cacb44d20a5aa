"""`pincite corpus diff`: two states of a work, or two releases, by provision and in words."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import Releases, print_json

if TYPE_CHECKING:
    from pincite.consolidation.compare import Change
    from pincite.workflows.diff_corpus import AtomDiff, ProvisionDiff, WordingDiff

__all__ = ["as_text", "register"]

AROUND = 40
"""Code points shown on each side of a change."""

EXIT_DIFFERENT = 1


class DiffFormat(StrEnum):
    """How differences are written."""

    text = "text"
    json = "json"
    html = "html"


def register(corpus: typer.Typer) -> None:
    """Add the command to the group."""
    corpus.command("diff")(diff)


def diff(
    old: Annotated[
        str,
        typer.Argument(help="A work on a date (hk/cap9@2020-01-01, or hk/cap9@en/2020-01-01), or a release's folder."),
    ],
    new: Annotated[str, typer.Argument(help="The same work on another date, or another release's folder.")],
    release: Releases = None,
    work: Annotated[str, typer.Option("--work", help="Of two releases, this work alone.", show_default=False)] = "",
    format_: Annotated[
        DiffFormat, typer.Option("--format", help="text, json, or html (one page that stands alone).")
    ] = DiffFormat.text,
) -> None:
    """Show what changed between two states of a law, or between two releases.

    Exit status: 0 nothing differs, 1 something does, 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.interfaces.pages.corpus_diff import as_html
    from pincite.workflows.diff_corpus import as_json, diff_on_dates, diff_releases

    if "@" in old and "@" in new:
        with wiring.open_corpus(release or ()) as corpus:
            found = diff_on_dates(corpus, old, new)
    else:
        with wiring.open_corpus([Path(old)]) as before, wiring.open_corpus([Path(new)]) as after:
            found = list(diff_releases(before, after, work=work))
    if format_ is DiffFormat.json:
        print_json(as_json(found))
    elif format_ is DiffFormat.html:
        typer.echo(as_html(found, old, new), nl=False)
    else:
        typer.echo("\n\n".join(as_text(each) for each in found) or "Nothing differs.")
    if any(each.provisions or each.atoms or each.withheld or not (each.old and each.new) for each in found):
        raise typer.Exit(EXIT_DIFFERENT)


def as_text(diff: WordingDiff) -> str:
    """The differences of a work, as a terminal shows them."""
    if diff.withheld:
        from pincite.interfaces.pages.corpus_diff import said_withheld

        return f"{diff.old or '(none)'} -> {diff.new or '(none)'}\nnot compared: {said_withheld(diff)}"
    if not (diff.old and diff.new):
        return f"only in the {'old' if diff.old else 'new'} release: {diff.old or diff.new}"
    lines = [f"{diff.old} -> {diff.new}", f"{len(diff.provisions)} provisions differ, {diff.same} are as they were"]
    for each in diff.provisions:
        lines += ["", *_provision(each)]
    if diff.atoms:
        lines += ["", f"{len(diff.atoms)} obligation atoms differ, {diff.same_atoms} are as they were"]
        for atom in diff.atoms:
            lines += _atom(atom)
    return "\n".join(lines)


def _atom(each: AtomDiff) -> list[str]:
    atom = each.new or each.old
    assert atom is not None, "one of them is there"
    who = atom.words("actor") or f"({atom.words('subject')})"
    lines = [f"{each.what}  {each.eid}  {' '.join(who.split())} {atom.modality}"]
    if each.what != "changed":
        return [*lines, f"  {'+' if each.new else '-'} {' '.join(atom.quoted_text.split())}"]
    for name, before, after in each.fields:
        lines.append(
            f"  {name}: " + " ".join(f"[-{before}-]{{+{after}+}}".replace("[--]", "").replace("{++}", "").split())
        )
    return lines


def _provision(each: ProvisionDiff) -> list[str]:
    before, after = each.statuses
    status = f"  [{before} -> {after}]" if before and after and before != after else ""
    was = f" (was {each.was})" if each.was else ""
    lines = [f"{each.what}  {each.eid}{was}  {each.heading}{status}".rstrip()]
    if each.what == "added":
        lines += [f"  + {line}" for line in each.new.split("\n")]
    elif each.what == "removed":
        lines += [f"  - {line}" for line in each.old.split("\n")]
    else:
        lines += [f"  {_shown(each.old, change)}" for change in each.words]
    return lines


def _shown(old: str, change: Change) -> str:
    end = change.old_start + len(change.old)
    before = old[max(0, change.old_start - AROUND) : change.old_start]
    after = old[end : end + AROUND]
    marks = (f"[-{change.old}-]" if change.old else "") + (f"{{+{change.new}+}}" if change.new else "")
    return " ".join(f"{'…' if change.old_start > AROUND else ''}{before}{marks}{after}".split())
