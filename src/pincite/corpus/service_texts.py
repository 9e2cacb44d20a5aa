"""The texts that services send: what is a text at all, without what the service itself put into it.

Keeps true: a placeholder, a refusal or a few characters are the absence of a text; links, marks and paragraph signs that a
service adds are taken out before anything is compared, and nothing else is changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pincite.corpus.services import Served
from pincite.formats.json_strings import read_json
from pincite.identity.reference import Place, WorkId
from pincite.law.document import Document, DocumentKind, Provision, Role
from pincite.text.canonical import TextBuilder
from pincite.text.tables import rows

__all__ = ["Unit", "is_text", "none_of", "part_document", "said", "without_links"]

_LEAST = 20
"""Fewer letters than this are no provision and no consideration."""

_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((?:https?://|/)[^()\s]{1,500}\)")
_TAG = re.compile(r"</?(?:mark|em|b|strong|a)(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_LETTER = re.compile(r"[^\W\d_]")


class Unit(NamedTuple):
    """A provision of a text that came in parts: its place, kind, label and words."""

    eid: str
    kind: str
    label: str
    text: str
    role: Role = "unknown"
    parent: int | None = None


def said(value: Any, *path: str) -> str:
    """The text at a path of an answer, "" when there is none."""
    for key in path:
        if not isinstance(value, Mapping):
            return ""
        value = value.get(key)
    return value.strip() if isinstance(value, str) else ""


@cache
def _placeholders() -> tuple[str, ...]:
    return tuple(row[0] for row in rows("pincite.corpus", "data/service_placeholders.tsv"))


def is_text(text: str, *, least: int = _LEAST) -> bool:
    """Whether these are words of law (at least so many letters), and not what stands where a text should be."""
    begins = " ".join(text.split()).casefold()
    if begins.startswith(_placeholders()) or _BRACKETED.fullmatch(begins):
        return False
    return len(_LETTER.findall(text)) >= least


def without_links(text: str) -> str:
    """A text without the links and marks of a service; the words they stand on remain."""
    before = None
    while before != text:
        before, text = text, _LINK.sub(r"\1", text)
    return _TAG.sub("", text)


def none_of(what: str) -> Served:
    """The answer of a service that has no such document."""
    return Served("not_served", why=what)


def part_document(
    work: str,
    units: Sequence[Unit],
    *,
    kind: DocumentKind,
    language: str,
    state: str,
    title: str,
    url: str,
    extractor: str,
    aliases: tuple[str, ...] = (),
    meta: Mapping[str, str] | None = None,
) -> Document:
    """A document of single provisions. Its map counts in the JSON array of the units' texts."""
    data = json.dumps([unit.text for unit in units], ensure_ascii=False).encode()
    builder = TextBuilder()
    provisions: list[Provision] = []
    spans: list[list[int]] = []
    for unit, node in zip(units, read_json(data, name="units"), strict=True):
        builder.break_line()
        start = builder.position
        builder.write_all(node.pieces)
        spans.append([start, builder.position])
        if unit.parent is not None:
            spans[unit.parent][1] = builder.position
    text, source_map, sides = builder.finish()
    for unit, (start, end) in zip(units, spans, strict=True):
        provisions.append(
            Provision(
                Place(unit.eid),
                unit.kind,
                start,
                end,
                label=unit.label,
                parent=unit.parent,
                block=unit.parent is None,
                status="in_force" if kind == "legislation" else "not_applicable",
                role=unit.role,
            )
        )
    return Document(
        work=WorkId(work), kind=kind, language=language, state=state, title=title, text=text, source_map=source_map,
        provisions=tuple(provisions), sides=sides, aliases=aliases, meta=dict(meta or {}), url=url, extractor=extractor, losses=(),
    )  # fmt: skip
