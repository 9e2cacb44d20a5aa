"""`pincite open`: read a place with its status, dates, notes, release and address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.corpus.answers import NotFound, OutsideCoverage, PlaceFound
    from pincite.workflows.open_place import Opened

__all__ = ["as_text", "register"]

EXIT_NOT_THERE = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("open")(open_)


def open_(
    reference: Annotated[
        str,
        typer.Argument(
            help="A reference (hk/cap486#s33, ch/sr/101#art_8/para_1, ch/bge/140/III/86#p_90) or a citation as written («Art. 8 BV»)."
        ),
    ],
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    language: Language = "",
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Read a place: its text, whether it is law on the date, since when, from which release, and where it is published.

    Exit status: 0 the place is there, 1 it is not (or nothing can be said), 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.workflows.open_place import as_json, open_place

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        opened = open_place(
            corpus,
            reference,
            extract=lambda text: wiring.extractor().extract(text).mentions,
            url=wiring.official_url,
            language=language,
            as_of=as_of,
            write=wiring.citation_in,
        )
        if format_ is Format.json:
            print_json(as_json(opened))
        else:
            typer.echo(as_text(opened))
    if not opened.found:
        raise typer.Exit(EXIT_NOT_THERE)


def as_text(opened: Opened) -> str:
    """What was opened, as a terminal shows it."""
    from pincite.corpus.answers import NotFound, PlaceFound

    answer = opened.answer
    if isinstance(answer, PlaceFound):
        return _found(opened, answer)
    return _not_found(answer) if isinstance(answer, NotFound) else _outside(answer)


def _found(opened: Opened, answer: PlaceFound) -> str:
    from pincite.corpus.scan import flags_of
    from pincite.reports.lookup import sentence

    expression, node = answer.expression, answer.node
    lines = [opened.reference, f"{expression.title}  ({expression.language}, {_state(answer)})"]
    if "#" in opened.reference:
        heading = "  ".join(part for part in (node.label, node.heading) if part)
        # a decision is neither in force nor repealed, and nothing is said of it
        said = [*([] if node.status == "not_applicable" else [node.status]), *_dates(answer)]
        lines.append((heading or node.eid) + (f"  [{', '.join(said)}]" if said else ""))
    lines += [f"! {sentence(code)}" for code in answer.findings]
    if flags := flags_of(answer.text):
        lines.append(f"! the scan at build flagged this text: {', '.join(flags)}")
    for eid, text in opened.repeated or (("", answer.text),):
        lines += ["", *([f"  {eid}"] if eid else []), *(f"    {line}" for line in text.split("\n"))]
    lines.append("")
    lines += [f"  {kind} {label}: {text}" if label else f"  {kind}: {text}" for kind, label, text in opened.notes]
    if opened.pages:
        lines.append(f"  page {'–'.join(opened.pages)}")
    if opened.amended_by:
        lines.append(
            f"Amended by {', '.join(opened.amended_by)}; consolidated to {opened.consolidated_to or 'no date stated'}"
        )
    lines.append(
        f"Release {expression.release} ({expression.signature}), as of {expression.as_of}; asked as of {answer.as_of}; {expression.legal_value} copy"
    )
    if opened.url:
        lines.append(opened.url)
    return "\n".join(lines)


def _state(answer: PlaceFound) -> str:
    state = answer.expression.state
    if not state:
        return "undated"
    return f"decided {state}" if answer.expression.kind == "decision" else f"state {state}"


def _dates(answer: PlaceFound) -> list[str]:
    node = answer.node
    return [f"{word} {date}" for word, date in (("since", node.valid_from), ("until", node.valid_to)) if date]


def _not_found(answer: NotFound) -> str:
    if answer.level == "work":
        said = f"not found: {answer.reference}\nThe release {answer.release} claims to be complete for it («{answer.claim}»), and does not hold it."
    else:
        said = f"no such place: {answer.reference}\nThe release {answer.release} holds {answer.claim}, and the place is not in it."
    return said + _suggestions(answer)


def _outside(answer: OutsideCoverage) -> str:
    from pincite.reports.lookup import sentence

    why = [sentence(code) for code in answer.findings] or [
        "No release of the set holds it or claims to be complete for it."
    ]
    return "\n".join([f"outside coverage: {answer.reference}", *why, "Nothing follows from that."]) + _suggestions(
        answer
    )


def _suggestions(answer: NotFound | OutsideCoverage) -> str:
    from pincite.reports.lookup import sentence

    if not answer.suggestions:
        return ""
    near = [
        f"  {each.reference}  ({sentence(each.why)}){f'  {each.title}' if each.title else ''}"
        for each in answer.suggestions
    ]
    return "\n".join(["", "Near it:", *near])
