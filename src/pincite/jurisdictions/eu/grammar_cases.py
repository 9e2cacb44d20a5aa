"""Cases of the Court of Justice, the General Court and the Civil Service Tribunal; ECLI; the Official Journal; documents.

Keeps true: a case number has a two-digit year (a four-digit one is a Swiss docket); an ECLI beside a case number is that
case; a gazette page and a document number have no reference.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Kind, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.eu.acts import is_act
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.case_names import sentence_start
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins_behind
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["anchors", "points_at"]

_SPACE = r"[\s\u00a0\u2009\u202f]"
_HYPHEN = "[-\u2010\u2011\u2013]"
_SUFFIX = r"(?:\s?(?:P\(R\)(?:-R)?|PPU|P(?:\s?R)?|REV|RENV|R|DEP|AJ|OP|SA|RX|TO|INTP?)(?![A-Za-z]))?"
_CASE = lazy_pattern(
    rf"(?P<lead>(?:(?:Joined\s{{1,6}})?[Cc]ases?|[Aa]ffaires?(?:\s{{1,4}}jointes)?|aff\.|[Rr]echtssachen?|Rs\.|verb\.\s?Rs\.|[Cc]aus[ae]|[Cc]ause\s{{1,4}}riunite)\s{{1,6}})?"
    rf"(?P<court>[CTF]){_HYPHEN}(?P<number>\d{{1,4}})/(?P<year>\d\d)(?!\d)(?P<suffix>{_SUFFIX})(?:\s{{0,3}}(?:to|à|bis|–|-)\s{{0,3}}(?P<to>[CTF]{_HYPHEN}\d{{1,4}}/\d\d(?!\d){_SUFFIX}))?"
)
_OVER = lazy_pattern(
    r"[*_]{0,2}(?:\s{0,3},\s{1,6}|\s{1,3}\(|\s{1,3}(?=[*_A-Z]))(?!EU:|ECLI)(?:[*_]{0,2}(?:[Jj]udgment|[Aa]rrêt|Urteil|[Ss]entenza|[Oo]rder)\s[^;()\n]{3,90}?\d{4}|[*_]{0,2}[A-ZÀ-Ý][^,;:()\n\[]{1,90}?[*_]{0,2}\)?)(?=\s{0,2},|\s{1,3}\((?:Rn|[Pp]oint|[Pp]ara|[Pp]unt))"
)
"""A name, or the kind and date of the decision, between the number and the pinpoint."""
_POINT = lazy_pattern(
    r"(?:\s{0,3},\s{0,6}|\s{1,3}\()(?:at\s{1,3})?(?:[Pp]oints?|pts?\.|Rn\.|Randnrn?\.|Rz\.|punt[oi]|[Pp]aragraphs?|[Pp]aras?\.?)\s{1,4}(?:da\s{1,3})?(?=\d)"
)
_POINT_AT = lazy_pattern(r"(?:[Pp]oints?|Rn\.|Randn(?:rn?\.|ummern?)|[Pp]unt[oi])\s{1,4}(?=\d)")
_STATED = lazy_pattern(
    r"(?:[^;()“”«»\"]|;\s{1,3}(?:dort|darin)\s){0,200}\b(?:[Ii]n|[Zz]u|[Uu]nter|[Aa]l|[Aa]i|[Nn]el|[Nn]ei)\s{1,3}\Z"
)
"""«C-311/18 hält der Gerichtshof in Rn. 24 fest»: without such a word a marginal number may be a commentary's."""
_OF_A_THING = lazy_pattern(
    r"\s{1,4}(?:d(?:u|es|e\s{1,3}(?:la|l['’]|cette|ce|son|sa))|of\s{1,3}(?:the|his|her|its|their|this|that))(?![a-z])"
)
"""«point 4 de la liste»: not of the case of the sentence."""
_POINT_NUMBER = lazy_pattern(
    r"(?P<a>\d{1,4})(?![\d/])(?:\s?(?:[-–]|to|à|bis|a(?=\s))\s?(?P<b>\d{1,4})(?![\d/])|\s?(?P<on>ff?\.|et\ssuiv(?:\.|ants?(?![a-z]))|e\ss(?:s|egg)\.))?"
)
_POINT_JOINT = lazy_pattern(r"\s{0,2}(?:,|and|et|und|e)\s{1,3}(?=\d)|,\s{1,3}(?:and|et|und|e)\s{1,3}(?=\d)")
_OLD = lazy_pattern(
    r"(?:Joined\s{1,6})?(?:Cases?|Rs\.|Rechtssache|aff(?:aire)?\.?)\s{1,4}(?P<number>\d{1,3}/\d\d)(?![\d/])"
)
_ECLI = lazy_pattern(r"(?:ECLI:)?EU:(?P<court>[CTF]):(?P<year>\d{4}):(?P<number>\d{1,5})")
_OLD_BEFORE = lazy_pattern(
    r"(?<![\d/.-])(?P<number>\d{1,3}/(?P<year>\d\d))(?:,\s{1,4}|\s{1,4}\(|\s{1,4}(?:and|et|und|e)\s{1,4}|\s{1,4})\Z"
)
"""«Lanterne, 283/81, EU:C:1982:335»: an old number without its word, known by the ECLI behind it."""
_ECR = lazy_pattern(
    r"\[(?P<year>19\d\d|20\d\d)\]\s{1,4}(?P<series>ECR|Rec\.|Slg\.|Racc\.)\s{1,4}(?:(?:I{1,2}|I-A|II-A)\s?[-–]\s?)?\d{1,5}"
)
_JOURNAL_NUMBER = r"\(?(?:19|20)\d\d/[LC]\s?\d{1,4}(?:/\d{1,4})?\)?"
_JOURNAL_NAMED = lazy_pattern(
    rf"(?:Official\s{{1,6}}Journal|Journal\s{{1,6}}officiel|Amtsblatt)(?:\s{{1,6}}(?:of\s{{1,6}}the\s{{1,6}}European\s{{1,6}}(?:Union|Communit(?:y|ies))|de\s{{1,6}}l['’]Union\s{{1,6}}européenne|des\s{{1,6}}Communautés\s{{1,6}}européennes|der\s{{1,6}}Europäischen\s{{1,6}}Union))?,?\s{{1,6}}(?:{_JOURNAL_NUMBER}|\(?[LC]\s?\d{{1,4}}(?:,\s\d{{1,2}}\.\d{{1,2}}\.\d{{4}})?(?:,\s{{1,3}}p\.\s?\d{{1,5}})?\)?)|(?:19|20)\d\d/[LC]\s\d{{1,4}}/\d{{1,4}}"
)
_JOURNAL = lazy_pattern(
    r"(?:OJ|JO|ABl\.?|GU|DO)\s{1,4}(?:(?:19|20)\d\d\s?,?\s{0,3})?(?:EU\s{1,3})?(?P<series>[LC])(?:\s?(?:[AEIM]|ELI)(?![a-z]))?(?:\s{0,3}(?:Nr\.\s?)?\d{1,4}(?:\s?[AE](?![a-z]))?|,\s?\d{4}/\d{1,5}|/\d{4}/\d{1,5})"
    r"(?:\s{0,3},?\s{0,4}(?:of\s|du\s|vom\s|del\s)?\s?\d{1,2}\.\s?\d{1,2}\.\s?(?:19|20)\d\d)?(?:\s{0,2},?\s{1,6}(?:p|pp|S|pag)\.\s{0,4}\d{1,5}(?:[-–]\d{1,5})?)?"
)
_DOCUMENT = lazy_pattern(
    r"(?:(?:COM|SWD|SEC|JOIN|C)\s?\((?:19|20)\d\d\)\s?\d{1,5}(?:\s(?:final|endg\.|définitif))?|(?:EBA|ESMA|EIOPA|JC|ESRB|EDPB|WP)(?:/[A-Z]{1,6}){0,2}/(?:19|20)\d\d/\d{1,5}|ESMA\d\d-\d{1,4}-\d{1,6})"
)
_CELEX = lazy_pattern(r"(?:CELEX:?\s{0,2})?(?P<celex>[36](?:19|20)\d\d(?:R|L|D|F|H|CJ|TJ|CC|CO|TO|CV)\d{4})(?![\dA-Z])")
_NAME_BETWEEN = 240
_BETWEEN_STOPS = lazy_pattern(r"[;”]|[a-z)]{3}\.\s|\n\s{0,4}\[\d{1,3}\]\s")
_ELIDED = lazy_pattern(
    r"\s{0,3}(?:&|,|and|et|und)\s{1,4}(?P<number>\d{1,4})/(?P<year>\d\d)(?!\d)(?P<p>\s?P(?![A-Za-z]))?"
)
_CONNECT = lazy_pattern(
    r"[\s,()]{1,6}(?:(?:non\s{1,3}publiée?|not\s{1,3}published|nicht\s{1,3}veröffentlicht|non\s{1,3}pubblicat[ao])[\s,()]{1,4})?\Z"
)
_CONNECT_REACH = 30
_NAMED_BETWEEN = lazy_pattern(r",?\s{1,3}[*_]{0,2}[A-ZÀ-Ý][^,;:()\[\]\n\d“”«»\"]{1,80}[*_]{0,2}[\s,(]{1,4}\Z")
"""«C-311/18, *Lanterne*, EU:C:2020:559»: nothing but the name stands between the number and the ECLI."""
_NAMED_REACH = 100


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    cases = rf"(?:Joined{_SPACE}{{1,6}})?[Cc]ases?|[Aa]ffaires?(?:{_SPACE}{{1,4}}jointes)?|aff\.|[Rr]echtssachen?|Rs\.|verb\.{_SPACE}?Rs\.|[Cc]aus[ae]"
    return [
        Anchor("eu.case", rf"(?:(?:{cases}){_SPACE}{{1,6}})?[CTF](?:-|\u2010|\u2011|\u2013)\d{{1,4}}/\d\d", _case),
        Anchor("eu.case_old", rf"(?:{cases}){_SPACE}{{1,4}}\d{{1,3}}/\d\d", _old),
        Anchor(
            "eu.point", rf"\b(?:[Pp]oints?|Rn\.|Randn(?:rn?\.|ummern?)|[Pp]unt[oi]){_SPACE}{{1,4}}\d{{1,4}}", _point
        ),
        Anchor("eu.ecli", r"(?:ECLI:)?EU:[CTF]:\d{4}:\d", _ecli),
        Anchor("eu.ecr", rf"\[(?:19|20)\d\d\]{_SPACE}{{1,4}}(?:ECR|Rec\.|Slg\.|Racc\.)", _ecr),
        Anchor(
            "eu.journal",
            rf"\b(?:OJ|JO|ABl\.?|GU|DO){_SPACE}{{1,4}}(?:(?:19|20)\d\d,?{_SPACE}{{1,3}})?(?:EU{_SPACE})?[LC]\b",
            _journal,
        ),
        Anchor(
            "eu.journal",
            rf"(?:Official{_SPACE}{{1,6}}Journal|Journal{_SPACE}{{1,6}}officiel|Amtsblatt)\b|\b(?:19|20)\d\d/[LC]{_SPACE}\d{{1,4}}/\d",
            _journal_named,
        ),
        Anchor(
            "eu.document",
            r"\b(?:(?:COM|SWD|SEC|JOIN|C) ?\((?:19|20)\d\d\) ?\d|(?:EBA|ESMA|EIOPA|JC|ESRB|EDPB|WP)/|ESMA\d\d-)",
            _document,
        ),
        Anchor("eu.celex", r"\b(?:CELEX:? ?)?[36](?:19|20)\d\d[A-Z]{1,2}\d{4}\b", _celex),
    ]


def _elided(reading: TextReading, match: re.Match[str]) -> list[Mention]:
    """«cases C-395/96P & 396/96P»: further numbers of the same court without its letter."""
    if not (match.group("lead") or "").rstrip().lower().endswith(("cases", "jointes", "sachen", "riunite")):
        return []
    made: list[Mention] = []
    end = match.end()
    while more := _ELIDED.match(reading.text, end):
        suffix = " P" if more.group("p") else ""
        work = f"eu/case/{match.group('court')}-{more.group('number')}/{more.group('year')}{suffix}"
        end = more.end()
        made.append(
            mention(
                reading, more.start("number"), end, "case", "full", work, "eu.case", language=reading.language or "en"
            )
        )
    return made


def _pins_behind(text: str, end: int) -> list[Pin]:
    """Pinpoints behind a case: «, paragraph 58», «, *Brexel*, point 33», «, Judgment of …, 22 October 2015, [60]-[70]»."""
    pins = read_pins_behind(text, end, pages=False)
    if pins:
        return [] if text.startswith(";", end) else pins  # «C-934/09; paragraph 66 of the judgment in Beacon»
    over = _OVER.match(text, end)
    for at in (over.end(), end) if over else (end,):
        pins = _points(text, at) or (read_pins_behind(text, at, pages=False) if at != end else [])
        if pins:
            return [pins[0]._replace(start=end), *pins[1:]]
    return []


def _point(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Dans l’affaire C-667/21, la Cour a précisé, au point 86»: of the case cited in the same sentence."""
    case = antecedents(reading).case
    if (
        case is None
        or not (case.reference or "").startswith("eu/case/")
        or is_act(reading.self_reference)
        or case.start < sentence_start(reading.text, start)
    ):
        return None
    if (
        reading.text[start] in "RrPp"
        and not reading.text.startswith(("Point", "point"), start)
        and not _STATED.match(reading.text[case.end : start])
    ):
        return None
    pins = points_at(reading.text, start, _POINT_AT)
    if pins and _OF_A_THING.match(reading.text, pins[-1].end):
        return None
    work = (case.reference or "").partition("#")[0]
    made = [
        mention(
            reading, pin.start if index else start, pin.end, "case", "short", f"{work}#{pin.place}", "eu.point",
            antecedent=case.start, language=reading.language or "en",
        )
        for index, pin in enumerate(pins)
    ]  # fmt: skip
    return Parsed(tuple(made), made[-1].end) if made else None


def _points(text: str, position: int) -> list[Pin]:
    """«, points 51 et 52», «, Rn. 33»: the words of the Court's languages that the shared pinpoints do not know."""
    return points_at(text, position, _POINT)


def points_at(text: str, position: int, pattern: re.Pattern[str]) -> list[Pin]:
    """The points behind a word that `pattern` matches at `position`: single ones, ranges, lists."""
    word = pattern.match(text, position)
    pins: list[Pin] = []
    at = word.end() if word else -1
    while word is not None and len(pins) < 20:
        number = _POINT_NUMBER.match(text, at)
        if number is None:
            break
        place = f"para_{number.group('a')}" + (f"..para_{number.group('b')}" if number.group("b") else "")
        place += ".." if number.group("on") else ""
        pins.append(Pin(at, number.end(), place))
        joint = _POINT_JOINT.match(text, number.end())
        if joint is None:
            break
        at = joint.end()
    return pins


def _with_pins_behind(reading: TextReading, start: int, end: int, work: str, rule: str) -> Parsed:
    """The decision that stands from `start` to `end`, with the places behind it: the first is its own, others are further ones."""
    pins = _pins_behind(reading.text, end)
    spans = [(start, pins[0].end if pins else end, pins[0].place if pins else "")]
    spans += [(pin.start, pin.end, pin.place) for pin in pins[1:]]
    tongue = reading.language or "en"
    made = [
        mention(reading, first, last, "case", "full", with_place(work, place), rule, language=tongue)
        for first, last, place in spans
    ]
    return Parsed(tuple(made), made[-1].end)


def _case(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _CASE.match(text, start)
    if match is None or (
        start and not match.group("lead") and (text[start - 1].isalnum() or text[start - 1] in "-/_.")
    ):
        return None
    number = f"{match.group('court')}-{match.group('number')}/{match.group('year')}{' ' + match.group('suffix').strip() if match.group('suffix') else ''}"
    work = f"eu/case/{number}"
    if match.group("to"):
        work += ".." + re.sub(_HYPHEN, "-", match.group("to"))
    elided = _elided(reading, match)
    if elided:
        first = mention(reading, start, match.end(), "case", "full", work, "eu.case", language=reading.language or "en")
        return Parsed((first, *elided), elided[-1].end)
    return _with_pins_behind(reading, start, match.end(), work, "eu.case")


def _old(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _OLD.match(reading.text, start)
    if match is None or not 53 <= int(match.group("number").split("/")[1]) <= 88:
        return None
    return Parsed(
        (
            mention(
                reading,
                start,
                match.end(),
                "case",
                "full",
                f"eu/case/{match.group('number')}",
                "eu.case",
                language=reading.language or "en",
            ),
        ),
        match.end(),
    )


def _beside_case(reading: TextReading, start: int, *, far: bool = False) -> str | None:
    """The case number directly before («C-311/18, EU:C:2020:559»); `far`: the name of the case may stand between."""
    case = antecedents(reading).case if far else antecedents(reading).last
    if far:
        if case is None or case.rule != "eu.case" or case.reference is None or start - case.end > _NAME_BETWEEN:
            return None
        if _BETWEEN_STOPS.search(reading.text, case.end, start):
            return None
        return case.reference.partition("#")[0]
    if case is None or case.rule != "eu.case" or case.reference is None or start - case.end > _NAMED_REACH:
        return None
    between = reading.text[case.end : start]
    near = _CONNECT.match(between) if len(between) <= _CONNECT_REACH else None
    if near is None and ("#" in case.reference or not _NAMED_BETWEEN.match(between)):
        return None
    return case.reference.partition("#")[0]


_DATED_BETWEEN = lazy_pattern(r",\s[^;()\n]{0,140}\b(?P<year>\d{4}),?\s{1,3}\Z")


def _dated_case(reading: TextReading, start: int, year: str) -> str | None:
    """«C-673/17, Gabbiano, sentenza del 1° ottobre 2019, ECLI:EU:C:2019:801»: name and date of the year of the ECLI between."""
    case = antecedents(reading).last
    if case is None or case.rule != "eu.case" or not case.reference or start - case.end > _NAME_BETWEEN:
        return None
    between = _DATED_BETWEEN.match(reading.text[case.end : start])
    return case.reference.partition("#")[0] if between and between.group("year") == year else None


def _ecli(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _ECLI.match(text, start)
    if match is None or (start and text[start - 1].isalnum()):
        return None
    old = _OLD_BEFORE.search(text, max(reading.floor, start - 20), start)
    if old is not None and 53 <= int(old.group("year")) <= 88:
        work = f"eu/case/{old.group('number')}"
        first = mention(
            reading, old.start("number"), old.end("number"), "case", "full", work, "eu.case_old",
            language=reading.language or "en",
        )  # fmt: skip
        behind = _with_pins_behind(reading, start, match.end(), work, "eu.ecli")
        return Parsed((first, *behind.mentions), behind.end)
    work = (
        _beside_case(reading, start)
        or _dated_case(reading, start, match.group("year"))
        or f"eu/ecli/ECLI:EU:{match.group('court')}:{match.group('year')}:{match.group('number')}"
    )
    return _with_pins_behind(reading, start, match.end(), work, "eu.ecli")


def _ecr(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _ECR.match(reading.text, start)
    if match is None:
        return None
    work = _beside_case(reading, start) or _beside_case(reading, start, far=True)
    note = "" if work else "case_not_named_beside_the_report"
    pins = read_pins_behind(reading.text, match.end(), pages=True)
    spans = [(start, pins[0].end if pins else match.end(), pins[0].place if pins else "")]
    spans += [(pin.start, pin.end, pin.place) for pin in pins[1:]]
    made = [
        mention(
            reading, first, end, "case", "full", with_place(work, place) if work else None, "eu.ecr",
            note=note, language=reading.language or "en",
        )
        for first, end, place in spans
    ]  # fmt: skip
    return Parsed(tuple(made), made[-1].end)


def _plain(reading: TextReading, start: int, pattern: re.Pattern[str], kind: Kind, rule: str) -> Parsed | None:
    match = pattern.match(reading.text, start)
    if match is None:
        return None
    return Parsed(
        (
            mention(
                reading,
                start,
                match.end(),
                kind,
                "full",
                None,
                rule,
                note="outside_the_scheme",
                language=reading.language or "en",
            ),
        ),
        match.end(),
    )


def _journal(reading: TextReading, start: int, _end: int) -> Parsed | None:
    return _plain(reading, start, _JOURNAL, "gazette", "eu.journal")


def _journal_named(reading: TextReading, start: int, _end: int) -> Parsed | None:
    return _plain(reading, start, _JOURNAL_NAMED, "gazette", "eu.journal")


def _document(reading: TextReading, start: int, _end: int) -> Parsed | None:
    if start and reading.text[start - 1].isalnum():
        return None
    parsed = _plain(reading, start, _DOCUMENT, "other", "eu.document")
    pins = _pins_behind(reading.text, parsed.end) if parsed is not None else []
    if parsed is None or not pins:
        return parsed
    whole = parsed.mentions[0]
    made = [whole._replace(end=pins[0].end, text=reading.text[start : pins[0].end])]
    made += [whole._replace(start=pin.start, end=pin.end, text=reading.text[pin.start : pin.end]) for pin in pins[1:]]
    return Parsed(tuple(made), made[-1].end)


def _celex(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _CELEX.match(reading.text, start)
    if match is None:
        return None
    celex = match.group("celex")
    kind: Kind = "statute" if celex[5] in "RLDFH" and celex[6].isdigit() else "case"
    return Parsed(
        (
            mention(
                reading, start, match.end(), kind, "full", f"eu/{celex}", "eu.celex", language=reading.language or "en"
            ),
        ),
        match.end(),
    )
