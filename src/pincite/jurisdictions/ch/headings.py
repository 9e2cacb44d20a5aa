"""Headings of an act's own provisions: «Art. 5 …» at the head of an article is no citation, but says where we are.

Keeps true: only in a text that is an act itself. French, Italian and Romansh acts write «Art.» for headings and «art.» for
citations; federal acts in German write «Artikel» for citations; elsewhere the word before tells.
"""

from __future__ import annotations

import re

from pincite.jurisdictions.ch.memory import Memory, Step
from pincite.jurisdictions.ch.text_forms import LATIN, label_of
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern

__all__ = ["heading_at"]

_HEADING = pattern(
    rf"(?:Art(?:ikel|icolo|icle|itgel)?\.?|§)[\s\u00a0]{{0,4}}(?P<no>\d{{1,4}})(?P<suffix>[a-z]?(?:\s?{LATIN}(?![a-z]))?)(?P<behind>[\s*\[(.–-]|(?=[A-ZÀ-Ý])|\Z)"
)
_STEP = pattern(
    r"\s{0,3}(?:Abs\.|al\.|cpv\.|Ziff\.|lit\.|Bst\.|let\.|lett\.|Absatz|alinéa|capoverso|,\s|f+\.|ss?\.|segg?\.|und|et|e\s|bis\s|[–-]\s?\d)"
)
_OF_AN_ACT = pattern(
    r"[ \u00a0](?:des|der|dem|du|de l[a’']|della|dell[’']|del|of the)[ \u00a0]+(?:BG|LF|[A-ZÄÖÜ]|loi|legge)"
)
_SAYS = pattern(
    r"[ \u00a0](?:gilt|gelten|ist|sind|findet|finden|bleibt|bleiben|regelt|wird|werden|sieht|betrifft|s[’']applique|est|règle|régit|reste|è|sono|si\sapplica|resta|rimane)(?![a-zäöüà-ÿ])"
)
"""«§ 18 gilt auch für …»: a sentence about a provision, whatever stands before it."""
_DIGITS = pattern(r"\d+")
_ALONE = pattern(r"[ \t]*\n\s*(?:[A-ZÄÖÜÀ-Ý]|\d)")
_WORD_BEFORE = pattern(r"([^\W\d_]+[.’'-]?|[(,;:/–-])\s*\Z")


def heading_at(text: str, start: int, memory: Memory, language: str) -> tuple[tuple[Step, ...], int] | None:
    """The article whose heading begins at `start`, and the end of its number; None when it is a citation."""
    match = _HEADING.match(text, start)
    if match is None or (match["behind"] != "\n" and not memory.own_act):
        return None
    if match["behind"] != "\n" and _STEP.match(text, match.end("suffix")):
        return None
    before = text[max(0, start - 30) : start]
    line_start = not before.strip() or before.rstrip(" \t>#*_|").endswith("\n")
    uppercase = text[start] == "A"
    roman = language in {"fr", "it", "rm"} and uppercase
    of_confederation = memory.own_act.startswith("ch/sr/")
    federal = of_confederation and text.startswith("Art.", start)
    word = _WORD_BEFORE.search(before)
    governed = word is not None and word[1].lower().rstrip(".") in word_list("before_citations")
    bracketed = word is not None and word[1] in {"(", ","}
    in_a_sentence = word is not None and word[1][:1].islower() and text[start - 1] in " \u00a0" and language == "de"
    if governed or bracketed or before.endswith("[") or (in_a_sentence and memory.own_act):
        return None
    if _OF_AN_ACT.match(text, match.end("suffix")) or _SAYS.match(text, match.end("suffix")):
        return None
    if not memory.own_act:
        # A line that holds nothing but «Art. 5» is a heading in any document.
        alone = before.rstrip(" \t>#*_|").endswith((".\n", "\n\n")) and _ALONE.match(text, match.end("suffix"))
        return ((("art", _number(match, memory)),), match.end("suffix")) if alone else None
    named = uppercase and not (of_confederation and text.startswith("Artikel", start))
    if not (line_start or roman or federal or (named and word is not None and word[1][:1].isupper())):
        return None
    return (("art", _number(match, memory)),), match.end("suffix")


def _number(match: re.Match[str], memory: Memory) -> str:
    """The article's number; a footnote mark or paragraph number glued behind it is taken off where the order shows it."""
    number, shorter = match["no"], match["no"][:-1]
    previous = _DIGITS.match(memory.own_article[0][1]) if memory.own_article else None
    if not shorter or match["suffix"]:
        return label_of(number + match["suffix"])
    if number[-1] == "1" and int(number) > _LAST_ARTICLE:
        return shorter
    if previous:
        before = int(previous[0])
        glued = int(shorter) == before + 1 or (int(number) - before > _STRIDE and 0 <= int(shorter) - before <= _STRIDE)
        return shorter if glued else number
    following = _NEXT_HEADING.search(match.string, match.end("suffix"), match.end("suffix") + 4000)
    return shorter if number[-1] == "1" and following and _fits_shorter(number, following[1]) else number


_STRIDE = 20
"""How far headings that follow each other may be apart: repealed articles are left out."""
_LAST_ARTICLE = 1250
_NEXT_HEADING = pattern(r"Art\.[ \u00a0]?(\d{1,4})")


def _fits_shorter(number: str, following: str) -> bool:
    """Whether the next heading follows the number without its last digit, and not the whole number."""
    nexts = {int(following), int(following[:-1] or "0")}
    # Articles 1, 2, 3 with a paragraph 1 glued to each look like 11, 21, 31.
    goes_on = any(0 <= after - int(number) <= _STRIDE and after - int(number) != 10 for after in nexts)
    return not goes_on and any(0 <= after - int(number[:-1]) <= _STRIDE for after in nexts)
