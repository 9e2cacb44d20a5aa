"""The hook holds back what is BLOCKED, lets persons decide, and never takes «could not be checked» for «verified»."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from tests.plugins.saying import MISSING, PLUGIN, RIGHT, WRONG, shell

from pincite.errors import BadInput
from pincite.gate.acts import sign_act
from pincite.interfaces.cli.gate import read_stored
from pincite.interfaces.cli.hook_event import outgoing, read_event
from pincite.interfaces.cli.main import main
from pincite.storage.gate_folder import add_note, notes_beside
from pincite.transparency.note import Signer
from pincite.workflows.decide_delivery import act_on

MARKER = "(citation not verified / content mismatch — manual review required)"


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, releases: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Asks the hook of an event in the folder of the test; gives its answer, None where it has none."""
    monkeypatch.setenv("PINCITE_RELEASES", releases)

    def asked(name: str, /, **event: Any) -> Any:
        given = {"hook_event_name": name, "cwd": str(tmp_path), "session_id": "s", **event}
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(given)))
        capsys.readouterr()
        assert main(["hook"]) == 0
        said = capsys.readouterr().out
        return json.loads(said) if said else None

    return asked


def write(path: Path, content: str) -> dict[str, Any]:
    return {"tool_name": "Write", "tool_input": {"file_path": str(path), "content": content}}


def denied(answer: Any) -> str:
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    return str(answer["hookSpecificOutput"]["permissionDecisionReason"])


def test_a_blocked_draft_is_not_written_where_it_would_go_out(ask: Any, tmp_path: Path) -> None:
    reason = denied(ask("PreToolUse", **write(tmp_path / "final" / "memo.md", WRONG)))
    assert "quote_refused" in reason
    assert "Quote the source" in reason
    assert ask("PreToolUse", **write(tmp_path / "final" / "memo.md", RIGHT)) is None
    assert ask("PreToolUse", **write(tmp_path / "drafts" / "memo.md", WRONG)) is None
    assert ask("PreToolUse", **write(tmp_path / "final" / "tool.py", WRONG)) is None


def test_an_edit_is_judged_by_what_it_would_leave(ask: Any, tmp_path: Path) -> None:
    path = tmp_path / "outbox" / "memo.md"
    path.parent.mkdir()
    path.write_text(RIGHT, "utf-8")
    edit = {"file_path": str(path), "old_string": "30 days", "new_string": "60 days"}
    assert "quote_refused" in denied(ask("PreToolUse", tool_name="Edit", tool_input=edit))
    several = {
        "file_path": str(path),
        "edits": [{"old_string": "30", "new_string": "60"}, {"old_string": "60", "new_string": "30"}],
    }
    assert ask("PreToolUse", tool_name="MultiEdit", tool_input=several) is None
    nothing = {"file_path": str(path), "old_string": "no such words", "new_string": "60 days"}
    assert ask("PreToolUse", tool_name="Edit", tool_input=nothing) is None


@pytest.mark.parametrize("name", ["../final/memo.md", "link/memo.md", "x/../final/./memo.md"])
def test_attack_another_name_of_the_folder_is_the_folder(ask: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "final").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "final")
    given = tmp_path / "drafts" / name if name.startswith("..") else tmp_path / name
    denied(ask("PreToolUse", **write(given, WRONG)))


def test_a_message_sent_by_a_tool_is_checked_with_all_its_words(ask: Any) -> None:
    def sent(text: str) -> Any:
        given = {"to": ["a@client.example"], "body": {"parts": [{"text": text}]}}
        return ask("PreToolUse", tool_name="mcp__mail__send_message", tool_input=given)

    assert "not_found" in denied(sent(MISSING))
    assert sent(RIGHT) is None
    assert sent("Dear Ben, the meeting is at ten o'clock.") is None


def test_the_last_message_is_held_back_once_and_then_the_person_is_told(ask: Any) -> None:
    first = ask("Stop", last_assistant_message=MISSING, stop_hook_active=False)
    assert first["decision"] == "block"
    assert "not_found" in first["reason"]
    again = ask("Stop", last_assistant_message=MISSING, stop_hook_active=True)
    assert "decision" not in again
    assert again["systemMessage"].startswith("pincite: BLOCKED")
    assert ask("Stop", last_assistant_message=RIGHT) is None
    assert ask("Stop", last_assistant_message="The tests pass.") is None


def test_what_an_agent_cannot_mend_is_told_to_the_person_at_once(ask: Any, tmp_path: Path) -> None:
    unjudged = "A keeper must know the rules of lanterns well (Cap. 9001, s. 3(1)).\n"
    answer = ask("Stop", last_assistant_message=unjudged)
    assert "decision" not in answer
    assert "content_not_judged" in answer["systemMessage"]
    # as a draft it is the gate that decides, and what was found wrong stands first
    reason = denied(ask("PreToolUse", **write(tmp_path / "final" / "memo.md", unjudged + "\n" + MISSING)))
    assert reason.index("not_found") < reason.index("content_not_judged")


def test_a_citation_that_bears_the_marker_tells_its_reader_and_another_beside_it_does_not(ask: Any) -> None:
    told = MISSING.replace("[12].", f"[12] {MARKER}.")
    assert ask("Stop", last_assistant_message=told) is None
    assert ask("Stop", last_assistant_message=f"{told}\n{MISSING}")["decision"] == "block"


def test_attack_a_marker_lets_no_file_out(ask: Any, tmp_path: Path) -> None:
    told = MISSING.replace("[12].", f"[12] {MARKER}.")
    denied(ask("PreToolUse", **write(tmp_path / "final" / "memo.md", told)))


def test_attack_a_draft_brought_there_by_another_way_is_found_at_the_end(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "final" / "deep").mkdir(parents=True)
    (tmp_path / "final" / "deep" / "memo.md").write_text(WRONG, "utf-8")
    answer = ask("Stop", last_assistant_message="Done.")
    assert answer["decision"] == "block"
    assert "final/deep/memo.md:1:" in answer["reason"]


def test_a_draft_that_cannot_be_read_is_not_verified(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "final").mkdir()
    (tmp_path / "final" / "memo.docx").write_bytes(b"PK\x03\x04")
    assert "could not be read" in ask("Stop", last_assistant_message="Done.")["reason"]


@pytest.mark.parametrize("name", ["memo.rtf", "memo.doc", "memo.tex", "memo.eml", "memo", "memo.DOCM"])
def test_attack_another_ending_lets_no_draft_out(ask: Any, tmp_path: Path, name: str) -> None:
    denied(ask("PreToolUse", **write(tmp_path / "final" / name, WRONG)))
    (tmp_path / "final").mkdir()
    (tmp_path / "final" / name).write_text(WRONG, "utf-8")
    assert ask("Stop", last_assistant_message="Done.")["decision"] == "block"


def test_what_persons_released_goes_and_a_note_of_the_agents_own_releases_nothing(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, releases: str
) -> None:
    anna, ben, agent = (
        Signer(f"firm.example/{each}", Ed25519PrivateKey.generate()) for each in ("anna", "ben", "agent")
    )
    persons = tmp_path / "persons.txt"
    persons.write_text("\n".join(each.verifier.vkey for each in (anna, ben)), "utf-8")
    monkeypatch.setenv("PINCITE_PERSONS", str(persons))
    path = tmp_path / "final" / "memo.md"
    path.parent.mkdir()
    path.write_text(WRONG, "utf-8")
    assert main(["verify", str(path), "--release", releases, "--out", str(tmp_path / "audit")]) == 1
    (report,) = (tmp_path / "audit").glob("*/citation-verify.json")

    def approved(signer: Signer) -> None:
        notes = notes_beside(report)
        act = act_on(read_stored(report), "approve", notes, reason="read", on="2026-11-30")
        add_note(report, act.way, sign_act(act, signer), after=len(notes))

    approved(anna)
    approved(agent)
    assert ask("Stop", last_assistant_message="Done.")["decision"] == "block"
    for note in (report.parent / "gate").glob("*.note"):
        note.unlink()
    approved(anna)
    approved(ben)
    assert ask("Stop", last_assistant_message="Done.") is None
    path.write_text(WRONG + "More.\n", "utf-8")
    assert ask("Stop", last_assistant_message="Done.")["decision"] == "block"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"hook_event_name": 3}', "[" * 100_000])
def test_what_is_no_event_is_held_back(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["hook"]) == 2
    assert "not verified" in capsys.readouterr().err


def test_without_releases_a_text_with_citations_is_held_back(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_RELEASES", str(tmp_path / "none"))
    assert "could not check" in ask("Stop", last_assistant_message=RIGHT)["reason"]
    event = {"hook_event_name": "PreToolUse", "cwd": str(tmp_path), **write(tmp_path / "final" / "memo.md", RIGHT)}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))
    assert main(["hook"]) == 2


def test_the_last_words_are_read_from_a_transcript_where_the_host_does_not_give_them(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    lines = [
        {"type": "user", "message": {"content": "hello"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "first"}, {"type": "tool_use"}]}},
        {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "x"}]}},
    ]
    path.write_text("\n".join([*map(json.dumps, lines), "{broken"]), "utf-8")
    assert read_event(json.dumps({"hook_event_name": "Stop", "transcript_path": str(path)})).message == "first"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["hook_event_name", "cwd", "tool_name", "tool_input", "transcript_path"]), JSON))
def test_any_event_is_read_or_refused_in_words(event: dict[str, Any]) -> None:
    try:
        read = read_event(json.dumps(event))
    except BadInput:
        return
    assert all(isinstance(each.data, bytes) for each in outgoing(read, ("final",)))


def test_the_script_of_the_plugin_asks_the_hook(tmp_path: Path, programs: Path, releases: str) -> None:
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_bytes())["hooks"]
    (group,) = hooks["Stop"]
    (handler,) = group["hooks"]
    event = {"hook_event_name": "Stop", "cwd": str(tmp_path), "last_assistant_message": MISSING}
    done = shell(
        handler["command"],
        tmp_path,
        programs,
        json.dumps(event),
        CLAUDE_PLUGIN_ROOT=str(PLUGIN),
        PINCITE_RELEASES=releases,
    )
    assert (done.returncode, json.loads(done.stdout)["decision"]) == (0, "block"), done.stderr


@pytest.mark.parametrize(
    ("event", "status"),
    [
        ({"hook_event_name": "Stop", "last_assistant_message": "x"}, 2),
        ({"hook_event_name": "Stop", "stop_hook_active": True}, 0),
        ({"hook_event_name": "PreToolUse", **write(Path("/w/final/a.md"), "x")}, 2),
        ({"hook_event_name": "PreToolUse", **write(Path("/w/src/a.md"), "x")}, 0),
        ({"hook_event_name": "PreToolUse", "tool_name": "mcp__mail__send"}, 2),
    ],
)
def test_attack_without_the_command_nothing_is_let_out(tmp_path: Path, event: dict[str, Any], status: int) -> None:
    (group,) = json.loads((PLUGIN / "hooks" / "hooks.json").read_bytes())["hooks"]["PreToolUse"]
    command = group["hooks"][0]["command"]
    done = shell(command, tmp_path, None, json.dumps(event), CLAUDE_PLUGIN_ROOT=str(PLUGIN))
    assert done.returncode == status
    if event.get("stop_hook_active"):
        assert "NOT verified" in json.loads(done.stdout)["systemMessage"]


def test_the_matcher_meets_tools_that_write_or_send_and_not_those_that_read() -> None:
    (group,) = json.loads((PLUGIN / "hooks" / "hooks.json").read_bytes())["hooks"]["PreToolUse"]
    for tool in (
        "Write",
        "Edit",
        "MultiEdit",
        "mcp__gmail__send_email",
        "mcp__slack__post_message",
        "mcp__dms__upload_document",
    ):
        assert re.fullmatch(group["matcher"], tool)
    for tool in ("Read", "Bash", "mcp__pincite__verify_draft", "mcp__pincite__open", "mcp__drive__list"):
        assert not re.fullmatch(group["matcher"], tool)
