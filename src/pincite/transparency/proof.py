"""Inclusion proofs as text (c2sp.org/tlog-proof@v1): index, path and the checkpoint they lead to.

Keeps true: a proof has one spelling; the optional `extra` line, which nothing authenticates, is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.encoding import NotProven, from_base64, from_decimal, to_base64
from pincite.transparency.merkle import leaf_hash, verify_inclusion

__all__ = ["Proof"]

_HEAD = "c2sp.org/tlog-proof@v1"
LONGEST = 63


@dataclass(frozen=True, slots=True)
class Proof:
    """That something stands at `index` of the tree that the signed checkpoint `note` names."""

    index: int
    path: tuple[bytes, ...]
    note: str

    def to_text(self) -> str:
        """As a file with the ending .tlog-proof."""
        return "\n".join([_HEAD, f"index {self.index}", *(to_base64(each) for each in self.path), "", self.note])

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read a proof.

        Raises:
            NotProven: malformed.

        """
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        if not gap or lines[0] != _HEAD:
            raise NotProven(f"not a proof: its first line is not {_HEAD}")
        if len(lines) > 1 and lines[1].startswith("extra"):
            raise NotProven("the proof has an `extra` line, which nothing authenticates")
        if len(lines) < 2 or not lines[1].startswith("index "):
            raise NotProven("the proof names no index")
        if len(lines) - 2 > LONGEST:
            raise NotProven("the proof is too long")
        path = tuple(from_base64(line, "a hash of the proof", size=32) for line in lines[2:])
        return cls(from_decimal(lines[1][6:], "the index"), path, note)

    def to_compact(self) -> str:
        """As it stands in a receipt: index, the hashes of the path in one, and the checkpoint behind a line feed."""
        return f"{self.index} {to_base64(b''.join(self.path))}\n{self.note}"

    @classmethod
    def parse_compact(cls, text: str) -> Proof:
        """Read what `to_compact` writes.

        Raises:
            NotProven: malformed.

        """
        head, gap, note = text.partition("\n")
        index, space, path = head.partition(" ")
        if not gap or not space:
            raise NotProven("not a proof: its first line is not an index and a path")
        data = from_base64(path, "the path of the proof")
        if len(data) % 32 or len(data) > 32 * LONGEST:
            raise NotProven("the path of the proof is not made of hashes")
        hashes = tuple(data[at : at + 32] for at in range(0, len(data), 32))
        return cls(from_decimal(index, "the index"), hashes, note)

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint it leads to; its signatures are another matter."""
        return Checkpoint.of_note(self.note)

    def includes(self, data: bytes) -> bool:
        """Whether the record `data` stands at the index of the tree."""
        checkpoint = self.checkpoint
        return verify_inclusion(leaf_hash(data), self.index, checkpoint.size, self.path, checkpoint.root)
