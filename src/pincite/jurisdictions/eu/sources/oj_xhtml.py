"""`eu.oj_xhtml`: acts of the Official Journal as XHTML with ELI subdivisions (facts: source-formats, 4.4).

Keeps true: the work is the act, the state its date; the copy is authentic. The number of the act is that of its ELI, else
of its title; the date that of its title, else of its publication, which is reported. Running heads are furniture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.html import read_html
from pincite.formats.tree import Element, Instruction
from pincite.jurisdictions.eu.sources.act_document import (
    CELEX,
    Act,
    celex_of_eli,
    celex_of_name,
    celex_of_title,
    date_in_title,
    document_of,
    language_of,
)
from pincite.jurisdictions.eu.sources.parts import Article, Annex, Aside, Block, Division, Flow, Group, Item, Line, Mark, Part, Recital, furniture
from pincite.jurisdictions.eu.sources.quotations import with_quotations
from pincite.jurisdictions.eu.sources.xhtml_parts import XhtmlParts, classes
from pincite.law.document import Document
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "ActPage", "beside", "generator_of", "read", "title_on", "whole_page"]

EXTRACTOR = "eu.oj_xhtml/1"

_DIVISION = re.compile(r"(?:prt|tis|cpt|sct|ssct|sbs|bok)_[^.]+(?:\.[a-z]+_[^.]+)*\Z")
_FILE = re.compile(r"\A[A-Z]{1,2}_[0-9]{4,9}([A-Z]{2})\.")
_PUBLISHED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
_GENERATOR = re.compile(r"CONVEX #\s*converter_version:([0-9.]{1,12})")
_HEADS = frozenset(("hd-date", "hd-lg", "hd-ti", "hd-oj", "hd-coll", "hd-uniq"))
_IMPRINT = re.compile(r"\s*(?:ELI:|ISSN\b)")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act on a page.

    Args:
        data: the page.
        name: its name in errors.
        options: `celex`, `language` and `date` (ISO) of the act, where the page does not say them.

    Raises:
        UnreadableSource: when it is cut off, is no page of the Official Journal with articles, or does not say which act
            of which date it is, in which language.

    """
    root, body = whole_page(data, name)
    container = next((each for each in root.descendants("div") if "eli-container" in classes(each)), None)
    if container is None or not any("ti-art" in classes(p) or "doc-ti" in classes(p) for p in root.descendants("p")):
        raise UnreadableSource(
            name,
            "",
            "it is no act of the Official Journal with ELI subdivisions (no «eli-container», no «oj-ti-art»)",
            remedy="Give the XHTML of the act (2023 or later), or name another reader.",
        )
    encoding = root.get("encoding")
    act = _act(root, name, options)
    page = ActPage(XhtmlParts(root, encoding, act.celex))
    parts = list(_head(root, body)) + list(page.body(body))
    if root.get("encoding-from") == "fallback":
        act.findings.append(Finding("encoding_assumed", {"encoding": encoding}))
    return [document_of(act, parts, root.pieces(), encoding=encoding, extractor=EXTRACTOR, name=name)]


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


def _head(root: Element, body: Element) -> Iterator[Part]:
    """What stands beside the body."""
    for child in root.children:
        yield from beside(child, body)


def beside(child: Element | Piece | Instruction, body: Element) -> Iterator[Part]:
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
                if isinstance(child, Piece) and child.text.strip():
                    yield Aside("furniture", (child,))
                continue
            names = classes(child)
            if child.tag == "div":
                yield from self.act([child])
            elif names & {"note", "footnote"}:
                yield from self.xhtml.left_note(child)
            elif child.tag == "table" and not any(classes(p) & _HEADS for p in child.descendants("p")):
                yield from self.act([child])
            elif child.tag == "p" and not _IMPRINT.match(child.raw_text()) and child.raw_text().strip():
                yield from self.act([child])
            else:
                yield furniture(child)

    def act(self, children: list[Element | Piece | Instruction]) -> Iterator[Part]:
        """What stands outside articles: title, preamble, divisions, annexes, signatures; the rest line by line."""
        for child in children:
            if isinstance(child, Instruction):
                continue
            if isinstance(child, Piece):
                if child.text.strip():
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
                yield self.article(child)
            elif id_.startswith("fnp_"):
                yield Block("fnp_1", "final", self.xhtml.flows(child), id_)
            elif id_.startswith("pbl_"):
                yield from self.preamble(child)
            elif child.tag == "div" and self.is_annex(child):
                yield self.annex(child)
            elif child.tag == "div" and (_DIVISION.match(id_) or self.begins_division(child)):
                yield self.division(child)
            elif child.tag == "div" and (id_ or names & {"eli-container", "eli-subdivision"} or self.holds_parts(child)):
                yield from self.act(child.children)
            else:
                yield from self.xhtml.flows_of(child)

    def preamble(self, element: Element) -> Iterator[Part]:
        for part in self.act(element.children):
            yield Block("pbl_1/text", "formula", [part]) if isinstance(part, Line | Item) else part

    def recital(self, element: Element) -> Recital:
        flows = self.xhtml.flows(element)
        label, body = [], []
        for flow in flows:
            if isinstance(flow, Item) and not label:
                label = flow.label
                body += flow.body
            else:
                body.append(flow)
        return Recital(label, body, element.get("id"))

    @staticmethod
    def holds_parts(element: Element) -> bool:
        return any(
            "eli-subdivision" in classes(each) or each.get("id").startswith(("art_", "cpt_", "tis_", "anx_"))
            for each in element.descendants("div")
        )

    @staticmethod
    def begins_division(element: Element) -> bool:
        first = next(iter(element.elements()), None)
        return first is not None and bool(classes(first) & {"ti-section-1", "title-division-1"})

    @staticmethod
    def is_annex(element: Element) -> bool:
        if element.get("id").startswith("anx_"):
            return True
        first = next((each for each in element.elements("p") if each.raw_text().strip()), None)
        if first is None or any("eli-main-title" in classes(each) for each in element.elements("div")):
            return False
        return "title-annex-1" in classes(first) or ("eli-container" in classes(element) and "doc-ti" in classes(first))

    def division(self, element: Element) -> Division:
        title: list[Line] = []
        body: list[Part] = []
        for child in element.children:
            is_title = isinstance(child, Element) and (
                bool(classes(child) & {"ti-section-1", "ti-section-2", "title-division-1", "title-division-2", "eli-title"})
            )
            if is_title and isinstance(child, Element) and not any(not isinstance(part, Mark | Aside) for part in body):
                self.heading(child, title, body)
            else:
                body += self.act([child])
        return Division(title, body, element.get("id") or None)

    def heading(self, element: Element, title: list[Line], marks: list[Part]) -> None:
        """Lines of a heading; a mark in them goes to the end of the line before it."""
        for flow in self.xhtml.flows(Element("div", {}, [element])):
            if isinstance(flow, Line):
                title.append(flow)
            elif isinstance(flow, Mark | Aside):
                if title:
                    title[-1].tokens.append(flow)
                else:
                    marks.append(flow)
            elif isinstance(flow, Item):
                first = flow.body[0] if flow.body and isinstance(flow.body[0], Line) else Line([])
                title.append(Line([*flow.label, *first.tokens]))

    def article(self, element: Element) -> Article:
        label: list = []
        heading: list[Line] = []
        flows: list[Flow] = []
        for child in element.children:
            names = classes(child) if isinstance(child, Element) else frozenset()
            if isinstance(child, Element) and names & {"ti-art", "title-article-norm"} and not label:
                label = self.xhtml.tokens(child)
            elif isinstance(child, Element) and names & {"eli-title", "sti-art", "stitle-article-norm"} and not any(not isinstance(flow, Mark | Aside) for flow in flows):
                before: list[Part] = []
                self.heading(child, heading, before)
                label = [*label, *(part for part in before if isinstance(part, Mark | Aside))]
            elif isinstance(child, Element):
                flows += self.xhtml.flows(Element("div", {}, [child]))
            elif isinstance(child, Piece) and child.text.strip():
                flows.append(Line([child]))
        id_ = element.get("id")
        return Article(label, heading, self.xhtml.paragraphs(with_quotations(flows)), id_, id_ or None)

    def annex(self, element: Element) -> Annex:
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
        if isinstance(child, Element):
            return self.xhtml.flows(Element("div", {}, [child]))
        return [Line([child])] if isinstance(child, Piece) and child.text.strip() else []

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


def _group_level(names: frozenset[str]) -> int:
    for name in names:
        found = re.fullmatch(r"(?:ti-grseq|title-gr-seq-level)-([1-9])", name)
        if found:
            return int(found[1])
    return 0


def _act(root: Element, name: str, options: Mapping[str, str]) -> Act:
    title = title_on(root)
    printed = " ".join(p.raw_text() for p in root.descendants("p") if "ELI:" in p.raw_text() and not classes(p) & {"note"})
    findings = []
    celex = options.get("celex", "") or celex_of_eli(printed) or celex_of_title(title)
    if not celex:
        celex = celex_of_name(name)
        findings.append(Finding("number_from_file_name", {"celex": celex}))
    language = options.get("language", "") or _language(root)
    published = _published(root)
    state = options.get("date", "") or date_in_title(title, language)
    if not state:
        state = published
        findings.append(Finding("dated_by_publication", {"date": published}))
    for value, what, remedy in (
        (CELEX.match(celex), "number", "options.celex"),
        (language, "language", "options.language"),
        (state, "date", "options.date"),
    ):
        if not value:
            raise UnreadableSource(name, "", f"it does not say the act's {what}", remedy=f"Say {remedy} in the spec.")
    return Act(
        celex=celex,
        language=language,
        state=state,
        title=title,
        legal_value="authentic",
        meta={"date_document": state, "date_publication": published, "oj": _oj(root, published)},
        generator=generator_of(root),
        findings=findings,
    )


def title_on(root: Element) -> str:
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


def _words(root: Element, name: str) -> str:
    found = next((p for p in root.descendants("p") if name in classes(p)), None)
    return " ".join(found.raw_text().split()) if found is not None else ""


def _language(root: Element) -> str:
    printed = language_of(_words(root, "hd-lg"))
    title = next(root.descendants("title"), None)
    found = _FILE.match(title.raw_text().strip()) if title is not None else None
    return printed or (language_of(found[1]) if found else "")


def _published(root: Element) -> str:
    found = _PUBLISHED.search(_words(root, "hd-date"))
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}" if found else ""


def _oj(root: Element, published: str) -> str:
    """«L 119/1, 2016-05-04», or «L, 2024/790, 2024-03-08» of the numbering by act."""
    series = _words(root, "hd-coll").rpartition(" ")[2]
    number = _words(root, "hd-oj") or (f"{series}, {_words(root, 'hd-uniq')}" if _words(root, "hd-uniq") else "")
    return ", ".join(part for part in (number, published) if part)


def generator_of(root: Element) -> str:
    for element in (root, *root.descendants("html")):
        for child in element.children:
            if isinstance(child, Instruction):
                found = _GENERATOR.search(child.data)
                if found:
                    return f"convex {found[1]}"
    return ""
