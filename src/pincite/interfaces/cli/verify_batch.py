"""`pincite verify --batch FOLDER`: all drafts of a folder, on all cores, going on where an earlier run stopped.

Keeps true: each process opens the releases once and each authority once; a report is on the disk before its draft is noted as done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pincite.errors import BadInput, CannotRun

if TYPE_CHECKING:
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.drafts.shelf import Shelf
    from pincite.workflows.verify_batch import Done

__all__ = ["Batch", "show_totals", "verify_batch"]


@dataclass(frozen=True)
class Batch:
    """What is asked of all drafts; handed to each process.

    Attributes:
        folder, out: of the drafts and of what is written.
        release, at_release: as for one draft.
        checked_on, as_of, draft_language, tracked, privacy, judge: as for one draft.

    """

    folder: Path
    out: Path
    release: Sequence[Path]
    at_release: Sequence[str]
    checked_on: str
    as_of: str = ""
    draft_language: str = ""
    tracked: str = "final"
    privacy: str = ""
    judge: str = ""


@dataclass
class _Process:
    """What a process keeps between drafts."""

    corpus: RememberedCorpus
    shelf: Shelf
    asked: Mapping[str, Any] = field(default_factory=dict)


_HERE: dict[str, _Process] = {}


def verify_batch(batch: Batch, *, jobs: int) -> Sequence[Done]:
    """Verify the drafts that no earlier run has finished; tell how each went; write the table of authorities.

    Raises:
        BadInput: the folder, or the setting of privacy.
        CannotRun: the releases, or the disk.

    """
    from pincite.storage.batch_folder import Journal, drafts_in
    from pincite.storage.release_log import write_whole
    from pincite.workflows.verify_batch import AUTHORITIES, authorities_table

    drafts = [str(path.relative_to(batch.folder)) for path in drafts_in(batch.folder) if batch.out not in path.parents]
    # what cannot be opened stops the batch here, once, and not in every process
    state = _open(batch)
    with Journal(batch.out) as journal:
        # keys are made here alone, so that all drafts of a run have them from the same rules
        keys = {name: _key(batch, state, name) for name in drafts}
        waiting = [name for name in drafts if not _is_done(batch, keys[name], journal.done.get(name))]
        for number, result in enumerate(_results(batch, waiting, jobs), 1):
            done = replace(result, key=keys[result.draft])
            journal.note(done)
            said = done.reason or done.delivery
            typer.echo(f"{number}/{len(waiting)}  {done.draft}  {said}", err=True)
        everything = [journal.done[name] for name in drafts if name in journal.done]
    write_whole(batch.out / AUTHORITIES, authorities_table(everything).encode())
    return everything


def _key(batch: Batch, state: _Process, name: str) -> str:
    """The key of a draft; "" when it cannot be read."""
    from pincite.workflows.verify_batch import job_key

    try:
        return job_key((batch.folder / name).read_bytes(), name, state.asked)
    except OSError:
        return ""


def _is_done(batch: Batch, key: str, before: Done | None) -> bool:
    if before is None or not key or (before.report and not (batch.out / before.report).exists()):
        return False
    return before.key == key


def _results(batch: Batch, names: Sequence[str], jobs: int) -> Iterator[Done]:
    if jobs <= 1 or len(names) < 2:
        yield from (_one(batch, name) for name in names)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_open, initargs=(batch,)) as pool:
        waiting = [pool.submit(_one, batch, name) for name in names]
        for each in as_completed(waiting):
            yield each.result()


def _open(batch: Batch) -> _Process:
    """The corpus of this process, opened once."""
    from pincite import wiring
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.drafts.shelf import Shelf

    key = repr(batch)
    if key not in _HERE:
        corpus = wiring.open_corpus(batch.release, at_release=batch.at_release)
        asked = {
            "releases": {each.name: each.release.digest for each in corpus.releases},
            "as_of": batch.as_of,
            "language": batch.draft_language,
            "tracked": batch.tracked,
            "privacy": batch.privacy,
            "judge": batch.judge,
            "versions": dict(wiring.versions()),
        }
        _HERE[key] = _Process(RememberedCorpus(corpus), Shelf(), asked)
    return _HERE[key]


def _one(batch: Batch, name: str) -> Done:
    """Check one draft, write its report, say what is to be noted."""
    from pincite import wiring
    from pincite.reports.audit import audit_folder
    from pincite.storage.audit_folder import write_audit
    from pincite.workflows.verify_batch import done_of, failed

    here = _open(batch)
    path = batch.folder / name
    try:
        data = path.read_bytes()
    except OSError as error:
        return failed(name, "", f"cannot be read: {error.strerror}")
    settled = wiring.privacy_for(path, batch.privacy)
    egress = wiring.door_of(settled, judges=wiring.judge_addresses(batch.judge))
    try:
        report = wiring.verify(
            data,
            path.name,
            here.corpus,
            checked_on=batch.checked_on,
            as_of=batch.as_of,
            draft_language=batch.draft_language,
            path=str(path),
            tracked="original" if batch.tracked == "original" else "final",
            judge=wiring.judge_of(batch.judge, egress=egress),
            privacy=settled,
            egress=egress,
            shelf=here.shelf,
        )
    except (BadInput, CannotRun) as error:
        return failed(name, "", str(error))
    written = write_audit(audit_folder(report), batch.out / Path(name).parent)
    return done_of(name, "", written.relative_to(batch.out).as_posix(), report)


def show_totals(done: Sequence[Done], out: Path) -> None:
    """The closing lines of a batch."""
    from pincite.workflows.verify_batch import AUTHORITIES, totals

    sums = totals(done)
    typer.echo(f"Drafts: {len(done)}  " + " | ".join(f"{key}: {count}" for key, count in sums.drafts.items()))
    typer.echo("Citations: " + " | ".join(f"{key}: {count}" for key, count in sums.citations.items()))
    typer.echo(f"Authorities: {sums.authorities}, cited {sums.occurrences} times: {out / AUTHORITIES}")
    sys.stdout.flush()
