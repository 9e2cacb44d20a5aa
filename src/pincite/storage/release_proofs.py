"""What a signed release holds for proofs: its leaves with their places in the tree, its checkpoint, its proof in the log.

Keeps true: no proof is given from leaves that do not have the root of the manifest.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pincite.corpus.edition import hash_of_line
from pincite.corpus.leaves import leaf_bytes
from pincite.corpus.manifest import Manifest
from pincite.errors import BadInput, CorruptRelease
from pincite.storage.release_folder import ReleaseFolder
from pincite.storage.release_parts import FolderParts
from pincite.transparency.encoding import NotProven
from pincite.transparency.merkle import Tree
from pincite.transparency.proof import Proof
from pincite.workflows.verify_release import CHECKPOINT, LEAVES, PROOF

if TYPE_CHECKING:
    from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["CorpusProofs", "FolderProofs"]


class FolderProofs:
    """The proofs of a release in a folder; the tree is made once and kept."""

    def __init__(self, release: ReleaseFolder) -> None:
        self.manifest: Manifest = release.manifest
        self.manifest_sha256 = release.digest
        self._parts = FolderParts(release.path)
        if not {CHECKPOINT, PROOF} <= set(self._parts.names()):
            raise BadInput(
                f"the release {self.manifest.name} in {release.path} is unsigned: nothing in it can be proved",
                remedy="Sign it with `pincite corpus sign`, or ask its publisher for the signed one.",
            )

    @cached_property
    def tree(self) -> Tree:
        """The tree over all leaves.

        Raises:
            CorruptRelease: the leaves are not those of the manifest.

        """
        tree = Tree([hash_of_line(line) for line in self._parts.lines(LEAVES)])
        if tree.root.hex() != self.manifest.root:
            raise CorruptRelease(f"the leaves of {self.manifest.name} do not have the root that its manifest names")
        return tree

    def block(self, expression: str, identifier: str) -> tuple[int, dict[str, Any]]:
        """The leaf of a block by its wording and id, with its index in the tree.

        Raises:
            CorruptRelease: there is none.

        """
        mark = leaf_bytes({"expression": expression})[1:-1]
        for index, line in enumerate(self._parts.lines(LEAVES)):
            if mark in line:
                leaf = json.loads(line)
                if leaf["type"] == "block" and leaf["expression"] == expression and leaf["id"] == identifier:
                    return index, leaf
        raise CorruptRelease(f"the release {self.manifest.name} has no leaf for a block of {expression}")

    def prove(self, index: int) -> Proof:
        """The proof of a leaf, with the signed checkpoint."""
        return Proof(index, tuple(self.tree.inclusion(index)), self._parts.read(CHECKPOINT).decode("utf-8", "replace"))

    @property
    def log_proof(self) -> Proof:
        """The proof of the release in the log of releases.

        Raises:
            CorruptRelease: it cannot be read.

        """
        try:
            return Proof.parse(self._parts.read(PROOF).decode("utf-8", "replace"))
        except NotProven as error:
            raise CorruptRelease(f"{PROOF} of {self.manifest.name} cannot be read: {error}") from error


class CorpusProofs:
    """The proofs of the releases of an open corpus (`workflows.make_receipt.ProofsOf`); each release's tree is made once.

    `made`: those made before, for another opening of the same releases.
    """

    def __init__(self, corpus: SqliteCorpus, made: dict[str, FolderProofs] | None = None) -> None:
        self.corpus = corpus
        self._made: dict[str, FolderProofs] = {} if made is None else made

    def __call__(self, release: str) -> FolderProofs:
        """Those of a release.

        Raises:
            BadInput: it is unsigned, or is none of the corpus.

        """
        if release not in self._made:
            found = next((each.release for each in self.corpus.releases if each.name == release), None)
            if found is None:
                raise BadInput(f"the release {release} is none of those given", remedy="Give it with --release.")
            self._made[release] = FolderProofs(found)
        return self._made[release]

    def redistribute(self, expression: str) -> str:
        """Whether its text may be passed on: full, quote or none."""
        return str(self.corpus.open_document(expression).row.leaf["redistribute"])
