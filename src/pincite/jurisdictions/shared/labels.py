"""Labels of provisions and lists of them: `2(1)`, `(3)(a)`, `5, 6 and 7(1)`, `171-177`, `194(1)(iv) A-D`.

Keeps true: one label a member; a member that prints only its lower part («section 218(2) and (3)») is completed from
the member before it; a range is one member.

Grammar:

    list    = label *( separator label )
    label   = full [ range-sign ( full | lower ) ]
    full    = number *lower          14A   2(1)(a)   IX
    lower   = "(" letters-or-digits ")"
"""

from __future__ import annotations

from typing import NamedTuple

from pincite.jurisdictions.shared.glances import WINDOW, list_ends
from pincite.jurisdictions.shared.numerals import from_roman, is_roman
from pincite.text.patterns import pattern

__all__ = ["Label", "complete", "read_labels"]

# The digits of a label are ASCII, as its parts are: a full-width number is no label here, and no half of one.
_LOWER = r"[ \u00a0]?\(\s?[0-9]{1,3}[A-Z]{0,3}\s?\)|[ \u00a0]\([a-z]\)(?=\s{1,3}(?:of|to)\s{1,3}(?:the|that|this)\s)|\((?:[a-z]{1,5}|[A-Z]{1,3}|[A-Z]{1,2}[0-9]{1,2})\)"
_LOWER_GIVEN = pattern(rf"(?:{_LOWER})+")
_NUMBER = pattern(
    r"(?:[0-9]{1,2}\.[A-Z]\.[0-9]{1,2}[A-Z]?(?!\.)|[0-9]{1,4}(?:[A-Z]{1,4})?|[A-Z]{1,2}[0-9]{1,3})(?![A-Za-z\d])(?![.,/:]\d)(?!\.[A-Z]\.\d)(?!\s?%)"
    rf"(?P<lower>(?:{_LOWER})*)"
)
_ROMAN = pattern(
    r"(?:[IVXL]{1,6}[A-Z]?|[A-Z]{1,2}[0-9]{1,3}|[0-9]{1,3}[A-Z]{0,3})(?![A-Za-z\d])(?![.,/:]\d)(?P<lower>(?:\([0-9a-zA-Z]{1,4}\))*)"
)
_PARTS = pattern(r"[0-9A-Za-z]+")
_BRACKET = pattern(r"\(")
_DIGITS = pattern(r"\d+")
_SEPARATOR = pattern(r"\s{0,4}(?:,\s{0,8}(?:and\s{1,6}|or\s{1,6})?|\s(?:and|or|and/or|AND|OR)\s{1,8}|&\s{0,4})")
_RANGE = pattern(r"\s{0,4}(?:-|–|\s?to\s?)\s{0,6}")
_LETTERS = pattern(r"\s?([A-Z])\s?[-–]\s?([A-Z])(?![A-Za-z])")
_CLOSE = 30
_OR_BEFORE = pattern(r"\sor\s{1,4}\Z")
_ENDS_LIST = pattern(r"\s{0,3}(?:\(|[,.;:)])|\s(?:above|below|shall|must|may|is|are|was|applies|apply|does|do)\b")
_NEW_ITEM = pattern(
    r"\([a-z]{1,4}\)[ \t]{1,4}(?!(?:and|or|of|to|in|above|below|is|are|was|were|shall|applies|apply)\b)[a-z]{1,20}\b"
)
_OF = pattern(r"\s{1,6}(?:of|to)\s")


class Label(NamedTuple):
    """One member of a list: its span and its parts, and the last point when it is a range."""

    start: int
    end: int
    parts: tuple[str, ...]
    to: tuple[str, ...] | None = None


def read_labels(text: str, position: int, *, plural: bool, roman: bool = False) -> list[Label]:
    """The list of labels that begins at `position`, empty when none does.

    `plural`: the unit stood in the plural, so bare numbers may follow («sections 5, 6»); after a singular only lower
    parts and numbers with lower parts do («section 5, 10 years later» is no list).
    """
    first = _one(text, position, None, roman=roman)
    if first is None:
        return []
    labels = _apart(text, first)
    while len(labels) < 60 and not list_ends(text[labels[-1].end : labels[-1].end + WINDOW]):
        gap = _SEPARATOR.match(text, labels[-1].end)
        if gap is None:
            break
        label = _one(text, gap.end(), labels[-1].to or labels[-1].parts, roman=roman)
        if label is not None and "\n" in gap.group() and _NEW_ITEM.match(text, gap.end()):
            break  # «section 164, and» / «(b) anything which»: the next item of the list in which it stands
        if label is None or not (plural or _fits_singular(text, gap.end(), label, labels)):
            break
        labels += _apart(text, label)
    return labels


def _apart(text: str, label: Label) -> list[Label]:
    """«29(4)(6)», «86(1)(2)»: two numbers in brackets are two members, since no subsection stands in a subsection."""
    parts = label.parts
    index = next((at for at in range(2, len(parts)) if parts[at].isdigit() and parts[at - 1].isdigit()), 0)
    if not index or label.to is not None:
        return [label]
    brackets = [bracket.start() for bracket in _BRACKET.finditer(text, label.start, label.end)]
    if len(brackets) < len(parts) - 1:
        return [label]
    cut = brackets[len(brackets) - (len(parts) - index)]
    first = Label(label.start, cut, parts[:index])
    return [first, *_apart(text, Label(cut, label.end, complete(first.parts, parts[index:])))]


def _fits_singular(text: str, start: int, label: Label, before: list[Label]) -> bool:
    if text[start] == "(":
        return True
    if (len(label.parts) > 1 and len(before[-1].parts) > 1) or _OF.match(text, label.end):
        return True
    # «regulation 42 or 43 (surviving spouses)»: a second number of the same make, close above the first
    return bool(
        _OR_BEFORE.search(text, max(0, start - 6), start)
        and label.to is None
        and 0 < _number(label.parts[0]) - _number(before[-1].parts[0]) < _CLOSE
        and _ENDS_LIST.match(text, label.end)
    )


def _one(text: str, position: int, before: tuple[str, ...] | None, *, roman: bool) -> Label | None:
    match = (_ROMAN if roman else _NUMBER).match(text, position)
    if match:
        parts, end = tuple(_PARTS.findall(match.group())), match.end()
        if match.group()[:5].count(".") == 2:  # «regulation 2.C.4(3)»: one number of three parts
            parts = (".".join(parts[:3]), *parts[3:])
    else:
        match = _LOWER_GIVEN.match(text, position)
        if match is None:
            return None
        lower = tuple(_PARTS.findall(match.group()))
        parts, end = complete(before, lower) if before else ("", *lower), match.end()
        position += len(match.group()) - len(match.group().lstrip())
    if list_ends(text[end : end + WINDOW]):
        return Label(position, end, parts)
    letters = _LETTERS.match(text, end)
    if letters and len(parts) > 1:
        return Label(position, letters.end(), (*parts, letters.group(1)), (*parts, letters.group(2)))
    sign = _RANGE.match(text, end)
    if sign:
        last = (_ROMAN if roman else _NUMBER).match(text, sign.end())
        if last and _rises(parts, tuple(_PARTS.findall(last.group()))):
            return Label(position, last.end(), parts, tuple(_PARTS.findall(last.group())))
        lower_last = _LOWER_GIVEN.match(text, sign.end())
        if lower_last:
            return Label(position, lower_last.end(), parts, complete(parts, tuple(_PARTS.findall(lower_last.group()))))
    return Label(position, end, parts)


def _rises(first: tuple[str, ...], last: tuple[str, ...]) -> bool:
    """A range goes upward: «section 5 to 2024» and «Part II - 3» are none."""
    a, b = _DIGITS.match(first[0]), _DIGITS.match(last[0])
    if a is None or b is None:
        same_make = any(map(str.isdigit, first[0])) == any(map(str.isdigit, last[0]))
        return a is None and b is None and same_make  # «Schedule B1 to IA 1986» is none
    return int(a.group()) <= int(b.group()) < int(a.group()) + 600


def complete(before: tuple[str, ...], lower: tuple[str, ...]) -> tuple[str, ...]:
    """«218(2) and (3)»: the parts of the member before down to the level that the new lower part replaces.

    The level is the deepest whose label is of the same make and stands before the new one in its order; where none
    does, the deepest of the same make; else the new part goes below.
    """
    new = lower[0]
    same_make = [level for level in range(1, len(before)) if _makes(before[level]) & _makes(new)]
    rising = [level for level in same_make if _before(before[level], new)]
    if rising or same_make:
        level = (rising or same_make)[-1]
        return (*before[:level], *lower)
    return (*before[:1], *lower) if new[0].isdigit() else (*before, *lower)


def _makes(label: str) -> frozenset[str]:
    if label[0].isdigit():
        return frozenset({"digit"})
    if label.isupper():
        return frozenset({"upper"})
    return frozenset({"lower", "roman"} if is_roman(label) else {"lower"})


def _before(first: str, second: str) -> bool:
    common = _makes(first) & _makes(second)
    if "digit" in common:
        return _number(first) <= _number(second)
    if "roman" in common:
        return (from_roman(first) or 0) < (from_roman(second) or 0)
    return (len(first), first) < (len(second), second)


def _number(label: str) -> int:
    digits = _DIGITS.match(label)
    return int(digits.group()) if digits else 0
