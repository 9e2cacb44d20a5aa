"""Sign a release: look at all of it, sign the root of its leaves, put its manifest into the log of releases.

Keeps true: nothing is signed that was not verified just now; the log has the release before the release says so; signing
the same release again gives the same entry and a proof against the present log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pincite.corpus.manifest import Manifest
from pincite.errors import CorruptRelease
from pincite.transparency.checkpoint import Checkpoint, release_origin
from pincite.transparency.log_entry import log_entry
from pincite.transparency.note import Signer, sign_note
from pincite.transparency.proof import Proof
from pincite.workflows.verify_release import CHECKPOINT, PROOF, Parts, verify_content

__all__ = ["SignedRelease", "WritableParts", "sign_release"]


class WritableParts(Parts, Protocol):
    """A release's folder, to which the signed files are added."""

    def write(self, name: str, data: bytes) -> None:
        """Write a small file, whole or not at all."""


@dataclass(frozen=True, slots=True)
class SignedRelease:
    """What was signed: the manifest, its place in the log, and how many entries that has."""

    manifest: Manifest
    index: int
    log_size: int


def sign_release(parts: WritableParts, signer: Signer, *, add: Callable[[bytes], Proof]) -> SignedRelease:
    """Sign a release.

    Args:
        parts: the release.
        signer: the log's key; its name is the origin.
        add: adds an entry to the log of releases and returns its proof.

    Raises:
        CorruptRelease: the release is not what it says it is.
        BadInput: the log holds another release of that tag.

    """
    check = verify_content(parts)
    manifest = check.manifest
    if not check.ok or manifest is None or manifest.root is None:
        raise CorruptRelease(
            f"it is not signed, because step {check.steps[-1].number} ({check.steps[-1].name}) does not hold:"
            f" {check.steps[-1].said}",
            remedy="Build the release again with `pincite corpus build`.",
        )
    tree = Checkpoint(release_origin(signer.name, manifest.name), manifest.leaf_count, bytes.fromhex(manifest.root))
    entry = log_entry(signer.name, tree, as_of=manifest.as_of, manifest_sha256=manifest.digest())
    proof = add(entry)
    parts.write(CHECKPOINT, sign_note(tree.text, [signer]).encode())
    parts.write(PROOF, proof.to_text().encode())
    return SignedRelease(manifest, proof.index, proof.checkpoint.size)
