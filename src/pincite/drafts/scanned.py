"""A draft as it is scanned for citations: what a reader does not see is taken out, full-width letters and digits are plain.

Keeps true:
1. A citation is found as a reader sees it: no invisible character and no width of a digit can hide it from the scan.
2. Every offset leads back to the draft; a mention's `text` is the draft's own characters, `seen` those a reader sees.
"""

from __future__ import annotations

from bisect import bisect_right

from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention, Unparsed
from pincite.text.patterns import pattern

__all__ = ["HIDDEN", "Scanned", "hidden_in_words", "seen"]

HIDDEN = pattern(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufe00-\ufe0e\U000e0000-\U000e007f]|(?!\\A)\ufeff"
)
"""Characters that show nothing, or turn the order of what is shown: they can hide a citation from a reader or from us."""

_WIDE = {0xFF01 + offset: 0x21 + offset for first, last in ((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)) for offset in range(first - 0x21, last - 0x20)}  # fmt: skip


def seen(text: str) -> str:
    """The text as a reader sees it."""
    return HIDDEN.sub("", text).translate(_WIDE)


def hidden_in_words(text: str) -> list[int]:
    """Where invisible characters stand between two characters that are shown, so that they part or disguise a word."""
    found: list[int] = []
    for match in HIDDEN.finditer(text):
        before, after = seen(text[max(0, match.start() - 8) : match.start()]), seen(text[match.end() : match.end() + 8])
        if before[-1:].strip() and after[:1].strip():
            found.append(match.start())
    return found


class Scanned:
    """The scanned text of a draft, and the way back."""

    def __init__(self, text: str) -> None:
        self._original = text
        self._cuts: list[int] = []  # offsets in the scanned text before which characters were taken out ...
        self._gone: list[int] = []  # ... and how many up to there
        gone = 0
        for match in HIDDEN.finditer(text):
            at = match.start() - gone
            gone += match.end() - match.start()
            if self._cuts and self._cuts[-1] == at:
                self._gone[-1] = gone
            else:
                self._cuts.append(at)
                self._gone.append(gone)
        self.text = seen(text)

    def start(self, offset: int) -> int:
        """The offset in the draft of the character at `offset`."""
        index = bisect_right(self._cuts, offset) - 1
        return offset + (self._gone[index] if index >= 0 else 0)

    def end(self, offset: int) -> int:
        """The offset in the draft right behind the character before `offset`."""
        return self.start(offset - 1) + 1 if offset else 0

    def back(self, extraction: Extraction) -> Extraction:
        """What was found in the scanned text, in offsets and characters of the draft."""
        if self.text == self._original:
            return extraction
        return extraction._replace(
            mentions=tuple(self._mention(mention) for mention in extraction.mentions),
            unparsed=tuple(self._unparsed(each) for each in extraction.unparsed),
        )

    def _mention(self, mention: Mention) -> Mention:
        start, end = self.start(mention.start), self.end(mention.end)
        antecedent = None if mention.antecedent is None else self.start(mention.antecedent)
        return mention._replace(start=start, end=end, text=self._original[start:end], antecedent=antecedent)

    def _unparsed(self, each: Unparsed) -> Unparsed:
        start, end = self.start(each.start), self.end(each.end)
        return each._replace(start=start, end=end, text=self._original[start:end])
