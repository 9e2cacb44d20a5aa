"""British references written out, and the cases of other common-law places: OSCOLA, and a style with words in full.

Keeps true: an act known by its chapter prints the chapter, so that it reads back as the same act; an act known by the slug of
its title is printed with the title's words, whose brackets the slug does not keep. Words: `data/styles.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pincite.citations.pack import Style
from pincite.citations.style_table import forms
from pincite.jurisdictions.shared.rendered_pins import with_pins
from pincite.jurisdictions.shared.titles import title_start
from pincite.jurisdictions.uk.tables import countries_of_series, known_acts, slug
from pincite.text.tables import rows

__all__ = ["JURISDICTIONS", "STYLES", "render"]

_HERE = "pincite.jurisdictions.uk"
STYLES = (
    Style("oscola", ("en",), "the Oxford standard: Companies Act 2006 (c. 46), ss 171-177; [2019] UKSC 41 [45]"),
    Style("full", ("en",), "words in full: sections 171-177 of the Companies Act 2006 (c. 46); [2019] UKSC 41 at [45]"),
)
JURISDICTIONS = ("uk", "au", "bm", "ca", "ie", "in", "je", "ky", "my", "nz", "sg", "us", "za")
"""The United Kingdom, and the places whose cases it reads."""

Words = Mapping[str, str]
_UNITS = {"section", "regulation", "article", "rule", "paragraph", "schedule", "part", "chapter"}
_OUTER = {"schedule", "part", "chapter"}
_KINDS = ("act", "regulations", "order", "rules", "scheme", "measure", "order-in-council")
_ACTS = {"ukpga", "asp", "asc", "anaw", "mwa", "nia", "apni"}
_NUMBERED = {"uksi", "ssi", "wsi", "nisr", "uksro"}
_BY_NUMBER = {
    "asp": "{} asp {}",
    "asc": "{} asc {}",
    "anaw": "{} anaw {}",
    "mwa": "{} nawm {}",
    "nia": "{} c. {} (N.I.)",
}
"""How an act of another parliament of the kingdom is named by its number alone, in every style."""
_NORTHERN = "-northern-ireland"
_TERSE = {"order": "act_first", "unit_rule": "r {}|rr {}"}
"""How a set of rules with a name of its own is cited in every style: «CPR r 6.16»."""


class _Step(NamedTuple):
    unit: str
    label: str
    lower: tuple[str, ...]

    @property
    def value(self) -> str:
        """`19(2)(a)`."""
        return self.label + "".join(f"({part})" for part in self.lower)


def render(work: str, places: Sequence[str], _language: str, style: str) -> str:
    """The citation of places of one work, "" when the style has no form for it."""
    words = forms(_HERE, style, "en")
    parts = work.split("/")
    if len(parts) > 2 and parts[1] == "report":
        return with_pins(_report(parts[0], *parts[2:]) if len(parts) == 6 else "", places, words)
    court = _courts().get("/".join(parts[:-2]))
    if court is not None:
        return with_pins(court.format(parts[-2], parts[-1]), places, words)
    if parts[0] == "uk" and len(parts) == 4:
        own = words.get(f"own_name_{'/'.join(parts[1:])}")
        if own and places:
            return _provisions(own, places, {**words, "place": " "} | _TERSE)
        act = _act(*parts[1:], words=words)
        return _provisions(act, places, words) if act else ""
    return ""


# --------------------------------------------------------------------------------------------------------------------- acts


@cache
def _titles() -> dict[tuple[str, str], str]:
    return {(act.year, act.chapter): act.title for act in known_acts().values()}


def _act(kind: str, year: str, number: str, *, words: Words) -> str:
    """An act or instrument as it is named; "" when only its number of a series without a form is known."""
    if kind in _BY_NUMBER and number.isdigit():
        return _BY_NUMBER[kind].format(year, number)
    if not number.isdigit():
        title = _title(number, year, words)
        is_act = number.removesuffix(_NORTHERN).endswith(("act", "measure"))
        fits = title and (kind in _ACTS) == is_act and kind in _ACTS | _NUMBERED
        return words["titled"].format(title, year) if fits and _is_seen(title, words) else ""
    if kind == "ukpga":
        known = _titles().get((year, number), "")
        if known and _is_seen(known, words):
            return words["titled_chapter"].format(known, year, number)
        return words["chapter"].format(year, number)
    return words[kind].format(year, number) if kind in _NUMBERED else ""


def _is_seen(title: str, words: Words) -> bool:
    """Whether the title is read to its beginning where it stands first: read backwards, «Value Added Tax Act» is not."""
    title = title.removesuffix(" (Northern Ireland)")
    return words["order"] != "act_first" or title_start(title, title.rindex(" ") + 1, 0) == 0


def _title(name: str, year: str, words: Words) -> str:
    """A short title from its slug: that of the table, else the words with capitals."""
    known = known_acts().get((name, year))
    if known:
        return known.title
    if name.endswith(_NORTHERN):
        shorter = _title(name.removesuffix(_NORTHERN), year, words)
        return f"{shorter} (Northern Ireland)" if shorter else ""
    if not name.endswith(_KINDS) or name in _KINDS:
        return ""
    small, capital = words["small_words"].split(), words["capital_words"].split()
    shown = [
        word.upper() if word in capital else word if word in small and index else word.capitalize()
        for index, word in enumerate(name.split("-"))
    ]
    title = _bracketed_words(words).sub(r" (\1)", " ".join(shown)).replace("(No ", "(No. ")
    return title if slug(title) == name else ""


@cache
def _phrases(listed: str) -> re.Pattern[str]:
    phrases = [r"No \d{1,2}" if phrase == "no-N" else re.escape(phrase) for phrase in listed.split(";")]
    return re.compile(rf"(?<=\w) ((?i:{'|'.join(phrases)}))(?= )")


def _bracketed_words(words: Words) -> re.Pattern[str]:
    """The words that short titles set in brackets: places, «Amendment», numbers."""
    return _phrases(words["bracketed_words"])


# --------------------------------------------------------------------------------------------------------------- provisions


def _steps(place: str) -> tuple[_Step, ...]:
    """`schedule-1-paragraph-6-1` as units from the outside in; () when it is no such path."""
    found: list[_Step] = []
    for part in place.split("-"):
        if part in _UNITS:
            if found and not found[-1].label and found[-1].unit != "schedule":
                return ()
            found.append(_Step(part, "", ()))
        elif not found:
            return ()
        elif not found[-1].label:
            found[-1] = found[-1]._replace(label=part)
        else:
            found[-1] = found[-1]._replace(lower=(*found[-1].lower, part))
    units = [step.unit for step in found]
    regular = (
        all(step.label for step in found) and len(set(units)) == len(units) and all(u in _OUTER for u in units[:-1])
    )
    return tuple(found) if regular and not any(step.lower and step.unit in _OUTER for step in found) else ()


def _provisions(act: str, places: Sequence[str], words: Words) -> str:
    if not places:
        return act
    values, shapes = [], set()
    for place in places:
        first, dots, last = place.partition("..")
        steps = _steps(first)
        end = _end_of(steps, last, words) if last else ""
        if not steps or (dots and not end):
            return ""
        values.append(steps[-1].value + end)
        shapes.add((steps[:-1], steps[-1].unit))
    if len(shapes) != 1:
        return ""
    ((outer, unit),) = shapes
    joined = values[0] if len(values) == 1 else words["comma"].join(values[:-1]) + words["and"] + values[-1]
    inner = _unit(unit, joined, words, plural=len(values) > 1 or _is_wide(places[0]))
    above = [_unit(step.unit, step.value, words, plural=False) for step in outer]
    if words["order"] == "act_first":
        return act + words["place"] + words["inner"].join([*above, inner])
    numbered = "_number" if not act[0].isalpha() or act.startswith(("SI ", "SSI ", "WSI ", "S.R.")) else ""
    last_unit = outer[0].unit if outer else unit
    tie = words[("to" if last_unit == "schedule" else "of") + numbered]
    return words["within"].join([inner, *reversed(above)]) + tie + act


def _is_wide(place: str) -> bool:
    """Whether a range runs over units, not over the lower parts of one."""
    first, dots, last = place.partition("..")
    return bool(dots) and _steps(first)[-1].label != _steps(last)[-1].label


def _end_of(steps: Sequence[_Step], last: str, words: Words) -> str:
    """The end of a range as it stands behind the first point."""
    to = _steps(last)
    if not steps or not to or to[:-1] != tuple(steps[:-1]) or to[-1].unit != steps[-1].unit:
        return ""
    one, two = steps[-1], to[-1]
    if one.label == two.label and one.lower and two.lower and one.lower[:-1] == two.lower[:-1]:
        return f"{words['range']}({two.lower[-1]})"
    return words["range"] + two.value if not one.lower and not two.lower else ""


def _unit(unit: str, value: str, words: Words, *, plural: bool) -> str:
    singular, _, several = words[f"unit_{unit}"].partition("|")
    return (several if plural else singular).format(value).rstrip()


# -------------------------------------------------------------------------------------------------------------------- cases


@cache
def _courts() -> dict[str, str]:
    """Court in references → form of its neutral citation."""
    found: dict[str, str] = {}
    for code, division, where, path in rows(_HERE, "data/courts.tsv"):
        form = f"[{{}}] {code} {division} {{}}" if where == "before" else f"[{{}}] {code} {{}} ({division})"
        found.setdefault(path, form if division else f"[{{}}] {code} {{}}")
        if where == "behind" and path.rpartition("/")[2] != path.partition("/")[2]:
            found.setdefault(path.rpartition("/")[0], f"[{{}}] {code} {{}}")
    return found


@cache
def _round() -> frozenset[str]:
    return frozenset(forms(_HERE, "oscola", "en")["round"].split(";"))


def _report(country: str, code: str, year: str, volume: str, page: str) -> str:
    countries = countries_of_series().get(code)
    round_ = code in _round()
    if countries is not None and countries[round_] != country:
        round_ = not round_
    if countries is None or countries[round_] != country:
        return ""
    opening, closing = ("(", ")") if round_ else ("[", "]")
    return " ".join([f"{opening}{year}{closing}", *([] if volume == "-" else [volume]), code, page])
