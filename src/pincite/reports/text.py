"""The report for a terminal: grouped by what to do, what was not checked counted first, no overall score.

Keeps true:
1. Every mention of the report is shown, in one of five groups: to fix, to look at, nothing found wrong, found and not judged, not checked.
2. Nothing of a draft or a source can steer the terminal: control, bidi and invisible characters are shown by their names.
3. Marks say by shape what colours say by colour; colour is used only when asked for.
4. Lines are wrapped to the width, Chinese characters counted as two; an address stays in one piece.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from pincite.reports.messages import Messages, messages_in
from pincite.reports.report import MentionRecord, QuoteRecord, Report
from pincite.text.measure import words_in

__all__ = ["HEADINGS", "MARKS", "SILENT", "place_words", "render_text", "safe", "worth_showing", "wrapped"]

MARKS: dict[str, str] = {"fix": "✕", "look": "!", "ok": "✓", "found": "○", "unchecked": "?"}
_COLOURS: dict[str, str] = {
    "fix": "\033[1;33m",
    "look": "\033[33m",
    "ok": "\033[34m",
    "found": "\033[1m",
    "unchecked": "\033[1m",
    "dim": "\033[2m",
}
_RESET = "\033[0m"
HEADINGS: dict[str, str] = {"fix": "fix", "look": "look", "ok": "ok", "found": "found", "unchecked": "not_checked"}
_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\U000e0000-\U000e007f]"
)
_LONGEST = 400
_INDENT = 4
_LABEL = 11
SILENT = frozenset({"content_not_judged", "out_of_scope"})
"""Findings that say no more than the cause."""


def safe(text: str) -> str:
    """Text in which nothing can steer a terminal or hide: such characters are written as <U+202E>; line ends are spaces."""
    return _UNSAFE.sub(
        lambda match: " " if match.group() in "\r\t" else f"<U+{ord(match.group()):04X}>", text.replace("\n", " ")
    )


def place_words(messages: Messages, line: int, place: Mapping[str, Any] | None) -> str:
    """Where a person finds a mention: as the file counts (`span.place` of the report), or the line of a text file."""
    if place is None:
        return messages.say("ui", "line", line=line)
    part, number = safe(str(place["part"])), safe(str(place.get("number", "")))
    if place.get("page"):
        code = "place_page_note" if part == "footnote" else "place_page"
        return messages.say("ui", code, page=int(place["page"]), line=int(place.get("line", 0)), number=number)
    return messages.say("ui", f"place_{part}", number=number)


def worth_showing(quotation: str) -> bool:
    """Whether a quotation without a citation is long enough to be listed; all are counted."""
    return words_in(quotation) >= 4 or len(quotation) >= 24


def render_text(report: Report, *, language: str = "en", width: int = 100, colour: bool = False) -> str:
    """The report as text, ending with a line end.

    Args:
        report: what to show.
        language: of the messages, whatever that of the draft.
        width: columns; at least 40 are used.
        colour: whether ANSI colours may be used.

    """
    return "\n".join(_Renderer(report, messages_in(language), max(40, width), colour).lines()) + "\n"


class _Renderer:
    def __init__(self, report: Report, messages: Messages, width: int, colour: bool) -> None:
        self.report, self.messages, self.width, self.colour = report, messages, width, colour

    def say(self, section: str, code: str, **parameters: object) -> str:
        return self.messages.say(section, code, **{k: safe(str(v)) for k, v in parameters.items()})

    def paint(self, text: str, colour: str) -> str:
        return f"{_COLOURS[colour]}{text}{_RESET}" if self.colour else text

    def lines(self) -> Iterator[str]:
        yield from self.head()
        groups = self.report.groups()
        for group in ("fix", "look", "ok", "found", "unchecked"):
            records = groups[group]
            if records:
                yield ""
                yield self.paint(f"{MARKS[group]} {self.say('ui', HEADINGS[group])} ({len(records)})", group)
                for record in records:
                    yield from self.record(record)
        yield from self.beside()
        yield ""
        yield from self.fill(self.say("ui", "disclaimer"), "")

    def head(self) -> Iterator[str]:
        report = self.report
        groups = report.groups()
        yield from self.fill(self.say("ui", "title", draft=report.draft.name), "")
        if report.mentions:
            yield self.paint(self.say("ui", "unchecked", count=len(groups["unchecked"])), "unchecked")
            yield from self.fill(
                self.say("ui", "counts", **{name: len(records) for name, records in groups.items()}), ""
            )
        else:
            yield from self.fill(self.say("ui", "nothing"), "")
        for release, date in report.law_as_at().items():
            signature = next(each.signature for each in report.coverage if each.release == release)
            line = self.say("ui", "law_as_at", date=date, release=f"{release}, {self.say('ui', signature)}")
            yield from self.fill(line, "")
        releases = ", ".join(each.release for each in report.coverage)
        yield from self.fill(self.say("ui", "checked", date=report.checked_on, releases=releases), "")
        yield from self.privacy()
        yield from self.services()
        if report.delivery_blocked:
            yield self.paint(self.say("ui", "blocked"), "fix")
            for reason in report.decision.reasons:
                if not reason.citation_id and reason.cause:
                    yield from self.fill(f"! {self.say('cause', reason.cause)}", "")
            yield from self.fill(self.say("ui", "ways"), "")
        else:
            yield self.paint(self.say("ui", "clear"), "ok")

    def services(self) -> Iterator[str]:
        """Which live services were asked, and that one could not be reached."""
        services = self.report.services
        if services is None:
            return
        if services.asked:
            yield from self.fill(self.say("ui", "services", names=", ".join(services.asked)), "")
        if services.withheld:
            yield from self.fill(self.say("ui", "not_asked", count=services.withheld), "")
        if services.unreachable:
            yield from self.fill(f"! {self.say('ui', 'reduced_mode', names=', '.join(services.unreachable))}", "")

    def privacy(self) -> Iterator[str]:
        """The privacy mode, what was kept back, and everything that left, one line a destination."""
        record = self.report.privacy
        if record is None:
            return
        line = self.say("ui", "privacy", mode=record.settled.mode, by=", ".join(record.settled.decided_by))
        if not record.left:
            yield from self.fill(f"{line}; {self.say('ui', 'nothing_sent')}", "")
        else:
            yield from self.fill(line, "")
        if record.privileged:
            yield from self.fill(self.say("ui", "privileged", count=len(record.privileged)), "")
        for destination in sorted({each.destination for each in record.left}):
            sent = [each.characters for each in record.left if each.destination == destination]
            words = self.say("ui", "sent", count=len(sent), characters=sum(sent))
            yield from self.fill(f"{words}: {safe(destination)}", "  ")

    def place(self, record: MentionRecord) -> str:
        """Where a person finds a mention: as the file counts, or the line of a text file."""
        return place_words(self.messages, record.line, record.place.as_json() if record.place is not None else None)

    def record(self, record: MentionRecord) -> Iterator[str]:
        yield ""
        place = self.place(record)
        yield from self.fill(f"{record.citation_id}  {place}  {safe(record.mention.text)}", "  ")
        status = f"[{record.status}] "
        if record.status == "MATCH":
            yield from self.fill(f"{status}{self.say('status', 'MATCH')}", " " * _INDENT)
        else:
            yield from self.fill(f"{status}{self.say('cause', record.told)}", " " * _INDENT)
        if record.title:
            source = ", ".join(part for part in (record.title, record.state, record.release) if part)
            yield from self.labelled("compared", source)
        if record.quotes:
            for quote in record.quotes:
                yield from self.quote(quote)
        elif record.group != "ok":
            yield from self.labelled("draft_says", _cut(record.claim_text))
        said = (self.messages.finding(f) for f in record.findings if f.code not in SILENT)
        for sentence in dict.fromkeys(said):
            # what holds of two quotations of one citation is said once
            yield from self.fill(f"- {safe(sentence)}", " " * _INDENT)
        for fix in record.fixes:
            yield from self.labelled("next", self.messages.finding(fix, "fix"))
        for suggestion in record.suggestions:
            title = f", {suggestion.title}" if suggestion.title else ""
            yield from self.labelled("offered", f"{suggestion.reference} ({self.say('why', suggestion.why)}{title})")
        if record.evidence is not None and record.evidence.url and record.status != "MATCH":
            # an address is of use only in one piece, so it is not wrapped
            yield " " * _INDENT + self.paint(safe(record.evidence.url), "dim")

    def quote(self, quote: QuoteRecord) -> Iterator[str]:
        yield from self.labelled("draft_says", f"“{_cut(quote.text)}”")
        if quote.verdict == "clean" and set(quote.codes) <= {"A0", "A1"}:
            return
        if quote.source_words and quote.where in ("place", "document"):
            yield from self.labelled("source_says", f"“{_cut(quote.source_words)}”")
        if quote.stands_in:
            yield from self.labelled("stands_in", quote.stands_in)
        for code, source, words, _note in quote.differences:
            if source and words:
                difference = self.say("difference", "changed", source=_cut(source), quote=_cut(words))
            elif source:
                difference = self.say("difference", "missing", source=_cut(source))
            elif words:
                difference = self.say("difference", "added", quote=_cut(words))
            else:
                difference = ""
            kind = f"{code}: {self.say('code', code)}"
            yield from self.labelled("differs", f"{difference} ({kind})" if difference else kind)

    def beside(self) -> Iterator[str]:
        report = self.report
        shown = [quote for quote in report.loose if worth_showing(quote.text)]
        if report.loose:
            yield ""
            yield from self.fill(f"? {self.say('ui', 'loose', count=len(report.loose))}", "")
            for quote in shown:
                yield from self.fill(f"“{safe(_cut(quote.text))}”", "  ")
            if len(shown) < len(report.loose):
                yield from self.fill(self.say("ui", "loose_short", count=len(report.loose) - len(shown)), "  ")
        unclosed = [each for each in report.unexamined if each.reason == "unclosed"]
        if unclosed:
            yield ""
            yield from self.fill(f"? {self.say('ui', 'unclosed', count=len(unclosed))}", "")
            for each in unclosed[:20]:
                yield from self.fill(safe(_cut(report.draft.text[each.start : each.end][:120])), "  ")
        if report.unparsed:
            yield ""
            yield from self.fill(f"? {self.say('ui', 'not_understood', count=len(report.unparsed))}", "")
            for unparsed in report.unparsed[:20]:
                yield from self.fill(safe(_cut(unparsed.text)), "  ")
            if len(report.unparsed) > 20:
                yield from self.fill(self.say("ui", "more", count=len(report.unparsed) - 20), "  ")
        for finding in report.draft.findings:
            yield ""
            yield from self.fill(f"! {safe(self.messages.finding(finding))}", "")
        if report.draft.unread:
            yield ""
            yield from self.fill(f"- {self.say('ui', 'unread', count=len(report.draft.unread))}", "")

    def labelled(self, label: str, text: str) -> Iterator[str]:
        name = self.say("ui", label)
        padding = " " * max(1, _LABEL - _columns(name))
        lines = list(self.fill(f"{name}{padding}{safe(text)}", " " * _INDENT, " " * (_INDENT + _LABEL)))
        yield from lines

    def fill(self, text: str, indent: str, hanging: str | None = None) -> Iterator[str]:
        yield from wrapped(text, self.width, indent, indent if hanging is None else hanging)


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _columns(text: str) -> int:
    """Columns a text takes; escape sequences take none."""
    plain = re.sub(r"\033\[[\d;]*m", "", text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in plain)


_PIECES = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+")


def wrapped(text: str, width: int, indent: str = "", hanging: str = "") -> Iterator[str]:
    """Lines no wider than `width`; breaks at spaces and between Chinese characters, inside a word only if it must."""
    line, used = indent, len(indent)
    begun = False
    for match in _PIECES.finditer(text):
        piece = match.group()
        if piece.isspace():
            # spaces that align a label stay; a line never begins with one
            if begun:
                line, used = line + piece, used + len(piece)
            continue
        for part in _cut_to(piece, width - len(hanging)):
            columns = _columns(part)
            if begun and used + columns > width:
                yield line.rstrip()
                line, used = hanging, len(hanging)
            line, used = line + part, used + columns
            begun = True
    if begun:
        yield line.rstrip()


def _cut_to(piece: str, width: int) -> list[str]:
    return [piece[i : i + width] for i in range(0, len(piece), width)] if len(piece) > width else [piece]
