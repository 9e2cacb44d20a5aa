"""Reports as SARIF 2.1.0, the form in which editors and code hosts take the findings of a checker.

Keeps true:
1. One run, whatever the number of drafts: one artifact a draft, results in the order of the drafts and of their text.
2. A mention that is not MATCH has one result whose rule is its cause and whose level follows from its status; every other
   finding, of whatever mention, is a note. So there are as many errors as there are citations, or concerns about a whole
   draft, that block delivery.
3. Rule ids are the codes of findings and causes, as in the report. Rules are listed once, sorted, with their messages.
4. A fingerprint depends on rule, reference and claim, not on lines: it stays when text above it changes. The bytes are a
   function of the reports, their addresses and the language.
5. Regions count code points. Of a text file they are line, column and offset of the file; a Word, PDF or HTML file has no
   lines, so its results name the place as a person finds it, with offsets of the text as it was read among the properties.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote as percent

from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.findings import Finding
from pincite.reports.messages import Messages
from pincite.reports.shown import ShownMention, ShownReport, by_its_schema, told_of
from pincite.reports.text import SILENT, worth_showing

__all__ = ["LEVELS", "SarifDraft", "address_of", "render_sarif"]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
PROJECT = "https://github.com/pincite/pincite"
LEVELS: Mapping[str, str] = {"MISMATCH": "error", "UNVERIFIED": "error", "PARTIAL": "warning", "SKIPPED": "note"}
"""Level of a mention's own result by its status; what blocks is an error."""
_FINGERPRINT = "pinciteCitation/1"
_LONGEST = 1_000
_TEXT_FILES = ("markdown", "plain")
_BOM = "\ufeff"
_WHOLE_DRAFT = ("quotation_without_citation", "not_understood")


class SarifDraft(NamedTuple):
    """A report with the address of its draft: a relative or absolute URI reference (`address_of`)."""

    shown: ShownReport
    address: str


class _Said(NamedTuple):
    """One result before it is written: its rule, level, words, where it stands and what makes it the same again."""

    rule: str
    level: str
    message: str
    start: int | None
    end: int | None
    same: str
    mention: ShownMention | None = None


def address_of(path: str) -> str:
    """A path as the URI reference that SARIF wants: slashes, everything else that is no unreserved character as %XX."""
    return percent(path.replace("\\", "/"), safe="/~")


def render_sarif(drafts: Sequence[SarifDraft]) -> bytes:
    """The log of one run over these drafts, UTF-8, ending with a line end.

    Raises:
        BadInput: there is no draft, a report does not keep its schema, or they are in several languages.

    """
    if not drafts:
        raise BadInput("there is no report to write", remedy="Name a draft.")
    words = drafts[0].shown.words
    if any(each.shown.language != words.language for each in drafts):
        raise BadInput("the reports are in several languages", remedy="Make them all in one.")
    with by_its_schema():
        said = [list(_results(each.shown)) for each in drafts]
        rules = sorted({each.rule for results in said for each in results})
        places = {rule: index for index, rule in enumerate(rules)}
        run = {
            "tool": {"driver": _driver(words, rules, drafts[0].shown.values)},
            "columnKind": "unicodeCodePoints",
            "artifacts": [_artifact(each) for each in drafts],
            "results": [
                result
                for index, (draft, found) in enumerate(zip(drafts, said, strict=True))
                for result in _Placed(draft, index).results(found, places)
            ],
            "invocations": [{"executionSuccessful": True}],
        }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return (json.dumps(log, ensure_ascii=False, indent=2) + "\n").encode()


def _driver(words: Messages, rules: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
    version = str(values["versions"].get("pincite", ""))
    return {
        "name": "pincite",
        **({"version": version} if version else {}),
        "informationUri": PROJECT,
        "language": words.language,
        "rules": [{"id": rule, "shortDescription": {"text": _about(words, rule)}} for rule in rules],
    }


def _about(words: Messages, rule: str) -> str:
    """What a rule says in general: its message with the parameters named, not filled in."""
    for section in ("cause", "finding"):
        if words.has(section, rule):
            return words.catalogue[section][rule]
    return rule.replace("_", " ")


def _artifact(draft: SarifDraft) -> dict[str, Any]:
    values = draft.shown.values
    return {
        "location": {"uri": draft.address},
        "length": int(values["draft"]["bytes"]),
        "hashes": {"sha-256": str(values["draft"]["sha256"])},
        "properties": {
            "delivery": str(values["delivery"]["decision"]),
            "counts": dict(values["counts"]),
            "releases": [str(each["release"]) for each in values["releases"]],
            "checkedAt": str(values["dates"]["checked_at"]),
            "reportSha256": draft.shown.report_sha256,
        },
    }


def _results(shown: ShownReport) -> Iterator[_Said]:
    """What is said of a draft, in the order of its text; what concerns all of it first."""
    yield from _whole_draft(shown)
    raw = {each["citation_id"]: each for each in shown.values["mentions"]}
    for mention in shown.mentions:
        yield from _mention(shown, mention, raw[mention.id])
    yield from _beside(shown)


def _whole_draft(shown: ShownReport) -> Iterator[_Said]:
    blocking = {str(r["cause"]) for r in shown.values["delivery"]["reasons"] if not r["citation_id"] and r["cause"]}
    for cause in sorted(blocking):
        yield _Said(cause, "error", shown.words.say("cause", cause), None, None, cause)
    for finding, sentence in zip(shown.values["findings"], _sentences(shown, shown.values["findings"]), strict=True):
        code = str(finding["code"])
        if code not in blocking:
            yield _Said(code, "note", sentence, finding["start"], finding["end"], sentence)


def _mention(shown: ShownReport, mention: ShownMention, raw: Mapping[str, Any]) -> Iterator[_Said]:
    same = "\n".join((mention.reference or " ".join(mention.text.split()), " ".join(mention.claim.split())))
    told = told_of(raw)
    if mention.status != "MATCH":
        parts = [f"{mention.text}: {mention.said}", *_compared(mention), *mention.next]
        level = LEVELS[mention.status]
        yield _Said(told, level, " ".join(parts), mention.start, mention.end, same, mention)
    for finding, sentence in zip(raw["findings"], _sentences(shown, raw["findings"]), strict=True):
        code = str(finding["code"])
        if code not in SILENT and (code != told or mention.status == "MATCH"):
            yield _Said(code, "note", f"{mention.text}: {sentence}", mention.start, mention.end, same, mention)


def _compared(mention: ShownMention) -> Iterator[str]:
    for quote in mention.quotes:
        if quote.pieces:
            yield f"«{_cut(quote.text)}» / «{_cut(quote.source)}»"


def _sentences(shown: ShownReport, findings: Sequence[Mapping[str, Any]]) -> list[str]:
    return [shown.words.finding(Finding(str(f["code"]), dict(f["parameters"]), f["start"], f["end"])) for f in findings]


def _beside(shown: ShownReport) -> Iterator[_Said]:
    loose, odd = _WHOLE_DRAFT
    for each in shown.values["quotations_without_citation"]:
        text = str(each["text"])
        if worth_showing(text):
            words = f"{shown.words.say('ui', 'loose', count=1)}: «{_cut(text)}»"
            yield _Said(loose, "note", words, int(each["start"]), int(each["end"]), text)
    for each in shown.values["not_understood"]:
        text = str(each["text"])
        words = f"{shown.words.say('ui', 'not_understood', count=1)}: {_cut(text)}"
        yield _Said(odd, "note", words, int(each["start"]), int(each["end"]), text)


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


class _Placed:
    """The results of one draft with their places."""

    def __init__(self, draft: SarifDraft, index: int) -> None:
        self.draft, self.index = draft, index
        self.text = draft.shown.text
        self.in_lines = draft.shown.values["draft"]["markup"] in _TEXT_FILES
        self.first = int(bool(self.text) and str(self.text).startswith(_BOM))
        text = self.text or ""
        self.starts = [self.first, *(at + 1 for at, character in enumerate(text) if character == "\n")]
        self.seen: Counter[str] = Counter()

    def results(self, said: Sequence[_Said], places: Mapping[str, int]) -> Iterator[dict[str, Any]]:
        for each in said:
            yield {
                "ruleId": each.rule,
                "ruleIndex": places[each.rule],
                "level": each.level,
                "message": {"text": _cut(each.message)},
                "locations": [self.location(each)],
                "partialFingerprints": {_FINGERPRINT: self.fingerprint(each)},
                "properties": self.properties(each),
            }

    def fingerprint(self, said: _Said) -> str:
        """Of rule and words alone; the second of two that are alike has a number."""
        alike = sha256(f"{said.rule}\n{said.same}".encode())
        self.seen[alike] += 1
        return alike if self.seen[alike] == 1 else f"{alike}:{self.seen[alike]}"

    def location(self, said: _Said) -> dict[str, Any]:
        physical: dict[str, Any] = {"artifactLocation": {"uri": self.draft.address, "index": self.index}}
        found: dict[str, Any] = {"physicalLocation": physical}
        if said.start is not None and said.end is not None and self.in_lines and self.text is not None:
            physical["region"] = self.region(said.start, said.end)
        elif said.mention is not None and not self.in_lines:
            found["logicalLocations"] = [{"fullyQualifiedName": said.mention.place}]
        elif said.mention is not None:
            # a kept report without its draft: the line alone is known
            raw = next(m for m in self.draft.shown.values["mentions"] if m["citation_id"] == said.mention.id)
            physical["region"] = {"startLine": int(raw["span"]["line"])}
        return found

    def region(self, start: int, end: int) -> dict[str, Any]:
        start = max(start, self.first)
        line, column = self.place(start)
        last, after = self.place(max(end, start))
        words = (self.text or "")[start:end]
        return {
            "startLine": line,
            "startColumn": column,
            "endLine": last,
            "endColumn": after,
            "charOffset": start - self.first,
            "charLength": end - start,
            **({"snippet": {"text": words}} if len(words) <= _LONGEST else {}),
        }

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def properties(self, said: _Said) -> dict[str, Any]:
        mention = said.mention
        found: dict[str, Any] = {}
        if mention is not None:
            given = {"citationId": mention.id, "status": mention.status, "group": mention.group}
            found |= given | {"reference": mention.reference, "url": mention.url, "place": mention.place}
        if said.start is not None and said.end is not None and not self.in_lines:
            found |= {"charOffset": said.start, "charLength": said.end - said.start}
        return {name: value for name, value in found.items() if value != ""}
