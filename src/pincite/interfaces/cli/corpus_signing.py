"""`pincite corpus sign | cosign | verify`: sign a release, witness its log, verify it by a policy."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.trust import (
    REFUSED,
    Key,
    PolicyFile,
    Seen,
    VerifierKeys,
    policy_of,
    show_steps,
    signer_of,
)

if TYPE_CHECKING:
    from pincite.transparency.policy import Policy

__all__ = ["register"]

Release = Annotated[Path, typer.Argument(help="The folder of the release: …/<jurisdiction>/<tag>.")]
Log = Annotated[Path, typer.Option("--log", help="Folder of the log of releases; made at the first signing.")]


def register(corpus: typer.Typer) -> None:
    """Add the commands to the group."""
    corpus.command("sign")(sign)
    corpus.command("cosign")(cosign)
    corpus.command("verify")(verify)


def sign(
    release: Release,
    key: Key,
    log: Log,
    former_key: Annotated[
        list[str] | None,
        typer.Option("--former-key", help="Verifier key that signed the log before this one.", show_default=False),
    ] = None,
) -> None:
    """Verify a release's content, sign the root of its leaves, and put it into the log of releases.

    A tag is given once: the log refuses a second release under it.
    """
    from pincite.storage.release_log import FolderLog
    from pincite.storage.release_parts import FolderParts
    from pincite.storage.trust_files import read_vkeys
    from pincite.workflows.sign_release import sign_release

    former = read_vkeys(former_key).logs if former_key else ()
    signer = signer_of(key)
    signed = sign_release(
        FolderParts(release), signer, add=lambda entry: FolderLog(log).add(entry, signer, former=former)
    )
    typer.echo(
        f"{signed.manifest.name} signed by {signer.name}: {signed.manifest.leaf_count} leaves, root {signed.manifest.root};"
        f" entry {signed.index} of {signed.log_size} in the log"
    )


def cosign(
    release: Release,
    key: Key,
    log: Log,
    seen: Annotated[Path, typer.Option("--seen", help="File in which this witness keeps what it saw last.")],
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
) -> None:
    """As a witness: see that the log of a release continues the one seen before, remember it, cosign it."""
    from pincite.errors import CannotRun
    from pincite.storage.build_lock import build_lock
    from pincite.storage.release_parts import FolderParts
    from pincite.storage.trust_files import read_seen, write_seen
    from pincite.transparency.encoding import NotProven
    from pincite.transparency.proof import Proof
    from pincite.workflows.cosign_release import cosign as cosign_note
    from pincite.workflows.verify_release import PROOF

    trusted = policy_of(policy, vkey)
    witness = signer_of(key)
    parts = FolderParts(release)
    with build_lock(seen.with_name(f".{seen.name}.lock")):
        try:
            proof = Proof.parse(parts.read(PROOF).decode("utf-8"))
            note = cosign_note(
                proof.note,
                witness,
                trusted,
                seen=read_seen(seen),
                consistency=_consistency(log, trusted),
                remember=lambda each: write_seen(seen, each),
                time=int(time.time()),
            )
        except (NotProven, UnicodeDecodeError) as error:
            raise CannotRun(
                f"not cosigned: {error}", remedy="Do not trust this log before that is explained."
            ) from error
        parts.write(PROOF, Proof(proof.index, proof.path, note).to_text().encode())
    typer.echo(f"cosigned by {witness.name}: {proof.checkpoint.origin}, {proof.checkpoint.size} entries")


def verify(
    release: Release,
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    seen: Seen = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", help="Folder of the log, to prove that it continues what --seen keeps.", show_default=False
        ),
    ] = None,
) -> None:
    """Verify a release in seven numbered steps: every byte of its folder, every leaf and text, root, signatures, log.

    Exit status: 0 verified, 1 refused, 2 could not run, 3 bad input.
    """
    from pincite.storage.release_parts import FolderParts
    from pincite.storage.trust_files import read_seen, write_seen
    from pincite.transparency.proof import Proof
    from pincite.workflows.verify_release import PROOF, SeenLog, verify_release

    trusted = policy_of(policy, vkey)
    parts = FolderParts(release)
    known = read_seen(seen) if seen else None
    before = SeenLog(known, _consistency(log, trusted)) if known is not None else None
    check = verify_release(parts, trusted, seen=before)
    show_steps(check.steps)
    name = check.manifest.name if check.manifest else str(release)
    if not check.ok or check.signed is None:
        typer.echo(f"{name}: REFUSED at step {check.steps[-1].number}")
        raise typer.Exit(REFUSED)
    if seen:
        write_seen(seen, Proof.parse(parts.read(PROOF).decode("utf-8")).note)
    typer.echo(f"{name}: verified")


def _consistency(log: Path | None, policy: Policy) -> Callable[[int, int], Sequence[bytes]]:
    """Proofs between two sizes of the log in a folder; none without one, which proves equal sizes only."""
    from pincite.storage.release_log import FolderLog
    from pincite.transparency.merkle import Tree

    def between(first: int, second: int) -> Sequence[bytes]:
        if log is None:
            return ()
        leaves = FolderLog(log).read(policy.logs).tree.levels[0]
        return Tree(leaves[:second]).consistency(first) if 0 < first <= second <= len(leaves) else ()

    return between
