"""Verify a report years later, offline, in named steps; the first that fails ends it.

    1 strict parse     a report and nothing but it
    2 digest           the file says what it said when it was written
    3 draft            it is about these bytes, and each citation stands where it says
    4 verdicts         every status follows from its axes, every MATCH has evidence, the gate's decision follows from all
    5 versions         program, rules, lexicons, grammars, judges: named; which are the same here
    6 evidence         the words each verdict rests on stand in the releases named
    7 receipts         each receipt proves its words in a signed release
    8 decisions        signed acts of known persons, none missing between two, and where the draft stands after them
    9 again            checked again with the same releases and rules, the draft gives the same report, byte for byte

Keeps true: nothing raises for what stands in a report; what was not given (the draft, releases, keys) is not held against it and is
listed as unproved. Who can write files can write a report that is whole and false: only steps 6, 7 and 9 and a signature stand
against that, and without them the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.corpus.answers import Corpus
from pincite.digests import sha256, sha256_text
from pincite.errors import BadInput, CannotRun
from pincite.gate.standing import Standing, standing_of
from pincite.reports.json_report import stable_bytes
from pincite.reports.report import Report
from pincite.reports.stored import StoredReport, read_report
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import VerifierKey
from pincite.transparency.policy import Policy
from pincite.transparency.receipt import Step, read_receipt, verify_receipt
from pincite.workflows.decide_delivery import draft_of

__all__ = ["STEPS", "Held", "ReportCheck", "verify_report"]

STEPS = (
    "strict parse", "digest", "draft", "verdicts", "versions", "evidence", "receipts", "decisions", "again",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Held:
    """What whoever verifies holds beside the report; each may be absent.

    Attributes:
        draft: bytes and name of the draft.
        corpus: the releases the report names.
        receipts: files of receipts by the id the report gives them.
        policy: whose signatures on releases are trusted.
        notes, persons: signed acts, and the keys of persons who may act.
        versions: of this program.
        again: checks the draft again.

    """

    draft: tuple[bytes, str] | None = None
    corpus: Corpus | None = None
    receipts: Mapping[str, bytes] | None = None
    policy: Policy | None = None
    notes: Sequence[str] = ()
    persons: Sequence[VerifierKey] = ()
    versions: Mapping[str, str] | None = None
    again: Callable[[StoredReport], Report] | None = None


@dataclass(frozen=True, slots=True)
class ReportCheck:
    """What came of it: the steps taken, the last refused unless `ok`; what was not proved; where the draft stands."""

    steps: tuple[Step, ...]
    unproved: tuple[str, ...] = ()
    report: StoredReport | None = None
    standing: Standing | None = None

    @property
    def ok(self) -> bool:
        """Whether all steps held."""
        return len(self.steps) == len(STEPS) and all(step.ok for step in self.steps)


class _Refused(Exception):
    pass


def verify_report(data: bytes, name: str, held: Held) -> ReportCheck:
    """Verify the file of a report; the steps are those of the module."""
    check = _Check(data, name, held)
    steps: list[Step] = []
    for number, (step, work) in enumerate(zip(STEPS, check.works(), strict=True), 1):
        try:
            steps.append(Step(number, step, ok=True, said=work()))
        except (_Refused, BadInput, CannotRun, NotProven) as refusal:
            steps.append(Step(number, step, ok=False, said=str(refusal)))
            break
    return ReportCheck(tuple(steps), tuple(check.unproved), check.report, check.standing)


class _Check:
    def __init__(self, data: bytes, name: str, held: Held) -> None:
        self.data, self.name, self.held = data, name, held
        self.report: StoredReport | None = None
        self.standing: Standing | None = None
        self.unproved: list[str] = []

    def works(self) -> tuple[Callable[[], str], ...]:
        return (
            self.parse, self.digest, self.draft, self.verdicts, self.versions, self.evidence, self.receipts,
            self.decisions, self.again,
        )  # fmt: skip

    @property
    def read(self) -> StoredReport:
        if self.report is None:
            raise _Refused("there is no report")
        return self.report

    def parse(self) -> str:
        self.report = read_report(self.data, self.name)
        return f"{len(self.report.mentions)} citations of {self.report.draft_name}"

    def digest(self) -> str:
        if not self.read.digest:
            raise _Refused("it bears no digest")
        if self.read.digest != self.read.stable_sha256:
            raise _Refused(f"it says {self.read.digest[:16]}…, and is {self.read.stable_sha256[:16]}…")
        return self.read.digest

    def draft(self) -> str:
        if self.held.draft is None:
            self.unproved.append("the draft was not given")
            return "not given"
        draft = draft_of(self.read, *self.held.draft)
        return f"sha256 {draft.sha256}"

    def verdicts(self) -> str:
        if faults := self.read.faults():
            raise _Refused("; ".join(faults[:3]))
        return str(self.read.values["delivery"]["decision"])

    def versions(self) -> str:
        named = self.read.values["versions"]
        here = self.held.versions or {}
        other = sorted(key for key in named if here.get(key) != named[key])
        if other:
            self.unproved.append(f"made with other versions than those here: {', '.join(other)}")
        judges = sorted(_judges(self.read.values["mentions"]))
        return ", ".join(f"{key} {str(named[key])[:16]}" for key in sorted(named)) + (
            f"; judges {', '.join(judges)}" if judges else ""
        )

    def evidence(self) -> str:
        if self.held.corpus is None:
            self.unproved.append("no releases were given, so the evidence was not looked up")
            return "not looked up"
        texts: dict[str, str] = {}
        count = 0
        for mention in self.read.mentions:
            evidence = mention.values.get("evidence")
            if not evidence or str(mention.values.get("source_mcp", "")).partition(":")[0] != "local":
                continue
            _stands(evidence, self.held.corpus, mention.citation_id, texts)
            count += 1
        return f"{count} passages"

    def receipts(self) -> str:
        named = {m.citation_id: m.values["receipt_id"] for m in self.read.mentions if m.values.get("receipt_id")}
        if not named:
            self.unproved.append("the report names no receipts")
            return "none named"
        files = self.held.receipts or {}
        if self.held.policy is None:
            self.unproved.append("nobody is trusted to have signed the releases, so the receipts were not verified")
            return f"{len(named)} named, not verified"
        for citation, receipt in named.items():
            if receipt not in files or sha256(files[receipt]) != receipt:
                raise _Refused(f"{citation}: the receipt {receipt[:16]}… is not there, or is another one")
            check = verify_receipt(files[receipt], self.held.policy)
            if not check.ok:
                raise _Refused(f"{citation}: {check.steps[-1].name}: {check.steps[-1].said}")
            record = next(m for m in self.read.mentions if m.citation_id == citation)
            if read_receipt(files[receipt]).quote != record.values["evidence"]["snippet"]:
                raise _Refused(f"{citation}: its receipt is of other words")
        return f"{len(named)} verified"

    def decisions(self) -> str:
        self.standing = standing_of(
            self.read.reasons(),
            self.held.notes,
            self.held.persons,
            report=self.read.sha256,
            draft=self.read.draft_sha256,
        )
        if self.standing.refused:
            number, why = self.standing.refused[0]
            if not self.held.persons:
                self.unproved.append("no persons were named, so no signed act counts")
            else:
                raise _Refused(f"act {number}: {why}")
        return f"{len(self.standing.acts)} acts; {self.standing.value}"

    def again(self) -> str:
        if self.held.again is None or self.held.draft is None or self.held.corpus is None:
            self.unproved.append("the draft was not checked again")
            return "not done"
        if (self.held.versions or {}) != dict(self.read.values["versions"]):
            self.unproved.append("it was not checked again: the versions here are others")
            return "not done: other versions"
        if self.read.values.get("privacy", {}).get("playbook_patterns"):
            self.unproved.append("it was not checked again: a playbook took part")
            return "not done: a playbook took part"
        if _unrepeatable(self.read.values["mentions"]) or _asked_elsewhere(self.read):
            self.unproved.append("it was not checked again: judges or services took part")
            return "not done: judges or services took part"
        report = self.held.again(self.read)
        if sha256(stable_bytes(report)) != self.read.stable_sha256:
            raise _Refused("checked again, the draft gives another report")
        return "the same report, byte for byte"


def _judges(mentions: Sequence[Mapping[str, Any]]) -> set[str]:
    found: set[str] = set()
    for mention in mentions:
        judge = (mention.get("judgement") or {}).get("judge") or {}
        if judge.get("name"):
            found.add(f"{judge['name']} {judge.get('version', '')}".strip())
    return found


def _unrepeatable(mentions: Sequence[Mapping[str, Any]]) -> bool:
    """Whether anyone but code judged: code of the same version judges the same again."""
    return any(not judge.startswith("signals ") for judge in _judges(mentions))


def _asked_elsewhere(report: StoredReport) -> bool:
    sources = {str(m.values.get("source_mcp", "")).partition(":")[0] for m in report.mentions}
    return bool(sources - {"", "local"}) or bool(report.values.get("privacy", {}).get("left"))


def _stands(evidence: Mapping[str, Any], corpus: Corpus, citation: str, texts: dict[str, str]) -> None:
    """Refuse when the words of a record do not stand in the release where it says."""
    expression, start, end = evidence["expression"], evidence["start"], evidence["end"]
    if not any(each.id == expression for each in corpus.expressions(evidence["work"])):
        raise _Refused(f"{citation}: {expression} is not in the releases given")
    if evidence["place"]:
        blocks = corpus.blocks(expression)
        found = next((b.text for b in blocks if b.text_sha256 == evidence["text_sha256"]), None)
        if found is None:
            raise _Refused(f"{citation}: {expression} has no passage with the text of {evidence['place']}")
    else:
        found = texts.setdefault(expression, corpus.document_text(expression))
    if evidence["text_sha256"] and sha256_text(found) != evidence["text_sha256"]:
        raise _Refused(f"{citation}: the passage has another digest")
    if not 0 <= start < end <= len(found) or found[start:end] != evidence["snippet"]:
        raise _Refused(f"{citation}: the words do not stand in {expression} at {start}..{end}")
