"""The embedded default: SQLite."""
