"""Templates and styles of the pages."""
