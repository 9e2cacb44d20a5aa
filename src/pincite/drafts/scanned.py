"""A draft as it is scanned for citations: what a reader does not see is taken out, letters and digits are plain.

Keeps true:
1. A citation is found as a reader sees it: no invisible character, no width or script of a letter or digit, and no mark of
   emphasis, escape, entity, tag or link of Markdown can hide it from the scan.
2. Every offset leads back to the draft; a mention's `text` is the draft's own characters.
3. What a reader sees is never taken out: a footnote's number set high becomes a space, so that it joins no number before it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache

from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention, Unparsed
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["HIDDEN", "Scanned", "hidden_in_words", "seen", "with_marks"]

HIDDEN = pattern(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufe00-\ufe0e\U000e0000-\U000e007f]|(?!\\A)\ufeff"
)
"""Characters that show nothing, or turn the order of what is shown: they can hide a citation from a reader or from us."""

_WIDE = {0xFF01 + offset: 0x21 + offset for first, last in ((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)) for offset in range(first - 0x21, last - 0x20)} | {0x3000: 0x20}  # fmt: skip


_MARKUP_WAYS = (
    rf"(?P<hidden>{HIDDEN.pattern})"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,10});)"
    r"|(?P<high><sup>\s{0,3}\[?\d{1,4}\]?\s{0,3}</sup>)"
    r"|(?P<tag></?(?:a|abbr|bdi|big|b|cite|em|font|ins|i|kbd|mark|small|span|strong|sub|sup|s|u|wbr)(?:\s[^<>]{0,300})?/?>)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<marks>(?<=\S)[*`]{1,3}|[*`]{1,3}(?=\S)|~~)"
)
_MARKUP = pattern(_MARKUP_WAYS)
_ADDRESS = r"\]\((?:https?://|mailto:|[/#]|\.{1,2}/)[^\s()<>]{0,300}(?:\([^\s()<>]{0,80}\)[^\s()<>]{0,100})?(?:\s\"[^\"\n]{0,100}\")?\)"
"""Behind the words of a link: what has the look of an address, so that «[5](a)» is none."""
_LINKED = pattern(
    rf"(?P<opens>(?<![!\\])\[(?=(?:\\.|[^\[\]\\\n]|\[[^\[\]\n]{{0,40}}\](?!\()){{1,200}}{_ADDRESS}))|(?P<closes>{_ADDRESS})|{_MARKUP_WAYS}"
)
_CLOSES = pattern(_ADDRESS)
_UNDERSCORE = pattern(r"(?<![\w.])_{1,2}(?=[^\W_])|(?<=[^\W_])_{1,2}(?![\w.])")
"""Of emphasis, once the other marks are gone: inside a word it is a letter of a number («4A_1/2026»); «A.____» is a name."""

_UNUSUAL = pattern("[&<\\\\*`~]")
"""Text without one of these holds no markup."""

_FOREIGN = pattern(
    "(?<![A-Za-z0-9_./])[A-Za-z0-9_./]*[\u0370-\u058f\u13a0-\u13f5\u1d00-\u1d2b\U0001d400-\U0001d7ff][A-Za-z0-9_./\u0370-\u058f\u13a0-\u13f5\u1d00-\u1d2b\U0001d400-\U0001d7ff]*"
)
"""Words with letters of Greek, Cyrillic, Armenian, Cherokee, small capitals or mathematics; begun where a word begins, not at each letter."""

_WIDE_STROKE = pattern(r"(?<=[0-9])\uff0f(?=[0-9])")
_OTHER_DIGIT = pattern(r"(?![0-9])\d")


@cache
def _look_alikes() -> dict[int, str]:
    return {ord(item): to for to, cell in rows("pincite.text", "data/look_alikes.tsv") for item in cell.split()}


def _latin(match: re.Match[str]) -> str:
    """A word whose foreign letters all look like Latin ones, in these; any other as it is."""
    shown = "".join(
        unicodedata.normalize("NFKC", each) if each >= "\U0001d400" else _look_alikes().get(ord(each), each)
        for each in match.group()
    )
    return shown if shown.isascii() and len(shown) == len(match.group()) else match.group()


def _plain(text: str) -> str:
    """Character for character: letters and digits of other widths and scripts as those they are taken for."""
    if text.isascii():
        return text
    text = _WIDE_STROKE.sub("/", _FOREIGN.sub(_latin, text.translate(_WIDE)))
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), text)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """What is shown otherwise than it is written: start, end, and nothing or one character in its place."""
    opened = False
    markup = _LINKED if "](" in text else _MARKUP if _UNUSUAL.search(text) else HIDDEN
    for match in markup.finditer(text):
        shown = ""
        if match.lastgroup == "opens":
            opened = True
        elif match.lastgroup == "closes":
            if not opened:
                continue
            opened = False
            shown = " " if text[match.end() : match.end() + 1] == "[" else ""  # two links in a row are two things
        elif match.lastgroup == "high":
            shown = " "
        elif match.lastgroup == "escaped":
            shown = match["escaped"]
        elif match.lastgroup == "entity":
            shown = html.unescape(match.group())
            if len(shown) != 1:
                continue
            shown = HIDDEN.sub("", shown)
        yield match.start(), match.end(), shown


def seen(text: str) -> str:
    """The text as a reader sees it."""
    return Scanned(text).text


def with_marks(text: str, start: int, end: int, floor: int = 0) -> tuple[int, int]:
    """The span of a mention with the mark of emphasis or link whose other half stands inside it («*ibid.*, E. 2»)."""
    if "](" in text[start:end] and text[start - 1 : start] == "[" and start > floor:
        start -= 1
    elif "[" in text[start:end] and (closes := _CLOSES.match(text, end)):
        end = closes.end()
    for mark in "*`":
        inside = text[start:end]
        if mark in inside and len(inside.replace(mark * 2, mark).split(mark)) % 2 == 0:
            if text[start - 1 : start] == mark and start > floor:
                while start > floor and text[start - 1] == mark:
                    start -= 1
            else:
                while text[end : end + 1] == mark:
                    end += 1
    return start, end


def hidden_in_words(text: str) -> list[int]:
    """Where invisible characters stand between two characters that are shown, so that they part or disguise a word."""
    found: list[int] = []
    for match in HIDDEN.finditer(text):
        before = HIDDEN.sub("", text[max(0, match.start() - 8) : match.start()])
        after = HIDDEN.sub("", text[match.end() : match.end() + 8])
        if before[-1:].strip() and after[:1].strip():
            found.append(match.start())
    return found


class Scanned:
    """The scanned text of a draft, and the way back."""

    def __init__(self, text: str) -> None:
        self._original = text
        changes = list(_changes(text))
        self._set(changes)
        if "_" in self.text:
            found = (
                at for m in _UNDERSCORE.finditer(self.text) for at in range(*m.span()) if at not in self._shown_for
            )
            marks = [(self.start(at), self.start(at) + 1, "") for at in found]
            if marks:
                self._set(sorted(changes + marks))

    def _set(self, changes: Iterable[tuple[int, int, str]]) -> None:
        text = self._original
        self._cuts: list[int] = []  # offsets in the scanned text before which characters were taken out ...
        self._gone: list[int] = []  # ... and how many up to there
        self._shown_for: dict[int, int] = {}  # where what one scanned character stands for ends in the draft
        parts: list[str] = []
        at = gone = 0
        for start, end, shown in changes:
            parts += (text[at:start], shown)
            at = end
            where = start - gone
            if shown:
                self._shown_for[where] = end
                where += 1
            gone += end - start - len(shown)
            if self._cuts and self._cuts[-1] == where:
                self._gone[-1] = gone
            else:
                self._cuts.append(where)
                self._gone.append(gone)
        self.text = _plain("".join([*parts, text[at:]]))

    def start(self, offset: int) -> int:
        """The offset in the draft of the character at `offset`."""
        index = bisect_right(self._cuts, offset) - 1
        return offset + (self._gone[index] if index >= 0 else 0)

    def end(self, offset: int) -> int:
        """The offset in the draft right behind the character before `offset`."""
        if not offset:
            return 0
        return self._shown_for.get(offset - 1) or self.start(offset - 1) + 1

    def back(self, extraction: Extraction) -> Extraction:
        """What was found in the scanned text, in offsets and characters of the draft."""
        if self.text == self._original:
            return extraction
        mentions: list[Mention] = []
        starts: dict[int, int] = {}  # antecedents are known by where they start
        for each in extraction.mentions:
            floor = mentions[-1].end if mentions else 0
            start, end = with_marks(self._original, self.start(each.start), self.end(each.end), floor)
            starts[each.start] = start
            at = each.antecedent
            antecedent = None if at is None else starts.get(at, self.start(at))
            mentions.append(each._replace(start=start, end=end, text=self._original[start:end], antecedent=antecedent))
        return extraction._replace(
            mentions=tuple(mentions), unparsed=tuple(self._unparsed(each) for each in extraction.unparsed)
        )

    def _unparsed(self, each: Unparsed) -> Unparsed:
        start, end = self.start(each.start), self.end(each.end)
        return each._replace(start=start, end=end, text=self._original[start:end])
