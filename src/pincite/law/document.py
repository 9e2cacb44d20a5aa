"""A document as read from one source file: canonical text, provisions, side channels, and where it all came from.

Keeps true (`check` raises otherwise):
1. `text[start:end]` of a provision is its text; a child lies inside its parent; siblings follow one another.
2. *Blocks* are the provisions that a release stores and signs one by one (a section, an article, a numbered
   paragraph, a heading). Blocks do not nest, and every character of the text that is not white space lies in one.
3. A place is keyed by work, state, language, container path, local id and ordinal, because publishers' ids repeat
   (facts: source-formats, 1.4, 3.2). `eid` is pincite's own label of references.md; `publisher_id` is the publisher's.

A reader is a pure function `bytes -> Document`; it knows neither files nor clocks.

What `check` does not ask, and `empty_in_force` lists: a provision of legislation that says nothing besides its label and
heading is no law in force. It was repealed or omitted, or its words were lost; the build marks what a reader left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from pincite.findings import Finding
from pincite.identity.reference import ExpressionId, Place, WorkId
from pincite.text.canonical import Piece, SideText, SourceMap

__all__ = ["Document", "DocumentKind", "LegalValue", "Provision", "Role", "Status"]

Status = Literal["in_force", "pending", "repealed", "omitted", "deleted", "prospective", "not_applicable"]
"""Whether a provision is law on its state date; `not_applicable` for decisions and guidance."""

LegalValue = Literal["authentic", "official", "unofficial"]

DocumentKind = Literal["legislation", "decision", "gazette", "commentary", "guidance"]

Role = Literal[
    "unknown", "headnote", "facts", "submission", "reasoning", "dissent", "quoted_authority", "court_below", "order"
]
"""Who speaks in a passage of a decision; `unknown` where the document does not show it."""

_STATUSES = frozenset(get_args(Status))
_ROLES = frozenset(get_args(Role))
_NO_PROVISION = frozenset(("heading", "text", "marginal", "level"))
_DASH = ("-", "–", "—")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Provision:
    """One node of the tree of a document.

    Attributes:
        eid: the place as references.md writes it (`s33_1_a`, `art_6/para_1/lbl_a`, `para_45`, `consid_2.3`); containers
            and headings get one too. Not unique in a document: `ordinal` counts its repetitions, from 0.
        path: the eids of the containers above, outermost first, joined by a space; part of the key.
        publisher_id: the publisher's id as it stands in the source, or None.
        kind: section, subsection, article, paragraph, consideration, part, schedule, heading, definition, headnote ...
        label: the number as printed («33», «(1)», «Art. 6», «2.3»), or "".
        heading: the provision's own heading, or "".
        start, end: code points in the document's text.
        parent: index of the node above in `Document.provisions`, or None.
        block: whether a release stores it as a unit (rule 2).
        status, valid_from, valid_to: law on the state date, and since when and until when this wording stands (ISO
            dates, None when the source does not say; `valid_to` is the first day on which it does not hold).
        role: who speaks (decisions).
        ordinal: see `eid`.
        url: the publisher's address of this very place, or "".
        amended_by: references to the instruments, with the place in them, that the publisher names behind the wording.

    """

    eid: Place
    kind: str
    start: int
    end: int
    label: str = ""
    heading: str = ""
    parent: int | None = None
    block: bool = False
    path: str = ""
    publisher_id: str | None = None
    status: Status = "in_force"
    valid_from: str | None = None
    valid_to: str | None = None
    role: Role = "unknown"
    ordinal: int = 0
    url: str = ""
    amended_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One expression of one work, as one source file holds it.

    Attributes:
        work: the work's id; the first of neutral citation, official collection, docket (references.md, Identity).
        language: BCP 47, as the design writes it: en, zh-Hant, zh-Hans, de, fr, it, rm.
        state: ISO date of the state (legislation: the version date; decisions: the date of decision), "" when unknown.
        aliases: other references under which the work is cited (docket, report, action number), without places.
        title: official title or the parties' line; short_titles: abbreviations by which it is cited.
        meta: plain facts of the document (court, docket, chamber, date of hearing, publisher's own status line ...).
        legal_value: of this copy, not of the law.
        url: the publisher's address of the document.
        extractor: name/version of the reader, e.g. `hk.hklm/1`; a change of output changes the version.
        generator: the publisher's own tool and version where the source states it.
        findings: what the reader noticed and a person should know (duplicate ids, a date that cannot be right).
        operations: the operations that made this wording, as plain data, where the source carries them; each becomes an
            `op` leaf of a release. Those of publishers' notes are made from `Provision.amended_by`.
        losses: `unaccounted(all pieces of source text, source_map, sides)`, over all documents of the file: the build
            refuses a document for which it is not empty, and one for which it is None (the reader did not count).
        view, view_name: of a packed file, the bytes in which the map counts and what they are: the parts of a Word file
            laid end to end, the text layer of a PDF file (formats/written.py). None: the file itself.

    """

    work: WorkId
    kind: DocumentKind
    language: str
    state: str
    title: str
    text: str
    source_map: SourceMap
    provisions: tuple[Provision, ...]
    sides: tuple[SideText, ...] = ()
    aliases: tuple[str, ...] = ()
    short_titles: tuple[str, ...] = ()
    meta: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    legal_value: LegalValue = "unofficial"
    url: str = ""
    extractor: str = ""
    generator: str = ""
    findings: tuple[Finding, ...] = ()
    losses: tuple[Piece, ...] | None = None
    view: bytes | None = field(default=None, repr=False)
    view_name: str = ""
    operations: tuple[Mapping[str, str | int], ...] = ()

    @property
    def expression(self) -> ExpressionId:
        """The id of this wording."""
        return ExpressionId(self.work, self.language, self.state or "undated")

    def text_of(self, provision: Provision) -> str:
        """The canonical text of a provision, its sub-provisions included."""
        return self.text[provision.start : provision.end]

    def empty_in_force(self) -> tuple[int, ...]:
        """The provisions of legislation that are in force and say nothing, by index, in order.

        Asked of those that hold no other provision: whether anything but the label, the heading and signs («…», «*») is
        theirs. Headings and loose text are no provisions in this sense; those without a label are judged by their words.
        """
        if self.kind != "legislation":
            return ()
        above = {node.parent for node in self.provisions if node.kind != "range_member"}
        return tuple(
            index
            for index, node in enumerate(self.provisions)
            if node.status == "in_force"
            and index not in above
            and node.kind not in _NO_PROVISION
            and not _WORD.search(_without(self.text_of(node), *((node.label, node.heading) if node.label else ())))
        )

    def check(self) -> None:
        """Raise AssertionError, naming the provision, when an invariant of this module is broken."""

        def name(index: int) -> str:
            return f"{self.work}#{self.provisions[index].eid} ({index})"

        blocks_end = 0
        for index, node in enumerate(self.provisions):
            assert 0 <= node.start <= node.end <= len(self.text), f"{name(index)}: span outside the text"
            assert node.status in _STATUSES, f"{name(index)}: status {node.status}"
            assert node.role in _ROLES, f"{name(index)}: role {node.role}"
            if node.parent is not None:
                assert node.parent < index, f"{name(index)}: its parent comes later"
                above = self.provisions[node.parent]
                assert above.start <= node.start, f"{name(index)}: not inside its parent {above.eid}"
                assert node.end <= above.end, f"{name(index)}: not inside its parent {above.eid}"
            if node.block:
                assert not self.text[blocks_end : node.start].strip(), f"{name(index)}: text before it lies in no block"
                assert node.start >= blocks_end, f"{name(index)}: overlaps the block before it"
                blocks_end = node.end
        assert not self.text[blocks_end:].strip(), f"{self.work}: text after the last block"
        end = 0
        for run in self.source_map:
            assert run.start == end, f"{self.work}: a gap in the source map at {end}"
            end = run.end
        assert end == len(self.text), f"{self.work}: the source map ends at {end}, the text at {len(self.text)}"


def _without(text: str, *printed: str) -> str:
    """The text behind its label and heading, which may be printed with other white space."""
    rest = " ".join(text.split())
    for words in printed:
        if words.startswith(_DASH):
            continue  # the item of a list, marked by a dash: what follows is its words
        rest = rest.removeprefix(" ".join(words.split())).lstrip()
    return rest
