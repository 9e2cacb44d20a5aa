"""Release folders: finding them, reading their manifest, and checking that they hold what it says.

Keeps true: nothing is read from a release whose index differs from its manifest; a set holds one release a jurisdiction,
in the order in which they were named; where several of one are named, the tag chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.corpus.answers import Signature
from pincite.corpus.edition import EDITION, Edition
from pincite.corpus.manifest import FileRecord, Manifest
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.release_parts import FolderParts
from pincite.transparency.policy import Policy
from pincite.workflows.verify_release import CHECKPOINT, PROOF, verify_signatures

__all__ = ["ReleaseFolder", "choose_releases", "find_releases", "read_release", "verify_files"]

MANIFEST = "manifest.json"
INDEX = "index/corpus.db"
DEPTH = 2
_REBUILD = "Build the release again with `pincite corpus build`, or fetch it again."


@dataclass(frozen=True, slots=True)
class ReleaseFolder:
    """A release in a folder, its manifest read and its index verified."""

    path: Path
    manifest: Manifest
    digest: str
    signature: Signature = "unsigned"
    edition: Edition | None = None
    """What is there of it, when texts that may not be passed on are not."""

    @property
    def files(self) -> tuple[FileRecord, ...]:
        """The files that are to be there, besides the manifest and the signed ones."""
        return (self.edition or self.manifest).files

    @property
    def index(self) -> Path:
        """The SQLite index."""
        return self.path / INDEX


def find_releases(folder: Path) -> list[Path]:
    """The folders at or below `folder` (two levels) that hold a manifest, sorted; hidden ones are builds at work."""
    if (folder / MANIFEST).is_file():
        return [folder]
    found: list[Path] = []
    for depth in range(1, DEPTH + 1):
        for path in folder.glob("/".join(["*"] * depth) + f"/{MANIFEST}"):
            if not any(part.startswith(".") for part in path.relative_to(folder).parts):
                found.append(path.parent)
    return sorted(found)


def read_release(folder: Path, policy: Policy | None = None) -> ReleaseFolder:
    """Read a release's manifest and check its index against it; with a policy, the signatures over the manifest too.

    Raises:
        CannotRun: it is not there.
        CorruptRelease: it is not what its manifest says, or a policy was given and it is not signed as that asks.

    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CannotRun(
            f"{folder} is no release: {MANIFEST} cannot be read ({error.strerror})", remedy=_REBUILD
        ) from error
    manifest = Manifest.read(data, name=str(path))
    digest = manifest.digest()
    release = ReleaseFolder(folder, manifest, digest, _signature(folder, manifest, policy), _edition(folder, digest))
    verify_files(release, only=(INDEX,))
    return release


def _edition(folder: Path, digest: str) -> Edition | None:
    path = folder / EDITION
    if not path.is_file():
        return None
    edition = Edition.read(path.read_bytes())
    if edition.manifest_sha256 != digest:
        raise CorruptRelease(f"{path} is of another release", remedy="Pull the release again.")
    return edition


def _signature(folder: Path, manifest: Manifest, policy: Policy | None) -> Signature:
    parts = FolderParts(folder)
    if policy is not None:
        check = verify_signatures(parts, manifest, policy)
        if not check.ok:
            raise CorruptRelease(
                f"{folder} is not to be trusted by the policy: {check.steps[-1].said}",
                remedy="Fetch the signed release again, or unset PINCITE_POLICY to use it all the same.",
            )
        return "verified"
    return "signed" if (folder / CHECKPOINT).is_file() and (folder / PROOF).is_file() else "unsigned"


def verify_files(release: ReleaseFolder, *, only: Sequence[str] = ()) -> None:
    """Check the size and digest of the files a manifest names (of these, if any are named).

    Raises:
        CorruptRelease: the first that is missing or differs.

    """
    named = {record.path: record for record in release.files}
    for path in only:
        if path not in named:
            raise CorruptRelease(f"{release.path}: the manifest names no {path}", remedy=_REBUILD)
    for path in only or sorted(named):
        record = named[path]
        file = release.path / path
        try:
            size = file.stat().st_size
            if size == record.bytes:
                with file.open("rb") as handle:
                    if hashlib.file_digest(handle, "sha256").hexdigest() == record.sha256:
                        continue
        except OSError as error:
            raise CorruptRelease(f"{file} cannot be read: {error.strerror}", remedy=_REBUILD) from error
        raise CorruptRelease(
            f"{file} is not the file the manifest names: it was changed after the build", remedy=_REBUILD
        )


def choose_releases(
    folders: Sequence[Path], at_release: Sequence[str] = (), policy: Policy | None = None
) -> list[ReleaseFolder]:
    """The releases in these folders, in order; where several are of one jurisdiction, those chosen by tag.

    Raises:
        BadInput: no folder named, two releases of one jurisdiction, a tag that none has.
        CannotRun, CorruptRelease: as `read_release`.

    """
    if not folders:
        raise BadInput(
            "no release was named",
            remedy="Give --release DIR (a folder made by `pincite corpus build`), or set PINCITE_RELEASES.",
        )
    found: dict[Path, None] = {}
    for folder in folders:
        if not folder.is_dir():
            raise BadInput(f"{folder} is not a folder", remedy="Name a folder made by `pincite corpus build`.")
        inside = find_releases(folder)
        if not inside:
            raise BadInput(
                f"there is no release in {folder}", remedy="Make one with `pincite corpus build SPEC --out DIR`."
            )
        found |= dict.fromkeys(path.resolve() for path in inside)
    # one release named twice, or copied, is one release
    releases = list(
        {release.digest: release for release in reversed([read_release(path, policy) for path in found])}.values()
    )[::-1]
    _all_known(at_release, releases)
    chosen = [release for release in releases if _chosen(release, at_release)]
    by_jurisdiction: dict[str, ReleaseFolder] = {}
    for release in chosen:
        name = release.manifest.name
        first = by_jurisdiction.setdefault(release.manifest.jurisdiction, release)
        if first is not release:
            raise BadInput(
                f"two releases of one jurisdiction: {first.manifest.name} in {first.path} and {name} in {release.path}",
                remedy=f"Choose one with --at-release {name}, or name one folder only.",
            )
    return chosen


def _chosen(release: ReleaseFolder, at_release: Sequence[str]) -> bool:
    """Whether a release belongs to the set: chosen itself, or of a jurisdiction of which none is chosen."""
    jurisdiction = release.manifest.jurisdiction
    tags = [tag for tag in at_release if tag.partition("/")[0] == jurisdiction]
    return not tags or release.manifest.name in tags


def _all_known(at_release: Sequence[str], releases: Sequence[ReleaseFolder]) -> None:
    names = [release.manifest.name for release in releases]
    for tag in at_release:
        if tag not in names:
            raise BadInput(f"no release {tag} among those named", remedy=f"They are: {', '.join(names)}.")
