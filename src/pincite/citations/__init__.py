"""How law is written about: mentions, the references they make, grammars as data, short forms.

Keeps true: a span is exact in code points; what is not understood is listed, not dropped; a guess is never certain.
"""
