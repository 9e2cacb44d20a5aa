"""The text of law: a document, its tree of provisions, its side channels.

Keeps true: for every provision, `document.text[start:end]` is its text, and the map leads it back to the source.
"""
