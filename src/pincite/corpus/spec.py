"""The spec of a release: which files, which reader, what is claimed to be complete. YAML, read strictly.

Keeps true: a key that is not known is refused with its line, its name and the keys that are allowed there; nothing in a
spec is silently ignored, and a scalar means the characters that stand there (no date becomes anything else). What a spec
cannot be (a megabyte, twenty levels deep, full of aliases) is refused before it is read.

    jurisdiction: hk                  # one a release
    tag: 2026.11.30                   # YYYY.MM.DD, or YYYY.MM.DD.n for a second one on that day
    as_of: 2026-11-30                 # the law as at
    title: …
    root: ../corpora                  # optional; against the spec file
    sources:
      - files: ["hk/cap_*.xml"]       # globs against the root
        exclude: [{files: ["hk/cap_9.xml"], reason: …}]
        reader: hk.hklm
        companions: {json: "{stem}.json"}   # beside the file; a trailing «?» makes it optional
        publisher: …
        licence: …
        legal_value: unofficial       # authentic | official | unofficial
        redistribute: quote           # full | quote | none
        extent: whole                 # whole | part: extracts, in which the absence of a place says nothing
        options: {language: de}       # to the reader, as it knows them
    coverage:
      - {name: …, works: [hk/cap486], complete: true, languages: [en], date_from: …, date_to: …, note: …}
    fetch:                            # optional; what `pincite corpus fetch SPEC` fetches
      - {collection: hk.elegislation, items: ["486"], languages: [en, zh-Hant], form: chapter, as_of: 2026-11-30}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from pincite.corpus.answers import CoverageClaim
from pincite.corpus.strict_yaml import StrictMap, read_map
from pincite.errors import BadInput
from pincite.law.document import LegalValue

__all__ = ["Excluded", "FetchOrder", "Redistribute", "ReleaseSpec", "SourceSpec", "read_spec"]

Redistribute = Literal["full", "quote", "none"]
Extent = Literal["whole", "part"]

_TAG = re.compile(r"\d{4}\.\d{2}\.\d{2}(\.[1-9]\d*)?\Z")
_JURISDICTION = re.compile(r"[a-z]{2,4}\Z")
_REMEDY = "The form of a spec stands in docs/releases.md."


@dataclass(frozen=True, slots=True)
class Excluded:
    """Files that a glob finds and that are not to be read, with the reason."""

    files: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """Files of one publisher's format; the attributes are the spec's keys. `line` is where the entry begins."""

    files: tuple[str, ...]
    reader: str
    publisher: str
    licence: str
    legal_value: LegalValue
    redistribute: Redistribute
    exclude: tuple[Excluded, ...] = ()
    companions: Mapping[str, str] = field(default_factory=dict)
    extent: Extent = "whole"
    options: Mapping[str, str] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True)
class FetchOrder:
    """What to fetch of a publisher's collection (corpus.publishers).

    Attributes:
        items: as the collection names them: a number of the SR, a CELEX number, a chapter.
        languages: of them; none: the collection's first.
        as_of: ISO date of the state wanted.
        form: of the items, where several could be meant.
        by_spec: whether a spec says it, not a user at the moment.

    """

    collection: str
    items: tuple[str, ...]
    languages: tuple[str, ...] = ()
    as_of: str = ""
    form: str = ""
    by_spec: bool = False


@dataclass(frozen=True, slots=True)
class ReleaseSpec:
    """A whole spec; `name` is the file's name, for messages."""

    name: str
    jurisdiction: str
    tag: str
    as_of: str
    title: str
    sources: tuple[SourceSpec, ...]
    coverage: tuple[CoverageClaim, ...] = ()
    root: str = "."
    fetch: tuple[FetchOrder, ...] = ()


def read_spec(data: bytes, *, name: str) -> ReleaseSpec:
    """Read a spec.

    Raises:
        BadInput: with the line and what is allowed there.

    """
    top = read_map(data, name=name, what="a spec", remedy=_REMEDY, known=_KNOWN)
    as_of = top.date("as_of")
    jurisdiction = top.text("jurisdiction", pattern=_JURISDICTION, form="two to four lower-case letters, such as hk")
    spec = ReleaseSpec(
        name=name,
        jurisdiction=jurisdiction,
        tag=top.text("tag", pattern=_TAG, form="YYYY.MM.DD, or YYYY.MM.DD.n for a second release of a day"),
        as_of=as_of,
        title=top.text("title"),
        root=top.text("root", default="."),
        sources=tuple(top.each("sources", _source)),
        coverage=tuple(top.each("coverage", lambda entry: _claim(entry, jurisdiction), default=True)),
        fetch=tuple(top.each("fetch", lambda entry: _order(entry, as_of), default=True)),
    )
    top.close()
    if not spec.sources:
        raise BadInput(f"{name}, line {top.line}: sources is empty", remedy=_REMEDY)
    return spec


def _source(entry: StrictMap) -> SourceSpec:
    return SourceSpec(
        files=entry.texts("files"),
        reader=entry.text("reader"),
        publisher=entry.text("publisher"),
        licence=entry.text("licence"),
        legal_value=cast("LegalValue", entry.one_of("legal_value", get_args(LegalValue))),
        redistribute=cast("Redistribute", entry.one_of("redistribute", get_args(Redistribute))),
        exclude=tuple(entry.each("exclude", _excluded, default=True)),
        companions=entry.mapping("companions"),
        extent=cast("Extent", entry.one_of("extent", get_args(Extent), default="whole")),
        options=entry.mapping("options"),
        line=entry.line,
    )


def _order(entry: StrictMap, as_of: str) -> FetchOrder:
    return FetchOrder(
        collection=entry.text("collection"),
        items=entry.texts("items"),
        languages=entry.texts("languages", default=True),
        as_of=entry.date("as_of", default=as_of),
        form=entry.text("form", default=""),
        by_spec=True,
    )


def _excluded(entry: StrictMap) -> Excluded:
    return Excluded(files=entry.texts("files"), reason=entry.text("reason"))


def _claim(entry: StrictMap, jurisdiction: str) -> CoverageClaim:
    """A claim; about works of another jurisdiction, or for a time that ends before it begins, it is refused."""
    claim = CoverageClaim(
        name=entry.text("name"),
        works=entry.texts("works"),
        complete=entry.one_of("complete", ("true", "false")) == "true",
        languages=entry.texts("languages", default=True),
        date_from=entry.date("date_from", default=""),
        date_to=entry.date("date_to", default=""),
        note=entry.text("note", default=""),
    )
    for work in claim.works:
        if work.partition("/")[0] != jurisdiction:
            message = f"works: {work!r} is no work of {jurisdiction!r}, the jurisdiction of this spec"
            raise entry.wrong(entry.values["works"], message)
    if claim.date_from and claim.date_to and claim.date_to < claim.date_from:
        raise entry.wrong(entry.values["date_to"], f"date_to: {claim.date_to} is before date_from, {claim.date_from}")
    return claim


_KNOWN = {
    *("jurisdiction", "tag", "as_of", "title", "root", "sources", "coverage", "fetch"),
    *(
        "files",
        "exclude",
        "reader",
        "companions",
        "publisher",
        "licence",
        "legal_value",
        "redistribute",
        "extent",
        "options",
    ),
    *(
        "collection",
        "items",
        "form",
        "reason",
        "name",
        "works",
        "complete",
        "languages",
        "date_from",
        "date_to",
        "note",
    ),
}
