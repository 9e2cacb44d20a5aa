"""Short forms of cases in English and Chinese texts: `[54] of the Judgment`, `Abdallah, at [41]`, `para 22`, ibid., supra, 同上, 第101段.

Keeps true: a pinpoint counts as a citation only on evidence (a known case name, a judgment's word, a case cited just
before); papers of the parties are no authority; what the text leaves open has no reference and a reason; what may be
settled by later words is settled after the pass.

Order of evidence for a pinpoint: 1. «of the Judgment» behind it; 2. a judgment's word before it; 3. a case name before it;
4. a word of the record near it: no citation; 5. the case cited last; 6. a footnote that holds nothing else: the judgment
below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.aliases import alias_key, definitions
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.back_references import BackReferences, Provisions
from pincite.jurisdictions.shared.case_names import (
    case_by_han_name,
    case_in_sentence,
    case_of_name,
    connector_before,
    name_behind,
    sentence_start,
)
from pincite.jurisdictions.shared.case_pointing import (
    at_opens,
    by_a_judge,
    closes,
    is_legislation,
    named_between,
    names_a_case,
    of_a_thing,
    paragraph_of,
    pointing_before,
)
from pincite.jurisdictions.shared.case_record import judgment_words, of_a_paper, of_the_record
from pincite.jurisdictions.shared.case_settling import IN_FOOTNOTE, open_forms, settle
from pincite.jurisdictions.shared.declared import declared_work, in_summary
from pincite.jurisdictions.shared.foreign import Foreign, defined_code_at, foreign_at
from pincite.jurisdictions.shared.glances import WINDOW, nothing_tied
from pincite.jurisdictions.shared.joined import left_open, meant_of_pair, with_paragraphs
from pincite.jurisdictions.shared.mentions import mention, pinpoint_mentions
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins, read_pins_behind
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["CaseShortForms"]

_NEAR = 1200
_SAID_NEAR = 500
_NAME_REACH = 140
_LONGEST_REPORT = 400
"""Pages of the longest judgment in a report."""

_OF_JUDGMENT = lazy_pattern(
    r"\s{0,3},?\s{1,12}(?:of|in|to)\s{1,12}(?:(?P<judge>[A-Z][\w’'-]*(?:\s{1,3}[A-Z][\w’'-]*){0,4}[’']s)|(?P<the>the\s{1,6}(?:very\s{1,6})?same|the|his|her|its|their|that|this|my|our|such))\s{1,12}(?:(?:[A-Z][A-Za-z’']{0,14}|of|the|trial|main|appeal|learned|judge’s)\s{1,6}){0,6}?"
    r"(?P<word>[Jj]udgments?|[Rr]easons\s{1,6}for\s{1,6}(?:[Ss]entence|[Vv]erdict|[Jj]udgment|[Dd]ecision|[Rr]uling|[Dd]etermination)|[Rr]uling|[Dd]ecision|[Dd]etermination|RoS|RoV|RoJ)(?![A-Za-z])(?P<below>\s{1,6}(?:under\s{1,6}appeal|below)\b)?"
)
_OF_SOMETHING = lazy_pattern(r"\s{1,12}(?:of|to)\s{1,12}(?:the|his|her|its|their|that|this|an?|my|our)\s{1,12}[A-Za-z]")
_OF_SOME_WORK = lazy_pattern(r"\s{1,12}of\s{1,12}(?:the|his|her|its|their|that|this|an?|my|our)\s{1,12}[A-Za-z]")
_POINTS_INTO = lazy_pattern(r"\b(?:[Ii]n|[Aa]t|from)\s{1,4}\Z")
_FOOTNOTE_BEFORE = lazy_pattern(r"(?:[A-Za-z.)’”]|\d\))\s{0,12}\[\^?(?P<number>\d{1,3})\](?=[^\[\]]{0,160}\Z)")
_OF_TERM = lazy_pattern(
    r"\s{1,12}(?:of|in)\s{1,12}(?:the\s{1,12})?(?P<term>[A-Z][\w’'-]*(?:\s{1,6}(?:[A-Z0-9(][\w’'().-]*|v\.?|of|and|&)){0,8})"
)
_CITED_NEXT = lazy_pattern(r"\s{0,12},?\s{0,4}[\[(]\s?(?:19|20)\d\d\s?[\])]")
"""«at [197] of L v L [2006] HKFLR 121»"""
_HERE = lazy_pattern(
    r"\s{1,6}(?:above|below|hereof|herein|supra|infra)\b|\s{1,6}of\s{1,6}th(?:is|ese)\s{1,6}(?:judgment|decision|ruling|reasons)\b"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE_BEFORE = lazy_pattern(rf",?\s{{1,4}}\d{{1,2}}\s(?:{_MONTHS})\s\d{{4}}\Z")
_DATED_DECISION = lazy_pattern(
    rf"\b(?P<word>[Jj]udgment|[Dd]ecision|[Rr]uling|[Rr]easons|[Oo]rder|[Dd]etermination)\s{{1,12}}(?:of|dated|handed\s{{1,4}}down\s{{1,4}}on|given\s{{1,4}}on)\s{{1,12}}\d{{1,2}}\s{{1,4}}(?:{_MONTHS})\s{{1,4}}\d{{4}}"
    r"(?:\s{1,12}in\s{1,12}(?:these|this|those|the\s{1,4}same)\s{1,12}(?:proceedings|case|action|matter|appeal))?\Z"
)
"""«my decision of 14 June 2023 in these proceedings»: a decision of this court without a number."""
_SAYS = lazy_pattern(r"[,:(]|\b(?:at|in)\b")
_NAMED_AHEAD = lazy_pattern(r"[^.;“”]{0,120}?\s(?:in|of)\s[^.;“”]{0,80}\sv\.?\s")
_VERSUS = lazy_pattern(r"\sv\.?\s|\ARe\s")
_HEADING_SIGN = lazy_pattern(r"\s{0,2}[:–—-]")
_LETTERED_LINE = lazy_pattern(r"\n[ \t\u00a0]{0,8}\(?[a-z0-9]{1,3}[.)]\s{1,4}\Z")
_LINE_END = lazy_pattern(r"[ \t\u00a0]{0,8}\n")
_SEE_BEFORE = lazy_pattern(r"[見（]\s?\Z")
_LATIN_NAME_BEFORE = lazy_pattern(
    r"(?:(?P<see>[見參閱])|[^\x00-\x7f]|\n)\s?(?P<name>[A-Z][a-z][\w’'.-]*(?:\s(?:[A-Z][\w’'.-]*|v|and|of|&)){1,8})\s?(?:一?案)?(?:的)?(?:判詞|判案書|判決書)?(?:中)?(?:的)?[,，]?\s?[(（]?\Z"
)
_SAME_LINE = frozenset(".,;)")
"""What stands on the line of a pinpoint; a footnote mark has a line of its own."""
_OWN_LINE = lazy_pattern(r"\n\s{0,2}[A-Z][A-Za-z’ -]{2,60}\s{0,2}(?:\n|\Z)")
"""A name set on a line of its own, as emphasis comes out of a page."""
_FORMER = lazy_pattern(r"(?:前者|後者|兩案)[的之]?(?:判詞|判案書|判決書)?(?:中)?(?:的)?[（(]?\Z")
_NEW_LINE = lazy_pattern(r"\n\s{0,12}\Z")
_DECISION_ENDS = frozenset({"ings", "case", "tion", "tter", "peal"})
_SEE_NAME = lazy_pattern(r"\b(?:[Ss]ee(?:\salso)?|[Cc]f\.?|[Aa]pplying|[Ff]ollowing)[\s*_,]{1,8}\Z")
_SAID_IN = lazy_pattern(
    r"\b(?:noted|held|explained|observed|applied|followed|considered|set\sout|laid\sdown|summari[sz]ed|reiterated|approved|endorsed|adopted|affirmed|emphasi[sz]ed|(?:principles?|approach|dicta|test|methodology)(?:\s[a-z]{3,12})?)\s{1,4}in\s{1,4}\Z"
)
"""«As noted in Kam Kwong at §12»: what a court does, so that the name is a case."""
_LINE_START = lazy_pattern(r"(?:\A|\n)[ \t\u00a0]{0,12}\Z")
_OPENS_SENTENCE = lazy_pattern(r"\b(?:In|At)\s{1,4}\Z")
_JUDGE_SAYS = lazy_pattern(
    r"\s{1,4}(?:[A-Z][\w’-]+\s{1,3}){1,3}(?:JSC|LJJ?|NPJ|PJ|JA|CJHC|CJ|VP|MR|J)\b|\s{1,4}(?:Lord|Lady)\s|,?\s{1,4}the\s(?:Court|Judge|judge|CJEU|President|Tribunal)\b"
)
_BY_THE_JUDGE = lazy_pattern(
    r"\b[Tt]he\s(?:learned\s|trial\s|deputy\s)?[Jj]udge(?:\s[a-z]{2,12}){0,4},?\s{1,3}\(?(?:at|in)\s{1,4}\Z"
)
"""«The judge, at [52], held so»: the judgment below."""
_PREPOSITION = lazy_pattern(r"\b(?:from|[Ss]ee|under|by|in|at)\s{1,4}\Z")
_AT_ONLY = lazy_pattern(r"[(,]|\b(?:at|in)\b")
_FOOTNOTE = lazy_pattern(r"(?:\A|\n)[ \t]{0,8}\[(?P<number>\d{1,3})\]\s{1,12}\Z")
_HAN_HERE = lazy_pattern(r"(?:上文|下文|本判詞|本判案書|本判決|上述)(?:的|之)?\s{0,2}\Z")


@dataclass(frozen=True)
class CaseShortForms:
    """The rules of one pack.

    Attributes:
        pack: its name.
        home: whether bare pinpoints of a text are this pack's.
        rank_of: rank of the court of a reference, 1 highest, None when it has none; decides what a judgment below is.
        provisions: how the pack's legislation names its places.

    """

    pack: str
    home: Callable[[TextReading], bool]
    rank_of: Callable[[str], int | None]
    provisions: Provisions

    @cached_property
    def back(self) -> BackReferences:
        """The words that point back."""
        return BackReferences(self.pack, self.home, self.provisions)

    def anchors(self) -> list[Anchor]:
        """The anchors of the short forms; last in precedence."""
        space = r"[\s\u00a0\u2009\u202f\u3000]"
        return [
            *self.back.anchors(),
            Anchor(
                f"{self.pack}.pinpoint",
                r"\[\d{1,4}[A-Z]?(?:\([0-9a-zA-Z]{1,4}\)){0,3}(?:\]| ?[-\u2013])",
                self._pinpoint,
            ),
            Anchor(
                f"{self.pack}.pinpoint",
                rf"(?:\b(?:[Pp]aras?|[Pp]aragraphs?)\.?{space}{{0,12}}\[?\d|\u00a7{{1,2}}{space}{{0,3}}\d)",
                self._pinpoint,
            ),
            Anchor(f"{self.pack}.margin", rf"\bat{space}{{1,4}}\d{{1,4}}[A-V](?:[-\u2013][A-V])?\b", self._margin),
            Anchor(f"{self.pack}.named_page", rf"[A-Za-z)],?{space}at{space}\d{{2,4}}\b", self._named_page),
            Anchor(f"{self.pack}.pinpoint", rf"\b(?:pages?|pp?)\.?{space}{{0,4}}\d", self._pinpoint),
            Anchor(
                f"{self.pack}.pinpoint_zh",
                rf"第{space}?(?:[0-9０-９]|[〇零一二三四五六七八九十百])[^。；\n]{{0,24}}段",
                self._pinpoint,
            ),
        ]

    # ---------------------------------------------------------------------------------------------------------- pinpoints

    def _margin(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        """«his remarks at 492H-I»: a page with its margin letter, of the report cited last."""
        case = antecedents(reading).case
        if case is None or not case.reference or "/report/" not in case.reference or start - case.end > _SAID_NEAR:
            return None
        pins = read_pins_behind(reading.text, start, pages=True) if self.home(reading) else []
        if not pins:
            return None
        first = pins[0].end - len(reading.text[start : pins[0].end].split(None, 1)[1])
        return self._parsed(reading, first, [pins[0]._replace(start=first), *pins[1:]], case.reference, case, "")

    def _named_page(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        """«Kwong Mile at 731»: a bare page behind the name of a case that is cited in a report."""
        text = reading.text
        if not self.home(reading) or antecedents(reading).case is None:
            return None
        name = name_behind(text, start + 1, reading.floor)
        seen = antecedents(reading).case_named(name) if name else None
        at = text.index("at", start + 1) + 3
        if seen is None and by_a_judge(text, at):  # «see Lord Quill at 1098»: of the report cited last
            last = antecedents(reading).case
            seen = last if last is not None and start - last.end < _SAID_NEAR // 2 else None
        if seen is None or "/report/" not in (seen.reference or ""):
            return None
        pins = read_pins_behind(text, start + 1, pages=True)
        first = int("".join(filter(str.isdigit, (seen.reference or "").partition("#")[0].rsplit("/", 1)[-1])) or 0)
        page = int("".join(filter(str.isdigit, pins[0].place.partition("..")[0]))) if pins else 0
        if not pins or not pins[0].place.startswith("p_") or not first <= page <= first + _LONGEST_REPORT:
            return None
        return self._parsed(reading, at, [pins[0]._replace(start=at), *pins[1:]], seen.reference, seen, "")

    def _pinpoint(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        if not self.home(reading) or is_legislation(reading.self_reference):
            return None
        pins = read_pins(reading.text, start)
        if not pins:
            return None
        parsed = self._read_pinpoint(reading, start, pins)
        if parsed is None and reading.text[start] == "§":
            return Parsed((), pins[-1].end)  # a paragraph of a party's paper here; no section of another place's law
        return parsed

    def _read_pinpoint(self, reading: TextReading, start: int, pins: list[Pin]) -> Parsed | None:
        text = reading.text
        end = pins[-1].end
        tied = not nothing_tied(text[end : end + WINDOW])
        if tied and of_a_paper(text, end):
            open_forms(reading, self.pack).paper_at = start
            if text[start] in "pP":
                open_forms(reading, self.pack).paper_places.update(paragraph_of(pin.place) for pin in pins)
            return None
        pointing_back = self.back.behind_pins(reading, pins)
        if pointing_back is not None:
            return pointing_back
        if text[start] == "[" and _LINE_START.search(text, max(0, start - 13), start):
            connector = connector_before(text, start)
            alone = pins[-1].end < len(text) and text[pins[-1].end] not in ".,;\n)"
            if alone and not (connector and _AT_ONLY.search(connector.group())):
                return None  # «[1] Trafficking …»: the number of a list
        paired = meant_of_pair(reading, antecedents(reading).case, pins, tied=tied)
        if paired is not None and paired.works:
            return self._left_open(reading, pins, paired.works)
        if paired is not None and paired.seen is not None:
            pins = [*pins[:-1], pins[-1]._replace(end=paired.end)]
            return self._parsed(reading, start, pins, paired.seen.reference, paired.seen, "")
        of_judgment = _OF_JUDGMENT.match(text, end) if tied else None
        if of_judgment:
            return self._of_judgment(reading, pins, of_judgment)
        if (tied and _HERE.match(text, end)) or (
            text[start] == "第" and _HAN_HERE.search(text, max(0, start - 8), start)
        ):
            work = reading.self_reference
            return self._parsed(reading, start, pins, work, None, "internal") if work and text[start] != "[" else None
        foreign = foreign_at(text, end) if tied else None
        rules = foreign or (defined_code_at(reading, end) if tied else None)
        if rules is not None and rules.kind == "other" and text[start] != "[":
            return self._foreign(reading, pins, rules)
        connector = connector_before(text, start)
        behind = connector.start() if connector else start
        if (
            text[start] == "["
            and text[max(0, start - 6) : start].rstrip().endswith(("at", "in"))
            and _BY_THE_JUDGE.search(text, max(0, start - 90), start)
            and self._case_of_sentence(reading, start) is None
        ):
            return self._judgment(reading, start, pins, "Judgment")
        dated = _DATE_BEFORE.search(text, max(0, behind - 24), behind) if text[behind - 4 : behind].isdigit() else None
        behind_date = dated.start() if dated else behind
        decision = (
            _DATED_DECISION.search(text, max(0, behind - 120), behind)
            if text[behind - 4 : behind] in _DECISION_ENDS or text[behind - 4 : behind].isdigit()
            else None
        )
        if decision and decision.group("word")[0].islower():
            return self._parsed(reading, start, pins, None, None, "decision_without_its_number")
        words, ends = judgment_words()
        word = (
            words.search(text, max(0, behind_date - 60), behind_date)
            if text[behind_date - 3 : behind_date] in ends
            else None
        )
        if word:
            return self._after_judgment_word(reading, pins, word)
        named = self._after_name(reading, start, behind, pins)
        if named is not None:
            return named
        if of_the_record(text, start, end):
            return None
        if foreign is not None and text[start] != "[":
            return self._foreign(reading, pins, foreign)
        if tied and (_OF_SOME_WORK if text[start] == "[" else _OF_SOMETHING).match(text, end):
            return None
        about = case_in_sentence(reading, start) if _SAYS.search(text[behind:start]) else None
        if about is not None:
            return self._parsed(reading, start, pins, about.reference, about, "")
        declared = declared_work(reading) if text[start] == "[" else ""
        if declared and (_PREPOSITION.search(text, max(0, start - 12), start) or in_summary(text, start, end)):
            return self._judgment(reading, start, pins, declared)
        paper, case = open_forms(reading, self.pack).paper_at, antecedents(reading).case
        if text[start] != "P" and paper >= (case.end if case is not None else 0) and start - paper < _SAID_NEAR:
            return None  # «pleaded in [99] of the ONA. The same appears in [103].»
        linked = self._after_footnote(reading, start, pins, text[behind:start])
        if linked is None:
            linked = self._after_case(reading, start, pins, text[behind:start])
        return linked if linked is not None else self._unnamed(reading, start, pins)

    def _left_open(self, reading: TextReading, pins: list[Pin], works: Sequence[str]) -> Parsed:
        """Places of one of several cases that the words fit alike."""
        parsed = self._parsed(reading, pins[0].start, pins, None, None, "antecedent_missing")
        return Parsed(left_open(parsed.mentions, works, [pin.place for pin in pins]), parsed.end)

    def _foreign(self, reading: TextReading, pins: list[Pin], foreign: Foreign) -> Parsed:
        """A place in a text outside every scheme, named behind it."""
        pins = [*pins[:-1], pins[-1]._replace(end=foreign.end)]
        rule = f"{self.pack}.foreign_law"
        made = [
            mention(reading, pin.start, pin.end, foreign.kind, foreign.form, None, rule, note=foreign.note)
            for pin in pins
        ]
        return Parsed(tuple(made), foreign.end)

    def _of_judgment(self, reading: TextReading, pins: list[Pin], match: re.Match[str]) -> Parsed:
        pins = [*pins[:-1], pins[-1]._replace(end=match.end("below") if match.group("below") else match.end("word"))]
        case = antecedents(reading).case
        if match.group("judge"):
            near = case if case is not None and pins[0].start - case.end < _SAID_NEAR else None
            return self._parsed(reading, pins[0].start, pins, near.reference if near else None, near, "")
        if match.group("the").endswith(("that", "such", "same")) and case is not None and case.reference:
            return self._parsed(reading, pins[0].start, pins, case.reference, case, "")
        if match.group("the") == "this":
            return self._parsed(reading, pins[0].start, pins, reading.self_reference, None, "internal")
        parsed = self._judgment(reading, pins[0].start, pins, self._called(reading, match))
        if _NAMED_AHEAD.match(reading.text, match.end()):
            for each in parsed.mentions:
                open_forms(reading, self.pack).forward[each.start] = match.end()
        return parsed

    @staticmethod
    def _called(reading: TextReading, match: re.Match[str]) -> str:
        """The judgment's word, with the words before it when the text gives it that name («of the CA Judgment»)."""
        words = alias_key(
            match.string[match.end("the") if match.group("the") else match.start("word") : match.end("word")]
        )
        named = words != match.group("word") and any(each.term == words for each in definitions(reading))
        return words if named else match.group("word")

    def _after_judgment_word(self, reading: TextReading, pins: list[Pin], word: re.Match[str]) -> Parsed | None:
        """«Reasons for Sentence at [17]»: a title stands in the span; «his judgment at [15]» does not."""
        start = pins[0].start
        connector = reading.text[word.end() : start]
        if (word.start() < reading.floor and word.group()[0].isupper()) or (
            reading.text[start] == "[" and not _SAYS.search(connector)
        ):
            return None  # «the judgment [1]»: a footnote mark
        if word.group()[0].isupper() and word.group().isascii():
            start = word.start("word")
            pins = [pins[0]._replace(start=start), *pins[1:]]
        elif of_the_record(reading.text, word.start(), word.end()):
            return None
        else:
            said_there = self._case_of_sentence(reading, start)
            if said_there is not None:
                return self._parsed(reading, start, pins, said_there.reference, said_there, "")
        return self._judgment(reading, start, pins, word.group("word"))

    @staticmethod
    def _case_of_sentence(reading: TextReading, start: int) -> Mention | None:
        """The case cited in this sentence, in whose judgment a passage is then pointed to."""
        case = antecedents(reading).case
        if case is None or not case.reference or case.start < sentence_start(reading.text, start):
            return None
        return case

    def _judgment(self, reading: TextReading, start: int, pins: list[Pin], word: str) -> Parsed:
        """A judgment named by its word: settled after the pass, when every definition and every citation is known."""
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        for each in parsed.mentions:
            open_forms(reading, self.pack).judgments[each.start] = alias_key(word)
        if word.startswith("Judgment"):
            open_forms(reading, self.pack).judgment_places.update(paragraph_of(pin.place) for pin in pins)
        return parsed

    def _after_name(self, reading: TextReading, start: int, behind: int, pins: list[Pin]) -> Parsed | None:
        text = reading.text
        if text[start] == "第":
            if _FORMER.search(text, max(0, start - 12), start):
                return self._parsed(reading, start, pins, None, None, "several_antecedents")
            seen = case_by_han_name(reading, start)
            if seen is not None and seen.reference:
                return self._parsed(reading, start, pins, seen.reference, seen, "")
            return self._after_latin_name(reading, start, pins)
        of_term = _OF_TERM.match(text, pins[-1].end)
        if of_term:
            seen = antecedents(reading).case_named(of_term.group("term"))
            if seen is not None and seen.reference:
                return self._parsed(reading, start, pins, seen.reference, seen, "")
            pointed = text[start] == "[" and _POINTS_INTO.search(text, max(0, start - 12), start)
            if pointed or _VERSUS.search(of_term.group("term")):
                later = self._later(reading, start, pins, of_term.group("term"), doubtful=False)
                if _CITED_NEXT.match(text, of_term.end()):
                    for each in later.mentions:
                        open_forms(reading, self.pack).forward[each.start] = of_term.end()
                return later
            return None
        if by_a_judge(text, start):
            return None
        between = text[behind:start]
        beside_line = text[start] == "[" and "\n" in between and text[pins[-1].end : pins[-1].end + 1] in _SAME_LINE
        ranged = text[start] == "[" and (".." in pins[0].place or beside_line)
        if text[start] == "[" and not ranged and not _SAYS.search(between):
            return None  # «Lo v IWS [18]»: a footnote mark
        name = name_behind(text, behind, reading.floor)
        if not name:
            return None
        seen = case_of_name(reading, name, behind)
        if seen is not None and seen.reference:
            return self._parsed(reading, start, pins, seen.reference, seen, "")
        if seen is not None and seen.candidates:
            return self._left_open(reading, pins, seen.candidates)
        if of_the_record(text, start, pins[-1].end):
            return None
        versus = bool(re.search(r"\bv\.?\s", name))
        said = between.strip(" ,(\n")
        if not versus and not ranged and said != "at" and "," not in between:
            return None
        first = text.rfind(name, max(0, behind - _NAME_REACH), behind)
        set_off = first >= 0 and bool(
            _SEE_NAME.search(text, max(0, first - 16), first) or _SAID_IN.search(text, max(0, first - 30), first)
        )
        own_line = text[start] == "[" and bool(_OWN_LINE.search(text, max(0, first - 3), first + len(name) + 2))
        sure = (
            versus or (set_off and said.startswith("at")) or (own_line and (ranged or "," in between or said == "at"))
        )
        return self._later(reading, start, pins, name, doubtful=not sure)

    def _after_latin_name(self, reading: TextReading, start: int, pins: list[Pin]) -> Parsed | None:
        """見Tsang Ka Wing（第41-42段）: a case by its Latin name in a Chinese text."""
        match = _LATIN_NAME_BEFORE.search(reading.text, max(reading.floor, start - 90), start)
        if match is None:
            return None
        seen = antecedents(reading).case_named(match.group("name"))
        if seen is not None and seen.reference:
            return self._parsed(reading, start, pins, seen.reference, seen, "")
        return self._later(reading, start, pins, match.group("name"), doubtful=not match.group("see"))

    def _later(self, reading: TextReading, start: int, pins: list[Pin], name: str, *, doubtful: bool) -> Parsed:
        """A name that no citation before it bears: one behind it may."""
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        for each in parsed.mentions:
            open_forms(reading, self.pack).names[each.start] = name
            if doubtful:
                open_forms(reading, self.pack).doubtful.add(each.start)
        return parsed

    def _after_case(self, reading: TextReading, start: int, pins: list[Pin], connector: str) -> Parsed | None:
        """No name, no word: the case cited last, when the words around leave room for nothing else."""
        text = reading.text
        known = with_paragraphs(reading, antecedents(reading).case, pins)
        head = text[start]
        footnote = _FOOTNOTE.search(text, max(0, start - 20), start) if head == "[" else None
        if (
            footnote
            and int(footnote.group("number"))
            and text[pins[-1].end : pins[-1].end + 1] in {".", ";", ",", "\n", ""}
        ):
            return self._judgment(reading, start, pins, IN_FOOTNOTE)
        memory = open_forms(reading, self.pack)
        if any(paragraph_of(pin.place) in memory.judgment_places for pin in pins) and head in "pP§":
            return self._judgment(reading, start, pins, "Judgment")
        if (
            head in "pP"
            and not _SAYS.search(connector)
            and any(paragraph_of(pin.place) in memory.paper_places for pin in pins)
        ):
            return None  # «paragraph 1(b) of the Summons … By paragraph 1(d), he asks»
        if head == "P" and "(" not in connector:
            own_line = _LETTERED_LINE.search(text, max(0, start - 20), start) and _LINE_END.match(text, pins[-1].end)
            heading = (own_line or _HEADING_SIGN.match(text, pins[-1].end)) and "Judgment" in text
            return self._judgment(reading, start, pins, "Judgment") if heading else None
        again = self._open_again(reading, start, pins, connector)
        if again is not None:
            return again
        if known is None or known.reference is None:
            return None
        reach = (
            _NEAR
            if head not in "[pP" or text.startswith("para", start) or text.startswith("Para", start)
            else _SAID_NEAR
        )
        if start - known.end > reach:
            return None
        rival = named_between(reading, known, start) if known is antecedents(reading).case else None
        if rival is not None:
            seen = antecedents(reading).case_named(rival)
            if seen is None or not seen.reference:
                return self._later(reading, start, pins, rival, doubtful=not _SAYS.search(connector))
            known = seen
        reference = known.reference or ""
        said = (
            bool((_AT_ONLY if head == "[" else _SAYS).search(connector))
            or bool(_SEE_BEFORE.search(text, max(0, start - 3), start))
            or at_opens(text, start, pins)
        )
        pointed = pointing_before(text, start) if head == "[" and not said else ""
        if pointed and (pointed != ":" or closes(text, pins)):
            about = case_in_sentence(reading, start) or known
            return self._parsed(reading, start, pins, about.reference, about, "")
        if not said and head in "[pP" and not text.startswith("para", start):
            return None
        if head == "p" and not text.startswith("para", start) and "/report/" not in reference:
            return None
        if head == "[" and _NEW_LINE.search(text, max(0, start - 14), start) and not _AT_ONLY.search(connector):
            return None
        return self._parsed(reading, start, pins, reference, known, "")

    def _open_again(self, reading: TextReading, start: int, pins: list[Pin], connector: str) -> Parsed | None:
        """A further place of the case that a form before left to the end of the pass: «at [52]. He observed at [60]»."""
        before = antecedents(reading).open_case
        text = reading.text
        if before is None or start - before.end > _NEAR or names_a_case(text, before.end, start):
            return None
        pointed = pointing_before(text, start) if text[start] == "[" else ""
        if pointed in {"", ":"} and not _AT_ONLY.search(connector) and not at_opens(text, start, pins):
            return None
        behind = start - len(connector)
        if of_a_thing(text, behind):
            return None  # «the balance noted in the ledger at §12»
        forms = open_forms(reading, self.pack)
        if before.start in forms.doubtful:
            return None
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        asked = [forms.asks_the_same(before.start, each.start) for each in parsed.mentions]
        return parsed if all(asked) else None

    def _unnamed(self, reading: TextReading, start: int, pins: list[Pin]) -> Parsed | None:
        """«it is clear from [88]»: a place behind a preposition, of a work that the text leaves open."""
        text = reading.text
        if text[start] == "[":
            said = _PREPOSITION.search(text, max(0, start - 12), start) is not None or (
                _OPENS_SENTENCE.search(text, max(0, start - 12), start) is not None
                and _JUDGE_SAYS.match(text, pins[-1].end) is not None
            )
        else:
            said = text[start] in "pP§" and by_a_judge(text, start)
        if not said:
            return None
        last = antecedents(reading).last
        same = case_in_sentence(reading, start) or self._case_of_sentence(reading, start)
        if same is None and text.startswith(("In ", "At "), max(0, start - 3)):
            near = antecedents(reading).case  # «In [100] Ribeiro PJ concludes»
            same = near if near is not None and near.reference and start - near.end < _SAID_NEAR else None
        if same is not None and (last is None or last.kind == "case"):
            return self._parsed(reading, start, pins, same.reference, same, "")
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        if last is None or last.kind not in {"other", "doctrine", "commentary"}:
            return parsed
        return Parsed(
            tuple(each._replace(kind=last.kind, antecedent=last.start) for each in parsed.mentions), parsed.end
        )

    def _after_footnote(self, reading: TextReading, start: int, pins: list[Pin], connector: str) -> Parsed | None:
        """«Stack v Dowden [15], Lady Hale explained at [68]»: the case is cited in the note that the mark names."""
        if not _SAYS.search(connector) and not at_opens(reading.text, start, pins):
            return None
        text = reading.text
        window = text[max(0, start - 220) : start - len(connector)]
        opens = window.rfind("[")  # no bracket stands behind the mark
        mark = _FOOTNOTE_BEFORE.search(window, max(0, opens - 14)) if opens > 0 else None
        case = antecedents(reading).case
        if mark is None:
            return None
        at = start - len(connector) - len(window) + mark.start("number") - 1
        if at < reading.floor or (case is not None and case.end > at):
            return None
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        for each in parsed.mentions:
            open_forms(reading, self.pack).footnotes[each.start] = mark.group("number")
        return parsed

    # ---------------------------------------------------------------------------------------------------------------- making

    def _parsed(
        self, reading: TextReading, start: int, pins: list[Pin], reference: str | None, seen: Mention | None, note: str
    ) -> Parsed:
        work = reference.partition("#")[0] if reference else None
        if work and pins and pins[0].place.startswith("p_") and "/report/" not in work and work.count("/") == 3:
            work, note = None, note or "page_of_a_report_not_named"
        mentions = pinpoint_mentions(reading, self.pack, start, pins[-1].end, pins, work, seen, "pinpoint", note)
        self._keep_places(reading, mentions, pins)
        return Parsed(tuple(mentions), mentions[-1].end)

    def _keep_places(self, reading: TextReading, mentions: list[Mention], pins: list[Pin]) -> None:
        places = open_forms(reading, self.pack).places
        for each, pin in zip(mentions, pins, strict=True):
            if each.reference is None:
                places[each.start] = pin.place

    # ---------------------------------------------------------------------------------------------------------- after the pass

    def settle(self, reading: TextReading) -> None:
        """After the pass: settle what later words decide."""
        settle(reading, open_forms(reading, self.pack), self.rank_of)
