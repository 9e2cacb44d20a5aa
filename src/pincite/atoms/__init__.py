"""Obligation atoms: who must, must not, should or may do what, to whom, when, under which condition, with which exception.

Keeps true: an atom says nothing in words of its own. It is a set of spans in the text of one block, each byte for byte
what stands there, and its modality is one that a word of the language's lexicon carries.
"""
