"""An answer as a page shows it: paragraphs and lists in pieces, each citation leading to its rows, each label plain to see.

Keeps true: the pieces, put together, are the answer without the signs of its Markdown; only addresses that begin with http become
links; a citation is told by the account that the chain keeps of the answer, never guessed from how it looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.answers.account import LABELLED
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import lines_safe

__all__ = ["Cited", "Piece", "ShownAnswer", "Stretch", "shown_answer", "stretches_of"]

_LINK = re.compile(r"\[((?:[^\[\]\n]|\[[^\[\]\n]*\])+)\]\((https?://[^\s()<>]+)\)")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A citation in the text that left: [start, end) in code points, where its label begins, its rows and outcome."""

    start: int
    end: int
    label_at: int
    rows: tuple[str, ...]
    outcome: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: words; bold or not; a link's address; or a citation with its rows, label and anchor."""

    text: str
    bold: bool = False
    url: str = ""
    rows: tuple[str, ...] = ()
    anchor: str = ""
    outcome: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    """Where an answer cites a row: the anchor of the place, and its number among all places, from 1."""

    anchor: str
    number: int


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer.

    Attributes:
        seq, at, actor: of its entry in the chain.
        blocks: (kind, lines): kind p or ul; a line is its pieces.
        cited: row -> the places where the answer cites it.
        labelled: how many citations bear a label.
        known: whether the chain keeps the account of its citations; an answer recorded without one is shown as plain text.
        rows, releases: what it stands on.

    """

    seq: int
    at: str
    actor: str
    text: str
    blocks: tuple[tuple[str, tuple[tuple[Piece, ...], ...]], ...]
    cited: Mapping[str, tuple[Cited, ...]]
    labelled: int
    known: bool
    rows: tuple[str, ...] = ()
    releases: tuple[str, ...] = ()


def stretches_of(account: Sequence[Mapping[str, Any]]) -> tuple[Stretch, ...]:
    """The citations of an account (`answers.account.change_json`) that stand in the text that left, in order."""
    found: list[Stretch] = []
    for each in account:
        start, end = int(each.get("out_start", 0)), int(each.get("out_end", 0))
        if end <= start:
            continue
        outcome = str(each.get("outcome", ""))
        label_at = end if not each.get("label") else min(end, start + len(str(each.get("shown", ""))))
        rows = tuple(str(row) for row in each.get("rows", ()))
        found.append(Stretch(start, end, label_at, rows, outcome, str(each.get("reference", ""))))
    return tuple(sorted(found, key=lambda each: each.start))


def shown_answer(
    text: str,
    account: Sequence[Mapping[str, Any]] | None,
    *,
    seq: int = 0,
    at: str = "",
    actor: str = "",
    rows: Sequence[str] = (),
    releases: Sequence[str] = (),
) -> ShownAnswer:
    """An answer with its account, None where the chain holds none."""
    stretches = stretches_of(account or ())
    anchors = {each: f"a{seq}-{number}" for number, each in enumerate(stretches, start=1)}
    cited: dict[str, list[Cited]] = {}
    for number, each in enumerate(stretches, start=1):
        for row in each.rows:
            cited.setdefault(row, []).append(Cited(anchors[each], number))
    blocks = tuple(_blocks(text, stretches, anchors))
    return ShownAnswer(
        seq=seq,
        at=at,
        actor=lines_safe(actor),
        text=lines_safe(text),
        blocks=blocks,
        cited={row: tuple(places) for row, places in cited.items()},
        labelled=sum(each.outcome in LABELLED for each in stretches),
        known=account is not None,
        rows=tuple(rows),
        releases=tuple(releases),
    )


def _blocks(
    text: str, stretches: Sequence[Stretch], anchors: Mapping[Stretch, str]
) -> Iterator[tuple[str, tuple[tuple[Piece, ...], ...]]]:
    """Paragraphs and lists; an empty line parts two."""
    kind = ""
    lines: list[tuple[Piece, ...]] = []
    at = 0
    for line in text.split("\n"):
        item = line.startswith("- ")
        now = ("ul" if item else "p") if line.strip() else ""
        if lines and now != kind:
            yield kind, tuple(lines)
            lines = []
        if now:
            skip = 2 if item else 0
            lines.append(tuple(_line(text, at + skip, at + len(line), stretches, anchors)))
        kind = now
        at += len(line) + 1
    if lines:
        yield kind, tuple(lines)


def _line(
    text: str, start: int, end: int, stretches: Sequence[Stretch], anchors: Mapping[Stretch, str]
) -> Iterator[Piece]:
    bold = False
    pairs = text.count("**", start, end) % 2 == 0
    at = start
    for each in stretches:
        if each.end <= start or each.start >= end:
            continue
        first, last = max(each.start, at), min(each.end, end)
        plain, bold = _plain(text[at:first], bold=bold, pairs=pairs)
        yield from plain
        split = min(max(each.label_at, first), last)
        # a citation that runs over a line end bears its anchor and its rows once, where it begins
        begins = each.start >= start
        yield Piece(
            lines_safe(text[first:split]),
            bold,
            rows=each.rows if begins else (),
            anchor=anchors[each] if begins else "",
            outcome=each.outcome,
            label=lines_safe(text[split:last]).strip(),
        )
        at = last
    plain, _ = _plain(text[at:end], bold=bold, pairs=pairs)
    yield from plain


def _plain(text: str, *, bold: bool, pairs: bool) -> tuple[list[Piece], bool]:
    """Text outside citations: links and bold words of its Markdown, all else as it stands."""
    found: list[Piece] = []
    at = 0
    for link in _LINK.finditer(text):
        bold = _bold(text[at : link.start()], found, bold=bold, pairs=pairs)
        found.append(Piece(lines_safe(link[1]), bold, addresses.official(link[2])))
        at = link.end()
    bold = _bold(text[at:], found, bold=bold, pairs=pairs)
    return found, bold


def _bold(text: str, into: list[Piece], *, bold: bool, pairs: bool) -> bool:
    for number, part in enumerate(text.split("**") if pairs else [text]):
        if number:
            bold = not bold
        if part:
            into.append(Piece(lines_safe(part), bold))
    return bold
