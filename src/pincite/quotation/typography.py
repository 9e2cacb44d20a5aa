"""Typography and layout: what differs within and between words that are the same (A1, A2).

Keeps true: a difference that crosses a piece of layout, or a line end, is A2; any other difference of characters that fold
alike is A1. Both are named with the words around them.
"""

from __future__ import annotations

from pincite.quotation.model import Alteration
from pincite.quotation.outcome import Differences
from pincite.quotation.reading import Reading
from pincite.text.span import Span

__all__ = ["name_typography"]


def name_typography(reading: Reading, out: Differences) -> None:
    """What differs within and between equal words: glyphs and spaces (A1), layout and line ends (A2)."""
    before: tuple[int, int] | None = None
    for step in reading.steps:
        if step.kind == "equal":
            if reading.source_words(step.i, step.i2) == reading.quote.words(step.j, step.j2):
                if before == (step.i - 1, step.j - 1):
                    _compare_between(reading, step.i, step.j, out)
                before = (step.i2 - 1, step.j2 - 1)
                continue
            for k in range(step.i2 - step.i):
                i, j = step.i + k, step.j + k
                _compare_token(reading, i, j, out)
                if before == (i - 1, j - 1):
                    _compare_between(reading, i, j, out)
                before = (i, j)
        elif step.i2 == step.i + 1 and step.j2 == step.j + 1:
            before = (step.i, step.j)
        elif step.kind == "sic" and before is not None:
            _passed_over(reading, step.i, step.j, out)
            before = None
        else:
            before = None


def _compare_token(reading: Reading, i: int, j: int, out: Differences) -> None:
    source, quote = reading.source_words(i, i + 1), reading.quote.words(j, j + 1)
    if source == quote:
        return
    span = reading.source_span(i, i + 1)
    code = "A2" if _has_layout(reading, span) or "\n" in quote else "A1"
    out.add(Alteration(code, reading.quote.span(j, j + 1), span, quote, source))


def _compare_between(reading: Reading, i: int, j: int, out: Differences) -> None:
    left, right = reading.source_span(i - 1, i), reading.source_span(i, i + 1)
    gap = Span(left.end, right.start)
    quoted_left, quoted_right = reading.quote.span(j - 1, j), reading.quote.span(j, j + 1)
    quoted = Span(quoted_left.end, quoted_right.start)
    source_text = reading.prepared.source[gap.start : gap.end]
    quote_text = reading.quote.text[quoted.start : quoted.end]
    if source_text == quote_text:
        return
    layout = _has_layout(reading, gap) or ("\n" in source_text) != ("\n" in quote_text)
    out.add(
        Alteration(
            "A2" if layout else "A1",
            Span(quoted_left.start, quoted_right.end),
            Span(left.start, right.end),
            reading.quote.text[quoted_left.start : quoted_right.end],
            reading.prepared.source[left.start : right.end],
        )
    )


def _passed_over(reading: Reading, i: int, j: int, out: Differences) -> None:
    """Layout right before source token `i` that the quote passes over at its [sic]."""
    if not 0 < i < len(reading.source):
        return
    left, right = reading.source_span(i - 1, i), reading.source_span(i, i + 1)
    if _has_layout(reading, Span(left.end, right.start)):
        span = reading.quote.span(j + 1, min(len(reading.tokens), j + 2))
        where = Span(left.end, right.end)
        words = reading.prepared.source[where.start : where.end]
        out.add(Alteration("A2", span, where, reading.quote.text[span.start : span.end], words))


def _has_layout(reading: Reading, span: Span) -> bool:
    return any(
        layout.kind != "line" and layout.start < span.end and span.start < layout.end
        for layout in reading.prepared.layout
    )
