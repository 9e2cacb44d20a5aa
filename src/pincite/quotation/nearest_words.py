"""The nearest reading of a few changed words at an end of a quote that stand, by chance, in another sentence too.

Keeps true: words at the end (or start) of a quote are read against the words of the sentence in which the rest of it stands, and not
as the far side of an omission that swallows whole sentences. What differs is then named as other words (M1, M2), the nearest there
are; nothing becomes equal that was not.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.quotation.align import Step
from pincite.quotation.reading import Reading
from pincite.quotation.tokens import Token, count_words

__all__ = ["nearest_ends"]

_STOPS = (".", "!", "?", "。")
_MOST, _MOST_CHINESE = 6, 12
"""Words of an end that may be changed ones; a longer run is from where it stands."""
_FARTHER = 3
"""How many times as long as the quote's end the sentence's own end may be."""


def nearest_ends(reading: Reading, steps: list[Step]) -> list[Step]:
    """The steps, a short end from beyond a sentence's end read against the sentence itself."""
    return _nearest_start(reading, _nearest_end(reading, steps))


def _long(step: Step) -> bool:
    """Whether a difference leaves out more of the source than it puts there: the others are not looked at."""
    return step.kind == "words" and step.i2 - step.i > step.j2 - step.j + 1


def _changed(reading: Reading, step: Step, tokens: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether `tokens`, an end of the quote beyond `step`, may be changed words rather than words from there."""
    words = count_words(tokens)
    most = _MOST_CHINESE if reading.lexicon.chinese else _MOST
    marked = any(t.kind in "gb" for t in tokens)
    beyond = count_words(reading.source[step.i : step.i2]) > words
    return not marked and 0 < words <= most and count_words(rest) > words and beyond


def _nearest_end(reading: Reading, steps: list[Step]) -> list[Step]:
    source, quote = reading.source, reading.tokens
    for k, step in enumerate(steps[1:], 1):
        if not _long(step):
            continue
        same = 0
        while (
            step.j + same < len(quote)
            and step.i + same < step.i2
            and source[step.i + same].text == quote[step.j + same].text
        ):
            same += 1
        if not _changed(reading, step, quote[step.j + same :], quote[: step.j + same]):
            continue
        stop = next((at for at in range(step.i, step.i2) if _ends_sentence(reading, at)), None)
        if stop is None:
            continue
        last = max(at for at in range(step.j, len(quote)) if quote[at].counts) + 1
        own = source[step.i : stop]
        if count_words(own) > _FARTHER * count_words(quote[step.j : last]):
            continue
        near = list(steps[:k])
        same = min(same, stop - step.i)
        if same:
            near.append(Step("equal", step.i, step.i + same, step.j, step.j + same))
        end = min(stop, step.i + max(same, last - step.j))
        near.append(Step("words", step.i + same, end, step.j + same, last))
        if last < len(quote):
            closes = end == stop and len(quote) - last == 1 and source[stop].text == quote[last].text
            near.append(Step("equal" if closes else "words", end, end + closes, last, len(quote)))
        return near
    return steps


def _nearest_start(reading: Reading, steps: list[Step]) -> list[Step]:
    source, quote = reading.source, reading.tokens
    for k in range(len(steps) - 2, -1, -1):
        step = steps[k]
        if not _long(step) or not _changed(reading, step, quote[: step.j2], quote[step.j2 :]):
            continue
        stop = next((at for at in range(step.i2 - 1, step.i - 1, -1) if _ends_sentence(reading, at)), None)
        if stop is None or count_words(source[stop + 1 : step.i2]) > _FARTHER * count_words(quote[: step.j2]):
            continue
        same = 0
        while (
            step.i2 - same - 1 > stop
            and step.j2 - same > 0
            and source[step.i2 - same - 1].text == quote[step.j2 - same - 1].text
        ):
            same += 1
        start = max(stop + 1, step.i2 - max(same, step.j2))
        near = [Step("words", start, step.i2 - same, 0, step.j2 - same)]
        if same:
            near.append(Step("equal", step.i2 - same, step.i2, step.j2 - same, step.j2))
        return [s for s in near if s.i2 > s.i or s.j2 > s.j] + list(steps[k + 1 :])
    return steps


def _ends_sentence(reading: Reading, at: int) -> bool:
    """Whether a mark of the source ends a sentence: a capital, or nothing, follows it, and no short word stands before it."""
    source = reading.source
    if source[at].key not in _STOPS:
        return False
    if source[at].key != "." or at + 1 >= len(source):
        return True
    before = source[at - 1] if at else None
    return source[at + 1].text[:1].isupper() and before is not None and len(before.text) > 2 and before.kind == "w"
