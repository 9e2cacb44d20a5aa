"""A language model as judge: it names the parts of a claim and the words it relies on; code checks both and says the verdict.

Keeps true:
1. The verdict follows from the parts, by `support_of`; a model never says it. Excerpts are looked for in the passage: what does
   not stand there is discarded, and a part that rested on it is unclear.
2. Parts that leave words of the claim out prove nothing of the claim.
3. An answer that cannot be read is asked for once more, then UNDECIDED. So is what a model could not be asked, and what the
   privacy mode keeps here: the door is asked before every sending, with exactly the words that leave.
4. Of a passage that is a choice from a document, «not stated» is UNDECIDED.
5. Where the draft says that the authority is against it (contra), the answer counts the other way round.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from pincite.digests import sha256_text
from pincite.judging.clauses import words_of
from pincite.judging.judge import WITHHELD, Excerpt, JudgeName, Opinion, Part, PartStatus, Question, undecided
from pincite.judging.language_model import LanguageModel, Message, ModelFailed, Reply, Request
from pincite.judging.verdict import Route, Support
from pincite.privacy.egress import Egress, Parcel, Withheld
from pincite.text.folding import fold
from pincite.text.tables import table_text

__all__ = ["PROMPT", "ModelJudge", "excerpt_in", "prompt_of", "support_of"]

PROMPT = "support-1"
_MOST_TOKENS = 2048
_LEFT_OUT = 0.25
"""Share of a claim's words that its parts may leave out (connecting words)."""
_SHORTEST = 4
_AGAIN = "That was no JSON object of the schema ({error}). Answer with the JSON object alone."


@dataclass(frozen=True)
class ModelJudge:
    """Implements `Judge` by a language model.

    Args:
        model: the client.
        destination: the address its words go to, for the door.
        egress: the door of the draft; None where nothing is withheld by anyone's wish (a benchmark, a batch of one's own).
        route: local_model or server_judge, for the confidence table.
        workers: how many questions are asked at once.

    """

    model: LanguageModel
    destination: str = ""
    egress: Egress | None = None
    route: Route = "server_judge"
    workers: int = 4

    @property
    def name(self) -> JudgeName:
        """`model`, with the model's name and the digest of the prompt and its schema."""
        return JudgeName.of("model", "1", model=self.model.name, prompt=PROMPT, prompt_sha256=_prompt_sha256())

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """Each question asked once, equal ones together, several at a time; the order is that of the questions."""
        # where a door is asked, the same words at two places of a draft are two questions
        keys = [(question.sha256, question.spans if self.egress is not None else ()) for question in questions]
        once = dict(zip(keys, questions, strict=True))
        with ThreadPoolExecutor(max(1, self.workers)) as pool:
            opinions = dict(zip(once, pool.map(self._one, once.values()), strict=True))
        return [opinions[key] for key in keys]

    def _one(self, question: Question) -> Opinion:
        messages = [Message("user", prompt_of(question))]
        error = ""
        for _ in range(2):
            try:
                self._leave(question, "\n\n".join(message.text for message in messages))
                reply = self.model.complete(
                    Request(
                        table_text("pincite.judging.prompts", f"{PROMPT}.md"), messages, (), _schema(), _MOST_TOKENS
                    )
                )
            except Withheld:
                return undecided(self.name, WITHHELD, question)
            except ModelFailed as failure:
                return undecided(self.name, "model_failed", question, explanation=str(failure))
            answer, error = _read(reply)
            if answer is not None:
                return self._opinion(question, answer)
            messages = [*messages[:1], Message("assistant", reply.text), Message("user", _AGAIN.format(error=error))]
        return undecided(self.name, "not_parsed", question, explanation=error)

    def _leave(self, question: Question, words: str) -> None:
        if self.egress is not None:
            self.egress.ask(
                Parcel(self.destination, "claim", words, spans=question.spans, reference=question.reference)
            )

    def _opinion(self, question: Question, answer: Mapping[str, Any]) -> Opinion:
        parts = tuple(_part(row, question) for row in answer["parts"])
        main = [bool(row["main"]) for row in answer["parts"]]
        support, reason = support_of(parts, main, question)
        excerpts = tuple(dict.fromkeys(e for part in parts for e in part.excerpts))
        return Opinion(
            support,
            self.name,
            self.route if support != "UNDECIDED" else "none",
            question.sha256,
            reason,
            str(answer["explanation"])[:1000],
            excerpts,
            parts,
        )


def prompt_of(question: Question) -> str:
    """The words a model sees of a question; marks inside the data are broken, so that data cannot end itself."""
    parts = [_data("CLAIM", question.claim, question.claim_language)]
    if question.context:
        parts.append(_data("CONTEXT", question.context, question.passage_language))
    parts.append(_data("PASSAGE", question.passage, question.passage_language))
    return "\n\n".join(parts)


def _data(name: str, text: str, language: str) -> str:
    said = f" ({language})" if language else ""
    return f"<<<BEGIN {name}{said}>>>\n{text.replace('<<<', '< <<').replace('>>>', '>> >')}\n<<<END {name}>>>"


def support_of(parts: Sequence[Part], main: Sequence[bool], question: Question) -> tuple[Support, str]:
    """The verdict that follows from the parts, and why."""
    if not parts or _leaves_out(parts, question):
        return "UNDECIDED", "parts_incomplete"
    found = [part.status for part in parts]
    leading = [status for status, is_main in zip(found, main, strict=True) if is_main] or found
    support: Support
    if "contradicted" in found:
        support = "CONTRADICTED"
    elif "unclear" in found:
        return "UNDECIDED", "unclear"
    elif all(status == "supported" for status in found):
        support = "SUPPORTED"
    elif question.partial:
        return "UNDECIDED", "not_in_window"
    else:
        support = "PARTLY" if "supported" in leading else "UNSUPPORTED"
    if question.signal != "contrary":
        return support, "parts"
    turned: dict[Support, Support] = {"CONTRADICTED": "SUPPORTED", "SUPPORTED": "CONTRADICTED"}
    return (turned[support], "contrary_signal") if support in turned else ("UNDECIDED", "contrary_signal")


def _leaves_out(parts: Sequence[Part], question: Question) -> bool:
    claim = question.claim
    for start, end in question.citations:
        claim = claim[:start] + " " * (min(end, len(claim)) - start) + claim[end:]
    wanted = words_of(claim, question.claim_language)
    there = words_of(" ".join(part.text for part in parts), question.claim_language)
    return len(wanted - there) > _LEFT_OUT * len(wanted)


def _part(row: Mapping[str, Any], question: Question) -> Part:
    status: PartStatus = row["status"]
    found = [excerpt for quote in row["quotes"] if (excerpt := excerpt_in(quote, question.passage)) is not None]
    if status in ("supported", "contradicted") and not found:
        status = "unclear"
    return Part(row["text"], status, tuple(found))


def excerpt_in(quote: str, passage: str) -> Excerpt | None:
    """Where quoted words stand in the passage: letter for letter, but for the glyphs of marks, dashes and spaces."""
    there, words = fold(passage), fold(quote).text.strip(" \"'")
    at = there.text.find(words) if len(words) >= _SHORTEST else -1
    if at < 0:
        return None
    span = there.original_span(at, at + len(words))
    return Excerpt.of(passage, span.start, span.end)


def _read(reply: Reply) -> tuple[Mapping[str, Any] | None, str]:
    """The answer as the schema says it; else None and what is wrong with it."""
    if reply.stop == "refused":
        return None, "refused"
    text = reply.text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None, "no JSON"
    if not isinstance(value, dict) or not isinstance(value.get("explanation", ""), str):
        return None, "no object"
    rows = value.get("parts")
    if not isinstance(rows, list) or not rows or not all(_is_part(row) for row in rows):
        return None, "parts"
    return {"parts": rows, "explanation": value.get("explanation", "")}, ""


def _is_part(row: object) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("text"), str)
        and isinstance(row.get("main"), bool)
        and row.get("status") in get_args(PartStatus)
        and isinstance(row.get("quotes"), list)
        and all(isinstance(quote, str) for quote in row["quotes"])
    )


@cache
def _schema() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(table_text("pincite.judging.prompts", f"{PROMPT}.json"))
    return found


@cache
def _prompt_sha256() -> str:
    return sha256_text("\n".join(table_text("pincite.judging.prompts", f"{PROMPT}.{kind}") for kind in ("md", "json")))
