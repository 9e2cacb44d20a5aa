"""Data of the gate: the words of its markers."""
