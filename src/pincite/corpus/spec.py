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
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast, get_args

import yaml

from pincite.corpus.answers import CoverageClaim
from pincite.errors import BadInput
from pincite.law.document import LegalValue
from pincite.text.dates import is_date

__all__ = ["Excluded", "Redistribute", "ReleaseSpec", "SourceSpec", "read_spec"]

Redistribute = Literal["full", "quote", "none"]
Extent = Literal["whole", "part"]
Made = TypeVar("Made")

_TAG = re.compile(r"\d{4}\.\d{2}\.\d{2}(\.[1-9]\d*)?\Z")
_JURISDICTION = re.compile(r"[a-z]{2,4}\Z")
_MOST_BYTES = 1_000_000
_DEEPEST = 20
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


def read_spec(data: bytes, *, name: str) -> ReleaseSpec:
    """Read a spec.

    Raises:
        BadInput: with the line and what is allowed there.

    """
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{name}: {len(data)} bytes are too many for a spec; {_MOST_BYTES} are allowed", remedy=_REMEDY)
    try:
        text = data.decode("utf-8-sig")
        _check_shape(text, name)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8 text (byte {error.start})", remedy=_REMEDY) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise BadInput(
            f"{name}{where}: not YAML: {getattr(error, 'problem', None) or error}", remedy=_REMEDY
        ) from error
    if node is None:
        raise BadInput(f"{name}: the spec is empty", remedy=_REMEDY)
    top = _Map(name, node, "a spec")
    jurisdiction = top.text("jurisdiction", pattern=_JURISDICTION, form="two to four lower-case letters, such as hk")
    spec = ReleaseSpec(
        name=name,
        jurisdiction=jurisdiction,
        tag=top.text("tag", pattern=_TAG, form="YYYY.MM.DD, or YYYY.MM.DD.n for a second release of a day"),
        as_of=top.date("as_of"),
        title=top.text("title"),
        root=top.text("root", default="."),
        sources=tuple(top.each("sources", _source)),
        coverage=tuple(top.each("coverage", lambda entry: _claim(entry, jurisdiction), default=True)),
    )
    top.close()
    if not spec.sources:
        raise BadInput(f"{name}, line {top.line}: sources is empty", remedy=_REMEDY)
    return spec


def _check_shape(text: str, name: str) -> None:
    """Refuse aliases and depth while the events come, before anything is composed (the parser is quadratic in depth)."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise BadInput(f"{name}: a spec holds no aliases (*name)", remedy=_REMEDY)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise BadInput(f"{name}, line {line}: nested more than {_DEEPEST} levels deep", remedy=_REMEDY)


def _source(entry: _Map) -> SourceSpec:
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


def _excluded(entry: _Map) -> Excluded:
    return Excluded(files=entry.texts("files"), reason=entry.text("reason"))


def _claim(entry: _Map, jurisdiction: str) -> CoverageClaim:
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


class _Map:
    """A YAML mapping whose keys are taken one by one; `close` refuses those nobody took."""

    def __init__(self, name: str, node: yaml.Node, what: str) -> None:
        self.name = name
        self.what = what
        self.line = node.start_mark.line + 1
        if not isinstance(node, yaml.MappingNode):
            raise self.wrong(node, f"{what} must be a mapping of keys")
        self.values: dict[str, yaml.Node] = {}
        self.keys: list[yaml.ScalarNode] = []
        self.asked: list[str] = []
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.wrong(key, f"a key of {what} must be a word")
            if key.value in self.values:
                raise self.wrong(key, f"the key {key.value!r} stands twice in {what}")
            self.values[key.value] = value
            self.keys.append(key)

    def wrong(self, node: yaml.Node, message: str) -> BadInput:
        return BadInput(f"{self.name}, line {node.start_mark.line + 1}: {message}", remedy=_REMEDY)

    def close(self) -> None:
        for key in self.keys:
            if key.value not in self.asked:
                raise self.wrong(
                    key, f"{self.what} has no key {key.value!r}; allowed are {', '.join(sorted(self.asked))}"
                )

    def take(self, key: str, *, required: bool) -> yaml.Node | None:
        self.asked.append(key)
        node = self.values.get(key)
        if node is None and required:
            # an unknown key is most often the missing one misspelt: both are named
            unknown = [each.value for each in self.keys if each.value not in _KNOWN]
            hint = f" (and {unknown[0]!r} is not known)" if unknown else ""
            raise BadInput(f"{self.name}, line {self.line}: {self.what} needs the key {key!r}{hint}", remedy=_REMEDY)
        return node

    def text(
        self, key: str, *, default: str | None = None, pattern: re.Pattern[str] | None = None, form: str = ""
    ) -> str:
        node = self.take(key, required=default is None)
        if node is None:
            return default or ""
        value = self.scalar(node, key)
        if pattern is not None and not pattern.match(value):
            raise self.wrong(node, f"{key}: {value!r} is not {form}")
        return value

    def date(self, key: str, *, default: str | None = None) -> str:
        value = self.text(key, default=default)
        if value and not is_date(value):
            raise self.wrong(self.values[key], f"{key}: {value!r} is not YYYY-MM-DD, a day of the calendar")
        return value

    def scalar(self, node: yaml.Node, key: str) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self.wrong(node, f"{key} must be one text")
        value: str = node.value.strip()
        if not value:
            raise self.wrong(node, f"{key} is empty")
        return value

    def one_of(self, key: str, allowed: Iterable[str], *, default: str | None = None) -> str:
        node = self.take(key, required=default is None)
        if node is None:
            return default or ""
        value = self.scalar(node, key)
        choices = tuple(allowed)
        if value not in choices:
            raise self.wrong(node, f"{key}: {value!r} is none of {', '.join(choices)}")
        return value

    def texts(self, key: str, *, default: bool = False) -> tuple[str, ...]:
        node = self.take(key, required=not default)
        if node is None:
            return ()
        if not isinstance(node, yaml.SequenceNode) or not (node.value or default):
            raise self.wrong(node, f"{key} must be a list of texts, such as [a, b]")
        return tuple(self.scalar(item, key) for item in node.value)

    def mapping(self, key: str) -> dict[str, str]:
        node = self.take(key, required=False)
        if node is None:
            return {}
        inner = _Map(self.name, node, key)
        return {each.value: self.scalar(inner.values[each.value], each.value) for each in inner.keys}

    def each(self, key: str, make: Callable[[_Map], Made], *, default: bool = False) -> list[Made]:
        node = self.take(key, required=not default)
        if node is None:
            return []
        if not isinstance(node, yaml.SequenceNode):
            raise self.wrong(node, f"{key} must be a list")
        made: list[Made] = []
        for item in node.value:
            entry = _Map(self.name, item, f"an entry of {key}")
            made.append(make(entry))
            entry.close()
        return made


_KNOWN = {
    *("jurisdiction", "tag", "as_of", "title", "root", "sources", "coverage"),
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
    *("reason", "name", "works", "complete", "languages", "date_from", "date_to", "note"),
}
