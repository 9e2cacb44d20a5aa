"""Which words of a quote stand for which words of a source: a free-ended alignment, word by word.

Keeps true: the answer covers the whole quote; matched words are in the order of both sides; an omission mark takes any
number of source words, a bracket takes a few. The costs only choose among readings; no cost reaches a verdict.

Long runs of words that stand once on both sides are fixed first; what lies between them is aligned exactly, so that the
work is small where little differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from rapidfuzz.distance import Indel

from pincite.quotation.tokens import BRACKET, GAP, NUMBER, PLACEHOLDER, PUNCTUATION, SIC, WORD, Token

__all__ = ["Step", "align"]

ANCHOR = 5
"""Words of a run that is fixed before aligning."""

_OPEN, _EXTEND = 0.85, 0.06  # source words left out without a mark
_INSERT = 1.5  # a quote word that the source does not have
_INSERT_MARK = 0.45
_LEAST = 0.08  # what any difference of two words costs
_GAP, _GAP_WORD = 0.3, 0.003
_BRACKET, _BRACKET_WORD, _BRACKET_MOST = 0.5, 0.08, 12
_FULL = 5000  # cells up to which everything is aligned exactly
_SMALL = 300  # cells up to which nothing is passed over
_GUESS = 6.0  # what a reading costs in which a few words were changed
_MOST = 60_000  # cells beyond which a stretch is only matched word for word: nothing there is an honest quotation


class Step(NamedTuple):
    """Source tokens `[i, i2)` stand for quote tokens `[j, j2)`.

    `kind` is `equal`, `words` (a difference without a mark), or the drafter's mark: `gap`, `bracket`, `sic`.
    """

    kind: str
    i: int
    i2: int
    j: int
    j2: int


Related = Callable[[Token, Token], float]


def _substitution(source: Token, quote: Token, related: Related) -> float:
    if source.key == quote.key:
        return 0.0 if source.text == quote.text or source.kind == NUMBER else _LEAST
    s, q = source.kind, quote.kind
    if PUNCTUATION in (s, q):
        if s == q:
            return 0.1 if {source.key, quote.key} == {"'", '"'} else 0.7
        return 2.2
    if PLACEHOLDER in (s, q):
        return 0.1 if source.text[0] == quote.text[0] else 1.0
    return related(source, quote)


class _Problem:
    """One alignment by dynamic programming, ends free or fixed."""

    def __init__(
        self, source: Sequence[Token], quote: Sequence[Token], related: Related, *, free_start: bool, free_end: bool
    ) -> None:
        self.source = source
        self.quote = quote
        self.related = related
        self.free_start = free_start
        self.free_end = free_end
        self._costs: dict[str, dict[str, float]] = {}

    def solve(self) -> tuple[list[tuple[int, int, int]], int, int]:
        """Links (quote index, source start, source end) per quote token, and the source span [start, end) covered.

        No step has a negative cost: a beginning that costs more than the whole is part of no best reading. So what costs
        more than a guess is passed over, and everything is weighed when the whole turns out to cost more.
        """
        if len(self.source) * len(self.quote) > _SMALL:
            found, cost = self._solve(_GUESS)
            if cost <= _GUESS:
                return found
        return self._solve(inf)[0]

    def _solve(self, most: float) -> tuple[tuple[list[tuple[int, int, int]], int, int], float]:
        """The best reading and its cost; it is the best if it costs no more than `most`."""
        n = len(self.source)
        previous = [0.0] * (n + 1) if self.free_start else [0.0, *(_OPEN + _EXTEND * i for i in range(n))]
        back: list[list[int]] = []
        # moves: >= 0 the token takes that many source words as a mark; -1 substitution; -2 insertion; -3 - k: k source words dropped first
        for token in self.quote:
            if token.kind == GAP:
                row, moves = self._gap_row(previous)
            elif token.kind == BRACKET:
                row, moves = self._bracket_row(previous, token)
            elif token.kind == SIC:
                row, moves = [value + 0.05 for value in previous], [0] * (n + 1)
            else:
                row, moves = self._word_row(previous, token, most)
            dropped = self._drop(row)
            back.append(moves)
            back.append(dropped)
            previous = row
        end = min(range(n + 1), key=previous.__getitem__) if self.free_end else n
        return self._trace(back, end), previous[end]

    def _word_row(self, previous: list[float], token: Token, most: float) -> tuple[list[float], list[int]]:
        insert = _INSERT_MARK if token.kind == PUNCTUATION else _INSERT
        row = [value + insert for value in previous]
        moves = [-2] * len(row)
        text, related = token.text, self.related
        least = _LEAST if token.kind != NUMBER else 0.0
        costs = self._costs.get(text)
        if costs is None:
            costs = self._costs[text] = {}
        for i, source in enumerate(self.source, 1):
            straight = previous[i - 1]
            if straight > most or straight > row[i]:
                continue
            other = source.text
            if other != text:
                if straight + least > row[i]:
                    continue
                cost = costs.get(other)
                if cost is None:
                    cost = costs[other] = _substitution(source, token, related)
                straight += cost
            if straight <= row[i]:
                row[i] = straight
                moves[i] = -1
        return row, moves

    def _gap_row(self, previous: list[float]) -> tuple[list[float], list[int]]:
        row, moves = [], []
        best, at = previous[0], 0
        for i, value in enumerate(previous):
            if value <= best + _GAP_WORD * (i - at):
                best, at = value, i
            cost = best + _GAP + _GAP_WORD * (i - at) + (0.25 if i == at else 0.0)
            row.append(cost)
            moves.append(i - at)
        return row, moves

    def _bracket_row(self, previous: list[float], token: Token) -> tuple[list[float], list[int]]:
        row, moves = [], []
        source = self.source
        for i in range(len(previous)):
            best, most = previous[i] + _BRACKET + (0.6 if token.glued else 0.0), 0
            most_words = 1 if token.glued else max(_BRACKET_MOST, len(token.inner) + 2)
            for k in range(1, min(i, most_words) + 1):
                cost = previous[i - k] + self._bracket_cost(source, i - k, i, token)
                if cost < best:
                    best, most = cost, k
            row.append(best)
            moves.append(most)
        return row, moves

    def _bracket_cost(self, source: Sequence[Token], start: int, end: int, token: Token) -> float:
        size = end - start
        cost = _BRACKET + _BRACKET_WORD * size
        if size == 1 and source[start].kind == WORD:
            word = source[start].key
            if word == token.key:
                return 0.05
            like = self.related(source[start], token._replace(kind=WORD, text=token.key))
            return cost - 0.3 if like < 0.8 else cost + (0.3 if token.glued else 0.0)
        inner = [t.key for t in token.inner]
        if inner and size >= len(inner):
            keys = [t.key for t in source[start:end]]
            if keys == inner:
                return 0.05
            if size == len(inner) + 2 and keys[1:-1] == inner and source[start].kind == PUNCTUATION:
                return 0.1
        if source[start].kind == PUNCTUATION or source[end - 1].kind == PUNCTUATION:
            cost += 0.1
        words = {t.key for t in token.inner if t.counts}
        if words and any(t.key in words for t in source[start:end]):
            cost -= 0.15
        return cost

    @staticmethod
    def _drop(row: list[float]) -> list[int]:
        """Let source words be dropped after this token; how many, per position."""
        dropped = [0] * len(row)
        best, at = row[0] + _OPEN, 0
        for i in range(1, len(row)):
            cost = best + _EXTEND * (i - at)
            if cost < row[i]:
                dropped[i] = i - at
            elif row[i] + _OPEN <= best + _EXTEND * (i - at):
                best, at = row[i] + _OPEN, i
            if dropped[i]:
                row[i] = cost
        return dropped

    def _trace(self, back: list[list[int]], end: int) -> tuple[list[tuple[int, int, int]], int, int]:
        links: list[tuple[int, int, int]] = []
        i = end
        last_end: int | None = None
        for j in range(len(self.quote) - 1, -1, -1):
            i -= back[2 * j + 1][i]
            move = back[2 * j][i]
            stop = i
            if move == -1:
                i -= 1
            elif move >= 0:
                i -= move
            if last_end is None:
                last_end = stop
            links.append((j, i, stop))
        links.reverse()
        start = i if self.free_start else 0
        return links, start, end if not self.free_end else (last_end if last_end is not None else end)


def align(source: Sequence[Token], quote: Sequence[Token], related: Related) -> list[Step]:
    """Align all of `quote` with a stretch of `source`.

    Args:
        source: tokens of a window of the source.
        quote: tokens of the quote, drafter's marks as single tokens.
        related: the cost of one word for another, about 0.4 (the same word in another form) to 1.2.

    Returns:
        The steps in order; one unmarked word more or less is a step of its own (its neighbours are joined by the reader).

    """
    if len(source) == len(quote) and all(
        s.text == q.text and s.kind == q.kind for s, q in zip(source, quote, strict=True)
    ):
        return [Step("equal", 0, len(source), 0, len(quote))] if source else []
    anchors = _anchors(source, quote) if len(source) * len(quote) > _FULL else []
    links: list[tuple[int, int, int]] = []
    i = j = 0
    start: int | None = None
    end = 0
    for a, b, length in [*anchors, (len(source), len(quote), 0)]:
        first, last = i == 0 and j == 0 and not links, length == 0
        if b > j or (not first and not last and a > i):
            reach = _reach(quote[j:b])
            low = max(0, a - reach) if first and anchors else i
            high = min(a, i + reach) if last and anchors else a
            if not (first or last) and _word_for_word(source[low:high], quote[j:b], related):
                part, began, ended = [(k, k, k + 1) for k in range(b - j)], 0, b - j
            elif (high - low) * (b - j) > _MOST:
                part, began, ended = _coarse(source[low:high], quote[j:b])
            else:
                part, began, ended = _Problem(
                    source[low:high], quote[j:b], related, free_start=first, free_end=last
                ).solve()
            links += [(j + q, low + s, low + e) for q, s, e in part]
            if start is None:
                start = low + began
            end = low + ended
        if length:
            if start is None:
                start = a
            links += [(b + k, a + k, a + k + 1) for k in range(length)]
            i, j = a + length, b + length
            end = i
    return _steps(links, source, quote, start or 0, end)


def _word_for_word(source: Sequence[Token], quote: Sequence[Token], related: Related) -> bool:
    """Whether between two fixed ends nothing costs less than each word for the one at its place.

    Any other reading adds a word of the quote and drops one of the source.
    """
    if len(source) != len(quote):
        return False
    kinds = {token.kind for token in quote}
    if not kinds.isdisjoint(_MARKS):
        return False
    other = _OPEN + _EXTEND + (_INSERT_MARK if PUNCTUATION in kinds else _INSERT)
    cost = 0.0
    for one, two in zip(source, quote, strict=True):
        if one.text != two.text or one.key != two.key:
            cost += _substitution(one, two, related)
            if cost >= other:
                return False
    return True


def _coarse(source: Sequence[Token], quote: Sequence[Token]) -> tuple[list[tuple[int, int, int]], int, int]:
    """The longest common run of words, in order, for stretches too large and too different to be weighed word by word."""
    names: dict[str, int] = {}
    mine = [names.setdefault(t.text, len(names)) for t in source]
    theirs = [-1 if t.kind in _MARKS else names.setdefault(t.text, len(names)) for t in quote]
    place: dict[int, int] = {}
    for step in Indel.opcodes(mine, theirs):
        if step.tag == "equal":
            place |= {step.dest_start + k: step.src_start + k for k in range(step.src_end - step.src_start)}
    links: list[tuple[int, int, int]] = []
    at = min(place.values(), default=0)
    began = at
    for j in range(len(quote)):
        here = place.get(j)
        links.append((j, at, at) if here is None else (j, here, here + 1))
        at = at if here is None else here + 1
    return links, began, at


def _reach(part: Sequence[Token]) -> int:
    """How far from an anchor the words of an end of the quote are looked for; far when the drafter marked an omission."""
    marked = any(t.kind in (GAP, BRACKET) for t in part)
    return 3 * len(part) + (400 if marked else 12)


def _anchors(source: Sequence[Token], quote: Sequence[Token]) -> list[tuple[int, int, int]]:
    """Runs of equal words that stand once on both sides, in the order of both, as (source index, quote index, length)."""
    s = [t.text for t in source]
    q = [t.text if t.kind not in (GAP, BRACKET, SIC) else "\0" for t in quote]
    seen: dict[tuple[str, ...], int] = {}
    for at, gram in enumerate(_grams(q)):
        seen[gram] = -1 if gram in seen else at
    places: dict[tuple[str, ...], int] = {}
    for at, gram in enumerate(_grams(s)):
        if gram in seen:
            places[gram] = -1 if gram in places else at
    pairs = sorted(
        (at, places[gram]) for gram, at in seen.items() if at >= 0 and "\0" not in gram and places.get(gram, -1) >= 0
    )
    runs: list[list[int]] = []
    for at, there in pairs:
        if runs and runs[-1][1] + runs[-1][2] - ANCHOR + 1 == at and there - at == runs[-1][0] - runs[-1][1]:
            runs[-1][2] += 1
        else:
            runs.append([there, at, ANCHOR])
    marks = [at for at, token in enumerate(quote) if token.kind == GAP]
    return _chain(runs, marks)


def _grams(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(ANCHOR)), strict=False)


def _chain(runs: list[list[int]], marks: Sequence[int]) -> list[tuple[int, int, int]]:
    """The best set of runs that are in order on both sides and do not overlap; what they leave out between them counts against it."""
    best: list[float] = []
    before: list[int] = []
    for index, (a, b, length) in enumerate(runs):
        weight, link = float(length), -1
        for other in range(index):
            a2, b2, length2 = runs[other]
            if a2 + length2 > a or b2 + length2 > b:
                continue
            drift = abs((a - a2) - (b - b2))
            loss = 0.0 if not drift else _GAP if any(b2 < m < b for m in marks) else _OPEN + _EXTEND * drift
            if best[other] + length - loss > weight:
                weight, link = best[other] + length - loss, other
        best.append(weight)
        before.append(link)
    if not runs:
        return []
    at = max(range(len(runs)), key=best.__getitem__)
    chain: list[tuple[int, int, int]] = []
    while at >= 0:
        a, b, length = runs[at]
        chain.append((a, b, length))
        at = before[at]
    return chain[::-1]


_MARKS = {GAP: "gap", BRACKET: "bracket", SIC: "sic"}


def _steps(
    links: list[tuple[int, int, int]], source: Sequence[Token], quote: Sequence[Token], start: int, end: int
) -> list[Step]:
    """Every link as a step, runs of equal words as one, source words dropped between links as one."""
    steps: list[Step] = []
    at = start
    run: tuple[int, int] | None = None  # where the run of equal words at hand begins, on both sides
    for j, i, i2 in links:
        word, there = quote[j], source[i] if i2 - i == 1 else None
        kind = _MARKS.get(word.kind)
        same = kind is None and there is not None and there.key == word.key
        same = same and there is not None and (there.text == word.text or there.kind == NUMBER)
        if run is not None and (not same or i > at):
            steps.append(Step("equal", run[0], at, run[1], j))
            run = None
        if i > at:
            steps.append(Step("words", at, i, j, j))
        if not same:
            steps.append(Step(kind or "words", i, i2, j, j + 1))
        elif run is None:
            run = (i, j)
        at = i2
    if run is not None:
        steps.append(Step("equal", run[0], at, run[1], len(quote)))
    if end > at:
        steps.append(Step("words", at, end, len(quote), len(quote)))
    return steps
