"""What services call a Swiss work, and whether a decision that came is the one asked for.

Keeps true:
1. A decision is the one asked for when its own record, or the head of its text, gives it the label asked for, **and** the two
   agree: where both name numbers, they share one, and the text names no other of the kind asked for. A decision in which
   the label stands somewhere is not thereby that decision.
2. The label is compared as a canonical reference, never as a substring.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pincite.identity.reference import Reference

__all__ = [
    "article_label",
    "bears",
    "by_record_alone",
    "commented_act",
    "family",
    "label_of",
    "other_than",
    "sr_number",
]

_ARTICLE = re.compile(r"art_(?P<number>[0-9]+(?:_[a-z]+)*)(?:/para_(?P<paragraph>[0-9]+(?:_[a-z]+)*))?")
_COUNTER = re.compile(r"ch/[a-z]{2}/\d+")
_ZURICH = re.compile(r"-[a-z](?:-[a-z0-9]{1,4}){0,2}")
_PREFIX = re.compile(r"ch/(?:bge|bger|bvger|bstger|bpatger|bvge|tpf|[a-z]{2})/")


def label_of(work: str) -> str:
    """A decision as it is cited: «BGE 140 III 86», «4A_123/2020»."""
    parts = work.split("/")
    if parts[1] in ("bge", "bvge"):
        return f"{parts[1].upper()} {' '.join(parts[2:]) if parts[1] == 'bge' else '/'.join(parts[2:])}"
    if parts[1] == "tpf":
        return f"TPF {' '.join(parts[2:])}"
    return "/".join(parts[2:])


def sr_number(work: str) -> str:
    """The number of a federal act in the classified compilation, "" for another work, a commentary on the act among them."""
    head, _, number = work.rpartition("/")
    return number if head == "ch/sr" else ""


def commented_act(work: str) -> str:
    """The number of the federal act that a commentary is on, "" for another work."""
    head, _, number = work.rpartition("/")
    return number if head == "ch/ok" else ""


def article_label(place: str) -> tuple[str, str]:
    """Article and paragraph of a place as services write them: («97a», «2»); ("", "") for another place."""
    found = _ARTICLE.match(place)
    if found is None:
        return "", ""
    return found["number"].replace("_", ""), (found["paragraph"] or "").replace("_", "")


def family(work: str) -> str:
    """The family of a work's number: a label is compared within it."""
    found = _PREFIX.match(work)
    return found.group() if found else work.rpartition("/")[0]


def bears(work: str, names: Iterable[str]) -> bool:
    """Whether one of a document's names is the work asked for; signs between a docket's parts, and Zurich's suffix, may differ."""
    plain = _plain(work)
    return any(plain == each or _ZURICH.fullmatch(each.removeprefix(plain)) for each in map(_plain, names))


def other_than(work: str, recorded: Sequence[str], told: Sequence[str]) -> str:
    """The name of another decision that came instead, or "" when it is the one asked for (rule 1).

    Args:
        work: asked for.
        recorded: the names that the record gives the decision, its text aside.
        told: the names that the head of the text gives it, the record aside.

    """
    ours = [name for name in recorded if _is_number(name)]
    theirs = [name for name in told if _is_number(name)]
    if not bears(work, [*ours, *theirs]):
        return (ours or theirs or ["a decision without a number"])[0]
    if not ours or not theirs:
        return ""
    if not any(_linked(one, other) for one in ours for other in theirs):
        return theirs[0] if bears(work, ours) else ours[0]
    if not bears(work, theirs):
        # another number of the very kind asked for (another page of the collection) that the record does not know
        return next((each for each in theirs if family(each) == family(work) and not bears(each, ours)), "")
    return ""


def by_record_alone(work: str, recorded: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the text bears neither the label asked for nor another number of its record."""
    theirs = [name for name in told if _is_number(name)]
    return not bears(work, theirs) and not any(_linked(one, other) for one in recorded for other in theirs)


def _linked(one: str, other: str) -> bool:
    """Whether two names are of one decision: the same, but for a suffix of the registry («-O/U»)."""
    first, second = sorted((_plain(one), _plain(other)), key=len)
    return second == first or second.startswith(f"{first}-")


def _is_number(name: str) -> bool:
    """Whether a name is a number a court gives: not a bare counter, which is a portal's own."""
    return bool(re.search(r"\d", name)) and not name.endswith("/") and not _COUNTER.fullmatch(name)


def _plain(work: str) -> str:
    try:
        work = str(Reference.parse(work).work)
    except ValueError:
        return work
    return re.sub(r"[\s_./-]+", "-", work.casefold())
