"""Canonical references: a work and, after `#`, a place in it.

Grammar:

    reference  = work [ "#" place ]
    work       = jurisdiction "/" segment *( "/" segment )          hk/cap486   ch/bge/140/III/86   eu/32016R0679
    place      = point [ ".." [ point ] ]                           art_41..art_46   art_41..   para_45
    expression = work "@" language "/" state                        hk/cap486@en/2022-10-01

`..` with nothing after it is an open range («f.», «ff.», «et seq.»). Works keep the publisher's spelling, letter case
included. The ids of places are the packs' business; here a place is an opaque string.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

__all__ = ["ExpressionId", "Place", "Reference", "WorkId", "lies_in"]

WorkId = NewType("WorkId", str)
"""What identifies a work in a release, e.g. `hk/hkca/2025/943`: lower-case jurisdiction first."""

Place = NewType("Place", str)
"""A place in a work as a reference writes it, e.g. `s33_1_a`, `art_6/para_1/lbl_a`, `consid_2.3`, or a range."""

_NUMBERED = re.compile(r"(?:.*/)?[a-z]+_[^/]*\Z")
"""A last segment such as `art_329`: kind and number. There `_` joins what belongs to the number, as in `art_329_b` (Art. 329b)."""

_WORK = re.compile(r"[a-z]{2,4}/[^#\s@][^#@]*\Z")


def lies_in(place: str, wide: str) -> bool:
    """Whether a place is a part of another: `s33_1_a` of `s33_1`, `art_6/para_1` of `art_6`, `consid_4.2` of `consid_4`.

    `art_329_b` is no part of `art_329`, nor `para_1_bis` of `para_1`: their numbers are others.
    """
    if not wide or not place.startswith(wide):
        return False
    following = place[len(wide) : len(wide) + 1]
    return following in ("/", ".", "-") or (following == "_" and not _NUMBERED.match(wide))


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """A work and, maybe, a place in it.

    Raises:
        ValueError: on parsing, when the text is no reference; the message says what is missing.

    """

    work: WorkId
    place: Place | None = None

    @classmethod
    def parse(cls, text: str) -> Reference:
        """Read `work` or `work#place`."""
        work, mark, place = text.partition("#")
        if not _WORK.match(work):
            raise ValueError(
                f"{text!r} is not a reference: expected jurisdiction/…, such as hk/cap486#s33 or ch/sr/220#art_1"
            )
        if mark and not place:
            raise ValueError(f"{text!r} ends after «#»: a place, such as s33 or art_1, must follow")
        return cls(WorkId(work), Place(place) if mark else None)

    @property
    def jurisdiction(self) -> str:
        """The first segment of the work: hk, ch, eu, uk, coe ..."""
        return self.work.partition("/")[0]

    @property
    def first_place(self) -> Place | None:
        """The place, or the first point of a range."""
        return Place(self.place.partition("..")[0]) if self.place else None

    @property
    def is_range(self) -> bool:
        """Whether the place is a range, open or closed."""
        return self.place is not None and ".." in self.place

    def __str__(self) -> str:
        return f"{self.work}#{self.place}" if self.place else self.work


@dataclass(frozen=True, slots=True, order=True)
class ExpressionId:
    """One wording of a work: its language and the date of its state (for decisions, the date of the decision)."""

    work: WorkId
    language: str
    state: str

    @classmethod
    def parse(cls, text: str) -> ExpressionId:
        """Read `work@language/state`."""
        work, mark, rest = text.rpartition("@")
        language, slash, state = rest.partition("/")
        if not (mark and slash and language and state and _WORK.match(work)):
            raise ValueError(
                f"{text!r} is not an expression: expected work@language/date, such as hk/cap486@en/2022-10-01"
            )
        return cls(WorkId(work), language, state)

    def __str__(self) -> str:
        return f"{self.work}@{self.language}/{self.state}"
