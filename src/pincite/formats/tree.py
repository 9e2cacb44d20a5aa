"""A light tree of a marked-up file whose texts know their bytes; what XML and HTML readers both hand to the packs.

No parser of Python's ecosystem gives the byte range of a text node; an offset map needs it. The tree is made by
`xml.read_xml` (expat) and `html.read_html` (html.parser) and holds nothing else than the file does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pincite.text.canonical import Piece

__all__ = ["Element", "Instruction"]


@dataclass(slots=True)
class Instruction:
    """A processing instruction or comment: kept, because publishers put law into them (EU Formex)."""

    target: str
    data: str
    start: int
    end: int


@dataclass(slots=True)
class Element:
    """An element with its children in order: elements, pieces of text, instructions.

    Attributes:
        tag: local name, without prefix or namespace; HTML: lower case.
        attributes: by local name, prefixed ones also under `prefix:name`.
        namespace: the namespace URI, "" for HTML.
        start, end: bytes from the start tag's «<» to the end tag's «>».

    """

    tag: str
    attributes: Mapping[str, str]
    children: list[Element | Piece | Instruction] = field(default_factory=list)
    namespace: str = ""
    start: int = 0
    end: int = 0
    parent: Element | None = field(default=None, repr=False, compare=False)

    def get(self, name: str, default: str = "") -> str:
        """An attribute's value."""
        return self.attributes.get(name, default)

    def elements(self, *tags: str) -> Iterator[Element]:
        """The child elements, of these tags if any are named."""
        for child in self.children:
            if isinstance(child, Element) and (not tags or child.tag in tags):
                yield child

    def first(self, *tags: str) -> Element | None:
        """The first child element of these tags."""
        return next(self.elements(*tags), None)

    def descendants(self, *tags: str) -> Iterator[Element]:
        """All elements below, in document order, of these tags if any are named."""
        stack = [iter(self.children)]
        while stack:
            for child in stack[-1]:
                if isinstance(child, Element):
                    if not tags or child.tag in tags:
                        yield child
                    stack.append(iter(child.children))
                    break
            else:
                stack.pop()

    def pieces(self) -> Iterator[Piece]:
        """All texts below, in document order."""
        stack = [iter(self.children)]
        while stack:
            for child in stack[-1]:
                if isinstance(child, Piece):
                    yield child
                elif isinstance(child, Element):
                    stack.append(iter(child.children))
                    break
            else:
                stack.pop()

    def raw_text(self) -> str:
        """All characters below, as they stand; for metadata, not for law."""
        return "".join(piece.text for piece in self.pieces())
