"""The report as data, and its renderings: text, JSON. Prose lives in the catalogues here, one a language."""
