"""The only place that reads the environment."""
