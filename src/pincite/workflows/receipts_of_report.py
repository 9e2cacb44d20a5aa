"""Receipts for the passages a report rests on, so that it can be verified without the releases.

Keeps true: a receipt is made for the very words of the record's evidence; a record whose release is unsigned, whose text may not be
passed on or whose words run over several blocks gets none, and nothing else changes in the report.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.corpus.answers import Corpus
from pincite.corpus.leaves import block_id
from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.judging.verdict import Evidence
from pincite.reports.report import MentionRecord, Report
from pincite.transparency.receipt import make_receipt as receipt_of
from pincite.workflows.make_receipt import ProofsOf

__all__ = ["with_receipts"]


def with_receipts(report: Report, corpus: Corpus, proofs: ProofsOf) -> tuple[Report, dict[str, bytes]]:
    """The report with the ids of the receipts made for it, and the receipts by id (their sha256)."""
    made: dict[str, bytes] = {}
    known: dict[tuple[str, str, int, int], str | None] = {}
    records: list[MentionRecord] = []
    for record in report.mentions:
        evidence = record.evidence
        if evidence is None or not evidence.place or not record.source_mcp.startswith("local:"):
            records.append(record)
            continue
        key = (evidence.expression, evidence.text_sha256, evidence.start, evidence.end)
        if key not in known:
            data = _receipt(evidence, corpus, proofs)
            known[key] = None if data is None else sha256(data)
            if data is not None:
                made[sha256(data)] = data
        records.append(replace(record, receipt_id=known[key]))
    return replace(report, mentions=tuple(records)), made


def _receipt(evidence: Evidence, corpus: Corpus, proofs: ProofsOf) -> bytes | None:
    try:
        held = proofs(evidence.release)
    except BadInput:
        return None
    if proofs.redistribute(evidence.expression) == "none":
        return None
    eids = [node.eid for node in corpus.nodes(evidence.expression)]
    for block in corpus.blocks(evidence.expression):
        if block.text_sha256 == evidence.text_sha256 and block.eid == evidence.place:
            index, leaf = held.block(evidence.expression, block_id(eids, block.node))
            return receipt_of(
                block.text,
                evidence.start,
                evidence.end,
                leaf=leaf,
                proof=held.prove(index),
                as_of=held.manifest.as_of,
                manifest_sha256=held.manifest_sha256,
                log_proof=held.log_proof,
            ).to_bytes()
    return None
