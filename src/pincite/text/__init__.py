"""Texts as sequences of Unicode code points: spans, canonical text with its map to the source, folding, sentences.

Keeps true: an offset means a code point of one named text; nothing is normalised behind a reader's back.
"""
