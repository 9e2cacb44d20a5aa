"""Numbers and names beside the chapters: numbered ordinances, legal notices, instruments, principles, practice directions, books.

Keeps true: an article beyond an instrument's last one is none of its articles; a book counts only with a pinpoint into it.

Grammar:

    numbered    = number of year [ provision ]                  18 of 2012 s. 3    Ord. No. 6 of 2024
    notice      = ( "L.N." | "G.N." | "E.R." ) number ( of | "/" ) year
    article     = ( BL | NSL | BOR ) ["Art."] number            BL 23   NSL 42(2)
    direction   = "Practice Direction" number [ pinpoint ]
    principle   = "Data Protection Principle" number | DPP number
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Kind
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.acts import act_at, is_legislation
from pincite.jurisdictions.hk.grammar_statutes import act_first, stretched
from pincite.jurisdictions.hk.places import place_of
from pincite.jurisdictions.hk.tables import instruments, title_key, works
from pincite.jurisdictions.shared.labels import read_labels
from pincite.jurisdictions.shared.mentions import mention
from pincite.jurisdictions.shared.pinpoints import read_pins, read_pins_behind
from pincite.jurisdictions.shared.provisions import Act, read_groups_behind
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["anchors"]

_SPACE = r"[\s\u00a0\u2009\u202f\u3000]"


_YEAR = r"(?:18|19|20)\d\d"


_NUMBERED = lazy_pattern(
    rf"(?P<lead>(?:Ord(?:inance)?s?\.?\s{{0,3}}(?:[Nn]o\.?\s{{0,3}})?)?)(?P<number>\d{{1,3}})\s{{1,8}}of\s{{1,8}}(?P<year>{_YEAR})(?!\d)"
)


_BESIDE = lazy_pattern(r"\s{0,3},?\s{0,6}")
_ITS_SCHEDULE = lazy_pattern(r"\s{1,8}Sch(?:edule\b|\.)(?=\s{0,8}[;,)\]])")


_NOTICE = lazy_pattern(
    rf"(?P<kind>[LGE]\.?\s?[NR]\.?)\s{{0,3}}(?:\((?:[ES]|S\. ?\d)\.?\)\s{{0,2}})?(?:[Nn]o\.?\s{{0,3}})?(?P<number>\d{{1,5}})\s{{0,3}}(?:/\s{{0,2}}|\sof\s{{1,8}})(?P<year>{_YEAR})(?!\d)"
)


_AMENDING = lazy_pattern(
    r"(?:Amended|Added|Replaced|Repealed|Enacted|amended|added|repealed|replaced|substituted|by|and|[(;,\[])\s{0,6}\Z"
)


_ARTICLE_FIRST = lazy_pattern(
    r"(?P<name>HKNSL|NSL|HKBOR|BOR|BL|Basic\s{1,6}Law|Bill\s{1,6}of\s{1,6}Rights)\s{0,3},?\s{0,6}(?:[Aa]rt(?:icle)?s?\.?\s{0,6})?(?=\d)"
)


_DIRECTION = lazy_pattern(
    r"(?:(?:Competition\s{1,4}Tribunal\s{1,4})?Practice\s{1,8}Directions?|(?:CT)?PD)\s{0,4}(?:[Nn]o\.?\s{0,4})?(?P<number>(?:SL\s?)?\d{1,2}[A-Z]?(?:\.\d{1,2})?[A-Z]?(?:\(\d{1,2}\))?)(?![\dA-Za-z])(?!\.\d)"
)


_PRINCIPLE = lazy_pattern(
    r"(?:Sch(?:edule|\.)?\s{0,4}1,?\s{1,8})?(?:[Dd]ata\s{1,6}[Pp]rotection\s{1,6}[Pp]rinciples?|DPPs?)\s{0,4}(?=\d)"
)


_NUMBERING = lazy_pattern(r"\.\s{0,4}(?:\n|[A-Z])")


_PRINCIPLE_TIE = lazy_pattern(
    r"\s{1,8}(?:of|in|under|to)\s{1,8}(?:(?:Sch(?:edule|\.)?\s{0,4}1|the\s{1,4}(?:First\s{1,4})?Schedule)\s{1,8}(?:of|to)\s{1,8})?"
)


_WORK_LEAD = lazy_pattern(
    r"(?:\s{0,12}[,(]?\s{0,4}(?:\(?\d{1,2}\s{0,3}(?:st|nd|rd|th)\s{1,8}[Ee]d(?:ition|n)?\.?(?:,?\s(?:19|20)\d\d)?\)?|\(?(?:19|20)\d\d(?:\s{1,4}[Rr]eissue|\s{1,4}[Ee]d(?:ition|n)?\.?)?\)?"
    r"|[Vv]ol(?:ume|s)?\.?\s{0,4}[\dIVXA-Z]{1,5}(?:\([\dA-Z]\))?|\(?[Ss]econd\s{1,4}(?:[Ee]dition|cumulative)[^)]{0,20}\)?|[Pp]art\s{1,4}[\dA-Z]{1,3})\)?){0,5}"
)


_WORK_PIN = lazy_pattern(
    r"\s{0,12},?\s{0,12}(?:at\s{1,12})?(?:\[[\dA-Z][\dA-Z/.\-–()]{0,16}\]|(?:§{1,2}\s?|[Pp]ara(?:graph)?s?\.?\s{0,4}|[Cc]h(?:ap(?:ter)?)?s?\.?\s{0,4}|pp?\.?\s{0,4}|pages?\s{1,4})\[?\d{1,4}[A-Z]?(?:[/.\-–][\dA-Za-z]{1,5}){0,5}\]?)"
    r"(?:\s{0,2}[-–]\s{0,2}\[?[\d][\dA-Z/.\-]{0,12}\]?)?"
)


_LONGER_TITLE = lazy_pattern(
    r"(?:\bon|(?<![A-Za-z])(?!(?:See|In|Cf|The|Also|And|Per|From|By)\s)[A-Z][\w’]{1,20})\s{1,4}\Z"
)
"""«Zuckerman on Civil Procedure» is another work than «Civil Procedure»."""


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
            rf"\b(?:Sch(?:edule|\.)?{_SPACE}{{0,4}}1,?{_SPACE}{{1,8}})?(?:[Dd]ata{_SPACE}{{1,6}}[Pp]rotection{_SPACE}{{1,6}}[Pp]rinciples?|DPPs?){_SPACE}{{0,4}}\d",
            _principle,
        ),
        Anchor(
            "hk.direction",
            rf"\b(?:Practice{_SPACE}{{1,8}}Directions?|(?:CT)?PD){_SPACE}{{0,4}}(?:[Nn]o\.?{_SPACE}{{0,4}})?(?:SL{_SPACE}?)?\d",
            _direction,
        ),
        Anchor("hk.work", rf"\b(?i:{_work_alternatives()})", _work),
        Anchor("hk.work", rf"\(\d{{1,2}}{_SPACE}{{0,3}}(?:st|nd|rd|th){_SPACE}{{1,8}}[Ee]d", _edition),
    ]


def _numbered(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _NUMBERED.match(text, start)
    if match is None or (start and text[start - 1] in "./-"):
        return None
    work = f"hk/ord/{match.group('year')}/{int(match.group('number'))}"
    beside = _BESIDE.match(text, match.end())
    assert beside is not None  # the pattern matches the empty text
    groups = read_groups_behind(text, beside.end()) if reading.jurisdiction in {"hk", None} else []
    if groups and groups[0].unit in {"section", "schedule", "rule", "regulation", "part"}:
        return act_first(reading, Act(work, start, match.end(), full=True), groups, groups[-1].end)
    schedule = _ITS_SCHEDULE.match(text, match.end()) if is_legislation(reading.self_reference) else None
    if schedule and reading.jurisdiction == "hk":
        place = place_of("schedule", ("",), ())
        made = mention(reading, start, schedule.end(), "statute", "full", f"{work}#{place}", "hk.numbered")
        return Parsed((made,), schedule.end())
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
    if not labels or ("\n" in match.group() and _NUMBERING.match(reading.text, labels[0].end)):
        return None  # «Data Protection Principles» / «1.»: a heading and the number below it
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
    tie = _PRINCIPLE_TIE.match(reading.text, mentions[-1].end)
    act = act_at(reading, tie.end(), tied=True) if tie else None
    if act is not None and act.work == "hk/cap486":
        mentions[-1] = stretched(reading, mentions[-1], act.end)
    return Parsed(tuple(mentions), mentions[-1].end)


_BEFORE_PARAGRAPH = lazy_pattern(
    r"(?:\s{0,3}\(\s{0,3}[“\"‘][^“”\"()\n]{0,3}[^“”\"()]{1,24}[”\"’]\s{0,3}\))?\s{1,3}(?=\[\d{1,3}\](?!\n))"
)
"""A definition may stand between the direction and its paragraph."""
_NAMED_BEFORE = lazy_pattern(r"Competition\s{1,4}Tribunal\s{1,4}\Z")
_OPENING_QUOTE = lazy_pattern(r"[“\"‘]\s{0,3}\Z")
_CLOSING_QUOTE = lazy_pattern(r"\s{0,3}[”\"’]")


def _direction(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _DIRECTION.match(reading.text, start)
    if match is None or reading.jurisdiction not in {"hk", "uk", None}:
        return None
    if match.group().startswith(("PD", "CTPD")) and reading.jurisdiction is None:
        return None
    if _OPENING_QUOTE.search(reading.text, max(0, start - 4), start) and _CLOSING_QUOTE.match(
        reading.text, match.end()
    ):
        return None  # the term as it is defined
    bracket = _BEFORE_PARAGRAPH.match(reading.text, match.end())
    named = _NAMED_BEFORE.search(reading.text, max(reading.floor, start - 30), start)
    start = named.start() if named else start
    pins = read_pins_behind(reading.text, match.end(), pages=False) or (
        read_pins(reading.text, bracket.end()) if bracket else []
    )
    end = pins[0].end if pins else match.end()
    made = [mention(reading, start, end, "other", "full", None, "hk.direction", note="outside_the_scheme")]
    made += [
        mention(reading, pin.start, pin.end, "other", "full", None, "hk.direction", note="outside_the_scheme")
        for pin in pins[1:]
    ]
    return Parsed(tuple(made), made[-1].end)


_TITLE_RUN = lazy_pattern(
    r"(?<![A-Za-z’])(?!(?:See|In|Cf|The|Also|And|Per|From|By|At|As)\s)(?P<title>[A-Z][\w’'.-]*[:,]?(?:\s{1,8}(?:(?:and|of|on|the|in|for|to|&)\s{1,8}){0,3}[A-Z][\w’'.-]*[:,]?){0,12})\s{1,8}\Z"
)


def _edition(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Lanterns: The Law of Light (8th ed.) at [14.026]»: a treatise by its edition, when a place follows."""
    text = reading.text
    lead = _WORK_LEAD.match(text, start)
    pin = _WORK_PIN.match(text, lead.end()) if lead else None
    title = _TITLE_RUN.search(text, max(reading.floor, start - 140), start) if pin else None
    if pin is None or title is None:
        return None
    begin = title.start("title")
    made = mention(reading, begin, pin.end(), "doctrine", "full", None, "hk.work", note="outside_the_scheme")
    return Parsed((made,), pin.end())


def _work(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A treatise with edition and pinpoint; without a pinpoint it is only a title."""
    text = reading.text
    match = _work_pattern().match(text, start)
    lead = _WORK_LEAD.match(text, match.end()) if match else None
    pin = _WORK_PIN.match(text, lead.end()) if lead else None
    if match is None or pin is None or _LONGER_TITLE.search(text, max(0, start - 24), start):
        return None
    kind: Kind = "commentary" if works()[title_key(match.group())] == "commentary" else "doctrine"
    return Parsed(
        (mention(reading, start, pin.end(), kind, "full", None, "hk.work", note="outside_the_scheme"),), pin.end()
    )
