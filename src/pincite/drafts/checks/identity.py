"""Identity: does what stands beside the citation (party names, date, title) belong to the document of that number?

Keeps true:
1. Only what the draft writes right at the citation is compared, with what the record and the head of the document say.
2. `other_document` is said only when a whole name («X v Y», «甲 訴 乙») was written and none of its own words stand
   there; one side alone that differs, or another date, is `differs`, with the field and both values.
3. What cannot be compared (names in another script, anonymised parties) is `unchecked`.
"""

from __future__ import annotations

import re

from pincite.corpus.answers import ExpressionRecord
from pincite.drafts.checks.dates import dates_near
from pincite.drafts.examination import Examination, Reading
from pincite.findings import Finding
from pincite.judging.verdict import Identity
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["check_identity", "own_words", "written_name"]

_BEFORE = 240
_HEAD = 6_000
"""Code points of a decision in which its title, parties and date stand."""

_PUBLISHERS_DATES = ("published_date", "publisher_date")
_VERSUS = pattern(r"\s+(?:v|vs|versus)\.?\s+")
_NAME_WORD = r"(?:[A-Z0-9][\w.&'’()\-]*|of|and|the|for|de|da|von|van|der|in|re|d/b/a|&)"
_LATIN_NAME = pattern(
    rf"(?P<first>[A-Z][\w.&'’()\-]*(?:,?\s{_NAME_WORD})*)\s(?:v|vs|versus)\.?\s(?P<second>(?:the\s)?[A-Z][\w.&'’()\-]*(?:,?\s{_NAME_WORD})*)"
    r"\Z"
)
_NUMBERED = pattern(r"\s\(No\.?\s?\d+\)\Z")
_CHINESE_NAME = pattern(r"(?P<first>[\u3400-\u9fff]{2,20})\s?(?:訴|诉|對|对)\s?(?P<second>[\u3400-\u9fff]{2,20})\Z")
_LATIN_WORD = pattern(r"[^\W\d_]{2,}")


def check_identity(examination: Examination, reading: Reading) -> Examination:
    """Compare name and date as written with the record."""
    expression = examination.expression
    if not examination.open or expression is None or examination.axes.identity == "differs":
        return examination
    values: list[Identity] = []
    for compare in (_name, _date):
        value, finding = compare(examination, reading, expression)
        values.append(value)
        if finding is not None:
            examination = examination.note(finding)
    worst: Identity = next((v for v in ("other_document", "differs", "agrees") if v in values), "unchecked")
    examination = examination.on(identity=worst)
    if worst == "other_document":
        return examination.fix("fix_identity", title=expression.title)
    return examination


def _name(examination: Examination, reading: Reading, expression: ExpressionRecord) -> tuple[Identity, Finding | None]:
    if expression.kind != "decision":
        return "unchecked", None
    mention = examination.mention
    before = reading.draft.text[max(0, mention.start - _BEFORE) : mention.start]
    written = written_name(before)
    if written is None:
        return "unchecked", None
    first, second, text = written
    head = _folded(f"{expression.title}\n{reading.text(expression)[:_HEAD]}")
    sides = [(side, own_words(side)) for side in (first, second)]
    if not _same_script(sides, head):
        return "unchecked", None
    known = [any(_stands(word, head) for word in words) for _, words in sides if words]
    if not known or all(known):
        return ("agrees" if known else "unchecked"), None
    finding = Finding("name_differs", {"written": text, "record": expression.title})
    return ("differs" if any(known) else "other_document"), finding


def written_name(before: str) -> tuple[str, str, str] | None:
    """The parties named right before a citation, and the name as written."""
    tail = before.rstrip(" \t\n,:;([（*_“\"'‘「《")
    if len(before) - len(tail) > 6:
        return None
    tail = tail.rstrip("*_”\"'’」》 ,")
    if chinese := _CHINESE_NAME.search(tail):
        return chinese.group("first"), chinese.group("second"), chinese.group()
    line = _NUMBERED.sub("", tail[-200:])
    opening = max(line.rfind(mark) for mark in ("*", "_", "\n", ";", "“", "("))
    if latin := _LATIN_NAME.search(line[opening + 1 :]):
        return latin.group("first"), latin.group("second"), latin.group()
    return None


def _folded(text: str) -> str:
    return text.lower().replace("’", "'")


def own_words(side: str) -> list[str]:
    """The words of a party's name that others do not share."""
    if re.search(r"[\u3400-\u9fff]", side):
        return [] if side.endswith(tuple(word for word in _common() if not word.isascii())) else [side]
    words = [word.lower() for word in _LATIN_WORD.findall(side)]
    return [word for word in words if word not in _common()]


def _common() -> frozenset[str]:
    return frozenset(word for _, words in rows("pincite.drafts.data", "party_words.tsv") for word in words.split())


def _stands(word: str, head: str) -> bool:
    if not word.isascii():
        # words of the sentence may stand before a Chinese name without a space: «另見…»
        return any(word[start:] in head for start in range(max(1, len(word) - 1)))
    return re.search(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])", head) is not None


def _same_script(sides: list[tuple[str, list[str]]], head: str) -> bool:
    """Whether the document names its parties in the script of the draft at all."""
    chinese = any(re.search(r"[\u3400-\u9fff]", side) for side, _ in sides)
    if chinese:
        return re.search(r"[\u3400-\u9fff]{2}", head) is not None
    return (
        _VERSUS.search(head) is not None
        or re.search(r"\b(?:between|plaintiff|applicant|appellant|respondent)\b", head) is not None
    )


def _date(examination: Examination, reading: Reading, expression: ExpressionRecord) -> tuple[Identity, Finding | None]:
    if expression.kind != "decision":
        return "unchecked", None
    written = dates_near(reading.draft, examination.mention)
    states = {e.state for e in (examination.work.expressions if examination.work else ()) if e.state}
    if not written or not states:
        return "unchecked", None
    # portals give a date of their own, and drafts copy it
    published = {expression.meta.get(key, "") for key in _PUBLISHERS_DATES}
    if (states | published) & set(written):
        return "agrees", None
    return "differs", Finding("date_differs", {"written": ", ".join(written), "record": ", ".join(sorted(states))})
