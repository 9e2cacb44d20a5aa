"""The Merkle tree of RFC 6962, section 2.1: root, inclusion and consistency proofs, and their verification.

Keeps true: a leaf is hashed with 0x00 before it, a node with 0x01, so that neither can be taken for the other; a proof is
accepted only when it is exactly as long as the index and the size ask (RFC 9162, 2.1.3.2 and 2.1.4.2).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

__all__ = ["EMPTY_ROOT", "RunningRoot", "Tree", "leaf_hash", "node_hash", "verify_consistency", "verify_inclusion"]

EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf: SHA-256(0x00 || data)."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node: SHA-256(0x01 || left || right)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree over leaf hashes in a fixed order. Every level is kept: 64 bytes a leaf in all."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        level = list(leaves)
        self.size = len(level)
        self.levels: list[list[bytes]] = [level]
        sha256 = hashlib.sha256
        while len(level) > 1:
            pairs = iter(level)
            above = [sha256(b"\x01" + left + right).digest() for left, right in zip(pairs, pairs, strict=False)]
            if len(level) % 2:
                above.append(level[-1])  # an unpaired node rises unchanged: the same tree as the recursive definition
            self.levels.append(above)
            level = above

    @property
    def root(self) -> bytes:
        """The root; of an empty tree the hash of nothing."""
        return self.levels[-1][0] if self.size else EMPTY_ROOT

    def inclusion(self, index: int) -> list[bytes]:
        """The proof that the leaf at `index` lies in the tree.

        Raises:
            IndexError: when there is no such leaf (negative indices are none).

        """
        if not 0 <= index < self.size:
            raise IndexError(f"no leaf {index} in a tree of {self.size}")
        path = []
        for level in self.levels[:-1]:
            sibling = index ^ 1
            if sibling < len(level):
                path.append(level[sibling])
            index >>= 1
        return path

    def consistency(self, size: int) -> list[bytes]:
        """The proof that the tree of the first `size` leaves is a prefix of this one (RFC 6962, 2.1.2).

        Raises:
            IndexError: unless 0 < size <= the size of this tree.

        """
        if not 0 < size <= self.size:
            raise IndexError(f"no prefix of {size} leaves in a tree of {self.size}")
        return self._subproof(size, 0, self.size, whole=True)

    def _subproof(self, size: int, start: int, end: int, *, whole: bool) -> list[bytes]:
        if size == end - start:
            return [] if whole else [self._range(start, end)]
        split = 1 << (end - start - 1).bit_length() - 1
        if size <= split:
            return [*self._subproof(size, start, start + split, whole=whole), self._range(start + split, end)]
        return [*self._subproof(size - split, start + split, end, whole=False), self._range(start, start + split)]

    def _range(self, start: int, end: int) -> bytes:
        """The root over the leaves [start, end), a subtree of the definition (start a multiple of its full width)."""
        height = (end - start - 1).bit_length()
        return self.levels[height][start >> height]


class RunningRoot:
    """The root over leaf hashes that come one by one; keeps one hash a level and no leaf."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[tuple[int, bytes]] = []

    def append(self, leaf: bytes) -> None:
        """The next leaf hash."""
        height, node = 0, leaf
        while self._peaks and self._peaks[-1][0] == height:
            node = node_hash(self._peaks.pop()[1], node)
            height += 1
        self._peaks.append((height, node))
        self.size += 1

    def extend(self, leaves: Iterable[bytes]) -> None:
        """The next leaf hashes: as `append` of each, at half the cost."""
        level = list(leaves)
        self.size += len(level)
        peaks = dict(self._peaks)
        height = 0
        sha256 = hashlib.sha256
        while level:
            if height in peaks:
                level.insert(0, peaks.pop(height))
            if len(level) % 2:
                peaks[height] = level.pop()
            pairs = iter(level)
            level = [sha256(b"\x01" + left + right).digest() for left, right in zip(pairs, pairs, strict=True)]
            height += 1
        self._peaks = sorted(peaks.items(), reverse=True)

    @property
    def root(self) -> bytes:
        """The root over all leaves so far: the same as the tree's."""
        if not self._peaks:
            return EMPTY_ROOT
        digest = self._peaks[-1][1]
        for _, peak in reversed(self._peaks[:-1]):
            digest = node_hash(peak, digest)
        return digest


def verify_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether `path` proves that the leaf hash stands at `index` in the tree of `size` leaves with this root."""
    if not 0 <= index < size:
        return False
    node, last = index, size - 1
    digest = leaf
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            digest = node_hash(sibling, digest)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            digest = node_hash(digest, sibling)
        node >>= 1
        last >>= 1
    return last == 0 and digest == root


def verify_consistency(first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    """Whether `path` proves that the tree of `first` leaves is a prefix of the tree of `second` leaves."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    proof = list(path)
    if first & (first - 1) == 0:
        proof.insert(0, first_root)
    if not proof:
        return False
    node, last = first - 1, second - 1
    while node & 1:
        node >>= 1
        last >>= 1
    old = new = proof[0]
    for digest in proof[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            old = node_hash(digest, old)
            new = node_hash(digest, new)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            new = node_hash(new, digest)
        node >>= 1
        last >>= 1
    return last == 0 and old == first_root and new == second_root
