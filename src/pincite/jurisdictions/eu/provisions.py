"""Provisions of acts of the Union in English, French, German, Italian: components from the article downward.

Keeps true: a component deeper than the one before belongs to the same place; one as wide or wider begins a new member and
keeps what stands above it; `article 27 decies` is `art_27i`.

Grammar:

    sequence  = component *( [","] component )           Article 2(5), points (4) to (23)    article 15, paragraphe 1, premier alinéa
    component = level list | ordinal *( joint ordinal ) level
    list      = label *( joint label )                   1, 2 et 3   1 et 5 à 8   (34) to (36)
    label     = number [ letter | Latin suffix ] *( "(" part ")" )
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.jurisdictions.eu.tables import LATIN_SUFFIXES, level_words, ordinal_words, ranks
from pincite.jurisdictions.shared.labels import complete
from pincite.jurisdictions.shared.numerals import is_roman
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["Member", "read_sequence"]


def _alternatives(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_LEVEL = lazy_pattern(rf"(?i:(?P<word>{_alternatives(list(level_words()))}))(?![A-Za-zÀ-ÿ])\.?\s{{0,8}}")
_SUFFIX = _alternatives(list(LATIN_SUFFIXES))
_NUMBER = lazy_pattern(
    rf"(?P<open>\()?(?P<number>\d{{1,4}}|[IVXL]{{1,6}}(?![A-Z])|[A-Z](?![A-Za-zà-ÿ])|(?:One|Two|Three|Four|Five|Six|Seven|Eight)(?![a-z])|[a-z]{{1,6}}(?=\))|[a-z](?![a-zà-ÿ]))(?P<letter>[a-z](?![A-Za-zÀ-ÿ]))?(?:er(?![a-zà-ÿ]))?(?:\s(?P<suffix>{_SUFFIX})(?![A-Za-z]|\s{{1,3}}\d))?(?P<close>\))?"
)
_INNER = lazy_pattern(r"\((?P<part>\d{1,3}[a-z]?|[a-z]{1,6})\)")
_SPACED = lazy_pattern(r"\s{1,3}\((?P<part>\d{1,2})\)")
"""«art. 2 (8)»"""
_SIGN = lazy_pattern(r"\s{0,2}§\s{0,2}(?P<part>\d{1,2})(?!\d)")
"""«Article 8 § 2»"""
_SPACED_LETTER = lazy_pattern(r"\s(?P<part>[a-z])\)")
"""«point 4 a)»"""
_INNER_CLOSED = lazy_pattern(r"(?:(?<!h\)),\s(?=[ivx]))?\s?(?P<part>[ivx]{1,6}|\d{1,2})\)")
"""«point d) ii)», «sous a), i)»; «sous h), i)» are two letters"""
_LETTERED = frozenset({"prt", "anx", "sct", "cpt", "tis", "ssct"})
"""Levels that bear capital letters or number words: Part One, Section A."""
_AND = lazy_pattern(
    r"(?:\s{0,4},\s{0,8}(?:and\s|or\s|et\s|ou\s|und\s|oder\s|e\s|o\s)?|\s{1,8}(?:and|or|et|ou|und|oder|e|o|as\swell\sas|ainsi\sque)\s{1,8})"
)
_TO = lazy_pattern(r"\s{0,4}(?:\s(?:to|à|bis|a)\s|[-–])\s{0,4}")
_GAP = lazy_pattern(r"\s{1,8}")
_BESIDE = lazy_pattern(
    r"\s{0,3}(?:,\s{1,8}the\s{1,4}(?=[a-z]{4,9}\s{1,4}(?:subparagraph|paragraph|sentence))|,?\s{0,8})"
)
_ORDINAL = lazy_pattern(rf"(?i:(?P<word>{_alternatives(list(ordinal_words()))}))(?![A-Za-zÀ-ÿ])")
_INITIALS = frozenset(
    character for word in (*level_words(), *ordinal_words()) for character in (word[0], word[0].upper())
)
_ORDINAL_BEGINNINGS = frozenset(word[:2].lower() for word in ordinal_words())
_LEVEL_BEGINNINGS = frozenset(
    begin for word in level_words() for begin in ((word[:2],) if len(word) > 1 else (f"{word}.", f"{word} "))
)
"""The first two characters of all words: a cheap look before the patterns."""
_BARE_LETTER_LEVELS = frozenset({"pnt"})
_LETTER_WORDS = frozenset({"buchstabe", "buchstaben", "buchst", "lettera", "lettere", "lett", "lit", "let"})
"""Words behind which a letter stands without a bracket."""
_ABBREVIATED = frozenset({"buchst", "lit", "lett", "abs", "uabs", "unterabs"})
"""Abbreviations that stand for one and for several: «Buchst. a und c»."""


class _Label(NamedTuple):
    start: int
    end: int
    parts: tuple[str, ...]
    to: str | None


class _Component(NamedTuple):
    sign: str
    labels: tuple[_Label, ...]
    end: int


class Member(NamedTuple):
    """A place: its own span and its path, with the last point of a range."""

    start: int
    end: int
    path: tuple[str, ...]
    to: str | None

    @property
    def place(self) -> str:
        """`art_4/par_1/pnt_36`."""
        place = "/".join(self.path)
        return f"{place}..{self.to}" if self.to else place


def read_sequence(text: str, position: int, *, within: tuple[str, ...] = ()) -> list[Member]:
    """The members that begin at `position`; `within`: what stands above a sequence that begins below the article."""
    first = _component(text, position)
    if first is None:
        return []
    done: list[Member] = []
    path: list[tuple[int, str]] = [(ranks().get(step.split("_")[0], 99), step) for step in within]
    start, component = position, first
    before: _Component | None = None
    below = False
    while True:
        rank = ranks()[component.sign]
        nested = below or (path and path[-1][0] == rank and before is not None and before.sign != component.sign)
        below = False
        above = path if nested else [step for step in path if step[0] < rank]
        before = component
        for index, label in enumerate(component.labels):
            steps = [*above, *_steps(component.sign, rank, label)]
            begins = start if index == 0 else label.start
            done.append(Member(begins, label.end, tuple(step for _, step in steps), label.to))
            path = steps
        done[-1] = done[-1]._replace(end=component.end)
        beside = _BESIDE.match(text, component.end)
        assert beside is not None  # the pattern matches the empty text
        following = _component(text, beside.end(), above=rank)
        deeper = following is not None and (
            ranks()[following.sign] > rank or (bool(path) and path[-1][0] == ranks()[following.sign] > rank)
        )
        if (
            following is not None
            and deeper
            and "," in beside.group()
            and following.sign in {"pnt", "sub"}
            and _OF_ANOTHER.match(text, following.end)
        ):
            return done  # «from Article 25, points (a) and (b) of paragraph 1 of this Article apply»
        if following is not None and not deeper:
            deeper = below = _in_the_point(component, following, comma="," in beside.group())
        if following is not None and not deeper and component.sign == "sent" and following.sign == "pnt":
            deeper = below = True  # «Abs. 1 Satz 1 Buchst. b»
        if following is not None and deeper and len(component.labels) >= 1:
            start = done.pop().start
            component = following
            continue
        joint = _AND.match(text, component.end)
        following = _component(text, joint.end()) if joint else None
        if joint is not None and following is None and done[0].path[0].startswith("art_") and len(done) <= 60:
            following = _article_again(text, position, joint.end(), done[-1])
            if following is not None:
                start, component = joint.end(), following
                before = None
                continue
        if joint is None or following is None or ranks()[following.sign] <= ranks()["art"] or len(done) > 60:
            return done
        start, component = joint.end(), following


def _in_the_point(component: _Component, following: _Component, *, comma: bool) -> bool:
    """«point (d), point (ii)», «point 2, sous b)»: Roman figures stand in the lettered point right before, letters in the numbered one."""
    if not (component.sign == following.sign == "pnt" and len(component.labels) == 1):
        return False
    above, below = component.labels[0].parts[-1], following.labels[0].parts[0]
    if above.isdigit():
        return component.labels[0].to is None and len(below) == 1 and below.isalpha()
    return comma and len(above) == 1 and above.isalpha() and _ROMAN_POINT.match(below) is not None


_ROMAN_POINT = lazy_pattern(r"[ivxl]{2,}\Z")
_OF_ANOTHER = lazy_pattern(r"\s{1,6}(?:of\s{1,4}paragraph\s|du\s{1,4}paragraphe\s|des\s{1,4}Absatzes\s)")
_DIGITS = lazy_pattern(r"\d+")
_PLURAL_ARTICLES = lazy_pattern(r"(?i:articles|artikeln|articoli|arts\.?)(?![a-z])")


def _article_again(text: str, first: int, position: int, last: Member) -> _Component | None:
    """«articles 101, paragraphe 1, et 102»: behind a narrower place the list of articles goes on."""
    if len(last.path) < 2 or not _PLURAL_ARTICLES.match(text, first):
        return None
    labels: list[_Label] = []
    printed = _DIGITS.match(last.path[0][4:])
    before = int(printed.group()) if printed else 0
    while (label := _label(text, position, "art")) is not None and label.parts[0][0].isdigit():
        number = int("".join(filter(str.isdigit, label.parts[0])))
        if number <= before:
            break
        labels.append(label)
        before = number
        joint = _AND.match(text, label.end)
        if joint is None:
            break
        position = joint.end()
    return _Component("art", tuple(labels), labels[-1].end) if labels else None


def _steps(sign: str, rank: int, label: _Label) -> list[tuple[int, str]]:
    steps = [(rank, f"{sign}_{label.parts[0]}")]
    for part in label.parts[1:]:
        deeper = "par" if sign == "art" and part[0].isdigit() and len(steps) == 1 else "pnt"
        steps.append((ranks()[deeper], f"{deeper}_{part}"))
    return steps


def _component(text: str, position: int, *, above: int = -1) -> _Component | None:
    """The level with its labels at `position`; None as well, without reading on, when it is no point and not below the rank `above`."""
    if text[position : position + 1] not in _INITIALS:
        return None
    begins = text[position : position + 2].lower()
    foreign = not begins.isascii()  # «§», «é», and what only looks like a letter of a word: left to the patterns
    if (foreign or begins in _ORDINAL_BEGINNINGS) and _ORDINAL.match(text, position):
        return _ordinals(text, position)
    match = _LEVEL.match(text, position) if foreign or begins in _LEVEL_BEGINNINGS else None
    if match is None:
        return None
    word = match.group("word").lower()
    sign, plural = level_words()[word]
    if ranks()[sign] <= above and sign != "pnt":
        return None
    lettered = word in _LETTER_WORDS
    labels: list[_Label] = []
    at = match.end()
    while len(labels) < 60:
        label = _label(text, at, sign)
        if label is not None and labels:
            label = _completed(text, label, labels[-1], sign)
        elif label is None and labels and sign == "art":
            label = _lettered(text, at, labels[-1])
        if (
            label is not None
            and len(label.parts[0]) == 1
            and label.parts[0].islower()
            and not (")" in text[at : label.end] or lettered)
        ):
            label = None  # «at this point a decision»
        if label is None:
            break
        labels.append(label)
        joint = _AND.match(text, label.end)
        if joint is None or not (plural or sign == "art" or word in _ABBREVIATED) or _is_new(text, joint.end()):
            break
        at = joint.end()
    if not labels:
        return None
    return _Component(sign, tuple(labels), labels[-1].end)


def _completed(text: str, label: _Label, before: _Label, sign: str) -> _Label:
    """«points 2(i) and (viii)», «Article 6(1) and (3)»: a bracket alone takes what stands above it from the member before."""
    if text[label.start] != "(" or len(before.parts) < 2:
        return label
    if sign != "art" and not (before.parts[0][0].isdigit() and label.parts[0].isalpha()):
        return label
    return label._replace(parts=complete(before.parts, label.parts))


def _lettered(text: str, position: int, before: _Label) -> _Label | None:
    """«Article 16(a) and (b)», «Article 6(1)(a) and (c) to (e)»: a letter in brackets behind a place that ends in one."""
    if len(before.parts) < 2 or not before.parts[-1].isalpha() or text[position : position + 1] != "(":
        return None
    label = _label(text, position, "pnt")
    if label is None or not label.parts[0].isalpha():
        return None
    return label._replace(parts=complete(before.parts, label.parts))


def _is_new(text: str, position: int) -> bool:
    return bool(_LEVEL.match(text, position) and not _NUMBER.match(text, position))


def _label(text: str, position: int, sign: str) -> _Label | None:
    found = _number(text, position, sign)
    if found is None:
        return None
    parts, end = found
    sign_to = _TO.match(text, end)
    bracket = sign_to is not None and text[sign_to.end() : sign_to.end() + 1] == "("
    last = _number(text, sign_to.end(), "pnt" if bracket and len(parts) > 1 else sign) if sign_to else None
    if sign_to is None or last is None:
        return _Label(position, end, parts, None)
    if len(parts) > 1:
        if not bracket or len(last[0]) > 1:
            return _Label(position, end, parts, None)
        deeper = "par" if sign == "art" and len(parts) == 2 and parts[1][0].isdigit() else "pnt"
        return _Label(position, last[1], parts, f"{deeper}_{last[0][0]}")
    return _Label(position, last[1], parts, f"{sign}_{last[0][0]}")


_GOES_ON = lazy_pattern(r"\d|[/.]\d")
_PER_CENT = lazy_pattern(r"\s?%")


def _number(text: str, position: int, sign: str) -> tuple[tuple[str, ...], int] | None:
    match = _NUMBER.match(text, position)
    if match is None:
        return None
    number = match.group("number")
    if number.isalpha() and number.islower() and sign not in _BARE_LETTER_LEVELS:
        return None
    if number[0].isupper() and (
        sign in {"art", "par", "sub", "pnt", "sent", "rct"} or (sign not in _LETTERED and not is_roman(number))
    ):
        return None
    if match.group("open") and not match.group("close"):
        return None
    end = (
        match.end()
        if match.group("open") or sign in _BARE_LETTER_LEVELS or not match.group("close")
        else match.start("close")
    )
    if _GOES_ON.match(text, end) or (number.isdigit() and _PER_CENT.match(text, end)):
        return None
    if match.group("letter") is None and match.group("suffix") is None and text[end : end + 1].isalnum():
        return None
    suffix = match.group("suffix") or ""
    if suffix and number.isalpha() and number.islower():
        suffix, end = "", match.end("number")  # «Buchst. a bis i»
    whole = number + (match.group("letter") or LATIN_SUFFIXES.get(suffix, ""))
    parts = [whole]
    while inner := _INNER.match(text, end) or (
        sign == "art" and len(parts) == 1 and (_SPACED.match(text, end) or _SIGN.match(text, end))
    ):
        parts.append(inner.group("part"))
        end = inner.end()
    lettered = _SPACED_LETTER.match(text, end) if sign == "pnt" and whole.isdigit() and len(parts) == 1 else None
    if lettered:
        parts.append(lettered.group("part"))
        end = lettered.end()
    if match.group("close") and not match.group("open") and len(parts) == 1:
        while inner := _INNER_CLOSED.match(text, end):
            parts.append(inner.group("part"))
            end = inner.end()
    return tuple(parts), end


def _ordinals(text: str, position: int) -> _Component | None:
    """première et troisième phrases; premier à cinquième alinéas; the first subparagraph."""
    labels: list[_Label] = []
    at = position
    while len(labels) < 12:
        word = _ORDINAL.match(text, at)
        if word is None:
            break
        to, end = None, word.end()
        sign_to = _TO.match(text, end)
        last = _ORDINAL.match(text, sign_to.end()) if sign_to else None
        if last:
            to, end = ordinal_words()[last.group("word").lower()], last.end()
        labels.append(_Label(at, end, (ordinal_words()[word.group("word").lower()],), to))
        joint = _AND.match(text, end)
        if joint is None or not _ORDINAL.match(text, joint.end()):
            break
        at = joint.end()
    gap = _GAP.match(text, labels[-1].end) if labels else None
    level = _LEVEL.match(text, gap.end()) if gap else None
    if level is None:
        return None
    sign, _ = level_words()[level.group("word").lower()]
    if sign not in {"par", "sub", "sent", "pnt", "rct"}:
        return None
    end = level.end("word")
    named = [label._replace(to=f"{sign}_{label.to}" if label.to else None) for label in labels]
    named[-1] = named[-1]._replace(end=end)
    return _Component(sign, tuple(named), end)
