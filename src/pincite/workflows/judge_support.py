"""Judge claims against passages given as JSON lines: `pincite support --batch`.

A line in is `{"id", "claim", "passage"}` with `lang` (or `claim_lang`, `passage_lang`), `context`, `signal` beside; a line out is
`{"id", "label", "confidence", "signals", "reason", "judge", "excerpts"}`, in the order of the lines. `confidence` says how the
label was reached (`judging.verdict.CONFIDENCE`); it is no probability and is left out where nothing was decided.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pincite.errors import BadInput
from pincite.judging.judge import Judge, Opinion, Question
from pincite.judging.verdict import CONFIDENCE
from pincite.text.language import language_of

__all__ = ["answer_of", "judge_lines", "question_of"]

_AT_ONCE = 64
_SIGNALS = ("", "see", "contrary")


def judge_lines(lines: Iterable[str], judge: Judge) -> Iterator[str]:
    """The answers to JSON lines.

    Raises:
        BadInput: a line is no such object; the message numbers it from 1.
        CannotRun: the judge cannot work at all.

    """
    cases = (_case(number, line) for number, line in enumerate(lines, 1) if line.strip())
    while batch := list(islice(cases, _AT_ONCE)):
        opinions = judge.judge([question for _, question in batch])
        for (name, _), opinion in zip(batch, opinions, strict=True):
            yield json.dumps({"id": name, **answer_of(opinion)}, ensure_ascii=False, sort_keys=True)


def answer_of(opinion: Opinion) -> dict[str, Any]:
    """An opinion as a line shows it."""
    found: dict[str, Any] = {
        "label": opinion.support,
        "reason": opinion.reason,
        "signals": [seen.as_json() for seen in opinion.signals],
        "judge": opinion.judge.as_json(),
    }
    if opinion.decided:
        found["confidence"] = CONFIDENCE[opinion.route]
    if opinion.excerpts:
        found["excerpts"] = [each._asdict() for each in opinion.excerpts]
    if opinion.explanation:
        found["explanation"] = opinion.explanation
    return found


def _case(number: int, line: str) -> tuple[Any, Question]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"line {number} is no JSON", remedy="One JSON object a line; docs/judging.md.") from error
    if not isinstance(row, dict) or "id" not in row:
        raise BadInput(f"line {number} is no JSON object with an id", remedy="docs/judging.md shows the form.")
    try:
        return row["id"], question_of(row)
    except (TypeError, ValueError) as error:
        raise BadInput(f"line {number}: {error}", remedy="docs/judging.md shows the form.") from error


def question_of(row: dict[str, Any]) -> Question:
    """The question of a row; a language that is not given is found out.

    Raises:
        TypeError, ValueError: a field is no text, or missing.

    """
    words = {
        key: row.get(key, "") for key in ("claim", "passage", "context", "signal", "lang", "claim_lang", "passage_lang")
    }
    for key, value in words.items():
        if not isinstance(value, str):
            raise TypeError(f"{key} is no text")
    for key in ("claim", "passage"):
        if not words[key].strip():
            raise ValueError(f"{key} is missing")
    if words["signal"] not in _SIGNALS:
        raise ValueError(f"signal is none of {', '.join(filter(None, _SIGNALS))}")
    return Question(
        claim=words["claim"],
        passage=words["passage"],
        claim_language=_language(words["claim_lang"] or words["lang"], words["claim"]),
        passage_language=_language(words["passage_lang"], words["passage"])
        or _language(words["lang"], words["passage"]),
        context=words["context"],
        signal=words["signal"],
    )


def _language(said: str, text: str) -> str:
    """The language said, Chinese with its script; else what the text shows."""
    if said and said != "zh":
        return said
    found = language_of(text)
    return found if not said or found.startswith("zh") else "zh-Hant"
