"""Hong Kong legislation in Chinese: provisions, chapters, titles, schedules, principles, notices, practice directions.

Keeps true: in a list the act's name goes with the first member and the unit's word with the last; a label printed in part
is completed from the member before it; full-width digits and brackets count as their twins.

Grammar:

    provision = [ act ] 第 list 條 *( [第] list ( 款 | 段 | 節 ) )          第105H條第(1)(a)款   第4(1)(a)及(3)條
              | [ act ] 第 list ( 款 | 部 | 分部 | 項 ) | 附表 list [ 第 list 部 ] [ 第 list ( 條 | 段 | 項 ) ]
    act       = [ 香港法例 ] 第 chapter 章 [ 《 title 》 ] | 《 title 》 [ ( 第 chapter 章 ) ] | 該條例 | 基本法
    list      = label *( ( 、 | 及 | 或 ) label ) | label 至 label
    numbered  = year 年第 number 號 [ 法律公告 | 條例 ] [ 第 list 條 ]
    principle = 第 number 保障資料原則 | 保障資料第 number 原則
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Form, Kind, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.acts import acts_named_together, aliases, former_selves, is_legislation, the_ordinance
from pincite.jurisdictions.hk.chinese_lists import (
    DIGITS,
    HAN_DIGITS,
    LOWER_UNIT,
    Listed,
    number_of,
    read_labels,
    read_list,
)
from pincite.jurisdictions.hk.chinese_principles import direction, principle
from pincite.jurisdictions.hk.places import here
from pincite.jurisdictions.hk.resolving import home
from pincite.jurisdictions.hk.tables import chinese_key, instruments, titles, unit_of
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.lines import line_start_near
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.numerals import halfwidth
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED, is_unnamed_act
from pincite.text.patterns import pattern

__all__ = ["anchors"]


_MORE = pattern(rf"\s?(?:、|及|和|或|與|以及|連同)\s?(?=第|{DIGITS}{{1,4}}[A-Z]{{0,3}}[0-9a-zA-Z()（）]{{0,12}}條)")


_CHAPTER = pattern(rf"第\s?(?P<cap>{DIGITS}{{1,4}}[A-Z]{{0,3}}|{HAN_DIGITS}{{1,7}})\s?章")
_CHAPTER_TAIL = pattern(
    rf"\s?[,，]?\s?(?P<open>[(（])?\s?(?:香港法例|即|法例)?\s?第\s?(?P<cap>{DIGITS}{{1,4}}[A-Z]{{0,3}}|{HAN_DIGITS}{{1,7}})\s?章(?:[,，]?\s?附屬法例\s?(?P<sub>[A-Z]{{0,2}})?)?(?P<close>[^()（）]{{0,30}}[)）])?"
)
_ORDINANCE_NUMBER = pattern(
    rf"\s?[(（]\s?(?P<year>{DIGITS}{{4}})\s?年\s?第\s?(?P<number>{DIGITS}{{1,3}})\s?號(?:條例)?\s?[)）]"
)
_NOTICE_NUMBER = pattern(
    rf"\s?[(（]\s?(?P<year>{DIGITS}{{4}})\s?年\s?第\s?(?P<number>{DIGITS}{{1,4}})\s?號法律公告\s?[)）]"
)
_LATIN_TAIL = pattern(r"\s?[(（]\s?(?:Cap\.?\s?)(?P<cap>\d{1,4}[A-Z]{0,3})\s?[)）]")
_TITLE = pattern(r"《(?P<title>[^《》\n]{2,60}(?:《[^《》\n]{2,60}》[^《》\n]{0,40})?)》")
_LAWS = pattern(r"(?:香港)?法例\s?")
_TIE = pattern(
    r"(?:\s?[(（]\s?(?:下稱|以下簡稱|以下稱|簡稱)[^()（）\n]{1,30}[)）])?(?:\s?[,，]?\s?(?:的|中的|中|之|下的|內的|裡的)?\s?)(?=第|附表)"
)
_NUMBERED = pattern(
    rf"(?P<notice>法律公告)?(?P<year>{DIGITS}{{4}})\s?年\s?第\s?(?P<number>{DIGITS}{{1,4}})\s?號(?P<kind>\s?(?:法律公告|編輯修訂紀錄|政府公告|號外公告|條例))?"
)
_AMENDING = pattern(r"\s{0,2}(?:修訂|增補|代替|廢除|[)）;；]|第)")
_THIS_ACT = pattern(
    r"(?P<which>該|本|上述|前述|此|同一|同)?(?P<kind>條例|規例|規則|附例|公告|法例|(?<=同)法)(?=\s?(?:的)?\s?(?:第|附表))"
)
_NOT_LAW = pattern(
    r"(?:合約|合同|協議|協議書|租約|契約|章程|公契|公約|信託契據|保單|誓章|誓詞|口供|陳述書|申索陳述書|抗辯書|狀|函件|報告|報告書|手冊|指引|守則|附件|文件冊|規章|細則|建議書|圖則|聖經|控罪|表格\s?[A-Z]?\d{0,2})(?:的|中的|中|之|內)?\s?\Z"
)


_NOT_A_UNIT = pattern(
    r"\s?(?:交替|經修訂|新增)?(?:控罪|罪名|罪行|罪|指控|申索|上訴理由|理由|要求|事項|問題|爭議|議題|證物|命令|補充|街|路|村|船|魚|渠|橋|隧道|跑道|生產線|電話)"
)
"""What 項 and 條 count besides provisions: charges, grounds, streets."""


_VERBS = pattern(r"\s?(?:申索|要求|命令|補充|指控)")
"""What a party does under a section: 依第10A條申索."""


class _Act(NamedTuple):
    """An act as its words name it; `unit`: the sign of its numbered units (reg for 規例, r for 規則)."""

    work: str | None
    start: int
    end: int
    full: bool
    prefix: str = ""
    note: str = ""
    unit: str = "s"
    candidates: tuple[str, ...] = ()


@cache
def _instrument_names() -> dict[str, tuple[str, str, int | None]]:
    return {
        chinese_key(name): (f"hk/{each.work}", each.place, each.articles)
        for each in instruments()
        for name in each.names
        if not name[0].isascii()
    }


@cache
def _unmarked() -> re.Pattern[str]:
    names = "|".join(sorted(_instrument_names(), key=lambda name: (-len(name), name)))
    return re.compile(rf"(?:{names})")


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    names = "|".join(
        sorted((name for name in _instrument_names() if len(name) > 2), key=lambda name: (-len(name), name))
    )
    space = r"[\s\u00a0\u2009\u202f\u3000]?"
    return [
        Anchor(
            "hk.numbered_zh",
            rf"(?:法律公告)?{DIGITS}{{4}}{space}年{space}第{space}{DIGITS}{{1,4}}{space}號",
            _numbered,
        ),
        Anchor(
            "hk.principle_zh",
            rf"(?:第{space}{DIGITS}[^。；\n]{{0,16}}保障資料原則|保障資料第{space}(?:{DIGITS}|{HAN_DIGITS}))",
            principle,
        ),
        Anchor("hk.direction_zh", r"實務指示[\s\u00a0\u3000(（第]{0,4}(?:Practice|SL|[0-9０-９])", direction),
        Anchor("hk.act_zh", r"《", _act_first),
        Anchor("hk.act_zh", rf"(?:香港)?法例第{space}(?:{DIGITS}|{HAN_DIGITS})", _act_first),
        Anchor("hk.act_zh", rf"(?:{names})(?:的|中)?第", _act_first),
        Anchor("hk.act_zh", rf"第{space}(?:{DIGITS}{{1,4}}[A-Z]{{0,3}}|{HAN_DIGITS}{{1,7}}){space}章", _chapter_first),
        Anchor("hk.act_zh", r"(?:該|本|上述|此|同一|同)?(?:條例|規例|規則|附例)(?:的)?(?:第|附表)|同法第", _act_first),
        Anchor("hk.provision_zh", rf"第{space}(?:{DIGITS}|{HAN_DIGITS}|[(（][0-9０-９a-zA-Z]|[IVXL])", _bare),
        Anchor("hk.schedule_zh", rf"附表{space}(?:{DIGITS}|{HAN_DIGITS})", _bare),
        Anchor(
            "hk.paragraph_zh",
            r"[(（][a-z]{1,4}[)）](?:[(（][0-9a-zA-Z]{1,4}[)）]){0,4}(?:(?:、|及|或|和)[(（][0-9a-zA-Z]{1,4}[)）](?:[(（][0-9a-zA-Z]{1,4}[)）]){0,3}){0,6}[段節]",
            _lettered,
        ),
    ]


_COURT_RULES = frozenset({"hk/cap4A", "hk/cap336H", "hk/cap484A"})
_UNIT_OF_KIND = (("規例", "reg"), ("規則", "r"), ("附例", "bl"))
"""How a numbered unit (條) of subsidiary legislation is named, by the last word of its title."""

_SIGN = {
    "條": "s",
    "款": "s",
    "部": "P",
    "分部": "D",
    "次分部": "sd",
    "項": "item",
    "規則": "r",
    "命令": "O",
    "條規則": "r",
    "號規則": "r",
}


def _place(listed: Listed, parts: tuple[str, ...], work: str, prefix: str, kind: str = "s") -> str:
    if listed.unit == "":
        return parts[0]
    sign = _SIGN.get(listed.unit, "s")
    if listed.unit in {"條", "款"} and not listed.above:
        sign = kind
    if listed.unit == "條" and (re.match(r"hk/A(?:101|302)\Z", work) or prefix) and not listed.above:
        sign = f"{prefix}art"
    if listed.unit == "項" and "P" not in listed.above:
        sign = "s"
    return listed.above + "_".join([sign + parts[0], *parts[1:]])


def _emit(
    reading: TextReading,
    listed: Listed,
    act: _Act | None,
    work: str | None,
    form: Form,
    note: str,
    antecedent: int | None,
) -> list[Mention]:
    made: list[Mention] = []
    prefix = act.prefix if act else ""
    for label in listed.labels:
        reference = None
        verdict, why = identifiers.judge_provision(
            label.parts[0], _articles(work, prefix) if listed.unit == "條" else None
        )
        if work:
            kind = act.unit if act else unit_of(work)
            place = _place(listed, label.parts, work, prefix, kind)
            if label.to:
                place += ".." + _place(listed, label.to, work, prefix, kind)
            reference = with_place(work, place)
        made.append(
            mention(
                reading,
                label.start,
                label.end,
                "statute",
                form,
                reference,
                "hk.provision_zh",
                verdict=verdict,
                note=why or note,
                antecedent=antecedent,
                language="zh-Hant",
            )
        )
    return made


def _articles(work: str | None, prefix: str) -> int | None:
    return next((each.articles for each in instruments() if f"hk/{each.work}" == work and each.place == prefix), None)


# ------------------------------------------------------------------------------------------------------------ acts in front


def _chapter_tail(text: str, end: int) -> tuple[str, int] | None:
    match = _CHAPTER_TAIL.match(text, end)
    if match and (match.group("open") or "法例" in match.group()):
        cap = number_of(match.group("cap")) + (match.group("sub") or "")
        stop = match.end() if match.group("open") or not match.group("close") else match.start("close")
        return f"hk/cap{cap}", stop
    notice = _NOTICE_NUMBER.match(text, end)
    if notice:
        return f"hk/ln/{halfwidth(notice.group('year'))}/{int(halfwidth(notice.group('number')))}", notice.end()
    numbered = _ORDINANCE_NUMBER.match(text, end)
    if numbered:
        return f"hk/ord/{halfwidth(numbered.group('year'))}/{int(halfwidth(numbered.group('number')))}", numbered.end()
    latin = _LATIN_TAIL.match(text, end)
    return (f"hk/cap{latin.group('cap')}", latin.end()) if latin else None


def _named(reading: TextReading, start: int) -> _Act | None:
    """The act whose words begin at `start`."""
    text = reading.text
    laws = _LAWS.match(text, start)
    chapter = _CHAPTER.match(text, laws.end() if laws else start)
    if chapter and (laws or text[chapter.end() : chapter.end() + 1] == "《"):
        work, end = f"hk/cap{number_of(chapter.group('cap'))}", chapter.end()
        title = re.compile(r"\s?").match(text, end)
        quoted = _TITLE.match(text, title.end()) if title else None
        title_words = quoted.group("title") if quoted else ""
        unit = next((sign for ending, sign in _UNIT_OF_KIND if title_words.endswith(ending)), unit_of(work))
        return _Act(work, start, quoted.end() if quoted else end, full=True, unit=unit)
    quoted = _TITLE.match(text, start)
    if quoted:
        return _quoted(reading, start, quoted)
    unmarked = _unmarked().match(text, start)
    if unmarked:
        work, prefix, _ = _instrument_names()[chinese_key(unmarked.group())]
        return _Act(work, start, unmarked.end(), full=True, prefix=prefix)
    this = _THIS_ACT.match(text, start)
    if this:
        return _determined(reading, this)
    return None


def _quoted(reading: TextReading, start: int, quoted: re.Match[str]) -> _Act:
    title, text = quoted.group("title"), reading.text
    tail = _chapter_tail(text, quoted.end())
    unit = next((sign for ending, sign in _UNIT_OF_KIND if title.endswith(ending)), "s")
    known = _instrument_names().get(chinese_key(title))
    if known and not tail:
        return _Act(known[0], start, quoted.end(), full=True, prefix=known[1])
    cap = titles().chinese.get(chinese_key(title))
    if tail:
        note = "" if cap is None or f"hk/cap{cap}" == tail[0] else "title_and_number_differ"
        return _Act(tail[0], start, tail[1], full=True, note=note, unit=unit)
    if cap:
        work = f"hk/{cap}" if cap.startswith("A") else f"hk/cap{cap}"
        return _Act(work, start, quoted.end(), full=True, unit=unit)
    defined = aliases(reading).get(title) or aliases(reading).get(f"《{title}》")
    if defined:
        return _Act(defined[0], start, quoted.end(), full=False)
    own = (reading.self_reference or "").partition("#")[0]
    if is_legislation(own) and title in former_selves(reading):
        return _Act(own, start, quoted.end(), full=False)
    return _Act(None, start, quoted.end(), full=True, note="title_not_in_the_table")


def _determined(reading: TextReading, this: re.Match[str]) -> _Act | None:
    which, kind = this.group("which") or "", this.group("kind")
    if kind == "法":
        last = antecedents(reading).latest.get("hk")
        cited = (last.reference or "").partition("#")[0] if last is not None else ""
        return _Act(cited, this.start(), this.end(), full=False) if cited else None
    english = {"條例": "Ordinance", "規例": "Regulation", "規則": "Rules", "附例": "By-laws"}.get(kind)
    if english is None:
        return None
    unit = dict(_UNIT_OF_KIND).get(kind, "s")
    defined = aliases(reading).get(which + kind) or aliases(reading).get(kind)
    if defined and which != "本":
        return _Act(defined[0], this.start(), this.end(), full=False, unit=unit)
    work, note = the_ordinance(
        reading, {"本": "this", "": "the", "該": "that"}.get(which, "that"), english, this.start()
    )
    several = acts_named_together(reading, english, this.start()) if note == SEVERAL else ()
    return (
        _Act(work, this.start(), this.end(), full=False, note=note, unit=unit, candidates=several)
        if work or which
        else None
    )


def _act_first(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    act = _named(reading, start)
    if act is None:
        return None
    if not act.full and reading.jurisdiction not in {"hk", None}:
        return None
    tie = _TIE.match(text, act.end)
    listed = read_list(text, tie.end(), unitless=True) if tie else None
    if listed is None or listed.unit in {"段", "節"}:
        if not act.full or act.work is None:
            return None
        made = mention(
            reading, act.start, act.end, "statute", "full", act.work, "hk.act_zh", note=act.note, language="zh-Hant"
        )
        return Parsed((made,), act.end)
    if act.work is None and act.full and (reading.jurisdiction not in {"hk", None} or listed.unit != "條"):
        return None
    form: Form = "full" if act.full else "short"
    last = antecedents(reading).statute
    antecedent = None if act.full or last is None else last.start
    mentions: list[Mention] = []
    end = act.end
    while listed is not None and listed.unit not in {"段", "節"}:
        mentions += _emit(reading, listed, act, act.work, form, act.note, antecedent)
        end = listed.end
        more = _MORE.match(text, end)
        listed = read_list(text, more.end(), again=True) if more else None
    first = mentions[0]
    mentions[0] = first._replace(start=act.start, text=text[act.start : first.end])
    return Parsed(tuple(mentions), end)


def _chapter_first(reading: TextReading, start: int, end: int) -> Parsed | None:
    """第571章《…》, or a chapter in brackets behind words that are no title («…條例(第486章)»)."""
    text = reading.text
    if text[end : end + 1] == "《" or text[end : end + 2] == " 《":
        return _act_first(reading, start, end)
    edition = _EDITION.match(text, end)
    if edition and reading.jurisdiction in {"hk", None}:
        return _after_chapter(reading, start, end, edition.end())
    before = text[start - 1 : start]
    if before not in {"(", "（"} or text[end : end + 1] not in {")", "）", ",", "，"}:
        return None
    window_start = max(reading.floor, start - 60)
    titled = re.compile(r"(?:[\u4e00-\u9fff()（）、]{2,40}(?:條例|規例|規則|附例|公告|令))\s?[(（]\Z").search(
        text[window_start:start]
    )
    if titled is None:
        return None
    chapter = _CHAPTER.match(text, start)
    assert chapter is not None  # the anchor is its beginning
    words = re.search(
        r"(?:根據|按照|依據|違反|及|和|的|在|按|受|由|於|為|與|或|憑藉|本港|香港)?([\u4e00-\u9fff()（）、]{2,40}?(?:條例|規例|規則|附例|公告|令))\s?[(（]\Z",
        text[window_start:start],
    )
    work = f"hk/cap{number_of(chapter.group('cap'))}"
    title_start = window_start + (words.start(1) if words else titled.start())
    known = next(
        (
            at
            for at in range(title_start, start - 3)
            if titles().chinese.get(chinese_key(text[at : start - 1])) == work.removeprefix("hk/cap")
        ),
        None,
    )
    act = _Act(work, known if known is not None else start, end + 1 if known is not None else end, full=True)
    tie = _TIE.match(text, end + 1)
    listed = read_list(text, tie.end(), unitless=True) if tie else None
    if listed is None or listed.unit in {"段", "節"}:
        made = mention(reading, act.start, act.end, "statute", "full", act.work, "hk.act_zh", language="zh-Hant")
        return Parsed((made,), max(act.end, end))
    mentions = _emit(reading, listed, act, act.work, "full", "", None)
    mentions[0] = mentions[0]._replace(start=act.start, text=text[act.start : mentions[0].end])
    return Parsed(tuple(mentions), listed.end)


_EDITION = pattern(r"[,，]?(?:的)?(?:英文|中文)?(?:文本|版本|版)?(?:的|中)?(?=第|附表)")


def _after_chapter(reading: TextReading, start: int, end: int, places: int) -> Parsed | None:
    """第571章第213條, 第486章英文文本第64(1)條."""
    listed = read_list(reading.text, places, unitless=True)
    if listed is None or listed.unit in {"段", "節"}:
        return None
    work = f"hk/cap{number_of(reading.text[start + 1 : end].rstrip('章').strip())}"
    act = _Act(work, start, end, full=True, unit=unit_of(work))
    mentions = _emit(reading, listed, act, act.work, "full", "", None)
    mentions[0] = mentions[0]._replace(start=start, text=reading.text[start : mentions[0].end])
    return Parsed(tuple(mentions), listed.end)


# ------------------------------------------------------------------------------------------------------------ bare provisions


def _has_items(reading: TextReading) -> bool:
    """Whether what was cited last has items (項): a schedule, a law of the Mainland."""
    last = antecedents(reading).latest.get("hk")
    return last is not None and ("#sch" in (last.reference or "") or (last.reference or "").startswith("hk/A"))


def _bare(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A provision without its act. Paragraphs of judgments (段) are the short forms' business."""
    text = reading.text
    listed = read_list(text, start)
    if listed is None or listed.unit in {"段", "節", "部分", "保障資料原則"} or not home(reading):
        return None
    own = is_legislation(reading.self_reference)
    if own and listed.unit in {"部", "分部", "次分部", ""} and line_start_near(text, start) is not None:
        return None  # a heading
    if not own and listed.unit == "項" and not _has_items(reading):
        return None  # «租約第12條及第3項»
    counted = _NOT_A_UNIT.match(text, listed.end)
    verb = counted is not None and listed.unit == "條" and _VERBS.match(text, listed.end)
    if not own and (_NOT_LAW.search(text[max(0, start - 14) : start]) or (counted and not verb)):
        return None
    mentions: list[Mention] = []
    end = start
    while listed is not None and listed.unit not in {"段", "節", "部分"}:
        resolved = _resolve(reading, listed, listed.labels[0].start, own=own)
        if resolved is None:
            break
        work, note, antecedent, settled = resolved
        mentions += _emit(reading, settled, None, work, "short", note, antecedent)
        if len(mentions) == len(settled.labels) and text[start - 2 : start] == "該條" and start - 2 >= reading.floor:
            mentions[0] = mentions[0]._replace(start=start - 2, text=text[start - 2 : mentions[0].end])
        in_front = _rules_in_front(reading, start) if not own and work in _COURT_RULES else None
        if in_front is not None and mentions[0].start == start:
            mentions[0] = mentions[0]._replace(start=in_front[1], text=text[in_front[1] : mentions[0].end], form="full")
        end = settled.end
        more = _MORE.match(text, end)
        listed = read_list(text, more.end(), again=True) if more else None
    return Parsed(tuple(mentions), end) if mentions else None


_Resolved = tuple[str | None, str, int | None, Listed]


def _resolve(reading: TextReading, listed: Listed, start: int, *, own: bool) -> _Resolved | None:
    relative = not listed.labels[0].parts[0]
    if own:
        work = (reading.self_reference or "").partition("#")[0]
        if not relative:
            return work, "", None, listed
        section, _ = here(reading, start)
        return (work, "", None, _below(listed, (section,))) if section else None
    if is_unnamed_act(reading):
        return None, NOT_IDENTIFIED, None, listed
    known = antecedents(reading)
    last = known.latest.get("hk")
    near = last is not None and start - last.end < 1500
    if relative:
        match = re.match(r"(hk/[^#]+)#s(\d+[A-Z]*)", (last.reference or "") if last is not None and near else "")
        return (
            (match.group(1), "", last.start, _below(listed, (match.group(2),))) if match and last is not None else None
        )
    if listed.unit in {"規則", "命令", "條規則", "號規則"}:
        return _rules(reading, listed, start)
    if listed.unit == "條":
        number = listed.labels[0].parts[0]
        same = next(filter(None, (known.by_provision.get(sign + number) for sign in ("s", "art", "reg"))), None)
        if same is None and joined_acts(reading, last, start):
            return None, SEVERAL, None, listed
        seen = same or last
        if seen is not None and seen.reference and seen.reference.startswith("hk/"):
            return seen.reference.partition("#")[0], "", seen.start, listed
        meant, note = the_ordinance(reading, "the", "Ordinance")
        return meant, note, None, listed
    if not near or last is None or last.reference is None:
        return None
    return last.reference.partition("#")[0], "", last.start, listed


def _below(listed: Listed, wider: tuple[str, ...]) -> Listed:
    labels = [
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in listed.labels
    ]
    return listed._replace(labels=labels)


_RULES_IN_FRONT = pattern(r"(?P<title>(?:高等法院|區域法院|終審法院)規則)[》」]?(?:的|之|中)?\Z")


def _rules_in_front(reading: TextReading, start: int) -> tuple[str, int] | None:
    """高等法院規則第18號命令: the rules by their title without its marks, and where the title begins."""
    named = _RULES_IN_FRONT.search(reading.text, max(reading.floor, start - 12), start)
    work = titles().chinese.get(chinese_key(named.group("title"))) if named else None
    return (f"hk/cap{work}", named.start()) if named and work else None


def _rules(reading: TextReading, listed: Listed, start: int) -> _Resolved:
    in_front = _rules_in_front(reading, start)
    if in_front is not None:
        return in_front[0], "", None, listed
    for seen in reversed(reading.mentions[-60:]):
        if seen.reference and seen.reference.startswith(("hk/cap4A", "hk/cap336H")):
            return seen.reference.partition("#")[0], "", seen.start, listed
    own = (reading.self_reference or "").split("/")
    court = own[1] if len(own) > 1 else ""
    work = "hk/cap336H" if court in {"hkdc", "hkfc"} else "hk/cap4A" if court in {"hkcfi", "hkca", "hkcfa"} else None
    return work, "" if work else "court_not_shown", None, listed


def _lettered(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """(a)(i)(A)段 in an act's own text, counted from where it stands."""
    if not is_legislation(reading.self_reference) or not home(reading):
        return None
    labels = read_labels(reading.text, start)
    unit = LOWER_UNIT.match(reading.text, labels[-1].end) if labels else None
    section, subsection = here(reading, start)
    if unit is None or not section:
        return None
    labels[-1] = labels[-1]._replace(end=unit.end())
    wider = (section, subsection) if subsection else (section,)
    listed = _below(Listed("款", labels, "", unit.end()), wider)
    work = (reading.self_reference or "").partition("#")[0]
    return Parsed(tuple(_emit(reading, listed, None, work, "short", "", None)), unit.end())


# -------------------------------------------------------------------------------------------- numbers, principles, directions


def _numbered(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _NUMBERED.match(text, start)
    if match is None:
        return None
    year, number = halfwidth(match.group("year")), int(halfwidth(match.group("number")))
    kind_word = (match.group("kind") or "").strip() or (match.group("notice") or "")
    kind: Kind = "gazette"
    if kind_word == "法律公告":
        made = mention(
            reading, start, match.end(), kind, "full", f"hk/ln/{year}/{number}", "hk.notice", language="zh-Hant"
        )
        return Parsed((made,), match.end())
    if kind_word in {"編輯修訂紀錄", "政府公告", "號外公告"}:
        kind = "other" if kind_word == "編輯修訂紀錄" else "gazette"
        note = "editorial_record" if kind == "other" else "outside_the_scheme"
        made = mention(reading, start, match.end(), kind, "full", None, "hk.notice", note=note, language="zh-Hant")
        return Parsed((made,), match.end())
    tie = _TIE.match(text, match.end())
    listed = read_list(text, tie.end()) if tie else None
    work = f"hk/ord/{year}/{number}"
    if listed is not None and listed.unit in {"條", "款", "部", ""}:
        mentions = _emit(reading, listed, None, work, "full", "", None)
        mentions[0] = mentions[0]._replace(start=start, text=text[start : mentions[0].end])
        return Parsed(tuple(mentions), listed.end)
    if kind_word == "條例" or (is_legislation(reading.self_reference) and _AMENDING.match(text, match.end())):
        return Parsed(
            (mention(reading, start, match.end(), "statute", "full", work, "hk.numbered", language="zh-Hant"),),
            match.end(),
        )
    return None
