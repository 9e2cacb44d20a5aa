"""The table of roles."""
