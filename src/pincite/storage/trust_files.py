"""Trust policies and seen checkpoints as files.

Keeps true: a policy that cannot be read is bad input, never an empty policy; a seen checkpoint is stored whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pincite.errors import BadInput
from pincite.storage.key_files import read_public
from pincite.storage.release_log import write_whole
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import parse_vkey
from pincite.transparency.policy import Policy, parse_policy, trusting

__all__ = ["read_policy", "read_seen", "read_vkeys", "write_seen"]


def read_policy(path: Path) -> Policy:
    """The policy of a file.

    Raises:
        BadInput: with the line that is wrong.

    """
    try:
        return parse_policy(path.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"the policy {path} cannot be read: {error.strerror}", remedy="Name a policy file.") from error
    except ValueError as error:
        raise BadInput(
            f"the policy {path}: {error}", remedy="The form of a policy stands in docs/releases.md."
        ) from error


def read_vkeys(keys: Sequence[str]) -> Policy:
    """The policy that trusts the logs with these verifier keys, or with those in these `.pub` files.

    Raises:
        BadInput: one is none.

    """
    try:
        return trusting([read_public(Path(key)) if Path(key).is_file() else parse_vkey(key) for key in keys])
    except NotProven as error:
        raise BadInput(f"--vkey: {error}", remedy="Give the text in the key's .pub file, or the file.") from error


def read_seen(path: Path) -> str | None:
    """The signed checkpoint seen before; None when there is no such file yet.

    Raises:
        BadInput: it cannot be read.

    """
    try:
        return path.read_text("utf-8") if path.exists() else None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {error}", remedy="Name the file kept by --seen.") from error


def write_seen(path: Path, note: str) -> None:
    """Store the checkpoint that is seen now."""
    write_whole(path, note.encode())
