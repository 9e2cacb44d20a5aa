"""Messages for every code, one file a language."""
