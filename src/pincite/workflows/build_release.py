"""Build a release: spec -> files -> documents -> sorted leaves and texts -> a folder that is whole or not there.

Keeps true:
1. Every file a spec names is read, excluded with a reason, or refused by name; nothing is passed over in silence.
2. A file that is not what SOURCES.lock says of it stops the build, with the difference; what a line grants is never exceeded.
3. What one file gives is kept under a key of all that it depends on (read_sources), so that a killed build goes on where it
   stopped and a rebuild reads only what changed.
4. The order of leaves is their own (write_leaves), never that of files, processes or time.
5. A release with refused files claims nothing to be complete that they might have held.
6. Memory holds no document, and some words on each.

Pure over its ports: listing and reading files, keeping results, reading in parallel and writing the folder are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.atoms.atom import EXTRACTOR
from pincite.corpus.answers import CoverageClaim
from pincite.corpus.coverage import claims_after_refusals, unheld
from pincite.corpus.manifest import Manifest, Refused
from pincite.corpus.source_lock import Difference, LockLine
from pincite.corpus.spec import ReleaseSpec
from pincite.corpus.under_lock import as_locked, locked_names, stop_at, unlocked, within
from pincite.errors import BadInput
from pincite.law.reader import Reader
from pincite.workflows.plan_build import ReadTask, SourceFiles, plan
from pincite.workflows.read_sources import Kept, Outcome, Read, read_file, result_key
from pincite.workflows.write_leaves import Progress, ReleaseWriter, WrittenFiles, write_leaves

__all__ = [
    "Built",
    "Locked",
    "Outcome",
    "Progress",
    "ReadTask",
    "ReleaseWriter",
    "SourceFiles",
    "WrittenFiles",
    "build_release",
    "plan",
    "read_file",
    "result_key",
]

REFUSALS_SHOWN = 20


class Locked(Protocol):
    """SOURCES.lock of the root, where there is one."""

    @property
    def lines(self) -> Mapping[str, LockLine]:
        """The lines by the name of their file."""

    def differences(self, names: Iterable[str]) -> Sequence[Difference]:
        """The files that are not what their lines say."""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build: where it lies, its manifest, how many files were read now and how many were known, warnings."""

    path: str
    manifest: Manifest
    files: int
    known: int
    warnings: tuple[str, ...] = ()

    @property
    def refused(self) -> tuple[Refused, ...]:
        """What did not enter (with `keep_going`)."""
        return self.manifest.refused

    @property
    def refused_files(self) -> frozenset[str]:
        """The files of which something did not enter."""
        return frozenset(each.name for each in self.manifest.refused)


def build_release(
    spec: ReleaseSpec,
    *,
    files: SourceFiles,
    readers: Mapping[str, Reader],
    read: Read,
    forget: Callable[[Iterable[str]], None],
    writer: Callable[[Sequence[Kept]], ReleaseWriter],
    progress: Callable[[Progress], None] = lambda _: None,
    keep_going: bool = False,
    previous: Mapping[str, str] | None = None,
    lock: Locked | None = None,
) -> Built:
    """Build a release; `previous` is the `reference` of the manifest of the one before it, of the same jurisdiction.

    `writer` is told of all documents that will be written, in their order; `forget` of the keys of all that is still needed.

    1. Plan: which files, which reader; stop at files that are not what the lock says.
    2. Read every file, or find it on the shelf; stop at refusals unless `keep_going`.
    3. Refuse a second file for one expression.
    4. Write atom leaves, then block leaves, texts and index in order of the expressions; then the leaves of the other types.
    5. Write the manifest; the folder appears.

    Raises:
        BadInput: for a wrong spec, or for refused files, all named (the first twenty).

    """
    tasks, excluded = plan(spec, files, readers)
    lines = lock.lines if lock else {}
    if lock:
        stop_at(lock.differences(locked_names(spec, _read_names(tasks), lines)))
        tasks = [task._replace(source=within(task.source, lines.get(task.name))) for task in tasks]
    outcomes = _read_all(tasks, read, progress, keep_going=keep_going)
    if lines:
        outcomes = [
            outcome._replace(source=outcome.source and as_locked(outcome.source, lines.get(outcome.task.name)))
            for outcome in outcomes
        ]
    strangers = _strangers(spec, outcomes)
    if strangers:
        raise _refusal(spec, strangers)
    refused = [each for outcome in outcomes for each in outcome.refused]
    unread = len({each.name for each in refused})
    entries, doubles = _expressions(outcomes)
    if doubles and not keep_going:
        raise _refusal(spec, doubles)
    refused += doubles
    if not entries:
        raise _refusal(spec, refused) if refused else BadInput(f"{spec.name}: nothing to build")
    claims = claims_after_refusals(
        spec.coverage, files=unread, works={each.place.partition("@")[0] for each in doubles}
    )
    out = writer(entries)
    sources = [outcome.source for outcome in outcomes if outcome.source]
    counts = write_leaves(entries, sources, refused, out, progress)

    def manifest(written: WrittenFiles) -> Manifest:
        return Manifest(
            jurisdiction=spec.jurisdiction,
            tag=spec.tag,
            as_of=spec.as_of,
            title=spec.title,
            leaf_count=written.leaf_count,
            root=written.root,
            previous=previous,
            counts=dict(counts.types),
            by_kind=dict(counts.kinds),
            by_language=dict(counts.languages),
            extractors=dict(counts.extractors),
            coverage=claims,
            sources_lock_sha256=written.lock_sha256,
            files=written.files,
            refused=tuple(sorted(refused, key=lambda each: (each.name, each.place, each.reason))),
            excluded=excluded,
            schemas={"atoms": EXTRACTOR, "structure": "pincite.structure/1", "map": "pincite.map/1"},
        )

    kept: list[Manifest] = []

    def remember(written: WrittenFiles) -> Manifest:
        kept.append(manifest(written))
        return kept[0]

    path = out.finish(remember)
    forget(outcome.key for outcome in outcomes if outcome.key)
    return Built(
        path,
        kept[0],
        files=len(tasks),
        known=sum(outcome.known for outcome in outcomes),
        warnings=(
            *unlocked([task.name for task in tasks], lines),
            *_warnings(claims, {entry.work for entry in entries}),
        ),
    )


def _read_names(tasks: Iterable[ReadTask]) -> set[str]:
    return {name for task in tasks for name in (task.name, *task.companions.values())}


def _strangers(spec: ReleaseSpec, outcomes: Iterable[Outcome]) -> list[Refused]:
    """The documents of another jurisdiction than the spec's: no file is at fault there, the spec is."""
    return [
        Refused(
            outcome.task.name, work, f"a document of {work.partition('/')[0]!r}; the spec is of {spec.jurisdiction!r}"
        )
        for outcome in outcomes
        for work in dict.fromkeys(each.work for each in outcome.documents)
        if work.partition("/")[0] != spec.jurisdiction
    ]


def _warnings(claims: Iterable[CoverageClaim], works: set[str]) -> tuple[str, ...]:
    """What is claimed and cannot be seen in what is held: «not found» will be answered for all of it."""
    return tuple(
        f"the claim «{claim.name}» says that {claimed} is held completely, and no source holds any of it: "
        "every citation of it will be «not found»; correct the id, or say complete: false"
        for claim, claimed in unheld(claims, works)
    )


def _read_all(
    tasks: Sequence[ReadTask],
    read: Read,
    progress: Callable[[Progress], None],
    *,
    keep_going: bool,
) -> list[Outcome]:
    outcomes: list[Outcome] = []
    refused: list[Refused] = []
    for number, outcome in enumerate(read(tasks), start=1):
        outcomes.append(outcome)
        refused += outcome.refused
        progress(Progress("reading", number, len(tasks), outcome.task.name))
        if len(refused) >= REFUSALS_SHOWN and not keep_going:
            break
    if refused and not keep_going:
        raise _refusal(None, refused)
    return sorted(outcomes, key=lambda outcome: outcome.task.name)


def _refusal(spec: ReleaseSpec | None, refused: Sequence[Refused]) -> BadInput:
    """One message that names the refused files."""
    lines = [
        f"{each.name}{f', {each.place}' if each.place else ''}: {each.reason}" for each in refused[:REFUSALS_SHOWN]
    ]
    more = len(refused) - len(lines)
    if more > 0:
        lines.append(f"… and {more} more")
    head = f"{spec.name}: " if spec else ""
    one = "one file" if len(refused) == 1 else f"{len(refused)} files"
    return BadInput(
        f"{head}{one} could not enter the release; nothing was written.\n  " + "\n  ".join(lines),
        remedy="Mend or exclude them in the spec with a reason, or build with --keep-going: they are then listed as refused.",
    )


def _expressions(outcomes: Iterable[Outcome]) -> tuple[list[Kept], list[Refused]]:
    """The documents sorted by work and expression; a second file for one is refused, naming both."""
    first: dict[str, tuple[Kept, str]] = {}
    doubles: list[Refused] = []
    for outcome in outcomes:
        for document in outcome.documents:
            known = first.setdefault(document.expression, (document, outcome.task.name))
            if known[0] is not document:
                why = f"this expression is already read from {known[1]}"
                doubles.append(Refused(outcome.task.name, document.expression, why))
    return sorted((document for document, _ in first.values()), key=lambda each: each[:2]), doubles
