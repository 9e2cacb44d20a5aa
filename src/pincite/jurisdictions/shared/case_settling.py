"""Short forms of cases that later words decide: settled after the pass, when every citation and every note is known.

Keeps true: each index is made once a text, so that settling is linear; a pinpoint whose supposed name or note is no case
is taken out; spans do not change.

What «the Judgment» is, in order: 1. what it is defined as; 2. the one judgment of a court below cited without a name;
3. for a note that holds only pinpoints, the judgment that a note cites alone; 4. the case the title page appeals from.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.aliases import Definition, definitions
from pincite.jurisdictions.shared.antecedents import antecedents, name_before
from pincite.jurisdictions.shared.mentions import with_place
from pincite.text.patterns import pattern

__all__ = ["IN_FOOTNOTE", "OpenForms", "open_forms", "settle"]

IN_FOOTNOTE = "a footnote that holds only pinpoints"

_INDENT = 8
_NOTE = pattern(r"(?:\A|\n)[ \t]{0,8}\[\^?(?P<number>\d{1,3})\]:?\s")
_MARK = pattern(r"\[\^?(?P<number>\d{1,3})\](?!:)")
_WORD = pattern(r"[\w’'-]+\)?")
_MARK_BEFORE = pattern(r"\[\^?(\d{1,3})\]\s{0,16}\Z")
_MARK_BEHIND = pattern(r"[^\[]{0,60}?\[\^?(\d{1,3})\]")
_APPEAL_FROM = pattern(r"(?i:appeal\s{1,8}from)\s{0,12}(?:[A-Z ]{0,40}\s)?\Z")
_NEW_SENTENCE = pattern(r"[a-z]{3}\.\s|\n[ \t]{0,8}\d{1,3}\.")
_ALONE = pattern(r"(?:\[\d{1,3}\]|\(|\A|\n)\s{0,12}\Z")
_IN_NOTE = pattern(r"(?:\A|\n)[ \t]{0,8}\[\^?\d{1,3}\]:?\s{1,12}\Z")
_AHEAD = 260


@dataclass(slots=True)
class OpenForms:
    """Start of a mention left open in the pass → what was asked.

    Attributes:
        judgments: the word of a judgment («Judgment», «Reasons for Sentence»).
        forward: from where the judgment's own citation may follow («of the judgment of the CFA in X v Y»).
        footnotes: the number of the note that holds the citation.
        names: a case name; `doubtful` where it may be no case at all.
        places: the pinpoint.
        judgment_places: paragraphs already pointed to in «the Judgment».
        paper_places: paragraphs already pointed to in a paper of the parties.
        paper_at: where the last of them was pointed to, -1 before the first.

    """

    judgments: dict[int, str] = field(default_factory=dict)
    forward: dict[int, int] = field(default_factory=dict)
    footnotes: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    places: dict[int, str] = field(default_factory=dict)
    judgment_places: set[str] = field(default_factory=set)
    paper_places: set[str] = field(default_factory=set)
    paper_at: int = -1

    def asks_the_same(self, like: int, start: int) -> bool:
        """Ask for `start` what was asked for the form at `like`; False when nothing was."""
        asked = False
        for memory in (self.judgments, self.footnotes, self.names):
            if like in memory:
                memory[start] = memory[like]
                asked = True
        if like in self.doubtful:
            self.doubtful.add(start)
        return asked


def open_forms(reading: TextReading, pack: str) -> OpenForms:
    """The forms that a pack left open in this text so far."""
    memory = reading.memory.get(f"{pack}.short")
    if memory is None:
        memory = reading.memory[f"{pack}.short"] = OpenForms()
    assert isinstance(memory, OpenForms)
    return memory


def _notes(text: str) -> list[re.Match[str]]:
    """All matches of `_NOTE`, which is asked only where a bracket is the first sign of its line."""
    found: list[re.Match[str]] = []
    at = text.find("[")
    while at >= 0:
        line = at
        while line and text[line - 1] in " \t" and at - line < _INDENT:
            line -= 1
        line -= line > 0
        match = _NOTE.match(text, line) if not found or line >= found[-1].end() else None
        if match:
            found.append(match)
        at = text.find("[", at + 1)
    return found


class _Late:
    """Indexes of a text read to its end."""

    def __init__(self, reading: TextReading) -> None:
        self.reading = reading
        self.cases = [
            each for each in reading.mentions if each.kind == "case" and each.form == "full" and each.reference
        ]
        self.starts = [each.start for each in self.cases]
        self._notes: dict[str, tuple[int, int]] | None = None
        self._marks: dict[str, list[tuple[int, str]]] | None = None
        self._named: dict[str, Mention | None] = {}
        self._definitions: list[Definition] | None = None

    def first_between(self, start: int, end: int) -> Mention | None:
        """The first case cited there."""
        index = bisect_left(self.starts, start)
        return self.cases[index] if index < len(self.cases) and self.starts[index] < end else None

    def last_between(self, start: int, end: int) -> Mention | None:
        """The last case cited there."""
        index = bisect_left(self.starts, end) - 1
        return self.cases[index] if index >= 0 and self.starts[index] >= start else None

    def in_note(self, number: str, behind: int = 0) -> Mention | None:
        """The first case cited in the note with that number (the last such note of the text), when it stands behind `behind`."""
        if self._notes is None:
            self._notes = {}
            found = _notes(self.reading.text)
            for index, note in enumerate(found):
                end = found[index + 1].start() if index + 1 < len(found) else len(self.reading.text)
                self._notes[note.group("number")] = (note.end(), end)
        span = self._notes.get(number)
        return self.first_between(*span) if span and span[0] > behind else None

    def has_note(self, number: str, behind: int) -> bool:
        """Whether the text holds the note with that number behind its mark."""
        self.in_note(number)
        return bool(self._notes and self._notes.get(number, (0, 0))[0] > behind)

    def ahead(self, position: int) -> Mention | None:
        """The case cited further on in the same sentence."""
        case = self.first_between(position, position + _AHEAD)
        return case if case and not _NEW_SENTENCE.search(self.reading.text, position, case.start) else None

    def named(self, name: str) -> Mention | None:
        """The case of that name, also when the name stands in the body and its citation in a note."""
        if name not in self._named:
            self._named[name] = antecedents(self.reading).case_named(name) or self._noted(name)
        return self._named[name]

    def _noted(self, name: str) -> Mention | None:
        if self._marks is None:
            self._marks = {}
            for mark in _MARK.finditer(self.reading.text):
                behind = _WORD.findall(self.reading.text, max(0, mark.start() - 60), mark.start())
                if behind:
                    self._marks.setdefault(behind[-1], []).append((mark.start(), mark.group("number")))
        words = _WORD.findall(name)
        flat = " ".join(words)
        for start, number in self._marks.get(words[-1], [])[:20] if words else []:
            before = _WORD.findall(self.reading.text, max(0, start - len(name) - 60), start)
            if " ".join(before).endswith(flat):
                return self.in_note(number, start)
        return None

    def defined(self, word: str) -> Mention | None:
        """What the text defines a judgment's word as."""
        if self._definitions is None:
            self._definitions = [each for each in definitions(self.reading) if each.before is not None]
        text = self.reading.text
        for definition in self._definitions:
            before = definition.before or 0
            if definition.term not in {word, word[:1].upper() + word[1:]}:
                continue
            near = self.last_between(before - 220, before)
            if near is not None and _NEW_SENTENCE.search(text, near.end, before):
                near = None  # «… cited Ming at para 33. In its judgment (“the Decision”) the Council …»
            near = near or self.last_between(before, before + 30)
            if near is not None:
                return near
            mark = _MARK_BEFORE.search(text, max(0, before - 30), before) or _MARK_BEHIND.match(text, before)
            noted = self.in_note(mark.group(1)) if mark else None
            if noted is not None:
                return noted
        return None

    def judgment(self, word: str, rank_of: Callable[[str], int | None]) -> Mention | None:
        """What a judgment's word means here, in the order given above."""
        defined = self.defined(word)
        own = rank_of(self.reading.self_reference or "")
        if defined is not None or own is None:
            return defined
        text = self.reading.text
        for each in self.cases:
            rank = rank_of(each.reference or "")
            bare = rank is not None and rank > own and "#" not in (each.reference or "")
            if bare and not name_before(text, each.start) and _alone(text, each):
                return each
        if word == IN_FOOTNOTE:
            return next((each for each in self.cases if _alone(text, each) and _in_note(text, each)), None)
        below = [each for each in self.cases[:40] if _APPEAL_FROM.search(text, max(0, each.start - 60), each.start)]
        return below[0] if len({each.reference for each in below}) == 1 else None


def _alone(text: str, cited: Mention) -> bool:
    """In a footnote, a bracket or a line of its own."""
    return bool(_ALONE.search(text, max(0, cited.start - 24), cited.start))


def _in_note(text: str, cited: Mention) -> bool:
    return bool(_IN_NOTE.search(text, max(0, cited.start - 24), cited.start))


def settle(reading: TextReading, forms: OpenForms, rank_of: Callable[[str], int | None]) -> None:
    """Settle the open forms of a text in place.

    `rank_of`: rank of the court of a reference, 1 highest; decides what a judgment below is.
    """
    if not (forms.judgments or forms.names or forms.footnotes):
        return
    late = _Late(reading)
    judgments = {word: late.judgment(word, rank_of) for word in set(forms.judgments.values())}
    kept: list[Mention] = []
    for each in reading.mentions:
        if each.reference is not None:
            kept.append(each)
            continue
        seen, stays = _meant(each.start, forms, late, judgments)
        if seen is not None and seen.reference:
            kept.append(_settled(each, seen, forms.places.get(each.start, "")))
        elif stays:
            kept.append(each)
    reading.mentions[:] = kept


def _meant(
    start: int, forms: OpenForms, late: _Late, judgments: dict[str, Mention | None]
) -> tuple[Mention | None, bool]:
    """(the case meant, whether the mention stays when none is)."""
    if start in forms.forward:
        ahead = late.ahead(forms.forward[start])
        if ahead is not None:
            return ahead, True
    if start in forms.judgments:
        return judgments[forms.judgments[start]], True
    if start in forms.footnotes:
        noted = late.in_note(forms.footnotes[start], start)
        return noted, noted is None and not late.has_note(forms.footnotes[start], start)
    if start in forms.names:
        name = forms.names[start]
        return late.named(name) if name else None, start not in forms.doubtful
    return None, True


def _settled(open_form: Mention, seen: Mention, place: str) -> Mention:
    reference = with_place((seen.reference or "").partition("#")[0], place)
    note = "" if seen.start <= open_form.start else "antecedent_stands_later"
    return open_form._replace(reference=reference, antecedent=seen.start, note=note)
