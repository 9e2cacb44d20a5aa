"""Many whole numbers at once: sorted, added to, cut into parts. By numpy, where it is installed and there are many of them.

Keeps true: the same numbers come of it with numpy and without. Numbers are below 2**63 and have bit 62 set.

Without numpy numbers are sorted as floating point numbers, which Python does in half the time: positive ones are in the
order of their bits, and bit 62 makes each an ordinary number, none an infinity, none so small that a processor may take it
for nought.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

__all__ = ["in_order", "joined", "lowest", "sixteen", "with_numpy", "without"]

MANY = 100_000
"""Numbers for which numpy, which takes a while to load, is loaded; a process that has loaded it takes it for any."""


def in_order(numbers: array[int]) -> array[int]:
    """The numbers, sorted."""
    found = array("Q")
    numpy = _numpy_for(len(numbers))
    if numpy is not None:
        found.frombytes(numpy.sort(numpy.frombuffer(numbers, dtype="<u8")).tobytes())
        return found
    floating = array("d")
    floating.frombytes(numbers.tobytes())
    found.frombytes(array("d", sorted(floating)).tobytes())
    return found


def joined(pieces: Sequence[tuple[int, bytes]]) -> array[int]:
    """The numbers of all pieces (eight bytes each, little-endian), to each of which that of its piece is added."""
    found = array("Q")
    numpy = _numpy_for(sum(len(piece) for _, piece in pieces) // 8)
    if numpy is not None:
        more = numpy.repeat(
            numpy.array([number for number, _ in pieces], dtype="<u8"), [len(piece) // 8 for _, piece in pieces]
        )
        found.frombytes((numpy.frombuffer(b"".join([piece for _, piece in pieces]), dtype="<u8") + more).tobytes())
        return found
    for number, piece in pieces:
        own = array("Q")
        own.frombytes(piece)
        found.extend([number + each for each in own] if number else own)
    return found


def without(numbers: array[int], bits: int) -> array[int]:
    """The numbers without these bits: in order, each once."""
    numpy = _numpy_for(len(numbers))
    if numpy is not None:
        found = array("Q")
        run = numpy.sort(numpy.frombuffer(numbers, dtype="<u8") & ~numpy.uint64(bits))
        first = numpy.ones(len(run), dtype=bool)
        numpy.not_equal(run[1:], run[:-1], out=first[1:])
        found.frombytes(run[first].tobytes())
        return found
    run = in_order(array("Q", [each & ~bits for each in numbers]))
    return array("Q", [each for each, before in zip(run, (0, *run), strict=False) if each != before])


def lowest(numbers: array[int], bits: int) -> array[int] | Any:
    """The lowest bits of each, up to 32, as four bytes a number."""
    numpy = _numpy_for(len(numbers))
    if numpy is not None:
        return (numpy.frombuffer(numbers, dtype="<u8") & numpy.uint64((1 << bits) - 1)).astype("<u4")
    return array("I", [each & ((1 << bits) - 1) for each in numbers])


def sixteen(numbers: array[int], shift: int) -> array[int] | Any:
    """Sixteen bits of each from this one on, as two bytes a number."""
    numpy = _numpy_for(len(numbers))
    if numpy is not None:
        return ((numpy.frombuffer(numbers, dtype="<u8") >> numpy.uint64(shift)) & numpy.uint64(0xFFFF)).astype("<u2")
    return array("H", [(each >> shift) & 0xFFFF for each in numbers])


def _numpy_for(count: int) -> Any:
    """The library, where it is worth it for so many numbers."""
    return with_numpy() if count >= MANY or with_numpy.cache_info().currsize else None


@cache
def with_numpy() -> Any:
    """The library, None where it is not installed."""
    try:
        import numpy  # noqa: ICN001, PLC0415 (an extra, and slow to load)
    except ImportError:
        return None
    return numpy
