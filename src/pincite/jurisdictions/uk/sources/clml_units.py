"""Numbered provisions of a piece of legislation: sections, subsections, paragraphs, with the numbers as they are printed.

Keeps true: a provision is called by the publisher's id, else by its number (clml_ids); its number is written with the
punctuation that is printed round it. In the quoted text of other laws, and in tables, numbers make no places.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.formats.tree import Element
from pincite.jurisdictions.uk.sources.clml_ids import is_retained, number_part, own_text
from pincite.jurisdictions.uk.sources.clml_lines import Context
from pincite.jurisdictions.uk.sources.clml_running import LEVELS, RunningText
from pincite.text.canonical import Piece

__all__ = ["Units"]


class Units(RunningText):
    """Writes numbered provisions."""

    def unit(
        self, element: Element, context: Context, *, group: Element | None = None, title: Element | None = None
    ) -> None:
        """A numbered provision of any level; `group` is the group of which it is the only one, with its title."""
        level = LEVELS.index(element.tag)
        number = element.first("Pnumber")
        printed = own_text(number) if number is not None else ""
        state = self.state_of(element, context.state)
        context = context._replace(state=state)
        opens = not self.quoted and (not self.table or bool(element.get("id")))
        index: int | None = None
        inside = context._replace(block=True)
        if opens:
            eid, kind = self.unit_eid(element, printed, level, context), self.unit_kind(level, context)
            if not title and not self.fresh:
                self.line()
            index = self.open(element, eid, kind, context, block=not context.block)
            inside = inside._replace(parent=index, eid=eid)
            if group is not None and not self.nodes[index].url:
                self.nodes[index].url = self.address("", eid)
        if group is not None:
            self.before(group, element, inside)
        if number is not None:
            self.number(element, number, level, inside)
        for child in element.children:
            if isinstance(child, Piece):
                if child.text.strip():
                    self.write(child)
            elif isinstance(child, Element) and child is not number:
                self.flow(child, inside)
        if group is not None:
            self.behind(group, element, inside)
        # what follows is no part of it: not even an empty unit shares its line
        self.fresh = self.glued = False
        if index is not None:
            self.close(index)

    def before(self, group: Element, unit: Element, inside: Context) -> None:
        """What stands in a group before its only section: the heading."""
        for child in group.children:
            if child is unit:
                return
            self.structural_child(child, inside)

    def behind(self, group: Element, unit: Element, inside: Context) -> None:
        """What stands in a group behind its only section."""
        seen = False
        for child in group.children:
            if seen:
                self.structural_child(child, inside)
            seen = seen or child is unit

    def unit_eid(self, element: Element, printed: str, level: int, context: Context) -> str:
        """The place of a provision."""
        if element.get("id"):
            return element.get("id")
        self.generated += 1
        part = number_part(printed)
        if level == 0:
            eid = f"{context.unit}-{part}" if part else f"{context.unit}"
            above = context.eid
            # numbers that begin again in each part of a schedule are told apart by the part
            if eid in self.used and above and context.unit.endswith("-paragraph") and above not in eid:
                eid = f"{above}-paragraph-{part}"
            return eid
        if not part:
            self.counts[f"{context.eid} P{level}"] += 1
            part = f"u{self.counts[f'{context.eid} P{level}']}"
        return f"{context.eid}-{part}".lstrip("-")

    @staticmethod
    def unit_kind(level: int, context: Context) -> str:
        """What a provision is called by its level."""
        name = context.unit.rpartition("-")[2]
        if level == 0:
            return name
        if name == "section":
            return ("subsection", "paragraph", "subparagraph", "subparagraph", "subparagraph", "subparagraph")[
                level - 1
            ]
        if name == "article":
            return ("paragraph", "subparagraph", "subparagraph", "subparagraph", "subparagraph", "subparagraph")[
                level - 1
            ]
        return "subparagraph" if name == "paragraph" else ("paragraph", *["subparagraph"] * 5)[level - 1]

    def number(self, unit: Element, number: Element, level: int, context: Context) -> None:
        """The printed number with what is printed round it; what follows goes on on its line."""
        index = context.parent if not self.quoted and (not self.table or unit.get("id")) else None
        self.line()
        start = self.builder.position
        before, after = number.get("PuncBefore"), number.get("PuncAfter")
        if "PuncBefore" not in number.attributes and "PuncAfter" not in number.attributes:
            before, after = ("", "" if self.primary else ".") if level == 0 else ("(", ")")
            if level == 0 and "article" in own_text(number).lower():
                after = ""
            if after == "." and _begins_with_number(unit):
                after = ".—"
        printed = bool(own_text(number, retained=False))
        every = list(_own_pieces(number))
        pieces = [piece for piece in every if piece.text.strip()]
        if pieces:
            self.trim(pieces)
            outside = [each for each in every if each.start < pieces[0].start or each.start > pieces[-1].start]
            self.trimmed |= {each.start: each._replace(text="", end=each.start) for each in outside}
            if printed and before:
                self.builder.write(Piece(before, number.start, max(number.start, pieces[0].start), verbatim=False))
            self.inline(number, context)
            if printed and after:
                self.builder.write(Piece(after, pieces[-1].end, number.end, verbatim=False))
            self.trimmed.clear()
        else:
            self.inline(number, context)
        if index is not None:
            node = self.nodes[index]
            node.label_span = (start, self.builder.position - after.endswith("—"))
            node.body_start = self.builder.position
            if not printed:
                node.label = own_text(number)
        # «Article 6» stands on a line of its own
        self.fresh = not (level == 0 and "article" in own_text(number).lower())
        self.glued = printed and after.endswith("—")


def _own_pieces(element: Element) -> Iterator[Piece]:
    """The texts of a number that the text shows: without repealed ones."""
    for child in element.children:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element) and not is_retained(child):
            yield from _own_pieces(child)


def _begins_with_number(unit: Element) -> bool:
    """Whether a unit's text begins with a numbered one: «1.—(1) …»."""
    for child in unit.elements():
        if child.tag == "P1para":
            first = next(child.elements(), None)
            return first is not None and first.tag == "P2"
    return False
