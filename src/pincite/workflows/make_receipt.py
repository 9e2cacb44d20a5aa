"""Make the receipt of a quote: find the place, find the words in it exactly, prove the block that holds them.

Keeps true: a receipt is made only for words that stand in one block of the place, code point by code point, from a signed
release; of several occurrences the first is taken. A text that may not be passed on gets none.
"""

from __future__ import annotations

from typing import Any, Protocol

from pincite.corpus.answers import Block, Corpus, NotFound, PlaceFound
from pincite.corpus.leaves import block_id
from pincite.corpus.manifest import Manifest
from pincite.errors import BadInput
from pincite.ledger.evidence import Evidence
from pincite.transparency.proof import Proof
from pincite.transparency.receipt import Receipt
from pincite.transparency.receipt import make_receipt as receipt_of

__all__ = ["ProofsOf", "ReleaseProofs", "make_receipt", "receipt_of_row"]

QUOTED_SHOWN = 60


class ReleaseProofs(Protocol):
    """The proofs of one signed release."""

    @property
    def manifest(self) -> Manifest:
        """Its manifest."""

    @property
    def manifest_sha256(self) -> str:
        """The digest of its manifest."""

    def block(self, expression: str, identifier: str) -> tuple[int, dict[str, Any]]:
        """The leaf of a block, with its index."""

    def prove(self, index: int) -> Proof:
        """The proof of a leaf."""

    @property
    def log_proof(self) -> Proof:
        """The proof of the release in the log."""


class ProofsOf(Protocol):
    """Finds the proofs of the release that answered, and whether its publisher lets a text be passed on."""

    def __call__(self, release: str) -> ReleaseProofs:
        """The proofs of a release by its name."""

    def redistribute(self, expression: str) -> str:
        """full, quote or none."""


def make_receipt(
    corpus: Corpus, reference: str, quote: str, *, proofs: ProofsOf, language: str = "", as_of: str = ""
) -> Receipt:
    """The receipt of the words `quote` at the place `reference`.

    Raises:
        BadInput: the place is not there, does not say the words, or may not be passed on; the release is unsigned.

    """
    if not quote:
        raise BadInput("there is no quote", remedy="Give the words with --quote.")
    place = corpus.find_place(reference, language=language, as_of=as_of)
    if not isinstance(place, PlaceFound):
        said = f"in what {place.release} covers" if isinstance(place, NotFound) else "in these releases"
        raise BadInput(f"{reference} is not there {said}", remedy="See `pincite open` for what is near it.")
    expression = place.expression
    block, start = _located(corpus, place, quote)
    if proofs.redistribute(expression.id) == "none":
        raise BadInput(
            f"the licence of {expression.id} does not let its text be passed on, and a receipt holds the block",
            remedy="Cite it without a receipt.",
        )
    held = proofs(expression.release)
    eids = [node.eid for node in corpus.nodes(expression.id)]
    index, leaf = held.block(expression.id, block_id(eids, block.node))
    return receipt_of(
        block.text,
        start,
        start + len(quote),
        leaf=leaf,
        proof=held.prove(index),
        as_of=held.manifest.as_of,
        manifest_sha256=held.manifest_sha256,
        log_proof=held.log_proof,
    )


def receipt_of_row(corpus: Corpus, row: Evidence, proofs: ProofsOf) -> Receipt:
    """The receipt of a row of evidence, from the release the row was made from.

    Raises:
        BadInput: that release is not among those given or is unsigned, or the text may not be passed on.

    """
    held = proofs(row.release)
    record = next((each for each in corpus.expressions(row.work) if each.id == row.expression), None)
    if record is None or record.release != row.release:
        raise BadInput(f"{row.release} does not hold {row.expression}", remedy="Give the release it was made from.")
    if proofs.redistribute(row.expression) == "none":
        raise BadInput(f"the licence of {row.expression} does not let its text be passed on")
    eids = [node.eid for node in corpus.nodes(row.expression)]
    for block in corpus.blocks(row.expression):
        if block.text_sha256 == row.text_sha256 and block_id(eids, block.node) == row.block:
            index, leaf = held.block(row.expression, row.block)
            return receipt_of(
                block.text,
                row.start,
                row.end,
                leaf=leaf,
                proof=held.prove(index),
                as_of=held.manifest.as_of,
                manifest_sha256=held.manifest_sha256,
                log_proof=held.log_proof,
            )
    raise BadInput(f"{row.expression} has no block {row.block} with the row's text")


def _located(corpus: Corpus, place: PlaceFound, quote: str) -> tuple[Block, int]:
    """The block of the place that says the quote, and where in it the quote begins."""
    for block in corpus.blocks(place.expression.id):
        first = max(place.start - block.document_start, 0)
        last = min(place.end - block.document_start, len(block.text))
        if first < last:
            found = block.text.find(quote, first, last)
            if found >= 0:
                return block, found
    shown = quote if len(quote) <= QUOTED_SHOWN else f"{quote[:QUOTED_SHOWN]}…"
    raise BadInput(
        f"{place.reference} does not say «{shown}» word for word in one block ({place.expression.id})",
        remedy="See what it says with `pincite open`, and what differs with `pincite quote`.",
    )
