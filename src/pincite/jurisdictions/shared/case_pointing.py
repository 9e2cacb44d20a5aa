"""What the words around a bare place in a judgment say: that it is pointed to, of what, and where the clause ends.

Keeps true: nothing is resolved here; each look is bounded, at most a few hundred characters.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.pinpoints import Pin
from pincite.text.patterns import pattern

__all__ = [
    "at_opens",
    "by_a_judge",
    "closes",
    "is_legislation",
    "named_between",
    "names_a_case",
    "of_a_thing",
    "paragraph_of",
    "pointing_before",
]

_AT_OPENS = pattern(r"(?:\A|[.\n:;”’)\]]\s{0,12}|\d\.\s{1,4})At\s{1,4}\Z")
_GOES_ON = pattern(r",?\s{1,4}(?:h[eis]{1,2}|she|it|they|we|the|her|their|its|this|[A-Z][a-z]+)\b(?!\s{1,3}\d)")
_IN_A_THING = pattern(
    r"\b(?:in|of|from|on|by)\s{1,4}(?:the|his|her|its|their|an?|my)\s{1,4}(?!(?:judgment|decision|ruling|court|case)\b)[a-z]+(?:\s[a-z]+)?\Z"
)
_POINTING = pattern(r"(?:\w(?P<colon>:)|\b(?:see|too|also))\s{1,3}\Z")
_VERSUS_BETWEEN = pattern(r"\sv\.?\s{1,6}[A-Z]")
_VERSUS_NAME = pattern(
    r"(?P<name>[A-Z][\w’'.&()-]*(?:\s{1,4}(?:[A-Z(][\w’'.&()-]*|of|and|the|&)){0,8}\s{1,6}v\.?\s{1,6}[A-Z][\w’'-]*(?:\s{1,4}[A-Z][\w’'-]*){0,4})"
)
_RIVAL_REACH = 360
_LEGISLATION = pattern(
    r"hk/(?:cap\d|A\d|ln/|ord/)|uk/(?:ukpga|ukla|ukcm|uksi|uksro|asp|ssi|anaw|asc|mwa|wsi|nia|nisi|nisr|aep|eur)/|eu/\d"
)


def closes(text: str, pins: Sequence[Pin]) -> bool:
    """Whether the clause ends behind the places."""
    return text[pins[-1].end : pins[-1].end + 1] in {".", ";", ")", ""}


def at_opens(text: str, start: int, pins: Sequence[Pin]) -> bool:
    """«At [25] and [26] he turned to …»: a sentence that opens with the place."""
    return bool(
        text.startswith("At", max(0, start - 3))
        and _AT_OPENS.search(text, max(0, start - 20), start)
        and _GOES_ON.match(text, pins[-1].end)
    )


def pointing_before(text: str, start: int) -> str:
    """What points to a place without «at»: ":" («was left open: [63]»), "see" («see too [24]»), "" when nothing does."""
    match = _POINTING.search(text, max(0, start - 8), start)
    if match is None:
        return ""
    return ":" if match.group("colon") else "see"


def of_a_thing(text: str, behind: int) -> bool:
    """Whether the words that end at `behind` name a thing that has places too («noted in the ledger» at §12)."""
    return _IN_A_THING.search(text, max(0, behind - 60), behind) is not None


def names_a_case(text: str, start: int, end: int) -> bool:
    """Whether a case is named between two places."""
    return _VERSUS_BETWEEN.search(text, start, end) is not None


def named_between(reading: TextReading, known: Mention, start: int) -> str | None:
    """The case named between the citation before and a pinpoint, without a citation of its own: the pinpoint is that case's."""
    text = reading.text
    begins = max(known.end, start - _RIVAL_REACH)
    if not names_a_case(text, begins, start):
        return None
    named = None
    for named in _VERSUS_NAME.finditer(text, begins, start):  # noqa: B007 (the last one counts)
        pass
    return named.group("name") if named else None


def paragraph_of(place: str) -> str:
    """`para_311_1..para_311_3` → `para_311`."""
    return "_".join(place.split("..", maxsplit=1)[0].split("_")[:2])


def is_legislation(reference: str | None) -> bool:
    """Whether the reference names an act of Hong Kong, the United Kingdom or the Union."""
    return bool(reference and _LEGISLATION.match(reference))


_BY_JUDGE = pattern(
    r"(?:\b(?:Lord|Lady|Baroness|Sir|Dame)\s[A-Z][\w’-]+(?:\s(?:of\s)?[A-Z][\w’-]+){0,3}|\b[A-Z][\w’-]+\s(?:JSC|LJJ?|NPJ|PJ|JA|CJHC|CJ|VP|MR|J))\s{1,4}\(?at\s{1,4}\Z"
)
"""«Lord Clyde at para 27»"""


def by_a_judge(text: str, start: int) -> bool:
    """Whether a judge is named before «at» and the pinpoint at `start`."""
    before = text[max(0, start - 60) : start]
    named = before[-6:].rstrip().endswith("at") and before != before.lower()
    return named and _BY_JUDGE.search(text, max(0, start - 60), start) is not None
