"""Answer a question in a chat: a model researches with read-only tools until its answer is composed, or its budget ends.

    1 the chat is begun, or gone on with       4 its calls are done; results, and what is wrong with a call, go back
    2 the question and the run are recorded    5 the composed answer leaves, and the run's end is recorded
    3 the model is asked, step by step         6 no answer within the budget, or no model: the answer of extracts

Keeps true:
1. The answer that leaves is that of `compose_answer`: whatever the model writes, it cites rows of this chat only.
2. What the model saw and did is in the chain by digest: each request, reply, call and result. The texts go to `transcript`.
3. A run ends: after so many steps, tokens or seconds, when the model goes on without progress, or when it cannot be asked.
4. The chat holds the state. A run that was stopped is gone on with in the same chat: what was opened and earned stands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pincite.answers.prompts import Prompt, prompt
from pincite.answers.streaming import Finished
from pincite.corpus.notice import NOTICE
from pincite.digests import canonical_json, sha256, sha256_text
from pincite.errors import BadInput
from pincite.judging.language_model import (
    LanguageModel,
    Message,
    ModelFailed,
    Reply,
    Request,
    ToolCall,
    request_json,
    sound_text,
)
from pincite.ledger.state import ChatState, Row
from pincite.workflows.answer_grounds import AnswerCorpus
from pincite.workflows.chat import Acting, ask, chat_state, new_chat
from pincite.workflows.compose_answer import Answering
from pincite.workflows.extract_answer import extract_answer, say_in, with_language
from pincite.workflows.research_tools import Result, Toolbox, named_instead

__all__ = ["SCHEMA", "Answered", "Asking", "Budget", "Progress", "answer_question", "as_json"]

SCHEMA = "pincite.answer/1"
PROMPT = "research-1"
_CALLS = 8
"""Calls of one step that are done; more are told to wait."""
_AGAIN = 3
"""Times the very same call is done."""
_IDLE = 5
"""Steps in a row without progress (nothing but errors, repetitions or empty text) after which a run ends."""
_LETTERS_A_TOKEN = 3
_ENDING = 2
"""Steps before the last at which the model is told to compose."""

Kind = Literal["answered", "extracts", "nothing_found"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a run may go: requests to the model, tokens in and out together, seconds.

    Raises:
        BadInput: one of them is not above nothing.

    """

    steps: int = 30
    tokens: int = 400_000
    seconds: float = 600.0

    def __post_init__(self) -> None:
        if self.steps < 1 or self.tokens < 1 or not self.seconds > 0:
            raise BadInput("a budget of nothing answers nothing", remedy="Give steps, tokens and seconds above 0.")


@dataclass(frozen=True, slots=True)
class Progress:
    """What happens, as it happens: step, what was called (or `asked`, `extracts`), on what, and what came of it."""

    step: int
    what: str
    on: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """With what a question is answered.

    Attributes:
        corpus: the releases.
        answering: as for `compose_answer`; its language is the question's when it names none.
        model: None for the answer of extracts.
        budget: of the run.
        clock: seconds that only grow.
        progress: told as it happens.
        transcript: given each request, reply and result, whose digests the chain holds.

    """

    corpus: AnswerCorpus
    answering: Answering
    model: LanguageModel | None = None
    budget: Budget = field(default_factory=Budget)
    clock: Callable[[], float] = lambda: 0.0
    progress: Callable[[Progress], None] = lambda _: None
    transcript: Callable[[Mapping[str, Any]], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a question.

    Attributes:
        kind: answered by the model's text over rows; extracts, without a statement; or nothing found.
        text: what leaves.
        finished: the composed answer, None when nothing was found.
        why: why it is not the model's answer: no_model, steps, tokens, seconds, no_progress, model_refused; else "".
        rows: the rows it stands on.
        steps, tokens: what was used.
        flags: of texts shown to the model that address a machine.

    """

    kind: Kind
    text: str
    finished: Finished | None
    why: str = ""
    rows: tuple[Row, ...] = ()
    steps: int = 0
    tokens: int = 0
    flags: tuple[str, ...] = ()


def answer_question(acting: Acting, question: str, asking: Asking) -> Answered:
    """Answer a question in a chat, which is begun when it is not there.

    Args:
        acting: who asks, in which chat.
        question: "" goes on with the last question of the chat.
        asking: releases, model, budget.

    Raises:
        BadInput: there is neither a question nor a chat that has one.
        CannotRun: the ledger or a release failed; `ModelFailed`: the model did. What was earned stays in the chat.

    """
    asked = _asked(acting, question)  # 1, 2
    asking = replace(asking, answering=with_language(asking.answering, asked))
    if asking.model is None:
        return _fallback(acting, asked, asking, "no_model", _Used())
    return _Run(acting, asked, asking, asking.model).run()


def _asked(acting: Acting, question: str) -> str:
    """The question, recorded if it is new in the chat."""
    question = sound_text(question).strip()
    there = acting.ledger.head(acting.chat) is not None
    last = next((text for _, text in reversed(chat_state(acting).questions)), "") if there else ""
    if not question and not last:
        raise BadInput("there is no question", remedy="Say what is asked, or name a chat that has a question.")
    if not there:
        new_chat(acting, question[:200])
    if question and question != last:
        ask(acting, question)
    return question or last


@dataclass
class _Used:
    """What a run used, and what it showed the model that is to be remembered."""

    steps: int = 0
    tokens: int = 0
    flags: dict[str, None] = field(default_factory=dict)


class _Run:
    """One run of a model."""

    def __init__(self, acting: Acting, question: str, asking: Asking, model: LanguageModel) -> None:
        self.acting = acting
        self.question = question
        self.asking = asking
        self.model = model
        self.prompt: Prompt = prompt(PROMPT)
        self.begun = asking.clock()
        self.used = _Used()
        self.by_model = replace(acting, actor=f"model {model.name}"[:200])
        self.toolbox = Toolbox(self.by_model, asking.corpus, asking.answering, self.prompt.tools)
        self.messages: list[Message] = []
        self.called: Counter[tuple[str, str]] = Counter()
        self.idle = 0

    def run(self) -> Answered:
        """Steps 2 to 6 of the module."""
        first = _first(chat_state(self.acting), self.question, self.asking)
        self.acting.append("research", self._begins())
        self.messages.append(Message("user", first))
        try:
            while not (why := self._over()):
                reply = self._ask()
                if reply.stop == "refused":
                    why = "model_refused"
                    break
                answered = self._answer(self._act(reply))
                if answered is not None:
                    return answered
        except ModelFailed:
            self._end("model_failed")
            raise
        self._end(why)
        return _fallback(self.acting, self.question, self.asking, why, self.used)

    def _begins(self) -> dict[str, Any]:
        budget, answering = self.asking.budget, self.asking.answering
        return {
            "question_sha256": sha256_text(self.question),
            "model": self.model.name,
            "prompt": self.prompt.name,
            "prompt_sha256": self.prompt.sha256,
            "tools_sha256": self.prompt.tools_sha256,
            "budget": {"steps": budget.steps, "tokens": budget.tokens, "seconds": int(budget.seconds)},
            "releases": sorted(each.release for each in self.asking.corpus.coverage()),
            "as_of": answering.as_of,
            "language": answering.language,
        }

    def _over(self) -> str:
        """Why the run is over; "" while it is not."""
        budget = self.asking.budget
        if self.used.steps >= budget.steps:
            return "steps"
        if self.used.tokens >= budget.tokens:
            return "tokens"
        if self._left() <= 0:
            return "seconds"
        return "no_progress" if self.idle >= _IDLE else ""

    def _left(self) -> float:
        return self.asking.budget.seconds - (self.asking.clock() - self.begun)

    # ---------------------------------------------------------------------------------------------------------- 3 ask

    def _ask(self) -> Reply:
        self.used.steps += 1
        self.asking.progress(Progress(self.used.steps, "asked", self.model.name))
        request = Request(self.prompt.text, tuple(self.messages), self.prompt.tools, seconds=self._left())
        self.request_sha256 = request.sha256
        self.asking.transcript({"step": self.used.steps, "request": request_json(request)})
        reply = _sound(self.model.complete(request))
        shown = _reply_json(reply)
        self.reply_sha256 = sha256(canonical_json(shown))
        self.asking.transcript({"step": self.used.steps, "reply": shown})
        said = reply.tokens_in + reply.tokens_out
        if not said:  # a server that does not count
            said = len(json.dumps([request_json(request), shown], ensure_ascii=False)) // _LETTERS_A_TOKEN
        self.used.tokens += said
        return reply

    # ---------------------------------------------------------------------------------------------------------- 4 act

    def _act(self, reply: Reply) -> list[Result]:
        """Do what the model wants; text without a call is taken for its answer."""
        calls, results = list(reply.calls), []
        if calls:
            self.messages.append(Message("assistant", reply.text, reply.calls))
            for number, call in enumerate(calls):
                result = self._call(call) if number < _CALLS else _too_many()
                results.append(result)
                self.messages.append(Message("tool", result.text, call_id=call.id))
                if result.finished is not None or result.nothing_found:
                    break
        else:
            self.messages.append(Message("assistant", reply.text or "…"))
            if reply.text.strip():
                calls = [ToolCall("", "compose", json.dumps({"text": reply.text}, ensure_ascii=False))]
                results = [self._call(calls[0])]
            self.messages.append(Message("user", results[0].text if results else _go_on("empty")))
        self._record(reply, calls, results)
        went_well = any(not each.error for each in results)
        self.idle = 0 if went_well else self.idle + 1
        left = self.asking.budget.steps - self.used.steps
        if 0 < left <= _ENDING:
            self._remind(left)
        return results

    def _call(self, call: ToolCall) -> Result:
        key = (call.name, call.arguments)
        self.called[key] += 1
        if self.called[key] > _AGAIN:
            result = Result(_go_on("repeated"), "repeated")
        else:
            result = self.toolbox.call(call.name, call.arguments)
        self.used.flags |= dict.fromkeys(result.flags)
        self.asking.progress(
            Progress(self.used.steps, call.name[:40], named_instead(call.arguments), result.error or "ok")
        )
        self.asking.transcript({"step": self.used.steps, "result": result.text})
        return result

    def _remind(self, left: int) -> None:
        told = _go_on("ending", left=left)
        last = self.messages[-1]
        # after results of tools the reminder is part of the last one: no protocol wants two turns of the user
        self.messages[-1] = replace(last, text=f"{last.text}\n{told}")

    def _record(self, reply: Reply, calls: Sequence[ToolCall], results: Sequence[Result]) -> None:
        done = [
            {
                "tool": call.name[:100],
                "arguments_sha256": sha256_text(call.arguments),
                "result_sha256": sha256_text(result.text),
                "error": result.error,
                "flags": list(result.flags),
            }
            for call, result in zip(calls, results, strict=False)
        ]
        self.by_model.append(
            "model_step",
            {
                "step": self.used.steps,
                "request_sha256": self.request_sha256,
                "reply_sha256": self.reply_sha256,
                "model": reply.model[:200],
                "tokens_in": reply.tokens_in,
                "tokens_out": reply.tokens_out,
                "stop": reply.stop,
                "calls": done,
            },
        )

    # -------------------------------------------------------------------------------------------------------- 5 answer

    def _answer(self, results: Sequence[Result]) -> Answered | None:
        for result in results:
            if result.finished is not None:
                self._end("answered")
                return _answered(self.acting, "answered", result.finished, "", self.used)
            if result.nothing_found:
                self._end("nothing_found")
                return _nothing(self.asking, "", self.used)
        return None

    def _end(self, how: str) -> None:
        self.acting.append(
            "research_ended",
            {"outcome": how, "steps": self.used.steps, "tokens": self.used.tokens, "flags": list(self.used.flags)},
        )


# --------------------------------------------------------------------------------------------------------- 6 without it


def _fallback(acting: Acting, question: str, asking: Asking, why: str, used: _Used) -> Answered:
    asking.progress(Progress(used.steps, "extracts", "", why))
    finished = extract_answer(acting, asking.corpus, question, asking.answering)
    if finished is None:
        return _nothing(asking, why, used)
    return _answered(acting, "extracts", finished, why, used)


def _answered(acting: Acting, kind: Kind, finished: Finished, why: str, used: _Used) -> Answered:
    cited = {row.number for row in finished.cited}
    rows = tuple(row for row in chat_state(acting).rows if row.number in cited)
    return Answered(kind, finished.text, finished, why, rows, used.steps, used.tokens, tuple(used.flags))


def _nothing(asking: Asking, why: str, used: _Used) -> Answered:
    text = f"{say_in(asking.answering.language, 'nothing_found')}\n"
    return Answered("nothing_found", text, None, why, (), used.steps, used.tokens, tuple(used.flags))


# --------------------------------------------------------------------------------------------------------------- helpers


def _first(state: ChatState, question: str, asking: Asking) -> str:
    """The first turn: the question, the releases, and what the chat holds already, as JSON."""
    held = [
        {
            "release": each.release,
            "jurisdiction": each.jurisdiction,
            "as_of": each.as_of,
            "languages": sorted(each.by_language),
        }
        for each in asking.corpus.coverage()
    ]
    rows = [
        {"row": row.name, "reference": row.evidence.reference, "quote": row.evidence.quote[:300]}
        for row in state.citable()
        if row.evidence is not None
    ]
    value = {
        "question": question,
        "law_as_at": asking.answering.as_of or "each release's own date",
        "releases": held,
        "steps": asking.budget.steps,
        "rows_earned_before": rows,
        "opened_before": list(dict.fromkeys(each.reference for each in state.openings))[-20:],
    }
    return json.dumps(value, ensure_ascii=False)


def _go_on(code: str, **more: Any) -> str:
    told = {
        "empty": "Nothing was written. Call a tool; end with compose.",
        "repeated": "This very call was made before and gives the same. Do something else, or compose.",
        "ending": "The steps are nearly used up: compose now from the rows there are.",
        "too_many_calls": f"No more than {_CALLS} calls are done in a step. Call it again.",
    }[code]
    return json.dumps({"error" if code != "ending" else "note": code, "message": told, **more}, ensure_ascii=False)


def _too_many() -> Result:
    return Result(_go_on("too_many_calls"), "too_many_calls")


def _sound(reply: Reply) -> Reply:
    calls = tuple(
        ToolCall(sound_text(each.id) or f"call_{number}", sound_text(each.name), sound_text(each.arguments))
        for number, each in enumerate(reply.calls)
    )
    return replace(reply, text=sound_text(reply.text), calls=calls, model=sound_text(reply.model))


def _reply_json(reply: Reply) -> dict[str, Any]:
    calls = [{"id": each.id, "name": each.name, "arguments": each.arguments} for each in reply.calls]
    return {"text": reply.text, "calls": calls, "stop": reply.stop, "model": reply.model}


def as_json(answered: Answered, question: str, chat: str) -> dict[str, Any]:
    """What came of a question as JSON of the schema `pincite.answer/1`."""
    rows = [
        {
            "row": row.name,
            "reference": row.evidence.reference,
            "title": row.evidence.title,
            "quote": row.evidence.quote,
            "release": row.evidence.release,
            "as_of": row.evidence.as_of,
            "url": row.evidence.url,
            "findings": list(row.evidence.findings),
        }
        for row in answered.rows
        if row.evidence is not None
    ]
    return {
        "schema": SCHEMA,
        "notice": NOTICE,
        "chat": chat,
        "question": question,
        "outcome": answered.kind,
        "why": answered.why,
        "answer": answered.text,
        "rows": rows,
        "steps": answered.steps,
        "tokens": answered.tokens,
        "flags": list(answered.flags),
        "disclaimer": "Verified: each citation stands on a passage of the copy held, word for word, at this place. That the "
        "passage supports the sentence before it was not judged, and verified does not mean good law.",
    }
