"""From prose to a Document: what the head of a firm's own file, or the spec, says about it.

The head's keys: work, language (needed); state, title, kind, short_titles, aliases, url, legal_value. The spec's options
give what a head leaves out. Any other key is a plain fact and goes to `meta`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import cast, get_args

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.located import LocatedText
from pincite.formats.plain_text import read_text
from pincite.formats.written import WrittenFile
from pincite.identity.reference import Reference, WorkId
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter, split_front_matter
from pincite.jurisdictions.shared.sources.lossless import uncovered
from pincite.jurisdictions.shared.sources.prose import Part, Prose, write_prose
from pincite.law.document import Document, DocumentKind, LegalValue
from pincite.text.canonical import Piece, unaccounted

__all__ = ["document_of", "read_prose", "work_of"]

_KNOWN = frozenset(("work", "language", "state", "title", "kind", "short_titles", "aliases", "url", "legal_value"))
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}\Z")


def read_prose(
    data: bytes,
    parts: Callable[[str, int], Iterable[Part]],
    *,
    name: str,
    options: Mapping[str, str],
    extractor: str,
) -> Document:
    """The document in a file of prose.

    Args:
        data: the file.
        parts: cuts the text, from the end of its head on, into its parts.
        name: of the file, for errors.
        options: of the spec.
        extractor: name and version of the reader.

    Raises:
        UnreadableSource: when it is no text, does not say its work and language, or holds nothing.

    """
    file = read_text(data, name=name, encoding=options.get("encoding", ""))
    located = LocatedText(file.pieces, encoding=file.encoding)
    head = split_front_matter(located.text, name=name)
    work = work_of(head, options, name=name)
    prose = write_prose(located, located.pieces(0, head.body), parts(located.text, head.body), work=work)
    return document_of(prose, head, options, data, name=name, extractor=extractor)


def work_of(head: FrontMatter, options: Mapping[str, str], *, name: str) -> WorkId:
    """The work the file is of.

    Raises:
        UnreadableSource: when neither head nor spec names it, or it is no work.

    """
    given = head.values.get("work") or options.get("work", "")
    if not given:
        raise UnreadableSource(
            name,
            "line 1",
            "it does not say which work it is",
            remedy="Begin the file with a head («---», work: hk/guideline/name, language: en, «---») or give options.work in the spec.",
        )
    try:
        reference = Reference.parse(given)
    except ValueError as error:
        raise UnreadableSource(name, "line 1", f"its work cannot be read: {error}") from None
    if reference.place:
        raise UnreadableSource(name, "line 1", f"its work {given!r} names a place; a file is of a whole work")
    return reference.work


def document_of(
    prose: Prose,
    head: FrontMatter,
    options: Mapping[str, str],
    data: bytes,
    *,
    name: str,
    extractor: str,
    written: WrittenFile | None = None,
) -> Document:
    """The document; `written` is the file as read where it is no text file.

    Raises:
        UnreadableSource: for a head or option with a value that cannot be used, or a file without a provision.

    """

    def said(key: str, default: str = "") -> str:
        return head.values.get(key) or options.get(key, "") or default

    language, state, kind, value = (
        said("language"),
        said("state"),
        said("kind", "guidance"),
        said("legal_value", "unofficial"),
    )
    for key, given, good, wanted in (
        ("language", language, bool(_LANGUAGE.match(language)), "a language such as en, de or zh-Hant"),
        ("state", state, not state or bool(_DATE.match(state)), "a date such as 2026-01-15"),
        ("kind", kind, kind in get_args(DocumentKind), f"one of {', '.join(get_args(DocumentKind))}"),
        ("legal_value", value, value in get_args(LegalValue), f"one of {', '.join(get_args(LegalValue))}"),
    ):
        if not good:
            raise UnreadableSource(name, "line 1", f"its {key} {given!r} is not {wanted}")
    if not any(node.block for node in prose.provisions):
        raise UnreadableSource(name, "line 1", "it holds no text behind its head")
    meta = {key: text for key, text in {**options, **head.values}.items() if key not in _KNOWN and text}
    repeated = [node.eid for node in prose.provisions if node.ordinal == 1 and node.kind != "text"]
    findings = (Finding("repeated_ids", {"count": len(repeated), "first": repeated[0]}),) if repeated else ()
    return Document(
        work=work_of(head, options, name=name),
        kind=cast("DocumentKind", kind),
        language=language,
        state=state,
        title=said("title", prose.title or name),
        text=prose.text,
        source_map=prose.source_map,
        provisions=prose.provisions,
        sides=prose.sides,
        aliases=_listed(head, "aliases"),
        short_titles=_listed(head, "short_titles"),
        meta=meta,
        legal_value=cast("LegalValue", value),
        url=said("url"),
        extractor=extractor,
        findings=(*(written.findings if written is not None else ()), *findings),
        losses=uncovered(data, prose.source_map, prose.sides) if written is None else _lost(written, prose),
        view=written.view if written is not None and written.view_name else None,
        view_name=written.view_name if written is not None else "",
    )


def _lost(written: WrittenFile, prose: Prose) -> tuple[Piece, ...]:
    """What of a file that was read into passages reached neither the text nor a side channel."""
    handed_over = [
        *written.located.pieces(0, len(written.located)),
        *(piece for beside in written.besides for piece in beside.pieces),
    ]
    return (*written.unread, *unaccounted(handed_over, prose.source_map, prose.sides))


def _listed(head: FrontMatter, key: str) -> tuple[str, ...]:
    if key in head.lists:
        return head.lists[key]
    return (head.values[key],) if head.values.get(key) else ()
