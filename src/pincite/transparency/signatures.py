"""A release's two signed statements together: the checkpoint of its leaves, and the log of releases that holds it.

Keeps true: both are signed by one log of the policy; the leaves' origin is that log's, followed by the release's name;
the log's origin is its key's name; the quorum of witnesses cosigned the log. The witnesses' word thus covers the leaves,
because the log's entry names their root.
"""

from __future__ import annotations

from dataclasses import dataclass

from pincite.transparency.checkpoint import Checkpoint, release_under
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import COSIGNATURE, Note, VerifierKey
from pincite.transparency.policy import Policy

__all__ = ["Signed", "check_signatures"]


@dataclass(frozen=True, slots=True)
class Signed:
    """Two checkpoints whose signatures were verified by a policy.

    Attributes:
        origin: the name of the log and of its key.
        release: `hk/2026.11.30`.
        leaves: the tree of the release's leaves.
        log: the tree of the log of releases.
        witnesses: the names of the witnesses whose cosignatures were verified.
        witnessed_at: the latest of their times, POSIX seconds; 0 without a witness.

    """

    origin: str
    release: str
    leaves: Checkpoint
    log: Checkpoint
    witnesses: tuple[str, ...]
    witnessed_at: int


def check_signatures(leaves_note: str, log_note: str, policy: Policy) -> Signed:
    """Verify both notes.

    Raises:
        NotProven: which of the two, and why.

    """
    key, _, leaves = _opened(leaves_note, policy, "the checkpoint of the leaves")
    log_key, opened, log = _opened(log_note, policy, "the checkpoint of the log")
    if log_key.public != key.public or log_key.name != key.name:
        raise NotProven(f"the leaves are signed by {key.name}, the log by {log_key.name}")
    if log.origin != key.name:
        raise NotProven(f"the log is called {log.origin}, its key {key.name}")
    release = release_under(key.name, leaves.origin)
    if not policy.witnessed(opened):
        raise NotProven("the witnesses that the policy asks for did not sign the checkpoint of the log")
    pairs = [
        (signer, time) for signer, time in zip(opened.signers, opened.times, strict=True) if signer.kind == COSIGNATURE
    ]
    return Signed(
        origin=key.name,
        release=release,
        leaves=leaves,
        log=log,
        witnesses=tuple(signer.name for signer, _ in pairs),
        witnessed_at=max((time for _, time in pairs), default=0),
    )


def _opened(note: str, policy: Policy, what: str) -> tuple[VerifierKey, Note, Checkpoint]:
    try:
        key, opened = policy.log_of(note)
        return key, opened, Checkpoint.parse(opened.text)
    except NotProven as error:
        raise NotProven(f"{what}: {error}") from error
