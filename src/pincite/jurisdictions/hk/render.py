"""Hong Kong references written out, in English and Chinese, in two house styles.

Keeps true: a section stands before its act in English and behind it in Chinese; a list shares the unit and the act; a
chapter without a Chinese title is cited in Chinese by its number alone. Words: `data/styles.tsv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pincite.citations.pack import Style
from pincite.citations.style_table import forms
from pincite.jurisdictions.hk.courts import courts
from pincite.jurisdictions.hk.tables import case_types, instruments, prefixes, series, unit_of
from pincite.jurisdictions.shared.rendered_pins import with_pins
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["STYLES", "render"]

_HERE = "pincite.jurisdictions.hk"
_LANGUAGES = ("en", "zh-Hant")
STYLES = (
    Style("neutral", _LANGUAGES, "as judgments are cited now: s. 33(1)(a) of Cap. 486; [2025] HKCA 943 at [45]"),
    Style(
        "report",
        _LANGUAGES,
        "as the law reports print: section 33(1)(a) of the … Ordinance (Cap. 486); FACV No. 5 of 2011",
    ),
)

Words = Mapping[str, str]


class _Step(NamedTuple):
    """One unit of a place: its sign, its label, and the bracketed parts below it."""

    sign: str
    label: str
    lower: tuple[str, ...]

    @property
    def value(self) -> str:
        """`33(1)(a)`."""
        return self.label + "".join(f"({part})" for part in self.lower)


_STEP = pattern(
    r"(annex|item|app|sch|reg|art|bl|sd|ch|s|r|O|P|D)(\d[0-9A-Z]*|[A-Z]{1,2}\d[0-9A-Z]*|(?<=[PDh])[IVXL]{1,6}[A-Z]?)\Z"
)


def render(work: str, places: Sequence[str], language: str, style: str) -> str:
    """The citation of places of one work, "" when the style has no form for it."""
    words = forms(_HERE, style, language)
    chinese = language.startswith("zh")
    parts = work.split("/")[1:]
    if parts[0] == "ln" and places:
        return ""  # places are read in a notice's own text alone
    if parts[0] in {"ln", "ord"} and len(parts) == 3:
        return _provisions(words[parts[0]].format(parts[1], parts[2]), places, words, chinese=chinese)
    if parts[0] == "report" and len(parts) == 5:
        return with_pins(_report(*parts[1:]), places, words)
    if len(parts) == 3 and parts[0] in _codes():
        return with_pins(f"[{parts[1]}] {_codes()[parts[0]]} {parts[2]}", places, words)
    if len(parts) == 3 and parts[0] in prefixes():
        # behind a Chinese number a paragraph would be taken for one of the text itself
        named = chinese and not places
        return with_pins(_action(parts[0], parts[1], parts[2], words, chinese=named), places, words)
    if len(parts) == 1:
        return _legislation(parts[0], places, words, chinese=chinese)
    return ""


# ------------------------------------------------------------------------------------------------------------- legislation


@cache
def _titles() -> dict[str, tuple[str, str]]:
    """Chapter → (English title, Chinese title)."""
    return {row[0]: (row[1], row[2]) for row in rows(_HERE, "data/ordinances.tsv")}


def _legislation(name: str, places: Sequence[str], words: Words, *, chinese: bool) -> str:
    for instrument in instruments():
        if instrument.work != name:
            continue
        inner = [place.removeprefix(instrument.place) for place in places]
        if instrument.place and not (places and all(place.startswith(f"{instrument.place}art") for place in places)):
            break
        if not places or not all(place.startswith("art") for place in inner):
            return ""
        title = next((each for each in instrument.names if bool(_HAN.search(each)) == chinese), "")
        return _provisions(words["instrument"].format(title), inner, words, chinese=chinese) if title else ""
    if not name.startswith("cap"):
        return ""
    chapter = name.removeprefix("cap")
    unit = unit_of(f"hk/{name}")
    if chinese and any((sign := _NUMBERED.match(place)) and sign[1] != unit for place in places):
        return ""  # 條 counts sections, regulations or rules, as the title says
    english, in_chinese = _titles().get(chapter, ("", ""))
    title = in_chinese if chinese else english.removeprefix("The ")
    if chinese and not title:
        return _provisions(words["cap_untitled"].format(chapter), places, words, chinese=True)
    if not chinese and not _ENDS_AS_AN_ACT.search(title):
        title = ""  # a fund, an account, a notice of one day: known by its number
    form = words["cap"] if title or "{1}" not in words["cap"] else "Cap. {0}"
    if not places:
        form = form.removeprefix("the ")
    return _provisions(form.format(chapter, title), places, words, chinese=chinese)


_NUMBERED = pattern(r"(s|reg|r|bl)\d")
_ENDS_AS_AN_ACT = pattern(r"(?:Ordinance|Regulations?|Rules?|By-laws?)\Z")
_HAN = pattern(r"[\u4e00-\u9fff]")


def _steps(place: str) -> tuple[_Step, ...]:
    """`sch1_P2_s3_1_a` as units from the outside in; () when a unit has no sign."""
    found: list[_Step] = []
    for part in place.split("_"):
        match = _STEP.match(part)
        if match:
            found.append(_Step(match[1], match[2], ()))
        elif part == "sch" and not found:
            found.append(_Step("sch", "", ()))
        elif found and part:
            found[-1] = found[-1]._replace(lower=(*found[-1].lower, part))
        else:
            return ()
    return tuple(found)


def _provisions(act: str, places: Sequence[str], words: Words, *, chinese: bool) -> str:
    """Places of one act that share their unit and what stands above it; "" when they do not."""
    if not places:
        return act
    values, shapes = [], set()
    for place in places:
        read = _value(place, words)
        if read is None:
            return ""
        outer, inner, value = read
        values.append(value)
        shapes.add((outer, inner.sign))
    if len(shapes) != 1:
        return ""
    (outer, sign) = shapes.pop()
    joined = values[0] if len(values) == 1 else words["comma"].join(values[:-1]) + words["and"] + values[-1]
    if f"unit_{sign}" not in words or any(f"unit_{step.sign}" not in words for step in outer):
        return ""
    if chinese:
        return (
            act
            + "".join(_unit(step.sign, step.value, words, plural=False) for step in outer)
            + _unit(sign, joined, words, plural=False)
        )
    inner_words = _unit(sign, joined, words, plural=len(values) > 1 or words["range"] in joined)
    return _english(outer, sign, inner_words, act, words)


def _english(outer: tuple[_Step, ...], sign: str, inner: str, act: str, words: Words) -> str:
    if outer and outer[-1].sign == "O":
        return f"{_unit('O', outer[-1].value, words, plural=False)}{words['order']}{inner}{words['of']}{act}"
    chain = [inner, *(_unit(step.sign, step.value, words, plural=False) for step in reversed(outer))]
    last = outer[0].sign if outer else sign
    return words["of"].join(chain) + (words["to"] if last == "sch" else words["of"]) + act


def _unit(sign: str, value: str, words: Words, *, plural: bool) -> str:
    singular, _, several = words[f"unit_{sign}"].partition("|")
    return (several if plural and several else singular).format(value).replace("  ", " ").rstrip()


def _value(place: str, words: Words) -> tuple[tuple[_Step, ...], _Step, str] | None:
    """(what stands above, the unit, its value with the end of a range)."""
    first, dots, last = place.partition("..")
    steps = _steps(first)
    if not steps or (dots and not last):
        return None
    inner = steps[-1]
    if not last:
        return steps[:-1], inner, inner.value
    end = _steps(last)
    if not end or end[:-1] != steps[:-1] or end[-1].sign != inner.sign:
        return None
    to = end[-1]
    if to.label == inner.label and to.lower[:-1] == inner.lower[:-1] and to.lower and inner.lower:
        return steps[:-1], inner, f"{inner.value}{words['range']}({to.lower[-1]})"
    return steps[:-1], inner, f"{inner.value}{words['range']}{to.value}"


# ------------------------------------------------------------------------------------------------------------------- cases


@cache
def _codes() -> dict[str, str]:
    # the Privy Council's judgments are the United Kingdom's
    return {court.database: court.code for court in courts().values() if court.database != "ukpc"}


def _report(code: str, year: str, volume: str, page: str) -> str:
    known = series().get(code)
    if known is None:
        return ""
    shown = "1997-98" if (code, year, volume) == ("HKCFAR", "1997", "1") else year
    opening, closing = ("(", ")") if known.bracket == "round" else ("[", "]")
    return " ".join([f"{opening}{shown}{closing}", *([] if volume == "-" else [volume]), code, page])


@cache
def _chinese_types() -> dict[str, str]:
    """Prefix → Chinese case type that is this prefix's in every court."""
    return {each.prefixes[0][1]: each.chinese[0] for each in case_types() if each.chinese and len(each.prefixes) == 1}


def _action(prefix: str, number: str, year: str, words: Words, *, chinese: bool) -> str:
    if not chinese:
        return words.get("action_plain", words["action"]).format(prefix, number, year)
    name = _chinese_types().get(prefix)
    return words["action"].format(name, year, number) if name else words["action_plain"].format(prefix, number, year)
