"""Build a release: spec -> files -> documents -> sorted leaves and texts -> a folder that is whole or not there.

Keeps true:
1. Every file a spec names is read, excluded with a reason, or refused by name; nothing is passed over in silence.
2. A file that is not what SOURCES.lock says of it stops the build, with the difference; what a line grants is never exceeded.
3. What one file gives depends on its bytes, its reader, its options and the code alone; results are kept under that key,
   so that a killed build goes on where it stopped and a rebuild reads only what changed.
4. The order of leaves is their own (corpus.leaves), never that of files, processes or time.
5. A release with refused files claims nothing to be complete that they might have held.
6. Memory holds one document at a time, and a line an expression.

Pure over its ports: listing and reading files, keeping results, reading in parallel and writing the folder are handed in.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, NamedTuple, Protocol

from pincite.atoms.atom import EXTRACTOR
from pincite.corpus.admission import fault
from pincite.corpus.answers import CoverageClaim
from pincite.corpus.coverage import claims_after_refusals, unheld
from pincite.corpus.leaves import (
    DocumentRecord,
    SourceRecord,
    document_record,
    leaf_bytes,
    lock_line,
    source_leaf,
    work_leaf,
)
from pincite.corpus.manifest import Manifest, Refused
from pincite.corpus.source_lock import Difference, LockLine
from pincite.corpus.spec import ReleaseSpec, SourceSpec
from pincite.corpus.under_lock import as_locked, locked_names, stop_at, unlocked, within
from pincite.digests import sha256
from pincite.errors import BadInput, UnreadableSource
from pincite.law.reader import Reader

__all__ = [
    "Built",
    "Locked",
    "Outcome",
    "Progress",
    "ReadTask",
    "ReleaseWriter",
    "Shelf",
    "SourceFiles",
    "build_release",
    "plan",
    "read_file",
    "result_key",
]

REFUSALS_SHOWN = 20

MEDIA_TYPES = {
    "xml": "application/xml", "htm": "text/html", "html": "text/html", "json": "application/json", "md": "text/markdown",
    "txt": "text/plain", "pdf": "application/pdf", "yaml": "application/yaml", "yml": "application/yaml",
}  # fmt: skip


class ReadTask(NamedTuple):
    """One file to read: its name, its companions by key, and what the spec says of it."""

    name: str
    companions: Mapping[str, str]
    source: SourceSpec


class Outcome(NamedTuple):
    """What came of a file.

    Attributes:
        task: the file.
        source: its record, None when it was refused.
        key: under which its documents are kept, "" when it was refused.
        expressions: (work, expression) of each document, in order.
        refused: why it was refused.
        known: whether its documents were kept from an earlier run.

    """

    task: ReadTask
    source: SourceRecord | None = None
    key: str = ""
    expressions: tuple[tuple[str, str], ...] = ()
    refused: tuple[Refused, ...] = ()
    known: bool = False


class Progress(NamedTuple):
    """How far a build is: `stage` is reading or writing; `done` of `total` files or documents."""

    stage: str
    done: int
    total: int
    name: str = ""


class SourceFiles(Protocol):
    """The files below the root of a spec."""

    def match(self, pattern: str) -> Sequence[str]:
        """Names of files, with «/», that a glob matches, sorted."""

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""


class Locked(Protocol):
    """SOURCES.lock of the root, where there is one."""

    @property
    def lines(self) -> Mapping[str, LockLine]:
        """The lines by the name of their file."""

    def differences(self, names: Iterable[str]) -> Sequence[Difference]:
        """The files that are not what their lines say."""


class Ready(Protocol):
    """A document as the writer takes it; what is more of it, shelf and writer know (storage.ready)."""

    @property
    def expression(self) -> Mapping[str, Any]:
        """The leaf of the expression."""

    @property
    def line(self) -> bytes:
        """Its bytes."""

    @property
    def blocks(self) -> Sequence[bytes]:
        """The lines of the blocks' leaves, as signed, in the order of leaves."""

    @property
    def findings(self) -> Sequence[Mapping[str, Any]]:
        """The leaves of the findings."""

    @property
    def ops(self) -> Sequence[bytes]:
        """The lines of the operations, in the order of leaves."""


class Shelf(Protocol):
    """Where the documents read from each file are kept between runs."""

    def document(self, key: str, number: int) -> Ready:
        """The document of this number, from 0, kept under a key."""

    def atoms(self, key: str, number: int) -> Sequence[bytes]:
        """The leaves of that document's atoms, in order."""

    def keep_only(self, keys: Iterable[str]) -> None:
        """Forget everything else."""


class ReleaseWriter(Protocol):
    """Writes a release folder; nothing is seen at its place before `finish`."""

    def leaf(self, line: bytes) -> None:
        """The next leaf, in order."""

    def leaves(self, lines: Sequence[bytes]) -> None:
        """The next leaves, in order."""

    def document(self, document: Any) -> None:
        """The texts of a document and its rows in the index; in order of the expressions' ids."""

    def work(self, leaf: Mapping[str, Any]) -> None:
        """A work's row in the index."""

    def lock(self, line: bytes) -> None:
        """The next line of SOURCES.lock."""

    def finding(self, line: bytes) -> None:
        """The next line of findings.jsonl."""

    def atom(self, line: bytes) -> None:
        """The next line of atoms.jsonl."""

    def op(self, line: bytes) -> None:
        """The next line of ops.jsonl."""

    def finish(self, manifest: Callable[[WrittenFiles], Manifest]) -> str:
        """Close all files, write the manifest made from their digests, move the folder to its place; its path."""


class WrittenFiles(NamedTuple):
    """What the writer tells when all files but the manifest are written."""

    files: tuple[Any, ...]
    leaf_count: int
    leaves_sha256: str
    root: str
    lock_sha256: str


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


def plan(spec: ReleaseSpec, files: SourceFiles, readers: Mapping[str, Reader]) -> tuple[list[ReadTask], dict[str, str]]:
    """The files to read, in order of their names, and those excluded with the reason.

    Raises:
        BadInput: for a reader nobody offers, a glob that finds nothing, a file named by two entries, a companion missing.

    """
    tasks: dict[str, ReadTask] = {}
    excluded: dict[str, str] = {}
    for source in spec.sources:
        where = f"{spec.name}, line {source.line}"
        if source.reader not in readers:
            known = ", ".join(sorted(readers)) or "none"
            raise BadInput(f"{where}: there is no reader {source.reader!r}", remedy=f"Readers: {known}.")
        out = {
            name: rule.reason
            for rule in source.exclude
            for pattern in rule.files
            for name in _matched(files, pattern, where, spec)
        }
        named = {name for pattern in source.files for name in _matched(files, pattern, where, spec)}
        companions = {name: _companions(source, name, files, where) for name in sorted(named - out.keys())}
        beside = {other for found in companions.values() for other in found.values()}
        for name in sorted(named - out.keys() - beside):
            if name in tasks:
                first = tasks[name].source.line
                raise BadInput(
                    f"{where}: {name} is already named by the entry in line {first}",
                    remedy="Exclude it in one of the two, with the reason.",
                )
            tasks[name] = ReadTask(name, companions[name], source)
        excluded |= {name: reason for name, reason in out.items() if name in named}
    excluded = {name: reason for name, reason in excluded.items() if name not in tasks}
    return [tasks[name] for name in sorted(tasks)], dict(sorted(excluded.items()))


def _matched(files: SourceFiles, pattern: str, where: str, spec: ReleaseSpec) -> Sequence[str]:
    names = files.match(pattern)
    if not names:
        raise BadInput(
            f"{where}: no file matches {pattern!r} below the root {spec.root!r}",
            remedy="Correct the pattern or the root (`root` in the spec is taken from the spec's folder; --root overrides it).",
        )
    return names


def _companions(source: SourceSpec, name: str, files: SourceFiles, where: str) -> dict[str, str]:
    """The companion files of a file: the template's `{stem}` and `{name}` are those of the file, in its own folder."""
    path = PurePosixPath(name)
    found: dict[str, str] = {}
    for key, template in source.companions.items():
        optional = template.endswith("?")
        beside = template.rstrip("?").replace("{stem}", path.stem).replace("{name}", path.name)
        other = (path.parent / beside).as_posix()
        if files.exists(other):
            found[key] = other
        elif not optional:
            raise BadInput(
                f"{where}: {name} has no companion {other} ({key})",
                remedy="Put it there, correct `companions`, or end the template with «?» to make it optional.",
            )
    return found


def result_key(task: ReadTask, data: bytes, companions: Mapping[str, bytes], code: str) -> str:
    """The key under which a file's documents are kept; `code` is the digest of the code that reads it."""
    spec = asdict(task.source)
    del spec["line"], spec["files"], spec["exclude"]
    said = {
        "name": task.name,
        "source": sha256(data),
        "companions": {key: sha256(value) for key, value in companions.items()},
        "spec": spec,
        "code": code,
    }
    return sha256(leaf_bytes(said))


def read_file(
    task: ReadTask, data: bytes, companions: Mapping[str, bytes], reader: Reader
) -> tuple[SourceRecord, list[DocumentRecord]]:
    """The documents of one file, each admitted.

    Raises:
        UnreadableSource: with the file's name, the place and the reason.

    """
    options = dict(task.source.options)
    for key, value in companions.items():
        try:
            options[key] = value.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableSource(task.companions[key], f"byte {error.start}", "not UTF-8 text") from error
    try:
        documents = reader(data, name=task.name, options=options)
    except UnreadableSource:
        raise
    except BadInput as error:
        raise UnreadableSource(task.name, "", str(error), remedy=error.remedy) from error
    except RecursionError as error:
        raise UnreadableSource(task.name, "", "nested too deeply") from error
    except Exception as error:
        # a reader that stumbles over one file must not hide which file it was
        reason = f"the reader {task.source.reader} failed: {type(error).__name__}: {error}"
        raise UnreadableSource(task.name, _raised_at(error), reason) from error
    if not documents:
        raise UnreadableSource(task.name, "", "the file holds no document")
    source = _source_record(task, data, documents[0].url)
    records: list[DocumentRecord] = []
    for document in documents:
        why = fault(document, data)
        if why:
            raise UnreadableSource(task.name, why[0], why[1])
        try:
            records.append(document_record(document, source, data=data, extent=task.source.extent, markup=not records))
        except UnicodeEncodeError as error:
            raise UnreadableSource(task.name, str(document.work), f"not Unicode text: {error.reason}") from error
    return source, records


def _raised_at(error: BaseException) -> str:
    """File and line of the code that raised: for a fault in a reader, the only place there is."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{PurePosixPath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""


def _source_record(task: ReadTask, data: bytes, url: str) -> SourceRecord:
    source = task.source
    return SourceRecord(
        name=task.name,
        sha256=sha256(data),
        bytes=len(data),
        media_type=MEDIA_TYPES.get(PurePosixPath(task.name).suffix[1:].lower(), "application/octet-stream"),
        publisher=source.publisher,
        licence=source.licence,
        legal_value=source.legal_value,
        redistribute=source.redistribute,
        reader=source.reader,
        url=url,
    )


def build_release(
    spec: ReleaseSpec,
    *,
    files: SourceFiles,
    readers: Mapping[str, Reader],
    read: Callable[[Sequence[ReadTask]], Iterator[Outcome]],
    shelf: Shelf,
    writer: Callable[[], ReleaseWriter],
    progress: Callable[[Progress], None] = lambda _: None,
    keep_going: bool = False,
    previous: Mapping[str, str] | None = None,
    lock: Locked | None = None,
) -> Built:
    """Build a release; `previous` is the `reference` of the manifest of the one before it, of the same jurisdiction.

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
    out = writer()
    counts, kinds, languages, extractors = _write(entries, outcomes, refused, shelf, out, progress)

    def manifest(written: WrittenFiles) -> Manifest:
        return Manifest(
            jurisdiction=spec.jurisdiction,
            tag=spec.tag,
            as_of=spec.as_of,
            title=spec.title,
            leaf_count=written.leaf_count,
            leaves_sha256=written.leaves_sha256,
            root=written.root,
            previous=previous,
            counts=counts,
            by_kind=kinds,
            by_language=languages,
            extractors=extractors,
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
    shelf.keep_only(outcome.key for outcome in outcomes if outcome.key)
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
        for work in dict.fromkeys(work for work, _ in outcome.expressions)
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
    read: Callable[[Sequence[ReadTask]], Iterator[Outcome]],
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


class _Entry(NamedTuple):
    work: str
    expression: str
    key: str
    number: int
    source: str


def _expressions(outcomes: Iterable[Outcome]) -> tuple[list[_Entry], list[Refused]]:
    """Where each expression lies, sorted by (work, expression); a second file for one is refused, naming both."""
    first: dict[str, _Entry] = {}
    doubles: list[Refused] = []
    for outcome in outcomes:
        for number, (work, expression) in enumerate(outcome.expressions):
            entry = _Entry(work, expression, outcome.key, number, outcome.task.name)
            known = first.setdefault(expression, entry)
            if known is not entry:
                doubles.append(
                    Refused(outcome.task.name, expression, f"this expression is already read from {known.source}")
                )
    return sorted(first.values()), doubles


def _write(
    entries: Sequence[_Entry],
    outcomes: Sequence[Outcome],
    refused: Sequence[Refused],
    shelf: Shelf,
    out: ReleaseWriter,
    progress: Callable[[Progress], None],
) -> tuple[dict[str, int], dict[str, int], dict[str, int], dict[str, int]]:
    """All leaves in order, with the texts and the index; counts by type, kind, language, extractor."""
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    extractors: Counter[str] = Counter()

    def put(leaf: Mapping[str, Any]) -> None:
        counts[leaf["type"]] += 1
        out.leaf(leaf_bytes(leaf))

    for entry in entries:
        for line in shelf.atoms(entry.key, entry.number):
            counts["atom"] += 1
            out.leaf(line)
            out.atom(line)
    expressions: list[bytes] = []
    findings: list[Mapping[str, Any]] = []
    ops: list[bytes] = []
    for number, entry in enumerate(entries, start=1):
        record = shelf.document(entry.key, entry.number)
        if record.blocks:
            counts["block"] += len(record.blocks)
        out.leaves(record.blocks)
        out.document(record)
        expressions.append(record.line)
        findings += record.findings
        ops += record.ops
        kinds[record.expression["kind"]] += 1
        languages[record.expression["language"]] += 1
        extractors[record.expression["extractor"]] += 1
        progress(Progress("writing", number, len(entries), entry.expression))
    for line in expressions:
        counts["expression"] += 1
        out.leaf(line)
    findings += [_refused_finding(number, each) for number, each in enumerate(refused)]
    findings.sort(key=lambda leaf: (leaf.get("work", ""), leaf.get("expression", ""), leaf["id"]))
    for finding in findings:
        put(finding)
        out.finding(leaf_bytes(finding))
    for line in ops:
        counts["op"] += 1
        out.leaf(line)
        out.op(line)
    sources = sorted(
        (outcome.source for outcome in outcomes if outcome.source), key=lambda each: (each.sha256, each.name)
    )
    for source in sources:
        put(source_leaf(source))
    for source in sorted(sources, key=lambda each: each.name):
        out.lock(lock_line(source))
    for work, leaves in _by_work(expressions):
        held = work_leaf(work, leaves)
        put(held)
        out.work(held)
    return dict(counts), dict(kinds), dict(languages), dict(extractors)


def _refused_finding(number: int, refused: Refused) -> Mapping[str, Any]:
    return {
        "type": "finding",
        "id": f"source_refused/{refused.name}/{refused.place}/{number}",
        "code": "source_refused",
        "parameters": {"name": refused.name, "place": refused.place, "reason": refused.reason},
        "start": None,
        "end": None,
    }


def _by_work(expressions: Sequence[bytes]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Runs of expressions of one work; they are sorted by work."""
    for work, run in groupby((json.loads(line) for line in expressions), key=lambda leaf: str(leaf["work"])):
        yield work, list(run)
