"""Reading the places of an act: articles, paragraphs, letters, numbers, sentences, in lists and ranges.

    chain   = article { separator member } [ tail ]
    member  = article steps | label value steps | value          «Art. 6 Abs. 1 und 2», «let. a, b et d», «5 et 9»
    steps   = { label value }                                     «Abs. 1 lit. a Ziff. 2 Satz 2»

Keeps true: one member a target; a bare number or letter takes the level of the value before it; the word decides the
level («Ziff.» is a number, «§» a paragraph in treaties). Reading is free of context: acts are read elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pincite.jurisdictions.ch import article_words as token
from pincite.jurisdictions.ch.glances import WINDOW, chain_ends
from pincite.jurisdictions.ch.memory import Step
from pincite.jurisdictions.ch.text_forms import label_of, roman_value, unbroken
from pincite.text.patterns import pattern

__all__ = ["Member", "chain_from", "go_on", "place_of", "read_chain", "read_number", "read_steps", "read_tail"]

_MAX_MEMBERS = 200
_MAX_STEPS = 6


@dataclass(slots=True)
class Member:
    """One place: its span, its steps from the article down, and whether it is a range (`to`) or goes on (`open`)."""

    start: int
    end: int
    path: tuple[Step, ...]
    to: Step | None = None
    open: bool = False


def place_of(member: Member) -> str:
    """The place as Fedlex writes ids: `art_6_bis/para_1/lbl_a`, ranges with `..`."""
    path = member.path
    if len(path) == 1 and member.to is None and not member.open and path[0][1]:
        return f"{path[0][0]}_{path[0][1]}"
    if len(path) > 1 and any(level == "annex" for level, _ in path):
        path = tuple(sorted(path, key=lambda step: step[0] != "annex"))
    place = "/".join([f"{level}_{label}" if label else level for level, label in path])
    if member.to is not None:
        return f"{place}..{member.to[0]}_{member.to[1]}"
    return place + ".." if member.open else place


def read_chain(text: str, start: int, value_at: int, level: str = "art", base: tuple[Step, ...] = ()) -> list[Member]:
    """The members of a chain that begins at `start`, whose first value stands at `value_at`; [] when it is none."""
    value = _value(text, value_at, level)
    return chain_from(text, start, value, level, base) if value else []


def chain_from(
    text: str, start: int, value: tuple[str, int], level: str = "art", base: tuple[Step, ...] = ()
) -> list[Member]:
    """The same, where the first value has been read: («5_a», its end)."""
    label, end = value
    path = (*base, (level, label))
    if chain_ends(text[end : end + WINDOW]):
        return [Member(start, end, path)]
    sections = text[start] == "§"
    path, end = read_steps(text, end, path, sections=sections)
    return go_on(text, Member(start, end, path), sections=sections)


def go_on(text: str, first: Member, *, sections: bool = False) -> list[Member]:
    """The members of a list whose first is read up to its last step. `sections`: «§» is an article's sign in it."""
    if chain_ends(text[first.end : first.end + WINDOW]):
        return [first]
    members = [_closed(text, first)]
    while len(members) < _MAX_MEMBERS and not chain_ends(text[members[-1].end : members[-1].end + WINDOW]):
        following = _next_member(text, members[-1], sections=sections)
        if following is None:
            break
        members.append(following)
    return members


# ------------------------------------------------------------------------------------------------------------- values


def read_number(text: str, position: int) -> tuple[str, int] | None:
    """A number with its suffix: («6_bis», end)."""
    match = token.NUMBER.match(text, position)
    if match:
        return label_of(match[0]), match.end()
    match = token.NUMBER_AND_TAIL.match(text, position)
    return (match[1], match.end()) if match else None


def _value(text: str, position: int, level: str) -> tuple[str, int] | None:
    """What stands behind the label of a level."""
    if level == "art":
        return read_number(text, position)
    match = token.INTEGER.match(text, position)
    if match:
        spaced = (
            None
            if match[2] or not text[match.end() : match.end() + 1].isspace()
            else token.SPACED_LATIN.match(text, match.end())
        )
        return (label_of(match[0] + spaced[1]), spaced.end()) if spaced else (label_of(match[0]), match.end())
    if level == "lbl":
        match = token.LETTER.match(text, position)
        if match and not text.startswith(("a.a.", "a. a."), position):
            return label_of(match[0]), match.end()
        match = token.SMALL_ROMAN.match(text, position)
        if match:
            return match[0], match.end()
    number = token.NUMBER_AND_TAIL.match(text, position)
    return (number[1], number.end()) if number else None


# -------------------------------------------------------------------------------------------------------------- steps


_SPACE = pattern(r"[,\s\u00ad]*")
_BEFORE_STEP = frozenset(", (§\n\t\u00a0\u202f\u2009\u00ad\r")


def _may_follow(text: str, position: int, beginnings: frozenset[str]) -> bool:
    """Whether what stands behind the white space at `position` may go on, by its first two characters."""
    sign = text[position : position + 1]
    if sign not in _BEFORE_STEP:
        return False
    at = position if sign in "(§" else position + 1
    if text[at : at + 1] in ", \n\u00a0\t\u00ad\r\u202f\u2009":
        space = _SPACE.match(text, at)
        at = space.end() if space else at
        if "\n" in text[position:at] and (text[at : at + 1].isdigit() or text[at : at + 1] == "-"):
            return True  # a page number may stand between
    return text[at : at + 1] in "§(" or text[at : at + 2] in beginnings


def read_steps(
    text: str, position: int, path: tuple[Step, ...], *, sections: bool = False
) -> tuple[tuple[Step, ...], int]:
    """The steps that follow an article or a value: («… Abs. 1 lit. a», end)."""
    for _ in range(_MAX_STEPS):
        if chain_ends(text[position : position + WINDOW]):
            break
        step = _plain_step(text, position, path)
        if step is None and _may_follow(text, position, token.STEP_BEGINNINGS):
            step = _step(text, position, path, sections=sections)
        if step is None:
            break
        path, position = step
    return path, position


def _plain_step(text: str, position: int, path: tuple[Step, ...]) -> tuple[tuple[Step, ...], int] | None:
    """A step as almost all are written: «Abs. 1», «lit. a»; None where `_step` must look closer."""
    match = token.PLAIN_STEP.match(text, position)
    if match is None:
        return None
    label, number, letter = match.groups()
    level = token.PLAIN_LABELS.get(label)
    if level is None or (number is None and level != "lbl") or _taken(path, level, text, match.end("label") + 1):
        return None
    return (*path, (level, number or letter)), match.end()


def _step(text: str, position: int, path: tuple[Step, ...], *, sections: bool) -> tuple[tuple[Step, ...], int] | None:
    brackets = token.IN_BRACKETS.match(text, position)
    if brackets:
        if not path:
            return None
        level = "para" if brackets[1][0].isdigit() and path[-1][0] == "art" else "lbl"
        return (*path, (level, label_of(brackets[1]))), brackets.end()
    label = token.LABEL.match(text, position)
    if label and not (sections and "§" in label[0]):
        level = label.lastgroup or ""
        value = None if _taken(path, level, text, label.end()) else _value(text, label.end(), level)
        if value:
            return (*path, (level, value[0])), value[1]
    sentence = token.SENTENCE.match(text, position)
    if sentence:
        nth = sentence["nth"].lower()
        number = token.ORDINALS.get(nth) or (nth[0] if nth[0].isdigit() else "")
        return ((*path, ("sent", number)) if number else path), sentence.end()
    annex = token.ANNEX_BEHIND.match(text, position)
    if annex and not any(level == "annex" for level, _ in path):
        return (*path, ("annex", _arabic(annex[1]))), annex.end()
    other = token.UNNUMBERED.match(text, position)
    return (path, other.end()) if other else None


def _arabic(printed: str) -> str:
    return printed if printed[0].isdigit() else str(roman_value(printed))


def _taken(path: tuple[Step, ...], level: str, text: str, value_at: int) -> bool:
    """Whether the path has a value of this level, so that another is the next member of a list and no step."""
    if level == "para":
        return any(known == "para" for known, _ in path)
    if level == "lbl":
        digit = text[value_at : value_at + 1].isdigit()
        return any(known == "lbl" and label[:1].isdigit() == digit for known, label in path)
    return False


def read_tail(text: str, position: int) -> int | None:
    """The end of «ff.», «et ss», «segg.» at this place."""
    sign = text[position : position + 1]
    if sign.isspace():
        following = text[position + 1 : position + 2]
        if not (following.isspace() or following in "fsSe"):
            return None
    elif sign not in "fse":
        return None
    match = token.TAIL.match(text, position)
    return match.end() if match else None


def _closed(text: str, member: Member) -> Member:
    """The member with what may stand behind it: a range, or a tail."""
    position = member.end
    sign = text[position : position + 1]
    if sign in "-–‑—‐" or (sign.isspace() and _may_be_range(text, position)):
        dash = token.RANGE.match(text, position)
        if dash and dash[0].lstrip()[:1] in "-–" and "\n" in dash[0][: len(dash[0]) - len(dash[0].lstrip())]:
            dash = None  # «- 33 -» on a line of its own is a page number
        value = _range_end(text, dash.end(), member) if dash else None
        if value:
            member.to, member.end = (member.path[-1][0], value[0]), value[1]
            return member
    tail = read_tail(text, position)
    if tail is not None:
        member.open, member.end = True, tail
    return member


def _may_be_range(text: str, position: int) -> bool:
    following = text[position + 1 : position + 2]
    return following.isspace() or following in "-–‑—‐bàta\u00ad"


def _range_end(text: str, at: int, member: Member) -> tuple[str, int] | None:
    """The last value of a range, with or without its label again."""
    level, first = member.path[-1]
    label = token.ARTICLE.match(text, at) if level == "art" else token.LABEL.match(text, at)
    if label and level in {"art", label.lastgroup}:
        at = label.end()
    value = _value(text, at, level)
    return value if value and _follows(first, value[0]) else None


def _leading(label: str) -> int | None:
    """The number a label begins with: 6 of `6_bis`, None of `a`."""
    digits = len(label) - len(label.lstrip("0123456789"))
    return int(label[:digits]) if digits else None


def _follows(first: str, last: str) -> bool:
    """Whether `last` may be the end of a range that begins with `first`."""
    low, high = _leading(first), _leading(last)
    if low is not None and high is not None:
        return high >= low
    return low is None and high is None and last >= first


# -------------------------------------------------------------------------------------------------------------- lists


_SEPARATOR_WORD = pattern(r"\w|&")
_ENUMERATION = pattern(r"(?:[a-z]{1,2}|\d{1,2})\.\s")
"""«…; c. die Konsultation»: the label of the next item of an enumeration."""
_BRACKETED = pattern(r"\((\d{1,3}[a-z]?|[a-z]{1,2})\)")
_UNIT = pattern(
    r"\s{1,3}(?:(?!(?:BGG|OR|ZGB|a?Cost|Const|Prest)\b)[A-ZÄÖÜ][a-zäöü]{2,}(?:e|en|er|n|s|t|te|r)\b(?!\w)|(?:Jahr|Monat|Tag|mois|ans?|jours?|francs?|fr\.|anni|mesi|giorni|months?|years?|days?|Mal|fois|Prozent|pour\s?cent)\b)"
)
_NO_PLACE = pattern(r"\.\s?(?:\d|[A-ZÄÖÜa-zäöü]{3,9}\.?\s\d{4})|°|%|‰|[/:]\d|\s?(?:%|Fr\b|CHF|Mio|m2|km\b)")


def _next_member(text: str, before: Member, *, sections: bool) -> Member | None:
    """The next member of a list, if the text goes on with one."""
    position = before.end
    sign = text[position : position + 1]
    if sign not in ",;/& \n\u00a0\t\u202f\u2009\u00ad\r" or not sign:
        return None
    if sign.isspace() and not _may_follow(text, position, token.MEMBER_BEGINNINGS):
        return None
    linked = token.LINK.match(text, position)
    contrary = token.E_CONTRARIO.match(text, position) if linked is None and sign.isspace() else None
    separator = linked or token.SEPARATOR.match(text, contrary.end() if contrary else position)
    if separator is None:
        return None
    at = separator.end()
    named = _named_member(text, at, before, sections=sections or linked is not None)
    if named:
        return named
    if linked:
        number = read_number(text, at) if linked[0][-1:].isspace() else None
        return _member(text, at, number, (), "art") if number else None
    brackets = _BRACKETED.match(text, at)
    if brackets and text[before.end - 1] == ")":
        path = (*before.path[:-1], (before.path[-1][0], label_of(brackets[1])))
        return _closed(text, Member(at, brackets.end(), path))
    if separator[0].isspace() and not _SEPARATOR_WORD.search(separator[0]):
        return None
    member = (
        None
        if (";" in separator[0] or separator[0] == ",") and _ENUMERATION.match(text, at)
        else _elided(text, at, before)
    )
    if member is None:
        return None
    path, end = read_steps(text, member.end, member.path, sections=sections)
    member = _closed(text, replace(member, path=path, end=end))
    return None if _UNIT.match(text, member.end) and not member.open else member


def _named_member(text: str, at: int, before: Member, *, sections: bool) -> Member | None:
    """A member that says its level: an article, an annex, a paragraph, a letter."""
    article = token.ARTICLE.match(text, at) or (
        token.SECTION.match(text, at) if sections and text[at : at + 1] == "§" else None
    )
    if article:
        number = read_number(text, article.end())
        return _member(text, at, number, (), "art", sections=sections) if number else None
    annex = token.ANNEX.match(text, at)
    if annex:
        return _member(text, at, (_arabic(annex[1]), annex.end()), (), "annex")
    level = token.LABEL.match(text, at)
    if level is None or not level.lastgroup:
        return None
    value = _value(text, level.end(), level.lastgroup)
    if value is None:
        return None
    at += len(level[0]) - len(level[0].lstrip())
    return _member(text, at, value, _above(before.path, level.lastgroup, level[0]), level.lastgroup)


def _member(
    text: str, at: int, value: tuple[str, int], above: tuple[Step, ...], level: str, *, sections: bool = False
) -> Member:
    path, end = read_steps(text, value[1], (*above, (level, value[0])), sections=sections)
    return _closed(text, Member(at, end, path))


def _above(path: tuple[Step, ...], level: str, label: str) -> tuple[Step, ...]:
    """What stays above a level named anew: «Abs. 1 lit. a und Abs. 2», «lit. a Ziff. 1 und lit. b»."""
    if level == "lbl":
        lettered = unbroken(label).strip(" ,.").lower() in token.words("letter")
        for index, (known, old) in enumerate(path):
            if known == "lbl" and (not old[:1].isdigit()) == lettered:
                return path[:index]
        return tuple(step for step in path if step[0] != "sent")
    for index, (known, _) in enumerate(path):
        if known == level:
            return path[:index]
    return tuple(step for step in path if step[0] in {"annex", "art"}) if level == "para" else path


def _elided(text: str, position: int, before: Member) -> Member | None:
    """A member that is a bare number or letter: it takes the level of the last value of the member before."""
    level, last = before.to or before.path[-1]
    head = before.path[:-1]
    while level == "sent" and head:
        (level, last), head = head[-1], head[:-1]
    letter = token.LETTER.match(text, position) if level == "lbl" and not last[0].isdigit() else None
    if (
        letter
        and (len(letter[1]) == 1 or letter[1][1] == letter[1][0])
        and (letter[0] not in _SMALL_WORDS or _ends(text, letter.end()))
    ):
        return Member(position, letter.end(), (*head, (level, label_of(letter[0]))))
    number = read_number(text, position)
    if number is None or _NO_PLACE.match(text, number[1]):
        return None
    label, end = number
    if (_leading(label) or 0) > _LAST_ARTICLE:
        return None
    if level == "lbl" and not last[0].isdigit():
        # A number behind letters goes back up to the paragraph, or to the article where there is none.
        while head and head[-1][0] == "lbl" and not head[-1][1][0].isdigit():
            head = head[:-1]
        if not head:
            return None
        (level, last), head = head[-1], head[:-1]
    article = next((step for step in before.path if step[0] == "art"), None)
    if level != "art" and article is not None and _is_article(text, label, end, article[1], last):
        return Member(position, end, (("art", label),))
    return Member(position, end, (*head, (level, label)))


_LAST_ARTICLE = 1250
"""No Swiss act has more articles; a larger bare number is a year or a page."""
_SMALL_WORDS = frozenset("aeoày")
"""Letters that are words as well: «et», «or», «to»."""


def _is_article(text: str, label: str, end: int, article: str, last: str) -> bool:
    """Whether a bare number behind a paragraph is the next article: «art. 65, al. 4, 66, al. 4, 67»."""
    value, own, previous = _leading(label) or 0, _leading(article) or 0, _leading(last) or 0
    labelled = token.LABEL.match(text, end)
    if labelled and labelled.lastgroup == "para":
        return True
    lettered = "_" in label and label[-1].isalpha() and not label.endswith(("is", "er", "es"))
    if value >= own > 0 and (lettered or value > 20 or value - previous > 9):
        return True
    return (lettered and value > 12) or value > 40


def _ends(text: str, position: int) -> bool:
    return text[position : position + 1] in ",;)] \n" or position >= len(text)
