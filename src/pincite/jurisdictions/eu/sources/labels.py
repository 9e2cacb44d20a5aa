"""From a label as printed to the segment of a place: «(a)», «1 bis.», «Article 27 decies», «CHAPITRE PREMIER».

Keeps true: labels as printed (design: references; rule 19 of the extraction gold); a Latin suffix is the letter English
gives it, so that one provision has one place in all languages.

    (a)  a)        pnt_a          1.  (1)       par_1 / pnt_1      a bis)     pnt_aa       27 decies   art_27i
    —  –  •        idt_<ordinal>  II.1.         pnt_II.1           III BIS    cpt_IIIA     PREMIER     cpt_I
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.jurisdictions.eu.tables import LATIN_SUFFIXES, ordinal_words
from pincite.text.tables import rows

__all__ = ["CLOSING", "OPENING", "Level", "annex_number", "division", "is_dash", "is_label", "number", "reference_of"]

OPENING = "‘“«„‚‹\"'"
CLOSING = {"‘": "’", "“": "”", "«": "»", "„": "“”", "‚": "‘’", "‹": "›", '"': '"', "'": "'"}

_SUFFIX = "|".join(sorted(LATIN_SUFFIXES, key=lambda word: -len(word)))
_NUMBER = re.compile(
    rf"(?:(?P<roman>[IVXLC]+)|(?P<number>[0-9]+(?:\.[0-9]+)*|[A-Za-z]+))(?P<letter>[A-Za-z]{{0,2}})(?:\s?(?P<latin>(?i:{_SUFFIX}))\b)?"
)
_BRACKETED = re.compile(rf"\s?\(({_SUFFIX})\Z", re.IGNORECASE)  # «62(bis)», its last bracket stripped
_DOTTED = re.compile(r"[A-Z0-9]+(?:\.[A-Za-z0-9]+)+")
_FIRST = re.compile(r"(?:premi(?:er|ère)|unique|sole|einziger?|unico|primo|único|único|enig)\b", re.IGNORECASE)
_WRAPPING = " \u00a0\u202f\t\r\n.,;:()[]" + OPENING + "’”»›"
_LABEL = re.compile(
    rf"[{OPENING}]{{0,2}}\s?\(?(?:[0-9]{{1,3}}[A-Za-z]{{0,2}}|[A-Za-z]{{1,8}}|[A-Z0-9]{{1,5}}(?:\.[A-Za-z0-9]{{1,4}}){{1,4}})"
    rf"(?:\s(?i:{_SUFFIX}))?(?:\)|\.|\.\)|\)\.)\Z"
)
_DASHES = frozenset("—–-−•●◦▪*·○")
_AMENDING = {"AR": "art", "PA": "par", "PG": "par", "AL": "sub", "PT": "pnt", "AX": "anx", "PR": "prt"}
_STEP = re.compile(r"([A-Z]{2}):([A-Za-z0-9.]{1,12})\Z")


class Level(NamedTuple):
    """A division: `cpt_III`, chapter."""

    segment: str
    kind: str


def number(label: str) -> str:
    """The number or letter of a label; "" when it has none."""
    bare = _BRACKETED.sub(r" \1", label.strip(_WRAPPING)).strip(_WRAPPING)
    dotted = _DOTTED.fullmatch(bare)
    if dotted:
        return bare
    found = _NUMBER.match(bare)
    if found is None or found.end() != len(bare):
        return ""
    head = found["roman"] or found["number"]
    if found["roman"] and not found["latin"] and not head[0].isdigit():
        return head + found["letter"]
    latin = LATIN_SUFFIXES.get((found["latin"] or "").lower(), "")
    return head + found["letter"] + (latin.upper() if head.isupper() and len(head) > 0 and head.isalpha() else latin)


def is_dash(label: str) -> bool:
    """Whether a label is a mark without a number: «—», «•»."""
    bare = label.strip()
    return bool(bare) and all(character in _DASHES for character in bare)


def is_label(words: str) -> bool:
    """Whether the words of a cell are the label of a point: «(a)», «1.», «‘(ii)», «—»."""
    return is_dash(words) or bool(_LABEL.match(words))


@cache
def _levels() -> dict[str, Level]:
    found: dict[str, Level] = {}
    for sign, kind, words in rows("pincite.jurisdictions.eu", "data/divisions.tsv"):
        found |= {word: Level(sign, kind) for word in words.split()}
    return found


def division(title: str) -> Level | None:
    """What a heading of a division names; None when it names none.

    «CHAPTER III», «Section A. List of …», «TITRE PREMIER», «PART THREE», «TROISIÈME PARTIE», «1. Abschnitt».
    """
    word, _, rest = " ".join(title.split()).partition(" ")
    level = _levels().get(word.lower())
    label = _heading_number(rest) if level else ""
    if level is None:
        # the number stands before the word
        following, _, _ = rest.partition(" ")
        level = _levels().get(following.lower().rstrip(".:,"))
        label = _number_word(word) or (word[:-1] if word[:-1].isdigit() and word.endswith(".") else "")
    return Level(f"{level.segment}_{label}", level.kind) if level and label else None


def annex_number(title: str) -> str:
    """The number in the heading of an annex («ANNEX IV»), "" when it is the only one and has none."""
    return _heading_number(" ".join(title.split()).partition(" ")[2])


def _heading_number(rest: str) -> str:
    if _FIRST.match(rest):
        return "I"
    words = rest.split(" ")
    first = words[0].rstrip(".:,;—–-")
    if len(words) > 1 and words[1].rstrip(".:,;").lower() in LATIN_SUFFIXES:
        first = f"{first} {words[1].rstrip('.:,;')}"
    if _number_word(first):
        return _number_word(first)
    short = re.fullmatch(rf"(?:[IVXLC]+[A-Z]?|[0-9]{{1,3}}[A-Za-z]?|[A-Z][0-9]?)(?:\s(?i:{_SUFFIX}))?", first)
    return number(first) if short else ""


def _number_word(word: str) -> str:
    """«THREE», «Troisième» as «3»; "" for any other word."""
    bare = word.lower().rstrip(".:,;")
    return _cardinals().get(bare, "") or ordinal_words().get(bare, "")


@cache
def _cardinals() -> dict[str, str]:
    return {word: row[0] for row in rows("pincite.jurisdictions.eu", "data/cardinals.tsv") for word in row[1].split()}


def article_number(label: str, identifier: str) -> str:
    """The number of an article: of the publisher's id («027I», «art_27i»), else of the printed label."""
    bare = identifier.removeprefix("art_")
    found = re.fullmatch(r"0*([0-9]+)([A-Za-z]{0,3})", bare)
    if found:
        return found[1] + found[2].lower()
    rest = " ".join(label.split()).partition(" ")[2] or label
    if _FIRST.match(rest):
        return "1"
    return number(rest)


def reference_of(act: str, place: str) -> tuple[str, ...]:
    """References to the places of an amending act that the publisher writes as «AR:1;PT:2;PT:b .AND. AX:II»."""
    found = []
    for one in place.split(" .AND. "):
        steps = [_STEP.match(step.strip()) for step in one.split(";")]
        segments = [f"{_AMENDING[step[1]]}_{step[2]}" for step in steps if step and step[1] in _AMENDING]
        whole = bool(segments) and len(segments) == len(steps)
        found.append(f"eu/{act}#{'/'.join(segments)}" if whole else f"eu/{act}")
    return tuple(dict.fromkeys(found))
