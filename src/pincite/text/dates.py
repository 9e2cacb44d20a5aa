"""Dates as they are written in specs, options and questions: ISO 8601, and a day that there is.

Keeps true: what passes is YYYY-MM-DD in ASCII digits and stands in the calendar; 30 February does not.
"""

from __future__ import annotations

import re
from datetime import date

from pincite.errors import BadInput

__all__ = ["checked_date", "is_date"]

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


def is_date(text: str) -> bool:
    """Whether `text` is a day of the calendar, written YYYY-MM-DD."""
    if not _FORM.match(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def checked_date(value: object, name: str) -> str:
    """`value`, a date or "", as it was given.

    Raises:
        BadInput: it is neither; the message calls it `name`.

    """
    if isinstance(value, str) and (not value or is_date(value)):
        return value
    raise BadInput(f"{name} {value!r} is no date", remedy="Write a day of the calendar as YYYY-MM-DD.")
