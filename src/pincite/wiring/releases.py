"""The releases that are built, pulled and asked.

Keeps true: a release is verified before anything is read from it, by the policy of the setting PINCITE_POLICY, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.law.reader import Reader
from pincite.wiring.installed import readers
from pincite.wiring.rules import code_of

if TYPE_CHECKING:
    from httpx import BaseTransport

    from pincite.corpus.spec import ReleaseSpec
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.storage.sqlite.corpus_pool import CorpusPool
    from pincite.transparency.policy import Policy
    from pincite.workflows.build_release import Built, Progress
    from pincite.workflows.pull_release import Pulled
    from pincite.workflows.read_sources import Kept


def build(
    spec_file: Path,
    out: Path,
    *,
    root: Path | None = None,
    keep_going: bool = False,
    jobs: int = 1,
    replace: bool = False,
    previous: Path | None = None,
    whole_index: bool = False,
    progress: Callable[[Progress], None] = lambda _: None,
    readers_from: Callable[[], Mapping[str, Reader]] = readers,
    code: Callable[[str], str] = code_of,
) -> Built:
    """Build the release of a spec below `out`, as `<out>/<jurisdiction>/<tag>/`.

    What was read is kept in `<out>/.work/<jurisdiction>/`, so that a build that was stopped goes on, and the next one
    reads only what changed. `previous` is the folder of the release before this one, which the manifest will name.
    The index of the build before is brought up to date when little changed; `whole_index` has it written anew, so that
    all bytes are those of a build in an empty folder.
    `readers_from` and `code` are module-level functions: other processes call them too.

    Raises:
        BadInput: a wrong spec, or files that cannot be read (all are named).
        CannotRun: the disk, or another build of this release at the same time.

    """
    from pincite.corpus.spec import read_spec  # noqa: PLC0415 (what a build needs, only a build loads)
    from pincite.storage.build_lock import build_lock  # noqa: PLC0415
    from pincite.storage.reading import Reading  # noqa: PLC0415
    from pincite.storage.release_index import Indexing  # noqa: PLC0415
    from pincite.storage.release_writer import FolderWriter  # noqa: PLC0415
    from pincite.storage.shelf import FolderShelf  # noqa: PLC0415
    from pincite.storage.source_files import FolderFiles  # noqa: PLC0415
    from pincite.storage.source_folder import FolderLock  # noqa: PLC0415
    from pincite.storage.workers import seldom_collected  # noqa: PLC0415
    from pincite.workflows.build_release import build_release  # noqa: PLC0415

    try:
        data = spec_file.read_bytes()
    except OSError as error:
        raise BadInput(
            f"the spec {spec_file} cannot be read: {error.strerror}", remedy="Name the spec's YAML file."
        ) from error
    spec = read_spec(data, name=spec_file.name)
    before = _previous(previous, spec) if previous else None
    files = FolderFiles(root if root is not None else spec_file.parent / spec.root)
    work = out / ".work" / spec.jurisdiction
    used = sorted({source.reader for source in spec.sources if source.reader in readers_from()})
    writers: list[FolderWriter] = []

    with build_lock(work), seldom_collected():
        shelf = FolderShelf(work)
        index = Indexing(shelf, out, sha256("".join(map(code, used)).encode()), anew=whole_index)

        def writer(documents: Sequence[Kept]) -> FolderWriter:
            begin = index(documents)
            writers.append(FolderWriter(out, spec.jurisdiction, spec.tag, shelf=shelf, index=begin, replace=replace))
            return writers[0]

        try:
            return build_release(
                spec,
                files=files,
                readers=readers_from(),
                read=Reading(files, shelf, readers=readers_from, code=code, jobs=jobs),
                forget=shelf.keep_only,
                writer=writer,
                progress=progress,
                keep_going=keep_going,
                previous=before,
                lock=FolderLock(files.root),
            )
        except BaseException:
            for each in writers:
                each.abandon()
            raise
        finally:
            shelf.close()


def _previous(folder: Path, spec: ReleaseSpec) -> Mapping[str, str]:
    from pincite.storage.release_folder import read_release  # noqa: PLC0415 (as above)

    manifest = read_release(folder).manifest
    if manifest.jurisdiction != spec.jurisdiction or manifest.tag == spec.tag:
        raise BadInput(
            f"{folder} holds {manifest.name}, which cannot come before {spec.jurisdiction}/{spec.tag}",
            remedy="Name a release of the same jurisdiction under another tag.",
        )
    return manifest.reference


def pull(
    source: str,
    jurisdictions: Sequence[str],
    out: Path,
    *,
    root: bytes | None = None,
    tag: str = "",
    policy: Policy | None = None,
    transport: BaseTransport | None = None,
) -> Iterator[Pulled]:
    """Pull the current release of each jurisdiction, or the one of a tag, from a repository into a folder of releases.

    What was seen of the repository is remembered in `<out>/.pull`.

    Args:
        source: `https://…` or a folder.
        jurisdictions: whose releases.
        out: the folder of releases.
        root: the repository's root, needed the first time.
        tag: of an older release.
        policy: whose signatures are asked of the releases themselves; None looks at all but them.
        transport: another than the network's (tests).

    Raises:
        CorruptRelease: the repository, or a release, is not to be trusted.
        BadInput, CannotRun: there is no such release; it cannot be reached.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.http import network  # noqa: PLC0415
    from pincite.connectors.releases import Repository, fetcher_of  # noqa: PLC0415
    from pincite.storage.build_lock import build_lock  # noqa: PLC0415
    from pincite.storage.pulled_folder import PulledFolder  # noqa: PLC0415
    from pincite.workflows.pull_release import pull_release  # noqa: PLC0415

    address, fetcher = fetcher_of(source, transport or network(settings.proxy(), settings.ca_file()))
    state = out / ".pull"
    with build_lock(state, "pull"):
        repository = Repository(address, fetcher, state, trusted=root)
        repository.refresh()
        for jurisdiction in jurisdictions:
            places: list[PulledFolder] = []

            def place(release: str, places: list[PulledFolder] = places) -> PulledFolder:
                places.append(PulledFolder(out, release, repository.download))
                return places[-1]

            try:
                yield pull_release(repository, jurisdiction, place, tag=tag, policy=policy)
            finally:
                for each in places:
                    each.clear()


def open_corpus(releases: Sequence[Path], *, at_release: Sequence[str] = ()) -> SqliteCorpus:
    """An ordered set of releases, verified; by the policy of the setting PINCITE_POLICY, if there is one.

    Args:
        releases: release folders, or folders in which releases lie (`<out>`, `<out>/<jurisdiction>`); when empty, those
            of the setting PINCITE_RELEASES.
        at_release: tags (`hk/2026.11.30`), to choose where a folder holds several of one jurisdiction.

    Raises:
        CannotRun: none is there, or one is corrupt.
        BadInput: two releases of one jurisdiction, and none is chosen.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.release_folder import choose_releases  # noqa: PLC0415
    from pincite.storage.sqlite.corpus import SqliteCorpus  # noqa: PLC0415
    from pincite.storage.trust_files import read_policy  # noqa: PLC0415

    named = settings.policy()
    policy = read_policy(named) if named else None
    return SqliteCorpus(choose_releases(tuple(releases) or settings.releases(), at_release, policy))


def open_pool(releases: Sequence[Path], *, at_release: Sequence[str] = (), size: int = 4) -> CorpusPool:
    """The same set for several threads, as servers need it; arguments and errors are those of `open_corpus`.

    `size`: how many threads read at a time.
    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.release_folder import choose_releases  # noqa: PLC0415
    from pincite.storage.sqlite.corpus_pool import CorpusPool  # noqa: PLC0415
    from pincite.storage.trust_files import read_policy  # noqa: PLC0415

    named = settings.policy()
    policy = read_policy(named) if named else None
    return CorpusPool(choose_releases(tuple(releases) or settings.releases(), at_release, policy), size)


def no_releases() -> SqliteCorpus:
    """A set of no releases at all: only what services send is then checked."""
    from pincite.storage.sqlite.corpus import SqliteCorpus  # noqa: PLC0415 (as above)

    return SqliteCorpus(())
