"""Cutting a text that is still arriving into the units that leave together: sentences, with what belongs to them.

Keeps true:
1. Units follow each other without a gap and hold every character; how the text was split into pieces plays no part.
2. A unit ends where a sentence ends (`text.sentences`), once enough of what follows is known that it must end there; a
   quotation, a bracket or a block quotation that is open is not cut, nor are placeholders right behind a sentence.
3. An empty line ends a unit, whatever is open; nothing is held back for ever.
"""

from __future__ import annotations

import re

from pincite.text.sentences import sentences

__all__ = ["first_unit"]

_AHEAD = 80
"""Code points behind an end that can still move it (`text.sentences` looks for the next letter within 60)."""
_BRACKET_AHEAD = 500
"""The same, when a bracket opens right behind it."""
_MOST = 6_000
"""A unit that grows beyond this is cut: what never closes cannot hold an answer back."""
_LONGEST = _MOST + 600
_BLANK = re.compile(r"\n[ \t\r]*\n\s*")
_HEADED_LIST = re.compile(r"\s*\*\*[^*\n]{1,40}\*\*(?:\n- |\n?\Z)")
_PLACEHOLDERS = re.compile(r"\s*(?:\[E\d[^\]\n]{0,60}\][ \u00a0]?)+[.,;:]?")
_PAIRS = {"“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "(": ")", "（": "）", "[": "]"}


def first_unit(text: str, *, final: bool, language: str = "") -> int:
    """Where the first unit of `text` ends, with the white space behind it; 0 when that is not known yet.

    Args:
        text: what has arrived and has not left.
        final: nothing follows it.
        language: the text's, for its abbreviations.

    """
    size = 2_000
    while text:
        whole = size >= len(text)
        window = text if whole else text[: min(size, _LONGEST)]
        if len(window) > _LONGEST:
            window, whole = text[:_LONGEST], False
        end = _end(window, final=final and whole, language=language)
        if end:
            return end
        if whole:
            return len(text) if final else 0
        if len(window) == _LONGEST:
            return _cut(window)
        size *= 2
    return 0


def _cut(window: str) -> int:
    """Where a unit that never ends is cut: behind a word."""
    at = max(window.rfind(" ", 0, _MOST), window.rfind("\n", 0, _MOST))
    return at + 1 if at > 0 else _MOST


def _end(window: str, *, final: bool, language: str) -> int:
    blank = _BLANK.search(window, _first_word(window))
    hard = blank.end() if blank and (final or blank.end() < len(window)) else 0
    if blank is not None and not hard:
        return 0
    limit = hard or len(window)
    whole = window.lstrip().startswith(">") or _HEADED_LIST.match(window) is not None
    if not whole:
        for span in sentences(window[:limit] if hard else window, language):
            at = _with_placeholders(window, span.end)
            if hard and at >= hard:
                break
            if not (final or hard or _known(window, at)):
                return 0
            behind = _behind(window, at)
            if behind < limit and _is_closed(window[:at]):
                return behind
    return limit if hard or final else 0


def _first_word(window: str) -> int:
    return len(window) - len(window.lstrip())


def _with_placeholders(window: str, end: int) -> int:
    """The end of a sentence with the placeholders that stand behind its full stop."""
    found = _PLACEHOLDERS.match(window, end)
    return found.end() if found and "\n\n" not in found.group() else end


def _known(window: str, end: int) -> bool:
    behind = window[end:].lstrip(" \u00a0\u202f")
    return len(window) - end >= (_BRACKET_AHEAD if behind[:1] in ("(", "（", "[") else _AHEAD) and bool(behind.strip())


def _behind(window: str, end: int) -> int:
    while end < len(window) and window[end].isspace():
        end += 1
    return end


def _is_closed(text: str) -> bool:
    """Whether no quotation and no bracket is open at the end of `text`."""
    open_: list[str] = []
    straight = 0
    for character in text:
        if open_ and character in open_[-1]:
            open_.pop()
        elif character in _PAIRS:
            open_.append(_PAIRS[character])
        elif character == '"':
            straight += 1
    return not open_ and straight % 2 == 0
