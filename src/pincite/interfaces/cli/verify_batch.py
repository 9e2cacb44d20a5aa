"""`pincite verify --batch FOLDER`: all drafts of a folder, on all cores, going on where an earlier run stopped.

Keeps true: each process opens the releases once and each authority once; a report is on the disk before its draft is noted as done.
Live services are asked by one process, one draft after the other, so that their rates are kept; what they sent for one draft is asked
again for the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pincite.errors import BadInput, CannotRun

if TYPE_CHECKING:
    from pincite.connectors.services import ServiceTools
    from pincite.corpus.answers import Corpus
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.corpus.services import Services
    from pincite.drafts.shelf import Shelf
    from pincite.privacy.egress import Door
    from pincite.privacy.modes import Privacy
    from pincite.workflows.verify_batch import Done

__all__ = ["Batch", "show_totals", "verify_batch"]


@dataclass(frozen=True)
class Batch:
    """What is asked of all drafts; handed to each process.

    Attributes:
        folder, out: of the drafts and of what is written.
        release, at_release: as for one draft.
        checked_on, as_of, draft_language, tracked, privacy, judge, live, services, existence_lookup: as for one draft.

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
    live: bool = False
    services: Path | None = None
    existence_lookup: str = ""


@dataclass
class _Process:
    """What a process keeps between drafts."""

    corpus: RememberedCorpus
    shelf: Shelf
    asked: Mapping[str, Any] = field(default_factory=dict)
    services: Services | None = None
    doors: dict[Privacy, tuple[Door, ServiceTools]] = field(default_factory=dict)
    stack: ExitStack = field(default_factory=ExitStack)


_HERE: dict[str, _Process] = {}


def verify_batch(batch: Batch, *, jobs: int) -> Sequence[Done]:
    """Verify the drafts that no earlier run has finished; tell how each went; write the table of authorities.

    Raises:
        BadInput: the folder, or the setting of privacy.
        CannotRun: the releases, or the disk.

    """
    from pincite.storage.batch_folder import Journal, drafts_in, no_drafts_in
    from pincite.storage.release_log import write_whole
    from pincite.workflows.verify_batch import AUTHORITIES, authorities_table

    drafts = [str(path.relative_to(batch.folder)) for path in drafts_in(batch.folder) if batch.out not in path.parents]
    others = [path.relative_to(batch.folder) for path in no_drafts_in(batch.folder) if batch.out not in path.parents]
    for path in others:
        typer.echo(f"not checked, no kind of draft: {path}", err=True)
    # what cannot be opened stops the batch here, once, and not in every process
    state = _open(batch)
    with Journal(batch.out) as journal:
        # keys are made here alone, so that all drafts of a run have them from the same rules
        keys = {name: _key(batch, state, name) for name in drafts}
        waiting = [name for name in drafts if not _is_done(batch, keys[name], journal.done.get(name))]
        with state.stack:
            for number, result in enumerate(_results(batch, waiting, 1 if batch.live else jobs), 1):
                done = replace(result, key=keys[result.draft])
                journal.note(done)
                said = done.reason or done.delivery
                typer.echo(f"{number}/{len(waiting)}  {done.draft}  {said}", err=True)
        state.doors.clear()
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
    from pincite import settings, wiring
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.digests import sha256
    from pincite.drafts.shelf import Shelf

    key = repr(batch)
    if key not in _HERE:
        services = wiring.live_services(batch.services) if batch.live else None
        alone = services is not None and not (batch.release or settings.releases())
        corpus = wiring.no_releases() if alone else wiring.open_corpus(batch.release, at_release=batch.at_release)
        asked = {
            "releases": {each.name: each.release.digest for each in corpus.releases},
            "as_of": batch.as_of,
            "language": batch.draft_language,
            "tracked": batch.tracked,
            "privacy": batch.privacy,
            "judge": batch.judge,
            "versions": dict(wiring.versions()),
        }
        if services is not None:
            # what services answer is of its day
            asked["live"] = {
                "on": batch.checked_on,
                "services": sha256(repr(services).encode()),
                "existence_lookup": batch.existence_lookup,
            }
        _HERE[key] = _Process(RememberedCorpus(corpus), Shelf(), asked, services)
    return _HERE[key]


def _behind(here: _Process, batch: Batch, settled: Privacy) -> tuple[Door, Corpus, Shelf]:
    """The door of a draft, the corpus it is checked against, and what is kept of sources.

    With live services there is one door for all drafts of the same privacy, so that connections and rates last; the list of what
    left begins anew with each draft. Nothing is kept of what services sent.
    """
    from pincite import wiring
    from pincite.drafts.shelf import Shelf

    if here.services is None:
        return wiring.door_of(settled, judges=wiring.judge_addresses(batch.judge)), here.corpus, here.shelf
    if settled not in here.doors:
        door = wiring.door_of(settled, judges=wiring.judge_addresses(batch.judge))
        here.doors[settled] = door, here.stack.enter_context(wiring.service_tools(door))
    door, tools = here.doors[settled]
    return door, wiring.live_corpus(here.corpus, tools, here.services, today=batch.checked_on), Shelf()


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
    settled = wiring.privacy_for(path, batch.privacy, existence_lookup=batch.existence_lookup)
    egress, corpus, shelf = _behind(here, batch, settled)
    try:
        report = wiring.verify(
            data,
            path.name,
            corpus,
            checked_on=batch.checked_on,
            as_of=batch.as_of,
            draft_language=batch.draft_language,
            path=str(path),
            tracked="original" if batch.tracked == "original" else "final",
            judge=wiring.judge_of(batch.judge, egress=egress),
            privacy=settled,
            egress=egress,
            shelf=shelf,
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
