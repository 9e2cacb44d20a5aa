"""The quotation calculus: a quote against its source, named alterations, never a similarity score."""
