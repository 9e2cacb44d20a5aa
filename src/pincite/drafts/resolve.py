"""What each mention refers to: short forms through their antecedent, one work under several names.

Keeps true:
1. A reference is the one the grammar read, or that of the antecedent a short form leans on; it is never guessed. Where
   the text leaves several open, the mention keeps them as candidates and has no reference.
2. Two citations of one work beside each other («[2026] HKCA 1, CACV 2/2026») are parallel: both are checked, and the
   report says that they are one authority.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.citations.mention import Mention
from pincite.drafts.claims import Claim
from pincite.identity.reference import Reference

__all__ = ["Resolved", "parallels", "resolve"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """The reference of a mention, parsed, and how it was come by: full, short, antecedent, open or none."""

    reference: Reference | None
    by: str
    candidates: tuple[str, ...] = ()


def resolve(mentions: Sequence[Mention]) -> list[Resolved]:
    """The reference of each mention; antecedents are mentions of the same list, found by where they start."""
    at = {mention.start: index for index, mention in enumerate(mentions)}
    found: list[Resolved] = []
    for index, mention in enumerate(mentions):
        if mention.reference is not None:
            found.append(Resolved(_parsed(mention.reference), mention.form, mention.candidates))
            continue
        before = at.get(mention.antecedent) if mention.antecedent is not None else None
        if before is not None and before < index and (antecedent := found[before].reference) is not None:
            found.append(Resolved(antecedent, "antecedent"))
        elif mention.candidates:
            found.append(Resolved(None, "open", mention.candidates))
        else:
            found.append(Resolved(None, "none"))
    return found


def _parsed(text: str) -> Reference | None:
    try:
        return Reference.parse(text)
    except ValueError:
        return None


def parallels(mentions: Sequence[Mention], claims: Sequence[Claim], works: Mapping[int, str]) -> dict[int, int]:
    """For a mention the earlier one of the same claim that names the same work in another way.

    Args:
        mentions: of the draft.
        claims: one a mention.
        works: index of a mention -> the id of the work it was found to name.

    """
    found: dict[int, int] = {}
    for index, claim in enumerate(claims):
        for other in claim.mentions:
            if other >= index:
                break
            if (
                works.get(other) is not None
                and works.get(other) == works.get(index)
                and _another_name(mentions, other, index)
            ):
                found[index] = other
                break
    return found


def _another_name(mentions: Sequence[Mention], first: int, second: int) -> bool:
    """Whether two mentions name a work in two ways, or one of them names the work alone («Art. 3 LatG (SR 999.1)»)."""
    one, two = mentions[first].reference, mentions[second].reference
    if one is None or two is None:
        return False
    (work, _, place), (other_work, _, other_place) = one.partition("#"), two.partition("#")
    return work != other_work or not (place and other_place)
