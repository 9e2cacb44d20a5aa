"""Hong Kong legislation in English: provisions with and without their act, chapters, titles, notices, numbered ordinances.

Keeps true: the act's words belong to the member next to them; every member of a list whose act is named in it is full;
a provision of a contract, a pleading or another country's law is not read as one of Hong Kong.

Grammar: provisions as in shared/provisions.py; besides

    act-first   = ( title | abbreviation | Cap. N | "the Ordinance" ) [","] provision
    numbered    = number of year [ provision ]                  18 of 2012 s. 3    Ord. No. 6 of 2024
    notice      = ( "L.N." | "G.N." | "E.R." ) number ( of | "/" ) year
    article     = ( BL | NSL | BOR ) ["Art."] number            BL 23   NSL 42(2)
    direction   = "Practice Direction" number [ pinpoint ]
    principle   = "Data Protection Principle" number | DPP number
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Kind, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.acts import (
    CAP_AT,
    COURT_RULES,
    act_at,
    cap_tail,
    dated_act,
    is_legislation,
    the_ordinance,
)
from pincite.jurisdictions.hk.grammar_cases import court_of_heading
from pincite.jurisdictions.hk.places import here, place_of, places_of
from pincite.jurisdictions.hk.tables import instruments, title_key, titles, works
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.foreign import foreign_at
from pincite.jurisdictions.shared.labels import read_labels
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.pinpoints import read_pins_behind
from pincite.jurisdictions.shared.provisions import (
    Act,
    Group,
    Provision,
    read_groups_behind,
    read_provision,
)
from pincite.jurisdictions.shared.titles import title_start

__all__ = ["anchors", "home"]

_LAST_ORDER = 125
"""The highest order of the Rules of the High Court and of the District Court is below this number."""

_SPACE = r"[\s\u00a0\u2009\u202f\u3000]"
_YEAR = r"(?:18|19|20)\d\d"

_ACT_BEFORE = re.compile(
    r"(?:(?P<the>(?:[Tt]he|[Tt]his|[Tt]hat)\s{1,6}(?:said\s{1,6})?)(?P<kind>Ordinance|Rules|Regulations?)"
    r"|(?P<word>(?<![A-Za-z])[A-Z](?:[A-Za-z&]|\.(?=[A-Z]))*(?:\([A-Za-z&]{1,8}\)[A-Za-z]{0,6}){0,2}))\s{0,3}\.?,?\s{1,6}\Z"
)
_NOT_OURS = re.compile(
    r"\s{1,12}(?:of|to|in)\s{1,12}(?:the|this|that|his|her|their|its|an?|our|any|each|said|such)\s{1,12}(?!same|said|relevant|above|following|effect|extent|case|present\b|light|absence|circumstances|event|context|court|way|manner|sense|respect|course|first|second|proceedings|charge|offence|defendant|applicant|question|issue)\w|\s{1,12}of\s{1,12}[A-Z(]"
)
_CONTRACT_WORD = re.compile(r"\s{0,4}\((?:the )?(?:agreement|contract|lease)", re.IGNORECASE)
_MARGIN = re.compile(r"[’'\w/#@-]\Z")

_NUMBERED = re.compile(
    rf"(?P<lead>(?:Ord(?:inance)?s?\.?\s{{0,3}}(?:[Nn]o\.?\s{{0,3}})?)?)(?P<number>\d{{1,3}})\s{{1,8}}of\s{{1,8}}(?P<year>{_YEAR})(?!\d)"
)
_NOTICE = re.compile(
    rf"(?P<kind>[LGE]\.?\s?[NR]\.?)\s{{0,3}}(?:\((?:[ES]|S\. ?\d)\.?\)\s{{0,2}})?(?:[Nn]o\.?\s{{0,3}})?(?P<number>\d{{1,5}})\s{{0,3}}(?:/\s{{0,2}}|\sof\s{{1,8}})(?P<year>{_YEAR})(?!\d)"
)
_AMENDING = re.compile(
    r"(?:Amended|Added|Replaced|Repealed|Enacted|amended|added|repealed|replaced|substituted|by|and|[(;,\[])\s{0,6}\Z"
)
_ARTICLE_FIRST = re.compile(
    r"(?P<name>HKNSL|NSL|HKBOR|BOR|BL|Basic\s{1,6}Law|Bill\s{1,6}of\s{1,6}Rights)\s{0,3},?\s{0,6}(?:[Aa]rt(?:icle)?s?\.?\s{0,6})?(?=\d)"
)
_DIRECTION = re.compile(
    r"(?:(?:Competition\s{1,4}Tribunal\s{1,4})?Practice\s{1,8}Directions?|(?:CT)?PD)\s{0,4}(?:[Nn]o\.?\s{0,4})?(?P<number>(?:SL\s?)?\d{1,2}[A-Z]?(?:\.\d{1,2})?[A-Z]?(?:\(\d{1,2}\))?)(?![\dA-Za-z])(?!\.\d)"
)
_PRINCIPLE = re.compile(r"(?:[Dd]ata\s{1,6}[Pp]rotection\s{1,6}[Pp]rinciples?|DPPs?)\s{0,4}(?=\d)")
_WORK_LEAD = re.compile(
    r"(?:\s{0,12}[,(]?\s{0,4}(?:\(?\d{1,2}(?:st|nd|rd|th)\s{1,4}[Ee]d(?:ition|n)?\.?\)?|\(?(?:19|20)\d\d(?:\s{1,4}[Rr]eissue|\s{1,4}[Ee]d(?:ition|n)?\.?)?\)?"
    r"|[Vv]ol(?:ume|s)?\.?\s{0,4}[\dIVXA-Z]{1,5}(?:\(\d+\))?|\(?[Ss]econd\s{1,4}(?:[Ee]dition|cumulative)[^)]{0,20}\)?|[Pp]art\s{1,4}[\dA-Z]{1,3})\)?){0,5}"
)
_WORK_PIN = re.compile(
    r"\s{0,12},?\s{0,12}(?:at\s{1,12})?(?:\[[\dA-Z][\dA-Z/.\-–()]{0,16}\]|(?:§{1,2}\s?|[Pp]ara(?:graph)?s?\.?\s{0,4}|[Cc]h(?:ap(?:ter)?)?s?\.?\s{0,4}|pp?\.?\s{0,4}|pages?\s{1,4})\[?\d{1,4}[A-Z]?(?:[/.\-–][\dA-Za-z]{1,5}){0,5}\]?)"
    r"(?:\s{0,2}[-–]\s{0,2}\[?[\d][\dA-Z/.\-]{0,12}\]?)?"
)


def home(reading: TextReading) -> bool:
    """Whether bare provisions and pinpoints of this text are this pack's: by the document, else by what was cited last."""
    if reading.jurisdiction is not None:
        return reading.jurisdiction == "hk"
    last = antecedents(reading).last
    return last is not None and last.rule.startswith("hk.")


@cache
def _work_alternatives() -> str:
    names = sorted(works(), key=lambda name: (-len(name), name))
    return "|".join(
        "".join(rf"{_SPACE}{{1,12}}" if c == " " else r"(?:'|\u2019)" if c == "'" else re.escape(c) for c in name)
        for name in names
    )


@cache
def _work_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?i:{_work_alternatives()})")


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    gap = rf"\.?{_SPACE}{{0,12}}"
    margin = r"(?:[A-V] {0,2}\n\s{0,12})?"
    words = r"[Ss]ections?|SECTIONS?|[Ss]ecs?|[Ss]ub-?[Ss]ections?|[Rr]egulations?|[Rr]egs?|[Rr]ules?|[Aa]rticles?|[Aa]rts?|[Bb]y-?laws?|[Ii]tems?|[Pp]aragraphs?|[Pp]aras?|[Ss]ub-?[Pp]aragraphs?"
    return [
        Anchor(
            "hk.numbered",
            rf"\b(?:Ord(?:inance)?\.?{_SPACE}?[Nn]o\.?{_SPACE}?)?\d{{1,3}}{_SPACE}{{1,4}}of{_SPACE}{{1,4}}{_YEAR}",
            _numbered,
        ),
        Anchor(
            "hk.notice",
            rf"\b(?:L\.?{_SPACE}?N|G\.?{_SPACE}?N|E\.?{_SPACE}?R)\.?{_SPACE}{{0,3}}(?:\([ES]\.?\){_SPACE}?)?(?:[Nn]o\.?{_SPACE}{{0,3}})?\d",
            _notice,
        ),
        Anchor(
            "hk.instrument",
            rf"\b(?:HKNSL|NSL|HKBOR|BOR|BL|Basic{_SPACE}{{1,6}}Law,?|Bill{_SPACE}of{_SPACE}Rights,?){_SPACE}{{0,6}}(?:[Aa]rt(?:icle)?s?\.?{_SPACE}{{0,6}})?\d",
            _article_first,
        ),
        Anchor(
            "hk.principle",
            rf"\b(?:[Dd]ata{_SPACE}{{1,6}}[Pp]rotection{_SPACE}{{1,6}}[Pp]rinciples?|DPPs?){_SPACE}{{0,4}}\d",
            _principle,
        ),
        Anchor(
            "hk.direction",
            rf"\b(?:Practice{_SPACE}{{1,8}}Directions?|(?:CT)?PD){_SPACE}{{0,4}}(?:[Nn]o\.?{_SPACE}{{0,4}})?(?:SL{_SPACE}?)?\d",
            _direction,
        ),
        Anchor("hk.provision", rf"\b(?:{words}){gap}{margin}(?:\d|\()", _provision),
        Anchor("hk.provision", rf"\b[Ss]{{1,2}}\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor("hk.provision", rf"\b(?:r|rr)\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor(
            "hk.provision",
            rf"\b(?:Schedules?|SCHEDULES?|Sch|Parts?|PART|Pt|Divisions?){gap}{margin}(?:\d|[IVXL]{{1,5}}\b)",
            _provision,
        ),
        Anchor(
            "hk.provision",
            rf"\b(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth){_SPACE}{{1,8}}(?:Schedule|Part)\b",
            _provision,
        ),
        Anchor("hk.provision", r"\bthe Schedule\b", _bare_schedule),
        Anchor("hk.rules_of_court", rf"\b(?:Orders?|ORDER|O)\.?{_SPACE}{{0,6}}\d", _rules_of_court),
        Anchor("hk.title", r"\bOrdinance\b", _titled_act),
        Anchor(
            "hk.title",
            rf"\b(?:Rules|Regulations?|Order|Notice|By-?laws|Code){_SPACE}{{0,4}}\({_SPACE}{{0,12}}(?:Cap|CAP|Chapter)",
            _titled_act,
        ),
        Anchor(
            "hk.title",
            rf"\b(?:Rules|Regulations?|Order|Notice|By-?laws){_SPACE}{{1,12}}(?:19|20)\d\d\b",
            _titled_act,
        ),
        Anchor(
            "hk.title",
            rf"\bRules{_SPACE}{{1,6}}of{_SPACE}{{1,6}}(?:the{_SPACE}{{1,6}})?(?:High|District|Supreme){_SPACE}{{1,6}}Court\b",
            _court_rules_title,
        ),
        Anchor("hk.title", r"\bR\.?[HD]\.?C\b", _court_rules_title),
        Anchor("hk.chapter", rf"\b(?:Cap|CAP|Chapter)\.?{_SPACE}{{0,8}}\d", _chapter),
        Anchor("hk.work", rf"\b(?i:{_work_alternatives()})", _work),
    ]


# ------------------------------------------------------------------------------------------------------------ provisions


def _provision(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and _MARGIN.match(text[start - 1]):
        return None
    provision = read_provision(text, start, lambda position, tied: act_at(reading, position, tied=tied))
    if provision is None:
        return None
    act = provision.groups[-1][1]
    if act is not None:
        return _of_act(reading, provision)
    before = _act_before(reading, start)
    if before is not None:
        groups = [group for group, _ in provision.groups]
        return _act_first(reading, before, groups, provision.end)
    return _bare(reading, start, provision)


def _emit(
    reading: TextReading, group: Group, act: Act | None, work: str | None, form: Form, note: str, antecedent: int | None
) -> list[Mention]:
    made = []
    for index, label in enumerate(group.labels):
        end = group.end if index == len(group.labels) - 1 else label.end
        place = places_of(group, label)
        if act is not None and act.place and group.unit == "article":
            place = "..".join(act.place + point for point in place.split(".."))
        verdict, why = identifiers.judge_provision(label.parts[0], _articles(work, act))
        made.append(
            mention(
                reading, label.start, end, "statute", form, with_place(work, place) if work else None, "hk.provision",
                verdict=verdict, note=why or note, antecedent=antecedent,
                candidates=tuple(with_place(each, place) for each in act.candidates) if act is not None else (),
            )
        )  # fmt: skip
    return made


@cache
def _article_counts() -> dict[tuple[str, str], int]:
    return {(f"hk/{each.work}", each.place): each.articles for each in instruments() if each.articles}


def _articles(work: str | None, act: Act | None) -> int | None:
    return _article_counts().get((work or "", act.place)) if act is not None else None


def _of_act(reading: TextReading, provision: Provision) -> Parsed:
    act = provision.groups[-1][1]
    assert act is not None  # the caller saw it
    form: Form = "full" if act.full else "short"
    antecedent = None if act.full else _antecedent(reading)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        # «section 194 and section 196 of the SFO»: both are the act's
        mentions += _emit(reading, group, act, act.work, form, act.note, antecedent)
    mentions[-1] = _stretched(reading, mentions[-1], act.end)
    return Parsed(tuple(mentions), act.end)


def _stretched(reading: TextReading, last: Mention, end: int) -> Mention:
    return last._replace(end=end, text=reading.text[last.start : end])


def _antecedent(reading: TextReading) -> int | None:
    statute = antecedents(reading).statute
    return statute.start if statute is not None else None


def _act_before(reading: TextReading, start: int) -> Act | None:
    """«the Ordinance, s. 5», «PDPO s 33»: the act named directly before the provision."""
    window_start = max(reading.floor, start - 40)
    match = _ACT_BEFORE.search(reading.text[window_start:start])
    if match is None:
        return None
    at = window_start + match.start()
    if match.group("the"):
        work, note = the_ordinance(reading, " ".join(match.group("the").lower().split()), match.group("kind"))
        if work is None:
            return None
        first = at if match.group("the").lower().startswith("that") else window_start + match.start("kind")
        return Act(work, first, window_start + match.end("kind"), full=False, note=note)
    act = act_at(reading, at, tied=False)
    return act if act is not None and (act.work or act.candidates) else None


def _act_first(reading: TextReading, act: Act, groups: list[Group], end: int) -> Parsed:
    form: Form = "full" if act.full else "short"
    mentions: list[Mention] = []
    for group in groups:
        mentions += _emit(reading, group, act, act.work, form, act.note, None if act.full else _antecedent(reading))
    first = mentions[0]
    mentions[0] = first._replace(start=act.start, text=reading.text[act.start : first.end])
    return Parsed(tuple(mentions), end)


def _bare(reading: TextReading, start: int, provision: Provision) -> Parsed | None:
    """Provisions without their act: of the act's own text, or of the act the text is about."""
    text = reading.text
    if re.match(r"[Ss]{1,2}\d", text[start : start + 3]):
        return None  # «s6» alone is a product, a gene, a telephone
    if not home(reading):
        return None
    own = is_legislation(reading.self_reference)
    if not own and _elsewhere(reading, start):
        return None  # the act cited last is another pack's
    unit = provision.groups[0][0].unit
    if own:
        if unit in {"part", "schedule", "division", "subdivision"} and _at_line_start(text, start):
            return None  # a heading
    elif _NOT_OURS.match(text, provision.end) or _CONTRACT_WORD.match(text, provision.end):
        return _foreign(reading, provision)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        resolved = _resolve(reading, group, start, own=own)
        if resolved is None:
            break
        work, note, antecedent, settled = resolved
        mentions += _emit(reading, settled, None, work, "short", note, antecedent)
    if not mentions:
        return None
    return Parsed(tuple(mentions), mentions[-1].end)


def _elsewhere(reading: TextReading, start: int) -> bool:
    last = antecedents(reading).statute
    return last is not None and last.rule.startswith(("uk.", "eu.", "ch.")) and start - last.end < 1500


def _at_line_start(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _foreign(reading: TextReading, provision: Provision) -> Parsed | None:
    """Articles of treaties and of other countries' codes: recognised, outside the scheme."""
    found = foreign_at(reading.text, provision.end)
    if found is None or provision.groups[0][0].unit not in {"article", "section", "paragraph"}:
        return None
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        for index, label in enumerate(group.labels):
            end = group.end if index == len(group.labels) - 1 else label.end
            mentions.append(
                mention(reading, label.start, end, found.kind, found.form, None, "hk.foreign_law", note=found.note)
            )
    mentions[-1] = _stretched(reading, mentions[-1], found.end)
    return Parsed(tuple(mentions), found.end)


_Resolved = tuple[str | None, str, int | None, Group]


def _resolve(reading: TextReading, group: Group, start: int, *, own: bool) -> _Resolved | None:
    """(work, note, antecedent, the group with its labels completed), or None when this is no citation."""
    known = antecedents(reading)
    if own:
        work = (reading.self_reference or "").partition("#")[0]
        relative = _relative(reading, group, start)
        return (work, "", None, relative) if relative else None
    last = known.statute
    near = last is not None and start - last.end < 1500 and (last.reference or "").startswith("hk/")
    if not group.labels[0].parts[0]:
        if group.unit != "subsection" or not near or last is None or last.reference is None:
            return None  # «sub-paragraphs (a)-(d)» are as often a pleading's
        return _below_last(last, group)
    if group.unit in {"order", "rule"} and (group.unit == "order" or group.above):
        return _rules_of(reading, group, start)
    if group.unit in {"rule", "regulation"} and not group.above:
        same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], ()))
        if same is not None and (same.reference or "").startswith("hk/"):
            return (same.reference or "").partition("#")[0], "", same.start, group
    if group.unit == "section":
        if group.labels[0].parts[0] in known.outside:
            return None, "law_outside_the_scheme", None, group
        named, antecedent = _act_of_section(reading, group)
        return named, "" if named else "antecedent_missing", antecedent, group
    schedule = any(unit == "schedule" for unit, _ in group.above) or group.unit in {"schedule", "item"}
    if group.unit == "paragraph" and not schedule:
        nearer = known.last is not None and known.last.kind == "case"
        if near and last is not None and "#sch" in (last.reference or "") and start - last.end < 600 and not nearer:
            return _in_last_schedule(last, group)
        return None
    if not near or last is None or last.reference is None:
        return None
    if group.unit in {"part", "division", "subdivision", "item"} and not group.above and start - last.end > 600:
        return None
    if group.unit in {"chapter", "appendix", "annex"}:
        return None
    if group.unit == "article" and not re.match(r"hk/(?:A|cap383)", last.reference):
        return None
    if group.unit in {"rule", "regulation"} and not re.match(r"hk/cap\d+[A-Z]", last.reference):
        return None
    if group.unit == "rule":
        return _in_last_order(reading, group, last)
    return last.reference.partition("#")[0], "", last.start, group


def _relative(reading: TextReading, group: Group, start: int) -> Group | None:
    """In an act's own text: «subsection (7)», «paragraph (a)» counted from where they stand."""
    first = group.labels[0].parts[0]
    if re.match(r"\s{1,6}of\s{1,6}the\s{1,6}definition", reading.text[group.end : group.end + 30]):
        return None
    if group.unit == "subsection" or (group.unit in {"paragraph", "subparagraph"} and not first):
        section, subsection = here(reading, start)
        if not section:
            return None
        wider = (section,) if group.unit == "subsection" or not subsection else (section, subsection)
        labels = tuple(
            label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
            for label in group.labels
        )
        return Group("section", labels, (), group.start, group.end)
    if group.unit in {"chapter", "appendix", "annex", "order"}:
        return None
    if group.unit == "paragraph" and not group.above:
        return None
    return group


def _below_last(last: Mention, group: Group) -> _Resolved | None:
    work, _, place = (last.reference or "").partition("#")
    match = re.match(r"s(\d+[A-Z]*)((?:_[0-9A-Za-z]+)*)", place.split("..")[0])
    if match is None:
        return None
    wider: tuple[str, ...] = (match.group(1),)
    if group.unit != "subsection":
        digits = [part for part in match.group(2).split("_") if part[:1].isdigit()]
        wider = (*wider, *digits[:1])
    labels = tuple(
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in group.labels
    )
    return work, "", last.start, Group("section", labels, (), group.start, group.end)


def _in_last_schedule(last: Mention, group: Group) -> _Resolved:
    work, _, place = (last.reference or "").partition("#")
    schedule = re.match(r"sch(\w*?)(?:_|\Z)", place)
    number = schedule.group(1) if schedule else ""
    return work, "", last.start, Group(group.unit, group.labels, (("schedule", (number,)),), group.start, group.end)


def _act_of_section(reading: TextReading, group: Group) -> tuple[str | None, int | None]:
    """The act of a bare section: where the same section was cited before, else the act cited last, else the only one."""
    known = antecedents(reading)
    same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
    if same is not None and same.reference and same.reference.startswith("hk/"):
        return same.reference.partition("#")[0], same.start
    last = known.statute
    if (
        last is not None
        and last.reference
        and re.match(r"hk/(?:cap|A)", last.reference)
        and last.reference.partition("#")[0] not in {f"hk/{rules}" for rules in COURT_RULES}
    ):
        return last.reference.partition("#")[0], last.start
    work, _ = the_ordinance(reading, "the", "Ordinance")
    return work, None


def _rules_of(reading: TextReading, group: Group, start: int) -> _Resolved:
    """Orders and rules of court: the rules cited last, else those of the document's own court."""
    last = antecedents(reading).by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above[:1]))
    if last is not None and last.reference and last.reference.startswith("hk/"):
        return last.reference.partition("#")[0], "", last.start, group
    for seen in reversed(reading.mentions[-60:]):
        if seen.reference and seen.reference.startswith(tuple(f"hk/{rules}" for rules in COURT_RULES)):
            return seen.reference.partition("#")[0], "", seen.start, group
    own = (reading.self_reference or "").split("/")
    court = own[1] if len(own) > 1 else court_of_heading(reading.text, start).lower()
    if court in {"hkcfi", "hkca", "hkcfa", "hkct"}:
        return "hk/cap4A", "", None, group
    if court in {"hkdc", "hkfc"}:
        return "hk/cap336H", "", None, group
    return None, "court_not_shown", None, group


def _in_last_order(reading: TextReading, group: Group, last: Mention) -> _Resolved:
    """«Order 62 rule 5(1) … (r. 5(1)(aa))»: the order of the same rule, else the order cited last."""
    number = group.labels[0].parts[0]
    order = None
    for seen in reversed(reading.mentions[-40:]):
        match = re.match(r"hk/cap[0-9A-Z]+#(O\d+[A-Z]?)_r(\w+?)(?:_|\Z)", seen.reference or "")
        if match and (order is None or match.group(2) == number):
            order = (match.group(1)[1:], seen)
            if match.group(2) == number:
                break
    if order is None:
        return (last.reference or "").partition("#")[0], "", last.start, group
    above = (("order", (order[0],)), *group.above)
    moved = Group(group.unit, group.labels, above, group.start, group.end)
    return (order[1].reference or "").partition("#")[0], "", order[1].start, moved


def _bare_schedule(_reading: TextReading, _start: int, _end: int) -> Parsed | None:
    return None


def _rules_of_court(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Order 59, rule 2A(8) of the RHC», «O. 14 r. 1», «Order 53»."""
    text = reading.text
    if start and _MARGIN.match(text[start - 1]):
        return None
    provision = read_provision(text, start, lambda position, tied: act_at(reading, position, tied=tied))
    if provision is None:
        return None
    group = provision.groups[0][0]
    act = provision.groups[-1][1]
    if group.unit == "order" and act is None:
        if (
            not group.labels[0].parts[0].rstrip("ABCDEFG").isdigit()
            or int(group.labels[0].parts[0].rstrip("ABCDEFG")) > _LAST_ORDER
        ):
            return None
        if text.startswith("O", start) and not text.startswith("Order", start) and not text.startswith("ORDER", start):
            return None
        if re.match(
            r"\s{0,4}(?:of\s{1,4}(?:18|19|20)\d\d|[A-Z][a-z]+\s{1,4}(?:18|19|20)\d\d|/)",
            text[provision.end : provision.end + 24],
        ):
            return None
    if act is not None:
        return _of_act(reading, provision)
    before = _act_before(reading, start) or _rules_before(reading, start)
    if before is not None:
        return _act_first(reading, before, [each for each, _ in provision.groups], provision.end)
    return _bare(reading, start, provision)


_RULES_BEFORE = re.compile(
    r"(?P<words>(?:R\.?H\.?C\.?|R\.?D\.?C\.?|Rules\s{1,6}of\s{1,6}the\s{1,6}(?:High|District)\s{1,6}Court)[^.;]{0,40}?)\s{0,3},?\s{1,6}\Z"
)


def _rules_before(reading: TextReading, start: int) -> Act | None:
    window_start = max(reading.floor, start - 90)
    match = _RULES_BEFORE.search(reading.text[window_start:start])
    if match is None:
        return None
    act = act_at(reading, window_start + match.start(), tied=False)
    return act if act is not None and act.end <= start else None


# ------------------------------------------------------------------------------------------------------- titles, chapters


def _with_groups(reading: TextReading, act: Act) -> Parsed:
    """An act, and the provisions that follow it: «Cap. 486, s. 33», «Evidence Ordinance (Cap. 8), ss 4 and 5»."""
    text = reading.text
    beside = re.compile(r"\s{0,3},?\s{0,12}").match(text, act.end)
    assert beside is not None  # the pattern matches the empty text
    groups = read_groups_behind(text, beside.end()) if beside.end() > act.end else []
    if groups and (groups[0].unit != "chapter"):
        return _act_first(reading, act, groups, groups[-1].end)
    form: Form = "full" if act.full else "short"
    made = mention(
        reading, act.start, act.end, "statute", form, act.work, "hk.title", note=act.note, candidates=act.candidates
    )
    return Parsed((made,), act.end)


def _titled_act(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """At «Ordinance» or «Regulation (Cap.»: the title stands before."""
    text = reading.text
    kind_end = re.compile(r"[A-Za-z-]+").match(text, start)
    assert kind_end is not None  # the anchor ends in a word
    first = title_start(text, start, reading.floor)
    if first == start:
        return _determined_first(reading, start, kind_end.end())
    title = text[first : kind_end.end()]
    dated = dated_act(reading, first, first, kind_end.end())
    if dated is not None:
        return _with_groups(reading, dated)
    tail = cap_tail(text, kind_end.end(), title)
    cap = titles().english.get(title_key(title))
    if tail is None and cap is None:
        first, cap = _shorter_known(text, first, start, kind_end.end())
        if cap is None:
            return _unknown_title(reading, first, start, kind_end.end())
    if tail is None:
        work = f"hk/{cap}" if str(cap).startswith("A") else f"hk/cap{cap}"
        return _with_groups(reading, Act(work, first, kind_end.end(), full=True))
    note = "" if cap is None or f"hk/cap{cap}" == tail[0] else "title_and_number_differ"
    return _with_groups(reading, Act(tail[0], first, tail[1], full=True, note=note))


def _shorter_known(text: str, first: int, kind: int, end: int) -> tuple[int, str | None]:
    """A known title at the end of the run of capitalised words («Hong Kong Evidence Ordinance»)."""
    for word in re.finditer(r"\s+(?=\(?[A-Z])", text[first:kind]):
        at = first + word.end()
        cap = titles().english.get(title_key(text[at:end]))
        if cap is not None and at < kind:
            return at, cap
    return first, None


def _unknown_title(reading: TextReading, first: int, kind: int, end: int) -> Parsed | None:
    words = reading.text[first:kind].split()
    if reading.jurisdiction not in {"hk", None} or not words or (len(words) == 1 and len(words[0]) < 4):
        return None
    if re.match(r"\s{0,4}(?:No|\d)", reading.text[end : end + 6]):
        return None
    act = Act(None, first, end, full=True, note="title_not_in_the_table")
    return _with_groups(reading, act)


def _determined_first(reading: TextReading, kind: int, end: int) -> Parsed | None:
    """«the Ordinance, s. 5»: taken when the provision follows at once."""
    text = reading.text
    match = re.compile(r"(?:[Tt]he|[Tt]his|[Tt]hat)\s{1,6}(?:said\s{1,6})?\Z").search(
        text[max(reading.floor, kind - 12) : kind]
    )
    beside = re.compile(r"\s{0,3},\s{0,12}|\s{1,4}(?=ss?\.?\s?\d)").match(text, end)
    if match is None or beside is None or not home(reading):
        return None
    groups = read_groups_behind(text, beside.end())
    if not groups:
        return None
    work, note = the_ordinance(reading, " ".join(match.group().lower().split()), text[kind:end])
    return _act_first(reading, Act(work, kind, end, full=False, note=note), groups, groups[-1].end)


def _court_rules_title(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """Rules of court named first: with their chapter or an order behind; «Rules of the High Court» alone counts as a title."""
    act = act_at(reading, start, tied=False)
    if act is None:
        return None
    parsed = _with_groups(reading, act)
    spelled_out = reading.text.startswith("Rules", start)
    if len(parsed.mentions) == 1 and parsed.end == act.end and not spelled_out and "Cap" not in parsed.mentions[0].text:
        return None
    return parsed


def _chapter(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = CAP_AT.match(text, start)
    if match is None or (
        match.group().startswith("Chapter")
        and not re.match(r",?\s{1,6}(?:of\s{1,6}the\s{1,6})?Laws", text[match.end() : match.end() + 24])
    ):
        return None
    bare_year = re.match(r"(?:19|20)\d\d\Z", match.group("cap"))
    if bare_year or (reading.jurisdiction not in {"hk", None} and "." not in match.group()):
        return None
    act = act_at(reading, start, tied=False)
    if act is None:
        return None
    named = re.compile(r"\s{1,6}").match(text, act.end)
    if named:
        behind = act_at(reading, named.end(), tied=False)
        if behind is not None and behind.work == act.work and "Cap" not in text[behind.start : behind.end]:
            act = Act(act.work, start, behind.end, full=True)
    return _with_groups(reading, act)


# ---------------------------------------------------------------------------------------- notices and numbered ordinances


def _numbered(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _NUMBERED.match(text, start)
    if match is None or (start and text[start - 1] in "./-"):
        return None
    work = f"hk/ord/{match.group('year')}/{int(match.group('number'))}"
    beside = re.compile(r"\s{0,3},?\s{0,6}").match(text, match.end())
    assert beside is not None  # the pattern matches the empty text
    groups = read_groups_behind(text, beside.end()) if reading.jurisdiction in {"hk", None} else []
    if groups and groups[0].unit in {"section", "schedule", "rule", "regulation", "part"}:
        return _act_first(reading, Act(work, start, match.end(), full=True), groups, groups[-1].end)
    if match.group("lead") or (
        reading.jurisdiction == "hk"
        and is_legislation(reading.self_reference)
        and _AMENDING.search(text[max(0, start - 14) : start])
    ):
        return Parsed((mention(reading, start, match.end(), "statute", "full", work, "hk.numbered"),), match.end())
    return None


def _notice(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _NOTICE.match(reading.text, start)
    if match is None:
        return None
    sign = match.group("kind").replace(".", "").replace(" ", "")
    number, year = int(match.group("number")), match.group("year")
    kind: Kind = "gazette"
    reference, note = f"hk/ln/{year}/{number}", ""
    if sign == "GN":
        reference_or_none, note = None, "outside_the_scheme"
    elif sign == "ER":
        kind, reference_or_none, note = "other", None, "editorial_record"
    elif sign == "LN":
        reference_or_none = reference
    else:
        return None
    return Parsed(
        (mention(reading, start, match.end(), kind, "full", reference_or_none, "hk.notice", note=note),), match.end()
    )


# -------------------------------------------------------------------------------- instruments, principles, directions, books


@cache
def _by_abbreviation() -> dict[str, tuple[str, str, int | None]]:
    return {
        title_key(name): (f"hk/{each.work}", each.place, each.articles)
        for each in instruments()
        for name in (*each.names, *each.abbreviations)
    }


def _article_first(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _ARTICLE_FIRST.match(text, start)
    if match is None:
        return None
    work, prefix, articles = _by_abbreviation()[title_key(match.group("name"))]
    spelled_out = " " in match.group("name") or "\n" in match.group("name")
    if spelled_out and not re.search(r"[Aa]rt", match.group()):
        return None
    labels = read_labels(text, match.end(), plural=bool(re.search(r"rts?(?:icles)?s\b|rticles", match.group())))
    if not labels or (articles and labels[0].parts[0].isdigit() and int(labels[0].parts[0]) > articles):
        return None
    if reading.jurisdiction not in {"hk", None} and match.group("name") == "BL":
        return None
    mentions = []
    for index, label in enumerate(labels):
        place = prefix + place_of("article", label.parts, ())
        if label.to:
            place += ".." + prefix + place_of("article", label.to, ())
        verdict, why = identifiers.judge_provision(label.parts[0], articles)
        mentions.append(
            mention(
                reading,
                start if not index else label.start,
                label.end,
                "statute",
                "full",
                f"{work}#{place}",
                "hk.instrument",
                verdict=verdict,
                note=why,
            )
        )
    return Parsed(tuple(mentions), mentions[-1].end)


def _principle(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _PRINCIPLE.match(reading.text, start)
    if match is None:
        return None
    labels = read_labels(reading.text, match.end(), plural=match.group().rstrip().endswith("s"))
    if not labels:
        return None
    form: Form = "short" if reading.self_reference == "hk/cap486" else "full"
    mentions = []
    for index, label in enumerate(labels):
        place = place_of("principle", label.parts, ())
        if label.to:
            place += ".." + place_of("principle", label.to, ())
        verdict, why = identifiers.judge_provision(label.parts[0], 6)
        mentions.append(
            mention(
                reading,
                start if not index else label.start,
                label.end,
                "statute",
                form,
                f"hk/cap486#{place}",
                "hk.principle",
                verdict=verdict,
                note=why,
            )
        )
    tie = re.compile(r"\s{1,8}(?:of|in|under|to)\s{1,8}").match(reading.text, mentions[-1].end)
    act = act_at(reading, tie.end(), tied=True) if tie else None
    if act is not None and act.work == "hk/cap486":
        mentions[-1] = _stretched(reading, mentions[-1], act.end)
    return Parsed(tuple(mentions), mentions[-1].end)


def _direction(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _DIRECTION.match(reading.text, start)
    if match is None or reading.jurisdiction not in {"hk", None}:
        return None
    if match.group().startswith(("PD", "CTPD")) and reading.jurisdiction != "hk":
        return None
    pins = read_pins_behind(reading.text, match.end(), pages=False)
    end = pins[0].end if pins else match.end()
    made = [mention(reading, start, end, "other", "full", None, "hk.direction", note="outside_the_scheme")]
    made += [
        mention(reading, pin.start, pin.end, "other", "full", None, "hk.direction", note="outside_the_scheme")
        for pin in pins[1:]
    ]
    return Parsed(tuple(made), made[-1].end)


def _work(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A treatise with edition and pinpoint; without a pinpoint it is only a title."""
    text = reading.text
    match = _work_pattern().match(text, start)
    lead = _WORK_LEAD.match(text, match.end()) if match else None
    pin = _WORK_PIN.match(text, lead.end()) if lead else None
    if match is None or pin is None:
        return None
    kind: Kind = "commentary" if works()[title_key(match.group())] == "commentary" else "doctrine"
    return Parsed(
        (mention(reading, start, pin.end(), kind, "full", None, "hk.work", note="outside_the_scheme"),), pin.end()
    )
