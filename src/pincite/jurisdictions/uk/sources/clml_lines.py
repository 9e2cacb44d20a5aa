"""Lines and nodes of a piece of legislation being written; what all that writes it shares.

Keeps true: a line is begun once, by what stands first on it; a number and what follows it share one. A node is open from
`open` to `close`, and notes and repealed words that stand in it are told to every node that is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.jurisdictions.uk.sources.clml_nodes import CONTAINER_KINDS, Node, State
from pincite.jurisdictions.uk.sources.clml_notes import NoteBook
from pincite.law.document import Provision, Status
from pincite.text.canonical import Piece, TextBuilder

__all__ = ["Context", "Lines"]

_STATUS: dict[str, Status] = {
    "Prospective": "prospective",
    "Repealed": "repealed",
    "Dead": "repealed",
    "Discarded": "omitted",
    "Spent": "omitted",
}


class Context(NamedTuple):
    """Where the writer stands.

    Attributes:
        eid: place of the container or unit around, "" at the top.
        parent: its node.
        unit: what a place of the first level is named by: `section`, `schedule-1-paragraph`.
        state: what holds here.
        block: whether a block is open.

    """

    eid: str
    parent: int | None
    unit: str
    state: State
    block: bool = False


class Lines:
    """The state of the writer, and the writing of lines."""

    def __init__(
        self, root: Element, encoding: str, *, primary: bool, date: str, extent: str, address: Callable[[str, str], str]
    ) -> None:
        self.builder = TextBuilder(encoding=encoding)
        self.notes = NoteBook(root)
        self.primary = primary
        self.date = date
        self.extent = extent
        self.address = address
        self.nodes: list[Node] = []
        self.stack: list[int] = []
        self.counts: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.used: set[str] = set()  # eids of this document, to keep apart what is generated
        self.extents: dict[str, list[str]] = {}
        self.partly: list[tuple[str, str]] = []  # (place, extent) of words that are repealed for a part of it
        self.images = self.retained = self.generated = 0
        self.quoted = self.table = 0
        self.fresh = True  # the open line has no words yet, or only its number
        self.glued = False  # what follows a number joins it without a space
        self.trimmed: dict[int, Piece] = {}  # pieces of a number, without the white space at its ends
        self.alternatives = {each.get("id"): each for each in root.descendants("Version") if each.get("id")}
        self.resources = {each.get("id"): each for each in root.descendants("Resource") if each.get("id")}
        self.shown: set[int] = set()  # where the versions and resources begin that were written

    def write(self, piece: Piece) -> None:
        """Write a text; words end the beginning of a line."""
        piece = self.trimmed.get(piece.start, piece)
        self.builder.write(piece)
        if self.fresh and not self.builder.in_side and piece.text.strip():
            self.fresh = self.glued = False

    def line(self) -> None:
        """Begin a line, or go on behind the number that was just written; in a table, go on in the cell."""
        if self.glued:
            return
        if self.fresh or self.table:
            self.builder.space()
        else:
            self.builder.break_line()
            self.fresh = True

    def new_line(self) -> None:
        """Begin a line, whatever stands on the open one."""
        self.builder.break_line()
        self.fresh, self.glued = True, False

    def open(self, element: Element | None, eid: str, kind: str, context: Context, *, block: bool = False) -> int:
        """Open a node; a block begins a line."""
        if not context.block:
            self.new_line()
        address = element.get("DocumentURI") if element is not None else ""
        publisher_id = element.get("id") if element is not None else ""
        own = kind != "heading" and publisher_id == eid
        node = Node(eid, kind, self.builder.position, context.parent, context.state, block)
        node.publisher_id = publisher_id if own else None
        node.url = self.address(address, eid) if own and address else ""
        node.body_start = node.start
        self.nodes.append(node)
        self.used.add(eid)
        index = len(self.nodes) - 1
        self.stack.append(index)
        around = self.nodes[context.parent].state.extent if context.parent is not None else self.extent
        if context.state.extent and context.state.extent != around and kind != "heading":
            self.extents.setdefault(context.state.extent, []).append(eid)
        return index

    def close(self, index: int) -> None:
        """Close a node, and what is still open in it."""
        self.nodes[index].end = self.builder.position
        while self.stack and self.stack[-1] >= index:
            self.stack.pop()

    def drop_if_empty(self, index: int) -> None:
        """An image alone is no place with text; its node stays only if something is in it."""
        node = self.nodes[index]
        if index == len(self.nodes) - 1 and node.end <= node.start:
            self.nodes.pop()

    def state_of(self, element: Element, above: State) -> State:
        """The element's own status, dates and extent, or those above."""
        start, end = element.get("RestrictStartDate"), element.get("RestrictEndDate")
        status = _STATUS.get(element.get("Status"), above.status)
        if above.status in ("in_force", "prospective"):
            if end and self.date and end <= self.date:
                status = "repealed"
            elif (start and self.date and start > self.date) or element.get("Match") == "false":
                status = "prospective"
        return State(status, start or above.since, end or above.until, element.get("RestrictExtent") or above.extent)

    def note(self, note_id: str, context: Context) -> None:
        """Anchor a note here; the instruments it names amend every unit around it."""
        for instrument in self.notes.anchor(self.builder, note_id, context.parent):
            for index in self.stack:
                if self.nodes[index].kind not in CONTAINER_KINDS:
                    self.nodes[index].amended_by.setdefault(instrument)

    def trim(self, pieces: list[Piece]) -> None:
        """White space at the ends of a number is layout between it and its punctuation."""
        for piece, left in ((pieces[0], True), (pieces[-1], False)):
            piece_now = self.trimmed.get(piece.start, piece)
            if not piece_now.verbatim:
                continue
            text = piece_now.text.lstrip() if left else piece_now.text.rstrip()
            cut = len(piece_now.text.encode(self.builder.encoding)) - len(text.encode(self.builder.encoding))
            start, end = (piece_now.start + cut, piece_now.end) if left else (piece_now.start, piece_now.end - cut)
            self.trimmed[piece.start] = Piece(text, start, end)

    def findings(self, provisions: tuple[Provision, ...], unreferred: int) -> Iterator[Finding]:
        """What a person should know of the text."""
        repeated = [node.eid for node in provisions if node.ordinal == 1]
        if repeated:
            yield Finding("repeated_ids", {"count": len(repeated), "first": repeated[0]})
        if self.generated:
            yield Finding("ids_made_from_labels", {"count": self.generated})
        if self.images:
            yield Finding("images_without_text", {"count": self.images})
        if self.retained:
            yield Finding("repealed_text_retained", {"count": self.retained})
        for place, extent in dict.fromkeys(self.partly):
            yield Finding("repealed_for_part_of_extent", {"place": place, "extent": extent})
        if unreferred:
            yield Finding("notes_without_reference", {"count": unreferred})
        if self.notes.missing:
            yield Finding("notes_missing", {"count": len(self.notes.missing), "first": min(self.notes.missing)})
        for tag, count in sorted(self.unknown.items()):
            yield Finding("unknown_element", {"tag": tag, "count": count})
