"""The place that an instruction and the sentences above it name, as a path of ids.

Keeps true: the path begins at the unit whose number is named in full (a section of a code, an article); each level named
after it is one step; a place that is not named to its end is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Path

__all__ = ["place_named"]

Slot = Literal["", "heading", "text"]

_STEPS = r"((?:\([0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\))*)"
_CODE = re.compile(
    r"(?:Code,? §? ?|[Ss]ection |§ ?)(\d+[A-Z]?[-:](?:\d+[A-Z]?[.\-:]?)*\d*[a-z]?)(?![\w.\-:]*\w)"
    + _STEPS
    + r"(?!,? et\.? seq)(?!\()"
)
_OF_ACT = re.compile(r"[Ss]ection \d+[a-zA-Z]*((?:\([0-9A-Za-z\-]+\))+)")
_LEVEL = re.compile(
    r"\b(?:[Ss]ub-?)*(?:[Ss]ubsection|[Pp]aragraph|[Cc]lause|[Pp]oint) ((?:\([0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\))+)"
)
_SEVERAL = re.compile(r"\b(?:[Ss]ub-?)*(?:[Ss]ection|[Pp]aragraph|[Cc]lause|[Pp]oint|[Aa]rticle)s \(?[0-9a-zA-Z]")
_LABEL = re.compile(r"\(([^()]+)\)")
_ARTICLE = re.compile(r"Article (\d+[a-z]*)" + _STEPS)
_NUMBER = re.compile(r"\bparagraph (\d+[a-z]*)\b")
_ORDINAL = re.compile(r"\b(first|second|third|fourth|fifth|sixth) subparagraph\b")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_HEADING = re.compile(r"\b(?:section heading|heading|title) (?:of|for|is)|^[Tt]he (?:section heading|heading|title)$")
_LEAD_IN = re.compile(r"\blead-in (?:language|text)\b|\bintroductory (?:wording|part|phrase)\b")
_UNCLEAR = re.compile(r"\b(?:[Tt]able of [Cc]ontents|[Aa]mendatory|sentence|designation|Schedule|Annex)\b")


def place_named(where: str, context: Sequence[str], style: str) -> tuple[Path, Slot]:
    """The path, and whether the heading or the unit's own words alone are meant.

    Raises:
        Refused: INSTRUCTION_UNREADABLE.

    """
    path: list[str] = []
    for sentence in (*context, where):
        if _UNCLEAR.search(sentence) or _SEVERAL.search(sentence):
            raise Refused("INSTRUCTION_UNREADABLE", f"the place is not one unit: {sentence!r}")
        path = _united_states(path, sentence) if style == "us" else _union(path, sentence)
    if not path:
        raise Refused("INSTRUCTION_UNREADABLE", "no section or article is named")
    slot: Slot = "heading" if _HEADING.search(where) else "text" if _LEAD_IN.search(where) else ""
    if where and slot == "" and not _names_place(where, style):
        raise Refused("INSTRUCTION_UNREADABLE", f"no place is named in {where!r}")
    return tuple(path), slot


def _names_place(where: str, style: str) -> bool:
    if style == "us":
        return bool(_CODE.search(where) or _LEVEL.search(where))
    named = (_ARTICLE, _NUMBER, _ORDINAL, _LEVEL)
    return any(pattern.search(where) for pattern in named)


def _united_states(path: list[str], sentence: str) -> list[str]:
    codes = list(dict.fromkeys((match[1], match[2]) for match in _CODE.finditer(sentence)))
    if len({code for code, _ in codes}) > 1:
        raise Refused("INSTRUCTION_UNREADABLE", f"several sections are named: {sentence!r}")
    if codes:
        code, steps = max(codes, key=lambda each: len(each[1]))
        of_act = _OF_ACT.search(sentence)
        if of_act and of_act[1] != steps:
            raise Refused(
                "INSTRUCTION_UNREADABLE", f"the act's own section and the code's have other steps: {sentence!r}"
            )
        return [code, *_LABEL.findall(steps)]
    for match in _LEVEL.finditer(sentence):
        if not path:
            break
        path = [*path, *_LABEL.findall(match[1])]
    return path


def _union(path: list[str], sentence: str) -> list[str]:
    article = _ARTICLE.search(sentence)
    if article:
        path = [article[1], *_LABEL.findall(article[2])]
    number = _NUMBER.search(sentence)
    if number and path:
        path = [path[0], number[1]]
    ordinal = _ORDINAL.search(sentence)
    points = [label for match in _LEVEL.finditer(sentence) for label in _LABEL.findall(match[1])]
    if points and path:
        # a point stands in the first subparagraph where no other is named
        subparagraph = [] if any(step.startswith("sub") for step in path) else ["sub1"]
        path = [*path, *subparagraph, *points]
    if ordinal and path:
        path = [*path, f"sub{_ORDINALS.index(ordinal[1]) + 1}"]
    return path
