"""A draft read through formats, its mentions and claims, one file per check, the pipeline as one list."""
