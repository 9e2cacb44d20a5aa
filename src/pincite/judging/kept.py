"""Kept opinions: the same question to the same judge is not asked twice.

Keeps true: an opinion is kept under the digests of the judge (name, version, parameters) and of the question's content, so that
another model, prompt or passage asks anew. Failures, refusals of the door and answers that could not be read are never kept.
What is read back is checked against its question: an excerpt that is not in the passage drops the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, get_args

from pincite.digests import canonical_json, sha256
from pincite.judging.judge import Excerpt, Judge, JudgeName, Opinion, Part, Question, Seen
from pincite.judging.verdict import Support

__all__ = ["KeptJudge", "Opinions", "opinion_from"]

_PASSING = frozenset({"withheld", "model_failed", "not_parsed", "service_failed"})


class Opinions(Protocol):
    """Where opinions are kept, by key."""

    def get(self, key: str) -> Mapping[str, Any] | None:
        """The opinion kept under a key, as it was put; None when there is none."""

    def put(self, key: str, opinion: Mapping[str, Any]) -> None:
        """Keep an opinion; the first under a key stays."""


@dataclass(frozen=True)
class KeptJudge:
    """Implements `Judge`: another judge, asked only what is not kept."""

    judge_: Judge
    opinions: Opinions

    @property
    def name(self) -> JudgeName:
        """That of the judge."""
        return self.judge_.name

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """Kept opinions, and the judge's for the rest."""
        name = self.name
        keys = [sha256(canonical_json([name.sha256, question.sha256])) for question in questions]
        found = [
            opinion_from(kept, question) if (kept := self.opinions.get(key)) is not None else None
            for key, question in zip(keys, questions, strict=True)
        ]
        open_ = [at for at, opinion in enumerate(found) if opinion is None]
        if open_:
            answers = self.judge_.judge([questions[at] for at in open_])
            for at, opinion in zip(open_, answers, strict=True):
                found[at] = opinion
                if opinion.reason not in _PASSING and not opinion.opinions:
                    self.opinions.put(keys[at], opinion.as_json())
        return [opinion for opinion in found if opinion is not None]


def opinion_from(value: Mapping[str, Any], question: Question) -> Opinion | None:
    """The opinion a JSON value holds (`Opinion.as_json`); None when it is none, or none on this question."""
    try:
        judge = value["judge"]
        name = JudgeName.of(judge["name"], judge["version"], **judge["parameters"])
        excerpts = tuple(_excerpt(each, question) for each in value.get("excerpts", ()))
        parts = tuple(
            Part(each["text"], each["status"], tuple(_excerpt(e, question) for e in each["excerpts"]))
            for each in value.get("parts", ())
        )
        if value["support"] not in get_args(Support) or value["read"] != question.sha256:
            return None
        opinion = Opinion(value["support"], name, value["route"], value["read"], value["reason"])
        return replace(
            opinion,
            explanation=value.get("explanation", ""),
            excerpts=excerpts,
            parts=parts,
            signals=tuple(Seen(**each) for each in value.get("signals", ())),
            stands_at=value.get("stands_at", ""),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _excerpt(value: Mapping[str, Any], question: Question) -> Excerpt:
    found = Excerpt.of(question.passage, value["start"], value["end"])
    if found.text != value["text"]:
        raise ValueError("an excerpt that does not stand in the passage")
    return found
