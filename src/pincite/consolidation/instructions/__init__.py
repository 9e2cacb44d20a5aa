"""Amending instructions in words, read into operations: only what can be read safely, by drafting style."""
