"""From the body of a CLML file to canonical text and a tree of provisions.

Keeps true:
1. Every text is written in document order: to the canonical text, or to a side channel anchored where it stood. Notes are
   anchored where the text refers to them; the table of contents is a side channel.
2. Each printed unit stands on a line of its own and begins with its printed number: «(1) Where …». What the publisher's
   pages print round a number (`PuncBefore`, `PuncAfter`, or the brackets they add themselves), before the items of a list and
   round quoted provisions is text that stands for the bytes of the element.
3. The fragments of an amended sentence (Substitution, Addition, Repeal) are joined as they stand: no space is put in.
4. `Repeal RetainText="true"` keeps words that were repealed, for all or for some of the provision's territory: side channel
   `deleted`, its label the territory for which they are repealed ("" when the file does not say). Dots printed in the place of repealed
   words are text.
5. `BlockAmendment`, `BlockExtract` and `InlineAmendment` hold other laws' words: one node of kind `quoted`; what is
   numbered in it is no provision of this act.
6. Blocks are sections (articles, regulations, paragraphs of schedules) with their headings, headings of containers, prelims,
   signatures, explanatory notes, and tables or loose text in a container.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.jurisdictions.uk.sources.clml_ids import CONTAINERS, heading_slug, number_part, own_text, schedule_name
from pincite.jurisdictions.uk.sources.clml_lines import Context
from pincite.jurisdictions.uk.sources.clml_nodes import State, provisions_of
from pincite.jurisdictions.uk.sources.clml_units import Units
from pincite.law.document import Provision
from pincite.text.canonical import Piece, SideText, SourceMap

__all__ = ["LegislationText", "write_legislation"]

_ASIDE = frozenset(("Contents", "Tasks", "ContentsSchedules"))
_NOTE_HOLDERS = frozenset(("Commentaries", "Footnotes", "MarginNotes"))
_TRANSPARENT = frozenset(
    """
    Primary Secondary EURetained Body ScheduleBody AppendixBody AbstractBody EUBody Schedules Attachments XMLcontent
    InternalVersion EUPrelims EUPreamble Version Resource Versions Resources
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)
_PARTS = {
    "PrimaryPrelims": "introduction",
    "SecondaryPrelims": "introduction",
    "ENprelims": "introduction",
    "SignedSection": "signature",
    "ExplanatoryNotes": "note",
    "EarlierOrders": "earlier-orders",
}
_HEADS = frozenset(("Number", "Title", "TitleBlock", "Subtitle", "Reference"))


@dataclass(slots=True)
class LegislationText:
    """What the body of a file became; `extents` are those of provisions that differ from what is around them."""

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...]
    extents: dict[str, list[str]] = field(default_factory=dict)


def write_legislation(
    root: Element,
    *,
    encoding: str,
    unit: str,
    primary: bool,
    date: str,
    state: State,
    address: Callable[[str, str], str],
) -> LegislationText:
    """Write a whole file but its metadata.

    Args:
        root: the file's root element.
        encoding: of the file.
        unit: what the numbered units are called (clml_ids.unit_of).
        primary: whether it is an act, whose section numbers are printed without a full stop.
        date: ISO date of the state, "" when unknown.
        state: what holds for the whole.
        address: the publisher's address of a place, from its own address in the file ("" when it has none) and its id.

    """
    writer = _Writer(root, encoding, primary=primary, date=date, extent=state.extent, address=address)
    context = Context("", None, unit, state)
    for child in root.elements():
        if child.tag != "Metadata":
            writer.in_container(child, context)
    return writer.finish()


class _Writer(Units):
    """Writes containers, top down."""

    def in_container(self, element: Element, context: Context) -> None:
        """An element directly in a container (or at the top), which makes its own blocks."""
        tag = element.tag
        if tag in _ASIDE:
            self.builder.side("furniture", element.pieces(), tag.lower())
        elif tag in _NOTE_HOLDERS:
            self.notes.strays(self.builder, element)
        elif tag in ("Versions", "Resources"):
            self.left_over(element, context)
        elif tag in _PARTS:
            self.whole_block(element, _PARTS[tag], context)
        elif tag in CONTAINERS:
            self.container(element, context)
        elif tag in _TRANSPARENT:
            state = self.state_of(element, context.state).of_contents
            if tag == "EUPrelims":
                context = context._replace(eid="introduction")
            self.contents(element, context._replace(state=state))
        elif tag == "P1group":
            self.group(element, context)
        elif tag == "P1":
            self.unit(element, context)
        elif tag == "Division":
            self.division(element, context)
        elif tag == "IncludedDocument" and self.holds_text(element.get("ResourceRef")):
            held = self.resources[element.get("ResourceRef")]
            self.shown.add(held.start)
            self.struct(element, context)
            self.contents(held, context)
        else:
            self.loose([element], context)

    def holds_text(self, key: str) -> bool:
        """Whether a resource is legislation that the file holds, not an image or another file."""
        held = self.resources.get(key)
        return (
            held is not None
            and held.start not in self.shown
            and any(
                child.namespace.endswith("/legislation")
                for content in held.descendants("XMLcontent")
                for child in content.elements()
            )
        )

    def contents(self, element: Element, context: Context, skip: tuple[Element, ...] = ()) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                if child.text.strip():
                    self.loose([child], context)
            elif isinstance(child, Element) and not any(child is each for each in skip):
                self.in_container(child, context)

    def container(self, element: Element, context: Context) -> None:
        """A Part, a Schedule, a cross-heading: a node without text of its own, a block of its heading, its contents."""
        state = self.state_of(element, context.state)
        heads = tuple(element.elements(*_HEADS))
        number = element.first("Number")
        title = element.first("Title") or next(
            (found for each in element.elements("TitleBlock") if (found := each.first("Title"))), None
        )
        kind = CONTAINERS[element.tag]
        eid = element.get("id") or self.container_eid(kind, number, title, context.eid)
        index = self.open(element, eid, kind, context._replace(state=state))
        if number is not None:
            self.nodes[index].label = own_text(number)
        inside = context._replace(eid=eid, parent=index, state=state.of_contents, unit=self.unit_in(kind, eid, context))
        if heads:
            block = self.open(element, f"{eid}-heading", "heading", inside._replace(state=state), block=True)
            for head in heads:
                self.flow(head, inside._replace(parent=block, block=True))
            self.close(block)
            self.nodes[index].heading_spans = self.nodes[block].heading_spans
        self.contents(element, inside, skip=heads)
        self.close(index)

    def container_eid(self, kind: str, number: Element | None, title: Element | None, above: str) -> str:
        self.generated += 1
        printed = own_text(number) if number is not None else ""
        if kind == "schedule":
            own = schedule_name(printed)
            above = above if above.startswith("attachment") else ""
        elif kind == "crossheading" or not number_part(printed):
            slug = heading_slug(own_text(title) if title is not None else "")
            own = f"{kind}-{slug}" if slug else kind
        else:
            own = f"{kind}-{number_part(printed)}"
        return f"{above}-{own}" if above else own

    @staticmethod
    def unit_in(kind: str, eid: str, context: Context) -> str:
        """Paragraphs of a schedule or an appendix are named after it, sections by their number alone."""
        return f"{eid}-paragraph" if kind in ("schedule", "appendix", "abstract") else context.unit

    def whole_block(self, element: Element, name: str, context: Context) -> None:
        """Prelims, signatures and explanatory notes: a block each."""
        state = self.state_of(element, context.state)
        if name in ("note", "earlier-orders"):
            state = state._replace(status="not_applicable")
        if element.tag == "ExplanatoryNotes" and element.first("Body", "ENprelims"):
            self.contents(element, context._replace(state=state, eid=context.eid))
            return
        kind = "explanatory_note" if name == "note" else name.replace("-", "_")
        index = self.open(element, name, kind, context._replace(state=state), block=True)
        self.struct(element, Context(name, index, f"{name}-paragraph", state, block=True))
        self.close(index)
        self.alternative(element, context)

    def loose(self, children: list[Element | Piece], context: Context) -> None:
        """Text, a table or a figure directly in a container: a block."""
        first = children[0]
        kind, eid = "text", ""
        if isinstance(first, Element):
            kind = {"Tabular": "table", "Figure": "figure", "Form": "form"}.get(first.tag, "text")
            eid = first.get("id")
        if not eid:
            self.counts[f"{context.eid} {kind}"] += 1
            eid = f"{context.eid}-{kind}-{self.counts[f'{context.eid} {kind}']}".lstrip("-")
        source = first if isinstance(first, Element) else None
        index = self.open(source, eid, kind, context, block=not context.block)
        inside = context._replace(parent=index, block=True, eid=context.eid or kind)
        for child in children:
            if isinstance(child, Piece):
                self.line()
                self.write(child)
            else:
                self.flow(child, inside)
        self.close(index)
        self.drop_if_empty(index)

    def division(self, element: Element, context: Context) -> None:
        """A numbered paragraph without a level: a recital, or a part of an annex, which may hold others."""
        number, title = element.first("Number"), element.first("Title")
        printed = own_text(number) if number is not None else ""
        recital = element.parent is not None and element.parent.tag == "EUPreamble"
        kind = "recital" if recital else "division"
        eid = element.get("id")
        if not eid:
            part = number_part(printed) or heading_slug(own_text(title) if title is not None else "")
            if not part:
                self.counts[f"{context.eid} {kind}"] += 1
                part = f"u{self.counts[f'{context.eid} {kind}']}"
            eid = f"recital-{part}" if recital else f"{context.eid}-{kind}-{part}".lstrip("-")
            self.generated += 1
        nested = not context.block and element.first("Division") is not None
        block = not context.block and not nested
        index = self.open(element, eid, kind, context, block=block)
        self.nodes[index].label = printed
        inside = context._replace(parent=index, eid=eid, block=context.block or block)
        heads = tuple(each for each in (number, title) if each is not None) if nested else ()
        if heads:
            heading = self.open(element, f"{eid}-heading", "heading", inside, block=True)
            for head in heads:
                self.flow(head, inside._replace(parent=heading, block=True))
                self.fresh = head is number
            self.close(heading)
            self.nodes[index].heading_spans = self.nodes[heading].heading_spans
        if nested:
            self.contents(element, inside, skip=heads)
        else:
            self.line()
            self.struct(element, inside)
        self.close(index)

    def group(self, element: Element, context: Context) -> None:
        """A heading with the sections under it; the heading of one section belongs to its block."""
        state = self.state_of(element, context.state)
        inside = context._replace(state=state)
        units = list(element.elements("P1"))
        title = element.first("Title")
        if len(units) == 1 and not context.block:
            self.unit(units[0], inside, group=element, title=title)
        elif not units:
            self.unnumbered(element, inside, title)
        else:
            slug = heading_slug(own_text(title)) if title is not None else ""
            if not slug:
                self.contents(element, inside, skip=(title,) if title else ())
            else:
                above = context.eid if context.parent is not None else ""
                eid = element.get("id") or f"{above}-crossheading-{slug}".lstrip("-")
                index = self.open(element, eid, "crossheading", inside)
                below = inside._replace(parent=index)
                block = self.open(element, f"{eid}-heading", "heading", below, block=not context.block)
                assert title is not None
                self.flow(title, below._replace(parent=block, block=True))
                self.close(block)
                self.nodes[index].heading_spans = self.nodes[block].heading_spans
                self.contents(element, below, skip=(title,))
                self.close(index)
        self.alternative(element, context)

    def unnumbered(self, element: Element, context: Context, title: Element | None) -> None:
        """A heading with paragraphs that have no number (schedules): a block."""
        eid = element.get("id")
        if not eid:
            slug = heading_slug(own_text(title)) if title is not None else ""
            self.counts[f"{context.eid} wrapper"] += 1
            own = f"crossheading-{slug}" if slug else f"paragraph-wrapper{self.counts[f'{context.eid} wrapper']}"
            eid = f"{context.eid}-{own}".lstrip("-")
        index = self.open(element, eid, "paragraphs", context, block=not context.block)
        self.struct(element, context._replace(parent=index, eid=eid, block=True))
        self.close(index)
        self.drop_if_empty(index)

    def alternative(self, element: Element, context: Context) -> None:
        """The wording of the same provision for another part of the Kingdom or in another language, behind it."""
        for key in element.get("AltVersionRefs").split():
            version = self.alternatives.get(key)
            if version is not None and not context.block and version.start not in self.shown:
                self.shown.add(version.start)
                self.contents(version, context)

    def left_over(self, element: Element, context: Context) -> None:
        """Versions and resources that nothing in the text showed; images have no text."""
        for child in element.children:
            if isinstance(child, Piece):
                self.builder.side("furniture", (child,), element.tag.lower())
            elif isinstance(child, Element) and child.start not in self.shown:
                if not any(piece.text.strip() for piece in child.pieces()):
                    continue
                if element.tag == "Resources":
                    self.builder.side("furniture", child.pieces(), "resource")
                else:
                    self.contents(child, context)

    def finish(self) -> LegislationText:
        unreferred = self.notes.rest(self.builder)
        text, source_map, sides = self.builder.finish()
        provisions = provisions_of(self.nodes, text)
        return LegislationText(
            text, source_map, sides, provisions, tuple(self.findings(provisions, unreferred)), self.extents
        )
