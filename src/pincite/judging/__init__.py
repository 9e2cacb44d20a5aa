"""Claims, judges and their verdicts; «could not tell» is a value."""
