"""Pull a release: which one is current, its files, all of it verified, and only then in its place.

Keeps true: nothing is seen at the release's place before it was verified; a release that is there already is left as it
is, and one of the same tag with other content is refused, as the log of releases would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pincite.corpus.edition import EDITION
from pincite.corpus.manifest import Manifest
from pincite.errors import CorruptRelease
from pincite.transparency.policy import Policy
from pincite.workflows.publish_release import Descriptor
from pincite.workflows.verify_release import Parts, ReleaseCheck, SeenLog, verify_content, verify_release

__all__ = ["Place", "Pulled", "Source", "pull_release"]


class Source(Protocol):
    """A repository of which the present state was seen."""

    def describe(self, jurisdiction: str, tag: str = "") -> tuple[Descriptor, str]:
        """The descriptor of a release, with its SHA-256."""


class Place(Protocol):
    """Where a release of a jurisdiction and tag is to be."""

    def held(self) -> str | None:
        """The digest of the manifest that is there; None when there is none."""

    def fetch(self, described: Descriptor) -> Parts:
        """Download the files, unseen; what was begun before is begun anew."""

    def finish(self, *, edition: bool) -> str:
        """Make the index of an edition, put all of it in its place; the path."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """What came: the descriptor, where it lies, the check (None when it was there already), whether it is an edition."""

    descriptor: Descriptor
    path: str
    check: ReleaseCheck | None = None
    edition: bool = False


def pull_release(
    source: Source,
    jurisdiction: str,
    place: Callable[[str], Place],
    *,
    tag: str = "",
    policy: Policy | None = None,
    seen: SeenLog | None = None,
) -> Pulled:
    """Pull a release, the current one without a tag.

    Args:
        source: the repository.
        jurisdiction: whose release.
        place: the place of a release by its name, `hk/2026.11.30`.
        tag: of an older release.
        policy: whose signatures are asked of the release itself; None looks at all but them.
        seen: as for `verify_release`.

    Raises:
        CorruptRelease: it is not what it says it is, or another release of that tag is here.
        BadInput, CannotRun: as the ports.

    """
    described, _ = source.describe(jurisdiction, tag)
    there = place(described.release)
    held = there.held()
    if held == described.manifest_sha256:
        return Pulled(described, "")
    if held is not None:
        raise CorruptRelease(
            f"{described.release} is here with another manifest than the repository's; two cannot both be real",
            remedy="Verify the one that is here with `pincite corpus verify`, and ask the publisher.",
        )
    parts = there.fetch(described)
    check = verify_content(parts) if policy is None else verify_release(parts, policy, seen=seen)
    if not check.ok or check.manifest is None:
        last = check.steps[-1]
        raise CorruptRelease(
            f"{described.release} was not taken: step {last.number} ({last.name}) does not hold: {last.said}",
            remedy="Tell its publisher; what was here before is as it was.",
        )
    _as_described(check.manifest, described)
    edition = EDITION in parts.names()
    return Pulled(described, there.finish(edition=edition), check, edition)


def _as_described(manifest: Manifest, described: Descriptor) -> None:
    if (manifest.name, manifest.digest()) != (described.release, described.manifest_sha256):
        raise CorruptRelease(f"{described.release} was not taken: its files are those of {manifest.name}")
