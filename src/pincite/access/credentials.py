"""Secrets that are shown once: API tokens, sessions, pending sign-ins. Kept is their digest alone.

Keeps true: a secret has 256 random bits, so one pass of SHA-256 hides it: nothing can be guessed from the digest. The form of a
token (`pct_`, 43 characters of base64url, six of a checksum) lets scanners for leaked secrets find it and typing errors be told.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib

__all__ = ["PREFIX", "RANDOM_BYTES", "digest_of", "new_secret", "readable_token"]

PREFIX = "pct_"
RANDOM_BYTES = 32
_DOMAIN = b"pincite/access/secret\x00"


def new_secret(random: bytes, prefix: str = PREFIX) -> str:
    """A secret of 32 random bytes.

    Raises:
        ValueError: there are more or less.

    """
    if len(random) != RANDOM_BYTES:
        raise ValueError(f"a secret is made of {RANDOM_BYTES} random bytes")
    body = base64.urlsafe_b64encode(random).decode().rstrip("=")
    return f"{prefix}{body}{_checksum(prefix + body)}"


def _checksum(text: str) -> str:
    return base64.b32encode(zlib.crc32(text.encode()).to_bytes(4)).decode().lower()[:6]


def readable_token(secret: str, prefix: str = PREFIX) -> bool:
    """Whether this has the form of a secret and its checksum; says nothing of whether it is known."""
    body = secret.removeprefix(prefix)
    if not secret.startswith(prefix) or len(body) != 49 or not body.isascii():
        return False
    try:
        raw = base64.urlsafe_b64decode(body[:43] + "=")
    except (binascii.Error, ValueError):
        return False
    return len(raw) == RANDOM_BYTES and body[43:] == _checksum(prefix + body[:43])


def digest_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(_DOMAIN + secret.encode("utf-8", "surrogatepass")).digest()
