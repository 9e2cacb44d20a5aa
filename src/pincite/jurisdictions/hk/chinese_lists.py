"""Chinese provisions as lists: 第4(1)(a)及(3)條, 第105H條第(1)(a)款, 第1款(a)、(b)及(f)(i)段, 附表1第2部第3條.

Keeps true: each member has its own words, the first with 第, the last with the unit; a label printed in part is completed
from the member before it; full-width digits and brackets count as their twins.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pincite.jurisdictions.shared.labels import complete
from pincite.jurisdictions.shared.numerals import from_chinese, halfwidth
from pincite.text.patterns import pattern

__all__ = [
    "DIGITS",
    "HAN_DIGITS",
    "LOWER",
    "LOWER_UNIT",
    "PARTS",
    "ListLabel",
    "Listed",
    "number_of",
    "read_labels",
    "read_list",
]

DIGITS = "[0-9０-９]"


HAN_DIGITS = "[〇零一二三四五六七八九十百廿卅]"


_NUMBER = rf"(?:{DIGITS}{{1,4}}[A-Z]{{0,4}}|{HAN_DIGITS}{{1,7}}|[IVXL]{{1,5}})"


LOWER = r"(?:[(（][0-9０-９a-zA-Zａ-ｚＡ-Ｚ]{1,5}[)）])"


_LOWER_OR_HAN = rf"(?:{LOWER}|[(（]{HAN_DIGITS}{{1,3}}[)）](?={LOWER}|[(（]|\s?(?:條|款|、|及|至|或)))"
"""A lower label directly behind a number may be a Chinese numeral: 第十一（一）條."""
_LABEL = pattern(
    rf"\s?(?:(?P<number>{_NUMBER})(?P<lower>{_LOWER_OR_HAN}*)|(?P<only>{LOWER}+))(?:條之(?P<zhi>{HAN_DIGITS}))?"
)


_JOINT = pattern(r"\s?(?:、|,\s?|，|及|和|或|與|以及)\s?(?:第\s?)?")


_TO = pattern(r"\s?(?:至|-|–|—)\s?(?:第\s?)?")


_UNIT = pattern(
    r"\s?(?P<unit>次分部|分部|保障資料原則|號命令|條例|條文|條規則|條|款|段|節|部分|部|項|規則|號規則)(?!段落)"
)


_DEEPER = pattern(r"\s?(?:第\s?)?(?=[(（])")
_NUMBERED_DEEPER = pattern(rf"\s?第\s?(?P<number>{DIGITS}{{1,3}}|{HAN_DIGITS}{{1,4}})\s?(?P<unit>款|項)")


_OTHER_UNIT = pattern(r"\s?[年月日號章屆次期頁人名級天段款項部分]")


LOWER_UNIT = pattern(r"\s?(?:款|段|節)(?!落)")


PARTS = pattern(r"[0-9A-Za-z]+")
_LOWER_PART = pattern(r"[^()（）]+")


_SCHEDULE = pattern(rf"附表\s?(?P<number>{DIGITS}{{1,2}}[A-Z]{{0,2}}|{HAN_DIGITS}{{1,3}})?")


_RULE_NEXT = pattern(r"\s?[,，]?\s?第")
_PART_OF_SCHEDULE = pattern(rf"\s?(?:的)?第\s?({DIGITS}{{1,2}}[A-Z]?|{HAN_DIGITS}{{1,3}}|[IVX]{{1,4}})\s?部(?!分)")
_IN_SCHEDULE = pattern(r"\s?(?:的|內|中)?\s?(?=第)")
_AND_SCHEDULE = pattern(r"\s?(?:、|及|和|或|與)\s?(?:附表\s?)?")
_SCHEDULE_NUMBER = pattern(rf"({DIGITS}{{1,2}}[A-Z]?)(?![0-9年月日號條款段(（])")


class ListLabel(NamedTuple):
    """One member: its words, its parts, the last point of a range."""

    start: int
    end: int
    parts: tuple[str, ...]
    to: tuple[str, ...] | None = None


class Listed(NamedTuple):
    """A list with its unit (條, 款, 部 …; "" for a schedule) and what stands above it in places."""

    unit: str
    labels: list[ListLabel]
    above: str
    end: int


@lru_cache(2048)
def number_of(text: str) -> str:
    """A number in any way of writing, as ASCII digits and letters."""
    half = halfwidth(text)
    han = from_chinese(half)
    return str(han) if han is not None else half


def _label(text: str, position: int, before: tuple[str, ...] | None) -> ListLabel | None:
    match = _LABEL.match(text, position)
    if match is None:
        return None
    start = match.start("number") if match.group("number") else match.start("only")
    if match.group("number"):
        parts = (number_of(match.group("number")), *map(number_of, _LOWER_PART.findall(match.group("lower"))))
    else:
        lower = tuple(PARTS.findall(halfwidth(match.group("only"))))
        parts = complete(before, lower) if before else ("", *lower)
    return ListLabel(start, match.end(), parts)


def read_labels(text: str, position: int, before: tuple[str, ...] | None = None) -> list[ListLabel]:
    """The labels that begin at `position`, without their unit; `before` completes a first label printed in part."""
    labels: list[ListLabel] = []
    said = -1  # where 第 stands before the label: «第4(1)(a)及第26(1)條» says it of both
    while len(labels) < 40:
        label = _label(text, position, labels[-1].parts if labels else before)
        if label is None:
            break
        if said >= 0:
            label = label._replace(start=said)
        sign = _TO.match(text, label.end)
        last = _label(text, sign.end(), label.parts) if sign else None
        if last is not None:
            label = ListLabel(label.start, last.end, label.parts, last.parts)
        labels.append(label)
        joint = _JOINT.match(text, label.end)
        if joint is None:
            break
        position = joint.end()
        said = text.find("第", joint.start(), joint.end())
    return labels


def read_list(text: str, position: int, *, unitless: bool = False, again: bool = False) -> Listed | None:
    """The list with its unit that begins at `position` with 第 or 附表, or None.

    `again`: a unit of the same list stands before («第104條及105條»), so that 第 may be left out.
    `unitless`: an act stands before, so that 第8(1)(a)及(2) without 條 is read as its sections.
    """
    schedule = _SCHEDULE.match(text, position)
    if schedule:
        return _in_schedule(text, position, schedule)
    if text[position : position + 1] == "第":
        labels = read_labels(text, position + 1)
    elif again:
        labels = read_labels(text, position)
    else:
        return None
    whole = labels[:]
    while labels:
        unit = _UNIT.match(text, labels[-1].end)
        if unit:
            break
        labels.pop()  # «第5條及第6段落»: the list may be shorter than the joints promise
    else:
        if unitless and whole and len(whole[0].parts) > 1 and not _OTHER_UNIT.match(text, whole[-1].end):
            whole[0] = whole[0]._replace(start=position)
            return Listed("條", whole, "", whole[-1].end)
        return None
    assert unit is not None  # the loop ended in a unit
    word, end = unit.group("unit"), unit.end()
    if word in {"條例", "條文"}:
        word, end = "條", unit.start("unit") + 1
    labels[0] = labels[0]._replace(start=position)
    above = ""
    if word == "號命令":
        rule = _RULE_NEXT.match(text, end)
        inner = read_list(text, rule.end() - 1) if rule else None
        if inner is not None and inner.unit in {"條", "條規則"}:
            above = f"O{labels[0].parts[0]}_"
            moved = [inner.labels[0]._replace(start=position), *inner.labels[1:]]
            return Listed("規則", moved, above, inner.end)
        labels[-1] = labels[-1]._replace(end=end)
        return Listed("命令", labels, "", end)
    if word in {"部", "分部"}:
        inner = read_list(text, end) if text[end : end + 1] == "第" else None
        if (
            inner is not None
            and inner.unit in {"分部", "條", "項", "段", "次分部"}
            and len(labels) == 1
            and word == "部"
            and inner.unit == "分部"
        ):
            moved = [inner.labels[0]._replace(start=position), *inner.labels[1:]]
            return Listed(inner.unit, moved, f"P{labels[0].parts[0]}_", inner.end)
    if word in {"條", "款"}:
        labels, end = _deeper(text, labels, end)
        while len(labels) == 1 and labels[0].to is None and (deeper := _NUMBERED_DEEPER.match(text, end)):
            end = deeper.end()
            labels = [labels[0]._replace(end=end, parts=(*labels[0].parts, number_of(deeper.group("number"))))]
    labels[-1] = labels[-1]._replace(end=end)
    ranged = _TO.match(text, end)
    if ranged and text[ranged.end() - 1] == "第" and word in {"條", "段", "款", "部"} and labels[-1].to is None:
        last = read_list(text, ranged.end() - 1)
        if last is not None and last.unit == word and len(last.labels) == 1:
            labels[-1] = labels[-1]._replace(end=last.end, to=last.labels[0].parts)
            end = last.end
    return Listed(word, labels, above, end)


def _deeper(text: str, labels: list[ListLabel], end: int) -> tuple[list[ListLabel], int]:
    """第(1)款(a)、(b)及(f)(i)段; 第105H條第(1)(a)款."""
    sign = _DEEPER.match(text, end)
    if sign is None or len(labels) != 1 or labels[0].to is not None:
        return labels, end
    lower = read_labels(text, sign.end(), labels[0].parts if len(labels[0].parts) > 1 or labels[0].parts[0] else None)
    if not lower or text[lower[0].start] not in "(（":
        return labels, end
    unit = LOWER_UNIT.match(text, lower[-1].end)
    if unit is None:
        return labels, end
    first = tuple(PARTS.findall(halfwidth(text[lower[0].start : lower[0].end].split("至", maxsplit=1)[0])))
    base = labels[0].parts
    done: list[ListLabel] = []
    for index, label in enumerate(lower):
        own = tuple(PARTS.findall(halfwidth(text[label.start : label.end].split("至", maxsplit=1)[0])))
        parts = (*base, *own) if index == 0 else complete(done[-1].parts, own)
        to = None
        if label.to is not None:
            last = tuple(PARTS.findall(halfwidth(text[label.start : label.end].rsplit("至", maxsplit=1)[-1])))
            to = complete(parts, last)
        done.append(ListLabel(labels[0].start if index == 0 else label.start, label.end, parts, to))
    del first
    done[-1] = done[-1]._replace(end=unit.end())
    return done, unit.end()


def _in_schedule(text: str, position: int, schedule: re.Match[str]) -> Listed | None:
    if not schedule.group("number"):
        return None
    number = number_of(schedule.group("number"))
    end = schedule.end()
    above = f"sch{number}_"
    part = _PART_OF_SCHEDULE.match(text, end)
    if part:
        above += f"P{number_of(part.group(1))}_"
        end = part.end()
    tie = _IN_SCHEDULE.match(text, end)
    inner = read_list(text, tie.end()) if tie else None
    if inner is not None and inner.unit in {"條", "段", "項", "節"} and inner.labels[0].parts[0]:
        moved = [inner.labels[0]._replace(start=position), *inner.labels[1:]]
        return Listed("項" if inner.unit == "項" else "條", moved, above, inner.end)
    if part:
        return Listed("", [ListLabel(position, end, (above.rstrip("_"),))], "", end)
    labels = [ListLabel(position, end, (f"sch{number}",))]
    while True:
        joint = _AND_SCHEDULE.match(text, labels[-1].end)
        more = _SCHEDULE_NUMBER.match(text, joint.end()) if joint else None
        if joint is None or more is None:
            break
        labels.append(
            ListLabel(
                more.start() if "附表" not in joint.group() else joint.end() - 2,
                more.end(),
                (f"sch{number_of(more.group(1))}",),
            )
        )
    return Listed("", labels, "", labels[-1].end)
