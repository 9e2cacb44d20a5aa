"""Articles, paragraphs and items found in text whose layout was lost: «… VertragesI. WillensäusserungArt. 11 Zum …».

Principles (no case is tuned; what is not certain is counted):
1. An article's number is glued to the word before it, or begins a line; a reference to an article stands behind a space
   or a bracket.
2. Articles ascend. «Art. 1241» before a no-break space is article 124, paragraph 1, because a first paragraph is called 1
   and Fedlex prints a no-break space behind a paragraph's number; without it, the reading that ascends is taken.
3. Paragraphs count up from 1 and are glued to the sentence before; items count up («a.», «b.» … or «1.», «2.» …) behind
   «:», «;», «,» or «und», «ou», «e» ….
4. A heading of several articles stands glued between the end of a sentence and the next «Art.», and has no full stop.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

__all__ = [
    "Head",
    "Key",
    "Unit",
    "alineas",
    "headings_before",
    "heads",
    "name_of",
    "own_heading",
    "starts_with_paragraph",
    "units",
]

LARGEST_GAP = 400
LATIN = (
    "bis",
    "ter",
    "quater",
    "quinquies",
    "sexies",
    "septies",
    "octies",
    "novies",
    "decies",
    "undecies",
    "duodecies",
)
_LATIN = "|".join(LATIN)
_ARTICLE = re.compile(r"(?<![\s(\[/–«„\"'-])Art\.[ \xa0](?=[0-9])|^Art\.[ \xa0](?=[0-9])", re.MULTILINE)
_LETTERED = re.compile(rf"([0-9]{{1,5}})([a-z])({_LATIN})?(?![a-zäöüàéèêç])")
_SPAN = re.compile(
    rf"(?:[ ]?[–-][ ]?|[ \xa0](?:und|et|e|ed|à|a|bis)[ \xa0])(?:Art\.[ \xa0])?([0-9]{{1,5}})([a-z])?({_LATIN})?(?![a-zäöü])"
)
_PARAGRAPH = re.compile(
    rf"(?:(?<=[^\s0-9(–-])|(?<=\n)|(?<=[.…;)][ ]))([0-9]{{1,2}})({_LATIN})?(\xa0|[ ](?=[A-ZÄÖÜÀÉÈ«…])|\.(?=[A-ZÄÖÜÀÉÈ«…]))"
)
_NO_LAW_HERE = re.compile(
    r"\s*(?:Aufgehoben|Abrogée?s?|Abrogat[oaie]|Noch nicht in Kraft|Pas encore en vigueur|Non ancora in vigore"
    r"|Not yet in force)(?:\b\.?|(?=[A-ZÄÖÜÀÉÈ0-9]))"
)
_SPACED_HEADING = re.compile(r"[^\n]{20,}?[.!?] ?(?=(?:[A-Z]|[IVX]{1,5}|[0-9]{1,2})\. ?[A-ZÄÖÜÀÉ])")
_FIRST_PARAGRAPH = re.compile(rf"([0-9]{{1,2}})({_LATIN})?(\xa0|[ ](?=[A-ZÄÖÜÀÉÈ«…])|\.(?=[A-ZÄÖÜÀÉÈ«…]))")
_ITEM = re.compile(
    rf"(?:(?<=[:;,.…)»”])|(?<=\n)|(?<=[:;,.][ \xa0])|(?<=[ \xa0]und)|(?<=oder)|(?<=sowie)|(?<=[ \xa0]et)|(?<=[ \xa0]ou)"
    rf"|(?<=[ \xa0]que)|(?<=[ \xa0]e)|(?<=[ \xa0]o)|(?<=ovvero)|(?<=oppure)|(?<=nonché)"
    rf"|(?<=[ \xa0]und )|(?<=[ \xa0]oder )|(?<=[ \xa0]et )|(?<=[ \xa0]ou )|(?<=[ \xa0]e )|(?<=[ \xa0]o ))([a-z]|[0-9]{{1,2}})({_LATIN})?\.[ \xa0]"
)
_ITEM_LABEL = re.compile(rf"([a-z]|[0-9]{{1,2}})({_LATIN})?\.\s")
_ALINEA = re.compile(r"(?<=[a-zäöüàéè)»][.…])(?=[A-ZÄÖÜÀÉÈ«][\w’ ])")
_OWN_HEADING = re.compile(r"[A-ZÄÖÜÀÉÈ«][^.;:\n]{2,160}?[a-zäöüàéè)»](?=[A-ZÄÖÜÀÉÈ«][a-zäöüàéèê’ ]|[0-9]{1,2}\xa0)")
# an article after a space: a heading may end with one. Its number must be the very next and be followed by its text
_AFTER_SPACE = re.compile(r"(?<=[^\s(\[] )Art\.[ \xa0](?=[0-9])")
_REFERENCE_GOES_ON = re.compile(r"[ \xa0](?:Abs|Ziff|Bst|Buchst|lit|al|ch|let|cpv|n|lett|para|f|ff)\b|[;,)]")
_DIGITS = re.compile(r"[0-9]{1,5}")
_LATIN_WORD = re.compile(_LATIN)
_SENTENCE_END = frozenset(".…;:!?)»”")
_LABELLED = re.compile(r"(?:[A-Z]{1,4}|[IVXL]{1,6}|[0-9]{1,2}[a-z]?|[a-z])(?:" + _LATIN + r")?\.\s[^.]{1,160}\.?\Z")

Key = tuple[int, str, int]
"""An article's number as something that sorts: (6, "", 0), (6, "a", 0), (6, "", 1) for 6bis."""


class Head(NamedTuple):
    """«Art. 37–39»: `key` and, for a run of articles, `last`; `start` and `end` of the label; whether a line begins with it."""

    start: int
    end: int
    key: Key
    last: Key | None
    marked: bool


@dataclass(slots=True)
class Unit:
    """A paragraph or item in an article: where it begins, where its label ends, its name (`para_1`, `lbl_a`) and depth."""

    start: int
    label_end: int
    name: str
    kind: str
    depth: int


def name_of(key: Key) -> str:
    """`6`, `6_a`, `6_bis`, `329_g_bis`."""
    number, letter, latin = key
    return "_".join([str(number), *([letter] if letter else []), *([LATIN[latin - 1]] if latin else [])])


def heads(text: str, bold: dict[int, str], notes: list[int], restarts: list[int]) -> tuple[list[Head], int]:
    """All beginnings of articles in order, and how many places looked like one and did not ascend.

    Args:
        text: the body.
        bold: lines that Markdown marks as an article (their number is certain).
        notes: the sorted places of footnotes: a number ends where a footnote stands.
        restarts: the sorted places from which numbers may begin anew (headings, marked lines).

    """
    found: list[Head] = []
    refused = 0
    previous: Key = (0, "", 0)
    last_at = 0
    glued = {match.start() for match in _ARTICLE.finditer(text)}
    spaced = {match.start() for match in _AFTER_SPACE.finditer(text)}
    for position in sorted(glued | spaced):
        begin = position + 5
        free = bisect_left(restarts, last_at + 1) < bisect_left(restarts, position + 1)
        marked = position in bold
        index = bisect_left(notes, begin + 1)
        stop = notes[index] if index < len(notes) else len(text)
        choice = _read_number(text, begin, stop, (0, "", 0) if marked else previous, certain=marked)
        if choice is None and free:
            choice = _read_number(text, begin, stop, (0, "", 0))
        if choice is None:
            refused += position in glued
            continue
        key, end = choice
        if not marked and end != stop and _REFERENCE_GOES_ON.match(text, end):
            refused += position in glued
            continue
        if position not in glued and not _begins_here(text, key, end, stop, previous):
            continue
        span = _SPAN.match(text, end, stop)
        last: Key | None = None
        if span is not None:
            until = _span_end(span, key)
            if until is not None:
                last, end = until
        found.append(Head(position, end, key, last, marked))
        previous = last or key
        last_at = position
    return found, refused


def _read_number(text: str, begin: int, stop: int, previous: Key, *, certain: bool = False) -> tuple[Key, int] | None:
    """The number at `begin` that comes after `previous`, and where it ends (principle 2)."""
    lettered = _LETTERED.match(text, begin, stop)
    if lettered is not None:
        key = (int(lettered[1]), lettered[2], _latin(lettered[3]))
        return (key, lettered.end()) if key > previous else None
    digits = _DIGITS.match(text, begin, stop)
    if digits is None:
        return None
    latin = _LATIN_WORD.match(text, digits.end(), stop)
    if latin is not None:
        key = (int(digits[0]), "", _latin(latin[0]))
        return (key, latin.end()) if key > previous else None
    after = text[digits.end() : digits.end() + 1]
    whole = (int(digits[0]), "", 0)
    if digits.end() == stop:
        return (whole, digits.end()) if whole > previous else None
    shorter = (int(digits[0][:-1]), "", 0) if len(digits[0]) > 1 and digits[0].endswith("1") else None
    readings = [(whole, digits.end())]
    if not certain and shorter is not None and after in ("\xa0", ".", " "):
        readings.append((shorter, digits.end() - 1))
    possible = [
        reading
        for reading in readings
        if previous < reading[0] and (certain or reading[0][0] <= previous[0] + LARGEST_GAP)
    ]
    if after == "\xa0" and len(possible) > 1:
        return possible[1]
    return min(possible, default=None)


def _begins_here(text: str, key: Key, end: int, stop: int, previous: Key) -> bool:
    """Whether «Art. 12» behind a space is the beginning of the next article and no reference to it."""
    following = key[0] == previous[0] + 1 or (key[0] == previous[0] and key > previous)
    return following and (end == stop or text[end].isupper() or text[end : end + 2] in ("1\xa0", "1."))


def _span_end(span: re.Match[str], first: Key) -> tuple[Key, int] | None:
    """The last article of a run, and where its number ends: the longest reading that is not absurd."""
    digits = span[1]
    for width in range(len(digits), 0, -1):
        number = int(digits[:width])
        whole = width == len(digits)
        last = (number, span[2] or "", _latin(span[3])) if whole else (number, "", 0)
        if first < last and number <= first[0] + 150:
            return last, span.end() if whole else span.start(1) + width
    return None


def _latin(word: str | None) -> int:
    return LATIN.index(word) + 1 if word else 0


def headings_before(text: str, start: int, head: int) -> int:
    """Where, between `start` and the article at `head`, the headings of the next articles begin (principle 4)."""
    begin = head
    position = head
    while position > start:
        glue = _glue_before(text, start, position)
        chunk = text[glue:position]
        heading = (position == head and chunk and chunk[-1] not in _SENTENCE_END and not chunk[-1].isspace()) or (
            _is_labelled_heading(chunk) and not _goes_on_list(text, start, glue, chunk)
        )
        if not heading or _FIRST_PARAGRAPH.match(chunk) or "\n" in chunk.strip("\n"):
            break
        begin = position = glue
    return begin if text[start:begin].strip() else _first_words_end(text, start, head, begin)


def _first_words_end(text: str, start: int, head: int, begin: int) -> int:
    """Where headings begin behind an article that would else be empty: its words end without a glued sentence end.

    «AufgehobenB. Vergütungen», «Noch nicht in Kraft4b. …», «… sind anwendbar. B. Verwaltung» and «… est applicable.2. Délais».
    """
    found = _NO_LAW_HERE.match(text, start, head) or _SPACED_HEADING.match(text, start, head)
    return found.end() if found else begin


def _is_labelled_heading(chunk: str) -> bool:
    """«3. Räumlicher Geltungsbereich.» and «2. …», before another heading or an article."""
    return bool(_LABELLED.match(chunk)) and not chunk.endswith((";", ":")) and len(chunk) < 180


def _goes_on_list(text: str, start: int, glue: int, chunk: str) -> bool:
    """Whether a labelled sentence is the next item of a list of this article: «e. …» behind «d. …», «a. …» behind «:»."""
    label = _ITEM_LABEL.match(chunk)
    if label is None:
        return False
    if text[glue - 1 : glue] == ":":
        return True
    word, latin = label[1], label[2]
    before = word if latin else str(int(word) - 1) if word.isdigit() else chr(ord(word) - 1)
    return any(match[1] == before for match in _ITEM.finditer(text, start, glue))


def _glue_before(text: str, start: int, end: int) -> int:
    """The last place before `end` where a sentence end is glued to what follows, or `start`."""
    for position in range(end - 1, start, -1):
        character = text[position]
        if text[position - 1] in _SENTENCE_END and (character.isupper() or character.isdigit() or character in "…«"):
            return position
        if text[position - 1] in ".…;" and character.isalpha() and text[position + 1 : position + 2] == ".":
            return position
        if text[position - 1] == "\n":
            return position
    return start


def own_heading(text: str, start: int, end: int) -> int:
    """Where the article's own heading, glued to its number and to its text, ends; `start` when it has none."""
    found = _OWN_HEADING.match(text, start, end)
    return found.end() if found else start


def starts_with_paragraph(text: str, start: int) -> bool:
    """Whether a numbered paragraph begins at `start`."""
    return _FIRST_PARAGRAPH.match(text, start) is not None


def units(text: str, start: int, end: int) -> list[Unit]:
    """Paragraphs and items between the label (and heading) of an article and its end, in order (principle 3)."""
    while start < end and text[start].isspace() and text[start] != "\xa0":
        start += 1
    paragraphs = list(_paragraphs(text, start, end))
    found: list[Unit] = []
    first = paragraphs[0].start if paragraphs else end
    if text[start:first].strip():
        found.append(Unit(start, start, "para", "paragraph", 1))
        found += _items(text, start, first)
    for index, paragraph in enumerate(paragraphs):
        stop = paragraphs[index + 1].start if index + 1 < len(paragraphs) else end
        found.append(paragraph)
        found += _items(text, paragraph.label_end, stop)
    return found


def _paragraphs(text: str, start: int, end: int) -> Iterator[Unit]:
    number, latin = 0, 0
    dotted: bool | None = None
    first = _FIRST_PARAGRAPH.match(text, start, end)
    for match in chain([first] if first else [], _PARAGRAPH.finditer(text, first.end() if first else start, end)):
        value, suffix = int(match[1]), _latin(match[2])
        with_dot = match[3] == "."
        ascends = (value == number + 1 and (not suffix or value == 1)) or (value == number and suffix > latin)
        gap = not with_dot and number + 1 < value <= number + 5 and match[3] == "\xa0"
        if not (ascends or (gap and number)) or (dotted is not None and dotted != with_dot):
            continue
        after_space = match.start() > start and text[match.start() - 1] == " "
        certain = match[3] != " " and value == number + 1 and text[match.end() : match.end() + 1].isupper()
        if after_space and not certain:
            continue
        if match[3] == " " and match.start() > start and text[match.start() - 1] not in "\n.…;:)»":
            continue
        number, latin, dotted = value, suffix, with_dot
        label = "_".join([str(value), *([match[2]] if match[2] else [])])
        yield Unit(match.start(), match.end(3) if with_dot else match.start(3), f"para_{label}", "paragraph", 1)


def _items(text: str, start: int, end: int) -> Iterator[Unit]:
    """Lists in a paragraph, nested as their labels and colons say."""
    stack: list[tuple[str, int, int]] = []  # (letter or number, last value, its latin)
    names: list[str] = []
    for match in _ITEM.finditer(text, start, end):
        word, suffix = match[1], _latin(match[2])
        kind = "number" if word.isdigit() else "letter"
        value = int(word) if kind == "number" else ord(word) - 96
        before = text[start : match.start()].rstrip()[-1:]
        depth = _continues(stack, kind, value, suffix)
        if depth is None and value == 1 and not suffix and before == ":" and len(stack) < 4:
            stack.append((kind, value, suffix))
            names.append("")
            depth = len(stack)
        if depth is None:
            continue
        del stack[depth:], names[depth:]
        stack[depth - 1] = (kind, value, suffix)
        names[depth - 1] = "_".join(["lbl", word, *([match[2]] if match[2] else [])])
        label_end = match.end() - 1
        yield Unit(match.start(), label_end, "/".join(names), "item", depth + 1)


def _continues(stack: Iterable[tuple[str, int, int]], kind: str, value: int, suffix: int) -> int | None:
    """The depth (from 1) of the innermost list that this label goes on with."""
    levels = list(stack)
    for depth in range(len(levels), 0, -1):
        known, last, last_suffix = levels[depth - 1]
        if known == kind and ((value == last + 1 and not suffix) or (value == last and suffix > last_suffix)):
            return depth
    return None


def alineas(text: str, start: int, end: int) -> list[int]:
    """Where a sentence is glued to the next: the beginnings of unnumbered paragraphs."""
    return [match.start() for match in _ALINEA.finditer(text, start, end)]
