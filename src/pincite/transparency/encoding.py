"""Encodings of the proof formats, read strictly: one value has one spelling, so that no byte can change unseen.

Base64 is RFC 4648, section 4; a last character whose unused bits are not zero is refused, as is any white space.
Numbers are ASCII decimals without sign or leading zeros, below 2**53 as in canonical JSON.
"""

from __future__ import annotations

import base64
import binascii

__all__ = ["NotProven", "from_base64", "from_decimal", "to_base64"]

LARGEST = 2**53 - 1


class NotProven(ValueError):
    """A note, checkpoint, proof or policy that is malformed, or does not prove what it should; `str()` says why."""


def to_base64(data: bytes) -> str:
    """Standard base64 with padding."""
    return base64.b64encode(data).decode("ascii")


def from_base64(text: str, what: str, *, size: int | None = None) -> bytes:
    """The bytes of a canonical base64 text, `size` of them if that is given.

    Raises:
        NotProven: naming `what`.

    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotProven(f"{what} is not base64") from error
    if to_base64(data) != text:
        raise NotProven(f"{what} is not canonical base64")
    if size is not None and len(data) != size:
        raise NotProven(f"{what} holds {len(data)} bytes instead of {size}")
    return data


def from_decimal(text: str, what: str) -> int:
    """The number of an ASCII decimal below 2**53.

    Raises:
        NotProven: naming `what`.

    """
    if not (text.isascii() and text.isdigit()) or len(text) > 16 or (text[0] == "0" and text != "0"):
        raise NotProven(f"{what} is not a number: {text[:40]!r}")
    number = int(text)
    if number > LARGEST:
        raise NotProven(f"{what} is too large: {text}")
    return number
