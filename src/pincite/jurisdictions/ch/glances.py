"""What a few characters rule out: a look before the patterns, which are tried only where something may follow.

Keeps true: an answer of «nothing» is certain, whatever stands behind the characters looked at; all else is «perhaps», and
the patterns decide. The answers follow from the characters alone and are remembered: what stands behind a citation is
mostly a full stop, a bracket, or a space and a capital.
"""

from __future__ import annotations

from functools import lru_cache

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.acts import CANTONS
from pincite.jurisdictions.ch.article_words import MEMBER_BEGINNINGS, STEP_BEGINNINGS

__all__ = [
    "ACT_ENDS",
    "NO_FURTHER_ACT",
    "NO_MARGIN",
    "WINDOW",
    "behind_an_act",
    "chain_ends",
    "no_aside",
    "no_contract",
    "pinpoints_end",
]

WINDOW = 4
"""How many characters are looked at."""
_REMEMBERED = 8192

_SPACES = frozenset(" \n\t\r\u00a0\u00ad\u202f\u2009")
_GOES_ON = frozenset(",;/&§(-–‑—‐fse")
"""Signs that may go on a chain of provisions: separators, brackets, dashes, tails."""


@lru_cache(_REMEMBERED)
def chain_ends(behind: str) -> bool:
    """Whether no step, tail, range or further member can follow a provision that these `WINDOW` characters follow."""
    sign, following = behind[:1], behind[1:2]
    if sign == "\u00ad":
        return False
    if sign.isspace():
        return not (
            following == ""
            or _space(following)
            or following in "-–‑—‐,;/&§(fsebàta"
            or behind[1:3] in STEP_BEGINNINGS
            or behind[1:3] in MEMBER_BEGINNINGS
        )
    if sign != "" and sign in ",;":
        word = behind[2:4]
        # a capital and a letter behind it: neither a value nor a word that goes on a list, if it is no label
        named = following == " " and word[:1].isupper() and word[1:].isalpha()
        return named and word not in STEP_BEGINNINGS and word not in MEMBER_BEGINNINGS
    return sign not in _GOES_ON


def _space(sign: str) -> bool:
    return sign.isspace() or sign == "\u00ad"


ACT_ENDS = 1
"""No mark of a canton, no bracket, number or note can follow the abbreviation (a dot is another matter)."""
NO_MARGIN = 2
"""No margin number or volume of a commentary can follow."""
NO_FURTHER_ACT = 4
"""No «et 13 Cst.» can follow: a number with an act of its own."""


@lru_cache(_REMEMBERED)
def behind_an_act(behind: str) -> int:
    """What cannot follow the name of an act that these `WINDOW` characters follow."""
    sign, following = behind[:1], behind[1:2]
    if sign == "":
        return ACT_ENDS | NO_MARGIN | NO_FURTHER_ACT
    if sign == " ":
        if following == "" or _space(following) or following == ",":
            return 0
        number = behind[1:3] in CANTONS or behind[1:3] in statutes.beginnings_of_collections()
        return (
            (0 if number or following in "/([" else ACT_ENDS)
            | (0 if following in _MARGIN_SIGNS else NO_MARGIN)
            | (0 if following in "useobanr" else NO_FURTHER_ACT)
        )
    if sign in ",;":
        if _space(following):
            plain = following == " " and not _space(behind[2:3]) and behind[2:3] != ""
            number = behind[2:3] in "SR"
            margin = behind[2:3] in _MARGIN_SIGNS or behind[2:3] == ","
            further = sign == "," and (behind[2:3] in "usebanor" or behind[2:3].isdecimal())
            if not plain:
                return 0
            return (
                (0 if number else ACT_ENDS)
                | (0 if sign == "," and margin else NO_MARGIN)
                | (0 if further else NO_FURTHER_ACT)
            )
        return ACT_ENDS
    if _space(sign):
        return 0
    return (0 if sign in "/([" else ACT_ENDS) | (0 if sign in _MARGIN_SIGNS else NO_MARGIN) | NO_FURTHER_ACT


_MARGIN_SIGNS = frozenset("IVX/NRnp")


_ASIDE_ENDS = frozenset({"on", "es", "er", "v.", "d.", "de", "du", "si", "so", "m.", "it", "ec", "of", "l'", "l’"})


@lru_cache(_REMEMBERED)
def no_aside(before: str) -> bool:
    """Whether the words «im Sinne von», «i.V.m.», «au sens de» cannot end in these characters."""
    words = before.rstrip()
    return len(words) > 1 and words[-2:] not in _ASIDE_ENDS


@lru_cache(_REMEMBERED)
def no_contract(behind: str) -> bool:
    """Whether «des Mietvertrags», «AGB» cannot follow."""
    sign, following = behind[:1], behind[1:2]
    if not _space(sign):
        return True
    return sign == " " and following != "" and not _space(following) and following not in "Ad"


_PINPOINT_WORDS = frozenset("bàatfseSpiuorEc&,/-–‑")
"""With these begins what goes on a list of considerations behind a space: ranges, tails, pages, «in fine», separators."""
_PINPOINT_SIGNS = frozenset(",/.-–‑fseSpbaàt")


@lru_cache(_REMEMBERED)
def pinpoints_end(behind: str) -> bool:
    """Whether no range, tail, page or further consideration can follow a consideration that these characters follow."""
    sign, following, third = behind[:1], behind[1:2], behind[2:3]
    if sign == " ":
        return following != "" and not _space(following) and following not in _PINPOINT_WORDS
    if sign == "," and following == " ":
        goes_on = third == "" or _space(third) or third.isdecimal() or third in "EcIVXuseaobrSp&,/"
        return not goes_on
    if sign == ".":
        return not _space(following) or not (third == "" or _space(third) or third in "use")
    return not _space(sign) and sign not in _PINPOINT_SIGNS
