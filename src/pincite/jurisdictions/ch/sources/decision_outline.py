"""The outline of a decision: its zones, and the numbered parts in them, as marks on its rows.

Keeps true:
1. A zone (head, headnote, facts, reasoning, order, closing, notice, dissent) begins at a heading of `decision_words`, or
   where the form of the decision shows it; no zone is guessed. What lies in none is «body», and nobody is said to speak.
2. Numbers are those of `decision_numbers`. A reasoning in sections (I. 1. 1.1, or II. A. 1.) is read section by section
   when that explains more of its numbers; the numbers of sections are part of the place: `consid_II.A.1.1`.
3. Where paragraphs are numbered through (1 to 120, across all headings) their places are `para_<number>`.
4. Where no numbers are found the paragraphs are `u_1`, `u_2` …, and a finding says so.

Places: `consid_2`, `consid_2.3`, `consid_5b`, `consid_5b_bb`; `facts_A`, `facts_A.a`; `disp_1`; zones `head`, `regeste`,
`facts`, `reasons`, `disp`, `closing`, `notice`, `dissent`, `body`. A range left out («3.1. 3.3. (…)») is
`consid_3.1..consid_3.3`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.findings import Finding
from pincite.jurisdictions.ch.sources.decision_numbers import Candidate, Chain, Scheme, best_chain, candidates
from pincite.jurisdictions.ch.sources.decision_rows import Row
from pincite.jurisdictions.ch.sources.decision_words import SOURCE_LINES, Words, Zone
from pincite.law.document import Role

__all__ = ["Mark", "Outline", "outline_of"]

_ZONES: dict[str, tuple[str, str, Role]] = {
    # zone: place, kind of provision, who speaks
    "head": ("head", "head", "unknown"),
    "headnote": ("regeste", "headnote", "headnote"),
    "facts": ("facts", "facts", "facts"),
    "reasoning": ("reasons", "reasons", "reasoning"),
    "order": ("disp", "order", "order"),
    "closing": ("closing", "closing", "unknown"),
    "notice": ("notice", "notice", "unknown"),
    "dissent": ("dissent", "dissent", "dissent"),
    "body": ("body", "body", "unknown"),
}
_PARTS: dict[str, tuple[str, str]] = {
    "facts": ("facts_", "fact"),
    "reasoning": ("consid_", "consideration"),
    "order": ("disp_", "order_item"),
    "body": ("consid_", "consideration"),
    "dissent": ("dissent_", "consideration"),
}
_NUMBERED_THROUGH_FROM = 15
_SECTION_HEADING = re.compile(
    r"(?P<label>[A-Z](?:\.\d{1,2}){0,5}\.?|[IVX]{1,5}\.?|\d{1,2}(?:\.\d{1,2}){1,4})[ \u00a0\t]+(?P<text>[^\Wa-z\d].{0,110}|\[.{0,20})\Z"
)
_UNFINISHED = re.compile(r"[.;,:-]\Z")
_EXTRACT = re.compile(r"(?i)\b(?:aus den erw|auszug|extraits? de|estratto de|dai considerandi)")
_OMITTED = re.compile(r"[(\[](?:…|\.{3})[)\]]")
_COLLECTION_NUMBER = re.compile(r"\d{1,3} [^\W\d_§]|\d{1,3} §")
_HEADNOTE_LETTER = re.compile(r"(?i)regest[eo] ([a-z])\b")
_FAR = 40
_LONGEST_SECTION_HEADING = 90
_SOURCE_WITHIN = 120


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a node of the tree begins: at a row and a column of its text, `depth` below the document."""

    row: int
    column: int
    depth: int
    eid: str
    kind: str
    label: str = ""
    role: Role = "unknown"


@dataclass(slots=True)
class Outline:
    """Marks in the order of the text, and what was noticed."""

    marks: list[Mark] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    extract: bool = False
    numbered: int = 0


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Rows of one zone; `heading` rows at its beginning are its heading."""

    zone: str
    start: int
    end: int
    heading: int = 0


def outline_of(rows: Sequence[Row], words: Words) -> Outline:
    """The outline of the rows of a decision."""
    outline = Outline()
    headings = _headings(rows, words)
    extract_at = _source_line(rows, words, headings)
    in_part = extract_at is not None and words.source_line(_plain_from(rows, extract_at)) == "extract"
    outline.extract = in_part or any(_EXTRACT.search(rows[at].plain) for at, _, _ in headings)
    stretches = _stretches(rows, words, headings, extract_at)
    through = _numbered_through(rows, stretches, words, extract=outline.extract)
    if through:
        _mark_numbered_through(outline, rows, stretches, through, words)
    else:
        unnumbered = 0
        for stretch in stretches:
            unnumbered = _mark_stretch(outline, rows, stretch, words, unnumbered)
    if not outline.numbered:
        outline.findings.append(Finding("considerations_unnumbered"))
    if all(stretch.zone in ("head", "body") for stretch in stretches) and not through:
        outline.findings.append(Finding("structure_not_recognised"))
    return outline


# ---- zones


def _plain_from(rows: Sequence[Row], index: int) -> list[str]:
    return [row.plain for row in rows[index : index + SOURCE_LINES] if not row.aside]


def _source_line(rows: Sequence[Row], words: Words, headings: list[tuple[int, Zone, int]]) -> int | None:
    """The row with which a collection names the decision, before facts and law."""
    end = min(
        (at for at, zone, _ in headings if zone in ("facts", "reasoning")), default=min(len(rows), _SOURCE_WITHIN)
    )
    return next((i for i in range(end) if not rows[i].aside and words.source_line(_plain_from(rows, i))), None)


def _headings(rows: Sequence[Row], words: Words) -> list[tuple[int, Zone, int]]:
    """Rows that open a zone: index, zone, number of rows the heading takes (two where it is wrapped).

    Where no heading opens the reasoning, headings with a number of their own do («I. Sachverhalt», «II. Erwägungen»).
    """
    found = _plain_headings(rows, words)
    if any(zone == "reasoning" for _, zone, _ in found):
        return found
    numbered = [
        (index, zone, 1)
        for index, row in enumerate(rows)
        if not row.aside
        and row.begins
        and (zone := words.zone(row.plain, numbered=True)) in ("facts", "reasoning", "order")
    ]
    if not any(zone == "reasoning" for _, zone, _ in numbered):
        return found
    return sorted({index: (index, zone, size) for index, zone, size in [*numbered, *found]}.values())


def _plain_headings(rows: Sequence[Row], words: Words) -> list[tuple[int, Zone, int]]:
    found: list[tuple[int, Zone, int]] = []
    skip = -1
    for index, row in enumerate(rows):
        if row.aside or index <= skip:
            continue
        zone = words.zone(row.plain)
        if zone is not None:
            found.append((index, zone, 1))
            continue
        following = index + 1
        if following < len(rows) and not rows[following].aside and not rows[following].begins and row.begins:
            zone = words.zone(f"{row.plain} {rows[following].plain}")
            if zone is not None:
                found.append((index, zone, 2))
                skip = following
    return found


def _stretches(
    rows: Sequence[Row], words: Words, headings: list[tuple[int, Zone, int]], extract_at: int | None
) -> list[_Stretch]:
    """The zones of the decision as consecutive stretches of rows."""
    starts: dict[int, tuple[str, int]] = {}

    def of(zone: str, after: int = -1) -> list[tuple[int, int]]:
        return [(at, size) for at, name, size in headings if name == zone and at > after]

    facts = next(iter(of("facts")), None)
    reasons = next(iter(of("reasoning", facts[0] if facts else -1)), None) or next(iter(of("reasoning")), None)
    if facts and reasons and reasons[0] < facts[0]:
        facts = None
    if facts:
        starts[facts[0]] = ("facts", facts[1])
    if reasons:
        starts[reasons[0]] = ("reasoning", reasons[1])
    order = _order(rows, of("order"), facts, reasons)
    if reasons is None and facts is None:
        _open_without_headings(rows, words, extract_at, order, starts)
    if order is not None:
        starts[order[0]] = ("order", order[1])
    begun = min((at for at in starts if starts[at][0] != "order"), default=order[0] if order else len(rows))
    for at, size in of("headnote"):
        if at < begun:
            starts[at] = ("headnote", size)
    if not of("headnote"):
        _open_headnote(rows, words, extract_at, begun, starts)
    for zone in ("notice", "dissent"):
        last = max((at for at, (name, _) in starts.items() if name in ("order", "reasoning")), default=0)
        for at, size in of(zone, last)[:1]:
            starts[at] = (zone, size)
    starts.setdefault(0, ("head" if starts else "body", 0))
    ordered = sorted(starts)
    return [
        _Stretch(starts[at][0], at, end, starts[at][1])
        for at, end in zip(ordered, [*ordered[1:], len(rows)], strict=True)
        if end > at
    ]


def _order(
    rows: Sequence[Row], found: list[tuple[int, int]], facts: tuple[int, int] | None, reasons: tuple[int, int] | None
) -> tuple[int, int] | None:
    """Where the order begins: at the first of the headings that stand close together at the end.

    Decisions that print it before the facts (Liechtenstein) have no other; an order quoted from the court below stands
    further away from the end than the decision's own.
    """
    first = min((at for at, _ in filter(None, (facts, reasons))), default=-1)
    after = [item for item in found if item[0] > max(at for at, _ in [*filter(None, (facts, reasons)), (-1, 0)])]
    if after:
        start = len(after) - 1
        while start and after[start][0] - after[start - 1][0] <= max(_FAR, len(rows) // 8):
            start -= 1
        return after[start]
    return next((item for item in found if item[0] < first), None)


def _open_without_headings(
    rows: Sequence[Row],
    words: Words,
    extract_at: int | None,
    order: tuple[int, int] | None,
    starts: dict[int, tuple[str, int]],
) -> None:
    """A decision without «facts» and «law»: an extract begins behind its source line, a short one with its recitals."""
    end = order[0] if order else len(rows)
    if extract_at is not None:
        at = extract_at + 1
        while at < end and (rows[at].aside or not rows[at].begins):
            at += 1
        if at < end:
            starts[at] = ("reasoning", 0)
        return
    recital = next((i for i in range(end) if not rows[i].aside and words.recitals.match(rows[i].plain)), None)
    if recital is not None and order is not None:
        starts[recital] = ("reasoning", 0)


def _open_headnote(
    rows: Sequence[Row], words: Words, extract_at: int | None, begun: int, starts: dict[int, tuple[str, int]]
) -> None:
    """A headnote without a heading: before the source line of an extract, or on a court's own web page."""
    if extract_at is not None and 0 < extract_at < begun:
        first = next(i for i, row in enumerate(rows) if not row.aside)
        if first < extract_at:
            starts[first] = ("headnote", 0)
        starts[extract_at] = ("head", 0)
        return
    after = next((i for i in range(begun) if words.summary_after.fullmatch(rows[i].plain)), None)
    if after is None:
        return
    until = next((i for i in range(after, begun) if words.summary_until.fullmatch(rows[i].plain)), None)
    if until is not None and until > after + 2:
        starts[after + 2] = ("headnote", 0)
        starts[until] = ("head", 0)


# ---- numbers in a zone


def _mark_stretch(outline: Outline, rows: Sequence[Row], stretch: _Stretch, words: Words, unnumbered: int) -> int:
    place, kind, role = _ZONES[stretch.zone]
    label = ""
    if stretch.zone == "headnote":
        letter = _HEADNOTE_LETTER.search(rows[stretch.start].plain)
        label = letter[1] if letter else ""
        place = f"{place}_{label}" if label else place
    outline.marks.append(Mark(stretch.start, 0, 1, place, kind, label, role))
    if stretch.zone not in _PARTS:
        return unnumbered
    span = range(stretch.start + stretch.heading, stretch.end)
    extract = outline.extract or any(_OMITTED.search(rows[i].text) for i in span if not rows[i].aside)
    parts = _parts(rows, span, stretch.zone, words, extract=extract and stretch.zone != "order")
    end = stretch.end
    if stretch.zone == "order":
        last = parts[-1].row if parts else stretch.start
        end = next(
            (i for i in range(last + 1, end) if not rows[i].aside and words.closing.fullmatch(rows[i].plain)), end
        )
    if parts:
        _mark_parts(outline, parts, stretch.zone, role)
        outline.numbered += stretch.zone in ("reasoning", "body") and len(parts)
    else:
        for index in range(stretch.start + stretch.heading, end):
            if not rows[index].aside and (rows[index].begins or index == stretch.start + stretch.heading):
                unnumbered += 1
                outline.marks.append(Mark(index, 0, 2, f"u_{unnumbered}", "paragraph", "", role))
    if end < stretch.end:
        place, kind, role = _ZONES["closing"]
        outline.marks.append(Mark(end, 0, 1, place, kind, "", role))
    return unnumbered


def _parts(rows: Sequence[Row], span: range, zone: str, words: Words, *, extract: bool) -> list[Candidate]:
    """The numbered parts of a zone, each with the whole path of its number."""
    ways = {"decimal": _sections(rows, span, words, extract=extract)}
    if zone == "facts":
        ways["upper"] = _lettered_facts(rows, span, words)
        ways["roman"] = _roman_facts(rows, span, words)
    # facts quote orders and requests with numbers of their own: the number they begin with is the one that counts
    first = next((index for index in span if not rows[index].aside), span.stop)
    beginning = [chain for chain in ways.values() if chain.links and chain.links[0].row == first]
    best = max(beginning or ways.values(), key=lambda chain: chain.total)
    if zone in ("order", "facts") and best.total < 2:
        return []
    return list(best.links)


def _sections(rows: Sequence[Row], span: range, words: Words, *, extract: bool) -> Chain:
    """Decimal numbers, below roman sections and lettered ones when these explain more (rule 2)."""
    best = _lettered_numbers(rows, span, words, best_chain(candidates(rows, span, "decimal", words), extract=extract))
    for scheme, deeper in (("roman", True), ("upper", False)):
        heads = best_chain(candidates(rows, span, scheme, words, headings=True), extract=False)  # type: ignore[arg-type]
        if len(heads.links) < 2 or heads.links[0].numbers != (1,) or any(len(link.numbers) > 1 for link in heads.links):
            continue
        below = [
            _sections(rows, inner, words, extract=False)
            if deeper
            else best_chain(candidates(rows, inner, "decimal", words), extract=False)
            for inner in _inner(heads.links, span.stop)
        ]
        total = heads.total + sum(chain.total for chain in below)
        restarts = sum(bool(chain.links) and set(chain.links[0].numbers) == {1} for chain in below)
        if total > best.total + 0.5 and (restarts >= 2 or not best.links):
            best = _nested(heads.links, [chain.links for chain in below], total)
    return best


def _inner(heads: Sequence[Candidate], stop: int) -> list[range]:
    """The rows below each section heading."""
    ends = [head.row for head in heads[1:]] + [stop]
    return [range(head.row + 1, end) for head, end in zip(heads, ends, strict=True)]


def _nested(heads: Sequence[Candidate], below: Sequence[Sequence[Candidate]], total: float) -> Chain:
    """Sections and the numbers in them as one list of paths."""
    links: list[Candidate] = []
    for head, inner in zip(heads, below, strict=True):
        links.append(head)
        links += [
            replace(
                link,
                numbers=head.numbers + link.numbers,
                tokens=head.tokens + link.tokens,
                upto_tokens=head.tokens + link.upto_tokens if link.upto_tokens else (),
            )
            for link in inner
        ]
    return Chain(tuple(links), total)


def _lettered_numbers(rows: Sequence[Row], span: range, words: Words, chain: Chain) -> Chain:
    """«2. a) … b) … aa)» of older decisions: letters below numbers that have no decimals."""
    if not chain.links or any(len(link.numbers) > 1 for link in chain.links):
        return chain
    links: list[Candidate] = []
    ends = [link.row for link in chain.links[1:]] + [span.stop]
    for link, end in zip(chain.links, ends, strict=True):
        links.append(link)
        links += _letters(rows, link, end, "lower", words)
    return Chain(tuple(links), chain.total + 0.1 * (len(links) - len(chain.links)))


def _letters(rows: Sequence[Row], above: Candidate, end: int, scheme: Scheme, words: Words) -> list[Candidate]:
    found = [
        candidate
        for candidate in candidates(rows, range(above.row, end), scheme, words, first_column=above.text_column)
        if candidate.column or rows[candidate.row].begins
    ]
    chain = [link for link in best_chain(found, extract=False).links if _is_sentence(rows, link)]
    if len(chain) < 2 or chain[0].numbers != (1,):
        return []
    links: list[Candidate] = []
    ends = [link.row for link in chain[1:]] + [end]
    for link, stop in zip(chain, ends, strict=True):
        whole = replace(link, numbers=above.numbers + link.numbers, tokens=above.tokens + link.tokens)
        links.append(whole)
        if scheme == "lower":
            links += _letters(rows, whole, stop, "double", words)
    return links


def _is_sentence(rows: Sequence[Row], link: Candidate) -> bool:
    """Whether a letter stands before a passage of its own, and not before an item of a list."""
    rest = rows[link.row].text[link.text_column :]
    return len(rest) > 30 and not rest[0].islower() and not rest.endswith((";", ","))


def _lettered_facts(rows: Sequence[Row], span: range, words: Words) -> Chain:
    """«A.», «A.a», or «A. a.» followed by «b.» and «c.»."""
    chain = best_chain(candidates(rows, span, "upper", words), extract=False)
    if not chain.links or any(len(link.numbers) > 1 for link in chain.links):
        return chain
    total, below = chain.total, []
    for link, end in zip(chain.links, [*(item.row for item in chain.links[1:]), span.stop], strict=True):
        found = candidates(rows, range(link.row, end), "lower", words, first_column=link.text_column)
        inner = best_chain(found, extract=False)
        if not inner.links or inner.links[0].numbers != (1,):
            inner = Chain()
        total += inner.total
        below.append(inner.links)
    return _nested(chain.links, below, total)


def _roman_facts(rows: Sequence[Row], span: range, words: Words) -> Chain:
    """«I.» with «A.», «B.» in it (administrative court of Zurich)."""
    heads = best_chain(candidates(rows, span, "roman", words), extract=False)
    if not heads.links or heads.links[0].numbers != (1,):
        return Chain()
    below = [
        best_chain(candidates(rows, inner, "upper", words), extract=False) for inner in _inner(heads.links, span.stop)
    ]
    return _nested(heads.links, [chain.links for chain in below], heads.total + sum(chain.total for chain in below))


# ---- marks


def _mark_parts(outline: Outline, parts: Sequence[Candidate], zone: str, role: Role) -> None:
    """A mark for each number, and for each number above it that is not printed."""
    prefix, kind = _PARTS[zone]
    known: set[tuple[str, ...]] = set()
    before: Candidate | None = None
    for part in parts:
        for depth in range(1, len(part.tokens)):
            above = part.tokens[:depth]
            if above not in known:
                known.add(above)
                outline.marks.append(
                    Mark(part.row, part.column, 1 + depth, prefix + _tail(above), kind, _tail(above), role)
                )
        known.add(part.tokens)
        eid = prefix + _tail(part.tokens)
        if part.upto_tokens:
            eid = f"{eid}..{prefix}{_tail(part.upto_tokens)}"
        outline.marks.append(Mark(part.row, part.column, 1 + len(part.tokens), eid, kind, part.label, role))
        if zone == "reasoning" and before and not outline.extract and _is_gap(before, part):
            parameters = {"after": _tail(before.tokens), "next": _tail(part.tokens)}
            outline.findings.append(Finding("numbering_gap", parameters))
        before = part


def _is_gap(before: Candidate, part: Candidate) -> bool:
    last = before.upto or before.numbers
    depth = len(part.numbers)
    if depth > len(last):
        return part.numbers != (*last, 1) and part.numbers[: len(last)] == last
    return part.numbers[:-1] != last[: depth - 1] or part.numbers[-1] != last[depth - 1] + 1


def _tail(tokens: Sequence[str]) -> str:
    """`2.3`, `II.A.1`, `5b`, `5b_bb`, `A.a`."""
    tail = ""
    for token in tokens:
        if not tail:
            tail = token
        elif len(token) == 2 and token[0] == token[1] and token.islower() and tail[-1].islower():
            tail += f"_{token}"
        elif token.islower() and tail[-1].isdigit():
            tail += token
        else:
            tail += f".{token}"
    return tail


# ---- paragraphs numbered through


def _numbered_through(
    rows: Sequence[Row], stretches: Sequence[_Stretch], words: Words, *, extract: bool
) -> tuple[Candidate, ...]:
    """The numbers of a decision whose paragraphs are counted from first to last; none when it is not such a one."""
    everywhere = candidates(rows, range(len(rows)), "decimal", words, lists=False)
    chain = best_chain([item for item in everywhere if len(item.numbers) == 1], extract=False)
    if len(chain.links) < _NUMBERED_THROUGH_FROM or chain.links[-1].numbers[0] < _NUMBERED_THROUGH_FROM:
        return ()
    in_zones = [
        _parts(rows, range(item.start + item.heading, item.end), item.zone, words, extract=extract)
        for item in stretches
        if item.zone in ("reasoning", "facts", "order", "body")
    ]
    decimals = sum(len(part.numbers) > 1 for parts in in_zones for part in parts)
    return chain.links if decimals < 0.25 * len(chain.links) else ()


def _mark_numbered_through(
    outline: Outline, rows: Sequence[Row], stretches: Sequence[_Stretch], links: Sequence[Candidate], words: Words
) -> None:
    numbered = {link.row: link for link in links}
    outline.numbered = len(links)
    role: Role = "unknown"
    at_zone = {item.start: item for item in stretches if item.zone != "body"}
    first = min(numbered)
    outline.marks.append(Mark(0, 0, 1, "head", "head"))
    begun = False
    for index, row in enumerate(rows):
        zone = at_zone.get(index)
        if zone is not None and zone.zone != "head":
            place, kind, role = _ZONES[zone.zone]
            outline.marks.append(Mark(index, 0, 1, place, kind, "", role))
            begun = True
        if row.aside:
            continue
        link = numbered.get(index)
        heading = None if link or zone else _section_heading(rows, index, numbered, first)
        if (link or heading) and not begun:
            outline.marks.append(Mark(index, 0, 1, "body", "body", "", role))
            begun = True
        if link is not None:
            number = link.label
            outline.marks.append(Mark(index, 0, 2, f"para_{number}", "paragraph", number, role))
        elif heading is not None:
            label, text = heading
            role = next((rule for rule, pattern in words.sections if pattern.fullmatch(text)), role)
            outline.marks.append(Mark(index, 0, 2, f"h_{label}", "heading", label, role))
    _close(outline, rows, max(numbered), words)


def _section_heading(
    rows: Sequence[Row], index: int, numbered: dict[int, Candidate], first: int
) -> tuple[str, str] | None:
    """Label and text of a heading between numbered paragraphs: short, unfinished, and a paragraph follows soon."""
    row = rows[index]
    match = _SECTION_HEADING.match(row.text)
    if match is None or _UNFINISHED.search(row.text) or len(row.text) > _LONGEST_SECTION_HEADING:
        return None
    soon = range(index + 1, min(index + 5, len(rows)))
    if index < first and not any(i in numbered for i in soon):
        return None
    if not any(i in numbered or _SECTION_HEADING.match(rows[i].text) for i in soon):
        return None
    return match["label"].rstrip("."), match["text"].strip()


def _close(outline: Outline, rows: Sequence[Row], last: int, words: Words) -> None:
    """What stands behind the last number and the signatures' first line is the closing."""
    at = next(
        (i for i in range(last + 1, len(rows)) if not rows[i].aside and words.closing.fullmatch(rows[i].plain)), None
    )
    if at is not None:
        outline.marks.append(Mark(at, 0, 1, "closing", "closing"))
