"""The account of an answer: every citation found in it, what became of it, and where it stands before and after.

Keeps true: no change of a text without an entry here; spans of the text as given and of the text that leaves are both there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

__all__ = ["LABELLED", "Change", "Label", "Outcome", "Refusal", "Words", "change_json", "refusal_json"]

Outcome = Literal[
    "expanded",
    "in_ledger",
    "pinpoint_corrected",
    "quote_grounded",
    "quote_refused",
    "verifier_supported",
    "named",
    "rebuilt",
    "label_not_found",
    "label_unverified",
]
"""expanded: a placeholder of a standing row. named: an act held, named without a place; nothing is claimed of it. rebuilt: an
old list of References, made again at the end. quote_refused: the quotation shown is not what stands there; labelled."""

LABELLED: frozenset[str] = frozenset({"quote_refused", "label_not_found", "label_unverified"})
"""Outcomes that leave a label in the text."""

Label = Literal["", "unverified", "not_found"]


class Words(NamedTuple):
    """The words an answer gets from its catalogue: two labels with their brackets, and a heading."""

    unverified: str
    not_found: str
    references: str


@dataclass(frozen=True, slots=True)
class Change:
    """One citation of a text.

    Attributes:
        start, end: in the text as given; `text` is what stands there.
        outcome: what became of it.
        kind: what it is: placeholder, or as `RawCitation.kind`.
        reference: what it was read as, "" when it could not be.
        rows: rows that it stands on, E1 …; () when none.
        label: the label put behind it, or "".
        shown: what stands there now, without the label.
        out_start, out_end: of `shown` and its label in the text that leaves.
        code: why, where that is more than the outcome says (place_absent, outside_coverage, not_verbatim, withdrawn …).
        quote: the quotation shown with it, or "".
        words: for a quotation refused, the source's own nearest words.

    """

    start: int
    end: int
    text: str
    outcome: Outcome
    kind: str
    reference: str = ""
    rows: tuple[str, ...] = ()
    label: Label = ""
    shown: str = ""
    out_start: int = 0
    out_end: int = 0
    code: str = ""
    quote: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A span that keeps an answer from leaving: raw_citation, or the fault of a placeholder, and the rows to use instead."""

    start: int
    end: int
    text: str
    code: str
    kind: str = ""
    reference: str = ""
    seen: str = ""
    use: tuple[str, ...] = ()
    quote: str = ""


def change_json(change: Change) -> Mapping[str, Any]:
    """A change as JSON; what is empty is left out."""
    return _filled(change, ("start", "end", "text", "outcome", "kind", "out_start", "out_end"))


def refusal_json(refusal: Refusal) -> Mapping[str, Any]:
    """A refusal as JSON; what is empty is left out."""
    return _filled(refusal, ("start", "end", "text", "code"))


def _filled(value: Change | Refusal, always: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in value.__slots__:
        item = getattr(value, name)
        if item or name in always:
            found[name] = list(item) if isinstance(item, tuple) else item
    return found
