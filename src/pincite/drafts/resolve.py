"""What each mention refers to: short forms through their antecedent, one work under several names.

Keeps true:
1. A reference is the one the grammar read, or that of the antecedent a short form leans on; it is never guessed. Where
   the text leaves several open, the mention keeps them as candidates and has no reference.
2. A bare place in a bracket of its own («(E. 4.2)», «(a.a.O., E. 3)») is read as one of the decision cited last before
   it in the same paragraph. That reading is disclosed.
3. Words that point back and the place behind them («*ibid.*, [12]») are one mention.
4. Two citations of one work beside each other («[2026] HKCA 1, CACV 2/2026») are parallel: both are checked, and the
   report says that they are one authority.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pincite.citations.mention import Mention
from pincite.drafts.claims import Claim
from pincite.drafts.draft import Draft
from pincite.drafts.scanned import with_marks
from pincite.identity.reference import Reference
from pincite.text.tables import rows

__all__ = ["Resolved", "joined", "parallels", "resolve", "resolve_bare_places"]

_BEFORE = 60
_GAP = 6


@dataclass(frozen=True, slots=True)
class Resolved:
    """The reference of a mention, parsed, and how it was come by: full, short, antecedent, open or none."""

    reference: Reference | None
    by: str
    candidates: tuple[str, ...] = ()


def joined(draft: Draft, mentions: Sequence[Mention]) -> list[Mention]:
    """Rule 3: the mentions, with words that point back joined to the bare place right behind them."""
    found: list[Mention] = []
    for mention in mentions:
        last = found[-1] if found else None
        if (
            last is not None
            and mention.form == last.form == "short"
            and _points_back(last.text)
            and 0 <= mention.start - last.end <= _GAP
            and not draft.text[last.end : mention.start].strip(" \t\u00a0,*_，")
        ):
            start, end = with_marks(draft.text, last.start, mention.end)
            found[-1] = mention._replace(start=start, end=end, text=draft.text[start:end])
        else:
            found.append(mention)
    return found


def _points_back(text: str) -> bool:
    return all(word in _back_words() for word in text.lower().strip("*_ ").split())


@cache
def _back_words() -> frozenset[str]:
    return frozenset(word for _, listed in rows("pincite.drafts.data", "back_words.tsv") for word in listed.split())


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


def resolve_bare_places(
    draft: Draft, mentions: Sequence[Mention], resolved: Sequence[Resolved], read: Callable[[str, str], str | None]
) -> list[Resolved]:
    """Rule 2. `read(text, work)` is the reference that a text means when it stands in the document `work`, or None."""
    found = list(resolved)
    last: tuple[int | None, Reference] | None = None
    for index, mention in enumerate(mentions):
        block = draft.block_at(mention.start)
        reference = found[index].reference
        if (
            reference is None
            and mention.kind == "case"
            and found[index].by == "none"
            and last is not None
            and block is not None
            and last[0] == block
            and _stands_alone(draft.text, mention)
        ):
            text = read(mention.text, last[1].work)
            reference = _parsed(text) if text else None
            if reference is not None and reference.work == last[1].work:
                found[index] = Resolved(reference, "last_decision")
        if mention.kind == "case":
            # a decision that was not understood comes between, so what follows is not of the one before it
            last = (block, reference) if reference is not None else None
    return found


def _stands_alone(text: str, mention: Mention) -> bool:
    """Whether nothing but words that point back stands between an opening bracket and the mention."""
    before = re.split(r"[(（]", text[max(0, mention.start - _BEFORE) : mention.start])
    if len(before) < 2 or ")" in before[-1] or "）" in before[-1]:
        return False
    return _points_back(before[-1].replace("*", " ").replace(",", " "))


def _parsed(text: str) -> Reference | None:
    try:
        return Reference.parse(text)
    except ValueError:
        return None


def parallels(mentions: Sequence[Mention], claims: Sequence[Claim], works: Mapping[int, str]) -> dict[int, int]:
    """For a mention the earlier one of the same claim that names the same work in another way, or names the work alone.

    Args:
        mentions: of the draft.
        claims: one a mention.
        works: index of a mention -> the id of the work it was found to name.

    """
    found: dict[int, int] = {}
    # of each claim and work the first mention of each way of naming it: what comes later is asked of these few alone
    ways: dict[tuple[int, str], dict[tuple[str, bool], int]] = {}
    for index, claim in enumerate(claims):
        work, reference = works.get(index), mentions[index].reference
        if work is None or reference is None:
            continue
        name, _, place = reference.partition("#")
        known = ways.setdefault((id(claim), work), {})
        others = [at for (other, placed), at in known.items() if other != name or not (place and placed)]
        if others:
            found[index] = min(others)
        known.setdefault((name, bool(place)), index)
    return found
