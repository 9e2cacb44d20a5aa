"""The only place that chooses implementations for the ports."""
