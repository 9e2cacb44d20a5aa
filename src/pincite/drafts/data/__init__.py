"""Word lists of drafts: signals, attributions, classes."""
