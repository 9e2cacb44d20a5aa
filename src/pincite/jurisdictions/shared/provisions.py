"""Provisions of English-language legislation: lists, ranges, containers, in the order in which they are written.

Keeps true: every member has the span of its own words; the words that name the act belong to the member next to them;
nothing is resolved here: an act is read by the reader that the pack hands in.

Grammar:

    provision  = group *( joint group ) [ tie act ]        section 1 and paragraph 6 of Schedule 1 to the X Ordinance
               | act [ "," ] group *( joint group )        Companies Act 2006, ss 171-177
    group      = unit list *( of container ) | container *( narrower )
    container  = Schedule | Part | Division | Order | …    of Part 1 of Schedule 1   Schedule 4, paragraph 2(1)   O. 14 r. 1
    joint      = "," | and | or | "of, and"                article 2(a) of, and Schedule 1 to, the X Order
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.glances import WINDOW, provision_ends
from pincite.jurisdictions.shared.labels import Label, read_labels
from pincite.jurisdictions.shared.numerals import from_ordinal_word
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = [
    "Act",
    "ActReader",
    "Group",
    "Provision",
    "Step",
    "group_at",
    "read_group",
    "read_groups_behind",
    "read_provision",
    "unit_words",
]

CONTAINERS = frozenset({"schedule", "part", "division", "subdivision", "chapter", "order", "appendix", "annex"})
_ROMAN_UNITS = CONTAINERS - {"order"}
_NARROWER = {
    "order": {"rule"},
    "schedule": {"part", "division", "paragraph", "section", "item", "article", "rule", "regulation"},
    "part": {"division", "subdivision", "chapter", "section", "paragraph", "item", "rule", "regulation", "article"},
    "division": {"subdivision", "section", "paragraph", "item"},
    "chapter": {"section", "paragraph", "part"},
    "appendix": {"paragraph", "part", "section"},
    "annex": {"paragraph", "part", "section", "article"},
}
_LOWER = {
    "section": {"subsection", "paragraph"},
    "subsection": {"paragraph", "subparagraph"},
    "paragraph": {"subparagraph"},
    "regulation": {"paragraph", "subparagraph"},
    "rule": {"paragraph", "subparagraph"},
    "article": {"paragraph", "subparagraph"},
}
"""Units that continue a label of the wider one: section 2, subsection (1), paragraph (a)."""

_ORDINAL = r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth)"


@cache
def unit_words() -> dict[str, tuple[str, bool]]:
    """Word in lower case → (unit, whether it is a plural)."""
    words: dict[str, tuple[str, bool]] = {}
    for unit, singular, plural in rows("pincite.jurisdictions.shared", "data/english_units.tsv"):
        words |= dict.fromkeys(singular.split(), (unit, False))
        words |= dict.fromkeys(plural.split(), (unit, True))
    return words


def _alternatives(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


# Between unit and number stand spaces, a line end, or the margin letter of a transcript («section G» / «194»).
_GAP = r"(?:\.?\s{0,12}(?:[A-V]\s{0,2}\n\s{0,12})?)"
_UNIT = lazy_pattern(rf"(?i:({_alternatives(list(unit_words()))}))(?![A-Za-z]){_GAP}")
_INITIALS = frozenset(character for word in unit_words() for character in (word[0], word[0].upper())) | frozenset(
    "FSTEN"
)
_ORDINAL_CONTAINER = lazy_pattern(rf"({_ORDINAL})\s{{1,8}}(Schedule|Part)(?![A-Za-z])")
_BARE_SCHEDULE = lazy_pattern(r"(?:Schedule|SCHEDULE)(?![A-Za-z])")

_FULL_WORDS = frozenset(
    word
    for word in unit_words()
    if len(word) > 5 or word in {"rule", "rules", "part", "parts", "item", "items", "order"}
)
_NUMBERING = lazy_pattern(r"\.\s{1,4}[A-Z“]")
_DATED_UNITS = frozenset({"rule", "regulation", "order"})
_YEAR_LABEL = lazy_pattern(r"(?:1[6-9]|20)\d\d\Z")
_BARE_SCHEDULE_TO = lazy_pattern(r"Schedule(?=\s{1,8}to[\s,])")

_OF = lazy_pattern(r"\s{1,12}(?:of|to|in|under)\s{1,12}(?:the\s{1,12})?")
_BESIDE = lazy_pattern(r"\s{0,3},?\s{0,12}(?:[-–]\s{0,4})?")
_JOINT = lazy_pattern(
    r"\s{0,4}(?:\s(?:of|to),\s{1,12}(?:and|or)\s{1,12}|[,;]?\s{0,12}(?:and/or|and|or|&|read\s{1,4}with|read\s{1,4}together\s{1,4}with|together\s{1,4}with|as\s{1,4}read\s{1,4}with)\s{1,12}|,\s{0,12})"
    r"(?:(?:of|to|in|under)\s{1,12})?(?:the\s{1,12})?"
)
_NOISE = r"(?:[A-V]\s{1,3}(?:[A-V]\s{1,3})?(?<=\n))?"
"""Margin letters of a transcript on a line of their own."""
_TIE = lazy_pattern(
    rf"(?:\s{{0,6}},?\s{{1,12}}{_NOISE}(?:of|to|in|under|within|from|OF|TO|IN|UNDER)(?:,?\s{{1,12}}){_NOISE}|\s{{1,6}}(?:of|to),\s{{1,12}})"
)
_NEW_NOTE = lazy_pattern(r"\s{0,3}\n\s{0,8}S")
"""A line that begins with «S. 10A» is a note of its own."""
_BEHIND_NUMBER = lazy_pattern(r"[0-9A-Z]\s{1,2}\Z")
"""«pt 1 ch 1»: OSCOLA's short word for a chapter stands behind its part alone."""
_BESIDE_ACT = lazy_pattern(r"\s{0,4},?\s{0,12}")


Step = tuple[str, tuple[str, ...]]
"""A unit and the parts of its label: ("section", ("33", "1", "a"))."""


class Group(NamedTuple):
    """A unit with its list, and the containers it stands in, outermost first."""

    unit: str
    labels: tuple[Label, ...]
    above: tuple[Step, ...]
    start: int
    end: int


class Act(NamedTuple):
    """Words that name an act, as a pack reads them.

    Attributes:
        work: the reference of the act, None when the words leave it open.
        start, end: the words.
        full: whether the words identify the act by themselves.
        note: why `work` is None, or what was repaired.
        candidates: works that the words may mean.
        place: a place that the words themselves add in front («Bill of Rights» = section 8 of Cap. 383).

    """

    work: str | None
    start: int
    end: int
    full: bool
    note: str = ""
    candidates: tuple[str, ...] = ()
    place: str = ""


ActReader = Callable[[int, bool], Act | None]
"""(position, whether «of» or «to» ties the words to a provision) -> the act named there, or None."""


class Provision(NamedTuple):
    """Groups, each with its act (None when none is named)."""

    groups: tuple[tuple[Group, Act | None], ...]
    end: int

    @property
    def members(self) -> int:
        """How many places it lists."""
        return sum(len(group.labels) for group, _ in self.groups)


def group_at(reading: TextReading, position: int) -> Group | None:
    """`read_group`, read once for all packs that ask about one place."""
    known: tuple[int, Group | None] | None = reading.memory.get("group_at")
    if known is None or known[0] != position:
        known = reading.memory["group_at"] = (position, read_group(reading.text, position))
    return known[1]


def read_provision(text: str, position: int, read_act: ActReader, *, first: Group | None = None) -> Provision | None:
    """The provision whose first unit begins at `position`; `first`: that unit, when it is read already."""
    group = first or read_group(text, position)
    if group is None:
        return None
    groups = [group]
    while len(groups) < 24:
        act = _tied_act(text, groups[-1].end, read_act)
        if act is not None:
            return Provision(tuple((each, act) for each in groups), act.end)
        joint = _JOINT.match(text, groups[-1].end)
        following = read_group(text, joint.end()) if joint else None
        if following is None:
            break
        groups.append(_carried(groups[-1], following))
    return Provision(tuple((each, None) for each in groups), groups[-1].end)


def read_groups_behind(text: str, position: int) -> list[Group]:
    """Groups that follow an act named before them: «…Act 2009, Schedule 4, paragraph 2(1) and Schedule 22, Part 1»."""
    groups: list[Group] = []
    while len(groups) < 24:
        group = read_group(text, position)
        if group is None:
            break
        groups.append(_carried(groups[-1], group) if groups else group)
        joint = _JOINT.match(text, group.end)
        if joint is None:
            break
        position = joint.end()
    return groups


_CARRIED = {"order": {"rule"}, "schedule": {"paragraph", "part", "item"}}


def _carried(before: Group, group: Group) -> Group:
    """«O 18 r 8(1) and r 19(1)(a)»: a rule without its order stands in the order before; so a paragraph in its schedule."""
    if group.above or not group.labels[0].parts[0]:
        return group
    container = before.above[0] if before.above else (before.unit, before.labels[-1].parts)
    if group.unit not in _CARRIED.get(container[0], ()):
        return group
    return Group(group.unit, group.labels, (container,), group.start, group.end)


_SAME = lazy_pattern(
    r"\s{1,12}of\s{1,6}(?:the\s{1,6}same|that|the\s{1,6}said)\s{1,6}(?:section|rule|regulation|article|Schedule|schedule|Order)(?![a-z])"
)


def _tied_act(text: str, end: int, read_act: ActReader) -> Act | None:
    tie = None if provision_ends(text[end : end + WINDOW]) else _TIE.match(text, end)
    if tie:
        act = read_act(tie.end(), True)
        if act is not None:
            return act
    beside = _BESIDE_ACT.match(text, end)
    assert beside is not None  # the pattern matches the empty text
    if "\n\n" in beside.group():
        return None  # «section 5» / an empty line / «Companies Ordinance»: a heading behind a sentence's end
    return read_act(beside.end(), False)


def read_group(text: str, position: int) -> Group | None:
    """One unit with its list and containers."""
    head = _head(text, position)
    if head is None:
        bare = _BARE_SCHEDULE_TO.match(text, position)
        if bare is None:
            return None
        return Group("schedule", (Label(position, bare.end(), ("",)),), (), position, bare.end())
    unit, labels, end = head
    if provision_ends(text[end : end + WINDOW]):
        first = labels[0]
        return Group(unit, (Label(position, first.end, first.parts, first.to), *labels[1:]), (), position, end)
    above: tuple[Step, ...] = ()
    start = position
    next_head: tuple[int, _Head | None] = (-1, None)
    # Wider first: «Schedule 4, paragraph 2(1)», «Order 62, rule 3».
    while len(labels) == 1 and len(above) < 4:
        beside = _BESIDE.match(text, end)
        assert beside is not None  # the pattern matches the empty text
        narrower = _head(text, beside.end(), _units_beside(unit))
        next_head = (beside.end(), narrower)
        if narrower is None or _NEW_NOTE.fullmatch(text, end, beside.end() + 1):
            break
        if narrower[0] in _NARROWER.get(unit, ()):
            above, (unit, labels, end) = (*above, (unit, labels[0].parts)), narrower
        elif narrower[0] in _LOWER.get(unit, ()) and all(not label.parts[0] for label in narrower[1]):
            labels, end = [_below(labels[0], label) for label in narrower[1]], narrower[2]
        else:
            break
    # Narrower first: «section 1 of Part 1 of Schedule 1», «Items 51 and 56 of Schedule 8 - Part 2».
    outer: tuple[Step, ...] = ()
    while len(outer) < 4 and not any(wider == "schedule" for wider, _ in above):
        container = _container(text, end, unit if not outer else outer[0][0], next_head)
        if container is None:
            break
        (outer_unit, outer_labels, outer_end), deeper = container
        if outer_unit in CONTAINERS:
            outer = ((outer_unit, outer_labels[0].parts), *deeper, *outer)
        else:
            labels = [_below(outer_labels[0], label) for label in labels]
            unit = outer_unit
        end = outer_end
    labels = [_started(label, start, index) for index, label in enumerate(labels)]
    same = _SAME.match(text, end) if not labels[0].parts[0] else None
    return Group(unit, tuple(labels), outer + above, start, same.end() if same else end)


def _started(label: Label, start: int, index: int) -> Label:
    """The first member begins with the unit's word."""
    return Label(start, label.end, label.parts, label.to) if index == 0 else label


def _below(wider: Label, narrower: Label) -> Label:
    parts = (*wider.parts, *narrower.parts[1:])
    return narrower._replace(parts=parts, to=(*wider.parts, *narrower.to[1:]) if narrower.to else None)


_Head = tuple[str, list[Label], int]


@cache
def _units_beside(unit: str) -> frozenset[str]:
    """The units that say something of this one when they stand beside it."""
    return frozenset(_NARROWER.get(unit, ())) | frozenset(_LOWER.get(unit, ())) | {"schedule"}


def _head(text: str, position: int, wanted: frozenset[str] | None = None) -> _Head | None:
    """A unit's word with its list; None as well when it is not a `wanted` one."""
    if text[position : position + 1] not in _INITIALS:
        return None
    ordinal = _ORDINAL_CONTAINER.match(text, position) if text[position] in "FSTEN" else None
    if ordinal:
        label = Label(position, ordinal.end(), (str(from_ordinal_word(ordinal.group(1))),))
        return ordinal.group(2).lower(), [label], ordinal.end()
    match = _UNIT.match(text, position)
    if match is None:
        return None
    word = match.group(1)
    unit, plural, in_full = _unit_of(word)
    if wanted is not None and unit not in wanted:
        return None
    sign = text[match.end(1) : match.end(1) + 1]
    if in_full and sign == ".":
        return None  # «these regulations.» / «53.»: a sentence ends
    if word in _LETTERS and not _is_unit(text, position, word, sign):
        return None
    labels = read_labels(text, match.end(), plural=plural, roman=unit in _ROMAN_UNITS)
    if len(labels) == 1 and word[0].isupper() and "\n" in match.group() and _NUMBERING.match(text, labels[0].end):
        return None  # «Relevant Rules» / «6. FEES …»: a heading and the number of the next paragraph
    if not labels or (unit in _DATED_UNITS and _YEAR_LABEL.match(labels[0].parts[0]) and len(labels[0].parts) == 1):
        return None  # «Family Procedure Rules 2010»
    if not labels[0].parts[0] and unit not in {"subsection", "paragraph", "subparagraph"}:
        return None
    return unit, labels, labels[-1].end


@lru_cache(1024)
def _unit_of(word: str) -> tuple[str, bool, bool]:
    """(unit, whether a plural, whether the word is written out) of a word as printed."""
    lower = word.lower()
    return (*unit_words()[lower], lower in _FULL_WORDS)


_LETTERS = frozenset({"S", "R", "o", "O", "ch"})


def _is_unit(text: str, position: int, word: str, sign: str) -> bool:
    """Whether a short word that may be something else is a unit, by what stands behind it."""
    if word in "SR":
        return sign == "."  # «S 56»: a margin letter; one writes «s 56» or «S.56»
    if word == "ch":
        return _BEHIND_NUMBER.search(text, max(0, position - 3), position) is not None
    return word == "O" and (sign.isdigit() or sign.isspace() or sign == ".")


def _container(
    text: str, end: int, inner: str, next_head: tuple[int, _Head | None]
) -> tuple[_Head, tuple[Step, ...]] | None:
    """«of Part 1», «to the Schedule», « Sch 36», «- Part 2» behind a narrower unit. `next_head`: a place, and the head read there."""
    tie = _OF.match(text, end)
    if tie:
        head = _head(text, tie.end())
        if head is None:
            bare = _BARE_SCHEDULE.match(text, tie.end())
            if bare is None or inner in {"schedule", "order"}:
                return None
            head = ("schedule", [Label(bare.start(), bare.end(), ("",))], bare.end())
    else:
        beside = _BESIDE.match(text, end)
        assert beside is not None  # the pattern matches the empty text
        head = next_head[1] if next_head[0] == beside.end() else _head(text, beside.end())
        if head is not None and (head[0] != "schedule" or inner not in {"paragraph", "part", "item", "division"}):
            return None
    if head is None or len(head[1]) != 1:
        return None
    unit = head[0]
    if inner not in _NARROWER.get(unit, ()) and inner not in _LOWER.get(unit, ()):
        return None
    # «of Schedule 8 - Part 2 of …»: the container is itself written wider first.
    deeper: list[Step] = []
    last = head
    while last[0] in CONTAINERS:
        beside = _BESIDE.match(text, last[2])
        assert beside is not None  # the pattern matches the empty text
        narrower = _head(text, beside.end())
        if narrower is None or narrower[0] not in CONTAINERS or narrower[0] not in _NARROWER.get(last[0], ()):
            break
        deeper.append((narrower[0], narrower[1][0].parts))
        last = narrower
    return (head[0], head[1], last[2]), tuple(deeper)
