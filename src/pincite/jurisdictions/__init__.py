"""Packs: what is known of a place, under the same file names in every pack."""
