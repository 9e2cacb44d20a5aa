"""The words by which a decision shows its structure, compiled from `data/decision_words.yaml`.

Keeps true: no word of a language stands in code; each pattern has examples beside it, and they are tests. Lines are
compared as `plain` makes them: letter-spacing taken out, no-break spaces as spaces, white space collapsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

import yaml

from pincite.law.document import Role
from pincite.text.tables import table_text

__all__ = ["SOURCE_LINES", "Speakers", "Words", "Zone", "joined", "plain", "words"]

Zone = Literal["head", "headnote", "facts", "reasoning", "order", "closing", "notice", "dissent"]

SOURCE_LINES = 5
"""How many lines the source line of a collection may take."""

_LONGEST_HEADING = 240
_HEADING_NUMBER = re.compile(r"(?:[IVX]{1,4}|[A-D])[.)]? +")
_LETTER_SPACED = re.compile(r"(?:\S{1,3} ){4,}")
_SPACES = re.compile(r"[ \t\u00a0\u2002\u2003\u2009\u202f]+")
_WORD_GAP = re.compile(r"[ \t\u00a0]{2,}")


@dataclass(frozen=True, slots=True)
class Speakers:
    """How a language reports what somebody else says.

    Attributes:
        party, below: beginnings of sentences that report a party, or the court below.
        turned: words before the first comma that turn such a beginning round.
        goes_on: beginnings of sentences that go on with a report.
        reported, own: verb forms of reported speech, and of the court's own; which stands first decides.
        answers: words with which the court answers a report; they end it.

    """

    party: re.Pattern[str]
    below: re.Pattern[str]
    turned: re.Pattern[str]
    goes_on: re.Pattern[str]
    reported: re.Pattern[str] | None = None
    own: re.Pattern[str] | None = None
    answers: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """All patterns; `raw` is the data they come from."""

    headings: tuple[tuple[Zone, re.Pattern[str]], ...]
    closing: re.Pattern[str]
    extract_line: re.Pattern[str]
    whole_line: re.Pattern[str]
    source_start: re.Pattern[str]
    furniture: re.Pattern[str]
    strong_page: re.Pattern[str]
    bare_page: re.Pattern[str]
    dated: re.Pattern[str]
    recitals: re.Pattern[str]
    summary_after: re.Pattern[str]
    summary_until: re.Pattern[str]
    unfinished: re.Pattern[str]
    sections: tuple[tuple[Role, re.Pattern[str]], ...]
    month: re.Pattern[str]
    months: dict[str, int]
    speakers: dict[str, Speakers]
    raw: dict[str, Any]

    def source_line(self, lines: Sequence[str]) -> Literal["extract", "whole"] | None:
        """Whether lines begin with the one that names the decision a collection prints, in part or whole."""
        if not lines or not self.source_start.match(lines[0]):
            return None
        text = joined(lines[:SOURCE_LINES])
        if self.extract_line.match(text):
            return "extract"
        return "whole" if self.whole_line.match(text) else None

    def zone(self, line: str, *, numbered: bool = False) -> Zone | None:
        """The zone that a line opens, given as `plain` makes it; None when it is no heading.

        With `numbered` the heading stands behind a number of its own («II. Erwägungen»).
        """
        if numbered:
            number = _HEADING_NUMBER.match(line)
            line = line[number.end() :] if number else ""
        if not line or len(line) > _LONGEST_HEADING:
            return None
        return next((zone for zone, pattern in self.headings if pattern.fullmatch(line)), None)


def joined(lines: Sequence[str]) -> str:
    """Wrapped lines as one, words broken at a line end put together."""
    text = ""
    for line in lines:
        text = text[:-1] + line if text.endswith("-") and line[:1].islower() else f"{text} {line}".strip()
    return text


def plain(text: str) -> str:
    """A line as headings are compared: «S a c h v e r h a l t :» is «Sachverhalt:»."""
    text = text.strip(" \t\u00a0\r\n")
    if _LETTER_SPACED.match(_SPACES.sub(" ", text[:200]) + " "):
        tokens = _SPACES.split(text)
        if sum(len(token) <= 2 for token in tokens) >= 0.6 * len(tokens):
            return " ".join("".join(_SPACES.split(word)) for word in _WORD_GAP.split(text))
    return _SPACES.sub(" ", text)


@cache
def words() -> Words:
    """The words, read once."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = table_text("pincite.jurisdictions.ch", "data/decision_words.yaml")
    raw = cast("dict[str, Any]", yaml.load(text, Loader=loader))  # noqa: S506 (a safe loader, in C where there is one)
    months = {name.lower(): number + 1 for names in raw["months"].values() for number, name in enumerate(names)}
    return Words(
        headings=tuple((row["zone"], re.compile(row["is"], re.IGNORECASE)) for row in raw["headings"]),
        closing=re.compile(raw["closing"]["is"]),
        extract_line=re.compile(raw["source_lines"]["extract"]),
        source_start=re.compile(raw["source_lines"]["starts"]),
        whole_line=re.compile(raw["source_lines"]["whole"]),
        furniture=re.compile(raw["furniture"]["is"]),
        strong_page=re.compile(raw["pages"]["strong"]),
        bare_page=re.compile(raw["pages"]["bare"]),
        dated=re.compile(raw["dated"]["is"]),
        recitals=re.compile(raw["recitals"]["is"]),
        summary_after=re.compile(raw["web_summary"]["after"]),
        summary_until=re.compile(raw["web_summary"]["until"]),
        unfinished=re.compile(rf"(?:^|.*[ \u00a0]){raw['unfinished']['is']}\Z", re.IGNORECASE),
        sections=tuple((row["role"], re.compile(row["is"], re.IGNORECASE)) for row in raw["sections"]),
        month=re.compile("(?:" + "|".join(months) + r")\b", re.IGNORECASE),
        months=months,
        speakers={language: _speakers(rule) for language, rule in raw["speakers"].items()},
        raw=raw,
    )


def _speakers(rule: dict[str, Any]) -> Speakers:
    def sentence(subject: str, verbs: str) -> re.Pattern[str]:
        # subject first; or a verb first behind an opener (German: only there, «Soweit die Klägerin …» is a clause)
        before = "" if "own" in rule else f"{rule['openers']}?"
        first = rf"{before}(?:{subject})(?: \S+){{0,3}}? (?:{verbs})(?=\W|$)"
        inverted = f"{verbs}|{rule['inverted']}" if "inverted" in rule else verbs
        turned = rf"{rule['openers']}?(?:{inverted}) (?:{subject})(?=\W|$)"
        return re.compile(rf"(?:{first}|{turned})", re.IGNORECASE)

    return Speakers(
        party=sentence(rule["party"], rule["party_verbs"]),
        below=sentence(rule["below"], rule["below_verbs"]),
        turned=re.compile(rf"\b(?:{rule['not']})(?=\W|$)", re.IGNORECASE),
        goes_on=re.compile(rule["goes_on"]),
        reported=re.compile(rf"\b{rule['reported']}\b") if "reported" in rule else None,
        own=re.compile(rf"\b{rule['own']}\b") if "own" in rule else None,
        answers=re.compile(rf"\b(?:{rule['answers']})(?=\W|$)") if "answers" in rule else None,
    )
