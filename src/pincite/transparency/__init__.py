"""Proof: Merkle trees, signed checkpoints, inclusion proofs, trust policies, receipts. Pure, small, with published vectors.

The formats are those of RFC 6962 (trees) and C2SP (signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof,
tlog-policy), so that a stranger's tools can check what is signed here.
"""
