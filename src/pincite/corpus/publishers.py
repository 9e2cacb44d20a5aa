"""Where law is published and how it is asked for: collections of publishers, described as data in the packs.

Keeps true: an address, a licence or a publisher's name stands in a pack's `data/publishers.yaml` and nowhere in code; a
key nobody knows is refused with its line. An item that a user gives is admitted by the pattern of a form, whole, before
any of it enters an address, and a collection is asked at its own hosts alone.

    collections:
      - name, title, publisher, licence, legal_value, redistribute, reader     as in a spec of a release
        hosts: [..]                  the publisher's own; no other is ever asked
        seconds_between: "1"         between two requests to a host
        one_at_a_time: "true"        only single documents, at a user's request
        languages: {de: DEU}         ours: the publisher's word ({language}, {publisher_language})
        companions: {json: …}        as in a spec
        forms:                       the first whose pattern matches the whole item is used
          - name, item (regular expression), example, about
            let: {…}, then pad: {digits: "6"} and lower: [..]     variables made of others
            find: [step …]           what exists: each step makes rows of variables of an answer
            files: [file …]          what to fetch for each row

    step:  get | post: address   accept   query: file of a query (SPARQL)   read: json | sparql | links
           rows: path   let: {variable: path}   where: {variable: template}   where_set: [variable]
           join: {rows, on, equals, let_…}   link: regular expression   first_by: [variable]
           next: path to the next page's address   page_size: "200" ({limit}, {offset})   none: what to say when no row is left
    file:  get: address   accept   accept_language   media: [..]   kind: zip (what its bytes must be, when not what the media say)
           sha256: template, promised by the publisher's list   member | member_like: a member of an archive
           is: template of the reference that the document must bear (its work, or an alias): publishers mix documents up
           options: {work: …} to the reader, as in a spec
           holds: path in a JSON record that must not be empty, with `empty`: what to say   reader   companion: "true"
           path: where it goes

Templates are those of RFC 6570, level 2: `{name}` is encoded, `{+name}` may hold an address's own separators. Paths into
JSON: `a.b[].c` (every item of a list), `a{}` (every entry of an object, its key is `@`), `^name` (one level up).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast, get_args

from pincite.corpus.spec import Redistribute
from pincite.corpus.strict_yaml import StrictMap, read_map
from pincite.errors import BadInput
from pincite.law.document import LegalValue

__all__ = ["Catalogue", "Collection", "FileRecipe", "Form", "Format", "Step", "read_publishers"]


@dataclass(frozen=True, slots=True)
class Step:
    """A question about what exists; the attributes are the keys of the module's docstring."""

    method: str
    address: str
    read: str
    accept: str = ""
    query: str = ""
    rows: str = ""
    let: Mapping[str, str] = field(default_factory=dict)
    where: Mapping[str, str] = field(default_factory=dict)
    where_set: tuple[str, ...] = ()
    join: Mapping[str, str] = field(default_factory=dict)
    link: re.Pattern[str] | None = None
    first_by: tuple[str, ...] = ()
    next: str = ""
    page_size: int = 0
    none: str = ""


@dataclass(frozen=True, slots=True)
class FileRecipe:
    """A file to fetch for a row."""

    address: str
    path: str
    accept: str = ""
    accept_language: str = ""
    media: tuple[str, ...] = ()
    kind: str = ""
    sha256: str = ""
    member: str = ""
    member_like: re.Pattern[str] | None = None
    expected: str = ""
    holds: str = ""
    empty: str = ""
    reader: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    companion: bool = False

    @property
    def archived(self) -> bool:
        """Whether the file is a member of an archive."""
        return bool(self.member or self.member_like)


@dataclass(frozen=True, slots=True)
class Form:
    """How an item of a collection may be named."""

    name: str
    item: re.Pattern[str]
    example: str
    about: str
    files: tuple[FileRecipe, ...]
    find: tuple[Step, ...] = ()
    let: Mapping[str, str] = field(default_factory=dict)
    pad: Mapping[str, int] = field(default_factory=dict)
    lower: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Collection:
    """What one publisher offers at addresses of one kind."""

    name: str
    title: str
    publisher: str
    licence: str
    legal_value: LegalValue
    redistribute: Redistribute
    reader: str
    hosts: tuple[str, ...]
    seconds_between: float = 1.0
    one_at_a_time: bool = False
    languages: Mapping[str, str] = field(default_factory=dict)
    companions: Mapping[str, str] = field(default_factory=dict)
    forms: tuple[Form, ...] = ()

    def form(self, item: str, name: str = "") -> tuple[Form, Mapping[str, str]]:
        """The form an item is written in, and the variables its pattern finds.

        Raises:
            BadInput: no form admits it; the message shows those there are.

        """
        wanted = [form for form in self.forms if not name or form.name == name]
        if not wanted:
            known = ", ".join(form.name for form in self.forms) or "none: its documents are added by hand"
            raise BadInput(f"{self.name} has no form {name!r} of items", remedy=f"Forms: {known}.")
        for form in wanted:
            found = form.item.fullmatch(item)
            if found:
                return form, {key: value or "" for key, value in found.groupdict().items()}
        forms = "; ".join(f"«{form.example}» ({form.about})" for form in wanted)
        raise BadInput(f"{self.name} has no item of the form {item!r}", remedy=f"Items look like {forms}.")


@dataclass(frozen=True, slots=True)
class Format:
    """How a file of a reader is recognised; the reader itself has the last word.

    Attributes:
        marks: texts that all stand among the first bytes.
        keys: paths that a JSON record (or the first of a list) all has.
        companions: files beside it, as in a spec; without «?» it is not recognised without them.
        folder: where such a file goes when it is added, below its jurisdiction's; the collection's own if it is "".

    """

    reader: str
    collection: str
    suffixes: tuple[str, ...]
    marks: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    companions: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The collections and formats of all packs."""

    collections: Mapping[str, Collection]
    formats: tuple[Format, ...] = ()

    def collection(self, name: str) -> Collection:
        """A collection by its name.

        Raises:
            BadInput: there is none; the message names those there are.

        """
        found = self.collections.get(name)
        if found is None:
            known = ", ".join(sorted(self.collections))
            raise BadInput(
                f"there is no collection {name!r}", remedy=f"Collections: {known}. See `pincite corpus sources`."
            )
        return found

    @classmethod
    def joined(cls, catalogues: Iterable[Catalogue]) -> Catalogue:
        """One of several; the first collection of a name counts."""
        collections: dict[str, Collection] = {}
        formats: list[Format] = []
        for each in catalogues:
            collections |= {name: found for name, found in each.collections.items() if name not in collections}
            formats += each.formats
        return cls(collections, tuple(formats))


def read_publishers(text: str, *, name: str, query: Callable[[str], str]) -> Catalogue:
    """Read a `publishers.yaml`; `query` gives the text of a query file beside it.

    Raises:
        BadInput: with the line.

    """
    top = read_map(text.encode(), name=name, what="a list of publishers")
    collections = tuple(top.each("collections", lambda entry: _collection(entry, query)))
    formats = tuple(top.each("formats", _format, default=True))
    top.close()
    return Catalogue({each.name: each for each in collections}, formats)


def _collection(entry: StrictMap, query: Callable[[str], str]) -> Collection:
    return Collection(
        name=entry.text("name"),
        title=entry.text("title"),
        publisher=entry.text("publisher"),
        licence=entry.text("licence"),
        legal_value=cast("LegalValue", entry.one_of("legal_value", get_args(LegalValue))),
        redistribute=cast("Redistribute", entry.one_of("redistribute", get_args(Redistribute))),
        reader=entry.text("reader"),
        hosts=entry.texts("hosts", default=True),
        seconds_between=float(entry.text("seconds_between", default="1")),
        one_at_a_time=_yes(entry, "one_at_a_time"),
        languages=entry.mapping("languages"),
        companions=entry.mapping("companions"),
        forms=tuple(entry.each("forms", lambda each: _form(each, query), default=True)),
    )


def _form(entry: StrictMap, query: Callable[[str], str]) -> Form:
    return Form(
        name=entry.text("name"),
        item=_pattern(entry, "item"),
        example=entry.text("example"),
        about=entry.text("about"),
        let=entry.mapping("let", empty=True),
        pad={key: int(value) for key, value in entry.mapping("pad").items()},
        lower=entry.texts("lower", default=True),
        find=tuple(entry.each("find", lambda each: _step(each, query), default=True)),
        files=tuple(entry.each("files", _file)),
    )


def _step(entry: StrictMap, query: Callable[[str], str]) -> Step:
    posted = entry.text("post", default="")
    asked = entry.text("query", default="")
    return Step(
        method="POST" if posted else "GET",
        address=posted or entry.text("get"),
        read=entry.one_of("read", ("json", "sparql", "links")),
        accept=entry.text("accept", default="application/sparql-results+json" if asked else ""),
        query=query(asked) if asked else "",
        rows=entry.text("rows", default=""),
        let=entry.mapping("let"),
        where=entry.mapping("where"),
        where_set=entry.texts("where_set", default=True),
        join=entry.mapping("join"),
        link=_pattern(entry, "link") if "link" in entry.values else None,
        first_by=entry.texts("first_by", default=True),
        next=entry.text("next", default=""),
        page_size=int(entry.text("page_size", default="0")),
        none=entry.text("none", default=""),
    )


def _file(entry: StrictMap) -> FileRecipe:
    return FileRecipe(
        address=entry.text("get"),
        path=entry.text("path"),
        accept=entry.text("accept", default=""),
        accept_language=entry.text("accept_language", default=""),
        media=entry.texts("media", default=True),
        kind=entry.text("kind", default=""),
        sha256=entry.text("sha256", default=""),
        member=entry.text("member", default=""),
        member_like=_pattern(entry, "member_like") if "member_like" in entry.values else None,
        expected=entry.text("is", default=""),
        holds=entry.text("holds", default=""),
        empty=entry.text("empty", default=""),
        reader=entry.text("reader", default=""),
        options=entry.mapping("options"),
        companion=_yes(entry, "companion"),
    )


def _format(entry: StrictMap) -> Format:
    return Format(
        reader=entry.text("reader"),
        collection=entry.text("collection"),
        suffixes=entry.texts("suffixes", default=True),
        marks=entry.texts("marks", default=True),
        keys=entry.texts("keys", default=True),
        companions=entry.mapping("companions"),
        folder=entry.text("folder", default=""),
    )


def _yes(entry: StrictMap, key: str) -> bool:
    return entry.one_of(key, ("true", "false"), default="false") == "true"


def _pattern(entry: StrictMap, key: str) -> re.Pattern[str]:
    text = entry.text(key)
    try:
        return re.compile(text, re.ASCII)
    except re.error as error:
        raise entry.wrong(entry.values[key], f"{key}: not a regular expression: {error}") from error
