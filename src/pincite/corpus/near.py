"""Near misses: what a reference that leads nowhere may have been meant to be. Offered, never substituted. Pure.

why                    meaning
letter_case            the same but for upper and lower case
page_inside_decision   the number is a page inside this decision of the collection
digits_transposed      two neighbouring characters stand in the other order
parts_transposed       year and number stand in the other order
other_year             the same number one to three years apart
other_part             the same page in another part or volume of the collection
one_character_apart    one character more, less or other
place_above            the container of the place that is there
neighbouring_place     a place of the same kind beside it
shorter_range          the range up to the last place that is there
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.corpus.places import PlaceIndex

__all__ = ["near_places", "page_candidates", "variants"]

DIGITS = "0123456789"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROMAN = ("I", "IA", "IB", "II", "III", "IV", "V")
_YEAR = re.compile(r"(1[89]|20)\d\d\Z")
_TAIL = re.compile(r"(?P<stem>.*?)(?P<label>\d+|[A-Za-z]{1,4})\Z")
_ABOVE = re.compile(r"[/_.][^/_.]*\Z")
LONGEST = 40
"""No docket is longer; longer ids are titles, of which no variants are made."""


def variants(work: str) -> Iterator[tuple[str, str]]:
    """Other works a reference may have been meant to be, as (work, why), likeliest first; each once."""
    seen = {work}
    for candidate, why in _variants(work):
        if candidate not in seen:
            seen.add(candidate)
            yield candidate, why


def _variants(work: str) -> Iterator[tuple[str, str]]:
    jurisdiction, slash, tail = work.partition("/")
    if not slash or len(tail) > LONGEST:
        return
    head = jurisdiction + slash
    for index in range(len(tail) - 1):
        if tail[index] != tail[index + 1] and "/" not in tail[index : index + 2]:
            yield head + tail[:index] + tail[index + 1] + tail[index] + tail[index + 2 :], "digits_transposed"
    yield from _parts(work)
    for index, character in enumerate(tail):
        for other in _same_class(character):
            yield head + tail[:index] + other + tail[index + 1 :], "one_character_apart"
    for index, character in enumerate(tail):
        if character != "/":
            yield head + tail[:index] + tail[index + 1 :], "one_character_apart"
    for index in range(len(tail) + 1):
        for other in DIGITS + UPPER:
            yield head + tail[:index] + other + tail[index:], "one_character_apart"


def _parts(work: str) -> Iterator[tuple[str, str]]:
    """Variants by segment: years, parts and volumes of a collection."""
    parts = work.split("/")
    for index, part in enumerate(parts):
        before, after = parts[:index], parts[index + 1 :]
        if part.isdigit() and after and after[0].isdigit():
            yield "/".join([*before, after[0], part, *after[1:]]), "parts_transposed"
        if _YEAR.match(part):
            for step in (-1, 1, -2, 2, -3, 3):
                yield "/".join([*before, str(int(part) + step), *after]), "other_year"
        elif part.isdigit() and after and index + 2 < len(parts):
            for step in (-1, 1):
                yield "/".join([*before, str(int(part) + step), *after]), "other_part"
        if part.upper() in ROMAN:
            for other in ROMAN:
                yield (
                    "/".join(
                        [*before, other if other in ("I", "II", "III", "IV", "V") else other.capitalize(), *after]
                    ),
                    "other_part",
                )


def _same_class(character: str) -> str:
    if character in DIGITS:
        return DIGITS.replace(character, "")
    if character.isascii() and character.isalpha():
        letters = UPPER if character.isupper() else UPPER.lower()
        return letters.replace(character, "")
    return "_.-" if character in "_.-" else ""


def page_candidates(work: str) -> tuple[str, int] | None:
    """For a reference by page: what the ids of the collection's volume begin with, and the page."""
    stem, slash, last = work.rpartition("/")
    return (f"{stem}/", int(last)) if slash and last.isdigit() and len(last) <= 5 else None


def near_places(index: PlaceIndex, place: str, *, limit: int = 4) -> list[tuple[str, str]]:
    """Places of a document near one that is not in it, as (place, why)."""
    first, dots, last = place.partition("..")
    if dots and last:
        shorter = _shorter_range(index, first, last)
        return [(shorter, "shorter_range")] if shorter else near_places(index, first, limit=limit)
    found: list[tuple[str, str]] = []
    above = first
    while above and len(found) < limit - 1:
        found += [(each, "neighbouring_place") for each in _siblings(index, above)[: limit - 1 - len(found)]]
        above = _ABOVE.sub("", above) if _ABOVE.search(above) else ""
        if above in index.by_eid:
            found.append((above, "place_above"))
            break
        if found:
            break
    return list(dict.fromkeys(found))[:limit]


def _siblings(index: PlaceIndex, place: str) -> list[str]:
    """Places that differ in their last label alone, the nearest first: numbers by value, letters by the alphabet."""
    wanted = _TAIL.match(place)
    if wanted is None:
        return []
    stem, label = wanted["stem"], wanted["label"]
    near: list[tuple[int, int, str]] = []
    for order, name in enumerate(dict.fromkeys([*index.by_eid, *(f"p_{page.label}" for page in index.pages)])):
        rest = name[len(stem) :] if name.startswith(stem) else ""
        if rest and rest != label and rest.isdigit() == label.isdigit() and _TAIL.fullmatch(rest):
            near.append((_apart(rest, label), order, name))
    return [name for _, _, name in sorted(near)]


def _apart(first: str, second: str) -> int:
    if first.isdigit() and second.isdigit():
        return abs(int(first) - int(second))
    return abs(ord(first[0].lower()) - ord(second[0].lower())) + 30 * abs(len(first) - len(second))


def _shorter_range(index: PlaceIndex, first: str, last: str) -> str:
    """The range up to the last place of the same kind that is there."""
    begin, end = _TAIL.match(first), _TAIL.match(last)
    if index.resolve(first) is None or begin is None or end is None or not (begin["label"] + end["label"]).isdigit():
        return ""
    stem, limit = end["stem"], int(end["label"])
    below = [number for name in _siblings(index, last) if (number := int(name[len(stem) :])) < limit]
    if not below or max(below) <= int(begin["label"]):
        return first
    return f"{first}..{stem}{max(below)}"
