"""The site of the documentation: what MkDocs asks when it builds (`hook`), and the reference made from the code (`reference`)."""
