"""The entry of a release in the log of releases: its name, its date, its manifest's digest, its tree of leaves.

Keeps true: an entry is canonical JSON of schema `pincite.log-entry/1`; whoever knows the release's checkpoint, its date
and the digest of its manifest can write the entry again, so that a receipt need not carry it.
"""

from __future__ import annotations

from pincite.digests import canonical_json
from pincite.transparency.checkpoint import Checkpoint, release_under

__all__ = ["log_entry"]

SCHEMA = "pincite.log-entry/1"


def log_entry(origin: str, tree: Checkpoint, *, as_of: str, manifest_sha256: str) -> bytes:
    """The bytes of the entry, which the log's tree holds as a leaf.

    Args:
        origin: of the log.
        tree: the checkpoint of the release's leaves, of which name, size and root enter.
        as_of: the release's own date.
        manifest_sha256: the digest of its manifest, 64 hex digits.

    Raises:
        NotProven: the checkpoint is of no release of this log.

    """
    return canonical_json(
        {
            "schema": SCHEMA,
            "release": release_under(origin, tree.origin),
            "as_of": as_of,
            "manifest_sha256": manifest_sha256,
            "leaves": tree.size,
            "root": tree.root.hex(),
        }
    )
