"""Add files that a person downloaded to a folder of sources: recognise the format, say where they go, write their lines.

Keeps true: a file is recognised by the marks that packs list and by the reader itself, which has the last word; where
nobody or several can read it, a person chooses. Its bytes are copied as they are. What may be done with a file is the
default of its publisher's collection; a file of nobody's collection may not be passed on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Protocol, cast, get_args

from pincite.corpus.publishers import Catalogue, Collection, Format
from pincite.corpus.recipes import select
from pincite.corpus.source_lock import LockLine
from pincite.corpus.spec import Redistribute
from pincite.digests import sha256
from pincite.errors import BadInput, UnreadableSource
from pincite.law.document import Document, LegalValue
from pincite.law.reader import Reader
from pincite.workflows.read_sources import MEDIA_TYPES

__all__ = ["Added", "Given", "Said", "add_source", "recognise"]

HEAD = 200_000
_UNSAFE = re.compile(r"[^\w.@()+\-]+")


class Store(Protocol):
    """The folder of sources."""

    @property
    def lines(self) -> Mapping[str, LockLine]:
        """Its lock."""

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""

    def put(self, line: LockLine, data: bytes) -> None:
        """A file and its line."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file to add: its name, its bytes, and the files that lie beside it by name."""

    name: str
    data: bytes
    beside: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says about the files; "" leaves it to the collection's default."""

    reader: str = ""
    publisher: str = ""
    licence: str = ""
    legal_value: str = ""
    redistribute: str = ""
    url: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """A file that was added: its line, the documents in it, and whether it was there already."""

    line: LockLine
    documents: tuple[str, ...]
    known: bool = False
    companions: tuple[str, ...] = ()


def recognise(
    given: Given, catalogue: Catalogue, readers: Mapping[str, Reader], *, reader: str = ""
) -> tuple[Format, list[Document], dict[str, str]]:
    """The format of a file, the documents in it, and its companions by key.

    Raises:
        BadInput: nobody reads it, or several do; the message says who tried and why not.

    """
    if reader and reader not in readers:
        raise BadInput(f"there is no reader {reader!r}", remedy=f"Readers: {', '.join(sorted(readers))}.")
    formats = [each for each in catalogue.formats if not reader or each.reader == reader]
    if reader:
        formats = formats[:1] or [Format(reader, "own", ())]
    reasons: list[str] = []
    read: list[tuple[Format, list[Document], dict[str, str]]] = []
    for each in formats:
        if each.reader not in readers or (not reader and not _marked(each, given)):
            continue
        try:
            companions = _companions(each, given)
            options = {key: given.beside[name].decode("utf-8-sig") for key, name in companions.items()}
            read.append((each, readers[each.reader](given.data, name=given.name, options=options), companions))
        except Exception as error:  # noqa: BLE001 (a reader that stumbles over a foreign file has said no)
            why = error.reason if isinstance(error, UnreadableSource) else str(error)
            reasons.append(f"{each.reader}: {why}")
    names = sorted({each.reader for each, _, _ in read})
    if len(names) == 1 and read[0][1]:
        return read[0]
    if names:
        raise BadInput(f"{given.name}: several readers can read it: {', '.join(names)}", remedy="Say which: --reader.")
    tried = "; ".join(reasons) or "it has the marks of no format that is known"
    raise BadInput(
        f"{given.name} is not recognised ({tried})",
        remedy="Name the reader with --reader; docs/releases.md lists them. Give a text of your own front matter (docs/sources.md).",
    )


def _marked(form: Format, given: Given) -> bool:
    """Whether a file looks like a format: ending, marks, keys of a record, companions."""
    if PurePosixPath(given.name).suffix[1:].lower() not in form.suffixes:
        return False
    head = given.data[:HEAD].decode("utf-8", "replace")
    if not all(mark in head for mark in form.marks):
        return False
    if any(
        _beside(template, given.name) not in given.beside
        for template in form.companions.values()
        if not template.endswith("?")
    ):
        return False
    if form.keys:
        record = _record(given.data)
        return all(any(True for _ in select(record, key)) for key in form.keys)
    return True


def _record(data: bytes) -> Any:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value[0] if isinstance(value, list) and value else value


def _companions(form: Format, given: Given) -> dict[str, str]:
    found = {key: _beside(template, given.name) for key, template in form.companions.items()}
    return {key: name for key, name in found.items() if name in given.beside}


def _beside(template: str, name: str) -> str:
    path = PurePosixPath(name)
    return template.rstrip("?").replace("{stem}", path.stem).replace("{name}", path.name)


def add_source(
    given: Given, said: Said, catalogue: Catalogue, readers: Mapping[str, Reader], store: Store, *, now: str
) -> Added:
    """Add one file, and its companions.

    Raises:
        BadInput: it is not recognised, what is said is wrong, or another file has its place.

    """
    form, documents, companions = recognise(given, catalogue, readers, reader=said.reader)
    collection = catalogue.collections.get(form.collection) or catalogue.collection("own")
    _check(said, collection)
    folder = said.folder or _folder(collection, form, documents)
    line = _line(given.name, given.data, form.reader, collection, said, folder, now)
    line = replace(line, legal_value=_lesser(line, documents))
    known = _put(store, line, given.data)
    kept: list[str] = []
    for name in companions.values():
        beside = _line(name, given.beside[name], form.reader, collection, said, folder, now)
        _put(store, replace(beside, companion_of=line.name), given.beside[name])
        kept.append(beside.name)
    return Added(store.lines[line.name], tuple(str(each.work) for each in documents), known, tuple(kept))


def _check(said: Said, collection: Collection) -> None:
    """Refuse what nobody may say of a publisher's file; of a file of one's own everything may be said."""
    for key, value, most, allowed in (
        ("--redistribute", said.redistribute, collection.redistribute, get_args(Redistribute)),
        ("--legal-value", said.legal_value, collection.legal_value, get_args(LegalValue)),
    ):
        if value and value not in allowed:
            raise BadInput(f"{key}: {value!r} is none of {', '.join(allowed)}")
        if value and collection.forms and allowed.index(value) < allowed.index(most):
            raise BadInput(
                f"{key} {value}: the publisher of {collection.name} allows {most}",
                remedy="Leave it out, or name another --reader if the file is not that publisher's.",
            )


def _folder(collection: Collection, form: Format, documents: Sequence[Document]) -> str:
    """Where files of a collection go when they are fetched; otherwise the jurisdiction's own folder."""
    jurisdiction = str(documents[0].work).partition("/")[0]
    if form.folder:
        return f"{jurisdiction}/{form.folder}"
    paths = {recipe.path for each in collection.forms for recipe in each.files}
    if paths:
        return min(paths).rpartition("/")[0].partition("{")[0].rstrip("/")
    return f"{jurisdiction}/{form.reader.rpartition('.')[2]}"


def _line(name: str, data: bytes, reader: str, collection: Collection, said: Said, folder: str, now: str) -> LockLine:
    path = PurePosixPath(name)
    return LockLine(
        name=f"{folder}/{_UNSAFE.sub('-', path.name).strip('-.')}",
        sha256=sha256(data),
        bytes=len(data),
        media_type=MEDIA_TYPES.get(path.suffix[1:].lower(), "application/octet-stream"),
        publisher=said.publisher or collection.publisher,
        licence=said.licence or collection.licence,
        legal_value=cast("LegalValue", said.legal_value or collection.legal_value),
        redistribute=cast("Redistribute", said.redistribute or collection.redistribute),
        reader=reader,
        url=said.url,
        retrieved_at=now,
    )


def _lesser(line: LockLine, documents: Sequence[Document]) -> LegalValue:
    order = get_args(LegalValue)
    return max([line.legal_value, *(each.legal_value for each in documents)], key=order.index)


def _put(store: Store, line: LockLine, data: bytes) -> bool:
    """Write it; True when just these bytes were there with a line."""
    held = store.lines.get(line.name)
    there = store.read(line.name)
    if held is not None and held.sha256 == line.sha256 and there == data:
        kept = {"retrieved_at": held.retrieved_at, "url": line.url or held.url}
        store.put(replace(line, **kept, collection=held.collection, item=held.item), data)  # type: ignore[arg-type]
        return True
    if there is not None and there != data:
        raise BadInput(
            f"{line.name} is there already, and is another file ({held.bytes if held else len(there)} bytes)",
            remedy="Give this one another name, or put it into another folder with --folder.",
        )
    store.put(line, data)
    return False
