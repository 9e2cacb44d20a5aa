"""The tools of chats, answers and receipts. Each calls one workflow; none signs anything, and none decides at the gate."""

from __future__ import annotations

from typing import Any

from pincite import wiring
from pincite.answers.evidence import AnswerRow
from pincite.corpus.notice import NOTICE
from pincite.errors import BadInput, CannotRun
from pincite.interfaces.mcp.call import Call, filled
from pincite.interfaces.mcp.paging import bounded, page
from pincite.transparency.receipt import verify_receipt as check_receipt
from pincite.workflows.audit_answer import as_json as audit_json
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import chat_state, not_kept, row_number
from pincite.workflows.chat import new_chat as begin
from pincite.workflows.chat import withdraw as take_back
from pincite.workflows.make_receipt import make_receipt as receipt_of
from pincite.workflows.research_tools import WrongCall

__all__ = ["audit", "evidence", "make_receipt", "new_chat", "row_json", "verify_receipt", "withdraw"]

LONGEST_AUDITED = 20_000
LONGEST_RECEIPT = 200_000


def new_chat(call: Call) -> dict[str, Any]:
    """Begin a chat."""
    acting = call.engine.acting(call.who, not_kept(call.given.get("name", "").strip()[:100]))
    begin(acting, call.given.get("title", "")[:300])
    lasts = "as long as the ledger" if call.engine.lasting else "as long as this server: it was started without --store"
    return {
        "chat": acting.chat.chat,
        "lasts": lasts,
        "next": {"tool": "search", "arguments": {"words": "…"}},
    }


def evidence(call: Call) -> dict[str, Any]:
    """The rows that an answer may cite."""
    rows = [
        filled(
            row=row.name,
            reference=held.reference,
            id=f"{held.expression}#{held.block}",
            release=held.release,
            as_of=held.as_of,
            title=held.title[:100],
            quote=held.quote[:600],
            reason=held.reason[:200],
            relevance=held.relevance,
            findings=list(held.findings),
        )
        for row in chat_state(call.chat).citable()
        if (held := row.evidence) is not None
    ]
    return page({"notice": NOTICE}, "rows", rows, call.given, tool=call.name, budget=call.budget)


def withdraw(call: Call) -> dict[str, Any]:
    """Withdraw a row."""
    row = take_back(call.chat, row_number(call.given["row"]), call.given["reason"][:500])
    return {"row": row.name, "status": "withdrawn"}


def audit(call: Call) -> dict[str, Any]:
    """A finished text, audited."""
    given = call.given
    text = given["text"]
    if len(text) > LONGEST_AUDITED:
        raise BadInput(
            f"the text has {len(text):,} characters",
            remedy=f"Audit {LONGEST_AUDITED:,} at a time, or use `pincite audit`.",
        )
    acting = call.acting
    answering = wiring.answering(call.corpus, language=given.get("language", ""), as_of=given.get("as_of", ""))
    call.progress(1, "auditing")
    finished = audit_answer(text, answering, at=acting.at if acting else wiring.now(), acting=acting)
    found = audit_json(text, finished)
    changes = found.pop("changes")
    del found["schema"], found["rows"]
    rows = [row_json(row) for row in finished.cited if row.evidence is not None]
    head = {"notice": NOTICE, **found, "rows": rows[:60], "rows_left_out": max(0, len(rows) - 60)}
    # an audit is not done again for the rest of its account: in a chat it would be recorded again
    return bounded(head, "changes", changes, budget=call.budget)


def row_json(row: AnswerRow) -> dict[str, Any]:
    """A row that an answer cites, without its words."""
    held = row.evidence
    assert held is not None, "it was not erased"
    return {
        "row": row.name,
        "reference": held.reference,
        "id": f"{held.expression}#{held.block}",
        "release": held.release,
        "as_of": held.as_of,
    }


def make_receipt(call: Call) -> dict[str, Any]:
    """The receipt of a quote."""
    given = call.given
    made = receipt_of(
        call.corpus,
        given["reference"][:300],
        given["quote"],
        proofs=call.engine.proofs(call.corpus),
        language=given.get("language", ""),
        as_of=given.get("as_of", ""),
    )
    receipt = made.to_bytes().decode()
    shown = {
        "notice": NOTICE,
        "id": f"{made.leaf['expression']}#{made.leaf['eid']}",
        "release": f"{call.corpus.find_work(given['reference']).release}",  # type: ignore[union-attr]  # (it was found)
        "as_of": made.as_of,
        "char_start": made.char_start,
        "char_end": made.char_end,
        "receipt": receipt,
    }
    if len(receipt) > call.budget - 2_000:
        raise WrongCall(
            "too_long",
            f"the receipt holds its whole block and has {len(receipt):,} characters; `pincite receipt make` writes it to a file",
            {"tool": "quote"},
        )
    return shown


def verify_receipt(call: Call) -> dict[str, Any]:
    """A receipt, verified."""
    receipt = call.given["receipt"]
    if len(receipt) > LONGEST_RECEIPT:
        raise BadInput(
            f"the receipt has {len(receipt):,} characters", remedy=f"A receipt has {LONGEST_RECEIPT:,} at most."
        )
    if call.engine.policy is None:
        raise CannotRun(
            "this server was not told whose signatures to trust, so nothing can be verified",
            remedy="Its operator sets PINCITE_POLICY or gives --policy; or verify it by `pincite receipt verify`.",
        )
    check = check_receipt(receipt.encode(), call.engine.policy)
    signed = check.signed if check.ok else None
    return filled(
        notice=NOTICE,
        ok=check.ok,
        steps=[{"number": s.number, "name": s.name, "ok": s.ok, "said": s.said[:300]} for s in check.steps],
        quote=check.receipt.quote[:1500] if check.ok and check.receipt else "",
        id=f"{check.receipt.leaf['expression']}#{check.receipt.leaf['eid']}" if check.ok and check.receipt else "",
        release=signed.release if signed else "",
        as_of=check.receipt.as_of if check.ok and check.receipt else "",
        signed_by=signed.origin if signed else "",
    )
