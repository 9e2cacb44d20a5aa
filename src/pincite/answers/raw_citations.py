"""What a writer may not write: case numbers, pinned chapter and article references, URLs and links; each with its span.

Keeps true:
1. Everything is looked for in mirrors of the text (`mirror`), so that neither look-alikes nor invisible characters, markup,
   line breaks, full width, numbers in words nor letters set apart hide a citation; spans are those of the text as given.
2. The grammars of the packs read first and say what is meant; forms that no grammar reads (`data/raw_forms.tsv`) are found
   all the same, without a reference. Code blocks, notes and comments are text like any other.
3. Found spans are in order and do not overlap.

An act that is only named («the Privacy Ordinance», «DSG»), without a number and a place, is found as `name`: who finds it says
what becomes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, Protocol, cast

from pincite.answers.forms import forms_in
from pincite.answers.mirror import HIDDEN, NOTHING, Mirror, joined, mirror, numbers
from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["Context", "Extracts", "RawCitation", "RawKind", "find_raw"]

RawKind = Literal["case", "place", "chapter", "act", "name", "case_name", "url", "link"]


class Extracts(Protocol):
    """The port that finds citations; `citations.Extractor` is one."""

    def extract(
        self, text: str, *, language: str = "", self_reference: str | None = None, jurisdiction: str | None = None
    ) -> Extraction:
        """The mentions of a text, in order."""


@dataclass(frozen=True, slots=True)
class RawCitation:
    """A citation as a writer wrote it.

    Attributes:
        start, end: code points of the text as given; `text` is what stands there.
        kind: case number, place (a section, an article, a paragraph), chapter, act by number, name of an act, name of a
            case, url, link of Markdown.
        reference: what a grammar read it as, or "".
        candidates: what else it may mean, where the text leaves that open.
        seen: as the mirror shows it, where that is not what stands there: "" otherwise.
        impossible: the reason why no publisher can have issued it, or "".

    """

    start: int
    end: int
    text: str
    kind: RawKind
    reference: str = ""
    candidates: tuple[str, ...] = ()
    seen: str = ""
    impossible: str = ""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where a text is searched.

    Attributes:
        language: the text's.
        jurisdiction: the one of all rows and releases, when it is one; a bare «section 5» then means its law.
        works: works whose bare places («section 5») are tried, in this order, to say which place may be meant.
        titles: of the works with a row; a case named as in one of them may be named.
        before: the mirror of the text before, for antecedents and for what runs over the beginning.

    """

    language: str = ""
    jurisdiction: str | None = None
    works: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    before: Mirror = NOTHING


_NAMES = ("name", "chapter")
_COMMENT = re.compile(r"<!--(?:(?!<!--|-->).){0,2000}-->", re.DOTALL)
_COMMENT_MARK = re.compile(r"<!--|-->")
_EVERYDAY = re.compile(r"lit \d+\Z")
"""«your client lit 20 lanterns»: in running text this is no letter of an article."""
_TAIL = 120
"""Characters of the text before that stages beyond the first look back upon."""


def find_raw(text: str, extractor: Extracts, context: Context, *, holes: Sequence[Span] = ()) -> list[RawCitation]:
    """The raw citations of `text`, in order.

    Args:
        text: a text, or the next part of one.
        extractor: the grammars.
        context: what is known, with the text before. Offsets found are those of `text`; one that begins in the text before
            begins at 0.
        holes: spans of `text` that hold no words of the writer (placeholders); nothing found touches one.

    """
    shown = _with_holes(text, holes)
    found = _Found(text)
    plain = mirror(shown)
    before = context.before
    counted = numbers(plain, context.language)
    near = _last(before, _TAIL)
    dense = joined(_after(near, counted))
    if shown.count("<!--") > 1:
        bare = _COMMENT.sub(lambda m: "\u200b" * len(m.group()), shown)
        found.inside(
            0, find_raw(_COMMENT_MARK.sub(lambda m: "\u200b" * len(m.group()), bare), extractor, _alone(context))
        )
    for hidden in HIDDEN.finditer(shown):
        found.inside(
            hidden.start(hidden.lastindex or 0),
            find_raw(hidden.group(hidden.lastindex or 0), extractor, _alone(context)),
        )
    close = _after(near, plain)
    stages = [(close, _read(extractor, close, context))]
    if dense.text != close.text:
        stages.append((dense, _read(extractor, dense, context)))
    forms = _forms_in(dense)
    if any(_is_new(where, mention.end) for where, mentions in stages for mention in mentions) or forms:
        found.links(plain)
        if before.text != near.text:  # short forms lean on what was cited long before
            whole = _after(before, plain)
            found.mentions(_read(extractor, whole, context), whole)
        for where, mentions in stages:
            found.mentions(mentions, where)
        for kind, start, end in forms:
            found.add(dense, start, end, kind)
    else:
        found.links(plain)
    found.case_names(plain, context.titles)
    return found.settled()


def _alone(context: Context) -> Context:
    return Context(context.language, context.jurisdiction, context.works, context.titles)


def _is_new(where: Mirror, end: int) -> bool:
    """Whether what ends at `end` of a mirror reaches into the text itself."""
    return where.ends[end - 1] > 0


def _forms_in(where: Mirror) -> list[tuple[RawKind, int, int]]:
    """What looks like a citation of whatever law."""
    return [
        (cast("RawKind", kind), start, end)
        for kind, start, end in forms_in(where.text)
        if _is_new(where, end) and not _is_own_part(where.text, start, end)
    ]


def _with_holes(text: str, holes: Sequence[Span]) -> str:
    """The text with what is no writer's word blanked by a character that joins nothing and ends every form."""
    parts: list[str] = []
    at = 0
    for start, end in holes:
        parts += (text[at:start], "\ufffc" * (end - start))
        at = end
    return "".join([*parts, text[at:]])


def _after(before: Mirror, now: Mirror) -> Mirror:
    """The two as one; characters of the text before stand at offset -1."""
    if not before.text:
        return now
    count = len(before.text)
    return Mirror(before.text + now.text, (-1,) * count + now.starts, (-1,) * count + now.ends)


def _last(before: Mirror, count: int) -> Mirror:
    if len(before.text) <= count:
        return before
    return Mirror(before.text[-count:], before.starts[-count:], before.ends[-count:])


def _read(extractor: Extracts, where: Mirror, context: Context) -> Sequence[Mention]:
    return extractor.extract(where.text, language=context.language, jurisdiction=context.jurisdiction).mentions


_URL = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{1,12}\s?:\s?//|\bh(?:tt|xx)ps?\b\s?:|\bwww\d?\s?\.|\bmailto:|\bdoi:\s?10\.)[^\s<>\"'”»)\]]*",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"(?<!\\)\]\s?\((?!\s)[^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[\"'(][^)]*)?\)|^ {0,3}\[[^\]\n^]+\]:\s*\S+|<[A-Za-z][A-Za-z0-9+.-]+:[^>\s]+>",
    re.MULTILINE,
)
_CASE_NAME = re.compile(
    r"(?P<first>[A-Z][\w.&'’()-]*(?:,?\s(?:[A-Z0-9][\w.&'’()-]*|of|and|the|for|de|von|van|der|&))*)\s(?:v|vs|versus)\.?\s"
    r"(?P<second>[A-Z][\w.&'’()-]*(?:,?\s(?:[A-Z0-9][\w.&'’()-]*|of|and|the|for|de|von|van|der|&))*)"
)
_VERSUS = re.compile(r"\s(?:v|vs|versus)\.?\s")
_LONGEST_PARTY = 400
"""Characters of the longest names of a party."""


def _case_names(text: str) -> Iterator[re.Match[str]]:
    """The names of cases: looked for around each «v» only, for a run of capitals would be read again from each of them."""
    end = 0
    for versus in _VERSUS.finditer(text):
        if versus.start() < end:
            continue
        first = max(end, versus.start() - _LONGEST_PARTY)
        match = _CASE_NAME.search(text, first, versus.end() + _LONGEST_PARTY)
        if match is not None:
            end = match.end()
            yield match


_CHINESE_CASE = re.compile(
    r"[\u3400-\u9fff]{2,12}\s訴\s[\u3400-\u9fff]{2,16}|(?<=《)[\u3400-\u9fff]{2,12}\s?訴\s?[\u3400-\u9fff]{2,16}(?=》)|(?<=訴)[\u3400-\u9fff]{2,8}案"
)


@cache
def _domains() -> re.Pattern[str]:
    names = "|".join(name for row in rows("pincite.answers", "data/domains.tsv") for name in row[0].split())
    return re.compile(
        rf"(?<![\w@.-])(?:[A-Za-z0-9-]+(?:\.| \. ))*[A-Za-z0-9-]{{3,}}(?:\.| \. )(?:{names}|{names.upper()})(?![\w-])(?:/[^\s<>\"'”»)\]]*)?"
    )


@cache
def _own_parts() -> re.Pattern[str]:
    words = "|".join(re.escape(w) for _, cell in rows("pincite.answers", "data/own_parts.tsv") for w in cell.split("|"))
    return re.compile(rf"[\s,)]*(?:{words})(?![\w])", re.IGNORECASE)


class _Found:
    """What was found so far; the first to claim a span has it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[RawCitation] = []

    def add(
        self,
        where: Mirror,
        start: int,
        end: int,
        kind: RawKind,
        *,
        reference: str = "",
        candidates: tuple[str, ...] = (),
        impossible: str = "",
    ) -> None:
        """Add what stands at a span of a mirror, unless it lies in the text before or touches what was found or a hole."""
        if where.ends[end - 1] <= 0 or "\ufffc" in where.text[start:end]:
            return
        begin, behind = max(0, where.starts[start]), where.ends[end - 1]
        span = Span(begin, behind)
        if not self._free(span, kind):
            return
        shown = where.text[start:end]
        written = self.text[begin:behind]
        seen = "" if shown == written else shown
        self.found.append(RawCitation(begin, behind, written, kind, reference, candidates, seen, impossible))

    def _free(self, span: Span, kind: RawKind) -> bool:
        """Whether a span may be claimed: nothing is there, or only names of what is cited there in full."""
        there = [each for each in self.found if each.span.overlaps(span)]
        if not all(span.contains(each.span) and each.kind in _NAMES and kind not in _NAMES for each in there):
            return False
        self.found = [each for each in self.found if each not in there]
        return True

    def inside(self, offset: int, found: Sequence[RawCitation]) -> None:
        """What was found in a part of the text that begins at `offset`."""
        for each in found:
            moved = replace(each, start=each.start + offset, end=each.end + offset)
            if "\ufffc" not in self.text[moved.start : moved.end] and not any(
                moved.span.overlaps(k.span) for k in self.found
            ):
                self.found.append(moved)

    def mentions(self, mentions: Iterable[Mention], where: Mirror) -> None:
        """What the grammars read."""
        for mention in mentions:
            kind = _kind(mention)
            if kind is None or _EVERYDAY.match(mention.text) or _is_own_part(where.text, mention.start, mention.end):
                continue
            self.add(
                where,
                mention.start,
                mention.end,
                kind,
                reference=mention.reference or "",
                candidates=mention.candidates,
                impossible=mention.note or "impossible" if mention.reading == "impossible" else "",
            )

    def links(self, where: Mirror) -> None:
        """Addresses and links."""
        for match in _LINK.finditer(where.text):
            self.add(where, match.start(), match.end(), "link")
        for pattern in (_URL, _domains()):
            for match in pattern.finditer(where.text):
                end = match.start() + len(match.group().rstrip(".,;:!?"))
                self.add(where, match.start(), end, "url")

    def case_names(self, where: Mirror, titles: Sequence[str]) -> None:
        """Names of cases that no title of a row has, and that stand beside no citation."""
        for match in _case_names(where.text):
            if not any(_names(match, title) for title in titles) and not self._beside(where, match.end()):
                self.add(where, match.start(), match.end(), "case_name")
        for match in _CHINESE_CASE.finditer(where.text):
            if not any(match.group().replace(" ", "") in title.replace(" ", "") for title in titles):
                self.add(where, match.start(), match.end(), "case_name")

    def _beside(self, where: Mirror, end: int) -> bool:
        """Whether a citation stands right behind: the name is part of it, and shares what becomes of it."""
        behind = where.ends[end - 1]
        return any(0 <= each.start - behind <= 8 and each.kind == "case" for each in self.found)

    def settled(self) -> list[RawCitation]:
        return sorted(self.found, key=lambda each: each.start)


def _kind(mention: Mention) -> RawKind | None:
    """What a mention is to a writer; None for what is no citation of law with a number (a textbook by its name)."""
    has_number = any(character.isdigit() for character in mention.text)
    place = "#" in (mention.reference or "") or any("#" in each for each in mention.candidates)
    if mention.kind == "case":
        return "case" if has_number else "name"
    if mention.kind == "statute":
        if place or (mention.form == "short" and has_number):
            return "place"
        return "chapter" if has_number else "name"
    if mention.kind == "gazette":
        return "act"
    return "act" if has_number else "name"


_BARE_PART = re.compile(
    r"(?:(?:sub-?)?section|paragraph|paragraphe|Abschnitt|Absatz|Ziffer|point|paragrafo)s? \d{1,2}\Z", re.IGNORECASE
)


def _is_own_part(text: str, start: int, end: int) -> bool:
    """Whether «section 2 below» is meant: a part of the answer itself."""
    return _BARE_PART.match(text[start:end]) is not None and _own_parts().match(text, end) is not None


_COMMON = frozenset(
    [
        "the",
        "of",
        "and",
        "ltd",
        "limited",
        "co",
        "company",
        "inc",
        "plc",
        "sa",
        "ag",
        "gmbh",
        "others",
        "another",
        "anor",
        "ors",
        "for",
        "in",
        "re",
        "hksar",
    ]
)


def _names(match: re.Match[str], title: str) -> bool:
    """Whether a title holds the own words of both sides."""
    lowered = title.lower()
    sides = [
        [w for w in re.findall(r"[^\W\d_]{2,}", match.group(s).lower()) if w not in _COMMON]
        for s in ("first", "second")
    ]
    return any(sides) and all(word in lowered for side in sides for word in side)
