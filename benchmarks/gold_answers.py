"""The labelled answers, through composing and auditing as their users run them.

Keeps true: the chat is built with the public workflows (a row that the label says is withdrawn was accepted and withdrawn); the text
goes to `compose` first, which must refuse it; what `audit` makes of each citation written by hand is the prediction.

An outcome as a verdict: standing on a row or supported is MATCH, corrected is PARTIAL, a quotation refused or a claim the verifier denies is
MISMATCH, every other label is UNVERIFIED. Placeholders and addresses have no label in the set and are counted apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite import wiring
from pincite.answers.account import LABELLED, Change
from pincite.answers.ports import Abstains, Opinion, Verifier
from pincite.citations.mention import Mention
from pincite.identity.reference import Reference
from pincite.ledger.memory import MemoryLedger
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import Acting, new_chat, open_in_chat, withdraw
from pincite.workflows.compose_answer import compose_answer
from pincite.workflows.propose import Accepted, Proposal, propose

Row = dict[str, Any]
UNSCORED = ("placeholder", "url", "link", "references", "name")
ABSENT = {"not_found": "not_found", "outside_coverage": "outside", "place_absent": "found"}
STATUS = {
    "in_ledger": "MATCH",
    "quote_grounded": "MATCH",
    "verifier_supported": "MATCH",
    "named": "MATCH",
    "pinpoint_corrected": "PARTIAL",
    "quote_refused": "MISMATCH",
}


class LabelledClaims:
    """A verifier that answers with the labels of an answer: supported, not supported, or nothing where there is no label."""

    def __init__(self, labels: list[Row]) -> None:
        self.support = {row["reference"]: row["support"] for row in labels}

    def __call__(self, claim: str, reference: Reference, text: str) -> Opinion:  # noqa: ARG002 (the port)
        """What the label of the place says."""
        said = self.support.get(str(reference), "")
        if said == "SUPPORTED":
            return "supported"
        return "not_supported" if said in ("CONTRADICTED", "UNSUPPORTED") else "abstains"


def _mentions(text: str) -> Sequence[Mention]:
    return wiring.extractor().extract(text).mentions


def chat_of(evidence: Row, corpus: SqliteCorpus) -> tuple[Acting, list[str]]:
    """The chat of an answer, and the rows that the workflows did not accept as the label has them."""
    acting = wiring.acting(MemoryLedger(), evidence["chat"])
    new_chat(acting)
    faults: list[str] = []
    number = 0
    for row in evidence["rows"]:
        if row["chat"] != evidence["chat"] or row["state"] == "foreign_chat":
            continue  # of another chat: here it is a number that nothing stands behind
        reference = row["reference"]
        open_in_chat(
            acting,
            corpus,
            reference,
            extract=_mentions,
            url=wiring.official_url,
            language=row["lang"],
        )
        outcome = propose(
            acting,
            corpus,
            Proposal(reference, row["quote"], "the question of the answer", row["relevance"], "labelled"),
            extract=_mentions,
            url=wiring.official_url,
        )
        number += 1
        if not isinstance(outcome, Accepted):
            faults.append(f"{row['row']}: {outcome.code}")
            continue
        if f"E{outcome.number}" != row["row"] or outcome.evidence.reference != reference:
            faults.append(f"{row['row']} became E{outcome.number} {outcome.evidence.reference}")
        if row["state"] == "withdrawn":
            withdraw(acting, outcome.number, "labelled as withdrawn")
    return acting, faults


def verdict(change: Change) -> Row:
    """The prediction that an outcome is."""
    status = STATUS.get(change.outcome, "UNVERIFIED")
    if change.code == "not_supported":
        status = "MISMATCH"
    exists = ABSENT.get(change.code, "not_found" if change.outcome == "label_not_found" else "found")
    pinpoint = None
    if exists == "found":
        moved, absent = change.outcome == "pinpoint_corrected", change.code == "place_absent"
        pinpoint = "wrong" if moved else "absent" if absent else "confirmed"
    accepted = change.outcome != "quote_refused" if change.quote else None
    return {
        "start": change.start,
        "end": change.end,
        "status": status,
        "exists": exists,
        "pinpoint": pinpoint,
        "quote_accepted": accepted,
    }


def predicted(file: Path, corpus: SqliteCorpus, judge: str) -> tuple[list[Row], Row]:
    """The predictions for an answer, and what is counted apart."""
    text = file.read_bytes().decode()
    document, evidence = (
        json.loads(file.with_suffix(f".{kind}.json").read_text("utf-8")) for kind in ("doc", "evidence")
    )
    labels = [json.loads(line) for line in file.with_suffix(".gold.jsonl").read_text("utf-8").splitlines()]
    verifier: Verifier = LabelledClaims(labels) if judge == "recorded" else Abstains()
    acting, faults = chat_of(evidence, corpus)
    answering = replace(wiring.answering(corpus, language=document["language"]), verifier=verifier)
    composed = compose_answer(acting, text, answering)
    audited = audit_answer(text, answering, at=acting.at, acting=acting)
    rows = [{"doc": file.stem, **verdict(each)} for each in audited.changes if each.kind not in UNSCORED]
    blocked = any(each.outcome in LABELLED for each in audited.changes)
    rows.append({"doc": file.stem, "delivery": "BLOCKED" if blocked else "CLEAR"})
    became = {(each.start, each.end): each for each in audited.changes}
    refused = [(each.start, each.end) for each in composed.refusals]
    outcomes = {row["id"]: [row["audit"]["outcome"], _outcome(became, row)] for row in labels}
    return rows, {
        "rows_not_as_labelled": faults,
        "compose": "REFUSED" if composed.refused else "COMPOSED",
        "citations_refused": sum(any(_touch(row, span) for span in refused) for row in labels),
        "citations": len(labels),
        "outcomes_right": sum(one == other for one, other in outcomes.values()),
        "outcomes_otherwise": {name: pair for name, pair in outcomes.items() if pair[0] != pair[1]},
        "placeholders": len(document["placeholders"]),
        "placeholders_otherwise": [
            f"{each['row']} is {each['state']}, {_outcome(became, each)}"
            for each in document["placeholders"]
            if (_outcome(became, each) == "expanded") != (each["state"] == "ok")
        ],
    }


def answers(folder: Path, corpus: SqliteCorpus, judge: str, apart: Row) -> Iterator[Row]:
    """The predictions of all answers of a folder; what is counted apart is put into `apart` by name."""
    for file in sorted(folder.glob("a*.md")):
        rows, apart[file.stem] = predicted(file, corpus, judge)
        yield from rows


def _touch(row: Row, span: tuple[int, int]) -> bool:
    return bool(span[0] < row["end"] and row["start"] < span[1])


def _outcome(became: dict[tuple[int, int], Change], row: Row) -> str:
    return next((change.outcome for span, change in became.items() if _touch(row, span)), "unseen")
