"""The quotation calculus: a quote against its source, named alterations, never a similarity score.

`compare` is the one entrance; `PreparedSource` makes a source ready for many quotes; `find_quotes` reads the quotations of a
draft. The words of meaning, the spellings and the words of disclosures are tables in `lexicons/` and `orthography/`. The rules
are told in docs/quotation.md; the kit in `kit/` tries them.
"""
