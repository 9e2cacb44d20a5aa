"""A report as comments in the draft itself: one at each citation, for the margin of a Word file or the notes of a PDF.

Keeps true:
1. Every mention has one comment; it begins with what is to be done and the status in words, never with a colour or code alone.
2. What a comment says is what the report's pages say (`shown.py`), shortened; the whole report is another file.
3. Where a file can hold no comment at the words (notes, headers, footers of Word) the comment names the place and the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pincite.formats.written import Comment
from pincite.reports.shown import ShownMention, ShownQuote, ShownReport

__all__ = ["AUTHOR", "COLOURS", "comments_of"]

AUTHOR = "pincite"
COLOURS: Mapping[str, tuple[int, int, int]] = {
    "fix": (255, 176, 117),
    "look": (255, 226, 117),
    "ok": (176, 216, 255),
    "found": (214, 224, 232),
    "unchecked": (211, 196, 240),
}
"""Of highlights, by group: apart in hue and in lightness; the note says in words what they show."""

_ELSEWHERE = frozenset(("footnote", "endnote", "header", "footer"))
_LONGEST = 400


def comments_of(shown: ShownReport) -> list[Comment]:
    """The comments, in the order of the draft."""
    places = {
        each["citation_id"]: (each["span"].get("place") or {}).get("part", "") for each in shown.values["mentions"]
    }
    return [
        Comment(each.start, each.end, tuple(_lines(each, shown, str(places[each.id]))), each.url, each.group)
        for each in shown.mentions
    ]


def _lines(mention: ShownMention, shown: ShownReport, part: str) -> Iterator[str]:
    def labelled(label: str, text: str) -> str:
        return f"{shown.words.say('ui', label)}: {_cut(text)}"

    if part in _ELSEWHERE:
        yield f"{mention.place}: {_cut(mention.text)}"
    yield f"{mention.mark} {mention.heading}. {mention.said}"
    if mention.title:
        yield labelled("compared", ", ".join(filter(None, (mention.title, mention.state, mention.release))))
    for quote in mention.quotes:
        yield from _quote(quote, labelled)
    if mention.source is not None and not any(quote.source for quote in mention.quotes):
        yield labelled("source_says", f"“{_cut(mention.source.text)}”")
    for note in mention.notes:
        yield f"– {note}"
    for each in mention.next:
        yield labelled("next", each)
    for each in mention.perhaps:
        yield labelled("offered", each)


def _quote(quote: ShownQuote, labelled: Callable[[str, str], str]) -> Iterator[str]:
    if quote.source:
        yield labelled("source_says", f"“{_cut(quote.source)}”")
    if quote.stands_in:
        yield labelled("stands_in", quote.stands_in)
    if quote.kinds:
        yield labelled("differs", "; ".join(quote.kinds))


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
