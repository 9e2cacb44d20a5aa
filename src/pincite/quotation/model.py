"""The values of the quotation calculus: what is known of a source, and what a comparison found.

Keeps true: every span counts code points of the text it names, as that text was given; a verdict follows from the codes
and findings alone (`verdict_of`), never from a measure of likeness.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pincite.findings import Finding
from pincite.text.span import Span

__all__ = [
    "LOOK_FINDINGS",
    "Alteration",
    "Comparison",
    "LayoutKind",
    "LayoutSpan",
    "Nearest",
    "OtherPassage",
    "QuoteVerdict",
    "RoleSpan",
    "Unit",
    "verdict_of",
]

QuoteVerdict = Literal["clean", "look", "refused"]
"""clean: may stand, alterations disclosed. look: a person must decide. refused: a misquotation."""

LayoutKind = Literal["page", "footnote", "margin", "head", "hyphen", "line"]

LOOK_FINDINGS = frozenset(
    {
        "omission_may_change_sense",
        "undisclosed_emphasis",
        "false_disclosure",
        "cut_before_exception",
        "cut_before_condition",
        "cut_before_negation",
        "cut_after_condition",
        "cut_after_negation",
        "cut_after_attribution",
        "inner_source_not_named",
        "bracket_replaces_substance",
        "speaker_not_named",
        "wrong_pinpoint",
    }
)
"""Findings that make a quote without an M code a `look`; all others are for information."""


class LayoutSpan(NamedTuple):
    """A piece of the source that is layout and not text: a page marker, a note mark, a line-end hyphen with its line end."""

    start: int
    end: int
    kind: str


class Unit(NamedTuple):
    """A provision or a numbered paragraph; an omission mark may not lead out of it."""

    start: int
    end: int
    label: str


class RoleSpan(NamedTuple):
    """Who speaks in a piece of the source: headnote, facts, submission, party, dissent, court below, inner:NAME ..."""

    start: int
    end: int
    role: str


class OtherPassage(NamedTuple):
    """Another text in which the words may stand: another version, another language, another document."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Alteration:
    """One difference between quote and source.

    Attributes:
        code: A1..A13 or M1..M9.
        quote: span in the quote; empty for an omission.
        source: span in the source; empty for an insertion. (0, 0) where the code concerns the whole quote.
        quote_words, source_words: the words on both sides, as they stand.
        note: what kind of word made an M1 (`negation`, `modal` ...), or another short key; "" when there is nothing to say.
        omitted: words left out by an A3 gap (Chinese: characters).

    """

    code: str
    quote: Span
    source: Span
    quote_words: str = ""
    source_words: str = ""
    note: str = ""
    omitted: int = 0

    @property
    def whole(self) -> bool:
        """Whether the code concerns the quote as a whole."""
        return self.code in WHOLE


WHOLE = ("A9", "A12", "M4", "M5", "M6", "M7", "M8")


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest real passage: its span, its words, and the surrounding text ready to copy."""

    span: Span
    words: str
    surroundings: Span
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a check of one quote against one source says.

    Attributes:
        verdict: clean, look or refused.
        alterations: in order of their place in the quote, whole-quote codes first. Empty: identical (A0).
        findings: see the calculus; `LOOK_FINDINGS` say which make it a look.
        source_spans: where the quoted text stands; several for stitched pieces.
        places: every place of an exact match.
        nearest: the nearest real passage, when the words do not stand in the source as quoted.
        stands_in: where the words do stand instead (M6, wrong_pinpoint), or "".

    """

    verdict: QuoteVerdict
    alterations: tuple[Alteration, ...] = ()
    findings: tuple[Finding, ...] = ()
    source_spans: tuple[Span, ...] = ()
    places: tuple[Span, ...] = ()
    nearest: Nearest | None = None
    stands_in: str = ""
    differs: tuple[tuple[str, str], ...] = field(default=())

    @property
    def accepted(self) -> bool:
        """Whether the quote may stand without a person looking at it."""
        return self.verdict == "clean"

    @property
    def codes(self) -> tuple[str, ...]:
        """Each code once: whole-quote codes first, then by place in the quote; A0 when nothing was altered."""
        return tuple(dict.fromkeys(a.code for a in self.alterations)) or ("A0",)

    @property
    def verbatim(self) -> bool:
        """Whether the quote is the source's own words but for typography and layout: what a ledger accepts."""
        return all(code in ("A0", "A1", "A2") for code in self.codes) and self.verdict == "clean"

    def has(self, finding: str) -> bool:
        """Whether a finding of this code is among the findings."""
        return any(f.code == finding for f in self.findings)


def verdict_of(codes: Iterable[str], findings: Iterable[Finding]) -> QuoteVerdict:
    """The verdict that follows from codes and findings."""
    if any(code.startswith("M") for code in codes):
        return "refused"
    if any(finding.code in LOOK_FINDINGS for finding in findings):
        return "look"
    return "clean"
