"""A writer and a gate in LangGraph: a draft reaches its reader when every citation passes, or it is handed over as BLOCKED.

The graph: write -> check -> (clear) end, or (blocked, rounds left) write again with the findings, or (blocked) end. The gate is code; the
writer is told what is wrong, never a score, and nothing it answers can change the verdict.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypedDict

try:
    from langgraph.graph import END, START, StateGraph
except ImportError as error:
    sys.exit(f"This example needs what is not installed ({error.name}): pip install 'pincite[examples]'")

import pincite

ROUNDS = 3
INSTRUCTION = (
    "Write a short note that answers the question. Cite law only as it was given to you or as you know it exists."
)


class State(TypedDict, total=False):
    """What goes through the graph. `verdict` is the gate's (pincite.check/1)."""

    question: str
    draft: str
    rounds: int
    verdict: dict[str, Any]


def prompt_of(state: State) -> str:
    """The words for the model: the question, and from the second round on its own draft with what is wrong in it."""
    parts = [INSTRUCTION, f"Question: {state['question']}"]
    if "verdict" in state:
        findings = "\n".join(
            f"- {each['citation']}: {each['detail']} {each['evidence'] and 'The source says: ' + each['evidence']} {each['action']}"
            for each in state["verdict"]["findings"]
            if each["status"] == "FAIL"
        )
        parts += [f"Your draft:\n{state['draft']}", f"Mend this and change nothing else:\n{findings}"]
    return "\n\n".join(parts)


def graph(ask: Callable[[str], str], corpus: Any) -> Any:
    """The compiled graph. `ask` puts words to a model and gives its answer; `corpus` is of `pincite.open_releases`."""

    def write(state: State) -> State:
        return {"draft": ask(prompt_of(state)), "rounds": state.get("rounds", 0) + 1}

    def check(state: State) -> State:
        return {"verdict": pincite.worklist(pincite.verify_text(state["draft"], corpus))}

    def after(state: State) -> str:
        return END if state["verdict"]["pass"] or state["rounds"] >= ROUNDS else "write"

    made = StateGraph(State)
    made.add_node("write", write)
    made.add_node("check", check)
    made.add_edge(START, "write")
    made.add_edge("write", "check")
    made.add_conditional_edges("check", after, ["write", END])
    return made.compile()


def handed_over(state: State) -> str:
    """What the reader is given: the draft, or why there is none."""
    if state["verdict"]["pass"]:
        return state["draft"]
    open_ = [
        f"- {each['citation']}: {each['detail']}" for each in state["verdict"]["findings"] if each["status"] == "FAIL"
    ]
    return "\n".join(["BLOCKED: the draft is not verified and is not handed over. A person must see:", *open_])


def main(question: str) -> None:
    """Answer one question with the model of PINCITE_MODEL and the releases of PINCITE_RELEASES."""
    from pincite import settings, wiring
    from pincite.judging.language_model import Message, Request

    model = wiring.language_model(settings.model())
    if model is None:
        sys.exit("Name a model in PINCITE_MODEL: ollama:NAME, openai:NAME or anthropic:NAME.")
    with pincite.open_releases() as corpus:
        made = graph(lambda words: model.complete(Request("", [Message("user", words)])).text, corpus)
        print(handed_over(made.invoke({"question": question})))


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
