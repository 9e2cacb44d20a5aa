"""Lines packed into zstd frames: a packed file of a release is such frames laid end to end (RFC 8878, 3.1).

Keeps true: a frame carries a checksum; the same lines give the same frame under one version of zstd.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import zstandard

__all__ = ["LIMIT", "frame", "packed_text", "quick", "unpacked"]

LEVEL = 1
"""Two hundredths larger than level 3 for documents of 20 kB, at two thirds of the time."""
LIMIT = 1 << 30
"""Nothing packed is larger; a damaged length must not ask for the machine's memory."""


class _Packers(threading.local):
    """One of each for a thread: none may be used by two."""

    def __init__(self) -> None:
        self.pack = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        self.text = zstandard.ZstdCompressor(level=LEVEL)
        self.unpack = zstandard.ZstdDecompressor()


_own = _Packers()


def frame(lines: Sequence[bytes]) -> bytes:
    """A frame of lines, each with its line feed; nothing for none."""
    return _own.pack.compress(b"\n".join((*lines, b""))) if lines else b""


def packed_text(data: bytes) -> bytes:
    """A frame of what bears its digest beside it, and so no checksum."""
    return _own.text.compress(data)


def quick(data: bytes) -> bytes:
    """A frame of what only a build reads."""
    return _own.pack.compress(data)


def unpacked(packed: bytes) -> bytes:
    """What a frame holds; nothing for nothing.

    Raises:
        zstandard.ZstdError: it is none.

    """
    return _own.unpack.decompress(packed, max_output_size=LIMIT) if packed else b""
