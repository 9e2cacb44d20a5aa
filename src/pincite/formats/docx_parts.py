"""The parts of a Word file: which there are, how they are called, their styles, and what of them is not read.

Keeps true:
1. Parts are found by their relationships, as Word finds them, never by their usual names.
2. Nothing outside the file is opened. Macros, linked files and embedded documents are counted as findings.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.package import Package
from pincite.formats.tree import Element

__all__ = ["NAMESPACES", "Style", "WordPart", "WordParts", "is_word", "value_of"]

NAMESPACES = frozenset(
    (
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
)

_LINKED = frozenset(("attachedTemplate", "oleObject", "subDocument", "frame", "image", "linkedImage", "externalLink"))
_OFF = frozenset(("0", "false", "off", "none"))


def is_word(element: Element) -> bool:
    """Whether an element is of Word's own vocabulary."""
    return element.namespace in NAMESPACES


def value_of(above: Element | None, tag: str, default: str = "") -> str:
    """The `w:val` of a child: «true» when it stands there without one, the default when it does not stand there."""
    child = above.first(tag) if above is not None else None
    return default if child is None else child.get("val", "true")


def switched_on(above: Element | None, tag: str) -> bool:
    """Whether a property that is on or off is on."""
    return value_of(above, tag, "false").lower() not in _OFF


class Link(NamedTuple):
    """A relationship: its id, the last word of its type, the part it leads to, whether it leads outside."""

    id: str
    type: str
    target: str
    outside: bool


@dataclass(frozen=True, slots=True)
class WordPart:
    """A part with text.

    Attributes:
        name: in the package.
        base: its first byte in the view.
        data: its bytes.
        root: its tree; pieces and elements count bytes of `data`.

    """

    name: str
    base: int
    data: bytes = field(repr=False)
    root: Element = field(repr=False)


class Style(NamedTuple):
    """What a paragraph or character style says that matters to reading."""

    name: str = ""
    based_on: str = ""
    number: str = ""
    level: int | None = None
    outline: int | None = None
    hidden: bool | None = None


class WordParts:
    """The parts of a Word file.

    Raises:
        UnreadableSource: it is none, or it is damaged.

    """

    def __init__(self, package: Package, name: str) -> None:
        self._package = package
        self._name = name
        self.findings: list[Finding] = []
        self.texts: dict[str, WordPart] = {}
        links = self._links("")
        main = next((link.target for link in links if link.type == "officeDocument" and not link.outside), "")
        if not main:
            raise UnreadableSource(name, "_rels/.rels", "no part is named as the document: this is no Word file")
        self.links = self._links(main)
        self.body = self.text(main)
        if self.body.root.tag != "document" or not is_word(self.body.root):
            raise UnreadableSource(
                name,
                main,
                "its main part is no text: a Word file is read, no table or slides",
                remedy="Save it as .docx.",
            )
        self.styles = self._styles()
        self._count_unread(links)

    def target(self, link_type: str) -> str:
        """The part of a type, "" when there is none."""
        return next((link.target for link in self.links if link.type == link_type and not link.outside), "")

    def by_id(self, link_id: str) -> str:
        """The part a relationship of the main part leads to, "" when none does."""
        return next((link.target for link in self.links if link.id == link_id and not link.outside), "")

    def text(self, name: str) -> WordPart:
        """A part as a tree."""
        if name not in self.texts:
            root = self._package.tree(name)
            self.texts[name] = WordPart(name, self._package.base(name), self._package.read(name), root)
        return self.texts[name]

    def optional(self, link_type: str) -> WordPart | None:
        """The part of a type, if there is one."""
        target = self.target(link_type)
        return self.text(target) if target and target in self._package else None

    def holds(self, name: str) -> bool:
        """Whether a part is there."""
        return name in self._package

    def style(self, style_id: str) -> Style:
        """A style with what it inherits."""
        found = Style()
        for _ in range(12):  # styles that are based on each other end here
            style = self.styles.get(style_id)
            if style is None:
                break
            found = Style(
                found.name or style.name,
                "",
                found.number or style.number,
                style.level if found.level is None else found.level,
                style.outline if found.outline is None else found.outline,
                style.hidden if found.hidden is None else found.hidden,
            )
            style_id = style.based_on
        return found

    def _links(self, part: str) -> list[Link]:
        folder, _, file = part.rpartition("/")
        rels = posixpath.join(folder, "_rels", f"{file}.rels")
        if rels not in self._package:
            if part:
                return []
            raise UnreadableSource(
                self._name, "", "it is a zipped file, but no Word file: it names no document (no _rels/.rels)"
            )
        found: list[Link] = []
        for element in self._package.tree(rels).elements("Relationship"):
            outside = element.get("TargetMode") == "External"
            target = element.get("Target")
            if not outside:
                target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            found.append(Link(element.get("Id"), element.get("Type").rpartition("/")[2], target, outside))
        return found

    def _styles(self) -> dict[str, Style]:
        target = self.target("styles")
        if not target or target not in self._package:
            return {}
        found: dict[str, Style] = {}
        for element in self._package.tree(target).elements("style"):
            paragraph, run = element.first("pPr"), element.first("rPr")
            numbered = paragraph.first("numPr") if paragraph is not None else None
            found[element.get("styleId")] = Style(
                value_of(element, "name"),
                value_of(element, "basedOn"),
                value_of(numbered, "numId"),
                _number(value_of(numbered, "ilvl")),
                _number(value_of(paragraph, "outlineLvl")),
                switched_on(run, "vanish") if run is not None and run.first("vanish") is not None else None,
            )
        return found

    def _count_unread(self, links: list[Link]) -> None:
        """Findings for what is in the file and is not read."""
        every = [*links, *self.links]
        macros = [name for name in self._package.names() if name.endswith("vbaproject.bin")]
        linked = [link for link in every if link.outside and link.type in _LINKED]
        chunks = [link for link in every if link.type == "aFChunk"]
        pictures = [link for link in every if link.type == "image" and not link.outside]
        for code, found in (
            ("macros_not_run", macros),
            ("links_not_followed", linked),
            ("embedded_not_read", chunks),
            ("pictures_not_read", pictures),
        ):
            if found:
                self.findings.append(Finding(code, {"count": len(found)}))


def _number(value: str) -> int | None:
    return int(value) if value.isdecimal() and len(value) < 4 else None
