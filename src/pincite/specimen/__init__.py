"""A small, wholly fictional corpus in the publishers' real formats, and drafts that cite it."""
