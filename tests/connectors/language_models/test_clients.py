"""The clients against servers that speak their protocols: what is sent, what is read, what goes wrong, and the key."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.connectors.language_models.servers import anthropic_said, openai_said, said, serving

from pincite import settings, wiring
from pincite.connectors.language_models import transport
from pincite.connectors.language_models.choose import model_client
from pincite.connectors.language_models.transport import Secret, Transport
from pincite.errors import BadInput
from pincite.judging.language_model import LanguageModel, Message, ModelFailed, Reply, Request, Tool, ToolCall

KEY = "sk-very-secret-0123456789"
TOOL = Tool(
    "open", "Open a place.", {"type": "object", "properties": {"reference": {"type": "string"}}, "required": []}
)
TALK = (
    Message("user", "When?"),
    Message("assistant", "I look.", (ToolCall("c1", "open", '{"reference": "hk/cap1"}'), ToolCall("c2", "open", "{}"))),
    Message("tool", '{"text": "…"}', call_id="c1"),
    Message("tool", '{"error": "x"}', call_id="c2"),
)
SCHEMA = {"type": "object", "properties": {"supported": {"type": "boolean"}}, "required": ["supported"]}


def client(name: str, url: str, key: str = KEY, seconds: float = 5) -> LanguageModel:
    made = model_client(name, url=url, key=Secret(key), seconds=seconds)
    made.transport.pause = lambda _: None  # type: ignore[attr-defined]
    return made


def ollama_said(text: str = "", calls: list[tuple[str, dict[str, Any]]] | None = None) -> Any:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [{"function": {"name": name, "arguments": arguments}} for name, arguments in calls]
    return said(
        {"model": "served", "message": message, "done_reason": "stop", "prompt_eval_count": 11, "eval_count": 7}
    )


ANSWERS: dict[str, Callable[..., Any]] = {"openai": openai_said, "anthropic": anthropic_said, "ollama": ollama_said}


@pytest.mark.parametrize("provider", ANSWERS)
def test_a_conversation_with_tools_goes_out_and_comes_back(provider: str) -> None:
    with serving(lambda *_: ANSWERS[provider](calls=[("open", {"reference": "hk/cap9#s2"})])) as server:
        reply = client(f"{provider}:m", server.url).complete(Request("Be exact.", TALK, (TOOL,)))
    assert [(each.name, json.loads(each.arguments)) for each in reply.calls] == [("open", {"reference": "hk/cap9#s2"})]
    assert (reply.stop, reply.model, reply.tokens_out) == ("tools", "served", 7)
    assert reply.tokens_in in (11, 14)
    shown = json.dumps(server.bodies[0])
    assert server.bodies[0]["model"] == "m"
    for part in ("Be exact.", "When?", "I look.", "hk/cap1", "Open a place."):
        assert part in shown
    assert KEY not in shown


@pytest.mark.parametrize("provider", ANSWERS)
def test_free_text_comes_back_as_it_is(provider: str) -> None:
    with serving(lambda *_: ANSWERS[provider]("Within 30 days, 燈籠.")) as server:
        reply = client(f"{provider}:m", server.url).complete(Request("", [Message("user", "When?")]))
    assert (reply.text, reply.calls, reply.stop) == ("Within 30 days, 燈籠.", (), "end")
    assert "tools" not in server.bodies[0]


def test_a_schema_is_asked_for_in_each_protocol() -> None:
    asked = Request("", [Message("user", "Is it?")], schema=SCHEMA)
    with serving(lambda *_: openai_said('{"supported": true}')) as server:
        assert client("openai:m", server.url).complete(asked).text == '{"supported": true}'
        assert server.bodies[0]["response_format"]["json_schema"]["schema"] == SCHEMA
    with serving(lambda *_: anthropic_said(calls=[("answer", {"supported": True})])) as server:
        reply = client("anthropic:m", server.url).complete(asked)
        assert (json.loads(reply.text), reply.calls, reply.stop) == ({"supported": True}, (), "end")
        assert server.bodies[0]["tool_choice"] == {"type": "tool", "name": "answer"}
    with serving(lambda *_: ollama_said('{"supported": true}')) as server:
        assert client("ollama:m", server.url).complete(asked).text == '{"supported": true}'
        assert server.bodies[0]["format"] == SCHEMA


def test_anthropic_gets_the_results_of_one_step_as_one_turn() -> None:
    with serving(lambda *_: anthropic_said("Done.")) as server:
        client("anthropic:m", server.url).complete(Request("s", TALK, (TOOL,)))
    turns = server.bodies[0]["messages"]
    assert [each["role"] for each in turns] == ["user", "assistant", "user"]
    assert [part["tool_use_id"] for part in turns[2]["content"]] == ["c1", "c2"]
    assert server.headers[0]["anthropic-version"]
    assert server.headers[0]["x-api-key"] == KEY


def test_ollama_is_given_a_context_that_holds_the_conversation() -> None:
    with serving(lambda *_: ollama_said("Done.")) as server:
        for text in ("short", "法" * 20_000):
            client("ollama:m", server.url).complete(Request("s", [Message("user", text)]))
    small, large = (each["options"]["num_ctx"] for each in server.bodies)
    assert small < 20_000 < large


@pytest.mark.parametrize("provider", ANSWERS)
@pytest.mark.parametrize(
    "answer",
    [
        said({}),
        said([]),
        said({"choices": [{"message": 3}], "content": "x", "message": {"tool_calls": [{"function": 5}]}}),
        (200, {}, b"<html>not a model</html>"),
        (200, {}, b""),
    ],
)
def test_an_answer_of_no_known_form_is_a_failure_and_no_answer(provider: str, answer: Any) -> None:
    with serving(lambda *_: answer) as server, pytest.raises(ModelFailed, match="model's server"):
        client(f"{provider}:m", server.url).complete(Request("", [Message("user", "?")]))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_tried_once_more(status: int) -> None:
    answers = [said({"error": "busy"}, status, retry_after="3"), openai_said("Now.")]
    with serving(lambda *_: answers[len(server.bodies) - 1]) as server:
        waited: list[float] = []
        model = client("openai:m", server.url)
        model.transport.pause = waited.append  # type: ignore[attr-defined]
        assert model.complete(Request("", [Message("user", "?")])).text == "Now."
    assert waited == [3.0]


def test_a_server_that_stays_busy_is_tried_twice_and_no_more() -> None:
    with serving(lambda *_: said({}, 503)) as server:
        with pytest.raises(ModelFailed, match="busy or broken"):
            client("openai:m", server.url).complete(Request("", [Message("user", "?")]))
        assert len(server.bodies) == 2


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(ModelFailed, match=r"127\.0\.0\.1:9 cannot be reached"):
        client("ollama:m", "http://127.0.0.1:9").complete(Request("", [Message("user", "?")]))


def test_a_model_that_takes_too_long_is_given_up_and_not_asked_again() -> None:
    gate = threading.Event()

    def slow(*_: Any) -> Any:
        gate.wait(5)
        return openai_said("late")

    with serving(slow) as server:
        with pytest.raises(ModelFailed, match="did not answer within"):
            client("openai:m", server.url).complete(Request("", [Message("user", "?")], seconds=0.2))
        gate.set()
        assert len(server.bodies) == 1


def test_attack_an_endless_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LARGEST", 1000)
    with serving(lambda *_: openai_said("x" * 5000)) as server, pytest.raises(ModelFailed, match="more than"):
        client("openai:m", server.url).complete(Request("", [Message("user", "?")]))


def test_attack_a_redirect_does_not_carry_the_key_elsewhere() -> None:
    with serving(lambda *_: openai_said("got it")) as other:
        with (
            serving(lambda *_: (307, {"location": other.url}, b"")) as server,
            pytest.raises(ModelFailed, match="HTTP 307"),
        ):
            client("openai:m", server.url).complete(Request("", [Message("user", "?")]))
        assert other.bodies == []


def test_attack_a_server_that_repeats_the_key_does_not_show_it() -> None:
    with (
        serving(lambda *_: said({"error": {"message": f"bad key {KEY}\x1b[2J"}}, 401)) as server,
        pytest.raises(ModelFailed) as caught,
    ):
        client("openai:m", server.url).complete(Request("", [Message("user", "?")]))
    assert KEY not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert "PINCITE_MODEL_KEY" in caught.value.remedy


def test_attack_lone_surrogates_of_a_model_become_marks() -> None:
    with serving(lambda *_: (200, {}, openai_said("x")[2].replace(b'"x"', b'"\\ud800"'))) as server:
        reply: Reply = client("openai:m", server.url).complete(Request("", [Message("user", "?")]))
    assert reply.text == "\ufffd"


def test_the_key_is_shown_nowhere() -> None:
    for provider in ANSWERS:
        made = client(f"{provider}:m", "https://models.example/v1")
        assert KEY not in repr(made)
        assert KEY not in str(Secret(KEY))


def test_a_key_does_not_travel_unencrypted_to_another_machine() -> None:
    with pytest.raises(BadInput, match="unencrypted"):
        Transport("http://models.example/v1", {}, ("Authorization", "Bearer "), Secret(KEY))
    Transport("http://models.example/v1", {}, ("Authorization", "Bearer "), Secret(""))
    Transport("http://localhost:1234/v1", {}, ("Authorization", "Bearer "), Secret(KEY))


@pytest.mark.parametrize(
    "url", ["", "models.example", "ftp://x.example", "https://user:pw@x.example/v1", "https://x.example/?k=1"]
)
def test_an_address_that_is_none_is_bad_input(url: str) -> None:
    with pytest.raises(BadInput):
        Transport(url, {}, ("Authorization", ""), Secret(""))


@pytest.mark.parametrize("name", ["gpt", "openai:", "nobody:x", ":x"])
def test_a_name_that_is_no_model_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput, match="names no language model"):
        model_client(name)


def test_the_environment_chooses_the_model_and_a_key_goes_to_its_own_provider_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PINCITE_MODEL", "PINCITE_MODEL_URL", "PINCITE_MODEL_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert wiring.language_model() is None
    assert wiring.language_model("none") is None
    assert settings.model_key("openai") == KEY
    assert settings.model_key("anthropic") == settings.model_key("ollama") == ""
    monkeypatch.setenv("PINCITE_MODEL_URL", "https://elsewhere.example/v1")
    assert settings.model_key("openai") == ""
    monkeypatch.setenv("PINCITE_MODEL_KEY", "other")
    assert settings.model_key("openai") == "other"
    monkeypatch.setenv("PINCITE_MODEL", "openai:m")
    made = wiring.language_model()
    assert made is not None
    assert made.name == "openai:m"


def test_a_request_is_told_by_its_digest_and_not_by_its_patience() -> None:
    one = Request("s", TALK, (TOOL,))
    assert one.sha256 == Request("s", TALK, (TOOL,), seconds=9).sha256
    assert one.sha256 != Request("t", TALK, (TOOL,)).sha256
    with pytest.raises(ValueError, match="not both"):
        Request("s", TALK, (TOOL,), schema=SCHEMA)
