"""Making mentions: the span is cut from the text here, so that text and span cannot disagree."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.citations.mention import Form, Kind, Mention, Reading
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.pinpoints import Pin
from pincite.text.patterns import pattern

__all__ = ["mention", "pinpoint_mentions", "with_place"]

_HAN = pattern(r"[\u3400-\u9fff]")


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
        language = "zh-Hant" if not words.isascii() and _HAN.search(words) else "en"
    # made of its fields at once: by its name it would take three times as long, and this is done for every mention
    return Mention._make(
        (start, end, words, kind, form, reference, rule, language, verdict, candidates, antecedent, note)
    )


def with_place(work: str, place: str) -> str:
    """`work#place`, or the work alone."""
    return f"{work}#{place}" if place else work


def pinpoint_mentions(
    reading: TextReading,
    pack: str,
    start: int,
    end: int,
    pins: Sequence[Pin],
    work: str | None,
    seen: Mention | None,
    rule: str,
    note: str = "",
) -> list[Mention]:
    """Short mentions of a work by their pinpoints, the first from `start` on; without pinpoints one from `start` to `end`.

    `seen`: the mention leaned on; its kind is theirs. `note`: theirs, instead of the usual one of a missing work.
    """
    antecedent = seen.start if seen is not None else None
    kind = seen.kind if seen is not None else "case"
    note = note or ("" if work else "antecedent_missing")
    if not pins:
        return [mention(reading, start, end, kind, "short", work, f"{pack}.{rule}", antecedent=antecedent, note=note)]
    return [
        mention(
            reading, pin.start if index else start, pin.end, kind, "short", with_place(work, pin.place) if work else None,
            f"{pack}.{rule}", antecedent=antecedent, note=note,
        )
        for index, pin in enumerate(pins)
    ]  # fmt: skip
