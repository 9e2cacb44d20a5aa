"""Acts of communes: «§ 5 der Bauordnung der Gemeinde …», «Art. 12 BZO» are no acts of the canton the document is of.

Keeps true: an act is a commune's when its abbreviation is one no canton uses, or the text says so beside its name or where
it defines the abbreviation; else it stays the canton's.
"""

from __future__ import annotations

from pincite.citations.mention import Mention
from pincite.jurisdictions.ch.memory import Memory
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern

__all__ = ["is_communal"]

_KNOWN = frozenset(word_list("communal_acts"))
_COMMUNE = (
    r"(?:(?:der|von|vom|de[rs]|einer|ihrer|seiner)\s(?:[Pp]olitischen\s|[Ee]inwohner)?(?:[Gg]emeinde|Stadt|Ortsbürgergemeinde|Bürgergemeinde)(?![a-zäöü])"
    r"|(?:de\s(?:la\s)?)(?:commune|[Cc]ité|[Vv]ille)(?![a-z])|del\s[Cc]omune(?![a-z])|communal|comunale)"
)
_BEHIND = pattern(rf"\s?(?:\([^()]{{1,30}}\)\s)?{_COMMUNE}")
_MADE_BY_COMMUNES = pattern(r"(?:[Oo]rdnung|[Rr]eglement(?:e?s)?|règlement|regolamento)\Z")
_WITHIN = pattern(rf"\s{_COMMUNE}")
_BEFORE = pattern(
    rf"(?:{_COMMUNE}|\b(?:[Kk]ommunale|[Ss]tädtische)[nrsm]?\s)[^.;()]{{0,90}}\((?:(?:nachfolgend|im\sFolgenden|ci-après|in\sseguito)\s?:?\s?)?[«„\"]?\Z"
)
_REACH = 160
_CLOSES_BRACKET = pattern(r"(?<![A-Za-zÄÖÜäöü])(?P<key>[A-ZÄÖÜ][A-Za-zÄÖÜäöü-]{1,15})\)")
_DEFINITIONS = 3
"""How many places where the abbreviation stands in a bracket are looked at."""


def is_communal(memory: Memory, key: str, mention: Mention) -> bool:
    """Whether the act `key`, which a mention is of, is a commune's."""
    if key in _KNOWN or _WITHIN.search(mention.text):
        return True
    # «obliegt nach § 318 PBG der Gemeinde»: only what communes make is told by the words behind it
    if _MADE_BY_COMMUNES.search(mention.text) and _BEHIND.match(memory.text, mention.end):
        memory.communal[key] = True
    known = memory.communal.get(key)
    if known is None:
        known = memory.communal[key] = _defined_as_communal(memory, key)
    return known


def _defined_as_communal(memory: Memory, key: str) -> bool:
    """«die Bauordnung der Gemeinde Musterwil (BauO)», «(BauO) der Gemeinde»."""
    text = memory.text
    return any(
        _BEFORE.search(text, max(0, at - _REACH), at) or _BEHIND.match(text, at + len(key) + 1)
        for at in _definitions(memory, key)
    )


def _definitions(memory: Memory, key: str) -> list[int]:
    """The first places where an abbreviation closes a bracket."""
    text = memory.text
    if len(memory.communal) < _KEYS:
        found: list[int] = []
        at = text.find(f"{key})")
        while at >= 0 and len(found) < _DEFINITIONS:
            found.append(at)
            at = text.find(f"{key})", at + 1)
        return found
    if memory.in_brackets is None:  # one pass for all further ones: time stays linear in the text
        memory.in_brackets = {}
        for match in _CLOSES_BRACKET.finditer(text):
            places = memory.in_brackets.setdefault(match["key"], [])
            if len(places) < _DEFINITIONS:
                places.append(match.start())
    return memory.in_brackets.get(key, [])


_KEYS = 64
"""So many abbreviations are looked for one by one, which is faster in any text a person writes."""
