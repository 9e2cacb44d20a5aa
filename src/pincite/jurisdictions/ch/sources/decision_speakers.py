"""Who is reported in a passage of a court's reasoning: a party, or the court below.

Keeps true: a passage is attributed to another only when its sentence begins with that speaker and a verb of saying, and
nothing before the first comma turns it round («macht nicht geltend», «a retenu à juste titre»); it goes on as long as
the sentences show it (a pronoun with such a verb, the subjunctive or conditional of reported speech before any other
verb). All else is the court's own, because words wrongly taken from the court would make a right quotation look wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.jurisdictions.ch.sources.decision_words import Speakers, words
from pincite.law.document import Role
from pincite.text.sentences import sentences

__all__ = ["Reported", "reported", "speaker"]

_LABEL = re.compile(r"(?:(?:\d{1,3}(?:\.\d{1,3})*|[a-z]{1,2}|[A-Z]|[IVX]+)[.)]?(?:[ \u00a0]*[-–])?[ \u00a0\n]+)+(?=\S)")
_HEAD = 240
_REACH = 800  # characters of a sentence in which reported speech shows itself
_WHITE = re.compile(r"[ \u00a0\n\t]+")


@dataclass(frozen=True, slots=True)
class Reported:
    """A stretch of a text in which somebody else is reported; `whole` when it is all of it but its number."""

    start: int
    end: int
    role: Role
    whole: bool = False


def speaker(sentence: str, language: str, court_names: Sequence[str] = ()) -> Role:
    """Whose words a sentence reports: submission, court_below, or unknown (nobody else's)."""
    rule = words().speakers.get(language)
    return _speaker(_WHITE.sub(" ", sentence), rule, court_names) if rule else "unknown"


def _speaker(sentence: str, rule: Speakers, court_names: Sequence[str]) -> Role:
    head = sentence[:_HEAD]
    role: Role = "unknown"
    found = rule.party.match(head)
    if found:
        role = "submission"
    else:
        found = rule.below.match(head)
        if found and not any(name.lower() in found.group().lower() for name in court_names if name):
            role = "court_below"
    if found is None or role == "unknown":
        return "unknown"
    clause = head.find(
        ",", found.start() + (len("weiter ") if found.group()[:1].isupper() and "," in found.group() else 0)
    )
    until = max(clause if clause >= 0 else len(head), found.end())
    return "unknown" if rule.turned.search(head, 0, until) else role


def reported(text: str, language: str, court_names: Sequence[str] = ()) -> list[Reported]:
    """The stretches of a block in which somebody else is reported, in order."""
    rule = words().speakers.get(language)
    if rule is None:
        return []
    label = _LABEL.match(text)
    begin = label.end() if label else 0
    runs: list[Reported] = []
    own = False
    current: Role = "unknown"
    for paragraph_start, paragraph in _paragraphs(text, begin):
        for span in sentences(paragraph, language):
            sentence = _WHITE.sub(" ", paragraph[span.start : span.end])
            role = _speaker(sentence, rule, court_names)
            if role == "unknown" and current != "unknown" and _goes_on(sentence[:_REACH], rule):
                role = current
            current = role
            if role == "unknown":
                own = True
                continue
            start, end = paragraph_start + span.start, paragraph_start + span.end
            if runs and runs[-1].role == role and not text[runs[-1].end : start].strip():
                runs[-1] = Reported(runs[-1].start, end, role)
            else:
                runs.append(Reported(start, end, role))
    if len(runs) == 1 and not own:
        return [Reported(0, len(text), runs[0].role, whole=True)]
    return runs


def _goes_on(sentence: str, rule: Speakers) -> bool:
    """Whether a sentence behind a report still reports."""
    if rule.answers and rule.answers.search(sentence):
        return False
    if rule.goes_on.match(sentence):
        return not rule.turned.search(sentence.partition(",")[0])
    said = rule.reported.search(sentence) if rule.reported else None
    own = rule.own.search(sentence) if rule.own else None
    return said is not None and (own is None or said.start() < own.start())


def _paragraphs(text: str, begin: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    start = begin
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].strip():
            found.append((start, text[start:end]))
        start = end + 1
    return found
