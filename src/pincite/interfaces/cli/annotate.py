"""`pincite verify --annotate OUT`: a copy of the draft with the report in its margin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput, CannotRun

if TYPE_CHECKING:
    from pincite.reports.report import Report

__all__ = ["Annotate", "Overwrite", "check_copy", "write_annotated", "write_copy"]

Annotate = Annotated[
    Path | None,
    typer.Option(
        "--annotate",
        metavar="OUT",
        help="Write a copy of the Word or PDF draft with a comment at each citation.",
        show_default=False,
    ),
]

Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="With --annotate: a file of that name may be replaced; the draft never.")
]


def check_copy(draft: Path, out: Path, *, overwrite: bool = False) -> None:
    """Refuse to write a copy over the draft, or over another file unless told to.

    Raises:
        BadInput: `out` is the draft itself, a folder, or a file that is there and was not to be replaced.

    """
    if out.is_dir():
        raise BadInput(f"{out} is a folder", remedy="Name the file to write.")
    if out.exists() and draft.exists() and out.samefile(draft):
        raise BadInput(f"{out} is the draft itself, which is never changed", remedy="Name another file.")
    if out.exists() and not overwrite:
        raise BadInput(f"{out} is already there", remedy="Name another file, or add --overwrite to replace it.")


def write_annotated(data: bytes, report: Report, language: str, out: Path) -> None:
    """Write the annotated copy, and say how many comments it holds and how many do not stand at their words."""
    from pincite.workflows.annotate_draft import annotate_draft

    made = annotate_draft(data, report, language)
    if out.suffix.lower() not in ("", f".{made.format}"):
        raise BadInput(
            f"{out}: the draft is a .{made.format} file, and so is its copy", remedy=f"Name it .{made.format}."
        )
    write_copy(made.data, out)
    elsewhere = f", {made.elsewhere} of them at the mark of a note or at the beginning" if made.elsewhere else ""
    typer.echo(f"Annotated: {out} ({made.comments} comments{elsewhere})", err=True)


def write_copy(data: bytes, out: Path) -> None:
    """Write a file.

    Raises:
        CannotRun: it cannot be written.

    """
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(data)
    except OSError as error:
        raise CannotRun(
            f"{out} cannot be written: {error.strerror}", remedy="Check the folder and its permissions."
        ) from error
