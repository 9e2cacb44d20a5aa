"""Merkle tree, signed checkpoints, inclusion proofs. The corpus issue fills this room."""
