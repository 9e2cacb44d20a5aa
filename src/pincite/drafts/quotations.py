"""The quotations of a draft as they are compared: without the marks of Markdown, their emphasis kept apart.

Keeps true:
1. What the quotation room does not examine is given back with its reason, so that a report can list it.
2. Markdown is read as it is shown: a quotation mark written as a reference, as `<q>` or behind a backslash is one, so that no way
   of writing hides a quotation; and what a page does not show (`&shy;`, `<br>`, a backslash before a mark) is no word that differs.
"""

from __future__ import annotations

import html
import re

from pincite.drafts.draft import Draft
from pincite.drafts.examination import DraftQuote
from pincite.quotation.find_quotes import Quote, find_quotes
from pincite.text.patterns import pattern
from pincite.text.span import Span

__all__ = ["quotations_of"]

_BLOCK_MARK = pattern(r"\n[ \t]{0,3}>[ \t]?")
_EMPHASIS = pattern(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_\n]+?)(?<=[^\s*_])\1(?![\w*_])")


def quotations_of(draft: Draft, readable: str) -> tuple[list[DraftQuote], list[Quote]]:
    """The quotations to examine, and those of the first level that are not, with their reasons."""
    examined: list[DraftQuote] = []
    others: list[Quote] = []
    markdown = draft.markup == "markdown"
    for quote in find_quotes(_with_marks(readable) if markdown else readable, draft.language):
        if quote.examined:
            text = readable[quote.start : quote.end]
            words, emphasis = _plain(text) if markdown else (text, ())
            examined.append(DraftQuote(quote.start, quote.end, text, words, emphasis or None, quote.disclosures))
        elif quote.level == 0:
            others.append(quote)
    return examined, others


_QUOTATION_MARKS = frozenset("\"'“”„‟«»‹›‘’‚＂")
_WRITTEN_MARK = pattern(r"""&(?:[a-z]{4,6}|\#\d{1,6}|\#x[0-9a-f]{1,5});|\\["'“”„«»]|</?q>""", re.IGNORECASE)


def _with_marks(text: str) -> str:
    """The text, as long as before, with each quotation mark that is written otherwise as the mark it is."""

    def shown(match: re.Match[str]) -> str:
        written = match.group()
        mark = '"' if written[0] == "<" else html.unescape(written.removeprefix("\\"))
        if mark not in _QUOTATION_MARKS:
            return written
        before = match.string[match.start() - 1 : match.start()]
        opens = not before or before.isspace() or before in "([{—–-:>" or written.lower() == "<q>"
        return mark.rjust(len(written)) if opens else mark.ljust(len(written))

    return _WRITTEN_MARK.sub(shown, text) if "&" in text or "\\" in text or "<" in text else text


_REFERENCE = pattern(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6});")
_BREAK = pattern(r"<br\s*/?>[ \t]*\n?|\\\n", re.IGNORECASE)
_STRONG = pattern(r"</?(?:b|strong)>", re.IGNORECASE)
_ITALIC = pattern(r"</?(?:i|em)>", re.IGNORECASE)
_ESCAPED = pattern(r"\\([!-/:-@\[-`{-~«»“”„])")


def _shown(text: str) -> str:
    """Markdown as a page shows it: references, line breaks and emphasis written as HTML."""
    if "<" in text or "\\" in text:
        text = _ITALIC.sub("*", _STRONG.sub("**", _BREAK.sub("\n", text)))
    return _REFERENCE.sub(lambda match: html.unescape(match.group()), text) if "&" in text else text


def _plain(text: str) -> tuple[str, tuple[Span, ...]]:
    """The words without the marks of Markdown, and the spans that were emphasised."""
    text = _shown(_BLOCK_MARK.sub("\n", text))
    parts: list[str] = []
    spans: list[Span] = []
    length = end = 0
    for match in _EMPHASIS.finditer(text):
        before, words = _unescaped(text[end : match.start()]), _unescaped(match.group(2))
        parts += [before, words]
        spans.append(Span(length + len(before), length + len(before) + len(words)))
        length = spans[-1].end
        end = match.end()
    return "".join([*parts, _unescaped(text[end:])]), tuple(spans)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text
