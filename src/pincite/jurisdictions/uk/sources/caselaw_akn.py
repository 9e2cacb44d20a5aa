"""Find Case Law: judgments, decisions and press summaries as the National Archives publish them (reader `uk.caselaw`), and
explanatory memoranda of legislation.gov.uk in the same dialect (reader `uk.memorandum`).

Keeps true:
1. The work is the publisher's path, which is how the neutral citation is written in references: `uk/ewca/civ/2025/673`.
   Where the publisher has an opaque id instead (`d-…`), the work is made from the neutral citation, and the opaque id is an
   alias; a judgment without a neutral citation keeps the opaque one.
2. The state is the day of judgment; a date before 1066 is the publisher's placeholder for none.
3. Metadata and style sheets are no text of the judgment and not accounted for.

How the text and its places are made: akn_text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml
from pincite.identity.reference import WorkId
from pincite.jurisdictions.uk.sources.akn_text import write_prose
from pincite.jurisdictions.uk.tables import courts
from pincite.law.document import Document
from pincite.text.canonical import unaccounted

__all__ = ["EXTRACTOR", "MEMORANDUM_EXTRACTOR", "neutral_reference", "read", "read_memorandum"]

EXTRACTOR = "uk.caselaw/1"
MEMORANDUM_EXTRACTOR = "uk.memorandum/1"

MAX_DEPTH = 120

_AKN = re.compile(r"http://docs\.oasis-open\.org/legaldocml/ns/akn/3\.0(?:/.*)?\Z")
_CASELAW = re.compile(r"https?://caselaw\.nationalarchives\.gov\.uk/(?:id/)?([^?#\s]+?)/?\Z")
_PATH = re.compile(r"([a-z]{2,8}(?:/[a-z0-9]{1,12})?/\d{4}/\d{1,6})(/press-summary/\d+)?\Z")
_LEGISLATION = re.compile(r"https?://www\.legislation\.gov\.uk/(?:id/)?([a-z]+/\d{4}/[A-Za-z0-9]+/[a-z]+(?:/\d+)?)\Z")
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\Z")
_NEUTRAL = re.compile(
    r"\[(\d{4})\]\s+([A-Z][A-Za-z]{2,8})\s+(?:([A-Z][A-Za-z]{2,6})\s+)?(\d{1,6})(?:\s+\(([A-Za-z]{2,8})\))?"
)
_LANGUAGES = {"eng": "en", "en": "en", "cym": "cy", "wel": "cy", "cy": "cy", "": "en"}


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The judgment, or press summary, in a file of Find Case Law.

    Args:
        data: the file.
        name: what to call it in an error.
        options: none.

    Raises:
        UnreadableSource: when it is no XML, no judgment of Find Case Law, or does not say which one it is.

    """
    del options
    element = _document_element(data, name)
    facts = _Facts(element)
    found = _CASELAW.match(facts.uri)
    work = _work(found[1] if found else "", facts)
    if not work:
        raise UnreadableSource(
            name,
            _place(data, element),
            "it does not say which judgment it is: neither an address of Find Case Law nor a neutral citation",
        )
    page = f"https://caselaw.nationalarchives.gov.uk/{found[1]}" if found else ""
    aliases = tuple(alias for alias in _aliases(found[1] if found else "", facts) if alias != work)
    return [_read(element, data, name, facts, work, page, aliases)]


def read_memorandum(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The explanatory memorandum in an Akoma Ntoso file of legislation.gov.uk.

    Raises:
        UnreadableSource: when it is no such file.

    """
    del options
    element = _document_element(data, name)
    facts = _Facts(element)
    found = _LEGISLATION.match(facts.uri)
    if not found or element.tag != "doc":
        raise UnreadableSource(name, _place(data, element), "it is no memorandum of legislation.gov.uk (FRBRuri)")
    page = f"https://www.legislation.gov.uk/{found[1]}"
    return [_read(element, data, name, facts, f"uk/{found[1]}", page, (), extractor=MEMORANDUM_EXTRACTOR)]


def _read(
    element: Element,
    data: bytes,
    name: str,
    facts: _Facts,
    work: str,
    page: str,
    aliases: tuple[str, ...],
    extractor: str = EXTRACTOR,
) -> Document:
    # the pages of memoranda have no anchors for their paragraphs
    anchored = page if extractor == EXTRACTOR else ""
    written = write_prose(element, encoding=encoding_of(data, name=name), page=anchored)
    if not written.text.strip():
        raise UnreadableSource(name, _place(data, element), "it holds metadata alone, no text")
    findings = list(written.findings)
    if not facts.date:
        findings.insert(0, Finding("undated_state", {"work": work.removeprefix("uk/")}))
    return Document(
        work=WorkId(work),
        kind="decision" if element.tag == "judgment" else "guidance",
        language=facts.language,
        state=facts.date,
        title=facts.title,
        text=written.text,
        source_map=written.source_map,
        provisions=written.provisions,
        sides=written.sides,
        aliases=aliases,
        meta=dict(facts.meta),
        legal_value="official",
        url=page,
        extractor=extractor,
        generator=facts.generator,
        findings=tuple(findings),
        losses=tuple(unaccounted(written.pieces, written.source_map, written.sides)),
    )


def _place(data: bytes, element: Element) -> str:
    line, before = data.count(b"\n", 0, element.start) + 1, data.rfind(b"\n", 0, element.start)
    return f"line {line}, column {element.start - before}"


def _document_element(data: bytes, name: str) -> Element:
    root = read_xml(data, name=name, max_depth=MAX_DEPTH)
    if root.tag != "akomaNtoso" or not _AKN.match(root.namespace):
        raise UnreadableSource(
            name,
            _place(data, root),
            f"the root is <{root.tag}>, not <akomaNtoso> of Akoma Ntoso 3.0",
            remedy="Give the XML of a judgment from Find Case Law (/data.xml), or name another reader in the spec.",
        )
    element = root.first("judgment", "doc")
    if element is None:
        holds = ", ".join(f"<{child.tag}>" for child in root.elements()) or "nothing"
        raise UnreadableSource(
            name, _place(data, root), f"there is no <judgment> or <doc> in <akomaNtoso>, which holds {holds}"
        )
    return element


def neutral_reference(citation: str) -> str:
    """`[2025] EWCA Civ 673` as references write it, `uk/ewca/civ/2025/673`; "" when no court of the tables has such a one."""
    found = _NEUTRAL.search(citation)
    if not found:
        return ""
    year, code, before, number, behind = found.groups()
    path = courts().get(code, {}).get(before or behind or "")
    return f"{path}/{year}/{int(number)}" if path else ""


def _work(path: str, facts: _Facts) -> str:
    named = _PATH.match(path)
    if named:
        return f"uk/{path}"
    return neutral_reference(facts.citation) or (f"uk/caselaw/{path}" if path else "")


def _aliases(path: str, facts: _Facts) -> Iterator[str]:
    if facts.element.tag == "judgment":
        if reference := neutral_reference(facts.citation):
            yield reference
        if path and not _PATH.match(path):
            yield f"uk/caselaw/{path}"


class _Facts:
    """What the metadata and the title page of a document say."""

    def __init__(self, element: Element) -> None:
        self.element = element
        meta = element.first("meta")
        self._meta = meta if meta is not None else Element("meta", {})
        identification = self._meta.first("identification") or Element("identification", {})
        self._work = identification.first("FRBRWork") or Element("FRBRWork", {})
        self._expression = identification.first("FRBRExpression") or Element("FRBRExpression", {})
        self.uri = self._value("FRBRuri") or self._value("FRBRthis")
        self.citation = self._proprietary("cite") or self._first_text("neutralCitation")
        language = self._expression.first("FRBRlanguage")
        given = language.get("language") if language is not None else ""
        self.language = _LANGUAGES.get(given, given)

    def _value(self, tag: str) -> str:
        for part in (self._work, self._expression):
            element = part.first(tag)
            if element is not None and element.get("value"):
                return element.get("value").strip()
        return ""

    def _proprietary(self, *tags: str) -> str:
        for part in self._meta.elements("proprietary"):
            for element in part.elements(*tags):
                return " ".join(element.raw_text().split())
        return ""

    def _texts(self, *tags: str) -> Iterator[str]:
        for part in self.element.elements("header", "preface", "coverPage"):
            for element in part.descendants(*tags):
                words = " ".join(element.raw_text().split())
                if words:
                    yield words

    def _first_text(self, *tags: str) -> str:
        return next(self._texts(*tags), "")

    @property
    def date(self) -> str:
        """The day of judgment, or of the document; "" when none is given, or the publisher's placeholder."""
        candidates = [
            *(each.get("date") for each in self._work.elements("FRBRdate") if each.get("name") != "generated"),
            *(each.get("date") for part in self.element.elements("header", "preface") for each in part.descendants("docDate")),
            self._proprietary("date"),
            *(each.get("date") for each in self._expression.elements("FRBRdate")),
        ]  # fmt: skip
        return next((date[:10] for date in candidates if _DATE.match(date[:10]) and date[:4] > "1065"), "")

    @property
    def title(self) -> str:
        """The name of the case."""
        return (
            self._value("FRBRname")
            or self._proprietary("title")
            or self._first_text("docTitle")
            or " v ".join(dict.fromkeys(self._texts("party")))
            or self.citation
        )

    @property
    def generator(self) -> str:
        """The National Archives' parser and its version."""
        version = self._proprietary("parser")
        return f"tna-parser {version}" if version else ""

    @property
    def meta(self) -> Iterator[tuple[str, str]]:
        """Plain facts."""
        for key, value in (
            ("court", self._proprietary("court")),
            ("court_name", self._first_text("courtType")),
            ("neutral_citation", self.citation),
            ("docket", "; ".join(dict.fromkeys(self._texts("docketNumber")))),
            ("judges", "; ".join(dict.fromkeys(self._texts("judge")))),
            ("parties", "; ".join(dict.fromkeys(self._texts("party")))),
            ("year", self._proprietary("year")),
            ("number", self._proprietary("number")),
            ("source_uri", self.uri),
        ):
            if value:
                yield key, value
