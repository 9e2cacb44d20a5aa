"""The authorities of a draft: each work once, with every place at which it is cited, and what does not fit together.

Keeps true:
1. Every mention with a reference belongs to exactly one authority; mentions without one are counted (`open`), never dropped.
2. Two references are one authority when a release says so, or when they stand beside each other as parallel citations do
   (`data/parallel_separators.tsv`) and are of different series. They are never joined for likeness.
3. A finding is something to look at: one name with two numbers of one series, an entry that the body does not cite, a
   citation that the table does not list, other pages, a parallel citation given in one place alone, a short form of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pincite.citations.mention import Kind, Mention
from pincite.drafts.authority_table import TableEntry, table_entries
from pincite.drafts.checks.identity import own_words, written_name
from pincite.drafts.draft import Draft
from pincite.drafts.resolve import joined, resolve
from pincite.findings import Finding
from pincite.formats.written import FilePlace
from pincite.identity.reference import Reference
from pincite.text.tables import rows

__all__ = ["Authorities", "Authority", "Cited", "Held", "authorities_of"]

_BEFORE = 240
_BETWEEN = 8


class Held(NamedTuple):
    """What a release says of a work: its own id and title."""

    work: str
    title: str


class Cited(NamedTuple):
    """One citation of an authority in the body: the span, the place cited in the work, and where a person finds it."""

    start: int
    end: int
    text: str
    work: str
    pinpoint: str
    short: bool
    place: FilePlace | None
    line: int


@dataclass(frozen=True, slots=True)
class Authority:
    """One work.

    Attributes:
        works: the references it is cited by, the first one first; several for parallel citations.
        kind: of its mentions.
        name: of a case as the release or else the draft names it, "" when neither does.
        as_cited: its first citation in full as it stands in the draft, for each of `works`.
        cited: its citations in the body, in order; none for an entry of the table alone.
        as_titled: a citation of the work as a whole, without a place in it, "" when the draft has none.

    """

    works: tuple[str, ...]
    kind: Kind
    name: str
    as_cited: tuple[str, ...]
    cited: tuple[Cited, ...]
    as_titled: str = ""


@dataclass(frozen=True, slots=True)
class Authorities:
    """All of them, the draft's own table, what to look at, and how many mentions name no authority."""

    draft: Draft
    authorities: tuple[Authority, ...]
    entries: tuple[TableEntry, ...]
    findings: tuple[Finding, ...]
    open: int


class _Known(NamedTuple):
    mention: Mention
    reference: Reference
    work: str
    name: str
    title: str
    entry: int | None


def authorities_of(
    draft: Draft, mentions: Sequence[Mention], held: Callable[[str], Held | None] = lambda _: None
) -> Authorities:
    """The authorities of a draft; `held` answers for a work from a release, None where it is not held."""
    spoken = joined(draft, mentions)
    entries = table_entries(draft, spoken)
    of_entry = {index: number for number, entry in enumerate(entries) for index in entry.mentions}
    known: dict[int, _Known] = {}
    silent: list[int] = []
    asked: dict[str, Held | None] = {}
    for index, (mention, resolved) in enumerate(zip(spoken, resolve(spoken), strict=True)):
        if resolved.reference is None:
            silent.append(index)
            continue
        work = str(resolved.reference.work)
        if work not in asked:
            asked[work] = held(work)
        answer = asked[work]
        name = _name(draft, mention)
        known[index] = _Known(
            mention,
            resolved.reference,
            answer.work if answer is not None else work,
            name,
            answer.title if answer is not None else "",
            of_entry.get(index),
        )
    groups = _groups(draft, known)
    found = [_authority(draft, [known[i] for i in members]) for members in groups]
    findings = [
        *_two_numbers(draft, known),
        *_against_table(found, groups, known, entries),
        *_short_forms(draft, spoken, silent, of_entry),
    ]
    return Authorities(draft, tuple(found), tuple(entries), tuple(findings), len(silent))


# ---- one authority


def _groups(draft: Draft, known: Mapping[int, _Known]) -> list[list[int]]:
    """Mentions by authority: of one work, or of works that stand beside each other as parallel citations do."""
    above: dict[str, str] = {}

    def root(work: str) -> str:
        while above.setdefault(work, work) != work:
            work = above[work]
        return work

    for one, other in _parallel_pairs(draft, known):
        first, second = root(known[one].work), root(known[other].work)
        above[second] = first
    groups: dict[str, list[int]] = {}
    for index, each in known.items():
        groups.setdefault(root(each.work), []).append(index)
    return list(groups.values())


def _parallel_pairs(draft: Draft, known: Mapping[int, _Known]) -> Iterable[tuple[int, int]]:
    indices = sorted(known)
    for one, other in pairwise(indices):
        before, behind = known[one], known[other]
        if (
            before.mention.kind != "case"
            or behind.mention.kind != "case"
            or "short" in (before.mention.form, behind.mention.form)
        ):
            continue
        between = draft.text[before.mention.end : behind.mention.start].strip(" \t\n\u00a0*_()[]（）")
        apart = behind.mention.start - before.mention.end
        if (
            0 <= apart <= _BETWEEN
            and between in _separators(before.reference.jurisdiction)
            and series_of(before.reference.work) != series_of(behind.reference.work)
        ):
            yield one, other


@cache
def _separators(jurisdiction: str) -> frozenset[str]:
    table = {
        name: frozenset(listed.split("|")) for name, listed in rows("pincite.drafts.data", "parallel_separators.tsv")
    }
    return table.get(jurisdiction, table["*"]) | {""}


def series_of(work: str) -> str:
    """What a work's number counts in: its id up to the first part with a digit (`hk/hkca`, `ch/bge`)."""
    parts = work.split("/")
    first = next((i for i, part in enumerate(parts) if i and re.search(r"\d", part)), len(parts))
    return "/".join(parts[:first])


def _authority(draft: Draft, members: Sequence[_Known]) -> Authority:
    full: dict[str, str] = {}
    for each in members:
        if each.mention.form == "full":
            full.setdefault(str(each.reference.work), _shown(each.mention))
    works = list(dict.fromkeys([*full, *(str(each.reference.work) for each in members)]))
    name = next((each.title for each in members if each.title), "") or next((e.name for e in members if e.name), "")
    body = [each for each in members if each.entry is None]
    lines = _Lines(draft.text)
    return Authority(
        tuple(works),
        members[0].mention.kind,
        name,
        tuple(full.get(work, "") for work in works),
        tuple(
            Cited(
                each.mention.start,
                each.mention.end,
                _shown(each.mention),
                str(each.reference.work),
                str(each.reference.place or ""),
                each.mention.form == "short",
                draft.place(each.mention.start),
                lines.of(each.mention.start),
            )
            for each in sorted(body, key=lambda each: each.mention.start)
        ),
        next((_shown(e.mention) for e in members if e.mention.form == "full" and e.reference.place is None), ""),
    )


def _shown(mention: Mention) -> str:
    """A citation as it stands, on one line; of one that a heading runs into, what is below the heading."""
    return " ".join(re.split(r"\n\s*\n", mention.text)[-1].split())


class _Lines:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1

    def of(self, offset: int) -> int:
        self.line += self.text.count("\n", self.at, offset)
        self.at = offset
        return self.line


def _name(draft: Draft, mention: Mention) -> str:
    """The name of a case written right before its citation, without words that lead to it («See»)."""
    if mention.kind != "case":
        return ""
    written = written_name(draft.text[max(0, mention.start - _BEFORE) : mention.start])
    if written is None:
        return ""
    words = written[2].split()
    while len(words) > 3 and words[0].casefold().rstrip(",") in _leading():
        words = words[1:]
    return " ".join(words)


@cache
def _leading() -> frozenset[str]:
    """Words that stand before citations, as single words: they begin no name."""
    listed = (phrases for _, _, phrases in rows("pincite.drafts.data", "signals.tsv"))
    words = (word for phrases in listed for phrase in phrases.split("|") for word in phrase.casefold().split())
    return frozenset(word for word in words if len(word) > 1)  # a single letter is a party


# ---- what does not fit together


def _two_numbers(draft: Draft, known: Mapping[int, _Known]) -> Iterable[Finding]:
    """One name with two numbers of one series."""
    names: dict[tuple[tuple[str, ...], tuple[str, ...], str], dict[str, _Known]] = {}
    for each in known.values():
        parties = _parties(each.name)
        if parties is not None:
            key = (*parties, series_of(str(each.reference.work)))
            names.setdefault(key, {}).setdefault(each.work, each)
    for works in names.values():
        if len(works) > 1:
            first, *others = sorted(works.values(), key=lambda each: each.mention.start)
            listed = "; ".join(f"{each.mention.text} ({_where(draft, each.mention)})" for each in (first, *others))
            yield Finding("two_numbers", {"name": first.name, "listed": listed}, first.mention.start, first.mention.end)


def _parties(name: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What tells a name from others: the own words of both sides; None when it has too few to be told."""
    sides = re.split(r"\s(?:v|vs|versus)\.?\s|訴|诉", name)
    if len(sides) != 2:
        return None
    first, second = (tuple(own_words(side)) for side in sides)
    # «R v Chan» names many cases; «HKSAR v Chan Kwok Hung» one
    return (first[-1:], second[:1]) if first and second else (first, second) if len(first + second) > 1 else None


def _against_table(
    found: Sequence[Authority],
    groups: Sequence[Sequence[int]],
    known: Mapping[int, _Known],
    entries: Sequence[TableEntry],
) -> Iterable[Finding]:
    if not entries:
        return
    for authority, members in zip(found, groups, strict=True):
        listed = [known[i] for i in members if known[i].entry is not None]
        if not listed:
            first = authority.cited[0]
            yield Finding("not_in_table", {"text": first.text, "at": _place(first)}, first.start, first.end)
            continue
        entry = entries[listed[0].entry or 0]
        if not authority.cited:
            yield Finding("only_in_table", {"text": _shown(listed[0].mention)}, entry.start, entry.end)
            continue
        yield from _parallels_differ(authority, listed, entry)
        pages = sorted({cited.place.page for cited in authority.cited if cited.place is not None and cited.place.page})
        stated = sorted({page for each in listed for page in entries[each.entry or 0].pages})
        if stated and pages and stated != pages:
            yield Finding(
                "pages_differ",
                {"text": _shown(listed[0].mention), "listed": _numbers(stated), "found": _numbers(pages)},
                entry.start,
                entry.end,
            )


def _parallels_differ(authority: Authority, listed: Sequence[_Known], entry: TableEntry) -> Iterable[Finding]:
    """A parallel citation that only the table, or only the body, gives."""
    of_table = {str(each.reference.work) for each in listed}
    of_body = {cited.work for cited in authority.cited}
    texts = dict(zip(authority.works, authority.as_cited, strict=True))
    for work in authority.works:
        if (work in of_table) != (work in of_body) and authority.kind == "case":
            code = "parallel_only_in_table" if work in of_table else "parallel_not_in_table"
            yield Finding(code, {"text": texts[work] or work}, entry.start, entry.end)


def _short_forms(
    draft: Draft, mentions: Sequence[Mention], silent: Sequence[int], of_entry: Mapping[int, int]
) -> Iterable[Finding]:
    for index in silent:
        mention = mentions[index]
        if mention.note.endswith("outside_the_scheme"):
            continue  # it is known what it refers to: a law without references
        if mention.form == "short" and index not in of_entry:
            yield Finding(
                "short_form_of_nothing",
                {"text": mention.text, "at": _where(draft, mention)},
                mention.start,
                mention.end,
            )


def _where(draft: Draft, mention: Mention) -> str:
    return _code(draft.place(mention.start), draft.text.count("\n", 0, mention.start) + 1)


def _place(cited: Cited) -> str:
    return _code(cited.place, cited.line)


def _code(place: FilePlace | None, line: int) -> str:
    """A place for a finding's parameters: p. 3, ¶ 12, n. 4, l. 20."""
    if place is None:
        return f"l. {line}"
    if place.part in ("footnote", "endnote"):
        return f"n. {place.number}" + (f", p. {place.page}" if place.page else "")
    return f"p. {place.page}" if place.page else f"¶ {place.number}".strip()


def _numbers(pages: Iterable[int]) -> str:
    return ", ".join(map(str, pages))
