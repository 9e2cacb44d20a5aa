"""Where a pulled release comes to lie: `<out>/<jurisdiction>/<tag>/`.

Keeps true: files come into a hidden folder beside the place and are renamed there as the last step.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from pincite.corpus.manifest import Manifest
from pincite.errors import CannotRun
from pincite.storage.edition_folder import complete_edition
from pincite.storage.release_folder import MANIFEST
from pincite.storage.release_parts import FolderParts
from pincite.workflows.publish_release import Descriptor

__all__ = ["PulledFolder"]


class PulledFolder:
    """The place of a release by its name (`workflows.pull_release.Place`); `download` fetches its files into a folder."""

    def __init__(self, out: Path, release: str, download: Callable[[Descriptor, Path], object]) -> None:
        self.place = out / release
        self.partial = self.place.with_name(f".{self.place.name}.pull")
        self._download = download

    def held(self) -> str | None:
        """The digest of the manifest that is there."""
        path = self.place / MANIFEST
        return Manifest.read(path.read_bytes(), name=str(path)).digest() if path.is_file() else None

    def fetch(self, described: Descriptor) -> FolderParts:
        """Download the files, unseen."""
        # the last part of its path bears the tag, which a verified folder must
        self.clear()
        folder = self.partial / self.place.name
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise CannotRun(f"{folder} cannot be made: {error.strerror}", remedy="Name another --out.") from error
        self._download(described, folder)
        return FolderParts(folder)

    def finish(self, *, edition: bool) -> str:
        """Make the index of an edition, and put all of it in its place."""
        folder = self.partial / self.place.name
        if edition:
            complete_edition(folder)
        try:
            folder.rename(self.place)
        except OSError as error:
            raise CannotRun(
                f"{self.place} cannot be written: {error.strerror}", remedy="Name another --out."
            ) from error
        self.clear()
        return str(self.place)

    def clear(self) -> None:
        """Remove what was begun."""
        shutil.rmtree(self.partial, ignore_errors=True)
