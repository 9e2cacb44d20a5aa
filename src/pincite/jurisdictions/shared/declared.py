"""What a text says its bracketed numbers point into: «references in square brackets are to paragraphs of the judgment», a press summary.

Keeps true: decided once a text; without such words a bracket stays what the rest of the grammar makes of it.
"""

from __future__ import annotations

import re

from pincite.citations.pack import TextReading
from pincite.text.patterns import pattern

__all__ = ["declared_work", "in_summary"]

_FORM_OF_REFERENCE = pattern(
    r"[Rr]eferences?\s(?:in|by)\s[^.]{0,60}?(?:square\s{1,3}brackets|\[\w{0,4}\])[^.]{0,40}?\b(?:are|is)\s{1,3}to\s{1,3}(?:the\s)?(?:paragraphs?|paras?)(?:\s{1,3}numbers?)?\s{1,3}(?:of|in)\s{1,3}the\s{1,3}(?P<word>[A-Z]\w{2,20}|judgment)"
)
"""«References in the form [x] are to paragraphs of the Judgment.»"""
_SUMMARY = pattern(r"(?i:press\s{1,4}summary)")
_TITLE_REACH = 600
"""Characters in which the title of a press summary stands."""
_LINE_START = pattern(r"(?:\A|\n)[ \t\u00a0]{0,12}\Z")


def _said(text: str) -> re.Match[str] | None:
    """Where the text says what its brackets point into; a plain search for the word comes first."""
    at = text.find("eference")
    while at > 0:
        if said := _FORM_OF_REFERENCE.match(text, at - 1):
            return said
        at = text.find("eference", at + 1)
    return None


def declared_work(reading: TextReading) -> str:
    """The word of the judgment that the bracketed numbers point into, "" when the text says nothing."""
    known: str | None = reading.memory.get("form_of_reference")
    if known is None:
        said = _said(reading.text)
        known = said.group("word") if said else "Judgment" if _SUMMARY.search(reading.text, 0, _TITLE_REACH) else ""
        reading.memory["form_of_reference"] = known
    return known


def in_summary(text: str, start: int, end: int) -> bool:
    """«The appeal is allowed [120].»: in a press summary a bare bracket at a clause's end is a paragraph of the judgment."""
    return bool(
        text[start - 1 : start] in {" ", "\u00a0", "\n"}
        and text[end : end + 1] in {".", ",", ";", ")", ":"}
        and _SUMMARY.search(text, 0, _TITLE_REACH)
        and not _LINE_START.search(text, max(0, start - 30), start)
    )
