"""Where in a source a quote stands, or what comes nearest to it.

Keeps true: the answer is a window to be read word by word; how it was found (equal text, runs of words, a likeness of
letters) never reaches a verdict. The order is: the very characters; the folded text; runs of its words; and only when no
run of three words stands anywhere, the stretch whose letters are most like it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import GAP, Token
from pincite.text.folding import is_han
from pincite.text.span import Span

__all__ = ["all_places", "pieces_window", "tiles", "windows"]

_SMALL = 4000
"""Characters up to which the whole source is the window."""
_MARGIN = 160
_NEEDLE = 600
"""Characters of a quote by which a candidate is looked for when no run of its words stands anywhere."""
_FAR = 6000
"""Characters between two runs beyond which they are not read as one passage."""
_MOST_PLACES = 1000
_COMMON = 40
"""Places of a run of words beyond which it does not show where a quote is from."""


def _cut(text: str, at: int) -> bool:
    """Whether `at` stands inside a word or a number of an alphabetic script."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    if is_han(left) or is_han(right):
        return False
    if left.isalnum() and right.isalnum():
        return True
    return at > 1 and left in ".,'" and text[at - 2].isdigit() and right.isdigit()


def all_places(text: str, words: str, *, most: int = _MOST_PLACES) -> list[Span]:
    """Every place at which `words` stand in `text` as whole words."""
    places: list[Span] = []
    if not words:
        return places
    at = text.find(words)
    while at >= 0 and len(places) < most:
        end = at + len(words)
        decimal = text[end : end + 1] in (".", ",") and text[end - 1].isdigit() and text[end + 1 : end + 2].isdigit()
        if not _cut(text, at) and not _cut(text, end) and not decimal:
            places.append(Span(at, end))
        at = text.find(words, at + 1)
    return places


def windows(prepared: PreparedSource, quote: Sequence[Token], folded: str) -> list[Span]:
    """The stretches of `prepared.plain` to read word by word, the likeliest first; several when runs stand in several places."""
    size = len(prepared.plain)
    if size <= _SMALL:
        return [Span(0, size)]
    lowered = folded.lower()
    words = [token for token in quote if token.counts]
    for length in (8, 5, 3):
        seeds = _seeds(prepared.lower, lowered, words, length)
        if seeds:
            first = _around(seeds, len(folded), size)
            return [first, *_others(seeds, len(folded), size, first)]
    return [_likest(prepared.lower, lowered, size)]


def pieces_window(prepared: PreparedSource, quote: Sequence[Token], folded: str) -> Span | None:
    """The tightest stretch in which the pieces between omission marks stand in order, each as it is; None when they do not."""
    lowered = folded.lower()
    pieces: list[list[Token]] = [[]]
    for token in quote:
        if token.kind == GAP:
            pieces.append([])
        else:
            pieces[-1].append(token)
    runs = [run for piece in pieces if (run := _trimmed(piece))]
    if len(runs) < 2 or any(t.kind in "bs" for run in runs for t in run):
        return None
    found = [all_places(prepared.lower, lowered[run[0].start : run[-1].end], most=_COMMON) for run in runs]
    best: Span | None = None
    for first in found[0]:
        at = first.end
        for places in found[1:]:
            following = next((p for p in places if p.start >= at), None)
            if following is None:
                break
            at = following.end
        else:
            if best is None or at - first.start < best.length:
                best = Span(first.start, at)
    return best


def _trimmed(piece: Sequence[Token]) -> list[Token]:
    first = next((k for k, t in enumerate(piece) if t.kind != "p"), len(piece))
    last = next((k for k in range(len(piece), 0, -1) if piece[k - 1].kind != "p"), 0)
    return list(piece[first:last])


def _others(seeds: list[tuple[int, int, int]], length: int, size: int, first: Span) -> list[Span]:
    """Other places where about as much of the quote stands: at most two, none inside the first window."""
    by_start: dict[int, set[int]] = {}
    chars = {offset: count for _, offset, count in seeds}
    for place, offset, _ in seeds:
        by_start.setdefault((place - offset) // 200, set()).add(offset)
    weighed = sorted(((sum(chars[o] for o in offsets), -start) for start, offsets in by_start.items()), reverse=True)
    most = weighed[0][0]
    found: list[Span] = []
    for weight, start in weighed[:6]:
        begin = -start * 200
        span = Span(max(0, begin - _MARGIN), min(size, begin + length + _MARGIN + 200))
        if weight * 3 >= most * 2 and not (first.start <= begin + 100 < first.end - length // 2) and len(found) < 2:
            found.append(span)
    return found


def _seeds(text: str, quote: str, words: Sequence[Token], length: int) -> list[tuple[int, int, int]]:
    """Runs of `length` words found in the text: (place, offset in the quote, characters)."""
    found: list[tuple[int, int, int]] = []
    common: list[tuple[int, int, int]] = []  # runs that stand nearly everywhere tell little
    chinese = bool(words) and sum(w.kind == "c" for w in words) * 2 > len(words)
    if chinese:
        length = length * 2 - 2
    at = 0
    while at + length <= len(words):
        run = words[at : at + length]
        piece = quote[run[0].start : run[-1].end]
        place = text.find(piece)
        if place < 0:
            at += max(1, length // 2)
            continue
        count = 0
        here: list[tuple[int, int, int]] = []
        while place >= 0 and count <= _COMMON:
            here.append((place, run[0].start, len(piece)))
            count += 1
            place = text.find(piece, place + 1)
        if count <= _COMMON:
            found += here
        else:
            common += here
        at += length if length > 4 else max(1, length // 2)
    return found or common


def _around(seeds: list[tuple[int, int, int]], length: int, size: int) -> Span:
    """The window around the seeds that agree best: the most of the quote within one passage, the tightest of equals."""
    by_place = sorted(seeds)
    best: tuple[int, int] = (-1, 0)
    chosen = (0, 0)
    reach = length + _FAR
    low = covered = 0
    held: dict[int, int] = {}  # seeds of each stretch of the quote within reach
    for high, (place, offset, chars) in enumerate(by_place):
        covered += 0 if held.get(offset) else chars
        held[offset] = held.get(offset, 0) + 1
        while by_place[low][0] < place - reach:
            _, gone, size_gone = by_place[low]
            held[gone] -= 1
            covered -= 0 if held[gone] else size_gone
            low += 1
        tight = -(place - by_place[low][0])
        if (covered, tight) > best:
            best, chosen = (covered, tight), (low, high)
    group = by_place[chosen[0] : chosen[1] + 1]
    # of the seeds of one stretch of the quote, keep those nearest to the others
    start, end = _tightest(group)
    first = min(offset for place, offset, _ in group if place == start)
    last = max(offset + chars for place, offset, chars in group if place + chars == end)
    return Span(max(0, start - first - _MARGIN), min(size, end + length - last + _MARGIN))


def _tightest(group: list[tuple[int, int, int]]) -> tuple[int, int]:
    """The smallest stretch that holds one seed of each offset found in the group."""
    offsets = {offset for _, offset, _ in group}
    count: dict[int, int] = {}
    best = (group[0][0], max(place + chars for place, _, chars in group))
    low = 0
    for place, offset, chars in group:
        count[offset] = count.get(offset, 0) + 1
        while len(count) == len(offsets):
            span = (group[low][0], place + chars)
            if span[1] - span[0] < best[1] - best[0]:
                best = span
            gone = group[low][1]
            count[gone] -= 1
            if not count[gone]:
                del count[gone]
            low += 1
    return best


def _likest(text: str, quote: str, size: int) -> Span:
    """The stretch whose letters are most like the quote's: a candidate to read, nothing more."""
    found = fuzz.partial_ratio_alignment(quote[:_NEEDLE], text)
    if found is None:
        return Span(0, min(size, _SMALL))
    return Span(max(0, found.dest_start - _MARGIN), min(size, found.dest_end + _MARGIN))


def tiles(prepared: PreparedSource, quote: Sequence[Token], folded: str) -> list[list[Span]] | None:
    """The quote as a few runs of words that each stand in the source exactly: the places of each run; None if it is none.

    Runs end at omission marks. A run has two words or more (Chinese: four characters); all words must be covered.
    """
    lowered = folded.lower()
    pieces: list[list[Token]] = [[]]
    for token in quote:
        if token.kind == GAP:
            pieces.append([])
        else:
            pieces[-1].append(token)
    found: list[list[Span]] = []
    for piece in pieces:
        while piece and not piece[-1].counts:
            piece.pop()
        at = 0
        while at < len(piece):
            if not piece[at].counts and not found:
                at += 1
                continue
            size = _longest(prepared.lower, lowered, piece, at)
            run = piece[at : at + size]
            count = sum(t.counts for t in run)
            least = 4 if run and all(t.kind == "c" for t in run if t.counts) else 2
            if count < least:
                if not piece[at].counts:
                    at += 1
                    continue
                return None
            found.append(all_places(prepared.lower, lowered[run[0].start : run[-1].end], most=20))
            at += size
    return found if 2 <= len(found) <= 4 and all(found) else None


def _longest(text: str, quote: str, piece: Sequence[Token], at: int) -> int:
    low, high = 0, len(piece) - at
    while low < high:
        middle = (low + high + 1) // 2
        if all_places(text, quote[piece[at].start : piece[at + middle - 1].end], most=1):
            low = middle
        else:
            high = middle - 1
    return low
