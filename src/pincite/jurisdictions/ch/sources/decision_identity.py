"""What a Swiss decision is called: its work id, the other numbers it goes by, its date and its court.

Keeps true:
1. The work is the official collection (BGE) where there is one, else the docket, as references.md says: `ch/bge/151/II/245`,
   `ch/bger/5A_459/2025`, `ch/bvger/E-9839/2025`, `ch/zh/PS260006`. Every other number and spelling found is an alias.
2. Dockets are normalised by rule, never guessed: the sign of the Federal Supreme Court's dockets follows the year («_»
   from 2007, «.» before), the suffix of Zurich's («-L», «-O/U») is dropped; a cantonal number must have a shape of
   its canton to be taken from the text (`data/cantonal_dockets.tsv`).
3. The date is the one the decision bears in its head; a collector's date counts only when the decision shows none, and
   not when it cannot be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pincite.findings import Finding
from pincite.identity.reference import WorkId
from pincite.jurisdictions.ch.sources.decision_words import SOURCE_LINES, Words, joined, words
from pincite.text.tables import rows

__all__ = ["Court", "Identity", "bge_number", "court_of", "date_of", "docket_from_file_name", "identify"]

_PACK = "pincite.jurisdictions.ch"
_BGE = re.compile(r"(?:(?:BGE|ATF|DTF)[ _-])?(\d{1,3})[ _-](Ia|Ib|III|II|IV|I|V)[ _-](\d{1,4})\Z")
_BGER = re.compile(r"\b(1?\d[A-Z])[ ]?[_. -][ ]?(\d{1,5})[/_-]((?:19|20)\d{2})\b")
_EVG = re.compile(r"\b([IUKHBCMPEF]) (\d{1,4})/(\d{2})\b")
_BVGER = re.compile(r"\b([A-F])-(\d{1,5})[/-]((?:19|20)\d{2})\b")
_BSTGER = re.compile(r"\b([SCBR][A-Z])[.-]((?:19|20)\d{2})[.-](\d{1,4}(?:-\d{1,4})?)\b")
_BPATGER = re.compile(r"\b([OS])((?:19|20)\d{2})[_-](\d{3})\b")
_CAS = re.compile(r"\b((?:19|20)\d{2})/([A-Z]{1,3})/(\d{3,5})\b")
_LI = re.compile(r"\b(StGH|VGH|OGH|OG|LG|VBI)[ _]((?:19|20)\d{2})/0*(\d{1,4})\b")
_ZH_SUFFIX = re.compile(r"\A([A-Z]{2}\d{6})-[A-Z](?:/[A-Z0-9]+)?\Z")
_FILE = re.compile(
    r"(?:.*/)?(?P<code>(?P<canton>[A-Z]{2})_(?P<court>[^_/]+)_\d{3})_(?P<number>.+?)_(?P<date>\d{4}(?:-\d{2}-\d{2})?)(?:\.\w+)?\Z"
)
_FEDERAL = {
    "CH_BGE": "bger",
    "CH_BGB": "bger",
    "CH_BGer": "bger",
    "CH_BVGE": "bvger",
    "CH_BVGer": "bvger",
    "CH_BSTG": "bstger",
    "CH_BStGer": "bstger",
    "CH_PATG": "bpatger",
    "CH_BPatG": "bpatger",
    "CH_EDÖB": "edoeb",
    "CH_WBK": "weko",
    "CH_WEKO": "weko",
    "CH_CAS": "cas",
}
_FEDERAL_SHAPES = {
    "bger": (_BGER, _EVG),
    "bvger": (_BVGER,),
    "bstger": (_BSTGER,),
    "bpatger": (_BPATGER,),
    "cas": (_CAS,),
}
_DOCKET_LINE_WORDS = 14  # letters beside a docket on its line: «Geschäfts-Nr.:», not a sentence about another case
_PROSE = re.compile(r"[^\W\d_]")
_IN_BRACKETS = re.compile(r"\([^()]*\)?")  # there stands the docket of the court below
_LABEL = re.compile(
    r"(?:Geschäfts-?(?:Nr|nummer)\.?|Verfahrens-?(?:Nr|nummer)\.?|Dossier|N°|Nr\.|Incarto n\.|OGE|Proz\. ?Nr\.)\s?:?"
)
_DATE = r"\d{1,2}(?:er|\.|°)?[ \u00a0]{0,2}[A-Za-zäéûôà]+[ \u00a0]{1,2}(?:18|19|20)\d\d"
_WRITTEN_DATE = re.compile(
    r"(?P<day>\d{1,2})(?:er|\.|°)?[ \u00a0]{0,2}(?P<month>[A-Za-zäéûôà]+)[ \u00a0]{1,2}(?P<year>(?:18|19|20)\d\d)"
)
_NUMBER_DATE = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:18|19|20)\d\d)")
_ONLY_DATE = re.compile(rf"(?:vom|du|del(?:l['’])?) (?P<date>{_DATE})\Z")
_PLACE_AND_DATE = re.compile(rf"[A-ZÀ-Ý][\w.\- ]{{1,30}}, (?:den |le |il |lì )?(?P<date>{_DATE})\Z")
_DOCKET_AND_DATE = re.compile(rf".{{0,14}}\d[/_. ]\d.{{0,12}} (?:vom|du|del(?:l['’])?|of) (?P<date>{_DATE})")
_AFTER_DOCKET = re.compile(rf"(?:vom|du|del(?:l['’])?|of) (?P<date>{_DATE})")
_KIND_AND_DATE = re.compile(r".*(?:[Dd]atum|[Dd]ate|[Dd]ata).{0,4}:.*")
_HEAD_LINES = 60
_LONGEST_NUMBER = 40
_YEARS_APART = 15


@dataclass(frozen=True, slots=True)
class Court:
    """A court by the code of entscheidsuche.ch; `names` in de, fr, it; `sure` as in `data/courts.tsv`."""

    code: str
    canton: str
    level: str
    names: tuple[str, str, str]
    chamber: tuple[str, str, str] = ("", "", "")
    sure: str = ""

    def name(self, language: str) -> str:
        """Its name in a language, in German when there is no other."""
        return self.names[("de", "fr", "it").index(language) if language in ("fr", "it") else 0]

    def chamber_name(self, language: str) -> str:
        """The chamber's name, "" when not known."""
        return self.chamber[("de", "fr", "it").index(language) if language in ("fr", "it") else 0]


@dataclass(frozen=True, slots=True)
class Identity:
    """A work, its other numbers, and the number shown as its docket."""

    work: WorkId
    aliases: tuple[str, ...]
    docket: str


@cache
def _courts() -> dict[str, tuple[str, ...]]:
    return {row[0]: tuple(row[1:]) for row in rows(_PACK, "data/courts.tsv")}


def court_of(code: str) -> Court:
    """The court and chamber of a code such as `CH_BGer_005` or `ZH_OG`; without names when the code is not known."""
    table = _courts()
    parts = code.split("_")
    court_code = "_".join(parts[:2])
    court, chamber = table.get(court_code), table.get(code) if len(parts) > 2 else None
    canton = parts[0] if re.fullmatch(r"[A-Z]{2}", parts[0]) else ""
    if court is None:
        return Court(court_code, canton, "unknown", ("", "", ""))
    names = (court[4], court[5], court[6])
    chamber_names = (chamber[4], chamber[5], chamber[6]) if chamber else ("", "", "")
    return Court(court_code, court[1], court[2], names, chamber_names, court[3])


def bge_number(text: str) -> tuple[str, str, str] | None:
    """Volume, part and first page, from «BGE 151 II 245», «151 II 245» or «BGE-151-II-245»."""
    match = _BGE.match(text.strip())
    return (match[1], match[2], match[3]) if match else None


def docket_from_file_name(name: str) -> tuple[str, str, str] | None:
    """Court code, docket and date («2025-06-17», «2025») of a file named as entscheidsuche.ch names its files."""
    match = _FILE.match(name)
    if match is None:
        return None
    number = match["number"].strip("-")
    federal = _federal_docket(match["code"], number)
    if federal:
        number = federal
    elif bge := bge_number(number):
        number = "BGE " + " ".join(bge)
    else:
        shapes = _shapes(match["canton"])
        spelled = (number.replace("-", sign) for sign in (".", " ", "/"))
        mixed = (number.replace("-", first, 1).replace("-", second) for first in " ./" for second in " ./")
        number = next((form for form in (*spelled, *mixed) if any(shape.fullmatch(form) for shape in shapes)), number)
    return match["code"], number, match["date"]


def _federal_docket(code: str, number: str) -> str:
    family = _FEDERAL.get("_".join(code.split("_")[:2]), "")
    for shape in _FEDERAL_SHAPES.get(family, ()):
        match = shape.search(number)
        if match:
            return _written(shape, match)
    return ""


def _written(shape: re.Pattern[str], match: re.Match[str]) -> str:
    """A federal docket as it is normally written (rule 2)."""
    first, second, third = match.groups()
    if shape is _BGER:
        return f"{first}{'_' if int(third) >= 2007 else '.'}{second}/{third}"
    if shape is _EVG:
        return f"{first} {second}/{third}"
    if shape is _BVGER:
        return f"{first}-{second}/{third}"
    if shape is _BSTGER:
        return f"{first}.{second}.{third}"
    if shape is _BPATGER:
        return f"{first}{second}_{third}"
    return f"{first}/{second}/{third}"


@cache
def _shapes(canton: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"(?<![\w/.])(?:{row[2]})(?![\w])")
        for row in rows(_PACK, "data/cantonal_dockets.tsv")
        if row[0] == canton and len(row) > 2
    )


def identify(code: str, numbers: Sequence[str], head: Sequence[str], *, publisher_id: str) -> Identity:
    """The identity of a decision.

    Args:
        code: its court's code (`CH_BGer_005`, `ZH_OG`, `LI`).
        numbers: the numbers its publisher gives it.
        head: the lines of its head.
        publisher_id: its file's name without the ending, used where it has no number at all.

    """
    numbers = [" ".join(number.split()) for number in numbers if number.strip()]
    family = _FEDERAL.get("_".join(code.split("_")[:2]), "")
    if code.startswith("LI"):
        return _liechtenstein(numbers, head, publisher_id)
    if family in _FEDERAL_SHAPES:
        return _federal(family, numbers, head, publisher_id)
    canton = code[:2]
    if canton == "CH" or not _shapes(canton):
        place = family or code.lower().removeprefix("ch_").split("_")[0] or "decision"
        return _named(f"ch/{place if canton == 'CH' else canton.lower()}", numbers, publisher_id)
    return _cantonal(canton, numbers, head, publisher_id)


def _head_lines(head: Sequence[str]) -> list[str]:
    return [_IN_BRACKETS.sub("", line) for line in head[:_HEAD_LINES]]


def _named(prefix: str, numbers: Sequence[str], publisher_id: str) -> Identity:
    """A decision without a docket of a known shape: by its number, else by the publisher's own id."""
    name = _FILE.match(publisher_id)
    number = numbers[0] if numbers and len(numbers[0]) <= _LONGEST_NUMBER and re.search(r"\d", numbers[0]) else ""
    if name and number == name["number"].strip("-"):
        number = ""  # the name of a file, cut short by the portal, is no number
    shown = number or (f"{name['number'].strip('-')}_{name['date']}" if name else publisher_id)
    work = f"{prefix}/{_clean(shown)}"
    aliases = [f"{prefix}/{_clean(other)}" for other in numbers[1:]]
    return Identity(WorkId(work), tuple(dict.fromkeys(alias for alias in aliases if alias != work)), number)


def _clean(number: str) -> str:
    """A number as the last segment of a work id: without the signs that end one."""
    return re.sub(r"[#@\x00-\x1f]+", "-", number).strip()


def _federal(family: str, numbers: Sequence[str], head: Sequence[str], publisher_id: str) -> Identity:
    shapes = _FEDERAL_SHAPES[family]
    lines = _head_lines(head)
    found: list[str] = []
    for number in [*numbers, *(line for line in lines if _bge_line(line))]:
        if family == "bger" and (bge := bge_number(number)):
            found.append("ch/bge/" + "/".join(bge))
    for text in [*numbers, *(line for line in lines if _is_docket_line(line, shapes))]:
        for shape in shapes:
            found += [f"ch/{family}/{_written(shape, match)}" for match in shape.finditer(text)]
    found = list(dict.fromkeys(found))
    if not found:
        return _named(f"ch/{family}", numbers, publisher_id)
    bge_first = sorted(found, key=lambda work: not work.startswith("ch/bge/"))
    docket = next((work.partition("/")[2].partition("/")[2] for work in found if not work.startswith("ch/bge/")), "")
    return Identity(
        WorkId(bge_first[0]), tuple(bge_first[1:]), docket or "BGE " + " ".join(bge_first[0].split("/")[2:])
    )


def _bge_line(line: str) -> bool:
    return len(line) < 20 and bge_number(line) is not None


def _is_docket_line(line: str, shapes: Iterable[re.Pattern[str]]) -> bool:
    """Whether a line of the head gives the decision's own number: little else stands on it but a date."""
    rest = _WRITTEN_DATE.sub("", _LABEL.sub("", line))
    for shape in shapes:
        rest = shape.sub("", rest)
    return rest != line and len(_PROSE.findall(rest)) <= _DOCKET_LINE_WORDS


def _cantonal(canton: str, numbers: Sequence[str], head: Sequence[str], publisher_id: str) -> Identity:
    shapes = _shapes(canton)
    prefix = f"ch/{canton.lower()}/"
    ranked: list[tuple[int, int, str]] = []
    spelled = [number for number in numbers if any(shape.fullmatch(number) for shape in shapes)]
    lines = [line for line in _head_lines(head) if _is_docket_line(line, shapes)]
    for rank, shape in enumerate(shapes):
        for position, text in enumerate([*spelled, *lines]):
            found = [text] if position < len(spelled) and shape.fullmatch(text) else []
            if position >= len(spelled):
                found = [match.group() for match in shape.finditer(_LABEL.sub("", text))]
            ranked += [(rank, position, number) for number in found]
    if not ranked:
        own = _from_source_line(head, shapes)
        if not own:
            return _named(prefix.rstrip("/"), numbers, publisher_id)
        ranked = [(0, 0, own)]
    found = [number for _, _, number in sorted(ranked)]
    plain_numbers = [_ZH_SUFFIX.sub(r"\1", number) if canton == "ZH" else number for number in found]
    work = prefix + _clean(plain_numbers[0])
    aliases = [prefix + _clean(number) for number in [*plain_numbers, *found, *numbers]]
    return Identity(WorkId(work), tuple(dict.fromkeys(alias for alias in aliases if alias != work)), plain_numbers[0])


def _from_source_line(head: Sequence[str], shapes: Sequence[re.Pattern[str]]) -> str:
    """The docket that a collection names in its source line: «Aus dem Entscheid … vom … (WBE.2018.344)»."""
    at = next((index for index in range(len(head)) if words().source_line(head[index:])), None)
    if at is None:
        return ""
    text = joined(head[at : at + SOURCE_LINES])
    return next((match.group() for shape in shapes for match in [shape.search(text)] if match), "")


def _liechtenstein(numbers: Sequence[str], head: Sequence[str], publisher_id: str) -> Identity:
    matches = [match for text in [*numbers, *head[:3]] for match in _LI.finditer(text)]
    if not matches:
        return _named("li/decision", numbers, publisher_id)
    court, year, number = matches[0].groups()
    work = f"li/{court.lower()}/{year}/{number}"
    aliases = [f"li/{match.group()}" for match in matches]
    return Identity(WorkId(work), tuple(dict.fromkeys(aliases)), f"{court} {year}/{number}")


# ---- dates


def date_of(head: Sequence[str], published: str, numbers: Sequence[str], words: Words) -> tuple[str, list[Finding]]:
    """The date of the decision, and what is to be said about the collector's (rule 3).

    Args:
        head: the lines of the decision's head.
        published: the collector's date, ISO, or "".
        numbers: the decision's numbers; the years in them tell whether a date can be right.
        words: the words of `decision_words`.

    """
    borne = _borne(head, words)
    if borne:
        if published and borne != published:
            return borne, [Finding("date_corrected", {"published": published, "decision": borne})]
        return borne, []
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", published):
        return "", [Finding("date_unknown")] if not published else [Finding("date_doubtful", {"published": published})]
    years = [int(year) for number in numbers for year in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", number)]
    if years and abs(int(published[:4]) - max(years)) > _YEARS_APART:
        return "", [Finding("date_doubtful", {"published": published})]
    return published, []


def _borne(head: Sequence[str], words: Words) -> str:
    """The date that the head bears: with the word for the decision, alone on a line, or with its number."""
    head = head[:_HEAD_LINES]
    for index, line in enumerate(head):
        found = words.dated.match(line)
        if found and (date := _date(line[found.end() :], words)):
            return date
        if words.source_line(head[index:]):
            after = _AFTER_DOCKET.search(joined(head[index : index + SOURCE_LINES]))
            if after and (date := _date(after["date"], words)):
                return date
        if _KIND_AND_DATE.fullmatch(line) and (date := _numeric(line)):
            return date
    for pattern in (_ONLY_DATE, _DOCKET_AND_DATE, _PLACE_AND_DATE):
        for line in head:
            match = pattern.match(line)
            if match and (date := _date(match["date"], words)):
                return date
    return ""


def _date(text: str, words: Words) -> str:
    """The written date a text begins with, ISO; "" when it begins with none."""
    match = _WRITTEN_DATE.match(text)
    month = words.months.get(match["month"].lower()) if match else None
    if match is None or month is None or not 1 <= int(match["day"]) <= 31:
        return ""
    return f"{match['year']}-{month:02}-{int(match['day']):02}"


def _numeric(text: str) -> str:
    match = _NUMBER_DATE.search(text)
    if match is None or not 1 <= int(match["month"]) <= 12 or not 1 <= int(match["day"]) <= 31:
        return ""
    return f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}"
