"""Files: bytes to text with a position map. Bounded in size and depth; no network, no external entities.

Keeps true: a reader here is a pure function of bytes; every character it hands over carries its bytes.
"""
