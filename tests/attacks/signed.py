"""A signed fictional release, its log, its keys, for the attacks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import zstandard
from tests.corpus import library
from tests.transparency.keys import LOG, WITNESSES, policy

from pincite.corpus.manifest import Manifest
from pincite.digests import sha256
from pincite.storage.release_log import FolderLog
from pincite.storage.release_parts import FolderParts
from pincite.transparency.merkle import RunningRoot, leaf_hash
from pincite.transparency.note import Signer
from pincite.transparency.policy import Policy, trusting
from pincite.transparency.proof import Proof
from pincite.workflows.cosign_release import cosign
from pincite.workflows.sign_release import sign_release
from pincite.workflows.verify_release import PROOF, ReleaseCheck, SeenLog, verify_release

__all__ = ["LOG", "House", "policy", "refused_at"]

TAG = "2026.11.30"


@dataclass
class House:
    """A folder with releases and a log."""

    folder: Path

    @property
    def log(self) -> FolderLog:
        return FolderLog(self.folder / "log")

    def build(self, *, tag: str = TAG, files: dict[str, str] | None = None, out: str = "releases") -> Path:
        """Build the library's HK release."""
        name = f"sources-{out}-{tag}"
        library.write(self.folder / name, files or library.HK)
        library.build(library.spec(self.folder, tag=tag, root=name), self.folder / out)
        return self.folder / out / "hk" / tag

    def sign(self, release: Path, *, key: Signer = LOG, log: FolderLog | None = None) -> None:
        held = log or self.log
        sign_release(FolderParts(release), key, add=lambda entry: held.add(entry, key))

    def signed(self, **more: object) -> Path:
        """A release built and signed."""
        release = self.build(**more)  # type: ignore[arg-type]
        self.sign(release)
        return release

    def verify(self, release: Path, rule: Policy | None = None, *, seen: str | None = None) -> ReleaseCheck:
        before = SeenLog(seen, self.consistency) if seen else None
        return verify_release(FolderParts(release), rule or trusting([LOG.verifier]), seen=before)

    def consistency(self, first: int, second: int) -> list[bytes]:
        from pincite.transparency.merkle import Tree

        leaves = self.log.read([LOG.verifier]).tree.levels[0]
        return Tree(leaves[:second]).consistency(first) if second <= len(leaves) else []

    def note(self, release: Path) -> str:
        return Proof.parse((release / PROOF).read_text("utf-8")).note

    def cosign(self, release: Path, *witnesses: int) -> None:
        """Add the cosignatures of new witnesses."""
        for number in witnesses:
            proof = Proof.parse((release / PROOF).read_text("utf-8"))
            note = cosign(
                proof.note, WITNESSES[number], trusting([LOG.verifier]), seen=None, consistency=self.consistency,
                remember=lambda _: None, time=1_796_000_000 + number,
            )  # fmt: skip
            (release / PROOF).write_text(replace(proof, note=note).to_text(), "utf-8")


def refused_at(check: ReleaseCheck) -> tuple[int, str]:
    assert not check.ok
    return check.steps[-1].number, check.steps[-1].said


def lines_of(release: Path, name: str) -> list[bytes]:
    return list(FolderParts(release).lines(name))


def rewrite(release: Path, name: str, lines: list[bytes], *, reseal: bool = True) -> None:
    """What an attacker does who can write the folder and holds no key: new lines, and all digests made to fit."""
    data = b"".join(line + b"\n" for line in lines)
    packed = zstandard.ZstdCompressor().compress(data) if name.endswith(".zst") else data
    (release / name).write_bytes(packed)
    if not reseal:
        return
    manifest = Manifest.read((release / "manifest.json").read_bytes(), name="m")
    files = tuple(
        replace(each, bytes=len(packed), sha256=sha256(packed)) if each.path == name else each
        for each in manifest.files
    )
    manifest = replace(manifest, files=files)
    if name.startswith("leaves"):
        root = RunningRoot()
        for line in lines:
            root.append(leaf_hash(line))
        manifest = replace(manifest, leaves_sha256=sha256(data), root=root.root.hex(), leaf_count=len(lines))
    (release / "manifest.json").write_bytes(manifest.to_bytes())
