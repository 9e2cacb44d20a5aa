"""Hong Kong: courts, ordinances, grammar, publishers."""
