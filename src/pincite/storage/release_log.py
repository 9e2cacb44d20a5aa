"""The log of releases in a folder: entries that are only ever added, and the signed checkpoint of their tree.

    entries.jsonl   one canonical line a release (transparency.log_entry), in the order in which they were signed
    checkpoint      the log's signed note over all of them

Keeps true: a tag is given once: a second release under one tag is refused; what the checkpoint covers is never changed or
cut: entries that do not have its root are refused; a line that no checkpoint covers was never shown to anybody (a signing
that was killed) and is dropped. One signing at a time.

What a folder cannot show is that both files were put back to an older state: who keeps an older checkpoint can (`--seen`),
and so can witnesses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pincite.digests import strict_json
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.build_lock import build_lock
from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.encoding import NotProven
from pincite.transparency.merkle import Tree, leaf_hash
from pincite.transparency.note import Signer, VerifierKey, open_note, sign_note
from pincite.transparency.proof import Proof

__all__ = ["FolderLog", "LogState", "write_whole"]

ENTRIES = "entries.jsonl"
CHECKPOINT = "checkpoint"


class LogState(NamedTuple):
    """The entries that the checkpoint covers, their tree, and the signed note; None before the first."""

    entries: tuple[bytes, ...]
    tree: Tree
    note: str | None


class FolderLog:
    """A log of releases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with build_lock(self.folder):
            yield

    def read(self, known: Sequence[VerifierKey]) -> LogState:
        """The log as its checkpoint, signed by one of the known keys, says it is.

        Raises:
            CorruptRelease: cut, changed, or signed by nobody known.

        """
        note = self._text(CHECKPOINT)
        lines = tuple((self._text(ENTRIES) or "").encode().split(b"\n")[:-1])
        if note is None:
            return LogState((), Tree([]), None)
        try:
            checkpoint = Checkpoint.parse(open_note(note, known).text)
        except NotProven as error:
            raise CorruptRelease(
                f"the checkpoint of the log {self.folder} is not to be trusted: {error}",
                remedy="Name the key that signed it, or with --former-key the one before it.",
            ) from error
        covered = lines[: checkpoint.size]
        tree = Tree([leaf_hash(line) for line in covered])
        if tree.size != checkpoint.size or tree.root != checkpoint.root:
            raise CorruptRelease(
                f"the log {self.folder} is not what its checkpoint says: entries were changed or cut",
                remedy="Put the folder back from a copy; nothing was signed.",
            )
        return LogState(covered, tree, note)

    def add(self, entry: bytes, signer: Signer, *, former: Sequence[VerifierKey] = ()) -> Proof:
        """Add the entry of a release, once, and sign the new checkpoint; returns the proof of the entry.

        Args:
            entry: of transparency.log_entry.
            signer: the log's key.
            former: keys that signed the log before this one.

        Raises:
            BadInput: another release of that tag is there, or the log is another's.
            CorruptRelease: as `read`.

        """
        with self._locked():
            state = self.read((signer.verifier, *former))
            if state.note is not None and Checkpoint.of_note(state.note).origin != signer.name:
                raise BadInput(
                    f"the log {self.folder} is called {Checkpoint.of_note(state.note).origin}, the key {signer.name}",
                    remedy="A log is signed by keys of its own name.",
                )
            entries = list(state.entries)
            _refuse_second(entries, entry)
            if entry not in entries:
                entries.append(entry)
                write_whole(self.folder / ENTRIES, b"".join(line + b"\n" for line in entries))
            tree = Tree([leaf_hash(line) for line in entries])
            note = sign_note(Checkpoint(signer.name, tree.size, tree.root).text, [signer])
            write_whole(self.folder / CHECKPOINT, note.encode())
            index = entries.index(entry)
            return Proof(index, tuple(tree.inclusion(index)), note)

    def _text(self, name: str) -> str | None:
        path = self.folder / name
        try:
            return path.read_text("utf-8", errors="strict") if path.exists() else None
        except (OSError, ValueError) as error:
            raise CorruptRelease(f"{path} cannot be read: {error}", remedy="Put it back from a copy.") from error


def _refuse_second(entries: Sequence[bytes], entry: bytes) -> None:
    release = strict_json(entry)["release"]
    for other in entries:
        if other != entry and strict_json(other)["release"] == release:
            raise BadInput(
                f"the log holds another release under the tag {release}; two cannot both be real",
                remedy=f"Build this one under a new tag, such as {release.partition('/')[2]}.1.",
            )


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or as it was.

    Raises:
        CannotRun: the disk does not let us.

    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CannotRun(f"{path} cannot be written: {error.strerror}", remedy="Check the disk.") from error
