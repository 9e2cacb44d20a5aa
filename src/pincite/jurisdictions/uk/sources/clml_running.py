"""The running text inside a block of a piece of legislation: sentences, lists, quoted provisions, tables, formulas.

Keeps true: rules 2 to 5 of clml_text. White space in elements that hold only elements is layout and is not written.
"""

from __future__ import annotations

from pincite.formats.tree import Element
from pincite.jurisdictions.uk.sources.clml_formulas import write_formula
from pincite.jurisdictions.uk.sources.clml_ids import heading_slug, is_retained, list_label, number_part, own_text
from pincite.jurisdictions.uk.sources.clml_lines import Context, Lines
from pincite.jurisdictions.uk.sources.clml_nodes import Node
from pincite.text.canonical import Piece

__all__ = ["LEVELS", "RunningText"]

LEVELS = ("P1", "P2", "P3", "P4", "P5", "P6", "P7")
"""Elements of numbered provisions, outermost first."""

_OWN_LINE = frozenset(
    """
    Text Title Subtitle Number Reference LongTitle PersonName JobTitle Department AddressLine caption tr TableText
    Key MultilineTitle
    """.split()  # noqa: SIM905
)
_INLINE = frozenset(
    """
    Abbreviation Acronym Addition AppendText Character Citation CitationSubRef Definition Emphasis Expanded ExternalLink
    Inferior InternalLink Proviso Repeal SmallCaps Span Strong Substitution Superior Term Underline Uppercase Text Title
    Subtitle Number Reference LongTitle DateText PersonName JobTitle Department AddressLine Key td th caption InlineAmendment
    Pnumber Note Warning TableText Strike
    """.split()  # noqa: SIM905
)
_STRUCTURAL = frozenset(
    """
    P Para P1para P2para P3para P4para P5para P6para P7para P1group P2group P3group ListItem OrderedList UnorderedList KeyList
    KeyListItem BlockText BlockAmendment BlockExtract Tabular table thead tbody tfoot tr col colgroup TitleBlock
    FragmentNumber FragmentTitle Figure Form Formula Where Division DecoratedGroup GroupItem GroupItemRef Notes
    PrimaryPreamble SecondaryPreamble EnactingText EnactingTextOmitted IntroductoryText RoyalPresence Resolution Draft
    Approved Correction LaidDraft MadeDate LaidDate SiftedDate ComingIntoForce ComingIntoForceClauses DateOfEnactment
    SubjectInformation Subject Signatory Signee Address DateSigned LSseal Comment FootnoteText P1 P2 P3 P4 P5 P6 P7 Image
    IncludedDocument MultilineTitle Part Chapter Pblock PsubBlock Schedule ScheduleBody Schedules Appendix AppendixBody Body
    ExplanatoryNotes EUPart EUChapter EUSection EUTitle EUSubsection XMLcontent
    """.split()  # noqa: SIM905
)
# titles inside a provision, which are not its own heading
_NO_HEADING = frozenset(("P2group", "P3group", "Figure", "Tabular", "Subject"))
_QUOTES = {"double": "“”", "default": "“”", "single": "‘’"}
_CHARACTERS = {"NonBreakingSpace": "\u00a0", "EmSpace": "\u2003", "EnSpace": "\u2002", "ThinSpace": "\u2009"}
_HANDLERS = {
    "Addition": "_on_addition",
    "AppendText": "_on_append_text",
    "Character": "_on_character",
    "CommentaryRef": "_on_commentary_ref",
    "DateText": "_on_date_text",
    "Division": "_on_division",
    "Footnote": "_on_footnote",
    "FootnoteRef": "_on_commentary_ref",
    "Image": "_on_image",
    "IncludedDocument": "_on_included_document",
    "InlineAmendment": "_on_inline_amendment",
    "KeyListItem": "_on_key_list_item",
    "MarginNoteRef": "_on_commentary_ref",
    "OrderedList": "_on_ordered_list",
    "P1group": "_on_p1group",
    "Repeal": "_on_repeal",
    "Substitution": "_on_addition",
    "Text": "_on_text",
    "UnorderedList": "_on_unordered_list",
    "Warning": "_on_warning",
    "table": "_on_table",
    "tr": "_on_tr",
}
"""Elements with a method of their own."""


class RunningText(Lines):
    """Writes what stands inside a block."""

    def unit(self, element: Element, context: Context) -> None:
        """A numbered provision (clml_units)."""
        raise NotImplementedError

    def group(self, element: Element, context: Context) -> None:
        """A heading with provisions (clml_text)."""
        raise NotImplementedError

    def division(self, element: Element, context: Context) -> None:
        """A part of an annex (clml_text)."""
        raise NotImplementedError

    def struct(self, element: Element, context: Context) -> None:
        """The children of an element in which white space is layout alone."""
        for child in element.children:
            self.structural_child(child, context)

    def structural_child(self, child: object, context: Context) -> None:
        """A child of such an element."""
        if isinstance(child, Piece):
            if child.text.strip():
                self.write(child)
        elif isinstance(child, Element):
            self.flow(child, context)

    def inline(self, element: Element, context: Context) -> None:
        """The children of an element in which white space is a space."""
        for child in element.children:
            if isinstance(child, Piece):
                self.write(child)
            elif isinstance(child, Element):
                self.flow(child, context)

    def flow(self, element: Element, context: Context) -> None:
        """An element inside a block."""
        tag = element.tag
        if tag in _HANDLERS:
            getattr(self, _HANDLERS[tag])(element, context)
        elif "MathML" in element.namespace:
            self.formula(element, context)
        elif tag in LEVELS:
            self.unit(element, context)
        elif tag in ("BlockAmendment", "BlockExtract"):
            self.quotation(element, context)
        elif tag in ("td", "th"):
            self.cell(element, context)
        else:
            self.plain(element, context)

    def plain(self, element: Element, context: Context) -> None:
        """An element without a method of its own."""
        tag = element.tag
        if tag in _OWN_LINE:
            self.line()
        above = element.parent.tag if element.parent is not None else ""
        headed = tag in ("Title", "Subtitle", "TitleBlock") and above not in _NO_HEADING
        if headed and not self.quoted and context.parent is not None:
            start = self.builder.position
            self.inline(element, context)
            node = self.nodes[context.parent]
            if tag == "Title" and (not node.heading_spans or node.kind == "heading"):
                node.heading_spans.append((start, self.builder.position))
            node.body_start = max(node.body_start, self.builder.position)
            self.fresh = False
            return
        if tag == "Number":
            self.inline(element, context)
            self.fresh = element.parent is not None and element.parent.tag == "Division"
            if self.fresh and context.parent is not None:
                self.nodes[context.parent].body_start = self.builder.position
            return
        if tag in _INLINE:
            self.inline(element, context)
        else:
            if tag not in _STRUCTURAL:
                self.unknown[tag] += 1
                self.inline(element, context)
                return
            self.struct(element, context)

    def _on_text(self, element: Element, context: Context) -> None:
        self.line()
        self.inline(element, context)

    def _on_p1group(self, element: Element, context: Context) -> None:
        if self.quoted or context.block:
            self.struct(element, context)
        else:
            self.group(element, context)

    def _on_division(self, element: Element, context: Context) -> None:
        if self.quoted or self.table:
            self.line()
            self.struct(element, context)
        else:
            self.division(element, context)

    def _on_date_text(self, element: Element, context: Context) -> None:
        """«Made 7th March 2006»: the date goes on on the line of what was done."""
        if element.parent is not None and element.parent.first("Text") is not None:
            self.builder.space()
        else:
            self.line()
        self.inline(element, context)

    def _on_warning(self, element: Element, context: Context) -> None:
        """A message that the publisher's converter left in the file."""
        del context
        self.builder.side("furniture", element.pieces(), "warning")

    def _on_character(self, element: Element, context: Context) -> None:
        sign = _CHARACTERS.get(element.get("Name"), " ")
        end = element.children[0].start if element.children else element.end
        self.builder.write(Piece(sign, element.start, end, verbatim=False))
        self.struct(element, context)

    def _on_addition(self, element: Element, context: Context) -> None:
        self.note(element.get("CommentaryRef"), context)
        self.inline(element, context)

    def _on_repeal(self, element: Element, context: Context) -> None:
        self.note(element.get("CommentaryRef"), context)
        if not is_retained(element) or self.builder.in_side:
            self.inline(element, context)
            return
        self.builder.open_side("deleted", element.get("Extent"))
        self.inline(element, context)
        side = self.builder.close_side()
        if side is not None:
            self.retained += 1
            for index in self.stack:
                self.nodes[index].retained += len(side.text)
            if element.get("Extent"):
                self.partly.append((context.eid, element.get("Extent")))

    def _on_commentary_ref(self, element: Element, context: Context) -> None:
        self.note(element.get("Ref"), context)
        self.struct(element, context)

    def _on_footnote(self, element: Element, context: Context) -> None:
        del context
        self.notes.in_place(self.builder, element)

    def _on_append_text(self, element: Element, context: Context) -> None:
        """What follows a quoted provision directly: «”.»."""
        self.inline(element, context)

    def _on_inline_amendment(self, element: Element, context: Context) -> None:
        index = self.open_quoted(element, context)
        self.quoted += 1
        self.inline(element, context._replace(parent=index))
        self.quoted -= 1
        self.close_quoted(index)

    def quotation(self, element: Element, context: Context) -> None:
        """Quoted provisions of another law, with the quotation marks that the publisher prints round them."""
        marks = _QUOTES.get(element.get("Format"), "")
        self.line()
        index = self.open_quoted(element, context)
        first = next(iter(element.pieces()), None)
        if marks and first is not None:
            self.builder.write(Piece(marks[0], element.start, element.start + 1, verbatim=False))
            self.fresh = self.glued = True
        self.quoted += 1
        self.struct(element, context._replace(parent=index))
        self.quoted -= 1
        if marks and first is not None:
            self.builder.write(Piece(marks[1], element.end - 1, element.end, verbatim=False))
        self.close_quoted(index)
        self.fresh = self.glued = False

    def open_quoted(self, element: Element, context: Context) -> int | None:
        """Open the node of a quotation, unless one is open."""
        if self.quoted or context.parent is None:
            return context.parent
        self.counts[f"{context.eid} quoted"] += 1
        number = self.counts[f"{context.eid} quoted"]
        node = Node(f"{context.eid}-quoted-{number}", "quoted", self.builder.position, context.parent, context.state)
        self.nodes.append(node)
        index = len(self.nodes) - 1
        self.stack.append(index)
        node.body_start = node.start
        del element
        return index

    def close_quoted(self, index: int | None) -> None:
        """Close it, unless it lies in another quotation."""
        if index is not None and not self.quoted and self.nodes[index].kind == "quoted":
            self.close(index)

    # ---- lists

    def _on_ordered_list(self, element: Element, context: Context) -> None:
        start = element.get("Start")
        number = int(start) if start.isdigit() and len(start) < 6 else 1
        for child in element.children:
            if isinstance(child, Element) and child.tag == "ListItem":
                given = child.get("NumberOverride")
                label = list_label(element.get("Type"), element.get("Decoration"), number)
                if given:
                    bare = list_label("arabic", element.get("Decoration"), 1)
                    label = bare.replace("1", given) if given.isalnum() and bare else given
                self.item(child, label, context)
                number += 1
            else:
                self.structural_child(child, context)

    def _on_unordered_list(self, element: Element, context: Context) -> None:
        for child in element.children:
            if isinstance(child, Element) and child.tag == "ListItem":
                self.item(child, "", context, definitions=element.get("Class") == "Definition")
            else:
                self.structural_child(child, context)

    def item(self, element: Element, label: str, context: Context, *, definitions: bool = False) -> None:
        """An item with its printed mark; a place when it has one, or when it defines a term."""
        eid, kind, publisher_id = "", "item", element.get("id")
        term = next(element.descendants("Term"), None) if definitions else None
        if term is not None and own_text(term):
            eid, kind = f"{context.eid}-definition-{heading_slug(own_text(term))}", "definition"
            publisher_id = term.get("id") or publisher_id
        elif number_part(label):
            eid = f"{context.eid}-{number_part(label)}"
        self.line()
        index: int | None = None
        if eid and not self.quoted and not self.table:
            index = self.open(None, publisher_id or eid, kind, context)
            self.nodes[index].eid = eid
            self.nodes[index].publisher_id = publisher_id or None
            context = context._replace(parent=index, eid=eid)
        if label:
            start = self.builder.position
            first = next((each.start for each in element.children if not isinstance(each, Piece)), element.end)
            self.builder.write(Piece(label, element.start, max(element.start + 1, first), verbatim=False))
            self.fresh = True
            if index is not None:
                self.nodes[index].label_span = (start, self.builder.position)
                self.nodes[index].body_start = self.builder.position
        self.struct(element, context)
        self.fresh = self.glued = False
        if index is not None:
            self.close(index)

    def _on_key_list_item(self, element: Element, context: Context) -> None:
        """«S = the number of seats»: a key, its sign, what it stands for."""
        separator = element.parent.get("Separator") if element.parent is not None else ""
        for child in element.children:
            if isinstance(child, Element) and child.tag == "Key":
                self.line()
                self.inline(child, context)
                self.builder.space()
                if separator:
                    self.builder.write(Piece(separator, child.end, child.end, verbatim=False))
                self.fresh, self.glued = True, False
            else:
                self.structural_child(child, context)

    # ---- tables, formulas, figures

    def _on_table(self, element: Element, context: Context) -> None:
        self.table += 1
        self.struct(element, context)
        self.table -= 1
        self.fresh = False

    def _on_tr(self, element: Element, context: Context) -> None:
        self.new_line()
        self.struct(element, context)

    def cell(self, element: Element, context: Context) -> None:
        """A cell of a table; cells of a row share its line."""
        self.builder.space()
        self.fresh, self.glued = True, False
        mixed = not any(isinstance(each, Element) and each.tag in _STRUCTURAL for each in element.children)
        (self.inline if mixed else self.struct)(element, context)
        self.builder.space()

    def formula(self, element: Element, context: Context) -> None:
        """A formula, on a line of its own where it is displayed."""
        if element.parent is not None and element.parent.tag == "Formula":
            self.line()
        # white space at the ends of a sign is layout
        for piece in element.pieces():
            self.trim([piece])
        write_formula(self.builder, element, self.write, lambda other: self.flow(other, context))
        self.trimmed.clear()

    def _on_image(self, element: Element, context: Context) -> None:
        self.images += 1
        self.struct(element, context)
        self.resource(element.get("ResourceRef"), context)

    def _on_included_document(self, element: Element, context: Context) -> None:
        self.struct(element, context)
        self.resource(element.get("ResourceRef"), context)

    def resource(self, key: str, context: Context) -> None:
        """The text of a resource that is shown here, if the file holds it; written once."""
        held = self.resources.get(key)
        if held is None or held.start in self.shown:
            return
        self.shown.add(held.start)
        for child in held.children:
            self.resource_part(child, context)

    def resource_part(self, child: object, context: Context) -> None:
        """Legislation is text; what a drawing says is kept aside."""
        if isinstance(child, Piece):
            self.builder.side("furniture", (child,), "resource")
        elif isinstance(child, Element):
            if child.tag in ("InternalVersion", "XMLcontent"):
                for inner in child.children:
                    self.resource_part(inner, context)
            elif child.tag == "ExternalVersion":
                self.struct(child, context)  # another file
            elif child.namespace.endswith("/legislation"):
                self.flow(child, context)
            else:
                self.builder.side("furniture", child.pieces(), "image")
