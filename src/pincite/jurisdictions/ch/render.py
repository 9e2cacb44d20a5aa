"""Swiss references written out: provisions, decisions, gazettes, commentaries, in de, fr, it, rm, en and two house styles.

Keeps true: a federal act stands by the abbreviation of the language when that means this act alone, else by its number; an
act of a canton says its canton; what the scheme names by a title only has no form. Words and order: `data/styles.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from pincite.citations.pack import Style
from pincite.citations.style_table import forms
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.acts import looks_like_abbreviation
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["STYLES", "render"]

_HERE = "pincite.jurisdictions.ch"
_LANGUAGES = ("de", "fr", "it", "rm", "en")
STYLES = (
    Style(
        "federal",
        _LANGUAGES,
        "as the Federal Supreme Court writes: Art. 97 Abs. 1 lit. a Ziff. 2 OR; BGE 140 III 86 E. 2.3",
    ),
    Style(
        "chancellery",
        _LANGUAGES,
        "as the Confederation's acts are drafted: Art. 97 Abs. 1 Bst. a; art. 97, al. 1, let. a",
    ),
)

_Step = tuple[str, str]
_STEP = lazy_pattern(r"(art|para|lbl|sent|annex|chap)(?:_(.+))?\Z")
_NEXT_ARTICLE = 10
"""From this number on a bare value behind a paragraph or letter could be read as the next article: the label is repeated."""


def render(work: str, places: Sequence[str], language: str, style: str) -> str:
    """The citation of places of one work, "" when the style has no form for it."""
    words = forms(_HERE, style, language)
    jurisdiction, _, rest = work.partition("/")
    kind, _, name = rest.partition("/")
    if jurisdiction == "coe":
        return _with_pins(words["echr"].format(name), places, words, ", ") if kind == "echr" else ""
    if kind == "sr":
        return _provision(
            _federal_act(name, language, words), places, words, words["art"], whole=words["sr"].format(name)
        )
    if kind in {"bge", "bvge", "tpf", "bger", "bvger", "bstger", "bpatger"}:
        return _decision(kind, name, places, words)
    if kind in {"as", "bbl"}:
        return _gazette(kind, name, places, words)
    if kind in {"commentary", "ok"}:
        return _commentary(kind, name, places, language, words)
    if kind in _cantons():
        return _cantonal(kind, name, places, language, words)
    return ""


# -------------------------------------------------------------------------------------------------------------- provisions


@cache
def _abbreviations() -> dict[str, dict[str, str]]:
    """Number → language → abbreviation."""
    return {
        row[0]: {
            language: cell for language, cell in zip(("de", "fr", "it", "en", "rm"), row[1:6], strict=True) if cell
        }
        for row in rows(_HERE, "data/federal_acts.tsv")
    }


def _federal_act(number: str, language: str, words: Mapping[str, str]) -> str:
    """The name behind an article: the abbreviation of the language where it means this act alone, else the number."""
    short = _abbreviations().get(number, {}).get(language, "")
    if short and statutes.acts_abbreviated(short, language) == (number,) and not _is_word(short):
        return short
    return words["sr"].format(number)


def _is_word(short: str) -> bool:
    """Whether an abbreviation is one that a text would read otherwise: several acts or cantons write it."""
    return not re.match(r"[A-ZÄÖÜ]", short) or bool(re.search(r"[+–]|\.(?!\Z)", short)) or statutes.is_repealed(short)


def _steps(place: str) -> tuple[_Step, ...]:
    """`art_6_bis/para_1/lbl_a` as steps; () when a step is none the grammar reads."""
    found = []
    for part in place.split("/"):
        match = _STEP.match(part)
        if match is None:
            return ()
        found.append((match[1], match[2] or ""))
    return tuple(found)


def _printed(label: str) -> str:
    """`329_g_bis` as «329gbis»."""
    return label.replace("_", "")


def _labelled(step: _Step, words: Mapping[str, str], article: str) -> str:
    level, label = step
    if level == "art":
        return article.format(_printed(label))
    if level == "sent":
        return words.get(f"sent_{label}", "")
    if level == "lbl":
        return words["number" if label[:1].isdigit() or label[:1] in "IVX" else "letter"].format(_printed(label))
    return words[level].format(_printed(label)).rstrip()


def _chain(steps: Sequence[_Step], words: Mapping[str, str], article: str) -> str:
    """Steps from the article down, an annex that holds an article behind it: «Art. 24 Abs. 1 Anhang 1»."""
    if len(steps) > 1 and steps[0][0] == "annex" and steps[1][0] == "art":
        steps = (*steps[1:], steps[0])
    parts = [_labelled(step, words, article) for step in steps]
    if not all(parts):
        return ""
    return " ".join(parts).replace(" ,", ",")


def _amending(steps: Sequence[_Step]) -> bool:
    """A place in the part of an act that amends others (`lbl_II/lbl_8`, `annex/lbl_2`): cited by the act's date alone."""
    if steps[0][0] == "lbl":
        return True
    return (
        steps[0][0] == "annex"
        and len(steps) > 1
        and steps[1][0] == "lbl"
        and (not steps[0][1] or not steps[1][1].isdigit())
    )


def _one(place: str, words: Mapping[str, str], article: str) -> str:
    """One member, with the end of its range or the sign that it goes on."""
    first, dots, last = place.partition("..")
    steps = _steps(first)
    if not steps or _amending(steps):
        return ""
    shown = _chain(steps, words, article)
    if not dots or not shown:
        return shown
    if not last:
        return f"{shown} {words['open']}"
    end = _steps(last)
    if len(end) != 1 or end[0][0] != steps[-1][0] or steps[-1][0] in {"annex", "sent"}:
        return ""
    wide = steps[-1][1] + end[0][1]
    sign = words["to"] if wide.isdigit() or not words["to"].strip() else words["to_wide"]
    return shown + sign + _printed(end[0][1])


def _members(places: Sequence[str], words: Mapping[str, str], article: str) -> str:
    """All members of a list: «Art. 8 und 9», «Art. 3 Abs. 1 und Art. 6»."""
    shown = []
    for index, place in enumerate(places):
        bare = _bare(places[index - 1], place) if index else ""
        shown.append(bare or _one(place, words, article))
    if not all(shown):
        return ""
    if len(shown) == 1:
        return shown[0]
    return words["comma"].join(shown[:-1]) + words["and"] + shown[-1]


def _bare(before: str, place: str) -> str:
    """The value alone, when it differs from the member before in its last step only and cannot be taken for another level."""
    if ".." in before or ".." in place:
        return ""
    one, two = _steps(before), _steps(place)
    if not one or not two or one[:-1] != two[:-1] or one[-1][0] != two[-1][0] or one[-1][0] in {"annex", "sent"}:
        return ""
    level, label = two[-1]
    number = re.match(r"\d+", label)
    if level == "art":
        return _printed(label)
    if level == "para" and number and int(number[0]) < _NEXT_ARTICLE and label == number[0]:
        return label
    return ""


def _provision(act: str, places: Sequence[str], words: Mapping[str, str], article: str, *, whole: str = "") -> str:
    if not places:
        return whole or act
    shown = _members(places, words, article)
    return f"{shown} {act}" if shown and act else ""


# --------------------------------------------------------------------------------------------------------------- decisions


def _decision(kind: str, name: str, places: Sequence[str], words: Mapping[str, str]) -> str:
    parts = name.split("/")
    if kind == "bge":
        head = words["bge"].format(*parts) if len(parts) == 3 else ""
    elif kind == "bvge":
        head = words["bvge"].format(name if len(parts) == 2 else f"{parts[0]} {parts[1]}/{parts[2]}")
    elif kind == "tpf":
        head = words["tpf"].format(" ".join(parts))
    else:
        head = words[kind].format(name)
    return _with_pins(head, places, words)


_PIN = lazy_pattern(r"(consid|p|para)_(.+)\Z")


def _with_pins(head: str, places: Sequence[str], words: Mapping[str, str], joint: str = " ") -> str:
    """A decision and its pinpoints: considerations, a page, paragraphs."""
    if not places or not head:
        return head
    shown, kinds = [], set()
    for index, place in enumerate(places):
        first, dots, last = place.partition("..")
        start, end = _PIN.match(first), _PIN.match(last) if last else None
        if start is None or (last and end is None):
            return ""
        kinds.add(start[1])
        value = _value(start)
        if end is not None:
            value += words["case_to"] + _value(end)
        elif dots:
            value += " " + (words["open_end"] or words["open"])
        shown.append(value if index else _pin_form(start[1], words, strasbourg=joint != " ").format(value))
    if len(kinds) > 1 or (kinds == {"p"} and len(shown) > 1):
        return ""
    return head + joint + words["and"].join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _value(pin: re.Match[str]) -> str:
    return pin[2].replace("_", "/") if pin[1] == "consid" else pin[2]


def _pin_form(kind: str, words: Mapping[str, str], *, strasbourg: bool) -> str:
    if strasbourg:
        return words["echr_para"]
    return words[{"consid": "consid", "p": "page", "para": "margin_of_case"}[kind]]


# ------------------------------------------------------------------------------------------- gazettes, commentaries, cantons


def _gazette(kind: str, name: str, places: Sequence[str], words: Mapping[str, str]) -> str:
    parts = [part for part in name.split("/") if part != "-"]
    head = words["AS" if kind == "as" else "bbl"].format(parts[0], " ".join(parts[1:]))
    if not places:
        return head
    page = re.match(r"p_(\d+)\Z", places[0])
    return head + words["gazette_page"].format(page[1]) if page and len(places) == 1 else ""


@cache
def _series() -> frozenset[str]:
    return frozenset(row[0] for row in rows(_HERE, "data/commentary_series.tsv"))


_MARGIN = lazy_pattern(r"art_([^/]+)/n_([^/.]+)(\.\.)?\Z")


def _commentary(kind: str, name: str, places: Sequence[str], language: str, words: Mapping[str, str]) -> str:
    series, _, number = ("OK", "", name) if kind == "ok" else name.rpartition("/")
    act = _federal_act(number, language, words)
    place = _MARGIN.match(places[0]) if len(places) == 1 else None
    if series not in _series() or place is None or act == words["sr"].format(number):
        return ""
    margin = place[2] + (f" {words['open_end'] or words['open']}" if place[3] else "")
    return words["commentary"].format(series, act, _printed(place[1]), margin)


@cache
def _cantons() -> dict[str, tuple[str, ...]]:
    """Code → names in de, fr, it (en)."""
    return {code: names for code, names, _ in statutes.canton_names()}


def _cantonal(canton: str, name: str, places: Sequence[str], language: str, words: Mapping[str, str]) -> str:
    if any(place.partition("_")[0] in {"consid", "p"} for place in places) or (
        not places or not _steps(places[0].partition("..")[0])
    ):
        if _is_act(canton, name):
            return name if not places and _collection(canton, name) else ""
        if not _is_docket(canton, name):
            return ""
        names = _cantons()[canton]
        index = {"fr": 1, "it": 2, "en": 3}.get(language, 0)
        shown = names[index if index < len(names) else 0]
        return _with_pins(words["cantonal"].format(name, shown), places, words)
    article = words["section" if canton in words["section_cantons"].split() else "art"]
    if len(places) > 1 and canton in words["section_cantons"].split():
        article = words["section"]
    return _provision(_cantonal_act(canton, name), places, words, article)


@cache
def _dockets() -> dict[str, tuple[re.Pattern[str], ...]]:
    found: dict[str, tuple[re.Pattern[str], ...]] = {}
    for row in rows(_HERE, "data/cantonal_dockets.tsv"):
        found[row[0].lower()] = (*found.get(row[0].lower(), ()), re.compile(row[2]))
    return found


def _is_docket(canton: str, name: str) -> bool:
    """Whether the canton's courts number their decisions so."""
    return any(pattern.fullmatch(name) for pattern in _dockets().get(canton, ()))


def _is_act(canton: str, name: str) -> bool:
    return _collection(canton, name) or looks_like_abbreviation(name)


def _collection(canton: str, name: str) -> bool:
    """Whether the name is a number of a collection whose label no other canton uses."""
    return any(
        collection.cantons == (canton.upper(),)
        and re.fullmatch(rf"{re.escape(collection.label)} {collection.number}", name)
        for collection in statutes.collections()
    )


def _cantonal_act(canton: str, name: str) -> str:
    """How an act of a canton stands behind its article: by number, or by abbreviation and canton; "" for a title."""
    if _collection(canton, name) or name.endswith(f"-{canton.upper()}"):
        return name
    head, _, last = name.rpartition(" ")
    plain = looks_like_abbreviation(name) or (head in {"EG", "EV", "VV", "EGV"} and last in statutes.abbreviations())
    return f"{name}/{canton.upper()}" if plain else ""
