"""The quotations of a draft as they are compared: without the marks of Markdown, their emphasis kept apart.

Keeps true: what the quotation room does not examine is given back with its reason, so that a report can list it.
"""

from __future__ import annotations

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
    for quote in find_quotes(readable, draft.language):
        if quote.examined:
            text = readable[quote.start : quote.end]
            words, emphasis = _plain(text) if draft.markup == "markdown" else (text, ())
            examined.append(DraftQuote(quote.start, quote.end, text, words, emphasis or None, quote.disclosures))
        elif quote.level == 0:
            others.append(quote)
    return examined, others


def _plain(text: str) -> tuple[str, tuple[Span, ...]]:
    """The words without the marks of Markdown, and the spans that were emphasised."""
    text = _BLOCK_MARK.sub("\n", text)
    parts: list[str] = []
    spans: list[Span] = []
    length = end = 0
    for match in _EMPHASIS.finditer(text):
        before, words = text[end : match.start()], match.group(2)
        parts += [before, words]
        spans.append(Span(length + len(before), length + len(before) + len(words)))
        length = spans[-1].end
        end = match.end()
    return "".join([*parts, text[end:]]), tuple(spans)
