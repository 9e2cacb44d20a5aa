"""Clients of what lives elsewhere. The content issue fills this room."""
