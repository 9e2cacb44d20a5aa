"""A call of a tool, from its arguments to its structured result.

Keeps true:
1. Arguments are checked against the schema that was offered; what is wrong is said with the next call, and what was given is
   not repeated in it.
2. A result is within the tool's budget and admits the error; nothing a caller gives raises.
3. The caller is whom the door knows (`Who`); no argument names a tenant, a file or an address.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from pincite import wiring
from pincite.errors import BadInput, CannotRun, PinciteError
from pincite.interfaces.mcp import chats, checking, reading
from pincite.interfaces.mcp.call import Call
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.interfaces.mcp.offered import Offered, offered_tools
from pincite.interfaces.mcp.paging import size
from pincite.workflows.research_tools import Toolbox, WrongCall, checked

if TYPE_CHECKING:
    from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["STAGES", "Outcome", "action_of", "done"]

log = logging.getLogger("pincite.mcp")

Progress = Callable[[int, str], None]
STAGES = 4
"""Stages of the longest tool, for progress."""

_VERBS: Mapping[str, Callable[[Call], dict[str, Any]]] = {
    "provision": reading.provision,
    "diff": reading.diff,
    "coverage": reading.coverage,
    "releases": reading.releases,
    "atoms": reading.atoms,
    "new_chat": chats.new_chat,
    "evidence": chats.evidence,
    "withdraw": chats.withdraw,
    "audit": chats.audit,
    "extract_citations": checking.extract,
    "parse_citation": checking.parse,
    "validate_citation": checking.validate,
    "verify_draft": checking.verify_draft,
    "quote": checking.quote,
    "make_receipt": chats.make_receipt,
    "verify_receipt": chats.verify_receipt,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The structured result of a call; an error when it has `error`."""

    value: Mapping[str, Any]

    @property
    def wrong(self) -> bool:
        """Whether the call failed, or was refused."""
        return "error" in self.value


def done(
    engine: Engine, who: Who, name: str, arguments: Mapping[str, Any] | None, progress: Progress = lambda *_: None
) -> Outcome:
    """Do a call of a tool that is offered."""
    offered = offered_tools(read_only=engine.read_only)[name]
    try:
        given = checked(offered.tool, json.dumps(arguments or {}))
        _allow(who, offered, given)
        # what is verified elsewhere is waited for, and no reader of the releases with it
        elsewhere = name == "verify_draft" and engine.verifier is not None
        with nullcontext() if elsewhere else engine.corpus() as corpus:
            call = Call(offered, given, cast("SqliteCorpus", corpus), engine, who, progress)
            value = _VERBS[name](call) if name in _VERBS else _researched(call)
    except WrongCall as wrong:
        value = wrong.value
    except PinciteError as error:
        value = _error(error, offered, str((arguments or {}).get("chat", ""))[:200])
    except Exception:
        log.exception("the tool %s failed", name)
        value = {
            "error": "internal",
            "message": "pincite failed at this call; nothing was concluded. Its log says where.",
        }
    value = _without_paths(engine, value) if "error" in value else value
    if size(value) > offered.budget:
        value = {
            "error": "too_long",
            "message": f"the result is longer than {offered.budget:,} characters",
            "do": "Ask for less: a smaller place, another page.",
        }
    return Outcome(value)


_ACTIONS = {"reads": "read", "appends": "append", "withdraws": "withdraw"}
_CHECKS = ("verify_draft", "audit")


def action_of(offered: Offered, given: Mapping[str, Any]) -> str:
    """What a call of a tool needs: read, check, append, withdraw."""
    if offered.name in _CHECKS and not given.get("chat"):
        return "check"
    return "read" if offered.chat == "may" and not given.get("chat") else _ACTIONS[offered.hints]


def _allow(who: Who, offered: Offered, given: Mapping[str, Any]) -> None:
    needed = action_of(offered, given)
    if who.actions is not None and needed not in who.actions:
        raise WrongCall("forbidden", f"{offered.name} is not yours to call: it needs «{needed}»")


def _without_paths(engine: Engine, value: dict[str, Any]) -> dict[str, Any]:
    """Where releases lie on this machine is nobody's business."""
    for release in engine.pool.releases:
        for key in ("message", "do"):
            if key in value:
                value[key] = value[key].replace(f" in {release.path}", "").replace(str(release.path), "its folder")
    return value


def _error(error: PinciteError, offered: Offered, chat: str) -> dict[str, Any]:
    cause = error.__cause__
    if isinstance(error, CannotRun) and type(cause).__module__.partition(".")[0] in ("sqlite3", "psycopg"):
        # it names paths, hosts and users of the machine
        log.error("a store failed: %s", type(cause).__name__)
        return {"error": error.code, "message": "a store of this server cannot be used now", "do": "Ask its operator."}
    value: dict[str, Any] = {"error": error.code, "message": str(error)[:600]}
    if error.remedy:
        value["do"] = error.remedy[:300]
    return _led_on(value, offered, chat) if isinstance(error, BadInput) else value


def _led_on(value: dict[str, Any], offered: Offered, chat: str) -> dict[str, Any]:
    """With the next call; advice about the command line is of no use here."""
    name, arguments = offered.name, dict.fromkeys(offered.tool.parameters["required"], "…")
    if "no chat" in value["message"]:
        name, arguments = "new_chat", {}
    elif "row" in arguments:
        name, arguments = "evidence", {"chat": chat}
    if chat and "chat" in arguments:
        arguments["chat"] = chat
    if name != offered.name and "`pincite " in value.get("do", ""):
        value["do"] = f"Call {name}."
    return {**value, "next": {"tool": name, "arguments": arguments}}


def _researched(call: Call) -> dict[str, Any]:
    """A tool of the research loop: it takes its own arguments, the chat and the date are those of the call."""
    base = call.offered.research
    assert base is not None, "tools that are not of the loop have a verb"
    given = dict(call.given)
    chat, as_of = given.get("chat", ""), given.pop("as_of", "")
    language = given.pop("language", "") if "language" not in base.parameters["properties"] else ""
    style = given.pop("style", "")
    answering = wiring.answering(call.corpus, language=language, style=style, as_of=as_of)
    toolbox = Toolbox(call.acting, call.corpus, answering, (call.offered.tool,))
    result = toolbox.call(call.name, json.dumps(given))
    value: dict[str, Any] = json.loads(result.text)
    if result.error == BadInput.code:
        value = _led_on(value, call.offered, chat)
    if result.finished is not None:
        value["answer"] = result.finished.text
        value["rows"] = [chats.row_json(row) for row in result.finished.cited if row.evidence is not None]
    carried = {key: item for key, item in (("chat", chat), ("as_of", as_of)) if item}
    if "as_of" not in call.offered.tool.parameters["properties"]:
        carried.pop("as_of", None)
    _carry(value, carried)
    return value


def _carry(value: Any, carried: Mapping[str, str]) -> None:
    """The next call is in the same chat, of the same date."""
    for each in value.values() if isinstance(value, dict) else ():
        if isinstance(each, dict) and isinstance(each.get("tool"), str):
            takes = offered_tools().get(each["tool"])
            known = takes.tool.parameters["properties"] if takes else {}
            each["arguments"] = {**each.get("arguments", {}), **{k: v for k, v in carried.items() if k in known}}
        _carry(each, carried)
