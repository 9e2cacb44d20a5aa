"""Making mentions: the span is cut from the text here, so that text and span cannot disagree."""

from __future__ import annotations

import re

from pincite.citations.mention import Form, Kind, Mention, Reading
from pincite.citations.pack import TextReading

__all__ = ["mention", "with_place"]

_HAN = re.compile(r"[\u3400-\u9fff]")


def mention(
    reading: TextReading,
    start: int,
    end: int,
    kind: Kind,
    form: Form,
    reference: str | None,
    rule: str,
    *,
    verdict: Reading = "well_formed",
    candidates: tuple[str, ...] = (),
    antecedent: int | None = None,
    note: str = "",
    language: str | None = None,
) -> Mention:
    """A mention of `reading.text[start:end]`; its language is Chinese when it has a Chinese character, else as given."""
    words = reading.text[start:end]
    if language is None:
        language = "zh-Hant" if _HAN.search(words) else "en"
    return Mention(start, end, words, kind, form, reference, rule, language, verdict, candidates, antecedent, note)


def with_place(work: str, place: str) -> str:
    """`work#place`, or the work alone."""
    return f"{work}#{place}" if place else work
