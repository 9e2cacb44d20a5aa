"""The published JSON Schemas of reports."""
