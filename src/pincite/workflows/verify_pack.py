"""Verify an evidence pack offline, without ledger and release, in named steps; the first that fails ends it.

    1 strict parse     the pack and nothing but it
    2 chain            every entry follows, is unaltered, and what is erased is accounted for
    3 checkpoint       it is of this chain's head; signed by a key that was named
    4 rows             each row was opened before it was accepted, and its fields agree with each other
    5 receipts         as many as the chain names, each verified, each of its row's words at its row's place
    6 answers          each text is the one recorded; every citation in it stands on a row that stood then
    7 page             the page shown is what this pack gives, byte for byte

Keeps true: nothing raises for what stands in a pack; what was not proved (no signature, a row without a receipt) is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pincite.answers.account import LABELLED
from pincite.answers.audit import audit
from pincite.answers.evidence import AnswerRow
from pincite.answers.pack import Pack, read_pack, receipts_body
from pincite.answers.ports import Grounded
from pincite.digests import sha256_text
from pincite.errors import BadInput, CannotRun
from pincite.identity.reference import Reference
from pincite.ledger.chain import Verification, verify
from pincite.ledger.checkpoint import Checkpoint, is_signed, open_checkpoint
from pincite.ledger.entries import Payload, read_payload
from pincite.ledger.evidence import Evidence
from pincite.ledger.memory import MemoryLedger
from pincite.ledger.state import ChatState, replay
from pincite.quotation.compare import places_verbatim
from pincite.quotation.prepared import PreparedSource
from pincite.reports.chat import sentence
from pincite.transparency.encoding import NotProven
from pincite.transparency.policy import Policy
from pincite.transparency.receipt import Receipt, Step, read_receipt, verify_receipt
from pincite.workflows.answer_grounds import ChatGrounds
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, settling

__all__ = ["STEPS", "PackCheck", "verify_pack"]

STEPS = ("strict parse", "chain", "checkpoint", "rows", "receipts", "answers", "page")


@dataclass(frozen=True, slots=True)
class PackCheck:
    """What came of a pack: the steps taken, the last one refused unless `ok`; what was not proved, in words."""

    steps: tuple[Step, ...]
    pack: Pack | None = None
    unproved: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all steps held."""
        return len(self.steps) == len(STEPS) and all(step.ok for step in self.steps)


def verify_pack(
    data: bytes,
    answering: Answering,
    *,
    policy: Policy | None = None,
    handed_out: Sequence[Checkpoint] = (),
    pages: Mapping[str, bytes] | None = None,
    render: Callable[[Pack], str] | None = None,
) -> PackCheck:
    """Verify a pack.

    Args:
        data: the pack's JSON.
        answering: grammars to read the answers with; its corpus is not used.
        policy: whose signatures are trusted, of releases and of the checkpoint; None where nobody's is, and then what would
            rest on a signature is said to be unproved.
        handed_out: checkpoints of the chat that were kept elsewhere.
        pages: pages and further files shown with the pack, by name; `render` gives what a page must be.
        render: the page of a pack; files named `receipts/E1.json` must be the pack's receipts.

    """
    check = _Check(data, answering, policy, handed_out, pages or {}, render)
    steps: list[Step] = []
    actions = (check.parse, check.chain, check.checkpoint, check.rows, check.receipts, check.answers, check.page)
    for number, (name, action) in enumerate(zip(STEPS, actions, strict=True), start=1):
        try:
            steps.append(Step(number, name, ok=True, said=action()))
        except (NotProven, BadInput, CannotRun) as error:
            steps.append(Step(number, name, ok=False, said=str(error)))
            break
    return PackCheck(tuple(steps), check.held, tuple(check.unproved))


class _Check:
    """The steps; each returns what was seen, or raises NotProven."""

    def __init__(
        self,
        data: bytes,
        answering: Answering,
        policy: Policy | None,
        handed_out: Sequence[Checkpoint],
        pages: Mapping[str, bytes],
        render: Callable[[Pack], str] | None,
    ) -> None:
        self.data = data
        self.answering = replace(answering, corpus=None)
        self.policy = policy
        self.handed_out = handed_out
        self.pages = pages
        self.render = render
        self.held: Pack | None = None
        self.unproved: list[str] = []
        self.passages: dict[int, str] = {}

    @property
    def pack(self) -> Pack:
        assert self.held is not None, "step 1 comes first"
        return self.held

    def parse(self) -> str:
        self.held = read_pack(self.data)
        return f"{self.pack.chat}, {len(self.pack.entries)} entries, {len(self.pack.receipts)} receipts"

    # ------------------------------------------------------------------------------------------------------ the chain

    def chain(self) -> str:
        found = verify(self.pack.chat, self.pack.entries, self.handed_out)
        if not found.sound:
            first = found.findings[0]
            raise NotProven(f"entry {first.parameters['seq']}: {sentence(first.code)}")
        self._last(found)
        erased = f"; erased and accounted for: {', '.join(map(str, found.erased))}" if found.erased else ""
        given = f", and holds {found.checkpoints} checkpoints that were handed out" if found.checkpoints else ""
        return f"{found.head.count} entries, each follows the one before{given}{erased}"

    def _last(self, found: Verification) -> None:
        if not self.pack.entries or self.pack.entries[-1].entry.kind != "exported":
            raise NotProven("the chain does not end with its export: entries were removed")
        if found.head.count != self.pack.checkpoint.count or found.head.hash != self.pack.checkpoint.hash:
            raise NotProven("the checkpoint in the pack is not of this chain's end")
        if self.pack.checkpoint.chat != self.pack.chat:
            raise NotProven("the checkpoint in the pack is of another chat")

    def checkpoint(self) -> str:
        pack = self.pack
        if pack.checkpoint.at != pack.entries[-1].entry.at:
            raise NotProven("the checkpoint bears another time than the export")
        if self.policy is None or not self.policy.logs:
            if is_signed(pack.note):
                self.unproved.append("The checkpoint bears signatures, and no key was named to verify them with.")
            elif pack.note != pack.checkpoint.text():
                raise NotProven("more than a checkpoint stands there")
            self._not_signed()
            return "of the chain's end; not proved by a signature"
        if not is_signed(pack.note):
            raise NotProven("the checkpoint is not signed, and a key was named")
        point, names = open_checkpoint(pack.note, self.policy.logs)
        if point != pack.checkpoint:
            raise NotProven("the signed checkpoint is another one")
        return f"of the chain's end, signed by {', '.join(names)}"

    def _not_signed(self) -> None:
        if not self.handed_out:
            self.unproved.append(
                "Nobody's signature was verified and no checkpoint from elsewhere was given: who made the pack could have"
                " written another chain."
            )

    # ------------------------------------------------------------------------------------------------------- the rows

    def rows(self) -> str:
        state = replay(self.pack.chat, self.pack.entries)
        erased = any(each.entry.kind == "opened" and each.payload is None for each in self.pack.entries)
        for row in state.rows:
            if row.evidence is not None:
                _check_row(row.name, row.seq, row.evidence, state, opening_erased=erased)
        standing = len(state.citable())
        return f"{len(state.rows)} rows, {standing} standing; each was opened before it was accepted"

    def receipts(self) -> str:
        pack = self.pack
        state = replay(pack.chat, pack.entries)
        body = _body(pack.entries[-1].payload)
        if body is None:
            raise NotProven("what the export said is erased: its receipts cannot be checked")
        named = {key: body.get(key) for key in ("pack", "receipts", "without_receipt")}
        if named != receipts_body(pack.receipts, pack.without):
            raise NotProven("the receipts are not those that the chain names")
        rows = {row.name: row.evidence for row in state.rows}
        if set(pack.receipts) | set(pack.without) != set(rows) or set(pack.receipts) & set(pack.without):
            raise NotProven("a row has neither a receipt nor a reason for having none, or both")
        for name, data in pack.receipts.items():
            evidence = rows[name]
            if evidence is None:
                continue  # erased since: its receipt says nothing of a row that is gone
            self.passages[int(name[1:])] = self._receipt(name, data, evidence).text
        if pack.without:
            told = ", ".join(f"{row} ({why.replace('_', ' ')})" for row, why in sorted(pack.without.items()))
            self.unproved.append(f"Rows without a receipt: {told}.")
        return f"{len(pack.receipts)} verified, {len(pack.without)} rows without"

    def _receipt(self, name: str, data: bytes, row: Evidence) -> Receipt:
        receipt = read_receipt(data)
        leaf = receipt.leaf
        same = {
            "quote": (receipt.quote, row.quote),
            "start": (receipt.char_start, row.start),
            "end": (receipt.char_end, row.end),
            "text": (leaf["text_sha256"], row.text_sha256),
            "wording": (leaf["expression"], row.expression),
            "work": (leaf["work"], row.work),
            "block": (leaf["id"], row.block),
            "date": (receipt.as_of, row.release_as_of),
        }
        for what, (proved, said) in same.items():
            if proved != said:
                raise NotProven(f"the receipt of {name} is of another {what} than the row")
        check = verify_receipt(data, self.policy or Policy(()))
        if not check.ok and (self.policy is not None or check.steps[-1].number < 6):
            step = check.steps[-1]
            raise NotProven(f"the receipt of {name}, step {step.number} ({step.name}): {step.said}")
        if check.signed is not None and check.signed.release != row.release:
            raise NotProven(f"the receipt of {name} is of the release {check.signed.release}, the row of {row.release}")
        if not check.ok:
            told = "No key of a release's publisher was named: the receipts agree with the rows and prove nothing more."
            if told not in self.unproved:
                self.unproved.append(told)
        return receipt

    # ----------------------------------------------------------------------------------------------------- the answers

    def answers(self) -> str:
        count = kept = 0
        for at, stored in enumerate(self.pack.entries):
            if stored.entry.kind != "answer":
                continue
            count += 1
            body = _body(stored.payload)
            if body is None or not isinstance(body.get("answer"), str):
                self.unproved.append(f"The text of the answer in entry {stored.entry.seq} is not in the pack.")
                continue
            kept += 1
            self._answer(stored.entry.seq, body, at)
        return f"{kept} of {count} answers are here; every citation in them stands on a row"

    def _answer(self, seq: int, body: Mapping[str, Any], at: int) -> None:
        text = body["answer"]
        if sha256_text(text) != body.get("answer_sha256"):
            raise NotProven(f"the answer in entry {seq} is not the text of its digest")
        before = self.pack.entries[:at]
        state = replay(self.pack.chat, before)
        standing = {row.name for row in state.rows if row.status != "withdrawn"}
        if not set(body.get("rows", ())) <= standing:
            raise NotProven(f"the answer in entry {seq} cites a row that did not stand then")
        ledger = MemoryLedger()
        ledger.take_over(self.pack.chat, before)
        grounds = _PackGrounds(Acting(ledger, self.pack.chat, "verify", ""), None, self.answering.url, "")
        grounds.passages = self.passages
        finished = audit(text, settling("label", self.answering, grounds, text))
        gone = {row.name for row in state.rows if row.evidence is None}
        for change in finished.changes:
            if change.outcome in LABELLED and not gone:
                shown = " ".join(change.text.split())[:80]
                raise NotProven(f"in the answer of entry {seq}, «{shown}» stands on no row of the pack")
        if gone:
            self.unproved.append(f"The answer in entry {seq} was not compared with its rows: some are erased.")

    def page(self) -> str:
        seen = []
        for name, data in sorted(self.pages.items()):
            if name.startswith("receipts/"):
                row = name.removeprefix("receipts/").removesuffix(".json")
                if self.pack.receipts.get(row) != data:
                    raise NotProven(f"{name} is not the receipt in the pack")
            elif self.render is None or self.render(self.pack).encode() != data:
                raise NotProven(
                    f"{name} does not show what this pack holds (or was made by another version of pincite)"
                )
            seen.append(name)
        missing = [row for row in self.pack.receipts if f"receipts/{row}.json" not in self.pages]
        if any(name.startswith("receipts/") for name in self.pages) and missing:
            raise NotProven(f"the folder lacks receipts/{missing[0]}.json")
        return f"{len(seen)} files show what the pack holds" if seen else "no page was given"


class _PackGrounds(ChatGrounds):
    """What stands behind an answer when there is a pack alone: its rows, and the passages that their receipts hold."""

    passages: Mapping[int, str] = {}

    def passage(self, row: AnswerRow) -> str:
        """The text of the receipt's block."""
        return self.passages.get(row.number, "")

    def ground(self, reference: Reference, quote: str, disclosures: str) -> Grounded:
        """A quotation stands when a row's own passage says it."""
        del disclosures
        for row in self.book().at(reference):
            text, evidence = self.passage(row), row.evidence
            if (
                evidence is not None
                and text
                and places_verbatim(quote, PreparedSource(text, language=evidence.language))
            ):
                return Grounded(row)
        return Grounded(None, code="not_in_pack")


def _check_row(name: str, seq: int, row: Evidence, state: ChatState, *, opening_erased: bool) -> None:
    """The fields of a row that follow from each other."""
    faults = {
        "its quote and its offsets": len(row.quote) == row.end - row.start == row.document_end - row.document_start,
        "its offsets": 0 <= row.start <= row.document_start,
        "its reference": row.reference == f"{row.work}#{row.pinpoint}" and _reads(row.reference),
        "its wording": row.expression.startswith(f"{row.work}@"),
        "its opening": opening_erased
        or any(
            each.seq < seq
            and (each.work, each.expression, each.release) == (row.work, row.expression, row.release)
            and each.as_of == row.as_of
            and each.holds(row.document_start, row.document_end)
            for each in state.openings
        ),
    }
    for what, agrees in faults.items():
        if not agrees:
            raise NotProven(f"{name}: {what} do not agree with the rest of it")


def _reads(reference: str) -> bool:
    try:
        return str(Reference.parse(reference)) == reference
    except ValueError:
        return False


def _body(payload: bytes | None) -> Mapping[str, Any] | None:
    if payload is None:
        return None
    try:
        found: Payload = read_payload(payload)
    except ValueError as error:
        raise NotProven(f"an entry cannot be read: {error}") from error
    return found.body
