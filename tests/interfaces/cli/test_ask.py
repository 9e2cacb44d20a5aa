"""`pincite ask` as a user types it: extracts without a model, an answer with one on this machine, and a chat gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.connectors.language_models.servers import anthropic_said, openai_said, said, serving

import pincite
from benchmarks import lying_writers
from pincite.interfaces.cli.main import main

QUESTION = "When must a keeper register a lantern?"
QUOTE = "A keeper shall register each lantern with the Registrar within 30 days"
PROPOSAL = {
    "reference": "hk/cap9001#s3",
    "quote": QUOTE,
    "line_of_enquiry": "time",
    "relevance": "direct",
    "reason": "It sets the time.",
}
STEPS: list[list[tuple[str, dict[str, Any]]]] = [
    [("search", {"words": "register lantern"})],
    [("open", {"reference": "hk/cap9001#s3"})],
    [("propose", PROPOSAL)],
    [("compose", {"text": "A keeper has 30 days [E1]."})],
]
KEY = "sk-secret-of-a-test"


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(lying_writers.releases(tmp_path_factory.mktemp("ask") / "specimen"))


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PINCITE_MODEL", "PINCITE_MODEL_URL", "PINCITE_MODEL_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_model_extracts_are_shown(releases: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", QUESTION, "--release", releases]) == 0
    out, err = capsys.readouterr()
    assert QUOTE in out
    assert "s. 3(1) of Cap. 9001" in out
    assert "No model is configured" in out
    assert "Nothing was kept" in err


def test_nothing_found_is_exit_status_1(releases: str) -> None:
    assert main(["ask", "What is the boiling point of tungsten?", "--release", releases, "--format", "json"]) == 1


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_model_on_a_server_answers_over_what_it_earned(
    provider: str, releases: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak = openai_said if provider == "openai" else anthropic_said
    monkeypatch.setenv("PINCITE_MODEL_KEY", KEY)
    monkeypatch.setenv("PINCITE_MODEL", f"{provider}:m")
    store, transcript = tmp_path / "chats.db", tmp_path / "transcript.jsonl"
    with serving(lambda *_: speak(calls=STEPS[len(server.bodies) - 1])) as server:
        monkeypatch.setenv("PINCITE_MODEL_URL", server.url)
        words = ["ask", QUESTION, "--release", releases, "--store", str(store), "--chat", "lanterns"]
        assert main([*words, "--transcript", str(transcript), "--format", "json"]) == 0
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert value["answer"].startswith("A keeper has 30 days (s. 3(1) of Cap. 9001).")
    assert (value["outcome"], value["steps"], value["chat"]) == ("answered", 4, "lanterns")
    assert "propose hk/cap9001#s3: ok" in err
    for text in (out, err, transcript.read_text("utf-8"), store.read_bytes().decode("latin-1")):
        assert KEY not in text
    assert KEY in json.dumps(server.headers[0])
    assert main(["chat", "verify", "lanterns", "--store", str(store)]) == 0
    assert main(["chat", "evidence", "lanterns", "--store", str(store)]) == 0
    assert "E1  hk/cap9001#s3_1" in capsys.readouterr().out


def test_a_run_that_broke_is_gone_on_with_by_the_same_command(
    releases: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [*(openai_said(calls=each) for each in STEPS[:3]), said({"error": {"message": "no credit"}}, 402), openai_said(calls=STEPS[3])]  # fmt: skip
    store = str(tmp_path / "chats.db")
    words = ["ask", "--release", releases, "--store", store, "--chat", "lanterns", "--model", "openai:m", "--quiet"]
    with serving(lambda *_: answers[len(server.bodies) - 1]) as server:
        monkeypatch.setenv("PINCITE_MODEL_URL", server.url)
        assert main([*words, QUESTION]) == 2
        assert "no credit" in capsys.readouterr().err
        assert main(words) == 0
    out = capsys.readouterr().out
    assert "A keeper has 30 days" in out
    assert f"hk/cap9001#s3_1: “{QUOTE}”" in out
    assert "was not judged" in out


@pytest.mark.parametrize(
    "words",
    [
        ["--chat", "x"],
        ["--model", "nobody:m"],
        ["--steps", "0"],
        ["--as-of", "yesterday"],
        ["--transcript", "."],
    ],
)
def test_what_cannot_be_used_is_bad_input(words: list[str], releases: str) -> None:
    assert main(["ask", QUESTION, "--release", releases, *words]) == 3


def test_no_question_and_no_chat_is_bad_input(releases: str) -> None:
    assert main(["ask", "--release", releases]) == 3


def test_from_python(releases: str) -> None:
    with pincite.open_releases([releases]) as corpus:
        answered = pincite.ask(QUESTION, corpus)
    assert answered.kind == "extracts"
    assert QUOTE in answered.text
