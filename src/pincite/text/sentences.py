"""Sentences of legal prose in English, German, French, Italian and Chinese, as exact spans.

Keeps true:
1. Spans are in order, do not overlap, neither begin nor end with white space, and hold every other character.
2. A full stop after an abbreviation («Art.», «No.», «consid.», «v.»), an initial or a German ordinal («7. Januar») ends
   nothing; neither does one that a lower-case letter follows. The abbreviations are data: `data/abbreviations.tsv`.
3. Closing quotation marks, brackets and note marks belong to the sentence they close. A bracket without a full stop of
   its own after a sentence («… gilt.» (Art. 3 OR)) belongs to the sentence before it: that is where lawyers cite.
4. An empty line ends a sentence; a single line break does not. Time is linear in the text.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["sentences"]

_STOP = re.compile(
    r"(?P<blank>\n[ \t\r\f\v]*\n\s*)"
    r"|(?P<cjk>[。！？]+[」』”’）\])*_]*)"
    r"|(?P<latin>[.!?]+(?P<tail>(?:[\"'”’»›)\]*_]|(?:(?<=[.!?])[ \u00a0\u202f]»)|\[\^[^\]\s]{1,20}\])*))(?=\s|$)"
)
_BEGINS = re.compile(r"[\n.!?。！？]")
"""What every one of them begins with: found at a third of the cost."""
_TOKEN = re.compile(r"[^\W_][\w.'’\-]*\Z")
_ELISION = re.compile(r"\A(?:[A-Za-z]{1,4}l?|qu|Qu)['’](?=\w)")
_OPENERS = " \t\r\n\u00a0\u202f*_\"'“‘«‹»„「『([{§¿¡"
_CJK_GOES_ON = ("，", "、", "；")
_BRACKET_LIMIT = 400
_MONTHS_AND_COURTS = re.compile(r"\s*[^\W\d_]")
_NUMBERED = re.compile(
    r"(?:\b(?:Art|Abs|Ziff|lit|Bst|E|S|Rz|N|Nr|Kap|Cap|section|Satz)\.?|§|Absatz|Artikel|Satz)[ \u00a0]\d{1,4}\Z"
)


@cache
def _abbreviations(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words after which a sentence never ends, and those after which it may; Latin words in Chinese are English."""
    never: set[str] = set()
    may: set[str] = set()
    for row_language, how, words in rows("pincite.text.data", "abbreviations.tsv"):
        if not language or row_language in ("*", "en" if language.startswith("zh") else language):
            (never if how == "never" else may).update(words.split())
    return frozenset(never), frozenset(may - never)


def sentences(text: str, language: str = "") -> list[Span]:
    """The sentences of `text`.

    Args:
        text: any text; white space outside sentences belongs to none.
        language: en, de, fr, it, zh-Hant or zh-Hans; "" takes the abbreviations of all of them.

    """
    found: list[Span] = []
    start = 0
    position = 0
    while begins := _BEGINS.search(text, position):
        stop = _STOP.match(text, begins.start())
        if stop is None:
            position = begins.end()
            continue
        position = stop.end()
        if stop.lastgroup == "blank":
            _add(found, text, start, stop.start())
            start = position
            continue
        if stop.group("cjk") is None and not _ends(text, stop, language, start):
            continue
        after = _bracket_after(text, position)
        if after is None:
            continue
        if after == position and stop.group("cjk") is not None and text[position : position + 1] in _CJK_GOES_ON:
            continue
        position = after
        _add(found, text, start, position)
        start = position
    _add(found, text, start, len(text))
    return found


def _add(found: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        found.append(Span(start, end))


def _ends(text: str, stop: re.Match[str], language: str, begun: int) -> bool:
    """Whether a full stop, question or exclamation mark of a Latin script ends a sentence."""
    at, after = stop.start("latin"), stop.end()
    if text[after : after + 2].lstrip()[:1] != "(" and _first_letter(text, after).islower():
        return False
    mark = text[at : stop.start("tail")]
    if mark != ".":
        # «word ... Word» is an omission, «word!» and «word?» are ends
        return not (mark.startswith("..") and text[at - 1 : at].isspace())
    near = max(begun, at - 24)
    token_match = _TOKEN.search(text, max(near, text.rfind(" ", near, at) + 1), at)
    token = _ELISION.sub("", token_match.group()) if token_match else ""
    if stop.group("tail").strip("*_"):
        # a quotation or a bracket was closed behind it: «… Abs. 2.»
        return True
    if not token:
        return True
    if token.isdigit():
        return _number_ends(text, token, at, after, language)
    never, may = _abbreviations(language)
    if token in never or (len(token) == 1 and token.isupper()):
        return False
    return not (token in may and language in ("de", ""))


def _number_ends(text: str, digits: str, at: int, after: int, language: str) -> bool:
    """«7. Januar», «2. Aufl.» go on in German; «Art. 97. Das» and «2020. Das» end. A number that opens a line is a label."""
    line = text.rfind("\n", max(0, at - 12), at - len(digits))
    opening = text[max(line + 1, at - len(digits) - 12) : at - len(digits)]
    if not opening.strip() and (line >= 0 or at - len(digits) <= 12):
        return False
    if language not in ("de", "") or len(digits) > 2:
        return True
    return bool(_NUMBERED.search(text, max(0, at - 30), at)) or not _MONTHS_AND_COURTS.match(text, after)


def _first_letter(text: str, start: int) -> str:
    """The first character after opening marks, or "" at the end of the text."""
    for position in range(start, min(len(text), start + 60)):
        if text[position] not in _OPENERS:
            return text[position]
    return ""


def _bracket_after(text: str, position: int) -> int | None:
    """Where a sentence ends that seemed to end at `position`, looking at a bracket that follows it at once.

    A bracket without a full stop of its own is taken in. None: the sentence goes on behind the bracket.
    """
    start = position
    while start < len(text) and text[start] in " \u00a0\u202f":
        start += 1
    if text[start : start + 1] not in ("(", "（"):
        return position
    depth = 0
    for here in range(start, min(len(text), start + _BRACKET_LIMIT)):
        character = text[here]
        if character in "(（":
            depth += 1
        elif character in ")）":
            depth -= 1
            if depth == 0:
                return _after_bracket(text, position, start, here + 1)
        elif character == "\n" and text[here + 1 : here + 2] in ("\n", ""):
            break
    return position


def _after_bracket(text: str, position: int, start: int, end: int) -> int | None:
    inside = text[start + 1 : end - 1].rstrip()
    if inside.endswith(("!", "?", "。")) or (inside.endswith(".") and len(inside.split()) > 3):
        return position
    if text[end : end + 1] in (".", "。", ";", "；"):
        end += 1
    elif text[end : end + 1] in (":", ",", "，"):
        return None
    return None if _first_letter(text, end).islower() else end
