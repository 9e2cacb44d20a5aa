"""Words that point back: ibid., id., supra, op. cit., loc. cit., 同上, 同案; with what they point to inside it.

Keeps true: the class of a pinpoint decides what ibid. leans on (a paragraph or a page leans on the case cited last, a
section on the act cited last); without one it takes the citation before it, place and all; what nothing before it bears
has no reference and a reason, but is a mention.

Grammar:

    back  = word [ note ] [ "," ] [ pinpoint | provision ]     ibid., [12]   supra note 3, at 45   ibid., s. 5(1)   同上，第39段
          | pinpoint [ "," ] word                              [49] supra    [30]-[31] ibid.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.citations.mention import Mention, Unparsed
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.case_names import case_by_name, connector_before, name_behind
from pincite.jurisdictions.shared.case_settling import open_forms
from pincite.jurisdictions.shared.joined import left_open, with_paragraphs
from pincite.jurisdictions.shared.mentions import mention, pinpoint_mentions, with_place
from pincite.jurisdictions.shared.papers import names_a_paper
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins, read_pins_behind
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["BackReferences", "Provisions", "Span"]

Span = tuple[int, int, str]
Provisions = Callable[[str, int], Sequence[Span]]
"""(text, position) -> (start, end, place) of the provisions that begin there."""

_FOOTNOTE_MARK = lazy_pattern(r"\n[ \t]{0,8}(?:[A-V][ \t]{1,3}){0,2}(?:\[\^?\d{1,3}\]|\d{1,3}\s)")
"""The mark of a note, also behind the margin letter of a transcript («T 90 Ibid»)."""
_ENDS_IN_A_PLACE = lazy_pattern(r"\d\]?\.\s{0,8}(?:[A-V]\s{0,3}){0,2}\Z")
_WORD = lazy_pattern(
    r"(?P<word>[Ii]bid(?:em)?\.?|[Ii]d\.(?=,?\s{1,4}(?:at|para|p\.)\b)|[Ss]upra|[Oo]p\.?\s?cit\.?|[Ll]oc\.?\s?cit\.?|同上(?:註|注)?|同案)"
)
_NOTE = lazy_pattern(r"\s{0,2},?\s{0,3}\(?(?:footnotes?|fn\.?|notes?|nn?\.?)\s{0,3}(?P<number>\d{1,3})(?![\d.])\)?")
_BEHIND_PINS = lazy_pattern(
    r"[*_]{0,2}\s{0,12},?\s{0,12}(?P<mark>[*_]{0,2})(?=(?:[Ii]bid|[Ss]upra|[Oo]p\.? ?cit|[Ll]oc\.? ?cit)(?![a-z]{3}))"
)
_INSIDE_A_WORD = lazy_pattern(r"[\u4e00-\u9fff](?<![第註注引頁及和與見，])")
_WORD_GOES_ON = lazy_pattern(r"[一陪會連共偕隨相如夥協]\Z")
_BESIDE = lazy_pattern(r"[*_]{0,2}\s{0,2}[,，;]?\s{0,8}(?:at\s{1,4})?")
_NOTE_LABEL = lazy_pattern(r"(?:\A|\n)\[\^(?P<number>\d{1,3})\]:\s{1,3}\Z")
_AT_MARK = 40
_FAR = 260
_FAR_WITH_PIN = 1500
_WRITINGS = frozenset({"doctrine", "commentary", "other"})


@dataclass(frozen=True)
class BackReferences:
    """The rules of one pack.

    Attributes:
        pack: its name.
        home: whether the short forms of a text are this pack's.
        provisions: how its legislation's places are read.

    """

    pack: str
    home: Callable[[TextReading], bool]
    provisions: Provisions

    def anchors(self) -> list[Anchor]:
        """The anchors of this file."""
        return [
            Anchor(
                f"{self.pack}.back_reference",
                r"\b(?:[Ii]bid(?:em)?|[Ss]upra|[Oo]p\.? ?cit|[Ll]oc\.? ?cit|[Ii]d\.,? (?:at|para|p\.))\b",
                self._read,
            ),
            Anchor(f"{self.pack}.back_reference", r"同(?:上|案[,，]?第)", self._read),
        ]

    def behind_pins(self, reading: TextReading, pins: list[Pin]) -> Parsed | None:
        """«[49] supra»: the word behind the pinpoints; one mention each, the last to the end of the word."""
        joint = _BEHIND_PINS.match(reading.text, pins[-1].end)
        word = _WORD.match(reading.text, joint.end()) if joint else None
        if joint is None or word is None or (word.group()[0].isupper() and "," not in joint.group()):
            return None  # «[5]» / «Supra»: a note's number before the note
        end = word.end() - (1 if word.group().endswith(".") and word.group() != "ibid." else 0)
        end = _closed(reading.text, joint.start("mark"), end)
        start = pins[0].start
        if word.group().lower().startswith("i"):
            # what stands in the notes of a case is a place in a case; in another paper, that paper's
            seen = self._just_before(reading, start, word.end())
        else:
            seen = case_by_name(reading, start)
        stretched = [*pins[:-1], pins[-1]._replace(end=end)]
        work = _work(seen)
        mentions = pinpoint_mentions(reading, self.pack, start, end, stretched, work, seen, "back_reference")
        if work is None and not word.group().lower().startswith("i"):
            self._ask_name(reading, start, mentions, stretched)
        return Parsed(tuple(mentions), word.end())

    def _read(self, reading: TextReading, start: int, _end: int) -> Parsed | None:
        text = reading.text
        match = _WORD.match(text, start)
        if match is None or not self.home(reading):
            return None
        word = match.group("word").lower()
        first, end = _opened(text, start), match.end()
        end = _closed(text, first, end)
        if word.startswith("同"):
            if word != "同案" and (
                _INSIDE_A_WORD.match(text, end) or _WORD_GOES_ON.search(text, max(0, start - 1), start)
            ):
                return None  # «一同上去», «同上訴法庭»
            return self._pointing(reading, first, end, case_by_name(reading, start) or antecedents(reading).case, word)
        if word.startswith("i"):
            if self._of_a_paper(reading, start):
                reading.unparsed.append(Unparsed(start, end, text[start:end], "of_a_paper_of_the_record"))
                pins = read_pins_behind(text, end, pages=False)
                return Parsed((), pins[-1].end if pins else end)  # used up: no other pack's either
            return self._ibidem(reading, first, end)
        note = _NOTE.match(text, end)
        seen = case_by_name(reading, first)
        if note is not None:
            parsed = self._pointing(reading, first, note.end(), seen, word)
            if seen is None and parsed is not None:
                for each in parsed.mentions:
                    open_forms(reading, self.pack).footnotes[each.start] = note.group("number")
            return parsed
        return self._pointing(reading, first, end, seen, word)

    def _ibidem(self, reading: TextReading, start: int, end: int) -> Parsed:
        text = reading.text
        beside = _BESIDE.match(text, end)
        assert beside is not None  # the pattern matches the empty text
        provisions = self.provisions(text, beside.end())
        act = antecedents(reading).statute
        if provisions and act is not None and start - act.end < _FAR_WITH_PIN:
            work = _work(act)
            made = [
                mention(
                    reading, each[0] if index else start, each[1], "statute", "short",
                    with_place(work, each[2]) if work else None, f"{self.pack}.back_reference",
                    antecedent=act.start, note="" if work else "antecedent_missing",
                )
                for index, each in enumerate(provisions)
            ]  # fmt: skip
            return Parsed(tuple(made), made[-1].end)
        pins = read_pins_behind(text, end, pages=True) or _beside(text, end)
        if pins:
            known = antecedents(reading)
            seen = known.last if known.last is not None and known.last.kind in _WRITINGS else known.case
            seen = with_paragraphs(reading, seen, pins)
            seen = seen if seen is not None and start - seen.end < _FAR_WITH_PIN else None
            work = _work(seen)
            if pins[0].place.startswith("p_") and work and "/report/" not in work:
                pins = read_pins_behind(text, end, pages=False) or pins
        else:
            seen = self._just_before(reading, start, end)
            work = seen.reference if seen is not None else None
        rival = _rival_in_body(reading, start, work)
        if rival is not None:
            places = [pin.place for pin in pins] or [""]
            made = pinpoint_mentions(reading, self.pack, start, end, pins, None, None, "back_reference")
            return Parsed(
                tuple(
                    each._replace(
                        note="several_antecedents", candidates=(with_place(rival, place), with_place(work or "", place))
                    )
                    for each, place in zip(made, places, strict=True)
                ),
                made[-1].end,
            )
        mentions = pinpoint_mentions(reading, self.pack, start, end, pins, work, seen, "back_reference")
        if not seen and not pins:
            mentions = [each._replace(kind="other") for each in mentions]
        return Parsed(tuple(mentions), mentions[-1].end)

    def _pointing(self, reading: TextReading, start: int, end: int, seen: Mention | None, word: str) -> Parsed | None:
        """Supra, op. cit., 同上: of a case by its name; of one cited later when its name stands here."""
        work = _work(seen)
        pins = read_pins_behind(reading.text, end, pages=bool(work and "/report/" in work)) or _beside(
            reading.text, end
        )
        if word == "同案" and not pins:
            return None
        mentions = pinpoint_mentions(reading, self.pack, start, end, pins, work, seen, "back_reference")
        if seen is not None and seen.candidates and work is None:  # several cases bear the name
            places = [pin.place for pin in pins] or [""]
            return Parsed(left_open(mentions, seen.candidates, places), mentions[-1].end)
        if work is None:
            self._ask_name(reading, start, mentions, pins)
        return Parsed(tuple(mentions), mentions[-1].end)

    def _ask_name(self, reading: TextReading, start: int, mentions: list[Mention], pins: list[Pin]) -> None:
        """Leave the name to the end of the pass: the citation may stand later, or in a note."""
        connector = connector_before(reading.text, start)
        name = name_behind(reading.text, connector.start() if connector else start, reading.floor)
        forms = open_forms(reading, self.pack)
        for index, each in enumerate(mentions):
            forms.names[each.start] = name
            if pins:
                forms.places[each.start] = pins[index].place

    @staticmethod
    def _of_a_paper(reading: TextReading, start: int) -> bool:
        """«[29] Affirmation of Lee, at [8]. [30] Ibid.»: a paper of the record stands between the last citation and here."""
        last = antecedents(reading).last
        floor = max(last.end if last is not None else 0, start - _FAR, 0)
        between = reading.text[floor:start] if floor else f"\n{reading.text[:start]}"
        marks = list(_FOOTNOTE_MARK.finditer(between))
        if not marks:
            return False
        # before the first note of a page stands the body, where no ibid. leans on, unless it ends in a paper's place
        before = between[marks[-2].end() if len(marks) > 1 else 0 : marks[-1].start()]
        return names_a_paper(before) and (len(marks) > 1 or bool(_ENDS_IN_A_PLACE.search(before)))

    @staticmethod
    def _just_before(reading: TextReading, start: int, _end: int) -> Mention | None:
        """The citation that ibid. leans on: in this footnote or sentence, or in the one before."""
        known = antecedents(reading)
        last = known.last
        if (
            last is None
            or (last.reference is None and last.form == "short")
            or start - last.end > _FAR
            or len(_FOOTNOTE_MARK.findall(reading.text, last.end, start)) > 1
        ):
            return None
        return known.case if last.kind == "case" and known.case is not None and known.case.reference else last


_BRACKET_BESIDE = lazy_pattern(r"\s{1,4}(?=\[\d{1,3}\]\s{0,2}(?:[.;,)]|[-–]\s?\[))")


def _beside(text: str, end: int) -> list[Pin]:
    """«supra [73].»: a paragraph without a comma, where no footnote mark can stand."""
    gap = _BRACKET_BESIDE.match(text, end)
    pins = read_pins(text, gap.end()) if gap else []
    return [pin._replace(start=end) if not index else pin for index, pin in enumerate(pins)]


def _rival_in_body(reading: TextReading, start: int, work: str | None) -> str | None:
    """«[^2]: *Ibid*, at 320»: the case cited at the note's mark in the body, when it is another than the note before names."""
    note = _NOTE_LABEL.search(reading.text, max(0, start - 12), start)
    if note is None or work is None:
        return None
    mark = reading.text.find(f"[^{note.group('number')}]", 0, note.start())
    if mark < 0:
        return None
    first = bisect_right(reading.mentions, mark, key=lambda each: each.start) - 1
    body = reading.mentions[first] if first >= 0 else None
    if body is None or body.kind != "case" or body.reference is None or mark - body.end > _AT_MARK:
        return None
    named = body.reference.partition("#")[0]
    return named if named != work.partition("#")[0] else None


def _work(seen: Mention | None) -> str | None:
    return seen.reference.partition("#")[0] if seen is not None and seen.reference else None


def _opened(text: str, start: int) -> int:
    """Marks of emphasis open before the word: they are the form's."""
    while start and text[start - 1] in "*_":
        start -= 1
    return start


def _closed(text: str, start: int, end: int) -> int:
    """Behind the marks that close what opened at `start`."""
    while text[start : start + 1] in {"*", "_"} and text[end : end + 1] == text[start]:
        end += 1
    return end
