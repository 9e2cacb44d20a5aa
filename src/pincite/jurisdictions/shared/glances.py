"""What a few characters rule out behind a provision in English words: a look before the patterns, which most do not need.

Keeps true: an answer of «it ends» is certain, whatever stands behind the characters looked at; all else is «perhaps», and
the patterns decide. The answers follow from the characters alone and are remembered.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["WINDOW", "list_ends", "nothing_tied", "provision_ends"]

WINDOW = 4
"""How many characters are looked at."""
_REMEMBERED = 8192
_LIST_SIGNS = frozenset(",&-–t")
"""What may go on a list of labels directly: a separator, a dash, «to»."""
_LIST_WORDS = _LIST_SIGNS | frozenset("aoAO")
"""The same behind a space: «and», «or»."""
_SEPARATED = frozenset(",-–")


@lru_cache(_REMEMBERED)
def list_ends(behind: str) -> bool:
    """Whether no separator, range or letters («A-D») can follow a label that these `WINDOW` characters follow."""
    sign, following, third = behind[:1], behind[1:2], behind[2:3]
    if sign.isspace():
        if following == "" or following.isspace() or following in _LIST_WORDS:
            return False
        return not following.isupper() or not (third == "" or third.isspace() or third in "-–")
    return sign not in _LIST_SIGNS and not sign.isupper()


@lru_cache(_REMEMBERED)
def provision_ends(behind: str) -> bool:
    """Whether no unit, container or tie to an act can follow a provision that these `WINDOW` characters follow."""
    sign, following, third = behind[:1], behind[1:2], behind[2:3]
    if sign == " ":
        return not (following == "" or following.isspace() or following in _SEPARATED or _begins(following))
    if sign == ",":
        plain = following == " " and not (third == "" or third.isspace() or third in "-–")
        return plain and not _begins(third)
    return sign == "" or not (sign.isspace() or sign in _SEPARATED or _begins(sign))


def _begins(sign: str) -> bool:
    """Whether a unit, a tie («of», «in», «under», «within», «from») or a margin letter may begin with this letter."""
    return sign.isupper() or sign in _INITIALS


_INITIALS = frozenset("abcdioprstuwf")
"""The small letters with which units and ties begin (tested against the table of units)."""


_TIES = frozenset("abhsiotf")
"""Small letters with which a tie behind a pinpoint begins: of, in, to, from, above, below, hereof, supra, infra."""


@lru_cache(_REMEMBERED)
def nothing_tied(behind: str) -> bool:
    """Whether a pinpoint or provision that these characters follow is tied to nothing: no «of …», no «above», no name of a law."""
    sign, following = behind[:1], behind[1:2]
    if sign == " ":
        named = following == "" or following.isspace() or following == "," or following.isupper()
        return not named and following not in _TIES
    return not (sign.isspace() or sign == "," or sign in _TIES)
