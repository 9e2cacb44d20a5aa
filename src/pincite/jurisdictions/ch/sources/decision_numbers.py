"""Which of the numbers at the beginning of lines number the parts of a decision.

Keeps true:
1. A number counts only as a link of a chain in which each follows the one before (2 after 1.3, 2.1 after 2, 3.1.2 after
   3.1.1). Dates, amounts, items of a quoted list and page references begin lines too, and fit no chain or a weaker one.
2. Of all chains the one that explains most is taken: each candidate has a weight from its typography (a paragraph begins,
   the sentence before has ended, a capital follows, it stands alone), a gap costs, and in extracts gaps cost less.
3. Gaps are kept as they are: numbers are never counted on, changed or invented.
4. Time is linear in the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pincite.jurisdictions.ch.sources.decision_rows import Row
from pincite.jurisdictions.ch.sources.decision_words import Words

__all__ = ["Candidate", "Chain", "Scheme", "best_chain", "candidates"]

Scheme = Literal["decimal", "roman", "upper", "lower", "double"]

_PATTERNS: dict[Scheme, re.Pattern[str]] = {
    "decimal": re.compile(
        r"(?P<label>[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5}|[1-9]\d?[a-z](?:[/ ]?(?P<twice>[a-z])(?P=twice))?(?=[.)]))"
        r"(?P<mark>\.?[ \u00a0]?[-–]|[.)])?(?=[ \t\u00a0]|\Z|(?<=[-–])[1-9][\d.]*[ \u00a0]+[(\[](?:…|\.{3}))"
    ),
    "roman": re.compile(r"(?P<label>X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3})(?P<mark>[.)])?(?=[ \t\u00a0]|\Z)"),
    "upper": re.compile(r"(?P<label>[A-Z](?:\.[a-z]{1,2}){0,2})(?P<mark>[.)])?(?=[ \t\u00a0]|\Z)(?![ \t\u00a0]*_)"),
    "lower": re.compile(r"(?P<label>[a-z])(?P<mark>[.)])(?=[ \t\u00a0]|\Z)"),
    "double": re.compile(r"(?P<label>(?P<twice>[a-z])(?P=twice))(?P<mark>[.)])(?=[ \t\u00a0]|\Z)"),
}
_UPTO = re.compile(r"[ \u00a0]*[-–]?[ \u00a0]*(?P<label>[1-9]\d?(?:\.[1-9]\d?){0,5})\.?[ \u00a0]+[(\[](?:…|\.{3})[)\]]")
_ROMAN = {"I": 1, "V": 5, "X": 10}
# a sentence may end in the mark of a note («… gelöscht.35»)
_SENTENCE_ENDED = re.compile(r"(?:[.;:!?…](?:[ \u00a0]?[)\]»›\"”’'])*(?:\d{1,3})?|[)\]»”](?:\d{1,3})?)\Z")
_HEADED = re.compile(
    r"(?:[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5}|[IVX]{1,5}|[A-Z](?:\.\d{1,2}){0,5})[.)]?[ \t\u00a0]+[^\Wa-zà-ÿ].{0,80}[^-,]\Z"
)
_LETTER_AFTER = re.compile(r"[a-z][.)][ \t\u00a0]")  # «A. a. …»: two numbers of different kinds on one line
_OMITTED = re.compile(r"[«\"]?[(\[]?(?:…|\.{3})")
_LONGEST_SECTION_HEADING = 130


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number at a place in a row.

    Attributes:
        row, column: where it stands.
        numbers: the number as a path of integers (2.1 is (2, 1), A.b is (1, 2)).
        upto: the last number, where one line stands for several left out («3.1. 3.3. (…)»).
        tokens: the path as printed («2», «1»); `upto_tokens` that of the last.
        label: as printed, without its full stop.
        text_column: where its text begins in the row.
        weight: how much it looks like a number of the decision.

    """

    row: int
    column: int
    numbers: tuple[int, ...]
    tokens: tuple[str, ...]
    label: str
    text_column: int
    weight: float
    upto: tuple[int, ...] = ()
    upto_tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Numbers that follow one another; `total` is what they explain."""

    links: tuple[Candidate, ...] = ()
    total: float = 0.0


def candidates(
    rows: Sequence[Row],
    span: range,
    scheme: Scheme,
    words: Words,
    *,
    first_column: int = 0,
    headings: bool = False,
    lists: bool = True,
) -> list[Candidate]:
    """What may be a number of `scheme` in the rows of `span`.

    Args:
        rows: all rows.
        span: the indexes to look at.
        scheme: how the numbers are written.
        words: the words of `decision_words`.
        first_column: where the text of the first row begins, when a number of another scheme stands before it.
        headings: only numbers that head a section: alone on their line or before a short heading.
        lists: whether a number 1 that comes again begins a list (rule 2); not so where it may head the real series.

    """
    found: list[Candidate] = []
    before: Row | None = None
    for index in span:
        row = rows[index]
        if row.aside:
            continue
        column = first_column if index == span.start else 0
        candidate = _candidate(row, index, column, before, scheme, words)
        if candidate and not (headings and len(row.text) - candidate.text_column > _LONGEST_SECTION_HEADING):
            found.append(candidate)
        before = row
    return _without_lists(found) if lists else found


def _candidate(row: Row, index: int, column: int, before: Row | None, scheme: Scheme, words: Words) -> Candidate | None:
    match = _PATTERNS[scheme].match(row.text, column)
    if match is None:
        return None
    label = match["label"]
    tokens = _tokens(label, scheme)
    numbers = tuple(_number(token, scheme) for token in tokens)
    rest = row.text[match.end() :].strip("\t \u00a0")
    weight = _weight(
        row,
        rest,
        before,
        scheme,
        words,
        marked=bool(match["mark"]),
        bracketed=match["mark"] == ")",
        depth=len(tokens),
        inside=column > 0,
    )
    if weight <= 0:
        return None
    upto = _UPTO.match(row.text, match.end()) if scheme == "decimal" else None
    last = _tokens(upto["label"], scheme) if upto else ()
    if upto and tuple(map(int, last)) <= numbers:
        upto, last = None, ()
    return Candidate(
        row=index,
        column=column,
        numbers=numbers,
        tokens=tokens,
        label=f"{label}–{upto['label']}" if upto else label,
        text_column=len(row.text) - len(rest),
        weight=weight,
        upto=tuple(map(int, last)),
        upto_tokens=last,
    )


def _tokens(label: str, scheme: Scheme) -> tuple[str, ...]:
    if scheme != "decimal" or label[-1:].isdigit():
        return tuple(label.split("."))
    return _old_tokens(label)


def _old_tokens(label: str) -> tuple[str, ...]:
    """The parts of «5b/bb» or «2a»."""
    number = re.match(r"\d+", label)
    digits = number.group() if number else ""
    letters = label[len(digits) :].replace("/", " ").split()
    if letters and len(letters[0]) == 3:
        letters = [letters[0][0], letters[0][1:]]
    return (digits, *letters)


def _number(token: str, scheme: Scheme) -> int:
    if token.isdigit():
        return int(token)
    if scheme == "roman":
        values = [_ROMAN[letter] for letter in token]
        return sum(-value if value < max(values[i:]) else value for i, value in enumerate(values))
    return ord(token[0].lower()) - ord("a") + 1


def _weight(
    row: Row,
    rest: str,
    before: Row | None,
    scheme: Scheme,
    words: Words,
    *,
    marked: bool,
    bracketed: bool,
    depth: int,
    inside: bool,
) -> float:
    weight = 1.0
    if rest and words.month.match(rest):
        return 0.0
    if not rest:
        weight += 0.8
    elif _OMITTED.match(rest):
        weight += 0.5
    elif rest[0].islower() and not _LETTER_AFTER.match(rest):
        weight -= 2.0
    elif rest[0].isdigit():
        weight -= 0.5
    else:
        weight += 0.4
    # «13 décembre», «31 OR»: a single number or letter needs its full stop, unless it stands alone
    if depth == 1 and not marked and rest:
        weight -= 2.0 if scheme in ("decimal", "upper") else 0.5
    headed = before is not None and bool(_HEADED.match(before.text))  # a heading, which no full stop ends
    ended = inside or before is None or bool(_SENTENCE_ENDED.search(before.text)) or len(before.text) <= 6
    # a number of two parts rarely begins a line by chance
    sure = headed or (depth > 1 and (marked or not rest))
    if scheme == "decimal" and bracketed:
        weight -= 0.8  # «1)» is how lists are numbered
    if row.begins or inside:
        weight += 0.8
    elif ended:
        weight += 0.2 if not rest else -0.4
    else:
        weight -= 0.2 if sure else 1.2
    weight += 0.4 if ended else (-0.2 if sure else -1.0)
    return weight


def _without_lists(found: list[Candidate]) -> list[Candidate]:
    """Lower the weight of «1. 2. 3.» inside a numbered part: a number 1 that comes again begins a list."""
    weights = [candidate.weight for candidate in found]
    seen_first = False
    for start, candidate in enumerate(found):
        if candidate.numbers != (1,):
            continue
        if not seen_first:
            seen_first = True
            continue
        expected = 1
        for index in range(start, len(found)):
            if found[index].numbers != (expected,):
                break
            weights[index] = found[index].weight - 0.9
            expected += 1
    return [replace(candidate, weight=weight) for candidate, weight in zip(found, weights, strict=True)]


def best_chain(found: Sequence[Candidate], *, extract: bool) -> Chain:
    """The chain that explains most of the candidates (rules 1 and 2).

    Args:
        found: candidates in the order of the text.
        extract: whether the decision is printed in part, so that it may begin anywhere and leave numbers out.

    """
    totals: list[float] = []
    back: list[int | None] = []
    under: dict[tuple[int, ...], int] = {}
    exactly: dict[tuple[int, ...], int] = {}
    for index, candidate in enumerate(found):
        numbers = candidate.numbers
        start_cost = 0.0 if set(numbers) == {1} else (0.3 if extract else 2.0)
        best, came_from = candidate.weight - start_cost, None
        for prefix, exact, cost in _predecessors(numbers, gap=0.9 if extract else 2.6):
            state = (exactly if exact else under).get(prefix)
            if state is not None and totals[state] + candidate.weight - cost > best:
                best, came_from = totals[state] + candidate.weight - cost, state
        totals.append(best)
        back.append(came_from)
        last = candidate.upto or numbers
        for depth in range(1, len(last) + 1):
            known = under.get(last[:depth])
            if known is None or best >= totals[known]:
                under[last[:depth]] = index
        known = exactly.get(last)
        if known is None or best >= totals[known]:
            exactly[last] = index
    if not totals or max(totals) <= 0:
        return Chain()
    at: int | None = max(range(len(totals)), key=totals.__getitem__)
    total = max(totals)
    links: list[Candidate] = []
    while at is not None:
        links.append(found[at])
        at = back[at]
    return Chain(tuple(reversed(links)), total)


def _predecessors(numbers: tuple[int, ...], *, gap: float) -> Iterator[tuple[tuple[int, ...], bool, float]]:
    """What a number may follow: (number or what stands under it, exactly that number?, cost)."""
    *above, last = numbers
    parent = tuple(above)
    if last > 1:
        yield (*parent, last - 1), False, 0.0
    elif parent:
        yield parent, True, 0.0
        if parent[-1] > 1:
            # 4.1 right after 3.x: the number 4 itself is not printed
            yield (*parent[:-1], parent[-1] - 1), False, 1.0
        elif len(parent) > 1:
            yield parent[:-1], True, 1.0
    for step in range(2, 7):
        if last > step:
            yield (*parent, last - step), False, gap * min(step - 1, 3)
    if parent and last > 1:
        yield parent, True, gap * min(last - 1, 3)
        for step in range(1, 4):
            if parent[-1] > step:
                yield (*parent[:-1], parent[-1] - step), False, gap * (step + 0.2)
