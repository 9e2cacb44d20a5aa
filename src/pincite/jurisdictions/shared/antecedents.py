"""What short forms lean on: the acts and cases named so far, whatever pack read them.

Keeps true: each mention is digested once, in order, so that all look-ups together are linear in the text; an answer is a
mention that stands before the place asked for, or None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.text.patterns import pattern

__all__ = ["Antecedents", "NamedCase", "antecedents", "name_key", "name_tokens"]

_NAME_REACH = 200
_CLUSTER_GAP = pattern(r"[\s;,()\[\]“”]{1,12}(?:and\s{1,6}|also\s{1,6}reported\s{1,4}(?:in|at)\s{1,6})?\Z")
_STOP = pattern(r"[“”\"«»]|[;:]\s|\[\d{1,3}\]|\n\s{0,6}\d{1,3}\.|(?<![A-Z][a-z])(?<![A-Z])(?<!\sv)\.\s|\b(?:[Ss]ee(?: also)?|[Cc]f|[Ii]n|per|E\.?g\.?|and also|[Cc]iting|applied|followed|considered)\b[.,]?\s|見|引述|根據|參考|,\s(?=and\s)")  # fmt: skip
_BRACKETS = pattern(r"\([^()]{0,80}\)")
_CLAIMANT = pattern(r"\bR\s?\((?:on\sthe\sapplication\sof\s)?([^()]{2,60})\)(?=\sv\.?\s)")
_VERSUS = pattern(r"\sv\.?\s|\bRe\s|\bEx\s?p(?:arte)?\b|\sand\s(?:Others|Another)|訴|對", re.IGNORECASE)
_WORD = pattern(r"[A-Za-z][A-Za-z’'-]*|[\u4e00-\u9fff]{2,6}")
_HAN_SPLIT = pattern(r"訴|對|及其他人|及另|一案|案|[\s（(]")
_GENERIC = frozenset(
    [
        "hksar",
        "secretary",
        "justice",
        "commissioner",
        "director",
        "queen",
        "king",
        "crown",
        "attorney",
        "general",
        "hong",
        "kong",
        "limited",
        "ltd",
        "company",
        "registrar",
        "the",
        "and",
        "others",
        "another",
        "ors",
        "anor",
        "others",
        "unrep",
        "unreported",
        "for",
        "department",
        "authority",
        "board",
        "v",
        "re",
        "ex",
        "parte",
        "in",
        "no",
        "r",
        "of",
    ]
)


def _source(case: Mention) -> str:
    """The court or the series of a citation: two of one source are two cases."""
    parts = (case.reference or "").partition("#")[0].split("/")
    return "/".join(parts[:3] if len(parts) > 1 and parts[1] == "report" else parts[:2])


class NamedCase(NamedTuple):
    """A case as it was named before its citation."""

    tokens: frozenset[str]
    key: str
    mention: Mention


@dataclass(slots=True)
class Antecedents:
    """Memory of the mentions digested so far."""

    digested: int = 0
    text: str = ""
    digested_last: Mention | None = None
    statute: Mention | None = None
    case: Mention | None = None
    open_case: Mention | None = None
    """The short form of a case left to the end of the pass, when none was cited since."""
    last: Mention | None = None
    latest: dict[str, Mention] = field(default_factory=dict)
    """The statute cited last by each pack."""
    by_work: dict[str, Mention] = field(default_factory=dict)
    """The place cited last in each act."""
    by_order: dict[str, Mention] = field(default_factory=dict)
    """The place cited last under each order of rules of court."""
    by_provision: dict[str, Mention] = field(default_factory=dict)
    works_by_year: dict[str, list[str]] = field(default_factory=dict)
    works: dict[str, Mention] = field(default_factory=dict)
    """Acts by reference, the one cited last at the end."""
    outside: set[str] = field(default_factory=set)
    """Numbers of provisions of law outside every scheme, so that a bare repeat is not taken for another act's."""
    actions: dict[str, Mention] = field(default_factory=dict)
    named: dict[str, list[NamedCase]] = field(default_factory=dict)
    keys: dict[str, Mention] = field(default_factory=dict)
    _by_work: dict[str, list[NamedCase]] = field(default_factory=dict)

    def digest(self, reading: TextReading) -> None:
        """Take in the mentions found since the last time."""
        mentions, self.text = reading.mentions, reading.text
        self.digested = min(self.digested, len(mentions))
        for index in range(self.digested, len(mentions)):
            self._take(reading.text, mentions[index], mentions[index - 1].end if index else 0)
        self.digested = len(mentions)
        self.digested_last = mentions[-1] if mentions else None

    def _take(self, text: str, mention: Mention, floor: int) -> None:
        self.last = mention
        amending = mention.kind == "statute" and mention.form == "full" and amends(text, mention)
        if (
            mention.kind == "statute"
            and (mention.reference is not None or mention.note != "law_outside_the_scheme")
            and not amending
        ):
            self.statute = mention
            self.latest[mention.rule.partition(".")[0]] = mention
        if mention.reference is None:
            if mention.note == "law_outside_the_scheme":
                number = re.search(r"\d+[A-Z]*", mention.text)
                self.outside.add(number.group() if number else "")
            elif mention.kind == "case" and mention.form == "short":
                self.open_case = mention
            return
        if mention.kind == "statute":
            work, _, place = mention.reference.partition("#")
            self.works.pop(work, None)
            self.works[work] = mention
            if place:
                self.by_provision[_base(place)] = mention
                self.by_work[work] = mention
                order = _ORDER.match(place)
                if order:
                    self.by_order.pop(order.group(1), None)
                    self.by_order[order.group(1)] = mention
        elif mention.kind == "case":
            self._take_case(text, mention, floor)

    def _take_case(self, text: str, mention: Mention, floor: int) -> None:
        before = self.case
        if (
            before is not None
            and mention.form == "full"
            and 0 <= mention.start - before.end <= 14
            and _CLUSTER_GAP.match(text[before.end : mention.start])
            and before.form == "full"
            and _source(before) != _source(mention)
        ):
            return  # a parallel citation of the case just named: the first stands for all
        self.case, self.open_case = mention, None
        action = re.match(r"hk/[A-Z]+/(\d+)/(\d{4})", mention.reference or "")
        if action:
            self.actions[f"{action.group(1)}/{action.group(2)}"] = mention
        if mention.form == "full":
            name = name_before(text, mention.start, floor)
            if name:
                case = NamedCase(name_tokens(name), name_key(name), mention)
                self.keys[case.key] = mention
                self._by_work.setdefault(mention.reference.partition("#")[0] if mention.reference else "", []).append(
                    case
                )
                for token in case.tokens:
                    self.named.setdefault(token, []).append(case)

    def case_named(self, words: str) -> Mention | None:
        """The latest case whose name holds all telling words of `words`; «R (Baker) v SSCLG» also without its bracket.

        Where several near one another bear the name («Wong» behind Wong v Chan and Wong v Ho), it has no reference, the
        note of that, and their works as candidates.
        """
        found = self._named(words)
        return self._named(_BRACKETS.sub(" ", words)) if found is None and "(" in words else found

    def spoken_of(self, several: Mention, name: str, sentence: str) -> Mention:
        """The one of several namesakes whose name the sentence has most of; `several` as it is when no one leads.

        Not the whole name is asked for: the words before a citation may be more than its name.
        """
        words, told = name_tokens(sentence), len(name_tokens(name))
        shared: dict[str, tuple[int, Mention]] = {}
        for work in several.candidates:
            for case in self._by_work.get(work, ()):
                common = len(case.tokens & words)
                if common > max(told, shared.get(work, (0, several))[0]):
                    shared[work] = (common, case.mention)
        leading = sorted(shared.values(), key=lambda each: -each[0])
        alone = bool(leading) and (len(leading) == 1 or leading[0][0] > leading[1][0])
        return leading[0][1] if alone else several

    def _named(self, words: str) -> Mention | None:
        key = name_key(words)
        if key in self.keys:
            return self.keys[key]
        tokens = name_tokens(words)
        if not tokens:
            return None
        found = [self.named.get(token) for token in tokens]
        if any(cases is None for cases in found):
            return None
        shortest = min((cases for cases in found if cases is not None), key=len)
        bearing = [case for case in reversed(shortest[-50:]) if tokens <= case.tokens]
        if not bearing:
            return None
        latest = bearing[0]
        rivals = [case for case in bearing[1:] if _is_rival(case, latest)]
        if not rivals:
            return latest.mention
        for case in (latest, *rivals):
            if self._defined(case.mention, words):
                return case.mention
        both = {work.partition("#")[0]: None for work in (case.mention.reference for case in (*rivals, latest)) if work}
        return latest.mention._replace(reference=None, note="several_antecedents", candidates=tuple(both))

    def _defined(self, case: Mention, words: str) -> bool:
        """«Wong v Chan [2011] HKCFI 5 (“Wong”)»: the name is given to this one."""
        behind = self.text[case.end : case.end + _DEFINED_WITHIN]
        return any(f"{mark}{words}" in behind for mark in '“"‘*_')


_DEFINED_WITHIN = 60
_NAMESAKES_WITHIN = 3000


def _is_rival(case: NamedCase, latest: NamedCase) -> bool:
    """Whether two cases of one name are two: cited near one another, by other parties or under two numbers of one source."""
    one, two = case.mention.reference or "", latest.mention.reference or ""
    if one.partition("#")[0] == two.partition("#")[0] or latest.mention.start - case.mention.end > _NAMESAKES_WITHIN:
        return False
    nested = case.tokens <= latest.tokens or latest.tokens <= case.tokens
    return not nested or (case.key != latest.key and _source(case.mention) == _source(latest.mention))


_AMENDED_BY = pattern(
    r"(?:[Ss]ubstituted|[Ii]nserted|[Rr]epealed|[Oo]mitted|[Aa]mended|[Aa]dded|[Rr]eplaced|[Rr]evoked|[Rr]enumbered|[Mm]odified)(?:\s[^.;\n]{0,90}?)?\sby\s{1,4}(?:virtue\s{1,4}of\s{1,4})?(?:the\s{1,4})?\Z"
)
_AMENDED_BY_OTHER = pattern(
    r"(?:modifiée?s?|remplacée?s?|abrogée?s?)\s{1,4}par\s{1,4}(?:l[ae]s?\s{1,4}|l['’])?\Z|(?:geändert|ersetzt)\s{1,4}durch\s{1,4}(?:die\s{1,4}|den\s{1,4})?\Z"
)
_GAZETTED_NOTE = pattern(r"(?:[Aa]mended|[Aa]dded|[Rr]eplaced|[Rr]epealed|[Ee]nacted|\bby|\band|[(（;；]|由)\s{0,4}\Z")


def amends(text: str, mention: Mention) -> bool:
    """Whether an act is named as one that amended another: «substituted (1.4.2001) by …», «(Amended 18 of 2012 s. 3)»."""
    if mention.reference is not None and mention.reference.startswith(("hk/ord/", "hk/ln/")):
        return bool(_GAZETTED_NOTE.search(text, max(0, mention.start - 14), mention.start))
    before = text[max(0, mention.start - 24) : mention.start]
    if "par " in before or "durch " in before:
        return bool(_AMENDED_BY_OTHER.search(text, max(0, mention.start - 60), mention.start))
    if "by" not in before:
        return False
    return bool(_AMENDED_BY.search(text, max(0, mention.start - 130), mention.start))


_ORDER = pattern(r"O(\d+[A-Z]?)(?:_|\Z)")
_BASE = pattern(r"[a-z]+-[^-]+|(?:art|par|anx|cpt|rct)_[^/]+|[^_/.]+")


def _base(place: str) -> str:
    """The provision without its lower parts: `s33`, `section-19`, `art_6`."""
    match = _BASE.match(place)
    return match.group() if match else place


def antecedents(reading: TextReading) -> Antecedents:
    """The memory of this text, brought up to date."""
    memory = reading.memory.get("antecedents")
    if memory is None:
        memory = reading.memory["antecedents"] = Antecedents()
    mentions = reading.mentions
    if len(mentions) != memory.digested or (mentions and mentions[-1] is not memory.digested_last):
        memory.digest(reading)
    known: Antecedents = memory
    return known


def name_before(text: str, start: int, floor: int = 0) -> str:
    """The name of the case cited at `start`, "" when none stands before it; it does not reach before `floor`."""
    window = text[max(floor, start - _NAME_REACH) : start]
    if "(" in window:  # «R (Lanternfish Ltd) v Secretary of State»: the bracket holds who sues
        window = _BRACKETS.sub(" ", _CLAIMANT.sub(r"R \1", window))
    cut = 0
    for stop in _STOP.finditer(window):
        cut = stop.end()
    name = window[cut:]
    return name if _VERSUS.search(name) else ""


def name_tokens(name: str) -> frozenset[str]:
    """The telling words of a name, in lower case; Chinese names whole."""
    tokens = set()
    for part in _HAN_SPLIT.split(name):
        for word in _WORD.findall(part):
            lower = word.lower()
            if len(word) >= 2 and lower not in _GENERIC:
                tokens.add(lower)
    return frozenset(tokens)


def name_key(name: str) -> str:
    """The name with its words alone, for initials («B v A»)."""
    return " ".join(_WORD.findall(name.replace(" v. ", " v "))).lower()
