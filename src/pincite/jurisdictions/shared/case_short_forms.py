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
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from pincite.citations.mention import Mention, Unparsed
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.aliases import alias_key, definitions
from pincite.jurisdictions.shared.antecedents import antecedents, name_before
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins, read_pins_behind
from pincite.text.tables import rows

__all__ = ["CaseShortForms"]

_NEAR = 1200
_SAID_NEAR = 500

_CONNECTOR = re.compile(r"[\s]{0,12}[,(;:]?\s{0,12}(?:(?:also\s{1,4})?(?:at|in)\s{1,12})?\Z")
_OF_JUDGMENT = re.compile(
    r"\s{0,3},?\s{1,12}(?:of|in|to)\s{1,12}(?P<the>the|his|her|its|their|that|this|my|our|such)\s{1,12}(?:[A-Z][A-Za-z’']{0,14}\s{1,6}){0,2}?(?:trial\s{1,6}|main\s{1,6}|appeal\s{1,6})?"
    r"(?P<word>[Jj]udgments?|[Rr]easons\s{1,6}for\s{1,6}(?:[Ss]entence|[Vv]erdict|[Jj]udgment|[Dd]ecision|[Rr]uling|[Dd]etermination)|[Rr]uling|[Dd]ecision|[Dd]etermination|RoS|RoV|RoJ)(?![A-Za-z])"
)
_OF_TERM = re.compile(
    r"\s{1,12}(?:of|in)\s{1,12}(?:the\s{1,12})?(?P<term>[A-Z][\w’'-]*(?:\s{1,6}(?:[A-Z0-9(][\w’'().-]*|v\.?|of|and|&)){0,8})"
)
_HERE = re.compile(
    r"\s{1,6}(?:above|below|hereof|herein|supra|infra)\b|\s{1,6}of\s{1,6}th(?:is|ese)\s{1,6}(?:judgment|decision|ruling|reasons)\b"
)
_TOKEN = re.compile(r"\S+")
_NAME_TOKEN = re.compile(r"\(?[A-Z][\w’'.-]*\)?\Z|v\.?\Z|\(?No\.?\Z|\d{1,2}\)\Z|&\Z|of\Z|and\Z|[A-Z]{1,4}\Z")
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
        "Judge",
        "Lord",
        "J",
        "JA",
    ]
)
_FOOTNOTE = re.compile(r"(?:\A|\n)[ \t]{0,8}\[(?P<number>\d{1,3})\]\s{1,12}\Z")
_FOOTNOTE_MARK = re.compile(r"\n[ \t]{0,8}(?:\[\d{1,3}\]|\d{1,3}\s)")
_BACK_FORM = re.compile(
    r"(?P<word>[Ii]bid(?:em)?\.?|[Ii]d\.(?=,?\s{1,4}at\b)|[Ss]upra|[Oo]p\.?\s?cit\.?|[Ll]oc\.?\s?cit\.?|同上(?:註|注)?)"
)
_HAN_NAME = re.compile(
    r"(?P<name>[\u4e00-\u9fff]{2,6}?|[A-Z][A-Za-z’' -]{2,40}?)\s{0,3}(?:一案|案例|案)?(?:的)?(?:判詞|判案書|判決書|裁決)?(?:的)?[\s，,（(]{0,3}(?:見)?\Z"
)
_HAN_JUDGMENT = re.compile(
    r"(?:判詞|判案書|判決書|判決理由書|判刑理由書|裁決理由書|判案理由書|裁決書)(?:的|中|之)?\s{0,2}\Z"
)
_HAN_HERE = re.compile(r"(?:上文|下文|本判詞|本判案書|本判決|上述)(?:的|之)?\s{0,2}\Z")


@cache
def _judgment_words() -> re.Pattern[str]:
    words = sorted(
        (row[0] for row in rows("pincite.jurisdictions.shared", "data/judgment_words.tsv")), key=len, reverse=True
    )
    spaced = "|".join(re.escape(word).replace(r"\ ", r"\s{1,6}") for word in words)
    return re.compile(rf"(?<![A-Za-z])(?P<word>{spaced})\Z")


@cache
def _record_words() -> re.Pattern[str]:
    words = sorted(
        (row[0] for row in rows("pincite.jurisdictions.shared", "data/record_words.tsv")), key=len, reverse=True
    )
    latin = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words if word.isascii())
    han = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"(?<![A-Za-z])(?:(?i:{latin})|AB)(?![A-Za-z])|{han}")


@dataclass(slots=True)
class _Memory:
    """Short forms that later words may settle: start of the mention → what was asked."""

    judgments: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    terms: dict[str, int] | None = None


@dataclass(frozen=True)
class CaseShortForms:
    """The rules of one pack.

    Attributes:
        pack: its name.
        home: whether bare pinpoints of a text are this pack's.
        rank_of: rank of the court of a reference, 1 highest, None when it has none; decides what a judgment below is.

    """

    pack: str
    home: Callable[[TextReading], bool]
    rank_of: Callable[[str], int | None]

    def anchors(self) -> list[Anchor]:
        """The anchors of the short forms; last in precedence."""
        space = r"[\s\u00a0\u2009\u202f\u3000]"
        return [
            Anchor(
                f"{self.pack}.back_reference",
                r"\b(?:[Ii]bid|[Ss]upra|[Oo]p\.? ?cit|[Ll]oc\.? ?cit|[Ii]d\.,? at)\b",
                self._back,
            ),
            Anchor(f"{self.pack}.back_reference", r"同上", self._back),
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
            Anchor(f"{self.pack}.pinpoint", rf"\b(?:pages?|pp?)\.?{space}{{0,4}}\d", self._pinpoint),
            Anchor(
                f"{self.pack}.pinpoint_zh",
                rf"第{space}?(?:[0-9０-９]|[〇零一二三四五六七八九十百])[^。；\n]{{0,24}}段",
                self._pinpoint,
            ),
        ]

    # ------------------------------------------------------------------------------------------------------- ibid., supra

    def _back(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        text = reading.text
        match = _BACK_FORM.match(text, start)
        if match is None or not self.home(reading):
            return None
        word = match.group("word").lower()
        end = match.end()
        if word.startswith("同上"):
            return self._same_as_above(reading, start, end)
        if word.startswith("i"):
            seen = self._just_before(reading, start)
            if seen is None:
                reading.unparsed.append(Unparsed(start, end, text[start:end], "antecedent_missing"))
                return None
        else:
            seen = self._case_by_name(reading, start)
        work = seen.reference.partition("#")[0] if seen is not None and seen.reference else None
        pins = read_pins_behind(text, end, pages=work is None or "/report/" in work)
        if not pins and word.startswith("i") and seen is not None:
            work = seen.reference
        mentions = self._mentions(reading, start, end, pins, work, seen, "back_reference")
        if work is None and not word.startswith("i"):
            self._memory(reading).names[start] = self._name_behind(text, start, reading.floor)
        return Parsed(tuple(mentions), mentions[-1].end)

    def _same_as_above(self, reading: TextReading, start: int, end: int) -> Parsed | None:
        seen = self._case_by_name(reading, start) or antecedents(reading).case
        work = seen.reference.partition("#")[0] if seen is not None and seen.reference else None
        pins = read_pins_behind(reading.text, end, pages=False)
        mentions = self._mentions(reading, start, end, pins, work, seen, "back_reference")
        return Parsed(tuple(mentions), mentions[-1].end)

    def _just_before(self, reading: TextReading, start: int) -> Mention | None:
        """The citation that ibid. leans on: in this footnote or sentence, or in the one before."""
        known = antecedents(reading)
        last = known.last
        if (
            last is None
            or (last.reference is None and last.form == "short")
            or start - last.end > 260
            or len(_FOOTNOTE_MARK.findall(reading.text, last.end, start)) > 1
        ):
            return None
        return known.case if last.kind == "case" and known.case is not None and known.case.reference else last

    # ---------------------------------------------------------------------------------------------------------- pinpoints

    def _pinpoint(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        text = reading.text
        if not self.home(reading) or _is_legislation(reading.self_reference):
            return None
        pins = read_pins(text, start)
        if not pins:
            return None
        end = pins[-1].end
        of_judgment = _OF_JUDGMENT.match(text, end)
        if of_judgment:
            return self._of_judgment(reading, pins, of_judgment)
        if _HERE.match(text, end) or (text[start] == "第" and _HAN_HERE.search(text, max(0, start - 8), start)):
            work = reading.self_reference
            return self._parsed(reading, start, pins, work, None, "internal") if work and text[start] != "[" else None
        connector = _CONNECTOR.search(text, max(0, start - 30), start)
        behind = connector.start() if connector else start
        word = _judgment_words().search(text, max(0, behind - 60), behind)
        if word:
            return self._after_judgment_word(reading, pins, word)
        named = self._after_name(reading, start, behind, pins)
        if named is not None:
            return named
        if self._of_the_record(text, start, end):
            return None
        return self._after_case(reading, start, pins, text[behind:start])

    def _of_judgment(self, reading: TextReading, pins: list[Pin], match: re.Match[str]) -> Parsed:
        pins = [*pins[:-1], pins[-1]._replace(end=match.end("word"))]
        if match.group("the") == "this":
            return self._parsed(reading, pins[0].start, pins, reading.self_reference, None, "internal")
        return self._judgment(reading, pins[0].start, pins, match.group("word"))

    def _after_judgment_word(self, reading: TextReading, pins: list[Pin], word: re.Match[str]) -> Parsed | None:
        """«Reasons for Sentence at [17]»: a title stands in the span; «his judgment at [15]» does not."""
        start = pins[0].start
        if word.start() < reading.floor and word.group()[0].isupper():
            return None
        if word.group()[0].isupper() and word.group().isascii():
            start = word.start("word")
            pins = [pins[0]._replace(start=start), *pins[1:]]
        elif self._of_the_record(reading.text, word.start(), word.end()):
            return None
        return self._judgment(reading, start, pins, word.group("word"))

    def _judgment(self, reading: TextReading, start: int, pins: list[Pin], word: str) -> Parsed:
        """A judgment named by its word: settled after the pass, when every definition and every citation is known."""
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        for each in parsed.mentions:
            self._memory(reading).judgments[each.start] = alias_key(word)
        return parsed

    def _after_name(self, reading: TextReading, start: int, behind: int, pins: list[Pin]) -> Parsed | None:
        text = reading.text
        if text[start] == "第":
            seen = self._case_by_han_name(reading, start)
            return (
                self._parsed(reading, start, pins, seen.reference, seen, "")
                if seen is not None and seen.reference
                else None
            )
        of_term = _OF_TERM.match(text, pins[-1].end)
        if of_term:
            seen = antecedents(reading).case_named(of_term.group("term"))
            if seen is not None and seen.reference:
                return self._parsed(reading, start, pins, seen.reference, seen, "")
            return None
        name = self._name_behind(text, behind, reading.floor)
        if not name or (text[start] == "[" and not re.search(r"[,:]|at|in", text[behind:start])):
            return None  # «Lo v IWS [18]»: a footnote mark
        seen = antecedents(reading).case_named(name)
        if seen is not None and seen.reference:
            return self._parsed(reading, start, pins, seen.reference, seen, "")
        if self._of_the_record(text, start, pins[-1].end):
            return None
        versus = bool(re.search(r"\bv\.?\s", name))
        said = text[behind:start].strip(" ,(\n")
        if not versus and said != "at" and "," not in text[behind:start]:
            return None
        parsed = self._parsed(reading, start, pins, None, None, "antecedent_missing")
        for each in parsed.mentions:
            self._memory(reading).names[each.start] = name
            if not versus:
                self._memory(reading).doubtful.add(each.start)
        return parsed

    def _after_case(self, reading: TextReading, start: int, pins: list[Pin], connector: str) -> Parsed | None:
        """No name, no word: the case cited last, when the words around leave room for nothing else."""
        text = reading.text
        known = antecedents(reading).case
        head = text[start]
        footnote = _FOOTNOTE.search(text, max(0, start - 20), start) if head == "[" else None
        if (
            footnote
            and int(footnote.group("number"))
            and text[pins[-1].end : pins[-1].end + 1] in {".", ";", ",", "\n", ""}
        ):
            return self._judgment(reading, start, pins, "Judgment")
        if (
            head == "P"
            and "(" not in connector
            and not re.search(r"[A-Za-z,]\s{0,3}\Z", text[max(0, start - 4) : start])
        ):
            return self._judgment(reading, start, pins, "Judgment") if "Judgment" in text else None
        if known is None or known.reference is None:
            return None
        reach = (
            _NEAR
            if head not in "[pP" or text.startswith("para", start) or text.startswith("Para", start)
            else _SAID_NEAR
        )
        if start - known.end > reach:
            return None
        said = (
            "at" in connector
            or "in" in connector
            or "(" in connector
            or "見" in text[max(0, start - 2) : start]
            or "（" in text[max(0, start - 2) : start]
        )
        if not said and head in "[pP" and not text.startswith("para", start):
            return None
        if head == "p" and not text.startswith("para", start) and "/report/" not in known.reference:
            return None
        if head == "[" and re.search(r"\n\s{0,12}\Z", text[max(0, start - 14) : start]) and "at" not in connector:
            return None
        return self._parsed(reading, start, pins, known.reference, known, "")

    @staticmethod
    def _of_the_record(text: str, start: int, end: int) -> bool:
        """Whether papers of the parties stand next to it, in its own sentence or footnote."""
        before = text[max(0, start - 90) : start]
        cut = max(
            before.rfind(". "),
            before.rfind(".\n"),
            before.rfind("\n\n"),
            before.rfind("\n \n"),
            before.rfind("。"),
            before.rfind("；"),
            before.rfind(";"),
        )
        after = re.match(r"\s{0,4}(?:of|to|in|from)\s{1,6}[^.;\n]{0,60}", text[end : end + 80])
        return bool(_record_words().search(before[cut + 1 :]) or (after and _record_words().search(after.group())))

    # ---------------------------------------------------------------------------------------------------------------- names

    def _case_by_name(self, reading: TextReading, start: int) -> Mention | None:
        text = reading.text
        han = self._case_by_han_name(reading, start)
        if han is not None:
            return han
        connector = _CONNECTOR.search(text, max(0, start - 30), start)
        name = self._name_behind(text, connector.start() if connector else start, reading.floor)
        return antecedents(reading).case_named(name) if name else None

    @staticmethod
    def _case_by_han_name(reading: TextReading, start: int) -> Mention | None:
        window = reading.text[max(0, start - 30) : start]
        known = antecedents(reading)
        run = re.search(r"[\u4e00-\u9fff]{2,14}[\s（(，,]{0,3}\Z", window)
        if run is None:
            return None
        characters = re.sub(r"[\s（(，,]", "", run.group())
        for length in (4, 3, 2):
            for at in range(len(characters) - length, -1, -1):
                cases = known.named.get(characters[at : at + length])
                if cases:
                    return cases[-1].mention
        return None

    @staticmethod
    def _name_behind(text: str, end: int, floor: int) -> str:
        """The capitalised words that end at `end`, "" when none do."""
        first = end
        tokens = list(_TOKEN.finditer(text, max(floor, end - 90), end))
        for token in reversed(tokens[-12:]):
            word = token.group().strip('“”",;')
            ends_before = first != end and token.group().endswith((",", ";", ".")) and token.group() != "v."
            if not _NAME_TOKEN.match(word) or word in _NOT_A_NAME or ends_before:
                break
            first = token.start()
        name = text[first:end].strip(" ,(\n\t")
        while name.split(" ")[0] in {"of", "and", "v", "v.", "&"}:
            name = name.partition(" ")[2]
            if not name:
                break
        return name if re.search(r"[A-Z]", name) else ""

    # ---------------------------------------------------------------------------------------------------------------- making

    def _memory(self, reading: TextReading) -> _Memory:
        memory = reading.memory.get(f"{self.pack}.short")
        if memory is None:
            memory = reading.memory[f"{self.pack}.short"] = _Memory()
        assert isinstance(memory, _Memory)
        return memory

    def _mentions(
        self,
        reading: TextReading,
        start: int,
        end: int,
        pins: list[Pin],
        work: str | None,
        seen: Mention | None,
        rule: str,
    ) -> list[Mention]:
        antecedent = seen.start if seen is not None else None
        kind = seen.kind if seen is not None else "case"
        note = "" if work else "antecedent_missing"
        if not pins:
            return [
                mention(
                    reading, start, end, kind, "short", work, f"{self.pack}.{rule}", antecedent=antecedent, note=note
                )
            ]
        made = []
        for index, pin in enumerate(pins):
            reference = with_place(work, pin.place) if work else None
            first = start if index == 0 else pin.start
            made.append(
                mention(
                    reading,
                    first,
                    pin.end,
                    kind,
                    "short",
                    reference,
                    f"{self.pack}.{rule}",
                    antecedent=antecedent,
                    note=note,
                )
            )
        return made

    def _parsed(
        self, reading: TextReading, start: int, pins: list[Pin], reference: str | None, seen: Mention | None, note: str
    ) -> Parsed:
        work = reference.partition("#")[0] if reference else None
        mentions = self._mentions(reading, start, pins[-1].end, pins, work, seen, "pinpoint")
        if note and work:
            mentions = [each._replace(note=note) for each in mentions]
        self._keep_places(reading, mentions, pins)
        return Parsed(tuple(mentions), mentions[-1].end)

    def _keep_places(self, reading: TextReading, mentions: list[Mention], pins: list[Pin]) -> None:
        places = reading.memory.setdefault(f"{self.pack}.places", {})
        for each, pin in zip(mentions, pins, strict=True):
            if each.reference is None:
                places[each.start] = pin.place

    # ---------------------------------------------------------------------------------------------------------- after the pass

    def settle(self, reading: TextReading) -> None:
        """Settle what later words decide, and take out pinpoints whose supposed name is no case."""
        memory = self._memory(reading)
        if not (memory.judgments or memory.names):
            return
        antecedents(reading)
        places: dict[int, str] = reading.memory.get(f"{self.pack}.places", {})
        judgments = {word: self._judgment_meant(reading, word) for word in set(memory.judgments.values())}
        kept: list[Mention] = []
        for each in reading.mentions:
            work: str | None = None
            antecedent: int | None = None
            if each.reference is None and each.start in memory.judgments:
                meant = judgments[memory.judgments[each.start]]
                work, antecedent = (meant.reference, meant.start) if meant is not None else (None, None)
            elif each.reference is None and each.start in memory.names:
                seen = antecedents(reading).case_named(memory.names[each.start]) if memory.names[each.start] else None
                if seen is None and each.start in memory.doubtful:
                    continue
                work, antecedent = (seen.reference, seen.start) if seen is not None else (None, None)
            if work is None:
                kept.append(each)
                continue
            reference = with_place(work.partition("#")[0], places.get(each.start, ""))
            kept.append(
                each._replace(
                    reference=reference,
                    antecedent=antecedent,
                    note="" if antecedent is None or antecedent <= each.start else "antecedent_stands_later",
                )
            )
        reading.mentions[:] = kept

    def _judgment_meant(self, reading: TextReading, word: str) -> Mention | None:
        """What «the Judgment» is: by its definition, else the one judgment of a court below cited without a name."""
        cases = [each for each in reading.mentions if each.kind == "case" and each.form == "full" and each.reference]
        key = word[:1].upper() + word[1:]
        for definition in definitions(reading.text):
            if definition.term not in {word, key}:
                continue
            if definition.before is not None:
                near = [each for each in cases if definition.before - 220 < each.start < definition.before + 30]
                if near:
                    return near[-1]
                footnote = re.compile(r"[^\[\n]{0,60}\[(\d{1,3})\]").match(reading.text, definition.before)
                body = (
                    re.search(rf"\n[ \t]{{0,8}}\[{footnote.group(1)}\]\s", reading.text[footnote.end() :])
                    if footnote
                    else None
                )
                if footnote and body:
                    at = footnote.end() + body.end()
                    inside = [each for each in cases if at <= each.start < at + 120]
                    if inside:
                        return inside[0]
        own = self.rank_of(reading.self_reference or "")
        if own is None:
            return None
        for each in cases:
            rank = self.rank_of(each.reference or "")
            if (
                rank is not None
                and rank > own
                and "#" not in (each.reference or "")
                and not name_before(reading.text, each.start)
                and _alone(reading.text, each)
            ):
                return each
        return None


def _alone(text: str, cited: Mention) -> bool:
    """In a footnote, a bracket or a line of its own."""
    before = text[max(0, cited.start - 24) : cited.start]
    return bool(re.search(r"(?:\[\d{1,3}\]|\(|\A|\n)\s{0,12}\Z", before))


_LEGISLATION = re.compile(
    r"hk/(?:cap\d|A\d|ln/|ord/)|uk/(?:ukpga|ukla|ukcm|uksi|uksro|asp|ssi|anaw|asc|mwa|wsi|nia|nisi|nisr|aep|eur)/|eu/\d"
)


def _is_legislation(reference: str | None) -> bool:
    return bool(reference and _LEGISLATION.match(reference))
