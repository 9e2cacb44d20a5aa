"""The edition of a release that may be passed on: the signed release without the texts whose licences do not let it.

    edition.json   schema, the digest of the signed manifest, how much is withheld, path, size and sha256 of every file
                   but the manifest, the two signed files and itself

Keeps true: leaves, root, manifest and signatures are those of the release itself. Where a work's `redistribute` is not
`full`, its texts are not there, and its leaves of the types in `HIDDEN`, which hold words of it, are lines
`{"withheld":"<hash>"}` with the hash that the tree has in their place: the root can still be made, and nothing be read.
An edition proves nothing of its own: what it withholds is held to the signed leaves (workflows.verify_release).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from pincite.corpus.leaves import leaf_bytes
from pincite.corpus.manifest import FileRecord
from pincite.digests import canonical_json, strict_json
from pincite.errors import CorruptRelease
from pincite.transparency.merkle import leaf_hash

__all__ = ["EDITION", "HIDDEN", "Edition", "hash_of_line", "withheld_hash", "withheld_line"]

EDITION = "edition.json"
SCHEMA = "pincite.edition/1"
HIDDEN = ("atom", "finding", "op")
"""Types of leaves that hold words of a text beside its blocks."""

_WITHHELD = re.compile(rb'\{"withheld":"([0-9a-f]{64})"\}', re.ASCII)


@dataclass(frozen=True, slots=True)
class Edition:
    """See the module; `withheld_texts` and `withheld_leaves` are counts."""

    manifest_sha256: str
    withheld_texts: int
    withheld_leaves: int
    files: tuple[FileRecord, ...]

    def to_bytes(self) -> bytes:
        """Canonical JSON and a line feed."""
        value = {
            "schema": SCHEMA,
            "manifest_sha256": self.manifest_sha256,
            "withheld_texts": self.withheld_texts,
            "withheld_leaves": self.withheld_leaves,
            "files": [asdict(each) for each in self.files],
        }
        return canonical_json(value) + b"\n"

    @classmethod
    def read(cls, data: bytes) -> Edition:
        """Read one strictly.

        Raises:
            CorruptRelease: it is none, or not in canonical form.

        """
        try:
            value = strict_json(data)
            schema = value.pop("schema")
            edition = cls(**{**value, "files": tuple(FileRecord(**each) for each in value["files"])})
            same = edition.to_bytes() == data
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorruptRelease(f"{EDITION} cannot be read: {error}", remedy="Pull the release again.") from error
        if schema != SCHEMA or not same:
            raise CorruptRelease(
                f"{EDITION} is not one of {SCHEMA} in canonical form", remedy="Pull the release again."
            )
        return edition

    def with_files(self, files: Iterable[FileRecord]) -> Edition:
        """The same with more files: the index that was made where it was pulled."""
        named = {each.path: each for each in (*self.files, *files)}
        return replace(self, files=tuple(named[path] for path in sorted(named)))


def withheld_line(line: bytes) -> bytes:
    """What stands in the place of a leaf that is withheld."""
    return leaf_bytes({"withheld": leaf_hash(line).hex()})


def withheld_hash(line: bytes) -> bytes | None:
    """The hash that such a line stands for; None for a leaf."""
    found = _WITHHELD.fullmatch(line)
    return bytes.fromhex(found[1].decode("ascii")) if found else None


def hash_of_line(line: bytes) -> bytes:
    """The hash of a line of leaves.jsonl in the tree, withheld or not."""
    return withheld_hash(line) or leaf_hash(line)
