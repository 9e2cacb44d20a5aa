"""SOURCES.lock of a folder of sources: what each file is, where it came from and when, and its digest.

Keeps true:
1. One JSON object a line, in canonical form, sorted by name; a field that is not there is empty.
2. `retrieved_at` is when these very bytes were first retrieved: fetching the same bytes again changes nothing, so that the
   same sources with the same lock give the same release.
3. A line says the most that may be done with a file: a spec may say less, never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, cast, get_args

from pincite.corpus.spec import Redistribute
from pincite.digests import canonical_json, strict_json
from pincite.errors import BadInput
from pincite.law.document import LegalValue

__all__ = ["LOCK", "Difference", "LockLine", "first_differing_lines", "lock_bytes", "read_lock"]

LOCK = "SOURCES.lock"

SHOWN = 3
LONGEST_LINE = 160

_WHOLE = {"bytes"}
_NEEDED = ("name", "sha256", "bytes", "media_type", "publisher", "licence", "legal_value", "redistribute")
_REMEDY = "Mend the line, or take it out and add the file again with `pincite corpus add`."


@dataclass(frozen=True, slots=True)
class LockLine:
    """A source.

    Attributes:
        name: of the file, below the folder, with «/».
        url: that was asked for it, "" for a file somebody added by hand and gave no address of.
        retrieved_at: ISO 8601, UTC; of an added file, when it was added.
        collection: the publisher's collection it was fetched from, "" for an added one.
        item, language, as_of: what was asked of the collection.
        member: its name in the archive at `url`, whose digest is `archive_sha256`.
        companion_of: the name of the file it belongs to.
        options: to the reader, as in a spec.
        etag, last_modified: the publisher's validators, for asking again.

    """

    name: str
    sha256: str
    bytes: int
    media_type: str
    publisher: str
    licence: str
    legal_value: LegalValue
    redistribute: Redistribute
    reader: str = ""
    url: str = ""
    retrieved_at: str = ""
    collection: str = ""
    item: str = ""
    language: str = ""
    as_of: str = ""
    member: str = ""
    archive_sha256: str = ""
    etag: str = ""
    last_modified: str = ""
    accept: str = ""
    accept_language: str = ""
    companion_of: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def said(self) -> dict[str, Any]:
        """The fields that say something."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name)) not in ("", {})}


def lock_bytes(lines: Iterable[LockLine]) -> bytes:
    """The file."""
    return b"".join(canonical_json(line.said()) + b"\n" for line in sorted(lines, key=lambda line: line.name))


def read_lock(data: bytes, *, name: str) -> dict[str, LockLine]:
    """The lines by the name of their file.

    Raises:
        BadInput: with the line.

    """
    known = {each.name for each in fields(LockLine)}
    found: dict[str, LockLine] = {}
    for number, raw in enumerate(data.split(b"\n"), start=1):
        if not raw.strip():
            continue
        where = f"{name}, line {number}"
        try:
            value = strict_json(raw)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{where}: not a line of a lock: {error}", remedy=_REMEDY) from error
        if not isinstance(value, dict):
            raise BadInput(f"{where}: not an object", remedy=_REMEDY)
        strange = sorted(value.keys() - known)
        missing = [key for key in _NEEDED if key not in value]
        if strange or missing:
            what = f"knows no field {strange[0]!r}" if strange else f"needs the field {missing[0]!r}"
            raise BadInput(f"{where}: a lock {what}", remedy=_REMEDY)
        line = _line(value, where)
        if line.name in found:
            raise BadInput(f"{where}: {line.name} stands twice", remedy=_REMEDY)
        found[line.name] = line
    return found


def _line(value: Mapping[str, object], where: str) -> LockLine:
    options = value.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(each, str) for each in options.values()):
        raise BadInput(f"{where}: options is not an object of texts", remedy=_REMEDY)
    for key, each in value.items():
        if key == "options":
            continue
        right = isinstance(each, int) and not isinstance(each, bool) if key in _WHOLE else isinstance(each, str)
        if not right:
            raise BadInput(f"{where}: {key} is not {'a whole number' if key in _WHOLE else 'a text'}", remedy=_REMEDY)
    line = LockLine(**cast("dict[str, str]", value))  # type: ignore[arg-type]
    path = line.name.split("/")
    if any(each in line.name for each in ("\\", "\0")) or any(part in ("", ".", "..") for part in path):
        raise BadInput(f"{where}: {line.name!r} is not the name of a file below the folder", remedy=_REMEDY)
    if len(line.sha256) != 64 or line.sha256.strip("0123456789abcdef"):
        raise BadInput(f"{where}: sha256 is not 64 hexadecimal digits", remedy=_REMEDY)
    for key, allowed in (("legal_value", get_args(LegalValue)), ("redistribute", get_args(Redistribute))):
        if getattr(line, key) not in allowed:
            raise BadInput(f"{where}: {key}: {getattr(line, key)!r} is none of {', '.join(allowed)}", remedy=_REMEDY)
    return line


class Difference(NamedTuple):
    """How a file differs from its line.

    Attributes:
        line: what the lock says.
        kind: changed, or missing.
        sha256, bytes: what is there; "" and 0 when it is missing.
        lines: of a text whose locked wording is still known, the first that differ, with «-» and «+».

    """

    line: LockLine
    kind: Literal["changed", "missing"]
    sha256: str = ""
    bytes: int = 0
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """For a person: both digests and sizes, then the lines."""
        locked = (
            f"locked  sha256 {self.line.sha256}, {self.line.bytes} bytes, retrieved {self.line.retrieved_at or '?'}"
        )
        there = f"is now  sha256 {self.sha256}, {self.bytes} bytes" if self.kind == "changed" else "is not there"
        return "\n    ".join([self.line.name, locked, there, *self.lines])


def first_differing_lines(locked: bytes, present: bytes) -> tuple[str, ...]:
    """The first lines in which two texts differ, `SHOWN` of each at most, with the number of the first.

    Empty when they are not both UTF-8 text.
    """
    try:
        old, new = locked.decode("utf-8").splitlines(), present.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return ()
    first = next(
        (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), min(len(old), len(new))
    )
    if first == len(old) == len(new):
        return ("the same lines; only their ends differ",)
    return (
        f"line {first + 1}:",
        *(f"- {_around(line, new[first : first + SHOWN], at)}" for at, line in enumerate(old[first : first + SHOWN])),
        *(f"+ {_around(line, old[first : first + SHOWN], at)}" for at, line in enumerate(new[first : first + SHOWN])),
    )


def _around(line: str, others: list[str], at: int) -> str:
    """A long line, cut to where it differs from its counterpart: publishers write a law in one line."""
    if len(line) <= LONGEST_LINE:
        return line
    other = others[at] if at < len(others) else ""
    same = 0
    for one, two in zip(line, other, strict=False):
        if one != two:
            break
        same += 1
    start = max(0, same - LONGEST_LINE // 3)
    return (
        f"{'…' if start else ''}{line[start : start + LONGEST_LINE]}{'…' if start + LONGEST_LINE < len(line) else ''}"
    )
