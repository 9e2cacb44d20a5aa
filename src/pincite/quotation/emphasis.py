"""Emphasis added or removed (A6): only the form differs, and the draft must say so.

Keeps true: emphasis is compared word by word. «(emphasis added)» covers words that the source does not emphasise, «(emphasis
omitted)» words that the draft does not; «(emphasis in original)» said of other words is a false disclosure.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.findings import Finding
from pincite.quotation.model import Alteration
from pincite.quotation.outcome import Differences
from pincite.quotation.reading import Reading
from pincite.text.span import Span

__all__ = ["compare_emphasis"]


def compare_emphasis(
    reading: Reading,
    out: Differences,
    *,
    source: Sequence[Span],
    quote: Sequence[Span] | None,
    disclosed: frozenset[str],
) -> None:
    """Name words whose emphasis differs. `quote` is None when the draft's form shows no emphasis (plain text)."""
    if quote is None:
        return
    added: list[tuple[int, int]] = []
    removed: list[tuple[int, int]] = []
    for step in reading.steps:
        if step.kind != "equal":
            continue
        for k in range(step.i2 - step.i):
            i, j = step.i + k, step.j + k
            if not reading.source[i].counts:
                continue
            in_source = _inside(reading.source_span(i, i + 1), source)
            in_quote = _inside(reading.quote.span(j, j + 1), quote)
            if in_quote and not in_source:
                added.append((i, j))
            elif in_source and not in_quote:
                removed.append((i, j))
    for pairs in (added, removed):
        for i, i2, j, j2 in _runs(pairs):
            out.add(
                Alteration(
                    "A6",
                    reading.quote.span(j, j2),
                    reading.source_span(i, i2),
                    reading.quote.words(j, j2),
                    reading.source_words(i, i2),
                    "added" if pairs is added else "removed",
                )
            )
    original = "emphasis_original" in disclosed
    if (added and "emphasis_added" not in disclosed) or (
        removed and not added and not disclosed & {"emphasis_omitted", "emphasis_added", "emphasis_original"}
    ):
        out.findings.append(Finding("undisclosed_emphasis"))
    if (added and original and "emphasis_added" not in disclosed) or (
        "emphasis_added" in disclosed and quote and not added
    ):
        out.findings.append(Finding("false_disclosure", {"words": "emphasis"}))


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start < span.end and span.start < end for start, end in spans)


def _runs(pairs: list[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    runs: list[list[int]] = []
    for i, j in pairs:
        if runs and i - runs[-1][1] <= 1 and j - runs[-1][3] <= 1:
            runs[-1][1], runs[-1][3] = i + 1, j + 1
        else:
            runs.append([i, i + 1, j, j + 1])
    return [(a, b, c, d) for a, b, c, d in runs]
