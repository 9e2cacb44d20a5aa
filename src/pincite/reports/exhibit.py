"""The exhibit: one row a citation, in the order of the draft, for CSV and XLSX.

Keeps true: each citation has one row and each row all columns; the four dates stand in four columns; no cell is read as a formula
by a program for tables, whatever the draft or a source holds (`inert`).
"""

from __future__ import annotations

from pincite.reports.shown import ShownMention, ShownQuote, ShownReport

__all__ = ["COLUMNS", "LONGEST", "heads", "inert", "rows"]

COLUMNS = (
    "id", "place", "citation", "status", "todo", "said", "reference", "title", "wording", "release", "statement", "quotation",
    "source_words", "difference", "notes", "next", "perhaps", "address", "law_as_at", "checked_at", "corpus_published_at",
    "source_fetched_at",
)  # fmt: skip
"""Names of the columns, as the catalogues have them."""

LONGEST = 32_000
"""Characters of a cell; a program for tables takes 32,767."""

_FORMULA = frozenset("=+-@\t\r\n|%＝＋－＠")
"""What a cell that is a formula begins with, full-width forms too: programs in Chinese and Japanese take them for the same."""


def heads(shown: ShownReport) -> list[str]:
    """The heads of the columns in the words of the report."""
    return [shown.words.say("column", name) for name in COLUMNS]


def rows(shown: ShownReport) -> list[list[str]]:
    """The rows, cells as texts, not yet made inert."""
    return [_row(mention) for mention in shown.mentions]


def inert(cell: str) -> str:
    """A cell that no program for tables takes for a formula: an apostrophe is put before one that begins like it."""
    text = cell if len(cell) <= LONGEST else f"{cell[: LONGEST - 1]}…"
    return f"'{text}" if text.lstrip(" \u00a0\u3000")[:1] in _FORMULA and text else text


def _row(mention: ShownMention) -> list[str]:
    return [
        mention.id,
        mention.place,
        mention.text,
        mention.status,
        f"{mention.mark} {mention.heading}",
        mention.said,
        mention.reference,
        mention.title,
        mention.state,
        mention.release,
        mention.claim,
        " | ".join(quote.text for quote in mention.quotes),
        " | ".join(quote.source for quote in mention.quotes if quote.source),
        " | ".join(filter(None, (_difference(quote) for quote in mention.quotes))),
        " ".join(mention.notes),
        " ".join(mention.next),
        "; ".join(mention.perhaps),
        mention.url,
        *mention.dates,
    ]


def _difference(quote: ShownQuote) -> str:
    """Kinds of difference, and word by word what differs: [left out] +put in+."""
    signs = {"left_out": "[{}]", "put_in": "+{}+", "same": "{}"}
    words = "".join(signs[piece.kind].format(piece.text) for piece in quote.pieces)
    return ": ".join(part for part in ("; ".join(quote.kinds), words) if part)
