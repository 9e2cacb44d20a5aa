"""Digests and the canonical form of JSON that is hashed.

Rule: RFC 8785 (JSON Canonicalization Scheme), strings, integers below 2**53, booleans, null, arrays and objects only;
no floats, because two machines may print one number in two ways.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import rfc8785

__all__ = ["canonical_json", "sha256", "sha256_text", "strict_json"]


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """The SHA-256 of the UTF-8 form of a text."""
    return sha256(text.encode("utf-8"))


def canonical_json(value: Any) -> bytes:
    """The RFC 8785 form of a JSON value.

    Raises:
        ValueError: for a float, an integer of 2**53 or more, or a lone surrogate.

    """
    _no_floats(value)
    return rfc8785.dumps(value)


def strict_json(data: bytes | str) -> Any:
    """Parse JSON, refusing duplicate keys, floats and NaN, which would make two readers disagree about one record.

    Raises:
        ValueError: with the reason.

    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("an object names one key twice")
        return found

    def no_float(digits: str) -> Any:
        raise ValueError(f"a number that is not an integer: {digits}")

    try:
        return json.loads(data, object_pairs_hook=once, parse_float=no_float, parse_constant=no_float)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _no_floats(value: Any) -> None:
    if isinstance(value, float):
        raise ValueError(f"canonical JSON holds no floats: {value!r}")  # noqa: TRY004 (one error for all of it)
    if isinstance(value, dict):
        for item in value.values():
            _no_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _no_floats(item)
