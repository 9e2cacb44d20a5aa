"""The derived index of a release in SQLite: written once, read only, every row verified when read."""
