"""Checkpoints (c2sp.org/tlog-checkpoint): what a tree is called, how many leaves it has, its root.

Keeps true: exactly three lines. Extension lines are refused: the specification advises against them, and a cosignature
of the newer type does not cover them.

A release's tree of leaves has the origin `<origin>/<jurisdiction>/<tag>`; the log of releases has the origin `<origin>`,
which is also the name of the key that signs both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.transparency.encoding import NotProven, from_base64, from_decimal, to_base64

__all__ = ["Checkpoint", "release_origin", "release_under"]

_RELEASE = re.compile(r"[a-z]{2,4}/\d{4}\.\d{2}\.\d{2}(\.[1-9]\d*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a tree."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read the text of a checkpoint's note.

        Raises:
            NotProven: it is not one.

        """
        lines = text.split("\n")
        if len(lines) != 4 or lines[3] or not lines[0]:
            raise NotProven("a checkpoint has three lines: origin, size, root")
        return cls(
            lines[0], from_decimal(lines[1], "the size"), from_base64(lines[2], "the root of the checkpoint", size=32)
        )

    @classmethod
    def of_note(cls, note: str) -> Checkpoint:
        """The checkpoint of a note whose signatures nobody has looked at yet.

        Raises:
            NotProven: it is none.

        """
        text, gap, _ = note.rpartition("\n\n")
        if not gap:
            raise NotProven("not a signed checkpoint")
        return cls.parse(text + "\n")


def release_origin(origin: str, release: str) -> str:
    """The origin of a release's tree of leaves; `release` is `hk/2026.11.30`."""
    return f"{origin}/{release}"


def release_under(origin: str, tree: str) -> str:
    """The name of the release whose tree of leaves this is.

    Raises:
        NotProven: it is no release of the log with this origin.

    """
    release = tree.removeprefix(f"{origin}/")
    if release == tree or not _RELEASE.fullmatch(release):
        raise NotProven(f"{tree} is no release of {origin}")
    return release
