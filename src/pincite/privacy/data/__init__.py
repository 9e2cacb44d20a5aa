"""Data of this room: words that mark a passage as privileged."""
