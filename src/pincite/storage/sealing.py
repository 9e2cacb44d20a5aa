"""Payloads sealed at rest: AES-256-GCM under a key of their own each, derived from one key of the ledger.

Keeps true:
1. The chain is the same with and without sealing: commitments are of what an entry says, not of its sealed form.
2. Each payload has its own key, derived (HKDF-SHA-256) from the ledger's key and the payload's 32 random bytes of salt; with the
   salt erased nothing opens it, also where a copy of the sealed bytes is left over.
3. A sealed payload opens in its own chat only. One that was altered comes back sealed, and its chain says so; one of another
   key is refused with words.

Form: the mark `pincite-sealed-1`, the first four bytes of the key's digest, ciphertext with its tag. What does not bear the mark was
written without a key and is read as it is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pincite.errors import BadInput, CannotRun
from pincite.ledger.entries import ChatId

__all__ = ["MARK", "Sealer", "opened", "sealer_of"]

MARK = b"pincite-sealed-1"
_NONCE = bytes(12)
"""One for all: no two payloads share a key."""


@dataclass(frozen=True)
class Sealer:
    """Seals and opens payloads with a ledger's key of 32 bytes."""

    key: bytes = field(repr=False)

    @property
    def key_id(self) -> bytes:
        """Tells one key from another."""
        return hashlib.sha256(b"pincite/ledger/key" + self.key).digest()[:4]

    def seal(self, chat: ChatId, salt: bytes, payload: bytes) -> bytes:
        """The payload as it is stored."""
        return MARK + self.key_id + self._cipher(salt).encrypt(_NONCE, payload, _names(chat))

    def open(self, chat: ChatId, salt: bytes, data: bytes) -> bytes:
        """The payload; the sealed bytes themselves when they were altered.

        Raises:
            CannotRun: they were sealed with another key.

        """
        at = len(MARK)
        if data[at : at + 4] != self.key_id:
            raise CannotRun(
                "the ledger is sealed with another key", remedy="Set PINCITE_LEDGER_KEY to the key it was written with."
            )
        try:
            return self._cipher(salt).decrypt(_NONCE, data[at + 4 :], _names(chat))
        except (InvalidTag, ValueError):
            return data

    def _cipher(self, salt: bytes) -> AESGCM:
        derived = HKDF(SHA256(), 32, salt, b"pincite/ledger/payload").derive(self.key)
        return AESGCM(derived)


def opened(sealer: Sealer | None, chat: ChatId, salt: bytes | None, data: bytes | None) -> bytes | None:
    """What a store holds of a payload, opened.

    Raises:
        CannotRun: it is sealed and there is no key, or another one.

    """
    if data is None or salt is None or not data.startswith(MARK):
        return data
    if sealer is None:
        raise CannotRun("the ledger is sealed and there is no key", remedy="Set PINCITE_LEDGER_KEY.")
    return sealer.open(chat, salt, data)


def sealer_of(key: str) -> Sealer | None:
    """The sealer of a key as it is written: 64 hexadecimal digits; None for "".

    Raises:
        BadInput: it is no key. The key itself is not shown.

    """
    if not key:
        return None
    try:
        data = bytes.fromhex(key)
    except ValueError:
        data = b""
    if len(data) != 32:
        raise BadInput(
            "the ledger's key is none: 64 hexadecimal digits are wanted",
            remedy="Make one with `openssl rand -hex 32` and keep it: without it nothing sealed can be read.",
        )
    return Sealer(data)


def _names(chat: ChatId) -> bytes:
    return b"".join(
        len(name).to_bytes(8) + name for name in (each.encode() for each in (chat.tenant, chat.matter, chat.chat))
    )
