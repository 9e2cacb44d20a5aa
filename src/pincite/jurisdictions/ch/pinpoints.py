"""Considerations, pages and paragraphs behind a decision: «E. 5.3.2, 4.5 und 4.6», «consid. 7.3 à 7.10», «S. 90 f.».

    pinpoint = [ "," page ] ( consideration { separator consideration } | page ) [ "S." page ]

Keeps true: one mention a consideration; a consideration wins over a page; a number that begins a date or the next
citation of a list is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pincite.jurisdictions.ch.glances import WINDOW, pinpoints_end
from pincite.jurisdictions.ch.provisions import read_tail
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["Pinpoint", "read_pinpoints"]


@dataclass(slots=True)
class Pinpoint:
    """One target inside a decision: span and place (`consid_2.3`, `p_90`, ranges with `..`)."""

    start: int
    end: int
    place: str


_LABEL = pattern(
    rf"(?:{GAP0},?{GAP0}\(?(?:at{GAP}|in{GAP})?)(?:(?:E(?:rw(?:ägung(?:en)?)?)?\.?(?=\s|\d)|Er(?:-{GAP})?wä(?:-{GAP})?gung(?:en)?|[Cc]on(?:-{GAP})?si(?:-{GAP})?d(?:érants?|erand[oi])?\.?|cc?\.|cons?\.|C\.|[Pp]ar(?:agraphs?(?=\s)|as?\.?|\.)|§{{1,2}}|Rn\.?|Rz\.?|R(?:an)?dnr\.?|N(?=\s\d)|Ziff\.|points?|pts?\.){GAP0})|{GAP}at{GAP}(?=\d{{1,2}}\.\d)"
)
_LAST_WORDS = pattern(r"\d")
"""Digits in a label are those of a page number or running head before it."""
_CONSIDERATION = pattern(r"(?:in\s+)?(?:E(?:r|\.|\s|\d)|[Cc]on|cc?\.|C\.|at|[Pp]ara)")
_VALUE = pattern(
    rf"[IVX]{{1,5}}(?![./]{GAP0}\d)(?=[\s,;)]|\.(?:\s|\Z))|(?:[IVX]{{1,5}}[./]{GAP0})?\d{{1,4}}(?:\.\d{{1,4}}){{0,6}}(?:\.?[a-z]{{1,2}}(?![A-Za-zÀ-ÿ.])|[a-eg-rt-z](?=\.(?:\s|\Z))|[a-z](?=\.[a-z]{{1,2}}\b)|\.\s[a-z]\)(?:\s?[a-z]{{2}}\))?|(?=[^\w]|\Z)|(?=ff?\b|ss?\b))(?:[/.][a-z]{{1,2}}(?![A-Za-z])){{0,3}}"
)
_RANGE = pattern(rf"{GAP0}(?:[-–‑]|(?:bis|à|a|to|al)(?=\s)){GAP0}")
_SEPARATOR = pattern(
    rf"(?:{GAP0},{GAP0}|{GAP})(?:(?:und|u\.|sowie|et|e|ed|and|ou|oder|bzw\.|respektive|resp\.){GAP}|&{GAP0})?|{GAP0}/{GAP0}"
)
_DOTTED_AND = pattern(rf"\.{GAP}(?:und|u\.|sowie|et|e){GAP}(?=\d{{1,2}}\.\d)")
"""«E. 1.3. und 1.4.»: a dot behind the number."""
_AGAIN = pattern(rf"(?:E\.|Erw\.|consid\.|cons\.|c\.){GAP0}")
_PAGE = pattern(rf"{GAP0},?{GAP0}(?:S\.|p(?:p|ag)?\.){GAP0}(\d{{1,4}})(?:{GAP0}[-–]{GAP0}\d{{1,4}})?")
_FINE = pattern(rf"{GAP}(?:in{GAP}fine|i\.\s?f\.|a\.\s?E\.|am{GAP}Ende|initio)")
_DATE_OR_CITATION = pattern(
    r"(?:\.\s*(?:[A-ZÄÖÜa-zäöü]{3,10}|\d{1,2}\.)\s*\d{2,4}|\s+(?:I|Ia|Ib|II|III|IV|V)\s\d|\s[a-zéû]{3,9}\s\d{4}|[/_]\d|[A-Z]_|[’']\d)"
)
_PAGE_TO = pattern(r"[-–]\s?(\d{1,4})")
_NOUN_BEHIND = pattern(r"(?:[ \t\u00a0]+\n?|\n)[ \t]*[A-ZÄÖÜ][a-zäöü]{2,}")
_DIGITS = pattern(r"\d+")
_NO_LABEL = pattern(r"[\s)]")
_DOTTED_LETTER = pattern(r"(\d)\.([a-z])")
_TWO_LETTERS = pattern(r"([a-z])([a-z]{2})\Z")
_IN_DATE = pattern(
    rf"(?=\d{{1,2}}(?:\.[ ]?\d{{1,2}}\.[ ]?\d|(?:\.|er|°|st|nd|rd|th)?(?:[^\S\n]|\u00ad)*[\njfmasondglzvJFMASONDGLZV\u017f])){DATE}"
)
"""A date; the look ahead spares most considerations («4.3») the list of all months."""


_OF_A_DOCKET = pattern(r"\d\d\.(?:19|20)\d\d\.\d")
"""«14.2021.112»: a number of a court of Ticino."""
_NEITHER = frozenset(",;:)")
"""Behind these no number is the beginning of a date or of the next citation."""


def _value(text: str, position: int) -> tuple[str, int] | None:
    match = _VALUE.match(text, position)
    if match is None or _OF_A_DOCKET.match(match[0]):
        return None
    end = match.end()
    value = match[0]
    goes_on = text[end : end + 1] not in _NEITHER
    if goes_on and _DATE_OR_CITATION.match(text, end):
        return None
    if (goes_on or value.count(".") > 1) and _IN_DATE.match(text, position):
        return None
    if value[-1].isdigit() and value.replace(".", "").isdigit():
        return value, end
    bracketed = ")" in value
    value = _DOTTED_LETTER.sub(r"\1\2", _NO_LABEL.sub("", value), count=1)
    value = _TWO_LETTERS.sub(r"\1_\2", value) if bracketed else value
    return value.replace("/", "_").rstrip("."), end


def read_pinpoints(text: str, position: int, *, only_considerations: bool = False) -> tuple[list[Pinpoint], int]:
    """The pinpoints that follow `position`, and the end of what they use up (`position` when there is none)."""
    label = _LABEL.match(text, position)
    if label is None:
        return ([], position) if only_considerations else _page(text, position)
    first = _value(text, label.end())
    if first is None:
        return [], position
    kind = _kind(label[0])
    found = [Pinpoint(label.start(), first[1], f"{kind}_{first[0]}")]
    goes_on = not pinpoints_end(text[first[1] : first[1] + WINDOW])
    if goes_on:
        _finish(text, found[-1], kind, first[0])
    while goes_on and len(found) < 60:
        separator = _SEPARATOR.match(text, found[-1].end) or _DOTTED_AND.match(text, found[-1].end)
        if separator is None or separator.end() == found[-1].end:
            break
        again = _AGAIN.match(text, separator.end())
        if not again and separator[0].isspace():
            break
        value = _value(text, again.end() if again else separator.end())
        if value is None or (not again and not _continues(found[-1].place, value[0], text, value[1])):
            break
        found.append(Pinpoint(separator.end(), value[1], f"{kind}_{value[0]}"))
        _finish(text, found[-1], kind, value[0])
    end = found[-1].end
    if "(" in label[0] and text[end : end + 1] == ")":
        end += 1
    found[-1].end = end
    return found, end


@lru_cache(1024)
def _kind(label: str) -> str:
    """The kind of place a label stands for."""
    return "consid" if _CONSIDERATION.match(_LAST_WORDS.split(label)[-1].strip(" ,(\n\t\u00a0")) else "para"


def _continues(before: str, value: str, text: str, end: int) -> bool:
    """Whether a bare number may be the next consideration of a list: «4.5» behind «2.4», «3» behind «2»."""
    dotted = "." in before
    if dotted != ("." in value):
        whole = _DIGITS.match(before.partition("_")[2])
        return (
            dotted
            and value.isdigit()
            and text[end : end + 1] in ");"
            and whole is not None
            and int(value) > int(whole[0])
        )
    return text[end : end + 1] in ",;.)] \n:" and not _NOUN_BEHIND.match(text, end)


def _finish(text: str, pinpoint: Pinpoint, kind: str, first: str) -> None:
    """The range or tail behind a value, and a page or «in fine» that belongs to it."""
    dash = _RANGE.match(text, pinpoint.end)
    if dash and (last := _value(text, dash.end())):
        right = last[0]
        if "." in first and "." not in right and right.isdigit():
            right = f"{first.rpartition('.')[0]}.{right}"
        pinpoint.place, pinpoint.end = f"{kind}_{first}..{kind}_{right}", last[1]
    else:
        tail = read_tail(text, pinpoint.end)
        if tail is not None:
            pinpoint.place, pinpoint.end = pinpoint.place + "..", tail
    page = _PAGE.match(text, pinpoint.end)
    if page:
        pinpoint.end = read_tail(text, page.end()) or page.end()
    fine = _FINE.match(text, pinpoint.end)
    if fine:
        pinpoint.end = fine.end()


def _page(text: str, position: int) -> tuple[list[Pinpoint], int]:
    match = _PAGE.match(text, position)
    if match is None:
        return [], position
    place, end = f"p_{match[1]}", match.end()
    closed = _PAGE_TO.search(match[0])
    if closed:
        place = f"p_{match[1]}..p_{closed[1]}"
    elif (tail := read_tail(text, end)) is not None:
        place, end = place + "..", tail
    consideration = read_pinpoints(text, end, only_considerations=True)
    if consideration[0]:
        consideration[0][0].start = position
        return consideration
    return [Pinpoint(match.start(), end, place)], end
