"""The operations that lead from one wording of a law to the next (design: releases, Operations).

Keeps true: an operation is data. It names its target by path, its instrument with the sentence that orders it, and what
must be true before it is applied; it never says «if it is there».
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pincite.consolidation.units import Path, Unit

__all__ = [
    "Applicability",
    "Commence",
    "Correct",
    "Expire",
    "InsertUnit",
    "Instrument",
    "Join",
    "Move",
    "Operation",
    "Postpone",
    "Renumber",
    "RepealUnit",
    "ReplaceUnit",
    "Revive",
    "Slot",
    "Source",
    "Split",
    "TextDelete",
    "TextInsert",
    "TextOperation",
    "TextReplace",
    "TimeOperation",
    "TreeOperation",
    "UnitPosition",
]

Slot = Literal["", "heading", "text"]
"""Which text of a target: its heading, its own text, or "" for both in all of its parts too."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where an operation comes from.

    Attributes:
        instrument: the id of the instrument.
        provision: the place in it («§2|(a)|(3)», «Article 1, point (5)»).
        sentence: the instruction in words, or "".
        context: the sentences above it that say of what it speaks.
        start, end: code points of the sentence in the instrument's text, or None when it is not held.
        ordinal: its place among the operations of the instrument.

    """

    instrument: str = ""
    provision: str = ""
    sentence: str = ""
    context: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class UnitPosition:
    """Where among its siblings a new unit goes; exactly one of these is said.

    `after`, `before`: id of the sibling; `edge`: `first` or `last`; `by_number`: the place follows from the number
    (14 < 14A < 15).
    """

    after: str = ""
    before: str = ""
    edge: Literal["", "first", "last"] = ""
    by_number: bool = False


@dataclass(frozen=True, slots=True)
class _Operation:
    target: Path
    source: Source = field(default_factory=Source)
    old_sha256: str = ""
    """Digest of the target's text before (`units.digest`), checked when it is given."""


@dataclass(frozen=True, slots=True)
class TextOperation(_Operation):
    """Words of a target are changed.

    Attributes:
        find: the words, exactly; they lie within one heading or one text.
        count: how often they stand there; without it and without `nth` exactly once.
        nth: which of them: `first`, `last`, `all` or a number from 1; "" is all that `count` counts.
        slot: where they are looked for.

    """

    find: str = ""
    count: int | None = None
    nth: str = ""
    slot: Slot = ""


@dataclass(frozen=True, slots=True)
class TextReplace(TextOperation):
    """Other words stand in their place."""

    replace: str = ""


@dataclass(frozen=True, slots=True)
class TextDelete(TextOperation):
    """They are struck out."""


@dataclass(frozen=True, slots=True)
class TextInsert(TextOperation):
    """Words are put beside them."""

    insert: str = ""
    side: Literal["after", "before"] = "after"


@dataclass(frozen=True, slots=True)
class ReplaceUnit(_Operation):
    """The unit gets another wording, or (with `slot`) its heading or its own text does.

    Attributes:
        payload: the new unit; with more than one the others are new units after it.
        revive: it is a tombstone, and the instrument says that it lives again.

    """

    payload: tuple[Unit, ...] = ()
    slot: Slot = ""
    replace: str = ""
    revive: bool = False


@dataclass(frozen=True, slots=True)
class InsertUnit(_Operation):
    """New parts of the target."""

    payload: tuple[Unit, ...] = ()
    position: UnitPosition = field(default_factory=UnitPosition)


@dataclass(frozen=True, slots=True)
class RepealUnit(_Operation):
    """A tombstone with this text stands where the unit stood; its number is kept, its heading if so said."""

    tombstone: str = ""
    keep_heading: bool = False


@dataclass(frozen=True, slots=True)
class Renumber(_Operation):
    """Another number, the same identity.

    `wrap`: what the target says is designated as its part with this number. Operations that follow one another with
    the same `group` happen at once, so that numbers may change places.
    """

    new_num: str = ""
    new_id: str = ""
    wrap: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Move(_Operation):
    """The unit becomes a part of `parent`; identity kept; `new_num`, `new_id` where it gets another number."""

    parent: Path = ()
    position: UnitPosition = field(default_factory=UnitPosition)
    new_num: str = ""
    new_id: str = ""


@dataclass(frozen=True, slots=True)
class Split(_Operation):
    """The unit's own text is divided: the target keeps what stands before `find`, a new sibling after it gets the rest."""

    find: str = ""
    new_num: str = ""
    new_id: str = ""


@dataclass(frozen=True, slots=True)
class Join(_Operation):
    """The sibling after the target is joined to it: texts one after the other, then the parts of both."""

    other: Path = ()


@dataclass(frozen=True, slots=True)
class Revive(_Operation):
    """A tombstone becomes again what stood there."""


@dataclass(frozen=True, slots=True)
class Correct(_Operation):
    """A correction of what was printed: right from the start, known since the corrigendum. `change` is what it does."""

    change: TextReplace | TextDelete | TextInsert | ReplaceUnit | None = None


TreeOperation = (
    TextReplace
    | TextDelete
    | TextInsert
    | ReplaceUnit
    | InsertUnit
    | RepealUnit
    | Renumber
    | Move
    | Split
    | Join
    | Revive
    | Correct
)
"""What changes a tree."""


@dataclass(frozen=True, slots=True)
class Commence:
    """An instrument applies from this date."""

    instrument: str
    date: str
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Postpone:
    """An instrument applies from another date than it said, or from one that is not known (None)."""

    instrument: str
    date: str | None
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Expire:
    """What an instrument did holds no longer from this date on."""

    instrument: str
    date: str
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Applicability:
    """To whom or to which cases a unit applies, in the instrument's words; changes no text and is said beside it."""

    target: Path
    rule: str
    source: Source = field(default_factory=Source)


TimeOperation = Commence | Postpone | Expire | Applicability
Operation = TreeOperation | TimeOperation


@dataclass(frozen=True, slots=True)
class Instrument:
    """An amending instrument and what it does.

    Attributes:
        id: how it is cited («D.C. Law 25-50», `32024L0790`).
        effective: first day, or None when it is not known (a condition that nobody has recorded as met).
        operations: in the order in which it states them.
        published: date of publication, "" when unknown; orders instruments of one day.
        expires: first day on which it holds no longer; not None makes it temporary law, an overlay.
        known_from: since when one could know it; "" is `published` or `effective`.
        correction: it says what the text was from the start (corrigendum).
        condition: why `effective` is unknown, in the instrument's words.

    """

    id: str
    effective: str | None
    operations: tuple[TreeOperation, ...] = ()
    published: str = ""
    expires: str | None = None
    known_from: str = ""
    correction: bool = False
    condition: str = ""
