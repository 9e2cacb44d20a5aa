"""The sentences of a block of law in which a norm may stand, as spans of the block's text.

Keeps true:
1. Labels and headings belong to no sentence; neither do quoted words (amending acts quote the law they make), provisions
   that are no law in force, definitions and lists of contents.
2. A list belongs to the sentence that opens it; what stands numbered behind a full stop is a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.atoms.grammar import Grammar
from pincite.law.document import Provision
from pincite.text.sentences import sentences

__all__ = ["Sentence", "sentences_of"]

_ENDS = re.compile(r"[.。!?！？][)\]”’»」』]*\s*\Z")
_CLOSES = re.compile(r"[;；][)\]”’»」』]*\s*\Z")
_LABEL = re.compile(
    r"\s*(?:(?:Art(?:icle|ikel|icolo)?\.?|§|Section|第)\s*\d+[\w.]*(?:條|条)?\.?(?:(?:bis|ter|quater|quinquies|sexies)\b)?\s+"
    r"|\(?\d{1,4}[A-Za-z]{0,3}\)?(?:bis|ter|quater|quinquies|sexies)?[.)]?\s+"
    r"|\([a-zA-Z]{1,5}\)\s*|[a-z]{1,2}(?:bis|ter|quater)?[.)]\s+|[ivxIVX]{1,5}[.)]\s+|[—–-]\s+|\*\s*|•\s*)"
)
_QUOTES = {"“": "”", "«": "»", "„": "“", "「": "」", "‘": "’"}
_GLUED = re.compile(r"\.(?<=[a-zà-ÿ)]\.)(?:[A-Z]{1,4}|\d{1,2}(?:–\d)?)(?: ?…?[IVX]+\.(?: und [IVX]+\.)?)?\.?\s*\Z")
"""The number of a heading that a copy glued to the sentence before it."""

LONGEST = 4000
"""A sentence longer than this is a table or a form."""

_NO_NORM = frozenset(
    (
        *(
            "heading",
            "title",
            "marginal",
            "recital",
            "preamble",
            "citation",
            "definition",
            "signature",
            "note",
            "footnote",
        ),
        *(
            "table",
            "toc",
            "contents",
            "doc_title",
            "long_title",
            "enacting_formula",
            "explanatory",
            "quoted",
            "range_member",
        ),
    )
)


class Sentence(NamedTuple):
    """`text[start:end]` of a block; `eid` is the smallest provision that holds it all."""

    start: int
    end: int
    eid: str


def sentences_of(text: str, offset: int, nodes: Sequence[Provision], grammar: Grammar) -> Iterator[Sentence]:
    """The sentences of a block.

    Args:
        text: of the block.
        offset: where it begins in the document.
        nodes: the block and the provisions inside it, in document order.
        grammar: of its language.

    """
    block = nodes[0]
    if block.kind in _NO_NORM or block.status != "in_force":
        return
    quoted = _quoted(text)
    for start, end in _segments(text, offset, nodes):
        if not grammar.may_hold(text, start, end):
            continue
        for span in sentences(text[start:end], "zh-Hant" if grammar.language == "zh" else grammar.language):
            first, last = start + span.start, start + span.end
            if not grammar.may_hold(text, first, last):
                continue
            begun = _beginning(nodes, offset + first)
            if begun is not None:
                last = min(last, begun.end - offset)
            first = _behind_label(text, first, last)
            glued = _GLUED.search(text[first:last])
            last = first + glued.start() + 1 if glued else last
            if last - first < 8 or last - first > LONGEST or any(a <= first < b for a, b in quoted):
                continue
            inside = _smallest(nodes, offset + first, offset + last)
            if inside.kind in _NO_NORM or inside.status != "in_force":
                continue
            yield Sentence(first, last, str(inside.eid))


def _segments(text: str, offset: int, nodes: Sequence[Provision]) -> Iterator[tuple[int, int]]:
    """The text cut where a provision begins behind a full stop, without headings and what is no law."""
    cuts: list[tuple[int, int]] = []
    out: list[tuple[int, int]] = []
    for node in nodes:
        start, end = node.start - offset, node.end - offset
        if node.kind in _NO_NORM or node.status != "in_force":
            out.append((start, end))
            continue
        cuts.append((start, _behind_heading(text, start, end, node)))
    begin = cuts[0][1]
    spans: list[tuple[int, int]] = []
    for start, behind in cuts[1:]:
        if start < begin:
            begin = max(begin, behind) if not text[begin:start].strip() else begin
            continue
        before = text[begin:start]
        if not before.strip() or _ENDS.search(before):
            spans.append((begin, start))
            begin = behind
    spans.append((begin, len(text)))
    for start, end in spans:
        here = start
        for a, b in out:
            if a < end and b > here:
                if a > here:
                    yield here, a
                here = max(here, b)
        if here < end:
            yield here, end


def _behind_heading(text: str, start: int, end: int, node: Provision) -> int:
    """The point behind a provision's label and heading."""
    here = start
    for printed in (node.label, node.heading):
        if not printed:
            continue
        here = _behind(printed, text, here, end) or here
    if node.heading and here == start:
        # the heading may stand before the label
        here = _behind(node.heading, text, start, end) or here
    return here


def _behind(printed: str, text: str, start: int, end: int) -> int:
    """The point behind words that stand here, however they are spaced; 0 when they do not."""
    at = start
    for word in printed.split():
        while at < end and text[at].isspace():
            at += 1
        if not text.startswith(word, at):
            return 0
        at += len(word)
    return at if at <= end else 0


def _behind_label(text: str, start: int, end: int) -> int:
    for _ in range(3):
        found = _LABEL.match(text, start, end)
        if not found or found.end() >= end:
            break
        start = found.end()
    return start


def _quoted(text: str) -> list[tuple[int, int]]:
    """Stretches in quotation marks that hold a sentence of their own: law that an amending act makes."""
    found: list[tuple[int, int]] = []
    for opening, closing in _QUOTES.items():
        at = text.find(opening)
        while at >= 0:
            end = text.find(closing, at + 1)
            if end < 0:
                if opening != "‘" and "\n" in text[at:]:
                    found.append((at, len(text)))
                break
            if end - at > 60:
                found.append((at, end))
            at = text.find(opening, end + 1)
    return found


def _beginning(nodes: Sequence[Provision], at: int) -> Provision | None:
    """The smallest provision that holds a point: what begins inside it ends there."""
    best: Provision | None = None
    for node in nodes:
        if node.start <= at < node.end and (best is None or node.end - node.start <= best.end - best.start):
            best = node
    return best


def _smallest(nodes: Sequence[Provision], start: int, end: int) -> Provision:
    best = nodes[0]
    for node in nodes:
        if node.start <= start and end <= node.end and node.end - node.start <= best.end - best.start:
            best = node
    return best
