"""A repository of fictional releases with its keys; and a simulator that serves any state of it, with any file changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.attacks.signed import House
from tests.corpus import library
from tests.transparency.keys import LOG, signer
from tuf.api.exceptions import DownloadHTTPError
from tuf.ngclient.fetcher import FetcherInterface

from pincite.connectors.releases import Repository
from pincite.storage.edition_folder import FolderEdition
from pincite.storage.pulled_folder import PulledFolder
from pincite.storage.release_parts import FolderParts
from pincite.storage.tuf_repository import Keys, Lifetimes, TufRepository
from pincite.transparency.policy import trusting
from pincite.workflows.publish_release import Published, descriptor_name, publish_release
from pincite.workflows.pull_release import Pulled, pull_release

NOW = datetime.now(UTC)
ROOTS = tuple(signer(f"root{n}.example", 40 + n) for n in range(4))
TARGETS, OTHER_TARGETS = signer("targets.example", 50), signer("targets2.example", 51)
ONLINE, OTHER_ONLINE = signer("online.example", 60), signer("online2.example", 61)
KEYS = Keys(root=ROOTS[:2], root_threshold=2, targets=(TARGETS,), online=ONLINE)

MIXED = """jurisdiction: hk
tag: {tag}
as_of: 2026-11-30
title: Fictional library, in part for oneself
root: {root}
sources:
  - {{files: ["cap9*.tiny"], reader: tiny, publisher: The tests, licence: private, legal_value: official, redistribute: {cap9}}}
  - {{files: ["hkca*.tiny"], reader: tiny, publisher: The tests, licence: free, legal_value: official, redistribute: {hkca}}}
coverage:
  - {{name: Appeals of 2025, works: [hk/hkca/2025], complete: true}}
"""


@dataclass
class Publisher:
    """A house of releases, and its repository."""

    folder: Path
    house: House = field(init=False)

    def __post_init__(self) -> None:
        self.house = House(self.folder)

    @property
    def path(self) -> Path:
        return self.folder / "repository"

    @property
    def root(self) -> bytes:
        return (self.path / "root.json").read_bytes()

    def repository(self, *, at: datetime = NOW, days: int = 30) -> TufRepository:
        return TufRepository(self.path, now=at, days=Lifetimes(online=days))

    def mixed(self, *, tag: str = "2026.11.30", cap9: str = "quote", hkca: str = "full") -> Path:
        """A signed release of which a part may not be passed on."""
        library.write(self.folder / "mixed", library.HK)
        spec = self.folder / "mixed.yaml"
        spec.write_text(MIXED.format(tag=tag, root="mixed", cap9=cap9, hkca=hkca), "utf-8")
        library.build(spec, self.folder / "own")
        release = self.folder / "own" / "hk" / tag
        self.house.sign(release)
        return release

    def publish(self, release: Path, *, keys: Keys = KEYS, at: datetime = NOW, days: int = 30) -> Published:
        """Put out a release as the current one."""
        out = self.folder / "edition"
        shutil.rmtree(out, ignore_errors=True)
        made = publish_release(FolderParts(release), lambda: FolderEdition(release, out))
        described = made.descriptor
        jurisdiction, _, tag = described.release.partition("/")
        data = described.to_bytes()
        self.repository(at=at, days=days).publish(
            {f"{described.release}/{name}": out / name for name in described.files},
            {descriptor_name(jurisdiction): data, descriptor_name(jurisdiction, tag): data},
            keys,
        )
        return made

    def state(self, name: str) -> Path:
        """A copy of the repository as it is now."""
        return Path(shutil.copytree(self.path, self.folder / "states" / name))


@dataclass
class Simulator(FetcherInterface):
    """Serves the files of a folder; `change` may give other pieces for a file, or none."""

    folder: Path
    change: Callable[[str, bytes], Iterator[bytes] | bytes | None] = lambda _, data: data
    asked: list[str] = field(default_factory=list)

    def _fetch(self, url: str) -> Iterator[bytes]:
        name = url.removeprefix("https://mirror.example/")
        self.asked.append(name)
        path = self.folder / name
        given = self.change(name, path.read_bytes() if path.is_file() else b"")
        if given is None or (not path.is_file() and given == b""):
            raise DownloadHTTPError(f"{name} is not there", 404)
        return iter([given]) if isinstance(given, bytes) else given


@dataclass
class Client:
    """Somebody who pulls."""

    out: Path

    def pull(self, fetcher: FetcherInterface, *, root: bytes | None = None, tag: str = "") -> Pulled:
        repository = Repository("https://mirror.example", fetcher, self.out / ".pull", trusted=root)
        repository.refresh()
        return pull_release(
            repository,
            "hk",
            lambda release: PulledFolder(self.out, release, repository.download),
            tag=tag,
            policy=trusting([LOG.verifier]),
        )

    def files(self, release: str = "hk/2026.11.30") -> dict[str, bytes]:
        folder = self.out / release
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def past(days: int) -> datetime:
    return NOW - timedelta(days=days)
