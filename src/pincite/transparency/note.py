"""Signed notes (c2sp.org/signed-note): a text, a blank line, signature lines; Ed25519.

Keeps true:
1. A signature by a key that is not known is ignored; one by a known key that does not verify refuses the whole note.
2. Who signed is a set of public keys: a line repeated, or a key under two names, counts once.
3. A note has one spelling: UTF-8, no control character but the line feed, canonical base64.

Signature types: 0x01 (Ed25519 over the text) and 0x04 (a witness's cosignature with its time, c2sp.org/tlog-cosignature).
A key of another type is refused when a policy names it; its signatures are those of an unknown key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pincite.transparency.encoding import NotProven, from_base64, to_base64

__all__ = [
    "COSIGNATURE",
    "ED25519",
    "Note",
    "Signer",
    "VerifierKey",
    "cosignature",
    "open_note",
    "parse_vkey",
    "sign_note",
    "with_signature",
]

ED25519 = 0x01
COSIGNATURE = 0x04

MOST_SIGNATURES = 64
LARGEST_NOTE = 1 << 20

_DASH = "— "


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key, its name and the type of its signatures."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The first four bytes of SHA-256(name, line feed, type, public key)."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    @property
    def vkey(self) -> str:
        """`name+hex(key id)+base64(type, public key)`."""
        return f"{self.name}+{self.key_id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"

    def as_witness(self) -> VerifierKey:
        """The same key for cosignatures."""
        return VerifierKey(self.name, COSIGNATURE, self.public)


def check_name(name: str) -> None:
    """Refuse what cannot name a key.

    Raises:
        NotProven: an empty name, or one with white space, a plus sign or a control character.

    """
    if not name or "+" in name or any(each.isspace() or ord(each) < 0x20 for each in name):
        raise NotProven(f"{name!r} cannot name a key: no white space, no «+», not empty")


def parse_vkey(text: str) -> VerifierKey:
    """A verifier key as it is written in a policy.

    Base64 itself holds «+»: the text is split at the first two only.

    Raises:
        NotProven: malformed, a key id that is not the key's, a type that is not supported.

    """
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise NotProven("a verifier key is name+id+key: two «+» are missing")
    name, key_id, encoded = parts
    check_name(name)
    data = from_base64(encoded, f"the key of {name}")
    kind = data[0] if data else 0
    if kind not in (ED25519, COSIGNATURE):
        raise NotProven(f"the key of {name} is of type 0x{kind:02x}; Ed25519 (0x01, 0x04) is supported")
    if len(data) != 33:
        raise NotProven(f"the key of {name} holds {len(data) - 1} bytes instead of 32")
    key = VerifierKey(name, kind, data[1:])
    if key.key_id.hex() != key_id:
        raise NotProven(f"the id of the key of {name} is {key.key_id.hex()}, not {key_id[:20]}")
    return key


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key with the name it signs under."""

    name: str
    private: Ed25519PrivateKey

    @property
    def verifier(self) -> VerifierKey:
        """Its public half, for signatures of type 0x01."""
        public = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, ED25519, public)


@dataclass(frozen=True, slots=True)
class Note:
    """An opened note.

    Attributes:
        text: what is signed, with its last line feed.
        signers: the known keys whose signatures were verified, each once, in the order of the note.
        times: for each of them the time of a cosignature, POSIX seconds; 0 for a plain signature.
        unknown: the names on signature lines of keys that are not known.

    """

    text: str
    signers: tuple[VerifierKey, ...]
    times: tuple[int, ...]
    unknown: tuple[str, ...] = ()


def _line(key: VerifierKey, signature: bytes) -> str:
    return f"{_DASH}{key.name} {to_base64(key.key_id + signature)}\n"


def sign_note(text: str, signers: Iterable[Signer]) -> str:
    """The note of a text that ends with a line feed.

    Raises:
        NotProven: the text cannot stand in a note.

    """
    _check_text(text)
    lines = [_line(signer.verifier, signer.private.sign(text.encode())) for signer in signers]
    return text + "\n" + "".join(lines)


def cosignature(note: str, witness: Signer, *, time: int) -> str:
    """A witness's signature line for a checkpoint: its text with the time (POSIX seconds)."""
    text, _ = _split(note)
    key = witness.verifier.as_witness()
    return _line(key, time.to_bytes(8, "big") + witness.private.sign(_cosigned(text, time)))


def with_signature(note: str, line: str) -> str:
    """The note with one more signature line."""
    return note + line


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        raise NotProven("the text of a note ends with a line feed")
    if any(each < " " and each != "\n" for each in text):
        raise NotProven("the text of a note holds a control character")


def _split(note: str) -> tuple[str, list[str]]:
    """The text and the signature lines: parted at the last empty line."""
    if len(note) > LARGEST_NOTE:
        raise NotProven("the note is too large")
    text, gap, signatures = note.rpartition("\n\n")
    if not gap or not signatures.endswith("\n"):
        raise NotProven("not a signed note: no signature lines after a blank line")
    _check_text(text + "\n")
    lines = signatures[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise NotProven(f"the note has more than {MOST_SIGNATURES} signatures")
    return text + "\n", lines


def open_note(note: str, known: Sequence[VerifierKey]) -> Note:
    """Verify a note against the keys that are known.

    Raises:
        NotProven: malformed, a known key's signature is bad, or no known key signed it.

    """
    text, lines = _split(note)
    by_id = {(key.name, key.key_id): key for key in known}
    signers: dict[bytes, tuple[VerifierKey, int]] = {}
    unknown: list[str] = []
    for line in lines:
        name, key_id, signature = _signature(line)
        key = by_id.get((name, key_id))
        if key is None:
            unknown.append(name)
            continue
        time = _verified(key, text, signature)
        signers.setdefault(key.public, (key, time))
    if not signers:
        raise NotProven(f"no known key signed it; it bears the names {', '.join(unknown)}")
    found = tuple(signers.values())
    return Note(text, tuple(key for key, _ in found), tuple(time for _, time in found), tuple(unknown))


def _signature(line: str) -> tuple[str, bytes, bytes]:
    """(name, key id, signature) of a line."""
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise NotProven("a signature line is malformed")
    check_name(name)
    data = from_base64(encoded, f"the signature of {name}")
    if len(data) < 5:
        raise NotProven(f"the signature of {name} is too short")
    return name, data[:4], data[4:]


def _verified(key: VerifierKey, text: str, signature: bytes) -> int:
    """The time of a cosignature, 0 of a plain signature.

    Raises:
        NotProven: the signature is bad.

    """
    time, message = 0, text.encode()
    if key.kind == COSIGNATURE:
        time = int.from_bytes(signature[:8], "big")
        message, signature = _cosigned(text, time), signature[8:]
    try:
        _public_key(key.public).verify(signature, message)
    except (InvalidSignature, ValueError) as error:
        raise NotProven(f"the signature of {key.name} is bad") from error
    return time


@cache
def _public_key(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)
