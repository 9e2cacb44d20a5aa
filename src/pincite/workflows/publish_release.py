"""Publish a release: look at all of it, then put out what its licences let be passed on, and which release is current.

Keeps true:
1. Nothing is published that was not verified just now (`verify_content`), nor a release that nobody signed.
2. A text goes out only when a work that may be passed on in full names it; a work of `quote` or `none` keeps its digests,
   dates and status, and gives no text, no atom, no operation and no finding (corpus.edition).
3. A release in which nothing may be passed on is refused.
4. Which is current is said by one descriptor a jurisdiction, `current.json`, beside one a release.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.corpus.edition import EDITION, HIDDEN, Edition, withheld_line
from pincite.corpus.manifest import FileRecord, Manifest
from pincite.digests import canonical_json, sha256, strict_json
from pincite.errors import BadInput, CorruptRelease
from pincite.workflows.verify_release import CHECKPOINT, LEAVES, LOCK, MANIFEST, PROOF, TEXTS, Parts, verify_content

__all__ = ["DESCRIPTOR_LIMIT", "Descriptor", "EditionWriter", "Published", "descriptor_name", "publish_release"]

SCHEMA = "pincite.current/1"
DESCRIPTOR_LIMIT = 1 << 16


class EditionWriter(Protocol):
    """Where an edition is written."""

    def copy(self, name: str) -> None:
        """Take over a file of the release as it is."""

    def lines(self, name: str, lines: Iterable[bytes]) -> FileRecord:
        """Write a packed file of lines; its record."""

    def write(self, name: str, data: bytes) -> None:
        """Write a small file."""


@dataclass(frozen=True, slots=True)
class Descriptor:
    """Which release this is, and its files: what is read first of a repository."""

    release: str
    as_of: str
    manifest_sha256: str
    files: tuple[str, ...]

    def to_bytes(self) -> bytes:
        """Canonical JSON and a line feed."""
        value = {"schema": SCHEMA, "release": self.release, "as_of": self.as_of}
        return canonical_json({**value, "manifest_sha256": self.manifest_sha256, "files": list(self.files)}) + b"\n"

    @classmethod
    def read(cls, data: bytes) -> Descriptor:
        """Read one strictly.

        Raises:
            CorruptRelease: it is none.

        """
        try:
            value = strict_json(data)
            schema = value.pop("schema")
            made = cls(**{**value, "files": tuple(value["files"])})
            same = made.to_bytes() == data
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorruptRelease(f"the repository's descriptor of a release cannot be read: {error}") from error
        if schema != SCHEMA or not same:
            raise CorruptRelease(f"the repository's descriptor of a release is not one of {SCHEMA} in canonical form")
        return made


@dataclass(frozen=True, slots=True)
class Published:
    """What was published: the manifest, the files, and the edition when something was withheld."""

    manifest: Manifest
    descriptor: Descriptor
    edition: Edition | None


def descriptor_name(jurisdiction: str, tag: str = "") -> str:
    """The target that describes a release, or the current one of a jurisdiction."""
    return f"{jurisdiction}/{tag or 'current'}.json"


def publish_release(parts: Parts, out: Callable[[], EditionWriter]) -> Published:
    """Write what may be passed on of a release.

    Args:
        parts: the release.
        out: opens the place where it is written; not called for what is refused.

    Raises:
        CorruptRelease: the release is not what it says it is.
        BadInput: it is unsigned, is itself an edition, or nothing of it may be passed on.

    """
    names = parts.names()
    if EDITION in names:
        raise BadInput("this is an edition that was pulled", remedy="Publish the release itself.")
    check = verify_content(parts)
    manifest = check.manifest
    if not check.ok or manifest is None:
        last = check.steps[-1]
        raise CorruptRelease(
            f"it is not published, because step {last.number} ({last.name}) does not hold: {last.said}",
            remedy="Build the release again with `pincite corpus build`.",
        )
    if not {CHECKPOINT, PROOF} <= set(names):
        raise BadInput(f"{manifest.name} is unsigned", remedy="Sign it with `pincite corpus sign`.")
    granted = {leaf["id"]: leaf["redistribute"] == "full" for leaf in _leaves(parts, "expression")}
    if not any(granted.values()):
        raise BadInput(
            f"nothing of {manifest.name} may be passed on: no source of it says `redistribute: full`",
            remedy="Publish what a licence lets you publish, and say so in the spec; nothing was written.",
        )
    writer = out()
    if all(granted.values()):
        for name in names:
            writer.copy(name)
        return _published(manifest, names, None)
    edition = _edition(parts, writer, manifest, granted)
    return _published(manifest, [CHECKPOINT, EDITION, MANIFEST, PROOF, *(each.path for each in edition.files)], edition)


def _published(manifest: Manifest, names: Iterable[str], edition: Edition | None) -> Published:
    described = Descriptor(manifest.name, manifest.as_of, manifest.digest(), tuple(sorted(names)))
    return Published(manifest, described, edition)


def _edition(parts: Parts, writer: EditionWriter, manifest: Manifest, granted: Mapping[str, bool]) -> Edition:
    for name in (CHECKPOINT, MANIFEST, PROOF, LOCK):
        writer.copy(name)
    hidden = 0

    def leaves() -> Iterator[bytes]:
        nonlocal hidden
        for line in parts.lines(LEAVES):
            leaf = json.loads(line)
            if leaf["type"] in HIDDEN and not granted.get(leaf.get("expression", ""), leaf["type"] == "finding"):
                hidden += 1
                yield withheld_line(line)
            else:
                yield line

    wanted = _texts_granted(parts, granted)
    dropped: set[bytes] = set()

    def texts() -> Iterator[bytes]:
        for line in parts.lines(TEXTS):
            digest = bytes.fromhex(json.loads(line)["sha256"])
            if digest in wanted:
                yield line
            else:
                dropped.add(digest)

    lock = parts.read(LOCK)
    records = [writer.lines(LEAVES, leaves()), writer.lines(TEXTS, texts()), FileRecord(LOCK, len(lock), sha256(lock))]
    edition = Edition(manifest.digest(), len(dropped), hidden, tuple(sorted(records, key=lambda each: each.path)))
    writer.write(EDITION, edition.to_bytes())
    return edition


def _texts_granted(parts: Parts, granted: Mapping[str, bool]) -> set[bytes]:
    """The digests of the texts that a work to be passed on names."""
    wanted = {bytes.fromhex(leaf["text_sha256"]) for leaf in _leaves(parts, "block") if granted[leaf["expression"]]}
    for leaf in _leaves(parts, "expression"):
        if granted[leaf["id"]]:
            wanted |= {bytes.fromhex(leaf[name]) for name in ("structure_sha256", "map_sha256")}
    return wanted


def _leaves(parts: Parts, kind: str) -> Iterator[dict[str, Any]]:
    for line in parts.lines(LEAVES):
        leaf = json.loads(line)
        if leaf["type"] == kind:
            yield leaf
