"""A page with ELI subdivisions, of the Official Journal or of a consolidation, as the parts of an act.

Keeps true: what the page marks as title, preamble, division, article, annex and signatures is that part; what it does not
mark is read line by line; what stands outside the act (running heads, imprint) is furniture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.errors import UnreadableSource
from pincite.formats.html import read_html
from pincite.formats.tree import Element, Instruction
from pincite.jurisdictions.eu.sources.parts import (
    Annex,
    Article,
    Aside,
    Block,
    Division,
    Flow,
    Group,
    Item,
    Line,
    Mark,
    Part,
    Recital,
    Token,
    as_lines,
    furniture,
    is_blank,
)
from pincite.jurisdictions.eu.sources.quotations import with_quotations
from pincite.jurisdictions.eu.sources.xhtml_parts import XhtmlParts, classes
from pincite.text.canonical import Piece

__all__ = ["ActPage", "beside", "generator_of", "title_on", "whole_page"]

_DIVISION = re.compile(r"(?:prt|tis|cpt|sct|ssct|sbs|bok)_[^.]+(?:\.[a-z]+_[^.]+)*\Z")
_PART_OF_ACT = re.compile(r"(?:art|fnp|anx|prt|tis|cpt|sct|ssct)_[^.]+\Z")
_GENERATOR = re.compile(r"CONVEX #\s*converter_version:([0-9.]{1,12})")
_HEADS = frozenset(("hd-date", "hd-lg", "hd-ti", "hd-oj", "hd-coll", "hd-uniq"))
_DIVISION_TITLES = frozenset(("ti-section-1", "title-division-1"))
_IMPRINT = re.compile(r"\s*(?:ELI:|ISSN\b)")


def whole_page(data: bytes, name: str) -> tuple[Element, Element]:
    """The page and its body.

    Raises:
        UnreadableSource: when it is cut off or has no body.

    """
    root = read_html(data, name=name)
    body = next(root.descendants("body"), None)
    if body is None:
        raise UnreadableSource(name, "", "the page has no body")
    if b"</html>" not in data[-400:].lower():
        raise UnreadableSource(
            name, f"byte {len(data)}", "the page ends before «</html>»: it is cut off", remedy="Fetch it again."
        )
    return root, body


def beside(child: Element | Piece | Instruction, body: Element) -> Iterator[Part]:
    """What stands beside the body of a page, as furniture."""
    if child is body or isinstance(child, Instruction):
        return
    if isinstance(child, Piece):
        yield Aside("furniture", (child,))
    elif child.tag == "html":
        for each in child.children:
            yield from beside(each, body)
    else:
        yield furniture(child)


class ActPage:
    """The parts of an act as a page with ELI subdivisions has them; for consolidations too."""

    def __init__(self, xhtml: XhtmlParts) -> None:
        self.xhtml = xhtml

    def body(self, element: Element) -> Iterator[Part]:
        """The page: furniture around its containers."""
        for child in element.children:
            if not isinstance(child, Element):
                if isinstance(child, Piece) and not is_blank(child.text):
                    yield Aside("furniture", (child,))
                continue
            names = classes(child)
            if child.tag == "div":
                yield from self.act([child])
            elif names & {"note", "footnote"}:
                yield from self.xhtml.left_note(child)
            elif (child.tag == "table" and not any(classes(p) & _HEADS for p in child.descendants("p"))) or (
                child.tag == "p" and not _IMPRINT.match(child.raw_text()) and not is_blank(child.raw_text())
            ):
                yield from self.act([child])
            else:
                yield furniture(child)

    def act(self, children: Sequence[Element | Piece | Instruction]) -> Iterator[Part]:
        """What stands outside articles: title, preamble, divisions, annexes, signatures; the rest line by line."""
        for child in _under_headings(children):
            if isinstance(child, Instruction):
                continue
            if isinstance(child, Piece):
                if not is_blank(child.text):
                    yield Line([child])
                continue
            id_, names = child.get("id"), classes(child)
            if "eli-main-title" in names:
                yield Block("tit_1", "heading", self.xhtml.flows(child), id_ or None)
            elif id_.startswith("cit_"):
                yield Block(id_, "citation", self.xhtml.flows(child), id_)
            elif id_.startswith("rct_"):
                yield self.recital(child)
            elif id_.startswith("art_") and child.tag == "div":
                yield from self.article(child)
            elif id_.startswith("fnp_"):
                yield Block("fnp_1", "final", self.xhtml.flows(child), id_)
            elif id_.startswith("pbl_"):
                yield from self.preamble(child)
            elif child.tag == "div" and self.is_annex(child):
                yield self.annex(child)
            elif child.tag == "div" and (_DIVISION.match(id_) or self.begins_division(child)):
                yield self.division(child)
            elif child.tag == "div" and (
                id_ or names & {"eli-container", "eli-subdivision"} or self.holds_parts(child)
            ):
                yield from self.act(child.children)
            else:
                yield from self.xhtml.flows_of(child)

    def preamble(self, element: Element) -> Iterator[Part]:
        """Citations, recitals, and the formulas around them."""
        for part in self.act(element.children):
            yield Block("pbl_1/text", "formula", [part]) if isinstance(part, Line | Item) else part

    def recital(self, element: Element) -> Recital:
        """A recital, its number parted from its words."""
        flows = self.xhtml.flows(element)
        label: list[Token] = []
        body: list[Flow] = []
        for flow in flows:
            if isinstance(flow, Item) and not label:
                label = flow.label
                body += flow.body
            else:
                body.append(flow)
        return Recital(label, body, element.get("id"))

    @staticmethod
    def holds_parts(element: Element) -> bool:
        """Whether an element without a name of its own holds marked parts."""
        return any(
            "eli-subdivision" in classes(each) or each.get("id").startswith(("art_", "cpt_", "tis_", "anx_"))
            for each in element.descendants("div")
        )

    @staticmethod
    def begins_division(element: Element) -> bool:
        """Whether an element begins with the heading of a division."""
        first = next(iter(element.elements()), None)
        if first is None or "eli-subdivision" in classes(element):
            return False
        return bool(classes(first) & _DIVISION_TITLES) and sum(_heads(child) for child in element.children) < 2

    @staticmethod
    def is_annex(element: Element) -> bool:
        """Whether an element is an annex: by its id, else by the heading it begins with."""
        if element.get("id").startswith("anx_"):
            return True
        first = next((each for each in element.elements("p") if not is_blank(each.raw_text())), None)
        if first is None or any("eli-main-title" in classes(each) for each in element.elements("div")):
            return False
        return "title-annex-1" in classes(first) or ("eli-container" in classes(element) and "doc-ti" in classes(first))

    def division(self, element: Element) -> Division:
        """A division: the lines of its heading, and what stands under it."""
        title: list[Line] = []
        body: list[Part] = []
        for child in element.children:
            is_title = isinstance(child, Element) and (
                bool(
                    classes(child)
                    & {"ti-section-1", "ti-section-2", "title-division-1", "title-division-2", "eli-title"}
                )
            )
            if is_title and isinstance(child, Element) and not any(not isinstance(part, Mark | Aside) for part in body):
                self.heading(child, title, body)
            else:
                body += self.act([child])
        return Division(title, body, element.get("id") or None)

    def heading(self, element: Element, title: list[Line], marks: list[Part]) -> None:
        """The lines of a heading; a mark before its first line goes to `marks`."""
        for flow in self.xhtml.flows(Element("div", {}, [element])):
            if isinstance(flow, Mark | Aside) and not title:
                marks.append(flow)
            elif isinstance(flow, Mark | Aside):
                title[-1].tokens.append(flow)
            else:
                title += as_lines([flow])

    def article(self, element: Element) -> Iterator[Part]:
        """An article, and behind it those that the page has inside its element."""
        label: list[Token] = []
        heading: list[Line] = []
        flows: list[Flow] = []
        nested: list[Element] = []
        begun = False  # something besides marks stands under the heading
        for child in element.children:
            if isinstance(child, Piece):
                flows += [] if is_blank(child.text) else [Line([child])]
            elif isinstance(child, Element):
                names = classes(child)
                if names & {"ti-art", "title-article-norm"} and not label:
                    label = self.xhtml.tokens(child)
                elif names & {"eli-title", "sti-art", "stitle-article-norm"} and not begun:
                    before: list[Part] = []
                    self.heading(child, heading, before)
                    label = [*label, *(part for part in before if isinstance(part, Mark | Aside))]
                elif "eli-subdivision" in names and _PART_OF_ACT.match(child.get("id")):
                    nested.append(child)
                else:
                    flows += self.xhtml.flows(Element("div", {}, [child]))
                    begun = begun or any(not isinstance(flow, Mark | Aside) for flow in flows)
        id_ = element.get("id")
        yield Article(label, heading, self.xhtml.paragraphs(with_quotations(flows)), id_, id_ or None)
        yield from self.act(nested)

    def annex(self, element: Element) -> Annex:
        """An annex; its inner headings open groups."""
        title: list[Line] = []
        groups: list[tuple[int, Group]] = []
        body: list[Flow] = []
        for child in element.children:
            names = classes(child) if isinstance(child, Element) else frozenset()
            level = _group_level(names)
            if isinstance(child, Element) and names & {"doc-ti", "title-annex-1", "title-annex-2"} and not groups:
                marks: list[Part] = []
                self.heading(child, title, marks)
                body += [mark for mark in marks if isinstance(mark, Mark | Aside)]
            elif isinstance(child, Element) and level:
                self.group(child, level, groups, body)
            else:
                flows = self.flows_in_annex(child)
                (groups[-1][1].body if groups else body).extend(flows)
        return Annex(title, with_quotations(body), element.get("id") or None)

    def flows_in_annex(self, child: Element | Piece | Instruction) -> list[Flow]:
        """What stands in an annex besides headings."""
        if isinstance(child, Element):
            return self.xhtml.flows(Element("div", {}, [child]))
        return [Line([child])] if isinstance(child, Piece) and not is_blank(child.text) else []

    def group(self, element: Element, level: int, groups: list[tuple[int, Group]], body: list[Flow]) -> None:
        """A heading in an annex: it opens a group, or goes on the heading just opened on its level."""
        lines: list[Line] = []
        marks: list[Part] = []
        self.heading(element, lines, marks)
        last = groups[-1] if groups else None
        if last is not None and last[0] == level and not last[1].body and last[1].title:
            last[1].title.extend(lines)
            return
        while groups and groups[-1][0] >= level:
            groups.pop()
        above = groups[-1][1].body if groups else body
        above += [mark for mark in marks if isinstance(mark, Mark | Aside)]
        opened = Group(lines, [])
        above.append(opened)
        groups.append((level, opened))


def _under_headings(
    children: Sequence[Element | Piece | Instruction],
) -> Iterator[Element | Piece | Instruction]:
    """Children of the act; a heading without an element around what it heads gets all that follows, up to the next one."""
    headed: list[Element | Piece | Instruction] | None = None
    for child in children:
        if _heads(child):
            if headed is not None:
                yield Element("div", {}, headed)
            headed = [child]
        elif headed is not None:
            headed.append(child)
        else:
            yield child
    if headed is not None:
        yield Element("div", {}, headed)


def _heads(child: Element | Piece | Instruction) -> bool:
    return isinstance(child, Element) and child.tag == "p" and bool(classes(child) & _DIVISION_TITLES)


def _group_level(names: frozenset[str]) -> int:
    for name in names:
        found = re.fullmatch(r"(?:ti-grseq|title-gr-seq-level)-([1-9])", name)
        if found:
            return int(found[1])
    return 0


def title_on(root: Element) -> str:
    """The title of the act, without its notes."""
    block = next((each for each in root.descendants("div") if "eli-main-title" in classes(each)), None)
    if block is None:
        return ""
    words = (piece.text for p in block.descendants("p") for piece in (*_without_notes(p), Piece(" ", 0, 0)))
    return " ".join("".join(words).split())


def _without_notes(element: Element) -> Iterator[Piece]:
    for child in element.children:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element) and not (child.tag == "a" and "#ntr" in child.get("href")):
            yield from _without_notes(child)


def generator_of(root: Element) -> str:
    """The publisher's tool and its version, which a comment names."""
    for element in (root, *root.descendants("html")):
        for child in element.children:
            if isinstance(child, Instruction):
                found = _GENERATOR.search(child.data)
                if found:
                    return f"convex {found[1]}"
    return ""
