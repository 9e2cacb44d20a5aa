"""Lines of a text, looked at from a place in it.

Keeps true: only a bounded stretch before the place is read, so that a text without line ends costs no more than another.
"""

from __future__ import annotations

__all__ = ["line_start_near"]

_REACH = 60


def line_start_near(text: str, position: int) -> int | None:
    """Where the line of `position` begins, when nothing but spaces stands between; None otherwise or when it begins too far off."""
    first = max(0, position - _REACH)
    window = text[first:position]
    cut = window.rfind("\n") + 1
    if (cut == 0 and first > 0) or window[cut:].strip():
        return None
    return first + cut
