"""A witness's work: see that the log continues the one seen before, remember it, and only then cosign it.

Keeps true (c2sp.org/tlog-witness): what was seen is replaced only by a log that continues it, and is stored before the
signature is handed out, so that a witness never signs two histories.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.encoding import NotProven
from pincite.transparency.merkle import verify_consistency
from pincite.transparency.note import Signer, cosignature
from pincite.transparency.policy import Policy

__all__ = ["continue_seen", "cosign"]


def continue_seen(seen: str | None, note: str, consistency: Callable[[int, int], Sequence[bytes]]) -> Checkpoint:
    """The checkpoint of `note`, which continues that of the note `seen`.

    Args:
        seen: the note seen before, None for the first time.
        note: the new one, whose signatures were verified.
        consistency: the proof between two sizes.

    Raises:
        NotProven: it does not.

    """
    new = Checkpoint.of_note(note)
    if seen is None:
        return new
    old = Checkpoint.of_note(seen)
    if old.origin != new.origin:
        raise NotProven(f"the log seen before is {old.origin}, this one {new.origin}")
    if new.size < old.size:
        raise NotProven(f"the log was seen with {old.size} entries and has {new.size}: it was cut or is an older copy")
    path = consistency(old.size, new.size) if old.size != new.size else ()
    if not verify_consistency(old.size, new.size, path, old.root, new.root):
        raise NotProven(f"the log of {new.size} entries does not continue the one of {old.size} that was seen before")
    return new


def cosign(
    note: str,
    witness: Signer,
    policy: Policy,
    *,
    seen: str | None,
    consistency: Callable[[int, int], Sequence[bytes]],
    remember: Callable[[str], None],
    time: int,
) -> str:
    """The log's note with the witness's cosignature.

    Args:
        note: the log's signed checkpoint.
        witness: its key.
        policy: names the log; its quorum is not asked for.
        seen: the note this witness saw last.
        consistency: the proof between two sizes.
        remember: stores the note as seen; when it returns, it is stored.
        time: POSIX seconds.

    Raises:
        NotProven: the log is not signed by the policy's, or does not continue what was seen.

    """
    key, _ = policy.log_of(note)
    checkpoint = continue_seen(seen, note, consistency)
    if checkpoint.origin != key.name:
        raise NotProven(f"the log is called {checkpoint.origin}, its key {key.name}")
    remember(note)
    line = cosignature(note, witness, time=time)
    name = line.split(" ")[1]
    text, _, lines = note.rpartition("\n\n")
    kept = [each for each in lines.splitlines(keepends=True) if each.split(" ")[1] != name]
    return f"{text}\n\n{''.join(kept)}{line}"
