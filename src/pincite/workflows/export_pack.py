"""Export a chat as an evidence pack: its chain, a checkpoint (signed, if there is a key), and a receipt for every row.

    1 a receipt of each row, or why there is none    3 the checkpoint of that entry, signed
    2 the entry `exported`, which names them         4 the pack

Keeps true: the entry that binds the receipts is the last of the chain that is exported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pincite.answers.pack import make_pack, receipts_body
from pincite.corpus.answers import Corpus
from pincite.errors import BadInput
from pincite.ledger.checkpoint import checkpoint_of, sign_checkpoint
from pincite.ledger.entries import genesis, head_after
from pincite.ledger.evidence import Evidence
from pincite.ledger.export import export_chain
from pincite.ledger.state import Row
from pincite.transparency.note import Signer
from pincite.workflows.chat import Acting, chat_state
from pincite.workflows.make_receipt import ProofsOf, receipt_of_row

__all__ = ["export_pack"]


def export_pack(
    acting: Acting,
    *,
    to: str = "",
    corpus: Corpus | None = None,
    proofs: ProofsOf | None = None,
    signers: Sequence[Signer] = (),
) -> dict[str, Any]:
    """The pack of a chat.

    Args:
        acting: who exports, which chat.
        to: to whom it is given; recorded.
        corpus: the releases, for the receipts; None to make a pack without receipts.
        proofs: what their leaves are proved with.
        signers: who signs the checkpoint.

    Raises:
        BadInput: there is no such chat.
        CannotRun: the ledger or a release failed.

    """
    receipts: dict[str, bytes] = {}
    without: dict[str, str] = {}
    for row in chat_state(acting).rows:  # 1
        made = _receipt(row, corpus, proofs)
        if isinstance(made, bytes):
            receipts[row.name] = made
        else:
            without[row.name] = made
    entry = acting.append("exported", {"to": to, **receipts_body(receipts, without)})  # 2
    entries = [each for each in acting.ledger.entries(acting.chat) if each.entry.seq <= entry.seq]
    point = checkpoint_of(head_after(genesis(acting.chat), entry), acting.at)
    chat = export_chain(acting.chat, entries, point)
    if signers:  # 3
        chat["checkpoint"] = sign_checkpoint(point, signers)
    return make_pack(chat, receipts, without)  # 4


def _receipt(row: Row, corpus: Corpus | None, proofs: ProofsOf | None) -> bytes | str:
    """The receipt's bytes, or why there is none."""
    if row.evidence is None:
        return "erased"
    if corpus is None or proofs is None:
        return "release_not_given"
    held = {each.release for each in corpus.coverage()}
    if row.evidence.release not in held:
        return "release_not_given"
    return _made(row.evidence, corpus, proofs)


def _made(evidence: Evidence, corpus: Corpus, proofs: ProofsOf) -> bytes | str:
    try:
        if proofs.redistribute(evidence.expression) == "none":
            return "not_redistributable"
        proofs(evidence.release)
    except BadInput:
        return "unsigned_release"
    try:
        return receipt_of_row(corpus, evidence, proofs).to_bytes()
    except BadInput:
        return "not_held"
