"""The manifest of a release: what the folder holds, what it claims, and the digest of every file in it.

Keeps true: the same sources and spec give the same manifest, byte for byte: no clock, no machine, no path but those
inside the folder. Its own digest stands in the signed log of
releases, its root in the signed checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pincite.corpus.answers import CoverageClaim
from pincite.digests import canonical_json, sha256, strict_json
from pincite.errors import CorruptRelease

__all__ = ["SCHEMA", "FileRecord", "Manifest", "Refused"]

SCHEMA = "pincite.release/1"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file of the release folder; `derived` ones can be made again from the others."""

    path: str
    bytes: int
    sha256: str
    derived: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A source file, or a document in one, that the release does not hold, with the place and the reason."""

    name: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """See the module.

    Attributes:
        leaf_count, root: of the Merkle tree (RFC 6962) over the lines of leaves.jsonl, the root in hex.
        leaves_sha256: of those lines with their line feeds; None of a release that says no more of them than their root.
        previous: the `reference` of the release before, or None when none was named.

    """

    jurisdiction: str
    tag: str
    as_of: str
    title: str
    leaf_count: int
    counts: Mapping[str, int]
    by_kind: Mapping[str, int]
    by_language: Mapping[str, int]
    extractors: Mapping[str, int]
    coverage: tuple[CoverageClaim, ...]
    sources_lock_sha256: str
    files: tuple[FileRecord, ...]
    leaves_sha256: str | None = None
    refused: tuple[Refused, ...] = ()
    excluded: Mapping[str, str] = field(default_factory=dict)
    previous: Mapping[str, str] | None = None
    root: str | None = None
    schemas: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`hk/2026.11.30`, by which answers name the release."""
        return f"{self.jurisdiction}/{self.tag}"

    @property
    def reference(self) -> Mapping[str, str]:
        """How the next release names this one: its tag and the digest of its manifest."""
        return {"tag": self.tag, "manifest_sha256": self.digest()}

    def to_bytes(self) -> bytes:
        """Canonical JSON and a line feed."""
        return canonical_json({"schema": SCHEMA, **_plain(asdict(self))}) + b"\n"

    def digest(self) -> str:
        """SHA-256 of the manifest file."""
        return sha256(self.to_bytes())

    @classmethod
    def read(cls, data: bytes, *, name: str) -> Manifest:
        """Read a manifest strictly.

        Raises:
            CorruptRelease: when it is not one, or not in canonical form.

        """
        remedy = "Build the release again with `pincite corpus build`, or fetch it again."
        try:
            value = strict_json(data)
            schema = value.pop("schema")
            manifest = cls(
                **{
                    **value,
                    "coverage": tuple(_claim(each) for each in value["coverage"]),
                    "files": tuple(FileRecord(**each) for each in value["files"]),
                    "refused": tuple(Refused(**each) for each in value["refused"]),
                }
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorruptRelease(f"{name} is not the manifest of a release: {error}", remedy=remedy) from error
        if schema != SCHEMA:
            raise CorruptRelease(f"{name}: its schema is {schema!r}, this version reads {SCHEMA}", remedy=remedy)
        if manifest.to_bytes() != data:
            raise CorruptRelease(f"{name} is not in canonical form: it was changed after the build", remedy=remedy)
        return manifest


def _claim(value: dict[str, Any]) -> CoverageClaim:
    return CoverageClaim(**{**value, "works": tuple(value["works"]), "languages": tuple(value["languages"])})


def _plain(value: Any) -> Any:
    """Tuples as lists, mappings as dicts: what JSON knows."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
