"""Signing keys as files: a PKCS#8 PEM protected by a passphrase, and beside it (`.pub`) the public verifier key.

Keeps true: a key file is created, never overwritten, and readable by its owner alone; a key whose public file names
another key is refused.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pincite.errors import BadInput, CannotRun
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import Signer, VerifierKey, check_name, parse_vkey

__all__ = ["is_protected", "new_key", "public_file", "read_key", "read_public"]


def public_file(path: Path) -> Path:
    """Where the verifier key of a key file stands."""
    return path.with_name(path.name + ".pub")


def new_key(name: str, path: Path, *, passphrase: bytes | None, witness: bool = False) -> VerifierKey:
    """Make a key.

    Args:
        name: of the log, which is the origin of its checkpoints, or of the witness.
        path: the new file.
        passphrase: None leaves the key unprotected.
        witness: whether it makes cosignatures.

    Raises:
        BadInput: a name that cannot be one, or a file that exists.

    """
    try:
        check_name(name)
    except NotProven as error:
        raise BadInput(
            str(error), remedy="A name is an address without its scheme, such as law.example/log."
        ) from error
    private = Ed25519PrivateKey.generate()
    how: KeySerializationEncryption = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
    key = Signer(name, private).verifier
    key = key.as_witness() if witness else key
    _create(path, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how), mode=0o600)
    _create(public_file(path), f"{key.vkey}\n".encode(), mode=0o644)
    return key


def _create(path: Path, data: bytes, *, mode: int) -> None:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        raise BadInput(f"{path} exists; a key is never overwritten", remedy="Name another file with --out.") from error
    except OSError as error:
        raise CannotRun(
            f"{path} cannot be written: {error.strerror}", remedy="Name another file with --out."
        ) from error


def is_protected(path: Path) -> bool:
    """Whether a key file asks for a passphrase."""
    return b"ENCRYPTED" in _read(path)


def read_key(path: Path, *, passphrase: bytes | None) -> Signer:
    """Read a key.

    Raises:
        BadInput: not a key, a wrong passphrase, or a public file of another key.

    """
    remedy = "Name a file made by `pincite keys new`."
    data = _read(path)
    if b"PRIVATE KEY-----" not in data:
        raise BadInput(f"{path} cannot be opened as a key: it holds no private key", remedy=remedy)
    try:
        private = load_pem_private_key(data, password=passphrase)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadInput(
            f"{path} cannot be opened as a key: {error}", remedy=f"Check the passphrase. {remedy}"
        ) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise BadInput(f"{path} is no Ed25519 key", remedy=remedy)
    public = read_public(public_file(path))
    signer = Signer(public.name, private)
    if signer.verifier.public != public.public:
        raise BadInput(f"{public_file(path)} is not the public half of {path}", remedy=remedy)
    return signer


def read_public(path: Path) -> VerifierKey:
    """Read a verifier key from a file.

    Raises:
        BadInput: there is none.

    """
    try:
        return parse_vkey(_read(path).decode("utf-8").strip())
    except ValueError as error:
        raise BadInput(f"{path} holds no verifier key: {error}", remedy="It is made beside the key.") from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}", remedy="Name a file of `pincite keys new`."
        ) from error
