"""`pincite demo`: the main job on the specimen corpus, with the very commands a user would type."""

from __future__ import annotations

import shutil
import tempfile
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from pincite.errors import BadInput

__all__ = ["built_specimen", "register"]

DRAFTS = ("memo-hk.md", "notiz-ch.md")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def lay_out(folder: Path) -> None:
    """Copy the specimen corpus, its specs and its drafts into a folder.

    Raises:
        BadInput: when the folder exists and is not empty: nothing of a user's is overwritten.

    """
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty", remedy="name a new folder with --into")
    folder.mkdir(parents=True, exist_ok=True)
    with resources.as_file(resources.files("pincite.specimen")) as specimen:
        for name in ("hk", "ch", "drafts", "recorded"):
            shutil.copytree(specimen / name, folder / name)
        for name in ("hk.yaml", "ch.yaml", "law.yaml"):
            shutil.copyfile(specimen / name, folder / name)


def built_specimen(folder: Path) -> tuple[Path, ...]:
    """The releases of the specimen in a folder, built there when they are not there yet.

    Raises:
        BadInput: the folder holds something else.
        CannotRun: they cannot be built.

    """
    from pincite import wiring

    releases = tuple(folder / "releases" / name / "2026.11.30" for name in ("hk", "ch"))
    if not all(each.is_dir() for each in releases):
        if not (folder / "law.yaml").is_file():
            lay_out(folder)
        for name, release in zip(("hk", "ch"), releases, strict=True):
            if not release.is_dir():
                wiring.build(folder / f"{name}.yaml", folder / "releases")
    return releases


def demo(
    into: Annotated[
        Path | None,
        typer.Option("--into", help="Lay the specimen out in this new folder and keep it.", show_default=False),
    ] = None,
) -> None:
    """Build two small fictional releases, verify two drafts that cite them rightly and wrongly, and show the reports.

    The drafts are meant to be blocked; the demonstration itself ends with 0 when every step ran.
    """
    from pincite.interfaces.cli.main import main

    with tempfile.TemporaryDirectory(prefix="pincite-demo-") as scratch:
        folder = into or Path(scratch) / "demo"
        lay_out(folder)
        steps = [
            ["corpus", "build", str(folder / f"{name}.yaml"), "--out", str(folder / "releases")]
            for name in ("hk", "ch")
        ]
        releases = [str(folder / "releases" / name / "2026.11.30") for name in ("hk", "ch")]
        steps += [
            ["verify", str(folder / "drafts" / name), "--release", releases[0], "--release", releases[1]]
            for name in DRAFTS
        ]
        for step in steps:
            typer.secho(f"\n$ pincite {' '.join(step)}", bold=True)
            code = main(step)
            if code not in (0, 1):
                raise typer.Exit(code)
        typer.echo("")
        if into:
            typer.echo(f"The specimen is in {folder}: change a draft in {folder / 'drafts'} and verify it again.")
        else:
            typer.echo("Run `pincite demo --into FOLDER` to keep the specimen and try drafts of your own.")
