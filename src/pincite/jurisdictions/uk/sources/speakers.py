"""Who speaks in a judgment: by its headings, and by the judge who says that he or she dissents.

Keeps true: a passage has a role only where a heading above it, or its judge's own words, show it; a heading of another
kind ends the role of the one before, and a heading right below another is a part of it. What is set off as quoted stays
`quoted_authority`. Data: `data/judgment_roles.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import cast

from pincite.law.document import Provision, Role
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["role_of_heading", "with_roles"]

_NUMBER = pattern(r"^(?:\(?(?:[0-9]{1,3}(?:\.[0-9]+)*|[A-Z]|[ivxlIVXL]+|[a-z])[.)]|[A-Z]{1,2}\d{0,2}|[IVXL]+\.?)\s+")
_DISSENTS = pattern(
    r"(?:\d+\.?\s+)?(?:.{0,60}\b)?I\s+(?:(?:respectfully|regretfully|must|am\s+unable\s+to|find\s+myself)\s+)*(?:dissent\b|disagree\s+with\s+the\s+majority)",
    re.IGNORECASE,
)
_OPENING = 2
"""Paragraphs of a judge's part in which a dissent is said."""


@cache
def _patterns() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    return tuple(
        (cast("Role", role), re.compile(words, re.IGNORECASE))
        for role, words, *_ in rows("pincite.jurisdictions.uk", "data/judgment_roles.tsv")
    )


def role_of_heading(text: str) -> Role | None:
    """The role of what stands below a heading; None when it does not show one."""
    bare = _NUMBER.sub("", text.strip())
    return next((role for role, words in _patterns() if words.match(bare)), None)


def with_roles(provisions: Iterable[Provision], text: str) -> Iterator[Provision]:
    """The provisions of a judgment, in order, with their roles."""
    made: list[Provision] = []
    of_judge: Role = "unknown"
    now: Role = "unknown"
    opening, heading = 0, False
    for provision in provisions:
        role = provision.role
        if provision.parent is not None:
            role = role if role != "unknown" else made[provision.parent].role
        elif provision.kind == "author":
            now = of_judge = "dissent" if "dissent" in text[provision.start : provision.end].lower() else "unknown"
            opening, heading = _OPENING, False
        elif provision.kind == "heading":
            found = role_of_heading(provision.heading)
            now = found or (now if heading else of_judge)
            heading = True
        elif provision.kind in ("paragraph", "text", "subparagraph"):
            heading = False
            if opening and _DISSENTS.match(text[provision.start : provision.start + 400]):
                now = of_judge = "dissent"
            opening -= opening > 0
            role = role if role != "unknown" else now
        else:
            now, of_judge, heading = "unknown", "unknown", False
        made.append(provision if role == provision.role else replace(provision, role=role))
    return iter(made)
