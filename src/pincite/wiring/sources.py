"""The folders of sources a release is built from: fetched, added, locked, described.

Keeps true: nothing is fetched but from the hosts of the publishers' collections that were asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from glob import escape as glob_escape
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.wiring.chats import now
from pincite.wiring.installed import catalogue, readers

if TYPE_CHECKING:
    from httpx import BaseTransport

    from pincite.corpus.source_lock import Difference, LockLine
    from pincite.corpus.spec import FetchOrder
    from pincite.workflows.add_sources import Added, Said
    from pincite.workflows.fetch_sources import Fetched, Outcome


def fetch(
    what: Path | Sequence[FetchOrder],
    out: Path | None = None,
    *,
    locked: bool = False,
    only_list: bool = False,
    record: Path | None = None,
    replay: Path | None = None,
    transport: BaseTransport | None = None,
    progress: Callable[[Outcome, int, int], None] = lambda *_: None,
) -> tuple[Path, Fetched]:
    """Fetch law into a folder of sources; returns the folder and what came of each file.

    Args:
        what: a spec with `fetch`, a SOURCES.lock (exactly its files are fetched), or orders.
        out: the folder; a spec's own root when it is not named.
        locked: leave files that changed at their publisher as they are.
        only_list: say what exists, and fetch nothing.
        record: folder to which every exchange with a publisher is written.
        replay: such a folder, which answers instead of the network.
        transport: another than the network's (tests).
        progress: told of each outcome.

    Raises:
        BadInput: what is asked for cannot be.
        CannotRun: the folder cannot be written; what fails at a publisher is an outcome.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.http import Http, network  # noqa: PLC0415
    from pincite.corpus.source_lock import LOCK, read_lock  # noqa: PLC0415
    from pincite.corpus.spec import read_spec  # noqa: PLC0415
    from pincite.storage.source_folder import SourceFolder  # noqa: PLC0415
    from pincite.workflows.fetch_locked import fetch_locked  # noqa: PLC0415
    from pincite.workflows.fetch_sources import fetch_sources  # noqa: PLC0415

    lines = None
    orders: Sequence[FetchOrder] = ()
    if isinstance(what, Path):
        data = file_of(what)
        if what.name == LOCK:
            lines = read_lock(data, name=LOCK)
        else:
            spec = read_spec(data, name=what.name)
            orders, out = spec.fetch, out or what.parent / spec.root
            if not orders:
                raise BadInput(f"{what.name} names nothing to fetch", remedy="Add the key `fetch` (docs/sources.md).")
    else:
        orders = what
    if out is None:
        raise BadInput("where to?", remedy="Name a folder with --out.")
    known = catalogue()
    named = [order.collection for order in orders] if lines is None else [each.collection for each in lines.values()]
    asked = [each for name, each in known.collections.items() if name in named and not (lines and each.one_at_a_time)]
    hosts = {host: each.seconds_between for each in asked for host in each.hosts}
    if replay is not None:
        from pincite.connectors.recorded import Replay  # noqa: PLC0415

        transport, hosts = Replay(replay), dict.fromkeys(hosts, 0.0)
    if record is not None:
        from pincite.connectors.recorded import Recording  # noqa: PLC0415

        transport = Recording(transport or network(settings.proxy(), settings.ca_file()), record)
    client = Http(hosts, transport=transport or network(settings.proxy(), settings.ca_file()))
    with client as net, SourceFolder(out) as store:
        if lines is not None:
            return out, fetch_locked(lines.values(), known, net, store, progress=progress)
        return out, fetch_sources(
            *(orders, known, net, store), readers=readers(), locked=locked, only_list=only_list, progress=progress
        )


def add(files: Sequence[Path], out: Path, said: Said) -> list[Added]:
    """Add files that somebody downloaded to a folder of sources.

    Raises:
        BadInput: a file is not recognised, or another has its place; those before it are added.

    """
    from pincite.storage.source_folder import SourceFolder  # noqa: PLC0415 (as above)
    from pincite.workflows.add_sources import Given, add_source  # noqa: PLC0415

    with SourceFolder(out) as store:
        added: list[Added] = []
        for path in files:
            beside = {each.name: file_of(each) for each in _siblings(path)}
            given = Given(path.name, file_of(path), beside)
            added.append(add_source(given, said, catalogue(), readers(), store, now=now()[:19] + "Z"))
        return added


def check_lock(folder: Path, *, accept: Sequence[str] = ()) -> tuple[Mapping[str, LockLine], Sequence[Difference]]:
    """The lock of a folder of sources and how the folder differs from it, after files were accepted as they are now.

    Raises:
        BadInput: there is no lock, or it has no line for a file to accept.

    """
    from dataclasses import replace  # noqa: PLC0415 (as above)

    from pincite.storage.source_folder import SourceFolder, differences, lock_of  # noqa: PLC0415

    if not lock_of(folder):
        raise BadInput(f"{folder} has no SOURCES.lock", remedy="Fetch or add files: docs/sources.md.")
    with SourceFolder(folder) as store:
        for name in accept:
            line = store.lines.get(name)
            if line is None:
                raise BadInput(f"the lock has no line for {name!r}", remedy="Add the file: pincite corpus add.")
            data = store.read(name)
            if data is None:
                store.forget(name)
            elif sha256(data) != line.sha256:
                # no longer what the publisher sent: since when is now, and whence is not known
                now_there = replace(line, sha256=sha256(data), bytes=len(data), retrieved_at=now()[:19] + "Z")
                store.put(replace(now_there, url="", etag="", last_modified="", collection="", member=""), data)
        return store.lines, differences(folder, store.lines.values())


def write_spec(
    folder: Path, *, jurisdiction: str, as_of: str, tag: str = "", title: str = "", out: Path | None = None
) -> str:
    """The spec of a release of what a folder of sources holds; written to `out`, if named.

    Raises:
        BadInput: there is nothing of the jurisdiction, or `out` is there already.

    """
    from pincite.storage.source_folder import lock_of  # noqa: PLC0415 (as above)
    from pincite.workflows.write_spec import spec_text  # noqa: PLC0415

    root = os.path.relpath(folder, out.parent) if out else str(folder)
    text = spec_text(
        lock_of(folder).values(),
        catalogue(),
        jurisdiction=jurisdiction,
        tag=tag or as_of.replace("-", "."),
        as_of=as_of,
        title=title,
        root=Path(root).as_posix(),
    )
    if out is not None:
        try:
            with out.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}", remedy="Name a new file.") from error
    return text


def _siblings(path: Path) -> Sequence[Path]:
    """Files beside a file that may belong to it: of the same stem."""
    found = path.parent.glob(f"{glob_escape(path.stem)}.*") if path.parent.is_dir() else ()
    return sorted(each for each in found if each != path and each.is_file())


def file_of(path: Path) -> bytes:
    """The bytes of a file that a user named.

    Raises:
        BadInput: it cannot be read.

    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", remedy="Name a file that is there.") from error
