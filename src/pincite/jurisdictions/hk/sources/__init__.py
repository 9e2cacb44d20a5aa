"""Readers of what Hong Kong's publishers publish: bytes to documents."""
