"""How a British act is named: short title and year, abbreviation and year, number, defined term, «that Act», «the 1976 Act».

Keeps true: an act's reference has its chapter when the text prints it, else the slug of its title; «the 1976 Act» needs a
definition, or one single act of that year named before its first use; what the text leaves open has no reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.aliases import alias_key, definitions
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.provisions import Act
from pincite.jurisdictions.shared.titles import title_at, title_start
from pincite.jurisdictions.uk.tables import KnownAct, abbreviations, known_acts, slug
from pincite.text.patterns import pattern

__all__ = [
    "NUMBER_TAIL",
    "UNDEFINED",
    "Governing",
    "act_at",
    "act_before",
    "governing_at",
    "is_legislation",
    "memory_of",
    "titled",
    "work_of",
]

_YEAR = r"(?:1[2-9]\d\d|20\d\d)"
NUMBER_TAIL = pattern(
    r"\s{0,3}[,]?\s{0,4}\(\s{0,4}(?:(?:c\.|ch\.|chapter)\s{0,3}(?P<chapter>\d{1,3})(?:,\s{0,3}SIF\s{1,3}[\d:,\s]{1,20})?|asp\s{1,3}(?P<asp>\d{1,3})|anaw\s{1,3}(?P<anaw>\d{1,3})|asc\s{1,3}(?P<asc>\d{1,3})|nawm\s{1,3}(?P<mwa>\d{1,3})|c\.\s{0,3}(?P<nia>\d{1,3})\s{0,3}\((?:N\.?\s?I\.?)\)"
    r"|(?P<si>S\.?\s?I\.?|S\.?\s?S\.?\s?I\.?|S\.?\s?R\.?(?:\s?&\s?O\.?)?|W\.?\s?S\.?\s?I\.?)\s{0,3}(?:No\.?\s{0,3})?(?P<si_year>(?:19|20)\d\d)\s?/\s?(?P<si_number>\d{1,5})(?P<si_series>(?:\s?\([^()]{1,12}\))*))\s{0,4}\)"
)
_NORTHERN = pattern(r"\s{1,6}\(Northern\s{1,6}Ireland\)(?=\s{1,12}(?:1[2-9]|20)\d\d)")
_YEAR_TAIL = pattern(
    rf"(?:\s{{1,6}}in\s{{1,6}}Council|\s{{1,6}}\(Northern\s{{1,6}}Ireland\))?\s{{1,12}}(?P<year>{_YEAR})(?!\d)"
)
# Until the sixties a comma stood before the year: «the Local Government Superannuation Act, 1937».
_YEAR_BEHIND = pattern(rf"(?:\s{{1,12}}|,\s{{1,3}}(?=1[2-8]\d\d|19[0-6]\d))(?P<year>{_YEAR})(?!\d)")
_ACT_INITIALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ts")
_ARTICLE = pattern(r"(?:the|The)\s{1,12}")
_IN_COUNCIL = pattern(r"\s{1,6}in\s{1,6}Council")
_LONGER_TITLE = pattern(
    r"\s{1,8}(?:19|20)\d\d\s{1,8}(?:\((?:[^()]|\([^()]{1,60}\)){3,160}\)\s{1,8}){1,3}(?:Order|Regulations|Rules|Scheme|Act)(?=\s{1,8}(?:19|20)\d\d)"
)
_VOLUME_TAIL = pattern(
    r"\s{0,3}:\s{1,6}Statutory\s{1,6}Instruments\s{1,6}(?P<year>19\d\d)\s{1,4}[IVX]{1,4}\s{1,4}p\.?\s?\d{1,5}[A-Z]?"
)
_FOREIGN_TAIL = pattern(
    r"\s{0,3}\((?:Cth|NSW|Vic|Qld|SA|WA|Tas|ACT|NT|NZ|Singapore|Ireland|Canada|Ont|BC|Alta|Australia|Malaysia|India|US)\)"
)
_SI_BESIDE = pattern(r",\s{1,4}(?=S\.?\s?[SIR])")
"""«the X Order 1999, S.I. 1999/672»: the number without a bracket."""
_SI = pattern(
    r"(?P<kind>S\.?\s?S\.?\s?I\.?|S\.?\s?I\.?|S\.?\s?R\.?(?:\s?&\s?O\.?)?|W\.?\s?S\.?\s?I\.?)\s{0,3}(?:No\.?\s{0,3})?(?P<year>(?:19|20)\d\d)(?:\s?/\s?|\s{1,3}No\.?\s{0,3})(?P<number>\d{1,5})(?![\d/])"
    r"(?P<series>(?:\s{0,3}\(\s?(?:W|Cy|L|C|S|N\.?\s?I)\.?\s{0,3}\d{1,4}\s?\)){0,2})"
)
CHAPTER = pattern(
    r"(?P<year>1[2-9]\d\d|20\d\d)\s{1,3}(?P<kind>c\.|asp|asc|anaw|nawm)\s{0,3}(?P<number>\d{1,3})(?!\d)(?P<northern>\s{0,3}\(N\.?\s?I\.?\))?"
)
_CHAPTER_KINDS = {"c.": "ukpga", "nawm": "mwa"}
_ABBREVIATED = pattern(
    r"(?P<word>[A-Z][A-Za-z&]{1,11}(?:\([A-Z&]{1,6}\)[A-Z]{0,3})?)(?:\s{1,4}(?P<year>(?:19|20)\d\d)(?!\d))?(?![A-Za-z’'])"
)
_DETERMINED = pattern(
    r"(?P<which>[Tt]his|[Tt]hese|[Tt]hose|[Tt]hat|[Tt]he\s{1,4}(?:said|same|principal)|[Tt]he|[Ss]uch)\s{1,12}(?:(?P<year>(?:19|20)\d\d)\s{1,8})?(?P<kind>Act|Order|Regulations|Rules|Scheme|Measure|(?<=[Tt]hese\s)(?:regulations|rules)|(?<=[Tt]his\s)(?:order|scheme))(?![A-Za-z])(?!\s{1,4}(?:of|in)\s{1,4}(?:the\s|(?:19|20)\d\d|Council))"
)
_BODIES = frozenset(
    [
        "UK",
        "EU",
        "US",
        "USA",
        "BBC",
        "UN",
        "NI",
        "GB",
        "FTT",
        "UT",
        "HMRC",
        "FCA",
        "PRA",
        "SFO",
        "CPS",
        "NHS",
        "SFC",
        "EEA",
    ]
)
"""Initials of bodies and countries, which are no act's."""
_NAME_GOES_ON = pattern(r"\s{1,4}[A-Z][a-z]|[’']s?\s")
UNDEFINED = "abbreviation_not_defined"
_INITIALS = pattern(r"[A-Z]{2,8}s?\Z|[A-Z][A-Z&]{1,6}(?:\([A-Z]{1,4}\))?[A-Z]{0,2}s?\Z")
# `\b` looked for behind each word, so that `re` skips from capital to capital instead of asking at every character
_OF_YEAR = pattern(
    r"(?P<which>[Tt]he)\s{1,12}(?P<kind>Act|Order|Regulations|Rules|Scheme)\s{1,4}of\s{1,4}(?P<year>(?:18|19|20)\d\d)(?!\d)"
)
"""«the Act of 1953», as instruments of the time write it."""
_KIND_WORD = pattern(
    "|".join(
        rf"{word}(?<!\w{word})(?![A-Za-z])" for word in ("Act", "Regulations", "Order", "Rules", "Scheme", "Measure")
    )
)
_UK_KINDS = {"Act", "Regulations", "Regulation", "Order", "Rules", "Scheme", "Measure"}


class Governing(NamedTuple):
    """A stretch of text that a phrase governs, and the act or place that the phrase names."""

    begin: int
    end: int
    seen: Mention


@dataclass(slots=True)
class Memory:
    """What the pack knows of a text beyond its mentions."""

    aliases: dict[str, tuple[str, int]] | None = None
    chapters: dict[tuple[str, str], str] | None = None
    loose: dict[str, set[str]] = field(default_factory=dict)
    titles_of_year: dict[str, set[str]] = field(default_factory=dict)
    schedule: tuple[str, int] | None = None
    governing: list[Governing] = field(default_factory=list)
    """Phrases that introduce a list or an amendment, with the place they name."""
    changes: int | None = None
    by_year: dict[str, tuple[str | None, str]] = field(default_factory=dict)


def memory_of(reading: TextReading) -> Memory:
    """The pack's memory of this text."""
    memory = reading.memory.get("uk")
    if memory is None:
        memory = reading.memory["uk"] = Memory()
    assert isinstance(memory, Memory)
    return memory


def governing_at(reading: TextReading, position: int) -> Governing | None:
    """The phrase that governs `position`, the innermost."""
    for scope in reversed(memory_of(reading).governing[-6:]):
        if scope.begin <= position < scope.end:
            return scope
    return None


def is_legislation(reference: str | None) -> bool:
    """Whether the reference names an act or an instrument."""
    return bool(
        reference
        and re.match(
            r"uk/(?:ukpga|ukla|ukcm|uksi|uksro|asp|ssi|anaw|asc|mwa|wsi|nia|apni|nisi|nisr|aep|eur)/", reference
        )
    )


@cache
def _types() -> dict[str, str]:
    return {"SI": "uksi", "SSI": "ssi", "SR": "nisr", "WSI": "wsi", "SR&O": "uksro"}


def _chapter_work(match: re.Match[str]) -> str:
    kind = "nia" if match.group("northern") else _CHAPTER_KINDS.get(match.group("kind"), match.group("kind"))
    return f"uk/{kind}/{match.group('year')}/{int(match.group('number'))}"


def _si_work(kind: str, year: str, number: str, series: str = "") -> str:
    if "N" in series:
        return f"uk/nisi/{year}/{int(number)}"  # an Order in Council for Northern Ireland
    sign = re.sub(r"[\s.]", "", kind)
    return f"uk/{_types().get(sign, 'uksi')}/{year}/{int(number)}"


def _chapters(reading: TextReading) -> dict[tuple[str, str], str]:
    """(slug, year) → reference, for every act whose number the text prints anywhere."""
    memory = memory_of(reading)
    if memory.chapters is None:
        memory.chapters = {}
        text = reading.text
        claimed: dict[str, set[str]] = {}
        for word in _KIND_WORD.finditer(text):
            year = _YEAR_TAIL.match(text, word.end())
            if year is None:
                continue
            first = title_start(text, word.start(), 0)
            if first == word.start():
                continue
            key = (slug(text[first : word.end()]), year.group("year"))
            memory.titles_of_year.setdefault(year.group("year"), set()).add(key[0])
            tail = NUMBER_TAIL.match(text, year.end())
            if tail:
                memory.chapters[key] = _numbered(tail, year.group("year"))
                if tail.group("chapter"):
                    claimed.setdefault(year.group("year"), set()).add(tail.group("chapter"))
        for match in CHAPTER.finditer(text):
            if match.group("kind") == "c." and not match.group("northern"):
                memory.loose.setdefault(match.group("year"), set()).add(match.group("number"))
        for year_, numbers in claimed.items():
            memory.loose.get(year_, set()).difference_update(numbers)
    return memory.chapters


def _numbered(tail: re.Match[str], year: str) -> str:
    for group, kind in (
        ("chapter", "ukpga"),
        ("asp", "asp"),
        ("anaw", "anaw"),
        ("asc", "asc"),
        ("mwa", "mwa"),
        ("nia", "nia"),
    ):
        if tail.group(group):
            return f"uk/{kind}/{year}/{int(tail.group(group))}"
    return _si_work(tail.group("si"), tail.group("si_year"), tail.group("si_number"), _northern(tail))


def _northern(tail: re.Match[str]) -> str:
    return "NI" if re.search(r"N\.?\s?I", tail.group("si_series") or "") else ""


_FIRST_SCOTTISH_ACTS = 1999
"""Since then «… (Scotland) Act» is an act of the Scottish Parliament."""


_LAST_ACTS_OF_STORMONT = 1972
_FIRST_ACTS_OF_THE_NORTHERN_ASSEMBLY = 2000
_FIRST_WELSH_ACTS = 2012
"""Since then «… (Wales) Act» is an act of the Assembly, later of the Senedd."""
_LAST_ACTS_OF_THE_ASSEMBLY = 2020


def work_of(reading: TextReading, title: str, year: str) -> str:
    """The reference of an act by title and year: its number when the text prints it, else the slug."""
    key = (slug(title), year)
    chapters = _chapters(reading)
    if key in chapters:
        return chapters[key]
    known = known_acts().get(key)
    loose = memory_of(reading).loose.get(year, set())
    northern = title.endswith(" (Northern Ireland)")
    if title.removesuffix(" (Northern Ireland)").rstrip().lower().endswith("act"):
        if northern and int(year) <= _LAST_ACTS_OF_STORMONT:
            return f"uk/apni/{year}/{key[0]}"
        if northern and int(year) >= _FIRST_ACTS_OF_THE_NORTHERN_ASSEMBLY:
            return f"uk/nia/{year}/{key[0]}"
        if "(Scotland)" in title and int(year) >= _FIRST_SCOTTISH_ACTS:
            return f"uk/asp/{year}/{key[0]}"
        if "(Wales)" in title and int(year) >= _FIRST_WELSH_ACTS:
            return f"uk/{'anaw' if int(year) <= _LAST_ACTS_OF_THE_ASSEMBLY else 'asc'}/{year}/{key[0]}"
        if known and (known.chapter in loose or known.title == "Human Rights Act"):
            return f"uk/ukpga/{year}/{known.chapter}"
        unknown = [
            each
            for each in memory_of(reading).titles_of_year.get(year, ())
            if (each, year) not in chapters and each.endswith("-act")
        ]
        if len(loose) == 1 and unknown == [key[0]]:
            return f"uk/ukpga/{year}/{next(iter(loose))}"
        return f"uk/ukpga/{year}/{key[0]}"
    if key[0].endswith("-measure"):
        return f"uk/{'mwa' if 'wales' in key[0] else 'ukcm'}/{year}/{key[0]}"
    if key == ("civil-procedure-rules", "1998"):
        return "uk/uksi/1998/3132"
    return f"uk/{'nisr' if northern else 'uksi'}/{year}/{key[0]}"


def titled(reading: TextReading, first: int, kind_end: int) -> Act | None:
    """The act whose title runs from `first` to `kind_end`, with year and number behind."""
    text = reading.text
    longer = _LONGER_TITLE.match(text, kind_end)
    if longer:
        kind_end = longer.end()  # the act's name begins the name of an order made under it
    title = " ".join(text[first:kind_end].split())
    kind = title.rsplit(" ", 1)[-1]
    if kind not in _UK_KINDS or " " not in title:
        return None
    northern = _NORTHERN.match(text, kind_end)
    if northern:
        title += " (Northern Ireland)"
        kind_end = northern.end()
    council = _IN_COUNCIL.match(text, kind_end)
    if council:
        title += " in Council"
        kind_end = council.end()
    year = _YEAR_BEHIND.match(text, kind_end)
    end = year.end() if year else kind_end
    volume = _VOLUME_TAIL.match(text, end)
    tail = NUMBER_TAIL.match(text, end)
    if tail:
        own = year.group("year") if year else (tail.group("si_year") or "")
        return Act(_numbered(tail, own), first, tail.end(), full=True) if own else None
    if volume:
        own = year.group("year") if year else volume.group("year")
        return Act(f"uk/uksi/{own}/{slug(title)}", first, volume.end(), full=True)
    if year is None:
        return None
    beside = _SI_BESIDE.match(text, end)
    si = _SI.match(text, beside.end()) if beside else None
    if si and si.group("year") == year.group("year"):
        work = _si_work(si.group("kind"), si.group("year"), si.group("number"), si.group("series"))
        return Act(work, first, si.end(), full=True)
    if _FOREIGN_TAIL.match(text, end):
        foreign = _FOREIGN_TAIL.match(text, end)
        assert foreign is not None  # matched in the line above
        return Act(None, first, foreign.end(), full=True, note="law_outside_the_scheme")
    return Act(work_of(reading, title, year.group("year")), first, end, full=True)


def act_at(reading: TextReading, position: int, *, tied: bool) -> Act | None:
    """The act whose words begin at `position`."""
    text = reading.text
    if text[position : position + 1] not in _ACT_INITIALS:
        return None
    determined = _OF_YEAR.match(text, position) or _DETERMINED.match(text, position)
    if determined and (tied or determined.group("year")):
        return _determined(reading, determined)
    article = _ARTICLE.match(text, position)
    start = article.end() if article else position
    si = _SI.match(text, start)
    if si:
        work = _si_work(si.group("kind"), si.group("year"), si.group("number"), si.group("series"))
        return Act(work, position, si.end(), full=True)
    retained = _UK_GDPR.match(text, start)
    if retained:
        return Act("uk/eur/2016/679", position, retained.end(), full=True)
    chapter = CHAPTER.match(text, start)
    if chapter:
        return Act(_chapter_work(chapter), position, chapter.end(), full=True)
    title_end = title_at(text, start)
    if title_end is not None:
        named = titled(reading, start, title_end)
        if named is not None:
            return Act(named.work, position, named.end, full=True, note=named.note)
        if tied and text.startswith("Act", title_end - 3):
            return _undated(reading, position, start, title_end)
    return _abbreviated(reading, position, start, tied=tied)


_UK_GDPR = pattern(r"UK\s{1,3}GDPR(?![A-Za-z])")
_NO_TITLE = frozenset({"Principal", "Parent", "Old", "New", "Amending", "Amended", "Original", "Repealed", "Relevant"})


def _undated(reading: TextReading, position: int, start: int, title_end: int) -> Act:
    """«section 175 of the Contributions and Benefits Act»: a defined term, or the one act of the text whose title ends so."""
    title = " ".join(reading.text[start:title_end].split())
    defined = aliases(reading).get(title)
    if defined:
        return Act(defined[0], position, title_end, full=False)
    if title.split()[0] in _NO_TITLE:
        return Act(None, position, title_end, full=False, note="antecedent_missing")
    _chapters(reading)
    ending = slug(title)
    found = {
        (each, year)
        for year, slugs in memory_of(reading).titles_of_year.items()
        for each in slugs
        if each == ending or each.endswith(f"-{ending}")
    }
    if len(found) == 1:
        each, year = found.pop()
        work = _chapters(reading).get((each, year)) or work_of(reading, each.replace("-", " ").capitalize(), year)
        return Act(work, position, title_end, full=False)
    known = [key for key in known_acts() if key[0] == ending]
    candidates = tuple(f"uk/ukpga/{year}/{each}" for each, year in sorted(found or known))
    if reading.jurisdiction == "uk" and not found and len(known) == 1 and len(title.split()) > 2:
        return Act(candidates[0], position, title_end, full=True)
    return Act(None, position, title_end, full=True, note="act_named_without_its_year", candidates=candidates)


def _abbreviated(reading: TextReading, position: int, start: int, *, tied: bool) -> Act | None:
    match = _ABBREVIATED.match(reading.text, start)
    if match is None:
        return None
    word, year = match.group("word"), match.group("year")
    defined = aliases(reading).get(word if not year else f"{word} {year}") or (
        aliases(reading).get(word) if not year else None
    )
    if defined:
        return Act(defined[0], position, match.end(), full=bool(year))
    known = abbreviations().get(word, ())
    if year:
        fitting = next((each for each in known if each.year == year), None) or next(
            (KnownAct(each.title, year, "") for each in known if not each.year), None
        )
        if fitting:
            return Act(work_of(reading, fitting.title, year), position, match.end(), full=True)
        _chapters(reading)
        initials = [each for each in memory_of(reading).titles_of_year.get(year, ()) if _initials(each) == word.lower()]
        if len(initials) == 1:
            work = _chapters(reading).get((initials[0], year), f"uk/ukpga/{year}/{initials[0]}")
            return Act(work, position, match.end(), full=True)
        if word.isupper() and len(word) >= 2 and (tied or word.endswith("A")):
            return Act(None, position, match.end(), full=True, note="abbreviation_not_known")
        return None
    dated = [each for each in known if each.year]
    if len(dated) == 1 and len(word) >= 3 and reading.jurisdiction in {"uk", None}:
        return Act(work_of(reading, dated[0].title, dated[0].year), position, match.end(), full=True)
    if word == "CPR" and tied and reading.jurisdiction in {"uk", None}:
        return Act("uk/uksi/1998/3132", position, match.end(), full=True)
    if (
        tied
        and reading.jurisdiction == "uk"
        and _INITIALS.match(word)
        and word not in _BODIES
        and not _NAME_GOES_ON.match(reading.text, match.end())
    ):
        return Act(None, position, match.end(), full=False, note=UNDEFINED)
    return None


def _initials(title_slug: str) -> str:
    return "".join(word[0] for word in title_slug.split("-") if word not in {"of", "and", "the", "to", "for", "in"})


def _determined(reading: TextReading, match: re.Match[str]) -> Act | None:
    which = " ".join(match.group("which").lower().split())
    kind, year = match.group("kind").capitalize(), match.group("year")
    work, note = _meant(reading, which, kind, year, match.start())
    if work is None and (year is None or kind == "Order") and reading.jurisdiction != "uk":
        return None  # elsewhere «the 2019 Order» is as often a court's
    several = acts_named_together(reading, kind, match.start()) if note == SEVERAL else ()
    return Act(work, match.start(), match.end(), full=False, note=note, candidates=several)


def acts_named_together(reading: TextReading, kind: str, at: int) -> tuple[str, ...]:
    """The two acts of the kind that were just named together, so that «that Act» at `at` is neither; () for one."""
    several = joined_acts(reading, antecedents(reading).latest.get("uk"), at)
    return several if several and all(_of_kind(work, kind) for work in several) else ()


def _meant(reading: TextReading, which: str, kind: str, year: str | None, position: int) -> tuple[str | None, str]:
    if year:
        return _of_year(reading, kind, year, position)
    own = (reading.self_reference or "").partition("#")[0]
    if which in {"this", "these"} and is_legislation(own):
        scope = governing_at(reading, position)
        if scope is not None and scope.seen.reference and which == "these":
            return scope.seen.reference.partition("#")[0], ""  # the inserted words speak of the instrument they go into
        return own, ""
    last = antecedents(reading).latest.get("uk")
    plain_the = which == "the" and kind in aliases(reading)
    if not is_legislation(own) and not plain_the and acts_named_together(reading, kind, position):
        return None, SEVERAL
    if which not in {"the", "this", "these"}:
        if last is not None and _of_kind(last.reference or "", kind):
            return (last.reference or "").partition("#")[0], ""
        return None, "antecedent_missing"
    defined = aliases(reading).get(kind)
    if defined:
        return defined[0], ""
    if is_legislation(own) and kind != "Act":
        return own, ""
    if last is not None and last.reference and _of_kind(last.reference, kind):
        return last.reference.partition("#")[0], ""
    return None, "antecedent_missing"


def _of_kind(reference: str, kind: str) -> bool:
    acts = ("uk/ukpga/", "uk/asp/", "uk/anaw/", "uk/asc/", "uk/nia/", "uk/apni/", "uk/ukla/")
    return (
        reference.startswith(acts) if kind == "Act" else reference.startswith("uk/") and not reference.startswith(acts)
    )


def _of_year(reading: TextReading, kind: str, year: str, position: int) -> tuple[str | None, str]:
    """«the 2009 Act»: by definition, else the only act of that year named before the term was first used."""
    term = f"{year} {kind}"
    defined = aliases(reading).get(term)
    if defined:
        return defined[0], ""
    known = memory_of(reading).by_year
    if term not in known:
        first_use = re.search(rf"\b[Tt]he\s{{1,8}}{year}\s{{1,8}}{kind}\b", reading.text)
        limit = first_use.start() if first_use else position
        prefix = f"{'uk/ukpga' if kind == 'Act' else 'uk/uksi'}/{year}/"
        works = {
            each.reference.partition("#")[0]
            for each in reading.mentions
            if each.start < limit and each.form == "full" and each.reference and each.reference.startswith(prefix)
        }
        note = "" if len(works) == 1 else "several_acts_of_that_year" if works else "defined_outside_the_text"
        known[term] = (works.pop() if len(works) == 1 else None, note)
    return known[term]


def aliases(reading: TextReading) -> dict[str, tuple[str, int]]:
    """Defined terms of this text → (reference, place of the definition)."""
    memory = memory_of(reading)
    if memory.aliases is None:
        memory.aliases = {}
        for definition in definitions(reading):
            if definition.term in memory.aliases:
                continue
            work = ""
            if definition.before is not None:
                work = act_before(reading, definition.before)
            elif definition.after is not None:
                act = _plain_at(reading, definition.after)
                work = act.work or "" if act else ""
            if work:
                memory.aliases[definition.term] = (work, definition.before or definition.after or 0)
    return memory.aliases


def _plain_at(reading: TextReading, position: int) -> Act | None:
    title_end = title_at(reading.text, position)
    return titled(reading, position, title_end) if title_end is not None else None


def act_before(reading: TextReading, end: int) -> str:
    """The act whose words end at `end`, "" when none does."""
    text = reading.text
    window_start = max(0, end - 260)
    for word in reversed(list(_KIND_WORD.finditer(text, window_start, end))):
        first = title_start(text, word.start(), 0)
        if first == word.start():
            continue
        act = titled(reading, first, word.end())
        if act is not None and act.work and not text[act.end : end].strip().strip(","):
            return act.work
        return ""
    return ""


def term_key(term: str) -> str:
    """A term as aliases hold it."""
    return alias_key(term)
