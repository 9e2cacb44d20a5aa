"""What stands beside a Hong Kong provision: a heading's line, rules of court in front, a private text behind.

Keeps true: nothing is resolved here but the rules named in front; each look is bounded.
"""

from __future__ import annotations

import re

from pincite.citations.pack import TextReading
from pincite.jurisdictions.hk.acts import act_at
from pincite.jurisdictions.hk.grammar_cases import court_of_heading
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.lines import line_start_near
from pincite.jurisdictions.shared.provisions import Act
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["at_line_start", "is_heading_line", "is_of_a_court", "of_a_private_text", "rules_before"]

_RUNS_ON = lazy_pattern(r"[a-z,]\s{0,8}\Z")
_HEADING_BEHIND = lazy_pattern(
    r"[ \t\u00a0—–-]{1,4}(?!Schedule|Ordinance|Part|Regulation)[A-Z][A-Za-z,’'() -]{2,80}(?:\n|\Z)"
)
_RULES_BEFORE = lazy_pattern(
    r"(?P<words>(?:R\.?H\.?C\.?|R\.?D\.?C\.?|Rules\s{1,6}of\s{1,6}the\s{1,6}(?:High|District)\s{1,6}Court)[^.;]{0,40}?)\s{0,3},?\s{1,6}\Z"
)
_OF_A_PRIVATE_TEXT = lazy_pattern(
    r"\s{1,8}(?:of|to|in)\s{1,8}(?:the|his|her|its|their|this|that|an?)\s{1,8}(?:[a-z]{2,12}\s{1,4})?(?:lease|underlease|tenancy|agreement|contract|deed|articles\s{1,3}of|memorandum|by-laws|constitution|will|trust|policy|bylaws|licence|charterparty|mortgage|guarantee|letter|report|code|guide|handbook|statement|affidavit|affirmation)(?![a-z])",
    re.IGNORECASE,
)


def at_line_start(text: str, start: int) -> bool:
    """Whether a heading may begin here: at a line's start, and the line before does not run on."""
    line = line_start_near(text, start)
    return line is not None and not _RUNS_ON.search(text, max(0, line - 10), line)


def is_heading_line(text: str, start: int, end: int) -> bool:
    """«Part VI Miscellaneous» on a line of its own."""
    return line_start_near(text, start) is not None and bool(_HEADING_BEHIND.match(text, end))


def is_of_a_court(reading: TextReading, start: int) -> bool:
    """Whether an order without its rules may be one of rules of court: the document is a court's, or such rules were cited."""
    own = reading.self_reference or ""
    return bool(own or antecedents(reading).by_order or court_of_heading(reading.text, start))


def rules_before(reading: TextReading, start: int) -> Act | None:
    """The rules of court named in front of an order: «RHC O. 14», «Rules of the High Court, Order 14»."""
    window_start = max(reading.floor, start - 90)
    match = _RULES_BEFORE.search(reading.text[window_start:start])
    if match is None:
        return None
    act = act_at(reading, window_start + match.start(), tied=False)
    return act if act is not None and act.end <= start else None


def of_a_private_text(text: str, end: int) -> bool:
    """«section 4 of the lease», «article 12 of the articles of association»: whether a paper of the parties stands behind."""
    return _OF_A_PRIVATE_TEXT.match(text, end) is not None
