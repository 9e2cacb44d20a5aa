"""What a SOURCES.lock means for a build: which files it binds, what it lets pass, what it adds to a source's record.

Keeps true: a file that is not what its line says stops the build; of legal value and of passing on, a release says the
lesser of spec and lock; where and when a file was retrieved is what its line says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from pincite.corpus.leaves import SourceRecord
from pincite.corpus.source_lock import LOCK, Difference, LockLine
from pincite.corpus.spec import Redistribute, ReleaseSpec, SourceSpec
from pincite.errors import BadInput
from pincite.law.document import LegalValue

__all__ = ["as_locked", "locked_names", "stop_at", "unlocked", "within"]

SHOWN = 20


def locked_names(spec: ReleaseSpec, read: Collection[str], lines: Mapping[str, LockLine]) -> list[str]:
    """The locked files of a build: those that are read, and those that its readers would have read were they there."""
    readers = {source.reader for source in spec.sources}
    return sorted(name for name, line in lines.items() if name in read or line.reader in readers)


def stop_at(found: Sequence[Difference]) -> None:
    """Stop for files that are not what their lines say.

    Raises:
        BadInput: there are such; the message shows how they differ.

    """
    if not found:
        return
    shown = "\n  ".join(str(each) for each in found[:SHOWN])
    more = f"\n  … and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    these = "one source is" if len(found) == 1 else f"{len(found)} sources are"
    raise BadInput(
        f"{these} not what {LOCK} says; nothing was built.\n  {shown}{more}",
        remedy="Fetch again, put the locked file back, or accept what is there now: pincite corpus lock FOLDER --accept NAME.",
    )


def within(source: SourceSpec, line: LockLine | None) -> SourceSpec:
    """The spec's entry with the lesser of what it and a line say of legal value and of passing on."""
    if line is None:
        return source
    return replace(
        source,
        legal_value=max(source.legal_value, line.legal_value, key=get_args(LegalValue).index),
        redistribute=max(source.redistribute, line.redistribute, key=get_args(Redistribute).index),
    )


def as_locked(source: SourceRecord, line: LockLine | None) -> SourceRecord:
    """The record of a source that was read, with where and when it was retrieved.

    Raises:
        BadInput: it is not what the line says; it changed while the build ran.

    """
    if line is None:
        return source
    if source.sha256 != line.sha256:
        stop_at([Difference(line, "changed", source.sha256, source.bytes)])
    return replace(
        source,
        url=line.url or source.url,
        retrieved_at=line.retrieved_at,
        media_type=line.media_type or source.media_type,
    )


def unlocked(names: Sequence[str], lines: Mapping[str, LockLine]) -> tuple[str, ...]:
    """The warning that there is a lock, and that files stand outside it."""
    outside = [name for name in names if name not in lines]
    if not lines or not outside:
        return ()
    return (f"{LOCK} has no line for {len(outside)} of the files read ({outside[0]} is the first): pincite corpus add",)
