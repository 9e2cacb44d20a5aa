"""A Mention is a citation as it stands in a text; its reference is what it says (design: references)."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Form", "Kind", "Mention", "Reading", "Unparsed"]

Kind = Literal["statute", "case", "commentary", "doctrine", "gazette", "other"]
Form = Literal["full", "short"]
Reading = Literal["well_formed", "repaired", "impossible", "unknown_form"]
"""The answer about an identifier before any corpus is asked."""


class Mention(NamedTuple):
    """One citation, one member of a list each.

    Attributes:
        start, end: code points; from the first character of the citation to the last of its pinpoint.
        text: `source[start:end]`.
        kind, form: as design/references.md defines them.
        reference: canonical reference, or None when outside the scheme or left open by the text.
        rule: the grammar rule that read it, `pack.rule` (`ch.bge`).
        language: language of the span as far as its words show it, "" when they do not.
        reading: well-formed, repaired (`note` says what), impossible (`note` says why), unknown form.
        candidates: other references it may mean; not empty only when the text leaves it open.
        antecedent: start of the mention that a short form leans on, or None.
        note: snake_case reason for a null reference, a repair or an impossibility; "" otherwise.

    """

    start: int
    end: int
    text: str
    kind: Kind
    form: Form
    reference: str | None
    rule: str
    language: str = ""
    reading: Reading = "well_formed"
    candidates: tuple[str, ...] = ()
    antecedent: int | None = None
    note: str = ""


class Unparsed(NamedTuple):
    """Something that looks like a citation and was not understood; part of every result."""

    start: int
    end: int
    text: str
    reason: str
