"""`pincite keys …`: make keys for logs and witnesses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["register"]

keys = typer.Typer(
    help="Make signing keys.", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(keys, name="keys")


@keys.callback()
def _group() -> None:
    """Make signing keys."""


@keys.command("new")
def new(
    name: Annotated[
        str, typer.Argument(help="Name of the log (its origin) or of the witness, such as law.example/releases.")
    ],
    out: Annotated[Path, typer.Option("--out", help="New file for the key; OUT.pub is its public half.")],
    witness: Annotated[bool, typer.Option("--witness", help="A key for cosignatures.")] = False,
    unprotected: Annotated[
        bool, typer.Option("--unprotected", help="No passphrase: whoever reads the file can sign.")
    ] = False,
) -> None:
    """Make an Ed25519 key, protected by a passphrase (PINCITE_KEY_PASSPHRASE, or asked for)."""
    from pincite.interfaces.cli.trust import passphrase
    from pincite.storage.key_files import new_key, public_file

    key = new_key(name, out, passphrase=None if unprotected else passphrase(new=True), witness=witness)
    typer.echo(f"{out}  the key: keep it; whoever has it can sign")
    typer.echo(f"{public_file(out)}  its public half: give it to those who verify")
    typer.echo(key.vkey)
