"""A report as people are shown it, in the words of one language: what the pages (HTML, PDF) and tables (CSV, XLSX) share.

Keeps true:
1. It is made from the report's JSON alone (and the draft's text, where there is one), so that a report that was kept is shown
   as the run that made it would have shown it. What does not keep the schema is refused in words.
2. Every mention is shown, in one of five groups; what a group means is said by a word and a shape, never by colour alone.
3. Nothing is shown that could steer a screen: control, bidi and invisible characters are written by their names.
4. Each text carries its language, "" where it is not known.

A report may come from anybody: its values are data, and only addresses that begin with http:// or https:// become links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from pincite.consolidation.compare import changes
from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.findings import Finding
from pincite.formats.docx import Tracked
from pincite.reports.json_report import stable_of
from pincite.reports.messages import Messages, page_messages_in
from pincite.reports.places import place_in_words
from pincite.reports.report import SCHEMA
from pincite.reports.text import HEADINGS, MARKS, SILENT, place_words, safe, worth_showing
from pincite.text.language import language_of

__all__ = [
    "AXES",
    "GROUPS",
    "DraftFacts",
    "Line",
    "Piece",
    "ShownMention",
    "ShownQuote",
    "ShownReport",
    "by_its_schema",
    "draft_of",
    "show",
    "told_of",
]

GROUPS = ("fix", "look", "ok", "found", "unchecked")
"""In the order in which they are shown; what was not checked is counted before them."""

AXES = ("existence", "identity", "pinpoint", "quote", "currency", "support", "speaker")

_ID = re.compile(r"c\d{1,9}\Z")
_LONGEST_COMPARED = 20_000
"""Characters beyond which two texts are shown one below the other and not word by word: comparing takes the square of them."""
_MORE = 200
"""Of what stands beside the citations, how many of a kind are listed."""


class Piece(NamedTuple):
    """Words of a comparison: `same`, `left_out` (of the source) or `put_in` (by the draft)."""

    kind: str
    text: str


class Line(NamedTuple):
    """A labelled line; `language` of its text, "" where it is the report's own."""

    label: str
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ShownQuote:
    """A quotation: the draft's words, the source's where they differ, and word by word what differs."""

    text: str
    language: str
    source: str
    source_language: str
    pieces: tuple[Piece, ...]
    stands_in: str
    kinds: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShownMention:
    """One citation as shown; `said` is its status in words."""

    id: str
    start: int
    end: int
    place: str
    text: str
    status: str
    group: str
    mark: str
    heading: str
    said: str
    reference: str
    title: str
    state: str
    release: str
    claim: str
    language: str
    quotes: tuple[ShownQuote, ...]
    notes: tuple[str, ...]
    next: tuple[str, ...]
    perhaps: tuple[str, ...]
    url: str
    source: Line | None
    asked: tuple[Line, ...]
    judged: tuple[Line, ...]
    dates: tuple[str, str, str, str]


class ShownGroup(NamedTuple):
    """The citations with which one thing is to be done."""

    name: str
    mark: str
    heading: str
    mentions: tuple[ShownMention, ...]


class Beside(NamedTuple):
    """What was found beside the citations: a sentence, and the passages it is about with the draft's language."""

    sentence: str
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report as shown; see the module.

    `values` is its JSON, `text` the draft's, None where it is not at hand; `report_sha256` that of all but the volatile block.
    """

    words: Messages
    title: str
    name: str
    language: str
    draft_language: str
    lines: tuple[str, ...]
    counts: str
    unchecked: str
    blocked: bool
    delivery: str
    reasons: tuple[str, ...]
    ways: str
    groups: tuple[ShownGroup, ...]
    beside: tuple[Beside, ...]
    disclaimer: str
    report_sha256: str
    values: Mapping[str, Any]
    text: str | None = None

    @property
    def mentions(self) -> list[ShownMention]:
        """All citations in the order of the draft."""
        return sorted((m for group in self.groups for m in group.mentions), key=lambda m: (m.start, int(m.id[1:])))


class DraftFacts(NamedTuple):
    """What a report says of its draft, as far as reading that draft again needs it."""

    name: str
    sha256: str
    language: str
    tracked: Tracked


def draft_of(report: bytes) -> DraftFacts:
    """What a report says of its draft.

    Raises:
        BadInput: these are no bytes of a report.

    """
    draft = _values(report).get("draft")
    if not isinstance(draft, dict):
        raise BadInput("the report names no draft", remedy=_REMEDY)
    read = draft.get("read")
    original = isinstance(read, dict) and read.get("tracked") == "original"
    language = str(draft.get("language", ""))
    return DraftFacts(
        str(draft.get("name", "")), str(draft.get("sha256", "")), language, "original" if original else "final"
    )


def show(report: bytes, language: str, text: str | None = None) -> ShownReport:
    """A report, given as the bytes of its JSON, in the words of a language; `text` is that of the draft.

    Raises:
        BadInput: these are no bytes of a report, or there are no messages in that language.

    """
    words = _SafeMessages(language, page_messages_in(language).catalogue)
    values = _values(report)
    with by_its_schema():
        return _Showing(values, words, text).report(sha256(stable_of(values)))


@contextmanager
def by_its_schema() -> Iterator[None]:
    """A fence around reading values of a report: whatever does not keep the schema is BadInput."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise BadInput(f"the report does not keep its schema: {error!r}", remedy=_REMEDY) from error


def _values(report: bytes) -> dict[str, Any]:
    try:
        values = json.loads(report)
    except (ValueError, RecursionError) as error:
        raise BadInput("this is no report: it is not JSON", remedy=_REMEDY) from error
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        named = values.get("schema") if isinstance(values, dict) else None
        raise BadInput(f"this is no report of the schema {SCHEMA}" + (f": {named}" if named else ""), remedy=_REMEDY)
    return values


_REMEDY = "Give a citation-verify.json, or what `pincite verify --format json` printed."


def told_of(mention: Mapping[str, Any]) -> str:
    """The cause as a person is told it; reports of before it was written down are told the cause itself."""
    return str(mention.get("told") or mention["cause"])


class _SafeMessages(Messages):
    """Messages in which nothing steers a screen: a code without a message, and all parameters, may come from a stranger."""

    def say(self, section: str, code: str, **parameters: Any) -> str:
        return safe(super().say(section, code, **parameters))


class _Showing:
    """The work of `show`; trusts nothing of the values but their schema's name."""

    def __init__(self, values: Mapping[str, Any], words: Messages, text: str | None) -> None:
        self.values, self.words, self.text = values, words, text
        self.draft_language = str(values["draft"]["language"])
        self.law, self.published = values["dates"]["law_as_at"], values["dates"]["corpus_published_at"]
        self.fetched = values["dates"]["source_fetched_at"]

    def say(self, section: str, code: str, **parameters: object) -> str:
        return self.words.say(section, code, **parameters)

    def report(self, digest: str) -> ShownReport:
        values = self.values
        name = safe(str(values["draft"]["name"]))
        mentions = [self.mention(each) for each in values["mentions"]]
        groups = {g: tuple(m for m in mentions if m.group == g) for g in GROUPS}
        delivery = values["delivery"]
        blocked = bool(values["delivery_blocked"])
        return ShownReport(
            words=self.words,
            title=self.say("ui", "title", draft=name),
            name=name,
            language=self.words.language,
            draft_language=self.draft_language,
            lines=tuple(self.lines()),
            counts=self.say("ui", "counts", **{g: len(found) for g, found in groups.items()})
            if mentions
            else self.say("ui", "nothing"),
            unchecked=self.say("ui", "unchecked", count=len(groups["unchecked"])),
            blocked=blocked,
            delivery=self.say("ui", "blocked" if blocked else "clear"),
            reasons=tuple(
                self.say("cause", str(r["cause"])) for r in delivery["reasons"] if not r["citation_id"] and r["cause"]
            ),
            ways=self.say("ui", "ways") if blocked else "",
            groups=tuple(
                ShownGroup(g, MARKS[g], self.say("ui", HEADINGS[g]), found) for g, found in groups.items() if found
            ),
            beside=tuple(self.beside()),
            disclaimer=self.say("ui", "disclaimer"),
            report_sha256=digest,
            values=values,
            text=self.text,
        )

    def lines(self) -> Iterator[str]:
        """The date asked about, releases of one date and signature together; when and against what it was checked."""
        dated: dict[tuple[str, str], list[str]] = {}
        for each in self.values["releases"]:
            key = str(self.law[each["release"]]), str(each.get("signature", "unsigned"))
            dated.setdefault(key, []).append(str(each["release"]))
        for (date, signature), releases in dated.items():
            yield self.say("ui", "law_as_at", date=date, release=f"{', '.join(releases)}, {self.say('ui', signature)}")
        releases = [str(each["release"]) for each in self.values["releases"]]
        yield self.say("ui", "checked", date=self.values["dates"]["checked_at"], releases=", ".join(releases))

    def mention(self, each: Mapping[str, Any]) -> ShownMention:
        if not _ID.match(each["citation_id"]):
            raise ValueError(f"{each['citation_id']!r} is no citation id")
        group, status, span = str(each["group"]), str(each["status"]), each["span"]
        if self.text is not None and not 0 <= span["start"] <= span["end"] <= len(self.text):
            raise ValueError(f"{each['citation_id']} lies outside the draft")
        evidence = each["evidence"]
        language = _language(evidence["expression"]) if evidence else ""
        findings = (self.words.finding(_finding(f)) for f in each["findings"] if f["code"] not in SILENT)
        expression = str(evidence["expression"]) if evidence else ""
        release = str(each["release"])
        return ShownMention(
            id=each["citation_id"],
            start=int(span["start"]),
            end=int(span["end"]),
            place=place_words(self.words, int(span["line"]), span.get("place")),
            text=safe(str(each["raw"])),
            status=status,
            group=group,
            mark=MARKS[group],
            heading=self.say("ui", HEADINGS[group]),
            said=self.say("status", "MATCH") if status == "MATCH" else self.say("cause", told_of(each)),
            reference=safe(str(each["reference"] or "")),
            title=safe(str(each["title"])),
            state=safe(str(each["state"])),
            release=safe(release),
            claim=safe(str(each["claim"]["text"])),
            language=language_of(str(each["claim"]["text"])) or self.draft_language,
            quotes=tuple(self.quote(quote, language) for quote in each["quotes"]),
            notes=tuple(dict.fromkeys(safe(sentence) for sentence in findings)),
            next=tuple(safe(self.words.finding(_finding(fix), "fix")) for fix in each["fix"]),
            perhaps=tuple(self.perhaps(s) for s in each["suggestions"]),
            url=_address(str(evidence["url"])) if evidence else "",
            source=Line(safe(str(evidence["place"])), safe(str(evidence["snippet"])), language) if evidence else None,
            asked=tuple(self.asked(each["axes"])),
            judged=tuple(self.judged(each.get("judgement"), language)),
            dates=(
                safe(str(self.law.get(release, ""))),
                safe(str(self.values["dates"]["checked_at"])),
                safe(str(self.published.get(release, ""))),
                safe(str(self.fetched.get(expression, ""))),
            ),
        )

    def perhaps(self, suggestion: Mapping[str, Any]) -> str:
        title = f", {suggestion['title']}" if suggestion["title"] else ""
        return safe(f"{suggestion['reference']} ({self.say('why', str(suggestion['why']))}{title})")

    def asked(self, axes: Mapping[str, Any]) -> Iterator[Line]:
        if axes.get("out_of_scope"):
            return
        for name in AXES:
            yield Line(self.say("axis", name), self.say("value", f"{name}_{axes[name]}"))

    def judged(self, judgement: Mapping[str, Any] | None, language: str) -> Iterator[Line]:
        """Who judged the statement, and the words relied on."""
        if judgement is None:
            return
        judge = judgement["judge"]
        name = safe(f"{judge['name']} {judge['version']}".strip())
        support = self.say("value", f"support_{judgement['support']}")
        yield Line(self.say("page", "judged_by"), f"{name}: {support}")
        for excerpt in judgement.get("excerpts", ()):
            yield Line(self.say("page", "relied_on"), safe(str(excerpt["text"])), language)

    def quote(self, quote: Mapping[str, Any], source_language: str) -> ShownQuote:
        text, source = str(quote["text"]), str(quote["source_words"])
        exact = quote["verdict"] == "clean" and set(quote["codes"]) <= {"A0", "A1"}
        shown = bool(source) and quote["where"] in ("place", "document") and not exact
        differs = shown and " ".join(source.split()) != " ".join(text.split())
        codes = [str(code) for code in quote["codes"] if code not in ("A0", "A1")]
        return ShownQuote(
            text=safe(text),
            language=language_of(text) or self.draft_language,
            source=safe(source) if shown else "",
            source_language=source_language,
            pieces=tuple(pieces(safe(source), safe(text))) if differs else (),
            stands_in=safe(place_in_words(str(quote["stands_in"]), self.words.language)),
            kinds=tuple(dict.fromkeys(f"{code}: {self.say('code', code)}" for code in codes)),
            start=int(quote["start"]),
            end=int(quote["end"]),
        )

    def beside(self) -> Iterator[Beside]:
        """What is not a citation: quotations without one, what was not understood, findings about the draft as a whole."""
        values = self.values
        loose = [str(q["text"]) for q in values["quotations_without_citation"]]
        if loose:
            shown = [text for text in loose if worth_showing(text)]
            short = len(loose) - len(shown)
            more = [self.say("ui", "loose_short", count=short)] if short else []
            yield Beside(self.say("ui", "loose", count=len(loose)), self.listed(shown, more))
        unclosed = [str(q["text"])[:120] for q in values["quotations_not_examined"] if q["reason"] == "unclosed"]
        if unclosed:
            yield Beside(self.say("ui", "unclosed", count=len(unclosed)), self.listed(unclosed))
        odd = [str(each["text"]) for each in values["not_understood"]]
        if odd:
            yield Beside(self.say("ui", "not_understood", count=len(odd)), self.listed(odd))
        for finding in values["findings"]:
            yield Beside(safe(self.words.finding(_finding(finding))))
        if values["draft"]["unread"]:
            yield Beside(self.say("ui", "unread", count=len(values["draft"]["unread"])))

    def listed(self, texts: Sequence[str], more: Sequence[str] = ()) -> tuple[str, ...]:
        rest = [self.say("ui", "more", count=len(texts) - _MORE)] if len(texts) > _MORE else []
        return (*(safe(" ".join(text.split()))[:400] for text in texts[:_MORE]), *rest, *more)


def pieces(source: str, quote: str) -> Iterator[Piece]:
    """Two texts as one, in words: what both have, what the quotation leaves out of the source, what it puts in."""
    if len(source) + len(quote) > _LONGEST_COMPARED:
        yield Piece("left_out", source)
        yield Piece("put_in", quote)
        return
    # each Chinese character is a word of its own, and a number with its separators is one
    bound = _in_one(source), _in_one(quote)
    spread = _SPREAD.sub("\\g<0>\u200b", bound[0]), _SPREAD.sub("\\g<0>\u200b", bound[1])
    at = 0
    for change in changes(*spread):
        if change.old_start > at:
            yield Piece("same", _as_it_was(spread[0][at : change.old_start]))
        for kind, text in (("left_out", change.old), ("put_in", change.new)):
            yield from _apart(kind, _as_it_was(text))
        at = change.old_start + len(change.old)
    if at < len(spread[0]):
        yield Piece("same", _as_it_was(spread[0][at:]))


_BOUND = {",": "\U0001d4d2", "'": "\U0001d4d0", "’": "\U0001d4d1"}
"""Separators of numbers and the letters that stand for them while words are compared; no text of law is written in them."""

_SEPARATOR = re.compile(r"(?<=\d)[,'’](?=\d)")


def _in_one(text: str) -> str:
    return _SEPARATOR.sub(lambda match: _BOUND[match.group()], text)


def _as_it_was(text: str) -> str:
    for sign, letter in _BOUND.items():
        text = text.replace(letter, sign)
    return text.replace("\u200b", "")


def _apart(kind: str, text: str) -> Iterator[Piece]:
    """Changed words, the white space around them outside of the marks."""
    words = text.strip()
    before, _, after = text.partition(words) if words else (text, "", "")
    for each, shown in (("same", before), (kind, words), ("same", after)):
        if shown:
            yield Piece(each, shown)


_SPREAD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def _finding(values: Mapping[str, Any]) -> Finding:
    return Finding(str(values["code"]), dict(values["parameters"]), values["start"], values["end"])


def _language(expression: str) -> str:
    """The language named in an expression's id («hk/cap9001@en/2026-01-01»)."""
    found = str(expression).partition("@")[2].partition("/")[0]
    return found if re.fullmatch(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*", found) else ""


def _address(url: str) -> str:
    """An address that may become a link, "" for any other."""
    return safe(url) if re.match(r"https?://[^\s/]", url) else ""
