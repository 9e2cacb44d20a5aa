"""A formula (MathML) as one line of characters.

Keeps true: every character of the formula is written once, in the order of the source; what MathML says by position is
written as it is typed on one line: «a / (b + c)», «x^2», «√(y)»; an index follows its letter. Characters put in for that
stand for the bytes of the tags. Source code of the formula (`annotation`) goes to a side channel.
"""

from __future__ import annotations

from collections.abc import Callable

from pincite.formats.tree import Element
from pincite.text.canonical import Piece, TextBuilder

__all__ = ["write_formula"]

_APART = frozenset("+-=<>×÷±≤≥≠−·/")
_FENCES = ("(", ")")


def write_formula(
    builder: TextBuilder, element: Element, write: Callable[[Piece], None], other: Callable[[Element], None]
) -> None:
    """Write a MathML element.

    Args:
        builder: where to.
        element: `math` or anything in it.
        write: writes a text of the formula.
        other: writes an element of another namespace that stands in the formula (an amendment's mark, say).

    """
    _Formula(builder, write, other).element(element)


class _Formula:
    def __init__(self, builder: TextBuilder, write: Callable[[Piece], None], other: Callable[[Element], None]) -> None:
        self._builder = builder
        self._write = write
        self._other = other

    def element(self, element: Element) -> None:
        parts = list(element.elements())
        tag = element.tag
        if tag in ("annotation", "annotation-xml"):
            self._builder.side("furniture", element.pieces(), "formula")
        elif tag == "mfrac" and len(parts) == 2:
            self._grouped(parts[0])
            self._sign(" / ", parts[0].end, parts[1].start)
            self._grouped(parts[1])
        elif tag == "msup" and len(parts) == 2:
            self._grouped(parts[0])
            self._sign("^", parts[0].end, parts[1].start)
            self._grouped(parts[1])
        elif tag in ("msqrt", "mroot"):
            self._sign("√(", element.start, parts[0].start if parts else element.end)
            self._children(element)
            self._sign(")", parts[-1].end if parts else element.end, element.end)
        elif tag == "mfenced":
            self._fenced(element, parts)
        elif tag == "mo":
            self._operator(element)
        elif tag in ("munder", "mover", "munderover", "mtr", "mtd"):
            for part in parts:
                self._builder.space()
                self.element(part)
            self._builder.space()
        else:
            self._children(element)

    def _children(self, element: Element) -> None:
        mixed = element.tag in ("mi", "mn", "mo", "mtext", "ms")
        for child in element.children:
            if isinstance(child, Piece):
                if mixed or child.text.strip():
                    self._write(child)
            elif isinstance(child, Element):
                if child.namespace == element.namespace or child.tag.startswith("m"):
                    self.element(child)
                else:
                    self._other(child)

    def _operator(self, element: Element) -> None:
        sign = element.raw_text().strip()
        apart = len(sign) == 1 and sign in _APART
        if apart:
            self._builder.space()
        self._children(element)
        if apart:
            self._builder.space()

    def _fenced(self, element: Element, parts: list[Element]) -> None:
        first = parts[0].start if parts else element.end
        self._sign(element.get("open", _FENCES[0]), element.start, first)
        for index, part in enumerate(parts):
            if index:
                self._sign(element.get("separators", ",")[:1], parts[index - 1].end, part.start)
            self.element(part)
        self._sign(element.get("close", _FENCES[1]), parts[-1].end if parts else element.end, element.end)

    def _grouped(self, element: Element) -> None:
        """In brackets, when it is more than one sign and has none."""
        inner = element
        while inner.tag in ("mrow", "mstyle") and len(list(inner.elements())) == 1:
            inner = next(inner.elements())
        simple = inner.tag in ("mi", "mn", "mtext", "mfenced", "msub") or not inner.raw_text().strip()
        if not simple:
            self._sign("(", element.start, inner.start + 1)
        self.element(element)
        if not simple:
            self._sign(")", max(inner.end - 1, element.start), element.end)

    def _sign(self, sign: str, start: int, end: int) -> None:
        """Characters that MathML says by its tags."""
        if sign.startswith(" "):
            self._builder.space()
        if sign.strip():
            self._builder.write(Piece(sign.strip(), start, max(start, end), verbatim=False))
        if sign.endswith(" "):
            self._builder.space()
