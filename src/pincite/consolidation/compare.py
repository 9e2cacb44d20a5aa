"""What differs between the text that operations give and the publisher's next text, and of what kind it is.

Keeps true: every difference is found and has one kind; `substantive` is what no rule explains. A rule explains a
difference only as a whole, and never where the two sides name different places or dates that both of them spell out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from pincite.consolidation.refusals import finding_code
from pincite.findings import Finding
from pincite.text.tables import rows

__all__ = ["Change", "Difference", "changes", "differences", "divergence"]

_TOKEN = re.compile(r"\d\w*(?:[-.:]\w+)*|\w+|[^\w\s]|\s+")
_FOLDED = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "–": "-",
        "—": "-",
        "‑": "-",
        "\u00a0": " ",
    }
)
_CODE = re.compile(r"Code,? (?:\d+ )?(?:§§? ?)?(\d[\w:.\- ]*\d[A-Za-z]?)((?:\([0-9A-Za-z\-]+\))*)(?=\)|,|$| et seq)")
_PLACE = re.compile(r"§§? ?(\d[\w:.\-]*\w)((?:\([0-9A-Za-z\-]+\))*)")
_LEADING = re.compile(r"[Ss]ections? \d[\w:.\-]*((?:\([0-9A-Za-z\-]+\))*)(?! (?:and|or|through)|,)")

MERGED = 40
"""Hunks that may be one rewriting: words of an act's title often stand in its new citation too."""

BETWEEN = 12
"""Equal tokens between hunks of one rewriting."""

GROWN = 8
"""Equal tokens on each side that may belong to a rewriting."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; `at` is the code point in the text applied.

    `kind`: `citation_rewrite`, `date_substitution`, `typography`, `white_space`, `punctuation`, `tombstone`,
    `bracketed_note`, or `substantive`.
    """

    at: int
    applied: str
    published: str
    kind: str


class Change(NamedTuple):
    """Words `old` at code point `old_start` of one text stand as `new` at `new_start` of the other; either may be ""."""

    old_start: int
    new_start: int
    old: str
    new: str


class _Hunk(NamedTuple):
    a1: int
    a2: int
    b1: int
    b2: int


class _Rule(NamedTuple):
    kind: str
    applied: re.Pattern[str]
    published: re.Pattern[str]


@cache
def _rules() -> tuple[_Rule, ...]:
    parts: dict[str, str] = {}
    found: list[_Rule] = []

    def filled(text: str) -> str:
        for name, part in parts.items():
            text = text.replace("{" + name + "}", part)
        return text

    for row in rows("pincite.consolidation", "data/editorial.tsv"):
        if row[0] == "define":
            parts[row[1]] = f"(?:{filled(row[2])})"
        else:
            found.append(_Rule(row[1], re.compile(filled(row[2])), re.compile(filled(row[3]))))
    return tuple(found)


def changes(old: str, new: str) -> tuple[Change, ...]:
    """What differs between two texts, in words, in order; white space between words belongs to them."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    starts = (_starts(a), _starts(b))
    return tuple(
        Change(starts[0][hunk.a1], starts[1][hunk.b1], "".join(a[hunk.a1 : hunk.a2]), "".join(b[hunk.b1 : hunk.b2]))
        for hunk in _joined(a, _hunks(a, b))
    )


def _joined(a: Sequence[str], hunks: Sequence[_Hunk]) -> list[_Hunk]:
    """Stretches with nothing but white space between them as one: people read words."""
    found: list[_Hunk] = []
    for hunk in hunks:
        if found and not "".join(a[found[-1].a2 : hunk.a1]).strip():
            found[-1] = _Hunk(found[-1].a1, hunk.a2, found[-1].b1, hunk.b2)
        else:
            found.append(hunk)
    return found


def _starts(tokens: Sequence[str]) -> list[int]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return starts


def _hunks(a: Sequence[str], b: Sequence[str]) -> list[_Hunk]:
    """The stretches that differ."""
    found = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [_Hunk(a1, a2, b1, b2) for tag, a1, a2, b1, b2 in found if tag != "equal"]


def differences(applied: str, published: str) -> tuple[Difference, ...]:
    """All differences in order; empty when the texts are equal."""
    if applied == published:
        return ()
    a, b = _TOKEN.findall(applied), _TOKEN.findall(published)
    starts = _starts(a)
    hunks = _hunks(a, b)
    return tuple(
        Difference(starts[hunk.a1], "".join(a[hunk.a1 : hunk.a2]), "".join(b[hunk.b1 : hunk.b2]), kind)
        for hunk, kind in _classified(a, b, hunks)
    )


def divergence(applied: str, published: str) -> Finding | None:
    """WITNESS_DIVERGENCE when anything substantive differs."""
    real = [each for each in differences(applied, published) if each.kind == "substantive"]
    if not real:
        return None
    first = real[0]
    return Finding(
        finding_code("WITNESS_DIVERGENCE"),
        {"differences": len(real), "applied": first.applied, "published": first.published},
        first.at,
        first.at + len(first.applied),
    )


def _classified(a: Sequence[str], b: Sequence[str], hunks: Sequence[_Hunk]) -> Iterator[tuple[_Hunk, str]]:
    index = 0
    least = 0
    while index < len(hunks):
        alone = hunks[index]
        plain = _plain("".join(a[alone.a1 : alone.a2]), "".join(b[alone.b1 : alone.b2]))
        if plain:
            yield alone, plain
            index, least = index + 1, alone.a2
            continue
        for last in range(_reach(hunks, index), index - 1, -1):
            whole = _Hunk(hunks[index].a1, hunks[last].a2, hunks[index].b1, hunks[last].b2)
            ceiling = hunks[last + 1].a1 if last + 1 < len(hunks) else len(a)
            found = _explained(a, b, whole, least, ceiling)
            if found is not None:
                yield found
                index, least = last + 1, found[0].a2
                break
        else:
            yield hunks[index], "substantive"
            least = hunks[index].a2
            index += 1


def _reach(hunks: Sequence[_Hunk], index: int) -> int:
    """The last hunk that may belong to the rewriting that begins with this one."""
    last = index
    while last + 1 < min(index + MERGED, len(hunks)) and hunks[last + 1].a1 - hunks[last].a2 <= BETWEEN:
        last += 1
    return last


def _explained(a: Sequence[str], b: Sequence[str], hunk: _Hunk, floor: int, ceiling: int) -> tuple[_Hunk, str] | None:
    for left in range(min(GROWN, hunk.a1 - floor, hunk.b1) + 1):
        for right in range(min(GROWN, ceiling - hunk.a2, len(b) - hunk.b2) + 1):
            grown = _Hunk(hunk.a1 - left, hunk.a2 + right, hunk.b1 - left, hunk.b2 + right)
            for each in dict.fromkeys((grown, _trimmed(a, b, grown, left, right))):
                kind = _kind("".join(a[each.a1 : each.a2]), "".join(b[each.b1 : each.b2]))
                if kind:
                    return each, kind
    return None


def _trimmed(a: Sequence[str], b: Sequence[str], hunk: _Hunk, left: int, right: int) -> _Hunk:
    """Without equal tokens at the ends, those apart that were taken on purpose."""
    a1, a2, b1, b2 = hunk
    while not right and a1 < a2 and b1 < b2 and a[a2 - 1] == b[b2 - 1]:
        a2, b2 = a2 - 1, b2 - 1
    while not left and a1 < a2 and b1 < b2 and a[a1] == b[b1]:
        a1, b1 = a1 + 1, b1 + 1
    return _Hunk(a1, a2, b1, b2)


def _plain(applied: str, published: str) -> str:
    """The kinds that need no rule: the same words, set otherwise."""
    if not applied.strip() and not published.strip():
        return "white_space"
    one, other = applied.translate(_FOLDED), published.translate(_FOLDED)
    if one == other:
        return "typography"
    if "".join(one.split()) == "".join(other.split()):
        return "white_space"
    if {applied.strip(), published.strip()} == {".", ";"}:
        return "punctuation"
    return ""


def _kind(applied: str, published: str) -> str:
    applied, published = applied.strip(), published.strip()
    for rule in _rules():
        if rule.applied.fullmatch(applied) and rule.published.fullmatch(published) and _agree(applied, published):
            return rule.kind
    return ""


def _agree(applied: str, published: str) -> bool:
    """Whether the place that the publisher names is the one that the words applied name, as far as they name it."""
    place = _PLACE.search(published)
    if place is None:
        return True
    code = _CODE.search(applied)
    if code is not None and " & " not in applied and _bare(code[1] + code[2]) != _bare(place[1] + place[2]):
        return "et seq" in applied
    same = _PLACE.search(applied)
    if same is not None and "et seq" not in applied and " & " not in applied and "Code" not in applied:
        return _bare(same[1] + same[2]) == _bare(place[1] + place[2])
    own = _LEADING.match(applied)
    return own is None or own[1] == place[2]


def _bare(place: str) -> str:
    return re.sub(r"[\s\-:.]", "", place)
