"""Answers: numbered rows, placeholders written out as citations, what may not be written by hand, the audit, References.

`mirror` shows a text so that no citation can hide, `raw_citations` finds what a writer may not write, `placeholders` what he may,
`settle` decides what becomes of each, `units` and `streaming` let an answer leave piece by piece, `compose` and `audit` are the
two entrances, `account` is what they say of their work; the ledger and the corpus stand behind `ports`.
"""
