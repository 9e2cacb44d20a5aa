"""British legislation: provisions with and without their act, titles, numbers, abbreviations, the FCA Handbook.

Keeps true: the act's words belong to the member next to them; a place stands in the act named with it or, without one,
in the act cited last, and then the mention is short; a member of a list whose act is named is full.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.foreign import foreign_at, heads_a_part
from pincite.jurisdictions.shared.lines import line_start_near
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.provisions import (
    Act,
    Group,
    Provision,
    group_at,
    read_groups_behind,
    read_provision,
)
from pincite.jurisdictions.shared.titles import title_start
from pincite.jurisdictions.uk.acts import UNDEFINED, act_at, aliases, is_legislation, memory_of, titled
from pincite.jurisdictions.uk.places import places_of
from pincite.jurisdictions.uk.resolving import NEAR, govern, govern_note, home, resolve
from pincite.jurisdictions.uk.tables import abbreviations
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["anchors", "home"]

_SPACE = r"[\s\u00a0\u2009\u202f]"

_ACT_BEFORE = pattern(
    r"(?P<word>(?<![A-Za-z])[A-Z][A-Za-z&]{1,11}(?:\([A-Z&]{1,6}\)[A-Z]{0,3})?(?:\s{1,4}(?:19|20)\d\d)?),?\s{1,6}\Z"
)
_OF_THE_UNION = pattern(
    r"\s{1,8}(?:of|to|in)\s{1,8}(?:the\s{1,8})?(?:(?:Council|Commission|Delegated|Implementing)\s{1,8}){0,2}(?:Directive|Regulation|Decision)\s{1,8}(?:\(|No|\d)"
)
_OF_A_NAME = pattern(r"\s{1,8}(?:of|to)\s{1,8}(?:the\s{1,8})?[A-Z][a-z]{2,}\s{1,8}(?:\(|[A-Z])")
"""«Part 5 of the Finance (No. 2) Bill», «article 6 of the European Convention»: another text's place."""
_PROVISIONS_OF = pattern(r"(?:[Pp]rovisions|[Ss]ections|[Ee]nactments)\s{1,12}(?:of|in|contained\s{1,4}in)\s{1,12}")
_MARGIN = pattern(r"[’'\w/#@-]\Z")
_NOT_OURS = pattern(
    r"\s{1,12}(?:of|to|in)\s{1,12}(?:the|this|that|his|her|their|its|an?|our|any|each)\s{1,12}(?!same|said|relevant|above|effect|extent|case|present\b|light|absence|context|way|manner|sense|respect|course|reasoning|legislation|statute|English|domestic)\w|\s{1,12}of\s{1,12}[A-Z(]"
)


_TELLING = frozenset({"section", "subsection", "regulation", "rule", "schedule", "part"})
"""Units of which an abbreviation that the text does not define is an act's."""


@cache
def _handbook() -> str:
    return "|".join(
        sorted(
            (row[0] for row in rows("pincite.jurisdictions.uk", "data/fca_handbook.tsv")),
            key=lambda word: (-len(word), word),
        )
    )


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    gap = rf"\.?{_SPACE}{{0,12}}"
    words = r"[Ss]ections?|[Ss]ecs?|[Ss]ub-?[Ss]ections?|[Rr]egulations?|[Rr]egs?|[Rr]ules?|[Aa]rticles?|[Aa]rts?|[Pp]aragraphs?|[Pp]aras?|[Ss]ub-?[Pp]aragraphs?"
    short = "|".join(sorted(abbreviations(), key=lambda word: (-len(word), word)))
    return [
        Anchor("uk.provision", rf"\b(?:{words}){gap}(?:\d|\()", _provision),
        Anchor("uk.provision", rf"\b[Ss]{{1,2}}\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor("uk.provision", rf"\b(?:r|rr)\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor(
            "uk.provision",
            rf"\b(?:Schedules?|Schs?|Parts?|Pt|Chapters?){gap}(?:\d|[A-Z]\d|[IVXL]{{1,5}}[A-Z]?\b)",
            _provision,
        ),
        Anchor(
            "uk.provision",
            rf"\b(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth){_SPACE}{{1,8}}Schedule\b",
            _provision,
        ),
        Anchor(
            "uk.provisions_of",
            rf"\b(?:[Pp]rovisions|[Ee]nactments){_SPACE}{{1,12}}(?:of|in|contained){_SPACE}",
            _provisions_of,
        ),
        Anchor(
            "uk.amended",
            rf"\b[Tt]he{_SPACE}{{1,6}}(?:(?:19|20)\d\d{_SPACE}{{1,6}}|[Pp]rincipal{_SPACE}{{1,6}})?(?:Act|Order|Regulations|Rules|Scheme){_SPACE}{{1,6}}(?:is|are|shall{_SPACE}be){_SPACE}(?:further{_SPACE})?amended",
            _amended,
        ),
        Anchor("uk.schedule", rf"\bSchedule{_SPACE}{{1,6}}to\b", _bare_schedule),
        Anchor(
            "uk.title",
            rf"\b(?:Act|Regulations|Order|Rules|Scheme|Measure)(?:{_SPACE}{{1,6}}in{_SPACE}{{1,6}}Council|{_SPACE}{{1,6}}\(Northern{_SPACE}{{1,6}}Ireland\))?(?:{_SPACE}{{1,12}}(?:1[2-9]|20)\d\d|,{_SPACE}{{1,3}}(?:1[2-8]\d\d|19[0-6]\d))\b",
            _title,
        ),
        Anchor(
            "uk.title",
            rf"\b(?:Act|Regulations|Order|Rules|Scheme)(?:{_SPACE}{{1,6}}in{_SPACE}{{1,6}}Council)?{_SPACE}{{0,4}}(?:\({_SPACE}{{0,4}}S\.?{_SPACE}?I|:{_SPACE}{{1,6}}Statutory{_SPACE})",
            _title,
        ),
        Anchor(
            "uk.number",
            rf"\b(?:S\.?S\.?I|W\.?S\.?I|S\.?{_SPACE}?I|S\.R)\.?{_SPACE}{{0,3}}(?:&{_SPACE}?O\.?{_SPACE}{{0,3}})?(?:No\.?{_SPACE}{{0,3}})?(?:19|20)\d\d(?:{_SPACE}?/{_SPACE}?|{_SPACE}{{1,3}}No\.?{_SPACE}{{0,3}})\d",
            _number,
        ),
        Anchor(
            "uk.number",
            rf"\bSR{_SPACE}?&{_SPACE}?O\.?{_SPACE}{{0,3}}(?:No\.?{_SPACE}{{0,3}})?19\d\d{_SPACE}?/{_SPACE}?\d",
            _number,
        ),
        Anchor("uk.chapter", rf"\b(?:1[2-9]|20)\d\d{_SPACE}{{1,3}}(?:c\.|asp|asc|anaw|nawm){_SPACE}{{0,3}}\d", _number),
        Anchor("uk.abbreviation", rf"\b(?:{short}){_SPACE}{{1,4}}(?:19|20)\d\d\b", _abbreviation),
        Anchor(
            "uk.handbook",
            rf"\b(?:{_handbook()}|Listing{_SPACE}{{1,4}}Rule){_SPACE}{{0,4}}(?:App(?:endix)?\.?{_SPACE}{{1,3}})?\d{{1,2}}[A-Z]?\.\d",
            _fca_rule,
        ),
        Anchor(
            "uk.civil_procedure",
            rf"\b(?:CPR{_SPACE}{{1,4}}(?:(?:rr?\.?|[Rr]ules?){_SPACE}{{0,3}})?|[Rr]ules?{_SPACE}{{1,4}}|rr?(?:\.{_SPACE}{{0,3}}|{_SPACE}{{1,4}}))\d{{1,2}}[A-Z]?\.\d",
            _civil_procedure,
        ),
    ]


def _amended(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«The 1985 Act is amended as follows—»: what stands below is that act's; the words themselves cite no place."""
    act = act_at(reading, start, tied=True)
    if act is None:
        return None
    seen = mention(reading, start, act.end, "statute", "short", act.work, "uk.provision", note=act.note)
    govern(reading, seen, act.end)
    return None


def _provisions_of(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«The following provisions of the X Act, namely—»: the act of the list below; the words themselves cite no place."""
    tie = _PROVISIONS_OF.match(reading.text, start)
    act = act_at(reading, tie.end(), tied=True) if tie else None
    if tie is None or act is None or act.work is None:
        return None
    seen = mention(reading, tie.end(), act.end, "statute", "short", act.work, "uk.provision")
    return Parsed((), tie.end()) if govern(reading, seen, act.end) else None


def _provision(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and _MARGIN.match(text[start - 1]):
        return None
    first = group_at(reading, start)
    if first is None:
        return None
    provision = read_provision(text, start, lambda position, tied: act_at(reading, position, tied=tied), first=first)
    assert provision is not None  # its first group is read
    act = provision.groups[-1][1]
    if act is not None and act.note != UNDEFINED:
        return _of_act(reading, provision, act)
    foreign = foreign_at(text, provision.groups[-1][0].end)
    if foreign is not None:
        return _foreign(reading, provision)
    if heads_a_part(text, provision.end):
        return None
    before = _act_before(reading, start)
    if before is not None:
        return _act_first(reading, before, [group for group, _ in provision.groups], provision.end)
    if act is not None:
        telling = all(group.unit in _TELLING for group, _ in provision.groups)
        return _of_act(reading, provision, act) if telling else None
    parsed = _bare(reading, start, provision)
    if parsed is None:
        reading.refuse_list("uk.provision", provision.members, provision.end)
    return parsed


def _emit(
    reading: TextReading, group: Group, work: str | None, form: Form, note: str, antecedent: int | None
) -> list[Mention]:
    schedule = next((parts[0] for unit, parts in group.above if unit == "schedule"), None)
    if schedule is None and group.unit == "schedule":
        schedule = group.labels[-1].parts[0]
    if schedule is not None:
        memory_of(reading).schedule = (schedule, group.end)
    elif group.unit in {"section", "regulation"} and form == "full":
        memory_of(reading).schedule = None
    made = []
    for index, label in enumerate(group.labels):
        end = group.end if index == len(group.labels) - 1 else label.end
        reference = with_place(work, places_of(group, label)) if work else None
        made.append(
            mention(
                reading, label.start, end, "statute", form, reference, "uk.provision", note=note, antecedent=antecedent
            )
        )
    return made


def _stretched(reading: TextReading, last: Mention, end: int) -> Mention:
    return last._replace(end=end, text=reading.text[last.start : end])


def _antecedent(reading: TextReading) -> int | None:
    statute = antecedents(reading).statute
    return statute.start if statute is not None else None


def _of_act(reading: TextReading, provision: Provision, act: Act) -> Parsed:
    form: Form = "full" if act.full else "short"
    antecedent = None if act.full else _antecedent(reading)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        mentions += _emit(reading, group, act.work, form, act.note, antecedent)
    mentions[-1] = _stretched(reading, mentions[-1], act.end)
    govern(reading, mentions[-1], act.end)
    return Parsed(tuple(mentions), act.end)


def _act_before(reading: TextReading, start: int) -> Act | None:
    window_start = max(reading.floor, start - 30)
    match = _ACT_BEFORE.search(reading.text[window_start:start])
    if match is None:
        return None
    if match.group("word") in {"Act", "Regulations", "Order", "Rules"}:
        dated = _dated_before(reading, start)
        if dated is not None:
            return dated
    act = act_at(reading, window_start + match.start(), tied=False)
    return act if act is not None and act.work and act.end <= start else None


_DATED = pattern(
    r"\b(?P<under>(?:[Uu]nder|[Bb]y|[Ii]n|[Oo]f|[Ff]or)\s{1,4})(?P<act>the\s{1,4}(?:18|19|20)\d\d\s{1,4}(?:Act|Regulations|Order|Rules)),\s{1,4}\Z"
)


def _dated_before(reading: TextReading, start: int) -> Act | None:
    """«Under the 1968 Act, section 7»: the act by its year, in front of its section."""
    dated = _DATED.search(reading.text, max(reading.floor, start - 40), start)
    act = act_at(reading, dated.start("act"), tied=False) if dated else None
    return act._replace(start=start) if act is not None and act.work and dated is not None else None


def _act_first(reading: TextReading, act: Act, groups: list[Group], end: int) -> Parsed:
    form: Form = "full" if act.full else "short"
    mentions: list[Mention] = []
    for group in groups:
        mentions += _emit(reading, group, act.work, form, act.note, None if act.full else _antecedent(reading))
    mentions[0] = mentions[0]._replace(start=act.start, text=reading.text[act.start : mentions[0].end])
    return Parsed(tuple(mentions), end)


def _foreign(reading: TextReading, provision: Provision) -> Parsed | None:
    found = foreign_at(reading.text, provision.groups[-1][0].end)
    if found is None or provision.groups[0][0].unit not in {"article", "section", "paragraph", "rule", "part"}:
        return None
    mentions = []
    for group, _ in provision.groups:
        for index, label in enumerate(group.labels):
            end = group.end if index == len(group.labels) - 1 else label.end
            mentions.append(
                mention(reading, label.start, end, found.kind, found.form, None, "uk.foreign_law", note=found.note)
            )
    mentions[-1] = _stretched(reading, mentions[-1], found.end)
    return Parsed(tuple(mentions), found.end)


def _bare(reading: TextReading, start: int, provision: Provision) -> Parsed | None:
    text = reading.text
    if re.match(r"[Ss]{1,2}\d{1,4}[A-Z]{0,2}(?![\d(])", text[start : start + 9]):
        return None  # «s6» alone is a product, a gene, a telephone
    if text.startswith("rule", start) and _NAMED_RULE.search(text, max(0, start - 24), start):
        return None  # «Pension rule 1»
    if not (home(reading) or _british_act_cited_last(reading, start)):
        return None
    own = is_legislation(reading.self_reference)
    unit = provision.groups[0][0].unit
    if unit == "part" and _PART_AS_A_WORD.match(text, provision.end):
        return None  # «Part 4A permission», «Part 36 offer»
    if unit == "part" and _is_a_term(reading, provision):
        return None
    if own and unit in {"part", "schedule"} and line_start_near(text, start) is not None:
        return None  # a heading
    that = _OF_THAT_SCHEDULE.match(text, provision.end) if unit == "paragraph" else None
    if that is None and (
        _OF_THE_UNION.match(text, provision.end) or (_OF_A_NAME if own else _NOT_OURS).match(text, provision.end)
    ):
        return None
    defined = _defined_behind(reading, provision)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        resolved = resolve(reading, group, start, own=own)
        if resolved is None:
            break
        work, note, antecedent, settled = resolved
        if mentions and mentions[0].reference is None and mentions[0].note:
            work, note = None, mentions[0].note  # the members of one list are of one act
        mentions += _emit(reading, settled, defined or work, "short", "" if defined else note, antecedent)
    if that is not None and mentions:
        mentions[-1] = _stretched(reading, mentions[-1], that.end())
    return Parsed(tuple(mentions), mentions[-1].end) if mentions else None


_OF_THAT_SCHEDULE = pattern(r"\s{1,8}of\s{1,6}(?:that|the\s{1,4}said|the\s{1,4}same)\s{1,6}Schedule(?![A-Za-z])")


def _british_act_cited_last(reading: TextReading, start: int) -> bool:
    """In a text of another place: a bare section behind a British act is that act's."""
    for each in reversed(reading.mentions):
        if start - each.end >= NEAR:
            return False
        if each.rule.startswith("uk."):
            break
    else:
        return False
    last = antecedents(reading).statute
    return last is not None and last.rule.startswith("uk.") and start - last.end < NEAR


_PART_TERM = pattern(r"[“\"‘']Part\s{1,3}(?P<number>[0-9A-Z]{1,5})[”\"’']")


def _is_a_term(reading: TextReading, provision: Provision) -> bool:
    """«a written examination (“Part 1”)»: the text calls something by the words of a part, and it is no act's."""
    terms: set[str] | None = reading.memory.get("uk.part_terms")
    if terms is None:
        terms = reading.memory["uk.part_terms"] = {each.group("number") for each in _PART_TERM.finditer(reading.text)}
    return bool(terms) and provision.groups[0][0].labels[0].parts[0] in terms


_PART_AS_A_WORD = pattern(
    r"\s{1,4}(?:permissions?|offers?|claims?|claimants?|defendants?|counterclaims?|proceedings|transfers?|applications?)(?![A-Za-z])"
)
"""Things called after a part: the words name the thing and cite nothing."""
_NAMED_RULE = pattern(r"[A-Z][a-z]{3,}\s\Z")
_IN_BETWEEN = pattern(
    r"\s{0,4}\([^()]{1,80}\)\s{1,6}of\s{1,6}(?:the\s{1,6})?(?P<term>[A-Z][A-Za-z&]{1,12}|(?:19|20)\d\d\s{1,4}Act)(?![A-Za-z])"
)


def _defined_behind(reading: TextReading, provision: Provision) -> str | None:
    """«regulation 10(1)(h) (as applied by regulation 15) of the PSRs»: the act stands behind a bracket."""
    match = _IN_BETWEEN.match(reading.text, provision.end)
    known = aliases(reading).get(match.group("term")) if match else None
    return known[0] if known else None


# ------------------------------------------------------------------------------------------------------ acts by themselves


def _with_groups(reading: TextReading, act: Act, start: int, end: int) -> Parsed:
    text = reading.text
    rule = (
        _CPR_BEHIND.match(text, end) if act.work and act.work.startswith(("uk/uksi/", "uk/ssi/", "uk/nisr/")) else None
    )
    if rule:
        place = "-".join([f"rule-{rule.group('number')}", *re.findall(r"[0-9a-z]+", rule.group("lower"))])
        reference = f"{act.work}#{place}"
        return Parsed(
            (mention(reading, start, rule.end(), "statute", "full", reference, "uk.civil_procedure"),), rule.end()
        )
    beside = re.compile(r"\s{0,3},?\s{1,12}").match(text, end)
    groups = read_groups_behind(text, beside.end()) if beside else []
    if groups and groups[0].unit != "chapter":
        return _act_first(reading, act, groups, groups[-1].end)
    made = mention(reading, start, end, "statute", "full" if act.full else "short", act.work, "uk.title", note=act.note)
    govern(reading, made, end)
    return Parsed((made,), end)


def _title(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """At «Act 2009»: the title stands before."""
    text = reading.text
    word = re.compile(r"[A-Za-z]+").match(text, start)
    assert word is not None  # the anchor begins with a word
    first = title_start(text, start, reading.floor)
    if first == start:
        return None
    act = titled(reading, first, word.end())
    if act is None or (
        len(text[first:start].split()) == 1 and text[first:start].strip().lower() in {"court", "interim", "draft"}
    ):
        return None
    return _with_groups(reading, act, act.start, act.end)


def _bare_schedule(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«the Schedule to the X Order 2000»."""
    text = reading.text
    tie = re.compile(r"Schedule\s{1,6}to,?\s{1,12}").match(text, start)
    act = act_at(reading, tie.end(), tied=True) if tie else None
    if act is None or act.work is None:
        return None
    reference = with_place(act.work, "schedule")
    form: Form = "full" if act.full else "short"
    made = mention(reading, start, act.end, "statute", form, reference, "uk.provision", note=act.note)
    govern(reading, made, act.end)
    return Parsed((made,), act.end)


def _number(reading: TextReading, start: int, _end: int) -> Parsed | None:
    act = act_at(reading, start, tied=False)
    if act is None:
        return None
    govern_note(reading, act, start)
    further = _further_numbers(reading, act) if (act.work or "").startswith("uk/uksi/") else []
    if further:
        first = mention(reading, act.start, act.end, "statute", "full", act.work, "uk.number", note=act.note)
        return Parsed((first, *further), further[-1].end)
    return _with_groups(reading, act, act.start, act.end)


_NEXT_NUMBER = pattern(r",?\s{1,4}(?:and\s{1,4})?(?P<number>(?P<year>19[4-9]\d|20[0-4]\d)/(?P<no>\d{1,4}))(?![\d/-])")
_MOST_NUMBERS = 60


def _further_numbers(reading: TextReading, act: Act) -> list[Mention]:
    """«S.I. 1992/1563, 1995/1139 and 1996/396»: instruments of one list, whose letters stand once."""
    found: list[Mention] = []
    end = act.end
    while len(found) < _MOST_NUMBERS and (more := _NEXT_NUMBER.match(reading.text, end)):
        if int(more.group("no")) == (int(more.group("year")) + 1) % 100:
            break  # «1995/96» is a year of tax
        end = more.end("number")
        work = f"uk/uksi/{more.group('year')}/{int(more.group('no'))}"
        found.append(mention(reading, more.start("number"), end, "statute", "full", work, "uk.number"))
    return found


def _abbreviation(reading: TextReading, start: int, _end: int) -> Parsed | None:
    act = act_at(reading, start, tied=False)
    if act is None or not act.work:
        return None
    text = reading.text
    if len(act_words(text, act)) < _TELLING_INITIALS and not reading.mentions and reading.self_reference is None:
        return None  # «FA 2008» in a text that cites nothing
    if text[start - 1 : start] in {"“", '"', "‘"} and text[act.end : act.end + 1] in {"”", '"', "’"}:
        return None  # the term as it is defined
    return _with_groups(reading, act, act.start, act.end)


_TELLING_INITIALS = 3


def act_words(text: str, act: Act) -> str:
    """The initials of an abbreviation, without its year."""
    return text[act.start : act.end].split(maxsplit=1)[0]


_RULE = pattern(
    r"(?P<module>[A-Z]{2,8}|Listing\s{1,4}Rule)\s{0,4}(?:App(?:endix)?\.?\s{1,3})?\d{1,2}[A-Z]?(?:\.\d{1,2}[A-Z]?)?(?:\.-?\d{1,3}[A-Z]?)?(?:\(\d{1,2}\))?(?:\([a-z]{1,2}\))?(?:\s?(?:R|G|E|D|P|UK|EU)(?![A-Za-z]))?"
)


def _fca_rule(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _RULE.match(reading.text, start)
    if match is None:
        return None
    return Parsed(
        (mention(reading, start, match.end(), "other", "full", None, "uk.handbook", note="outside_the_scheme"),),
        match.end(),
    )


_CPR = pattern(
    r"(?P<lead>CPR\s{1,4}(?:(?:rr?\.?|[Rr]ules?)\s{0,3})?|[Rr]ules?\s{1,4}|rr?(?:\.\s{0,3}|\s{1,4}))(?P<number>\d{1,2}[A-Z]?\.\d{1,3}[A-Z]?)(?P<lower>(?:\([0-9a-zA-Z]{1,3}\)){0,4})(?!\d|\.\d)"
    r"(?P<act>\s{1,4}CPR(?![A-Za-z])|\s{1,4}of\s{1,4}the\s{1,4}(?:CPR|Civil\s{1,4}Procedure\s{1,4}Rules(?:\s{1,4}1998)?))?"
)
_CPR_BEHIND = pattern(
    r",?\s{1,4}(?:in\s{1,4}particular,?\s{1,4})?(?:r\.?|[Rr]ule)\s{0,3}(?P<number>\d{1,2}[A-Z]?\.\d{1,3}[A-Z]?)(?P<lower>(?:\([0-9a-z]{1,3}\)){0,4})(?!\d|\.\d)"
)
_CIVIL_PROCEDURE_RULES = "uk/uksi/1998/3132"


_TIED_RULES = pattern(r"\s{1,8}(?:of|to|in|under)\s{1,8}")


def _dotted_rule(reading: TextReading, match: re.Match[str]) -> Parsed | None:
    """«rule 14.25 of the Insolvency Rules 2016»: other rules so numbered, named behind; a bare one behind is theirs."""
    tie = _TIED_RULES.match(reading.text, match.end())
    act = act_at(reading, tie.end(), tied=True) if tie else None
    known: str | None = reading.memory.get("uk.dotted_rules")
    if act is not None and act.work and act.work.startswith(("uk/uksi/", "uk/ssi/", "uk/nisr/")):
        work, form, end = act.work, "full" if act.full else "short", act.end
        reading.memory["uk.dotted_rules"] = work
    elif act is None and known and known != _CIVIL_PROCEDURE_RULES:
        work, form, end = known, "short", match.end()
        if next(reversed(antecedents(reading).works), "") == _CIVIL_PROCEDURE_RULES:
            return None
    else:
        return None
    place = "-".join([f"rule-{match.group('number')}", *re.findall(r"[0-9a-zA-Z]+", match.group("lower"))])
    made = mention(
        reading, match.start(), end, "statute", "full" if form == "full" else "short", f"{work}#{place}",
        "uk.civil_procedure", antecedent=None if form == "full" else _antecedent(reading),
    )  # fmt: skip
    return Parsed((made,), end)


def _civil_procedure(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """Rules with a point in their number: of the Civil Procedure Rules, when those are named with it or before."""
    match = _CPR.match(reading.text, start)
    if match is None:
        return None
    named = match.group("lead").startswith("CPR") or match.group("act") is not None
    if not named:
        dotted = _dotted_rule(reading, match)
        if dotted is not None:
            return dotted
        if _CIVIL_PROCEDURE_RULES not in antecedents(reading).works:
            return None
    place = "-".join([f"rule-{match.group('number')}", *re.findall(r"[0-9a-zA-Z]+", match.group("lower"))])
    form: Form = "full" if named else "short"
    reference = f"{_CIVIL_PROCEDURE_RULES}#{place}"
    return Parsed(
        (mention(reading, start, match.end(), "statute", form, reference, "uk.civil_procedure"),), match.end()
    )
