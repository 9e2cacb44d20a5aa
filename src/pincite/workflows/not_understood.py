"""What looks like a citation of whatever law and was read by no grammar: listed, never passed over in silence.

Keeps true: mentions stay as they are; what is listed overlaps none of them, is in order and does not overlap.
"""

from __future__ import annotations

from pincite.answers.forms import forms_in
from pincite.citations.extract import Extraction
from pincite.citations.mention import Unparsed
from pincite.text.patterns import pattern

__all__ = ["with_not_understood"]

_KINDS = frozenset({"case", "chapter", "act"})
"""Forms with a sign of their own; a bare «section 5» of a contract looks like no citation of law."""

_WEAK = pattern(r"\d{1,4}\s(?![A-Z]{4})[^/]*\Z|[Cc]hapter|CHAPTER")
"""Of these, what ordinary words look like too: «8 Tagen. 3», «3 Abs. 2», a chapter of a book."""


def with_not_understood(text: str, extraction: Extraction) -> Extraction:
    """The extraction with what else looks like a citation in `text` (reason `form_not_known`)."""
    forms = {(s, -e) for kind, s, e in forms_in(text) if kind in _KINDS and not _WEAK.match(text, s, e)}
    if not forms:
        return extraction
    taken = sorted([(m.start, m.end) for m in extraction.mentions] + [(u.start, u.end) for u in extraction.unparsed])
    found = list(extraction.unparsed)
    at = behind = 0
    for start, minus_end in sorted(forms):
        end = -minus_end
        while at < len(taken) and taken[at][1] <= start:
            at += 1
        if start < behind or (at < len(taken) and taken[at][0] < end):
            continue
        found.append(Unparsed(start, end, text[start:end], "form_not_known"))
        behind = end
    return extraction._replace(unparsed=tuple(sorted(found)))
