"""References to the law of the Union written out, in en, fr, de, it, and as CELEX, ECLI and ELI.

Keeps true: the numbers of an act stand as they did in its year (year first since 2015, «No» before it; the Community of the
time); an ELI is written for acts known by name only, because a CELEX number does not show whether an act is delegated or
implementing. Words: `data/styles.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from pincite.citations.pack import Style
from pincite.citations.style_table import forms
from pincite.jurisdictions.eu.tables import level_words, nicknames
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["STYLES", "identify", "render"]

_HERE = "pincite.jurisdictions.eu"
_LANGUAGES = ("en", "fr", "de", "it")
STYLES = (
    Style("official", _LANGUAGES, "as the Official Journal writes: Article 6(1)(a) of Regulation (EU) 2016/679"),
    Style("celex", _LANGUAGES, "the CELEX number of an act as a whole: 32016R0679"),
    Style("ecli", _LANGUAGES, "the ECLI of a case: ECLI:EU:C:2020:559"),
    Style("eli", _LANGUAGES, "the European Legislation Identifier of an act known by name, and of its article"),
)
Words = Mapping[str, str]
_Step = tuple[str, str]

_ACT = pattern(r"3(\d{4})([RLDFH])(\d{4})\Z")
_TREATY = pattern(r"12016([EMP])(\d{3})\Z")
_LEVELS = {"art", "par", "pnt", "sub", "sent", "anx", "rct", "cpt", "tis", "sct", "ssct"}
_YEAR_FIRST, _UNION, _COMMUNITY, _SHORT_YEARS_UNTIL = 2015, 2010, 1994, 1998


def render(work: str, places: Sequence[str], language: str, style: str) -> str:
    """The citation of places of one work, "" when the style has no form for it."""
    name = work.removeprefix("eu/")
    if style == "celex":
        return name if not places and _ACT.match(name) else ""
    if style == "eli":
        return _eli(name, places)
    words = forms(_HERE, "official", language)
    if name.startswith("ecli/"):
        return _with_points(name.removeprefix("ecli/"), places, words)
    if style == "ecli":
        return ""
    if name.startswith("case/"):
        return _with_points(_case(name.removeprefix("case/"), words), places, words)
    return _act(name, places, words)


# --------------------------------------------------------------------------------------------------------------------- acts


def _act(name: str, places: Sequence[str], words: Words) -> str:
    treaty = _TREATY.match(name)
    if treaty:
        if any(place.startswith("art_") for place in places):
            return ""
        below = [f"art_{int(treaty[2])}" + (f"/{place}" if place else "") for place in (places or ("",))]
        act = words.get(f"treaty_{treaty[1]}", "")
        shown = _members(below, words)
        return f"{shown} {act}" if shown and act else ""
    match = _ACT.match(name)
    if match is None:
        return ""
    year, letter, number = int(match[1]), match[2], int(match[3])
    alone, _, behind = words[f"kind_{letter}"].partition("|")
    if not alone:
        return ""
    shown_number = _number(letter, year, number, words)
    if not places:
        return f"{alone} {shown_number}"
    shown = _members(places, words)
    if not shown:
        return ""
    far = words["of_far"] if "," in shown or shown.endswith(")") else words["of"]
    tie = far if words["glued"] == "no" else _english_tie(places[-1], shown, words)
    behind = behind.removeprefix("of ") if words["glued"] == "yes" else behind
    return f"{shown}{tie}{behind} {shown_number}"


def _english_tie(place: str, shown: str, words: Words) -> str:
    if place.startswith("anx_"):
        return ("," if "," in shown else "") + words["to"]
    return words["of_far"] if "," in shown else words["of"]


def _number(letter: str, year: int, number: int, words: Words) -> str:
    """The numbers as an act of that year prints them."""
    union, community, economic = words["communities"].split()
    if year >= _YEAR_FIRST:
        return words["new"].format(union, year, number)
    maker = union if year >= _UNION else community if year >= _COMMUNITY else economic
    shown_year = str(year) if year > _SHORT_YEARS_UNTIL else f"{year % 100:02d}"
    if letter == "R":
        return words["R"].format(maker, number, shown_year)
    return words["L"].format(shown_year, number, words["justice"] if letter == "F" else maker)


# --------------------------------------------------------------------------------------------------------------- provisions


def _steps(place: str) -> tuple[_Step, ...]:
    found = []
    for part in place.split("/"):
        level, _, label = part.partition("_")
        if level not in _LEVELS or not label or "_" in label:
            return ()
        found.append((level, label))
    return tuple(found) if found[0][0] not in {"par", "pnt", "sub", "sent"} else ()


def _members(places: Sequence[str], words: Words) -> str:
    shown = []
    for index, place in enumerate(places):
        first, dots, last = place.partition("..")
        steps = _steps(first)
        end = _steps(last) if last else ()
        if not steps or (dots and (len(end) != 1 or end[0][0] != steps[-1][0])):
            return ""
        one = _place(steps, words, end[0][1] if end else "")
        bare = index and len(steps) == 1 and not end and _steps(places[index - 1].partition("..")[0])[:-1] == ()
        shown.append(steps[0][1] if bare and steps[0][0] == "art" and places[0].startswith("art_") else one)
    if not all(shown):
        return ""
    if len(shown) == 1:
        return shown[0]
    plural = words["arts"].format("") if all(re.fullmatch(r"art_[0-9a-z]+", place) for place in places) else ""
    if not plural:
        return ""
    singular = words["art"].format("")
    return (
        plural
        + shown[0].removeprefix(singular)
        + "".join(words["comma"] + each for each in shown[1:-1])
        + words["and"]
        + shown[-1]
    )


def _place(steps: Sequence[_Step], words: Words, to: str = "") -> str:
    """The steps in order, those that the language glues to the article without a comma."""
    shown = ""
    for index, (level, label) in enumerate(steps):
        before = steps[index - 1][0] if index else ""
        last = index == len(steps) - 1
        text = _step(level, label, before, words, to if last else "", steps)
        if not text:
            return ""
        if text.startswith("(") or not shown:
            shown += text
        else:
            shown += (", " if words["glued"] == "yes" or words["of_far"].startswith(",") else " ") + text
    return shown


def _step(level: str, label: str, before: str, words: Words, to: str, steps: Sequence[_Step]) -> str:
    if level in {"sub", "sent"}:
        return _ordinal(level, label, words) if not to else ""
    if level == "par":
        if before != "art":
            return ""
        form = words["par"]
    elif level == "pnt":
        numbered = label[0].isdigit()
        attached = words["glued"] == "yes" and (
            before == "par" or (before == "art" and not numbered) or before == "pnt"
        )
        form = words["pnt"] if attached or (words["glued"] == "no" and not numbered) else words["pnt_word"]
        if words["glued"] == "no" and before == "pnt":
            return ""
        if to and words["glued"] == "yes" and not attached:
            return ""
    else:
        form = words[level]
    if to and level == "art" and len(steps) == 1:
        return words["arts"].format(label) + words["range"] + to
    if to and form.startswith("("):
        return f"({label}){words['range']}({to})" if level == "pnt" else ""
    if to:
        return ""
    return form.format(label)


def _ordinal(level: str, label: str, words: Words) -> str:
    """«second subparagraph», «deuxième alinéa», «Unterabsatz 2»."""
    form = words[level]
    noun = form.replace("{}", "").strip()
    if not form.startswith("{}"):
        return form.format(label)
    assert noun.lower() in level_words()  # the table of styles uses words of the grammar
    listed = words.get(f"ordinals_{level}", "").split()
    return form.format(listed[int(label) - 1]) if label.isdigit() and 0 < int(label) <= len(listed) else ""


# ------------------------------------------------------------------------------------------------------- cases, identifiers


def _case(number: str, words: Words) -> str:
    first, dots, last = number.partition("..")
    if dots:
        return words["cases"].format(first, last)
    form = words["case" if first[:1].isalpha() else "case_old"]
    return form.format(first) if form else ""


_POINT = pattern(r"para_(\d+[A-Z]?)\Z")


def _with_points(head: str, places: Sequence[str], words: Words) -> str:
    if not head or not places:
        return head
    shown = []
    for place in places:
        first, dots, last = place.partition("..")
        start, end = _POINT.match(first), _POINT.match(last) if last else None
        if start is None or (dots and end is None):
            return ""
        shown.append(words["point_range"].format(start[1], end[1]) if end else start[1])
    plural = len(shown) > 1 or ".." in places[0]
    return (
        head
        + words["points" if plural else "point"].format(shown[0])
        + "".join(words["point_list"].format(each) for each in shown[1:])
    )


_ELI_KINDS = {"R": "reg", "L": "dir"}
_ELI = pattern(
    r"https?://(?:data\.europa\.eu|eur-lex\.europa\.eu)/eli/(?P<kind>reg|dir)(?:_impl|_del)?/(?P<year>\d{4})/(?P<number>\d{1,4})"
    r"(?:/(?P<place>(?:art|rct|anx|cpt)_[^/\s]+(?:/(?:par|pnt|sub)_[^/\s]+)*))?(?:/(?:oj|\d{4}-\d{2}-\d{2})(?:/[a-z]{3})?)?/?\Z"
)


@cache
def _named() -> frozenset[str]:
    """CELEX numbers of the acts known by name: basic acts, none of them delegated or implementing."""
    named = {celex for celex in nicknames().values() if "*" not in celex}
    return frozenset(named | {row[0] for row in rows(_HERE, "data/common_names.tsv")})


def _eli(name: str, places: Sequence[str]) -> str:
    match = _ACT.match(name)
    if match is None or match[2] not in _ELI_KINDS or name not in _named() or len(places) > 1:
        return ""
    place = f"/{places[0]}" if places else ""
    if ".." in place:
        return ""
    address = f"http://data.europa.eu/eli/{_ELI_KINDS[match[2]]}/{match[1]}/{int(match[3])}{place}/oj"
    return address if identify(address) else ""


def identify(text: str) -> str:
    """The reference of an ELI of the Union, "" when it is none."""
    match = _ELI.match(text)
    if match is None:
        return ""
    letter = {kind: letter for letter, kind in _ELI_KINDS.items()}[match["kind"]]
    work = f"eu/3{match['year']}{letter}{int(match['number']):04d}"
    return f"{work}#{match['place']}" if match["place"] else work
