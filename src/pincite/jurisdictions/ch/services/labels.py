"""What services call a Swiss work, and whether a decision that came is the one asked for.

Keeps true:
1. A decision is the one asked for when its own record bears the label asked for **and** its text does not say otherwise:
   where the head of the text names the decision's numbers, one of them must be the label asked for or a number of the
   record. A decision in which the label stands somewhere is not thereby that decision.
2. The label is compared as a canonical reference, never as a substring.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pincite.identity.reference import Reference

__all__ = ["article_label", "bears", "family", "label_of", "other_than", "sr_number"]

_ARTICLE = re.compile(r"art_(?P<number>[0-9]+(?:_[a-z]+)*)(?:/para_(?P<paragraph>[0-9]+(?:_[a-z]+)*))?")
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
    """The number of a federal act in the classified compilation, "" for another work."""
    head, _, number = work.rpartition("/")
    return number if head in ("ch/sr", "ch/ok") else ""


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
    """Whether one of a document's names is the work asked for; signs between a docket's parts may differ."""
    return _plain(work) in {_plain(name) for name in names}


def other_than(work: str, recorded: Sequence[str], told: Sequence[str]) -> str:
    """The name of another decision that came instead, or "" when it is the one asked for (rule 1).

    Args:
        work: asked for.
        recorded: the names that the record gives the decision, its text aside.
        told: the names that the head of the text gives it, the record aside.

    """
    if not bears(work, recorded):
        return recorded[0] if recorded else "a decision without a number"
    numbers = [name for name in told if _is_number(name)]
    if not numbers or bears(work, numbers):
        return ""
    # another number in the head is the decision's own when its record has it too: a docket beside the collection's
    others = [name for name in recorded if not bears(work, [name])]
    if any(bears(name, others) for name in numbers) and not _contradicts(work, numbers):
        return ""
    return numbers[0]


def _contradicts(work: str, told: Iterable[str]) -> bool:
    """Whether the text names another number of the very kind asked for (another page of the collection)."""
    return any(family(name) == family(work) and not bears(work, [name]) for name in told)


def _is_number(name: str) -> bool:
    return bool(re.search(r"\d", name)) and not name.endswith("/")


def _plain(work: str) -> str:
    try:
        work = str(Reference.parse(work).work)
    except ValueError:
        return work
    return re.sub(r"[\s_./-]+", "-", work.casefold())
