"""Names of cases as they stand next to a pinpoint or a back reference, in English and in Chinese.

Keeps true: a name is a run of capitalised words that does not reach before what is used up; a name alone is no citation.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.antecedents import antecedents, name_tokens
from pincite.text.patterns import pattern

__all__ = [
    "case_by_han_name",
    "case_by_name",
    "case_in_sentence",
    "case_of_name",
    "connector_before",
    "name_behind",
    "sentence_start",
]

_CONNECTOR = pattern(
    r"(?:[*_]{0,3}\s{0,12}[*_]{0,2}[,(;:]?[*_]{0,2}\s{1,12}|\s{0,12}[,(;:])?(?:(?:also\s{1,4})?\b(?:at|in)\s{1,12})?[*_]{0,2}\Z"
)
_CONNECTOR_REACH = 30
_NAME_TOKEN = pattern(
    r"\({0,2}[*_]{0,2}[A-Z][\w’'.-]*[*_]{0,2}\)?\Z|\({0,2}R\s?\([A-Z][\w’']*\)\Z|v\.?\Z|\(?No\.?\Z|\d{1,2}\)\Z|&\Z|of\Z|and\Z|[A-Z]{1,4}\Z"
)
_NOT_A_NAME = frozenset(
    [
        "In",
        "See",
        "As",
        "At",
        "The",
        "Also",
        "And",
        "But",
        "Per",
        "Cf",
        "On",
        "By",
        "Of",
        "For",
        "From",
        "That",
        "This",
        "Paragraph",
        "Para",
        "Page",
        "He",
        "She",
        "It",
        "They",
        *(
            "Further",
            "Furthermore",
            "However",
            "Moreover",
            "Similarly",
            "There",
            "Here",
            "Then",
            "Thus",
            "Indeed",
            "Finally",
        ),
        *("First", "Firstly", "Second", "Secondly", "Third", "Thirdly", "Accordingly", "Likewise", "Again", "Lastly"),
        *("Instead", "Rather", "Nevertheless", "Nonetheless", "Specifically", "Notably", "Next", "Hence", "Therefore"),
        *("While", "Where", "When", "After", "Before", "Although", "Since", "Because", "With", "Under", "To", "An"),
        *("Following", "Citing", "Quoting", "Applying", "We", "Counsel", "Mr", "Ms", "Mrs", "Dr", "Section", "Article"),
        "Judge",
        "Lord",
        "J",
        "JA",
    ]
)
_JUDGE_NAMED = pattern(r"(?:\A|\s)(?:[A-Z][\w’-]+\s{1,3})?(?:JSC|D?PSC|LJJ?|NPJ|PJ|JA|CJHC|CJ|VP|MR|J|SCJ|DJ|DCJ)\Z")
"""«Lord Reed PSC», «Kwan JA»: a judge, no case."""
_NO_PARTY = frozenset(
    [
        "ordinance",
        "act",
        "regulations",
        "rules",
        "code",
        "court",
        "tribunal",
        "committee",
        "judge",
        "master",
        "magistrate",
        "justice",
        "lordship",
        "applicant",
        "respondent",
        "plaintiff",
        "defendant",
        "appellant",
        "petitioner",
        "claimant",
        "crown",
        "prosecution",
        "government",
        "commission",
        "section",
        "article",
        "part",
        "schedule",
        "order",
        "appeal",
        "first",
        "instance",
        "final",
        "high",
        "district",
        "of",
        "and",
        "the",
        "no",
    ]
)
"""Words that alone name no case («the Court (at [33])»)."""
_HAN_RUN = pattern(r"[\u4e00-\u9fff]{2,14}[\s（(，,]{0,3}\Z")
_HAN_FILLING = pattern(r"[\s（(，,]")
_CAPITAL = pattern(r"[A-Z]")


def connector_before(text: str, start: int) -> re.Match[str] | None:
    """What joins a name to the pinpoint at `start`: «, at », «(», a space; the empty match when nothing does."""
    # From the first sign that may belong to it: looked for from further off, most of the time would go into misses.
    floor = max(0, start - _CONNECTOR_REACH)
    begin = _joined(text, start, floor)
    if text[begin - 2 : begin] in {"at", "in"}:
        begin = _joined(text, begin - 2, floor)
        if text[begin - 4 : begin] == "also":
            begin = _joined(text, begin - 4, floor)
    return _CONNECTOR.search(text, max(begin, floor), start)


def _joined(text: str, end: int, floor: int) -> int:
    """Where the white space and signs that end at `end` begin."""
    while end > floor and (text[end - 1].isspace() or text[end - 1] in "*_,(;:"):
        end -= 1
    return end


def case_by_name(reading: TextReading, start: int) -> Mention | None:
    """The case whose name stands directly before `start`, when a citation bears it."""
    text = reading.text
    han = case_by_han_name(reading, start)
    if han is not None:
        return han
    connector = connector_before(text, start)
    name = name_behind(text, connector.start() if connector else start, reading.floor)
    return case_of_name(reading, name, connector.start() if connector else start) if name else None


def case_of_name(reading: TextReading, name: str, end: int) -> Mention | None:
    """The case whose name ends at `end`; where several bear it, the one that the sentence names wholly."""
    seen = antecedents(reading).case_named(name)
    if seen is None or not seen.candidates or seen.reference:
        return seen
    return antecedents(reading).spoken_of(seen, name, reading.text[sentence_start(reading.text, end) : end])


def case_by_han_name(reading: TextReading, start: int) -> Mention | None:
    """The case whose Chinese name stands directly before `start`."""
    run = _HAN_RUN.search(reading.text, max(0, start - 30), start)
    if run is None:
        return None
    known = antecedents(reading)
    characters = _HAN_FILLING.sub("", run.group())
    for length in (4, 3, 2):
        for at in range(len(characters) - length, -1, -1):
            cases = known.named.get(characters[at : at + length])
            if cases:
                return cases[-1].mention
    return None


_SENTENCE_END = pattern(
    r"(?:[a-z0-9)”’\]]|[a-z0-9)][*_])[.?!][”’*_]{0,2}(?:\[\^?\d{1,3}\])?\s|\n\s{0,8}\n\s{0,8}\d{1,3}\.|。"
)
_RUN = pattern(
    r"(?P<mark>[*_]{0,2}|\n\s{0,3})(?P<run>[A-Z][\w’'-]+(?:\s{1,3}(?:of\s|and\s|&\s)?[A-Z][\w’'-]+){0,4})(?P<end>[*_]{0,2}|\s{0,3}\n)"
)
_IN_BEFORE = pattern(r"\b[Ii]n\s{1,4}[*_\n ]{0,4}\Z")
_REACH = 420


def sentence_start(text: str, position: int) -> int:
    """Where the sentence that holds `position` begins, within reach."""
    floor = max(0, position - _REACH)
    for near in _NEARER:
        begin = from_there = max(floor, position - near)
        while begin > floor and begin > from_there - _TO_A_CAPITAL and not "A" <= text[begin] <= "Z":
            begin -= 1
        if begin > floor and not "A" <= text[begin] <= "Z":
            continue
        # no end of a sentence has a capital in it: looking from one finds the ends that looking from further off does
        last = None
        for last in _SENTENCE_END.finditer(text, begin, position):  # noqa: B007 (the last one counts)
            pass
        if last is not None:
            return last.end()
        if begin == floor:
            break
    return floor


_NEARER = (60, 180, _REACH)
"""How far off an end is looked for first, and next."""
_TO_A_CAPITAL = 40


def case_in_sentence(reading: TextReading, start: int) -> Mention | None:
    """«In *Wonderful Star* the court added (at [33])»: the case that the sentence is about, named before its pinpoint.

    A name counts when it is set off, stands behind «in» or has two telling words; a case cited in full behind it is nearer.
    """
    text = reading.text
    known = antecedents(reading)
    if known.case is None:
        return None
    begins = sentence_start(text, start)
    for run in reversed(list(_RUN.finditer(text, begins, start))):
        if known.case.form == "full" and known.case.start >= run.start():
            return None
        set_off = bool(run.group("mark").strip(" ") and run.group("end").strip(" "))
        words = run.group("run").removeprefix("In ")
        said_in = words != run.group("run")
        if (
            not set_off
            and not said_in
            and len(name_tokens(words)) < 2
            and not _IN_BEFORE.search(text, max(0, run.start() - 8), run.start("run"))
        ):
            continue
        case = known.case_named(words)
        if case is not None and case.reference:
            return case
    return None


def name_behind(text: str, end: int, floor: int) -> str:
    """The capitalised words that end at `end`, "" when none do."""
    first, begin = end, max(floor, end - 90)
    words = text[begin:end].split()
    if words and words[-1].rstrip(",;.")[-1:] in {"”", '"'} and "“" not in words[-1]:
        return ""  # the end of a quotation
    for printed in reversed(words[-12:]):
        word = printed.strip('“”",;')
        ends_before = first != end and printed.endswith((",", ";", ".")) and printed != "v."
        if not _NAME_TOKEN.match(word) or word.strip("*_") in _NOT_A_NAME or ends_before:
            break
        first = text.rindex(printed, begin, first)
    if first == end:
        return ""
    name = text[first:end].strip(" ,(\n\t*_")
    while name.split(" ")[0] in {"of", "and", "v", "v.", "&"}:
        name = name.partition(" ")[2]
        if not name:
            break
    if _JUDGE_NAMED.search(name) and " v" not in name:
        return ""
    if _NO_PARTY.issuperset(word.strip(".,*_").lower() for word in name.split()):
        return ""
    return name if _CAPITAL.search(name) else ""
