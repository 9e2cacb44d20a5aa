"""The notes of a piece of legislation: commentaries, footnotes and margin notes, each anchored where the text refers to it.

Keeps true:
1. A note stands in the side channel `note` at each provision that refers to it, once a provision; its label is the
   publisher's type and a number by first appearance: F1 (textual amendment), I (commencement), C (modification), M (margin
   citation), X (editorial), E (extent), P; footnotes have the number alone.
2. A note that nothing refers to stands at the end.
3. A textual amendment names its instruments: `uk/ukpga/2002/40#schedule-9-paragraph-15-2`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pincite.formats.tree import Element
from pincite.text.canonical import Piece, TextBuilder

__all__ = ["NoteBook"]

_HOLDERS = {"Commentary": "", "Footnote": "", "MarginNote": "M"}
_LINES = frozenset(
    "Commentary Footnote FootnoteText MarginNote Para P ListItem OrderedList UnorderedList BlockText".split()  # noqa: SIM905
)
_BEGIN_LINE = frozenset("Para P ListItem Text BlockText tr".split())  # noqa: SIM905
_INSTRUMENT = re.compile(r"https?://(?:www\.)?legislation\.gov\.uk/(?:id/)?([a-z]+/(?:[A-Za-z0-9-]+/)?\d[\d-]*/\d+)")


class NoteBook:
    """The notes of a file, by their ids."""

    def __init__(self, root: Element) -> None:
        self._notes: dict[str, Element] = {}
        self._unnamed: list[Element] = []  # without an id, or with another's
        for element in root.descendants(*_HOLDERS):
            if element.get("id") and element.get("id") not in self._notes:
                self._notes[element.get("id")] = element
            else:
                self._unnamed.append(element)
        self.referred = {
            element.get("Ref") for element in root.descendants("CommentaryRef", "FootnoteRef", "MarginNoteRef")
        } | {element.get("CommentaryRef") for element in root.descendants("Addition", "Substitution", "Repeal")}
        self._labels: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._written: set[tuple[str, int | None]] = set()
        self._anchored: set[str] = set()
        self.missing: set[str] = set()

    def anchor(self, builder: TextBuilder, note_id: str, node: int | None) -> tuple[str, ...]:
        """Write a note at the present position for a provision; the instruments it names, when it is an amendment."""
        element = self._notes.get(note_id)
        if element is None:
            if note_id:
                self.missing.add(note_id)
            return ()
        if (note_id, node) not in self._written:
            self._written.add((note_id, node))
            self._anchored.add(note_id)
            _write(builder, element, self._label(note_id, element))
        return tuple(_instruments(element)) if element.get("Type") == "F" else ()

    def in_place(self, builder: TextBuilder, element: Element) -> None:
        """Write a footnote where its own text stands (below a table), unless something refers to it."""
        note_id = element.get("id")
        if note_id not in self.referred and self._notes.get(note_id) is element:
            self._anchored.add(note_id)
            _write(builder, element, self._label(note_id, element))

    def strays(self, builder: TextBuilder, holder: Element) -> None:
        """What stands among the notes and is none."""
        loose = [child for child in holder.children if isinstance(child, Piece) and child.text.strip()]
        builder.side("note", loose)
        for child in holder.elements():
            if child.tag not in _HOLDERS:
                _write(builder, child, "")

    def rest(self, builder: TextBuilder) -> int:
        """Write what nothing referred to; the number of such notes."""
        left = [(key, element) for key, element in self._notes.items() if key not in self._anchored]
        for key, element in left:
            _write(builder, element, self._label(key, element))
        for element in self._unnamed:
            _write(builder, element, "")
        return len(left) + len(self._unnamed)

    def _label(self, note_id: str, element: Element) -> str:
        if note_id not in self._labels:
            kind = element.get("Type") or _HOLDERS[element.tag]
            self._counts[kind] += 1
            self._labels[note_id] = f"{kind}{self._counts[kind]}"
        return self._labels[note_id]


def _write(builder: TextBuilder, element: Element, label: str) -> None:
    builder.open_side("note", label)
    _lines(builder, element)
    builder.close_side()


def _lines(builder: TextBuilder, element: Element) -> None:
    structural = element.tag in _LINES
    for child in element.children:
        if isinstance(child, Piece):
            if not structural or child.text.strip():
                builder.write(child)
        elif isinstance(child, Element):
            if child.tag == "Character":
                builder.write(Piece(" ", child.start, child.end, verbatim=False))
                continue
            if child.tag in _BEGIN_LINE:
                builder.break_line()
            elif child.tag in ("td", "th"):
                builder.space()
            _lines(builder, child)


def _instruments(element: Element) -> Iterator[str]:
    """The instruments of an amendment: the operative provisions where they are marked, else each instrument."""
    operative = [
        reference
        for each in element.descendants("CitationSubRef")
        if each.get("Operative") == "true" and (reference := _reference(each))
    ]
    yield from operative or filter(None, (_reference(each) for each in element.descendants("Citation")))


def _reference(element: Element) -> str:
    found = _INSTRUMENT.match(element.get("URI"))
    if not found:
        return ""
    place = element.get("SectionRef")
    return f"uk/{found[1]}#{place}" if place else f"uk/{found[1]}"
