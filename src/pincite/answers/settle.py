"""Settling a unit of an answer: placeholders become citations; what was written by hand is refused, or matched and labelled.

Keeps true:
1. Nothing of a unit leaves before every citation in it is settled: expanded from a standing row, matched with one, grounded,
   or labelled. What cannot be settled is labelled; that is the default, not the exception.
2. A citation with a quotation stands only when the quotation does: a row at the place does not excuse other words.
3. The outcome of a citation depends on the text up to the end of its unit and on nothing behind it.

What becomes of a citation written by hand, the first that holds:
    1 an address                       in_ledger when it is a row's, else label_unverified
    2 it cannot exist                  label_not_found
    3 no reference, or several         label_unverified
    4 the work is not held             label_not_found
    5 a quotation is shown             in_ledger, quote_grounded, pinpoint_corrected, or quote_refused
    6 a row stands there               in_ledger
    7 an act, only named               named
    8 the passage is a row's of the same article, and the claim's words stand there and not here     pinpoint_corrected
    9 no such place                    label_not_found
    10 the verifier says so            verifier_supported
    11 else                            label_unverified
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pincite.answers.account import LABELLED, Change, Label, Outcome, Refusal, Words
from pincite.answers.citing import CitationWriter, brackets
from pincite.answers.evidence import AnswerRow
from pincite.answers.mirror import mirror, numbers, past
from pincite.answers.placeholders import Group, PlaceholderProblem, find_groups, problems_of
from pincite.answers.ports import NOT_THE_COURTS, Grounds, Lookup, Verifier
from pincite.answers.raw_citations import Context, Extracts, RawCitation, find_raw
from pincite.identity.reference import Reference
from pincite.quotation.compare import compare, places_verbatim
from pincite.quotation.find_quotes import Quote, find_quotes
from pincite.quotation.prepared import PreparedSource
from pincite.text.span import Span

__all__ = ["Mode", "Settled", "Settler"]

Mode = Literal["refuse", "label"]


_BEFORE_IT = 60
_MEMORY = 1_200
"""Characters kept of the units in which something was cited or named: what short forms lean on."""
_TAIL = 300
"""Characters kept of the unit before: what may run over its end."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A unit that may leave: its text, and what became of its citations. With refusals it may not."""

    text: str
    changes: tuple[Change, ...] = ()
    refusals: tuple[Refusal, ...] = ()


@dataclass
class Settler:
    """Settles the units of one text in order.

    Attributes:
        mode: `refuse` (compose: what is written by hand keeps the answer from leaving) or `label` (audit).

    """

    mode: Mode
    extractor: Extracts
    grounds: Grounds
    writer: CitationWriter
    words: Words
    verifier: Verifier
    jurisdiction: str | None = None
    cited: list[AnswerRow] = field(default_factory=list)
    _cited: str = ""
    _near: str = ""
    _fence: str = ""
    _carried: Quote | None = None
    _carried_text: str = ""
    _at: int = 0
    _out: int = 0

    def unit(self, text: str) -> Settled:
        """Settle the next unit; offsets of what is found count in the whole text."""
        if self.mode == "label" and self._is_old_list(text):
            return self._dropped(text)
        book = self.grounds.book()
        groups, malformed = find_groups(text)
        holes = sorted([g.span for g in groups] + [Span(p.start, p.end) for p in malformed])
        context = Context(
            self.writer.language, self.jurisdiction, tuple(book.by_work), book.titles, past(self._cited + self._near)
        )
        raw = find_raw(text, self.extractor, context, holes=holes)
        quotes = self._quotes(text)
        in_code = self._code(text)
        spans = sorted([g.span for g in groups] + [r.span for r in raw if _takes_quote(r) and not _quoted(r, quotes)])
        tied = _tied(quotes, spans, text)
        problems = [*malformed]
        shown_words: list[
            Span
        ] = []  # quotations that stand in the rows cited beside them: the source's words, not the writer's
        for group in groups:
            faults = problems_of(group, text, book, in_code=in_code(group.start))
            faults = faults or self._misplaced(group, text, tied.get(group.span, ()))
            problems += faults
            if not faults:
                shown_words += [quote.span for quote, _ in tied.get(group.span, ())]
        raw = _outside(raw, shown_words)
        if self.mode == "refuse":
            hand = [r for r in raw if not self._may_stand(r)]
            refusals = [*(_refusal(p, text) for p in problems), *(self._raw_refusal(r) for r in hand)]
            if refusals:
                self._advance(text, "", groups, raw, quotes)
                at = self._at - len(text)
                moved = [replace(r, start=r.start + at, end=r.end + at) for r in refusals]
                return Settled("", (), tuple(sorted(moved, key=lambda each: each.start)))
        changes = self._changes(text, groups, problems, raw, tied)
        shown, changes = self._written(text, changes)
        self._advance(text, shown, groups, raw, quotes)
        return Settled(shown, tuple(changes))

    def _is_old_list(self, text: str) -> bool:
        """Whether a unit is a list of References as answers have it: it is made again from what is verified now."""
        heading, *lines = text.strip().split("\n")
        return (
            heading == f"**{self.words.references}**" and bool(lines) and all(line.startswith("- ") for line in lines)
        )

    def _dropped(self, text: str) -> Settled:
        change = Change(
            self._at, self._at + len(text), text, "rebuilt", "references", "", out_start=self._out, out_end=self._out
        )
        self._at += len(text)
        return Settled("", (change,))

    # ------------------------------------------------------------------------------------------------------ refusing

    def _may_stand(self, raw: RawCitation) -> bool:
        """What a writer may write: a name; an act's number alone, when the act has a row."""
        if raw.kind == "name":
            return True
        reference = _parsed(raw.reference)
        return (
            raw.kind == "chapter"
            and reference is not None
            and reference.place is None
            and bool(self.grounds.book().of_work(reference.work))
        )

    def _raw_refusal(self, raw: RawCitation) -> Refusal:
        use = tuple(dict.fromkeys(row.name for row in self._instead(raw)))
        return Refusal(raw.start, raw.end, raw.text, "raw_citation", raw.kind, raw.reference, raw.seen, use)

    def _instead(self, raw: RawCitation) -> Sequence[AnswerRow]:
        """The rows that say what was written: at the place, else of the work."""
        book = self.grounds.book()
        if raw.kind in ("url", "link"):
            return [row for row in book.citable if any(_same_address(raw.text, each) for each in self._addresses(row))]
        written = _parsed(raw.reference)
        if written is not None:
            reference = self.grounds.lookup(written).reference
            return book.at(reference) or book.of_work(reference.work)
        candidates = [c for c in map(_parsed, raw.candidates) if c is not None]
        if not candidates and raw.kind == "place":
            candidates = list(self._bare(raw, tuple(book.by_work)))
        return [row for candidate in candidates for row in book.at(candidate)]

    def _addresses(self, row: AnswerRow) -> tuple[str, ...]:
        evidence = row.evidence
        return () if evidence is None else (evidence.url, self.writer.url(evidence.work, evidence.language))

    def _bare(self, raw: RawCitation, works: Sequence[str]) -> Sequence[Reference]:
        """What a bare place means in each of the works."""
        found = []
        for work in works:
            read = self.extractor.extract(raw.seen or raw.text, language=self.writer.language, self_reference=work)
            found += [r for m in read.mentions if (r := _parsed(m.reference or "")) is not None and r.place]
        return found

    def _misplaced(self, group: Group, text: str, quotes: Sequence[tuple[Quote, str]]) -> list[PlaceholderProblem]:
        """A quotation beside the placeholders that stands in none of their rows."""
        book = self.grounds.book()
        rows = [book.by_number[number] for number in group.numbers]
        found = []
        for quote, words in quotes:
            if not any(self._says(row, words, quote.disclosures) for row in rows):
                written = text[slice(*group.span)]
                found.append(PlaceholderProblem(group.start, group.end, written, group.numbers[0], "misplaced"))
        return found[:1]

    def _says(self, row: AnswerRow, words: str, disclosures: str) -> bool:
        """Whether a quotation is what a row says, or what the unit around its passage does."""
        evidence = row.evidence
        if evidence is None:
            return False
        if places_verbatim(words, PreparedSource(evidence.quote, language=evidence.language)):
            return True
        around = self.grounds.passage(row) or evidence.quote
        source = PreparedSource(around, language=evidence.language)
        return compare(words, source, language=evidence.language, disclosures=disclosures).accepted

    # ------------------------------------------------------------------------------------------------------- settling

    def _changes(
        self,
        text: str,
        groups: Sequence[Group],
        problems: Sequence[PlaceholderProblem],
        raw: Sequence[RawCitation],
        tied: dict[Span, list[tuple[Quote, str]]],
    ) -> list[Change]:
        changes: list[Change] = []
        bad = {Span(p.start, p.end): p for p in problems}
        for group in groups:
            faulty = [p for span, p in bad.items() if group.span.contains(span)]
            changes.append(self._group(group, text, faulty))
        changes += [
            Change(p.start, p.end, p.text, "label_unverified", "placeholder", label="unverified", code=p.fault)
            for p in problems
            if p.fault == "malformed"
        ]
        cited = sorted([g.span for g in groups] + [r.span for r in raw])
        claim = " ".join(_blanked(text, cited).replace("\ufffc", "").split())
        inside: list[Span] = []
        for each in sorted(raw, key=lambda r: not tied.get(r.span)):  # those with a quotation first
            if any(span.contains(each.span) for span in inside):
                continue
            change = self._by_hand(each, tied.get(each.span, ()), claim)
            changes.append(change)
            if change.quote and change.outcome not in LABELLED:
                inside += [quote.span for quote, _ in tied[each.span][:1]]
        return sorted(changes, key=lambda each: each.start)

    def _group(self, group: Group, text: str, faulty: Sequence[PlaceholderProblem]) -> Change:
        """Placeholders: the standing rows written out; a number that stands for none leaves a label and no number."""
        written = text[slice(*group.span)]
        book = self.grounds.book()
        wrong = {p.number for p in faulty}
        whole = any(p.fault in ("misplaced", "in_code") for p in faulty)
        rows = [] if whole else [book.by_number[n] for n in group.numbers if n not in wrong]
        label: Label = "unverified" if faulty else ""
        code = faulty[0].fault if faulty else ""
        if not rows:
            return Change(*group.span, written, "label_unverified", "placeholder", label=label, code=code)
        self.cited += rows
        shown = self.writer.citation(rows)
        if not _in_brackets(text, group.span):
            shown = brackets(shown, self.writer.language, text[: group.start], text[group.end :])
        outcome: Outcome = "label_unverified" if faulty else "expanded"
        names = tuple(row.name for row in rows)
        return Change(*group.span, written, outcome, "placeholder", rows=names, label=label, shown=shown, code=code)

    def _by_hand(self, raw: RawCitation, quotes: Sequence[tuple[Quote, str]], claim: str) -> Change:
        made = Change(raw.start, raw.end, raw.text, "label_unverified", raw.kind, raw.reference, shown=raw.text)

        def labelled(code: str, label: Label = "unverified", outcome: Outcome | None = None) -> Change:
            known: Outcome = outcome or ("label_not_found" if label == "not_found" else "label_unverified")
            return replace(made, outcome=known, label=label, code=code)

        if raw.kind in ("url", "link"):  # 1
            rows = self._instead(raw)
            return self._stands(made, rows[:1]) if rows else labelled("address_without_row")
        if raw.impossible:  # 2
            return labelled(raw.impossible, "not_found")
        reference = _parsed(raw.reference)
        if reference is None or raw.candidates:  # 3
            return labelled("reference_open" if raw.candidates else "no_reference")
        found = self.grounds.lookup(reference)
        if found.existence in ("not_found", "outside_coverage"):  # 4
            return labelled(found.existence, "not_found")
        if found.existence in ("unreachable", "several_works"):
            return labelled(found.existence)
        made = replace(made, reference=str(found.reference))
        if quotes:  # 5
            return self._with_quote(made, found, quotes[0])
        rows = self.grounds.book().at(found.reference)
        if rows:  # 6
            return self._stands(made, rows[:1])
        if raw.kind == "name":  # 7
            return replace(made, outcome="named")
        corrected = self._corrected(found, claim)
        if corrected is not None:  # 8
            return self._moved(made, corrected)
        if found.existence == "place_absent":  # 9
            return labelled("place_absent", "not_found")
        if found.reference.place is not None:
            opinion = self.verifier(claim, found.reference, self.grounds.place_text(found.reference))
            if opinion == "supported":  # 10
                return replace(made, outcome="verifier_supported")
            if opinion == "not_supported":
                return labelled("not_supported")
        return labelled("not_checked")  # 11

    def _stands(self, change: Change, rows: Sequence[AnswerRow], outcome: Outcome = "in_ledger") -> Change:
        self.cited += rows
        return replace(change, outcome=outcome, rows=tuple(row.name for row in rows))

    def _moved(self, change: Change, row: AnswerRow) -> Change:
        """The citation of the row in the place of the one that was written."""
        self.cited.append(row)
        return replace(change, outcome="pinpoint_corrected", rows=(row.name,), shown=self.writer.citation([row]))

    def _with_quote(self, change: Change, found: Lookup, shown: tuple[Quote, str]) -> Change:
        quote, words = shown
        change = replace(change, quote=words)
        for row in self.grounds.book().at(found.reference):
            evidence = row.evidence
            if evidence is None or evidence.role in NOT_THE_COURTS:
                continue  # whether the text says whose words they are is looked at where they are grounded
            if places_verbatim(words, PreparedSource(evidence.quote, language=evidence.language)):
                return self._stands(change, [row])
        ground = self.grounds.ground(found.reference, words, quote.disclosures)
        if ground.row is None:
            return replace(change, outcome="quote_refused", label="unverified", code=ground.code, words=ground.words)
        if ground.moved:
            return self._moved(change, ground.row)
        return self._stands(change, [ground.row], "quote_grounded")

    def _corrected(self, found: Lookup, claim: str) -> AnswerRow | None:
        """The row whose place was meant: of the same article, and the claim's own words stand there and not at the place cited."""
        place = found.reference.place
        if place is None or found.reference.is_range:
            return None
        said = _content(claim, self.writer.language)
        here = _content(self.grounds.place_text(found.reference), self.writer.language)
        best: tuple[int, AnswerRow] | None = None
        for row in self.grounds.book().of_work(found.reference.work):
            if _article(str(row.reference.place or "")) != _article(str(place)):
                continue
            there = _content(self._around(row), self.writer.language)
            gained, lost = said & (there - here), said & (here - there)
            numbers_stand = {word for word in said if word.isdigit()} <= there
            enough = len(gained) >= (2 if here else 3) and len(gained) > 2 * len(lost)
            if enough and numbers_stand and (best is None or len(gained) > best[0]):
                best = (len(gained), row)
        return best[1] if best else None

    def _around(self, row: AnswerRow) -> str:
        text = self.grounds.place_text(row.reference)
        return text or (row.evidence.quote if row.evidence else "")

    # -------------------------------------------------------------------------------------------------------- writing

    def _written(self, text: str, changes: Sequence[Change]) -> tuple[str, list[Change]]:
        """The unit with its changes, and the changes with both spans in the whole texts."""
        parts: list[str] = []
        made: list[Change] = []
        at = length = 0
        for change in changes:
            if change.start < at:  # two findings of one span cannot be: the first has it
                continue
            kept = text[at : change.start]
            label = {"unverified": self.words.unverified, "not_found": self.words.not_found, "": ""}[change.label]
            if label and text.startswith(label, _behind_space(text, change.end)):
                label = ""  # it stands there already
            glue = "" if not label or not change.shown or label.startswith("（") else " "
            if not change.shown and kept and not kept[-1].isspace() and label and label[:1] != "（":
                glue = " "
            shown = f"{change.shown}{glue}{label}"
            parts += (kept, shown)
            length += len(kept)
            made.append(
                replace(
                    change,
                    start=change.start + self._at,
                    end=change.end + self._at,
                    out_start=self._out + length,
                    out_end=self._out + length + len(shown),
                )
            )
            length += len(shown)
            at = change.end
        return "".join([*parts, text[at:]]), made

    def _advance(
        self,
        text: str,
        shown: str,
        groups: Sequence[Group],
        raw: Sequence[RawCitation],
        quotes: Sequence[tuple[Quote, str]],
    ) -> None:
        seen = mirror(_blanked(text, [g.span for g in groups])).text
        self._near = seen[-_TAIL:]
        if raw:
            # of a unit that cites: from a little before its first citation on, so that what follows still stands behind it
            self._cited = f"{self._cited}{seen[max(0, raw[0].start - _BEFORE_IT) :]}"[-_MEMORY:]
            self._near = ""
        self._at += len(text)
        self._out += len(shown)
        last = quotes[-1] if quotes and quotes[-1][0].start >= 0 else None
        used = bool(groups or raw)
        closes = last is not None and not re.search(r"\w", text[last[0].end :])
        self._carried, self._carried_text = (last[0], last[1]) if last and closes and not used else (None, "")

    def _quotes(self, text: str) -> list[tuple[Quote, str]]:
        """The quotations of the unit to be examined, after the one that the unit before ended with."""
        found = [(q, _words_of(text[q.start : q.end])) for q in find_quotes(text, self.writer.language) if q.examined]
        if self._carried is not None:
            found.insert(0, (replace(self._carried, start=-1, end=0), self._carried_text))
        return found

    def _code(self, text: str) -> Callable[[int], bool]:
        """Whether an offset of the unit lies in a fenced code block or between backticks."""
        inside: list[tuple[int, int]] = []
        at = 0
        for line in text.splitlines(keepends=True):
            fence = re.match(r" {0,3}(`{3,}|~{3,})", line)
            if fence and (not self._fence or fence.group(1).startswith(self._fence)):
                self._fence = "" if self._fence else fence.group(1)
                inside.append((at, at + len(line)))
            elif self._fence:
                inside.append((at, at + len(line)))
            at += len(line)
        inside += [m.span() for m in re.finditer(r"(`+)(?!`).+?(?<!`)\1(?!`)", text, re.DOTALL)]
        return lambda offset: any(start <= offset < end for start, end in inside)


def _outside(raw: Sequence[RawCitation], spans: Sequence[Span]) -> list[RawCitation]:
    """Those that lie in none of the spans."""
    return [each for each in raw if not any(span.contains(each.span) for span in spans)]


def _behind_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \u00a0":
        at += 1
    return at


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for start, end in spans:
        text = text[:start] + "\ufffc" * (end - start) + text[end:]
    return text


def _words_of(quote: str) -> str:
    return re.sub(r"\n[ \t]{0,3}>[ \t]?", "\n", quote).strip("*_ \n")


def _quoted(raw: RawCitation, quotes: Sequence[tuple[Quote, str]]) -> bool:
    """Whether a citation stands inside a quotation that is more than the citation itself."""
    return any(q.span.contains(raw.span) and q.end - q.start > raw.end - raw.start + 8 for q, _ in quotes)


def _takes_quote(raw: RawCitation) -> bool:
    return raw.kind in ("case", "place", "chapter", "act")


def _tied(quotes: Sequence[tuple[Quote, str]], spans: Sequence[Span], text: str) -> dict[Span, list[tuple[Quote, str]]]:
    """Which citation a quotation belongs to: the first behind it, or else the last before it."""
    found: dict[Span, list[tuple[Quote, str]]] = {}
    for quote in quotes:
        behind = [span for span in spans if span.start >= quote[0].end]
        before = [span for span in spans if span.end <= quote[0].start]
        if any(quote[0].start <= span.start and span.end <= quote[0].end for span in spans) and not (behind or before):
            continue
        if quote[0].start < 0 and (not behind or re.search(r"\w", text[: behind[0].start])):
            continue  # carried over: only a citation that opens the unit has it
        chosen = behind[0] if behind else before[-1] if before else None
        if chosen is not None:
            found.setdefault(chosen, []).append(quote)
    return found


def _refusal(problem: PlaceholderProblem, _text: str) -> Refusal:
    return Refusal(problem.start, problem.end, problem.text, problem.fault, "placeholder")


def _parsed(text: str) -> Reference | None:
    try:
        found = Reference.parse(text)
    except ValueError:
        return None
    return None if "/?/" in text else found


def _same_address(written: str, known: str) -> bool:
    """Whether a written address is that of a row, letter for letter but for its scheme and its end."""
    found = re.search(r"(?:https?://)?([^\s()<>\]]+\.[^\s()<>\]]+)", written.partition("](")[2] or written)
    bare = re.sub(r"\Ahttps?://", "", known).rstrip("/")
    return bool(known) and found is not None and found.group(1).rstrip("/.,;") == bare


def _in_brackets(text: str, span: Span) -> bool:
    """Whether a bracket is open around a span."""
    depth = 0
    for character in text[: span.start]:
        if character in "(（":
            depth += 1
        elif character in ")）" and depth:
            depth -= 1
    return depth > 0 and re.search(r"[)）]", text[span.end :]) is not None


_WORD = re.compile(r"[^\W\d_]{4,}|\d+")
_HAN = re.compile(r"[\u3400-\u9fff]{2}")


def _content(text: str, language: str) -> set[str]:
    """The words of a text that tell it from another: stems of four letters and more, numbers as digits, pairs of Chinese characters."""
    plain = numbers(mirror(text), language).text.lower()
    found = {word if word.isdigit() else word[:6] for word in _WORD.findall(plain)}
    for run in re.findall(r"[\u3400-\u9fff]+", plain):
        found |= {run[i : i + 2] for i in range(len(run) - 1)}
    return found


def _article(place: str) -> str:
    """The article, section or paragraph a place lies in."""
    found = re.match(r"[A-Za-z]+_?[0-9A-Z]+", place)
    return found.group() if found else place
