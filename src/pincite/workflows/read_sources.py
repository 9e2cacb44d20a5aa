"""From one source file to the documents in it, each admitted, under a key of all that it depends on.

Keeps true:
1. What one file gives depends on its bytes, its reader, its options and the code alone: that is its key.
2. A reader that stumbles over a file never hides which file it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pincite.corpus.admission import fault
from pincite.corpus.leaves import DocumentRecord, SourceRecord, document_record, leaf_bytes
from pincite.corpus.manifest import Refused
from pincite.corpus.spec import SourceSpec
from pincite.digests import sha256
from pincite.errors import BadInput, UnreadableSource
from pincite.law.reader import Reader
from pincite.workflows.plan_build import ReadTask

__all__ = ["MEDIA_TYPES", "Kept", "Outcome", "Read", "read_file", "result_key"]

MEDIA_TYPES = {
    "xml": "application/xml", "htm": "text/html", "html": "text/html", "json": "application/json", "md": "text/markdown",
    "txt": "text/plain", "pdf": "application/pdf", "yaml": "application/yaml", "yml": "application/yaml",
}  # fmt: skip


class Kept(NamedTuple):
    """A document that was read and is kept until the release is written.

    Attributes:
        work, expression: its ids.
        leaf: the digest of its leaf.
        kind, language, extractor: as the leaf says.
        atoms, blocks: how many leaves of each it has.
        length: code points of its text.
        place: where it is kept, as those who keep it know (storage.shelf).

    """

    work: str
    expression: str
    leaf: bytes
    kind: str
    language: str
    extractor: str
    atoms: int
    blocks: int
    length: int
    place: Any


class Outcome(NamedTuple):
    """What came of a file.

    Attributes:
        task: the file.
        source: its record, None when it was refused.
        key: under which its documents are kept, "" when it was refused.
        documents: those it holds, in order.
        refused: why it was refused.
        known: whether its documents were kept from an earlier run.

    """

    task: ReadTask
    source: SourceRecord | None = None
    key: str = ""
    documents: tuple[Kept, ...] = ()
    refused: tuple[Refused, ...] = ()
    known: bool = False


Read = Callable[[Sequence[ReadTask]], Iterator[Outcome]]
"""Reads files, or finds what they gave; in the order of the tasks."""


def result_key(task: ReadTask, data: bytes, companions: Mapping[str, bytes], code: str) -> str:
    """The key under which a file's documents are kept; `code` is the digest of the code that reads it."""
    beside = [each for key in sorted(companions) for each in (key, sha256(companions[key]))]
    # no name holds a nought: what stands between them is told from them
    return sha256(
        "\0".join((task.name, sha256(data), _said_of(task.source), code, *beside)).encode("utf-8", "surrogateescape")
    )


def _said_of(source: SourceSpec) -> str:
    """The digest of what a spec's entry says of its files; made once for the thousands that it names."""
    if not _digests or _digests[-1][0] is not source:
        spec = asdict(source)
        del spec["line"], spec["files"], spec["exclude"]
        _digests.append((source, sha256(leaf_bytes(spec))))
        del _digests[:-1]
    return _digests[-1][1]


_digests: list[tuple[SourceSpec, str]] = []


def read_file(
    task: ReadTask, data: bytes, companions: Mapping[str, bytes], reader: Reader
) -> tuple[SourceRecord, list[DocumentRecord]]:
    """The documents of one file, each admitted.

    Raises:
        UnreadableSource: with the file's name, the place and the reason.

    """
    options = dict(task.source.options)
    for key, value in companions.items():
        try:
            options[key] = value.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableSource(task.companions[key], f"byte {error.start}", "not UTF-8 text") from error
    try:
        documents = reader(data, name=task.name, options=options)
    except UnreadableSource:
        raise
    except BadInput as error:
        raise UnreadableSource(task.name, "", str(error), remedy=error.remedy) from error
    except RecursionError as error:
        raise UnreadableSource(task.name, "", "nested too deeply") from error
    except Exception as error:
        # a reader that stumbles over one file must not hide which file it was
        reason = f"the reader {task.source.reader} failed: {type(error).__name__}: {error}"
        raise UnreadableSource(task.name, _raised_at(error), reason) from error
    if not documents:
        raise UnreadableSource(task.name, "", "the file holds no document")
    source = _source_record(task, data, documents[0].url)
    records: list[DocumentRecord] = []
    for document in documents:
        why = fault(document, data)
        if why:
            raise UnreadableSource(task.name, why[0], why[1])
        try:
            records.append(document_record(document, source, data=data, extent=task.source.extent, markup=not records))
        except UnicodeEncodeError as error:
            raise UnreadableSource(task.name, str(document.work), f"not Unicode text: {error.reason}") from error
    return source, records


def _raised_at(error: BaseException) -> str:
    """File and line of the code that raised: for a fault in a reader, the only place there is."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{PurePosixPath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""


def _source_record(task: ReadTask, data: bytes, url: str) -> SourceRecord:
    source = task.source
    return SourceRecord(
        name=task.name,
        sha256=sha256(data),
        bytes=len(data),
        media_type=MEDIA_TYPES.get(PurePosixPath(task.name).suffix[1:].lower(), "application/octet-stream"),
        publisher=source.publisher,
        licence=source.licence,
        legal_value=source.legal_value,
        redistribute=source.redistribute,
        reader=source.reader,
        url=url,
    )
