"""Switzerland: courts, federal acts, cantons, grammar, publishers."""
