"""Which decision a consideration means that stands without one: «(E. 4.3)», «a.a.O., E. 3».

Keeps true: the decision cited last in this paragraph or the one before has it, unless the sentence speaks of another
court, or of the decision under appeal; decisions cited in passing («mit Hinweis auf BGE …») give way to the one they
support; several decisions in one breath, and numbers the document itself has, leave it open with a reason. Never a guess.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, takewhile
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.memory import CaseSeen, Memory
from pincite.jurisdictions.ch.text_forms import DATE
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = [
    "Before",
    "decision_before",
    "decision_pointed_at",
    "is_anothers_authority",
    "is_decision",
    "own_numbers",
    "spoken_of",
]

_REACH = 1500
"""How far back, in code points, the decision spoken of may stand."""
_AT_MOST = 12
"""How many decisions before are looked at."""


class Before(NamedTuple):
    """The decision found: its work ("" when open), where it was cited (-1: nowhere here), why it is open, what it may be."""

    work: str
    at: int = -1
    note: str = ""
    candidates: tuple[str, ...] = ()


_DECISION = lazy_pattern(
    r"ch/(?:bge|bger|bvge|bvger|bstger|tpf|bpatger)/|ch/(?!sr/|as/|bbl/|ok/|commentary/)[a-z]{2}/|(?:coe|li)/"
)


def is_decision(reading: TextReading, memory: Memory) -> bool:
    """Whether the document itself is known to be a decision, whose considerations bare ones are."""
    own = reading.self_reference or ""
    return not memory.own_act and _DECISION.match(own) is not None


@cache
def _court_words() -> re.Pattern[str]:
    groups: dict[str, list[str]] = {}
    for court, pattern, _ in rows("pincite.jurisdictions.ch", "data/court_words.tsv"):
        groups.setdefault(court, []).append(pattern)
    return re.compile("|".join(f"(?P<{court}>{'|'.join(patterns)})" for court, patterns in groups.items()))


_COURTS = {"bge": "bger", "bger": "bger", "bvge": "bvger", "bvger": "bvger", "bstger": "bstger", "tpf": "bstger"}


def _court_of(work: str) -> str:
    """The kind of court a work is of, in the words of `data/court_words.tsv`."""
    if work.startswith("coe/"):
        return "coe"
    return _COURTS.get(work.split("/")[1], "canton") if work.startswith("ch/") else ""


_PARAGRAPH = lazy_pattern(r"\n[ \t\u00a0]*\n\s*")
_HEADING = lazy_pattern(r"\n#{1,6} ")
_SENTENCE = lazy_pattern(r"(?<=[a-zäöüéèà»”\")\]])[.!?][»”\")]?\s+(?=[A-ZÄÖÜÉÈ«„“(\[])")
_IN_PASSING = lazy_pattern(
    r"(?:[Hh]inweis(?:en)? (?:u\. ?a\. )?auf|[Vv]erweis(?:en|ung)? auf|unter (?:Berufung|Bezugnahme) auf|(?:vgl|s)\. (?:auch|ferner|zudem|dazu)|[Ss]iehe auch|[Ss]o (?:auch|schon|bereits)|bestätigt(?: (?:etwa|zuletzt|jüngst|seither|kürzlich|namentlich))?(?: (?:in|durch|mit))?|in Bestätigung von|präzisiert in|zitiert|anders noch"
    r"|(?:cf|voir|v)\.? (?:aussi|également)|[Vv]oir aussi|citant|se référant à|par renvoi à|avec (?:référence|renvoi) à|confirmée?s?(?: (?:depuis lors|récemment|encore|notamment|entre-temps))?(?: (?:par|in|dans))?|cité dans"
    r"|(?:cfr|v|vedi)\.? anche|con (?:riferimento|rinvio) a|citando|confermata? (?:da|in)|see also|citing)"
    r"[\s(:,]*(?:(?:das|die|den|les?|l[’']|la|il|lo)?\s?(?:Urteile?|Entscheide?|arrêts?|sentenz[ae])?(?: des Bundesgerichts| du Tribunal fédéral| del Tribunale federale)?\s?)\Z"
)
_LISTED = lazy_pattern(
    r"[\s)]*[;,/]?\s*(?:(?:und|sowie|u\.|et|e|ed|and|ferner|vgl\.|cf\.|cfr\.|voir|siehe|Urteile?|arrêts?|sentenz[ae]|des|du|del|BGer|TF|Bundesgerichts|Tribunal|Tribunale|fédéral|federale|de[rs]|la)\s*,?\s*){0,6}\Z"
)
_NAMED_BY_DATE = lazy_pattern(
    r"\b(?:Urteils?|Entscheid(?:s|es)?|Beschluss(?:es)?|Verfügung|Einspracheentscheid(?:s|es)?|[Aa]rrêt|[Jj]ugement|[Oo]rdonnance|[Dd]écision|[Pp]rononcé|[Ss]entenza|[Dd]ecisione|[Dd]ecreto)"
    rf"(?:[ \u00a0\n][^\W\d_][\w.’'-]{{0,24}}){{0,7}}[ \u00a0\n](?:vom|v\.|du|del|dell[’'])[ \u00a0\n]?{DATE}"
)
"""A decision named by its date alone, between the one cited and the consideration."""
_SAME = lazy_pattern(r"[\s)(]*(?:=|i\.e\.|d\.h\.)[\s)(]*(?:Pra|JdT)?\s*\Z")
_THAT_ONE = lazy_pattern(
    r"\A,?\s(?:wo|worin|in (?:dem|welchem)|où|dans lequel|nel quale|in cui|where|in which)\b|\b(?:[Ll]etztere[mnrs]?|(?:ce|cet) dernier|quest['’]ultim[ao]|(?:le )?dernier arrêt|zuletzt|(?:[Dd]ans|[Ss]elon|de) cet arrêt|(?:[Cc]e|[Ll]e|[Dd]u) second(?: arrêt|(?=\s?[(,]))|(?:[Dd](?:er|as|ie|em|en)|[Ii]m) zweiten?(?: (?:Urteil|Entscheid|Fall)|(?=\s?[(,]))|[Zz]weitgenannte[mnrs]?|[Tt]he latter|[Ii]n diesem (?:Urteil|Entscheid)|[Ii]n (?:questa|tale) sentenza)\b"
)

_FIRST_ONE = lazy_pattern(
    r"\b(?:(?:[Ee]rst|[Zz]uerst )(?:genannte|erwähnte|zitierte|ere)[mnrs]?|(?:[Dd](?:er|as|em|en)|[Ii]m) ersten?(?: (?:Urteil|Entscheid|Fall)|(?=\s?[(,]))|(?:[Cc]e|[Ll]e|[Dd]u) premier(?: (?:arrêt|nommé|cité)|(?=\s?[(,]))|(?:[Ii]l|[Nn]el|[Ll]a|[Nn]ella) prim[oa](?: (?:sentenza|caso)|(?=\s?[(,]))|[Tt]he former|[Tt]he first (?:decision|case|judgment))(?=[\s,(.])"
)
"""«der erstgenannte Entscheid»: of two cited before, the first."""


_CALLED = lazy_pattern(
    r"\b(?:genannte[nmrs]?|erwähnte[nmrs]?|zitierte[nmrs]?|besagte[nmrs]?)\s(?P<noun>(?:Referenz|Grundsatz|Leit|Piloten?|Koordinations)(?:urteil|entscheid))"
)
"""«im genannten Referenzurteil»: which of the decisions before is said by what it was called there."""


def decision_before(reading: TextReading, memory: Memory, start: int, number: str, *, again: bool = False) -> Before:
    """The decision a consideration at `start` belongs to. `number`: «4.3»; `again`: «a.a.O.» stands before it."""
    text = reading.text
    reach = _REACH * 2 if again else _REACH
    # The newest first, and no further than the reach: time stays linear in the text.
    near = takewhile(lambda case: case.end >= start - reach, reversed(memory.cases))
    seen = [case for case in islice(near, _AT_MOST) if case.end <= start][::-1]
    if not again:
        seen = [case for case in seen if _near(text, case.end, start)]
    if not seen:
        return Before("", note="decision_not_named_before")
    between = text[seen[-1].end : start]
    if again and (called := _CALLED.search(between)):
        named = [case for case in seen if called["noun"].lower() in text[max(0, case.start - 60) : case.start].lower()]
        return _of(named[-1]) if named else Before("", note="another_decision_governs")
    if again:
        if not (_near(text, seen[-1].end, start) or len(between) < _REACH):
            return Before("", note="decision_not_named_before")
        return _one_of(text, seen, start, again=True)
    if number in own_numbers(memory):
        return Before("", note="may_be_the_documents_own")
    if _NAMED_BY_DATE.search(between):
        return Before("", note="another_decision_governs")
    court = spoken_of(between)
    if court == "below":
        return Before(memory.under_appeal, note="" if memory.under_appeal else "decision_under_appeal")
    if court:
        fitting = [case for case in _leading(text, seen) if _court_of(case.work) == court]
        return _one_of(text, fitting, start) if fitting else Before("", note="another_decision_governs")
    return _one_of(text, seen, start)


def decision_pointed_at(memory: Memory, start: int) -> Before:
    """The decision that «dort», «im genannten Urteil» right before a consideration at `start` points at."""
    near = takewhile(lambda case: case.end >= start - _REACH, reversed(memory.cases))
    seen = [case for case in islice(near, _AT_MOST) if case.end <= start][::-1]
    last = seen[-1]
    between = memory.text[last.end : start]
    if not (_OTHER_CLAUSE.search(between) or _FIRST_ONE.search(between) or _THAT_ONE.search(between)):
        return _of(last)  # in one clause with the decision itself
    return _one_of(memory.text, seen, start)


_OTHER_CLAUSE = lazy_pattern(r"[.!?;]\s|\A[^()]*\)")


def _leading(text: str, seen: list[CaseSeen]) -> list[CaseSeen]:
    """The decisions that were not cited in passing, all when there are none."""
    return [case for case in seen if not _in_passing(text, case)] or seen


def _in_passing(text: str, case: CaseSeen) -> bool:
    return _IN_PASSING.search(text, max(0, case.start - 90), case.start) is not None


def _one_of(text: str, seen: list[CaseSeen], start: int, *, again: bool = False) -> Before:
    """The decision of those cited before that is spoken of at `start`; open where two have equal evidence.

    `again`: «a.a.O.» leans on what was cited last, in passing or not.
    """
    between = text[seen[-1].end : start]
    if _THAT_ONE.search(between):
        return _of(max(seen, key=lambda case: case.start))
    if _FIRST_ONE.search(between):
        cited = sorted({case.start: case for case in seen}.values(), key=lambda case: case.start)
        works = _in_one_sentence(text, cited)
        first = [case for case in seen if case.work == works[-1]] if len(works) == _TWO else []
        return _of(first[-1]) if first else Before("", note="several_decisions_before", candidates=works)
    if _quoted(text, seen[-1], start):
        works = tuple(dict.fromkeys(case.work for case in seen[-2:] if case.work))
        return Before("", seen[-1].start, "decision_within_a_quotation", works if len(works) > 1 else ())
    leading = _leading(text, seen)
    last = leading[-1]
    if again and last.work != seen[-1].work:
        return Before("", last.start, "several_decisions_before", tuple(w for w in (last.work, seen[-1].work) if w))
    if not last.work:
        return Before("", last.start, "decision_outside_the_scheme")
    if is_anothers_authority(text, last, start):
        return Before("", note="another_decision_governs")
    rivals = _in_one_breath(text, leading)
    if len(rivals) > 1 or (_SENTENCE_OVER.search(between) and len(rivals := _in_one_sentence(text, leading)) > 1):
        return Before("", last.start, "several_decisions_before", rivals)
    return _of(last)


_IT = lazy_pattern(r"[.!?;]\s+(?:Er|Sie|Es|Darin|Il|Elle|Ell[ao]|Ess[ao]|It)\s")
_CITING = lazy_pattern(
    r"\b(?:(?:stütz\w+|beruf\w+|berief)\s(?:sich\s)?(?:\w+\s){0,3}auf|verw(?:eist|ies)\s(?:\w+\s){0,3}auf|zitiert|folgt|nimmt\sBezug\sauf|se\s(?:fonde|réfère)\s(?:sur|à)|renvoie\sà|cite|si\s(?:fonda|riferisce)\s(?:su|a)|rinvia\sa|cita|relies\son|cites|refers\sto)\s(?:den\s|das\s|l[’']|la\s|il\s)?\Z"
)
"""«Der Einspracheentscheid stützt sich auf BGE …»: the decision is another's authority."""


def is_anothers_authority(text: str, case: CaseSeen, start: int) -> bool:
    """Whether a decision named by its date, or the one under appeal, cites this one and is what «Er hält in» speaks of."""
    if not _IT.search(text, case.end, start):
        return False
    head = _SENTENCE_OVER.split(text[max(0, case.start - 200) : case.start])[-1]
    return _CITING.search(head) is not None and (_NAMED_BY_DATE.search(head) is not None or spoken_of(head) == "below")


_TWO = 2
_SENTENCE_OVER = lazy_pattern(
    r"(?<![Vv]gl)(?<!bzw)(?<![Cc]f)(?<!\bS)[.!?][»”\")]?\s+(?=[A-ZÄÖÜÉÈ«„“(\[])(?!(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
    r"|[.!?)]\s*\n\s*\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+(?=[A-ZÀ-Ý])"
)
_QUOTATIONS = (("«", "»"), ("„", "“"), ("“", "”"))


def _quoted(text: str, case: CaseSeen, start: int) -> bool:
    """Whether a decision is cited inside a quotation that is closed before `start`."""
    for opening, closing in _QUOTATIONS:
        end = text.find(closing, case.end, start)
        if end < 0:
            continue
        begin = text.rfind(opening, max(0, case.start - _REACH), case.start)
        if begin >= 0 and text.find(closing, begin + 1, case.start) < 0 and text.find(opening, case.end, end) < 0:
            return True
    return False


def _in_one_sentence(text: str, cases: list[CaseSeen]) -> tuple[str, ...]:
    """The works, newest first, of the sentence in which the last decision is cited; «=» joins two reports of one."""
    works = [cases[-1].work]
    for before, after in zip(reversed(cases[:-1]), reversed(cases[1:]), strict=True):
        between = text[before.end : after.start]
        if len(between) > _REACH // 6 or _SENTENCE_OVER.search(between) or between.count("(") != between.count(")"):
            break
        if before.work == after.work:
            continue
        if _SAME.match(between):
            works = [before.work if work == after.work else work for work in works]
            continue
        works.append(before.work)
    return tuple(dict.fromkeys(work for work in works if work))


def _of(case: CaseSeen) -> Before:
    return Before(case.work, case.start, "" if case.work else "decision_outside_the_scheme")


def _near(text: str, end: int, start: int) -> bool:
    """Whether not more than one paragraph ends between two places, and no section."""
    between = text[end:start]
    return len(_PARAGRAPH.findall(between)) <= 1 and _HEADING.search(between) is None


def spoken_of(between: str) -> str:
    """The court that the last sentence with one speaks of, "" when none does."""
    for sentence in reversed(_SENTENCE.split(between)):
        match = _court_words().search(sentence)
        if match:
            return match.lastgroup or ""
    return ""


def _in_one_breath(text: str, cases: list[CaseSeen]) -> tuple[str, ...]:
    """The works of the list that ends with the decision cited last; «=» joins two reports of one decision."""
    works = [cases[-1].work]
    for before, after in zip(reversed(cases[:-1]), reversed(cases[1:]), strict=True):
        between = text[before.end : after.start]
        if before.work == after.work:
            continue
        if _SAME.match(between):
            works = [before.work if work == after.work else work for work in works]
            continue
        if len(between) > 60 or not _LISTED.match(between):
            break
        works.append(before.work)
    return tuple(dict.fromkeys(work for work in works if work))


_OWN_NUMBER = lazy_pattern(
    r"^[ \t\u00a0]{0,8}(?:E\. ?|Erw\. ?)?(\d{1,2}(?:\.\d{1,2}){1,5}|\d{1,2}(?=\.[ \t\u00a0]*$))\.?(?=\s)", re.MULTILINE
)


def own_numbers(memory: Memory) -> frozenset[str]:
    """The numbers at the beginnings of lines: those of the document's own considerations, if it is a decision."""
    if memory.line_numbers is None:
        memory.line_numbers = frozenset(match[1] for match in _OWN_NUMBER.finditer(memory.text))
    return memory.line_numbers
