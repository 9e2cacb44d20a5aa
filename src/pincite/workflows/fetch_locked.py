"""Fetch again exactly what a lock says: the same files with the same lines, so that anybody builds the same release.

Keeps true: a file that is another at its publisher now is refused, with the difference, and nothing is written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pincite.corpus.exchange import Net, Request
from pincite.corpus.publishers import Catalogue
from pincite.corpus.source_lock import LockLine
from pincite.digests import sha256
from pincite.errors import CannotRun, PinciteError
from pincite.workflows.fetch_sources import Fetched, Outcome, Store

__all__ = ["fetch_locked"]


def fetch_locked(
    lines: Iterable[LockLine],
    catalogue: Catalogue,
    net: Net,
    store: Store,
    *,
    progress: Callable[[Outcome, int, int], None] = lambda *_: None,
) -> Fetched:
    """Fetch exactly what a lock says, each file with its line; one that is another at its publisher now is refused.

    Files that were added by hand, and those of publishers that allow single documents only, are left out and said.
    """
    outcomes: list[Outcome] = []
    given = list(lines)

    def say(outcome: Outcome) -> None:
        outcomes.append(outcome)
        progress(outcome, len(outcomes), len(given))

    archives: dict[str, list[LockLine]] = {}
    for line in given:
        collection = catalogue.collections.get(line.collection)
        if store.lines.get(line.name) == line and store.held(line.name):
            say(Outcome(line.name, "unchanged", bytes=line.bytes))
        elif collection is None or not line.url:
            say(Outcome(line.name, "left", "it was added by hand: hand it on by hand"))
        elif collection.one_at_a_time:
            say(Outcome(line.name, "left", f"{collection.name} gives one document at a time, at a user's request"))
        elif not line.url.startswith(tuple(f"https://{host}/" for host in collection.hosts)):
            say(Outcome(line.name, "refused", f"{line.url} is no address of {collection.name}"))
        elif line.member:
            archives.setdefault(f"{line.url} {line.accept} {line.accept_language}", []).append(line)
        else:
            say(_locked(line, lambda line=line: _asked(line, net), store))  # type: ignore[misc]
    for key, group in archives.items():
        path = store.archive(key)
        for outcome in _locked_members(group, net, store, path):
            say(outcome)
    return Fetched(tuple(outcomes))


def _request(line: LockLine) -> Request:
    wishes = {"accept": line.accept, "accept-language": line.accept_language}
    return Request("GET", line.url, {key: value for key, value in wishes.items() if value})


def _asked(line: LockLine, net: Net) -> bytes:
    answer = net.ask(_request(line))
    if answer.status != 200:
        raise CannotRun(f"{line.url} answers {answer.status}")
    return answer.body


def _locked(line: LockLine, data: Callable[[], bytes], store: Store) -> Outcome:
    try:
        found = data()
        if sha256(found) != line.sha256:
            return Outcome(line.name, "refused", f"another is there now:\n    {store.difference(line, found)}")
        store.put(line, found)
    except PinciteError as error:
        return Outcome(line.name, "refused", str(error))
    return Outcome(line.name, "new", bytes=line.bytes)


def _locked_members(group: Sequence[LockLine], net: Net, store: Store, path: str) -> Iterator[Outcome]:
    by_member = {line.member: line for line in group}
    try:
        if store.digest(path) != group[0].archive_sha256:
            answer = net.download(_request(group[0]), path)
            if answer.status != 200:
                raise CannotRun(f"{group[0].url} answers {answer.status}")
        for name, data in store.members(path, by_member):
            line = by_member.pop(name)
            yield _locked(line, lambda data=data: data, store)  # type: ignore[misc]
    except PinciteError as error:
        store.discard(path)
        yield from (Outcome(line.name, "refused", str(error)) for line in by_member.values())
        return
    yield from (Outcome(line.name, "refused", f"{line.url} has it no more") for line in by_member.values())
