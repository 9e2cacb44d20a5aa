"""Options about keys and trust that several commands share, and how steps of a verification are shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from pincite.errors import BadInput

if TYPE_CHECKING:
    from pincite.transparency.note import Signer
    from pincite.transparency.policy import Policy

__all__ = ["REFUSED", "Key", "PolicyFile", "Seen", "VerifierKeys", "policy_of", "show_steps", "signer_of"]

REFUSED = 1

PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy",
        help="Whom to trust: a policy file (c2sp.org/tlog-policy). PINCITE_POLICY if neither this nor --vkey is given.",
        show_default=False,
    ),
]
VerifierKeys = Annotated[
    list[str] | None,
    typer.Option(
        "--vkey",
        help="The verifier key of a log to trust, or its .pub file; may be given more than once.",
        show_default=False,
    ),
]
Key = Annotated[Path, typer.Option("--key", help="The key, a file made by `pincite keys new`.")]
Seen = Annotated[
    Path | None,
    typer.Option(
        "--seen",
        help="File that keeps the log's checkpoint between runs: a log that does not continue it is refused.",
        show_default=False,
    ),
]


class _Step(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def said(self) -> str: ...


def policy_of(policy: Path | None, vkeys: list[str] | None) -> Policy:
    """The policy that a user named.

    Raises:
        BadInput: none, or both.

    """
    from pincite import settings
    from pincite.storage.trust_files import read_policy, read_vkeys

    if policy and vkeys:
        raise BadInput("--policy and --vkey exclude each other", remedy="A policy names its logs itself.")
    named = policy or (None if vkeys else settings.policy())
    if named:
        return read_policy(named)
    if vkeys:
        return read_vkeys(vkeys)
    raise BadInput(
        "nobody is named whose signature would be trusted",
        remedy="Give --policy FILE or --vkey KEY; the publisher's key comes by another way than the release.",
    )


def signer_of(key: Path) -> Signer:
    """The key of a file; its passphrase is that of the environment, or asked for."""
    from pincite.storage.key_files import is_protected, read_key

    return read_key(key, passphrase=passphrase(new=False) if is_protected(key) else None)


def passphrase(*, new: bool) -> bytes:
    """A passphrase from the environment or the terminal.

    Raises:
        BadInput: there is neither.

    """
    from pincite import settings

    said = settings.key_passphrase()
    if said is None:
        if not sys.stdin.isatty():
            raise BadInput(
                "the key has a passphrase and there is no terminal to ask for it", remedy="Set PINCITE_KEY_PASSPHRASE."
            )
        said = str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=new, err=True))
    if not said:
        raise BadInput("the passphrase is empty", remedy="Give one, or make an unprotected key with --unprotected.")
    return said.encode()


def show_steps(steps: Iterable[_Step]) -> None:
    """A line a step: its number, whether it held, what was seen or what was wrong."""
    for step in steps:
        typer.echo(f"  {step.number}. {'ok     ' if step.ok else 'REFUSED'}  {step.name}: {step.said}")
