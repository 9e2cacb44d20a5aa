"""Passage windows: of a text too long to be judged whole, the parts that speak of what a claim speaks of.

Keeps true: a window is made of whole paragraphs of the text in their order, and says whether anything was left out; each of its
characters knows where it stands in the text. The choice is by shared content words (by concepts across languages); it finds
where to look and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.judging.clauses import content_of
from pincite.quotation.translation import same_language
from pincite.text.span import Span

__all__ = ["LONGEST", "Window", "window_of"]

LONGEST = 6_000
"""Characters of a passage that are judged at once."""
_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Window:
    """What is judged of a text.

    Attributes:
        passage: its words, pieces joined by line ends.
        pieces: spans of the text, in order.
        partial: whether anything of the text was left out.
        best: the piece of the text that shares most with the claim.

    """

    passage: str
    pieces: tuple[Span, ...]
    partial: bool
    best: Span

    def back(self, start: int, end: int) -> Span | None:
        """Where `passage[start:end]` stands in the text; None when it runs over a joint."""
        begun = 0
        for piece in self.pieces:
            if begun <= start and end <= begun + piece.length:
                return Span(piece.start + start - begun, piece.start + end - begun)
            begun += piece.length + len(_BETWEEN)
        return None


def window_of(text: str, claim: str, claim_language: str, language: str, *, longest: int = LONGEST) -> Window:
    """The window of `text` to judge `claim` by; nothing shared gives an empty one."""
    if len(text) <= longest:
        whole = Span(0, len(text))
        return Window(text, (whole,), False, whole)
    paragraphs = _paragraphs(text)
    own = claim_language or language
    across = not same_language(own, language)
    wanted = content_of(claim, own, across=across)
    scores = [len(wanted & content_of(text[each.start : each.end], language, across=across)) for each in paragraphs]
    order = sorted((at for at in range(len(paragraphs)) if scores[at]), key=lambda at: (-scores[at], at))
    chosen = _chosen(paragraphs, order, longest)
    pieces = tuple(Span(paragraphs[at].start, min(paragraphs[at].end, paragraphs[at].start + longest)) for at in chosen)
    best = paragraphs[order[0]] if order else Span(0, 0)
    return Window(_BETWEEN.join(text[piece.start : piece.end] for piece in pieces), pieces, True, best)


def _chosen(paragraphs: Sequence[Span], order: Sequence[int], longest: int) -> list[int]:
    """The best paragraphs with their neighbours, as many as there is room for."""
    chosen: set[int] = set()
    room = longest
    for at in order:
        near = {each for each in (at - 1, at, at + 1) if 0 <= each < len(paragraphs)} - chosen
        need = sum(paragraphs[each].length for each in near)
        if need > room:
            near, need = {at} - chosen, min(paragraphs[at].length, longest)
        if need > room:
            break
        chosen |= near
        room -= need
    return sorted(chosen)


def _paragraphs(text: str) -> list[Span]:
    found: list[Span] = []
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line.rstrip())
        if end > start:
            found.append(Span(start, end))
        start += len(line)
    return found
