"""CLML: acts, statutory instruments and retained EU legislation as legislation.gov.uk publishes them (reader `uk.clml`).

Keeps true:
1. The work is the publisher's id (`IdURI`): `uk/ukpga/2000/38`; a file of one section or Part is an expression of that
   work with the finding `part_of_the_work`. An act is also known by its short title: `uk/ukpga/2000/transport-act`.
2. The state is the date in the document's own address (point in time), else `dct:valid` or the start of the revised
   version; of a text as enacted, made or adopted it is the day on which it was. A text as enacted says nothing about
   its commencement or later amendments: finding `as_enacted`.
3. The extent of the whole is in `meta["extent"]`; `meta["extents"]` names the places where it differs.
4. The metadata (their titles, the list of effects not yet applied) is no text of the law and not accounted for; the number
   of effects not yet applied is in `meta["outstanding_effects"]`.

How the text and its places are made: clml_text, clml_ids, clml_nodes, clml_notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml
from pincite.identity.reference import WorkId
from pincite.jurisdictions.uk import urls
from pincite.jurisdictions.uk.sources.clml_ids import own_text, type_code, unit_of
from pincite.jurisdictions.uk.sources.clml_nodes import State
from pincite.jurisdictions.uk.sources.clml_text import LegislationText, write_legislation
from pincite.jurisdictions.uk.tables import slug
from pincite.law.document import Document, Status
from pincite.text.canonical import Piece, unaccounted

__all__ = ["EXTRACTOR", "NAMESPACE", "read"]

EXTRACTOR = "uk.clml/1"
NAMESPACE = "http://www.legislation.gov.uk/namespaces/legislation"
# the schema's name until 2018
_NAMESPACES = (NAMESPACE, "http://www.tso.co.uk/assets/namespace/legislation")

MAX_DEPTH = 120

_ROOTS = ("Legislation", "Fragment", "EN")
_ID = re.compile(
    r"https?://(?:www\.)?legislation\.gov\.uk/(?:id/)?"
    r"(?P<work>[a-z]{2,6}/(?:[A-Za-z0-9]+/)?\d[\d-]*/\d+)(?P<rest>(?:/[^\s?#]*)?)\Z"
)
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\Z")
_VERSION = re.compile(
    r"(?:\d{4}-\d{2}-\d{2}|enacted|made|adopted|created|prospective|revision|welsh|english|introduction\+body)\Z"
)
_PRINTED_DATE = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th)?[\s\u00a0]+(January|February|March|April|May|June|July|August|September|October|November|December)[\s\u00a0,]+(\d{4})"
)
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_SHORT_TITLE = re.compile(r"(?:The\s+)?(?P<name>.+?)[\s\u00a0]+(?P<year>\d{4})(?:[\s\u00a0]+\(repealed\))?\Z")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act or instrument in a CLML file, whole or in part.

    Args:
        data: the file.
        name: what to call it in an error.
        options: none.

    Raises:
        UnreadableSource: when it is no XML, no CLML, does not say which work it is, or holds metadata alone.

    """
    del options
    root = read_xml(data, name=name, max_depth=MAX_DEPTH)
    if root.namespace not in _NAMESPACES or root.tag not in _ROOTS:
        raise UnreadableSource(
            name,
            _place(data, root),
            f"not CLML: the root is <{root.tag}> of «{root.namespace}»",
            remedy="Give the XML of an act or instrument from legislation.gov.uk (/data.xml), or name another reader.",
        )
    identity = _Identity(root, data, name)
    pieces = [piece for child in root.children for piece in _texts(child)]
    if not any(piece.text.strip() for piece in pieces):
        raise UnreadableSource(name, _place(data, root), "the file holds metadata alone, no text of the law")
    written = write_legislation(
        root,
        encoding=encoding_of(data, name=name),
        unit=unit_of(identity.code, identity.minor_type, identity.title),
        primary=identity.category == "primary",
        date="" if identity.as_enacted else identity.state,
        state=State(identity.status, extent=root.get("RestrictExtent")),
        address=identity.address,
    )
    if not written.text.strip():
        raise UnreadableSource(name, _place(data, root), "the file holds a table of contents or images alone, no text")
    return [_document(written, identity, pieces)]


def _texts(child: Element | object) -> Iterator[Piece]:
    if isinstance(child, Piece):
        yield child
    elif isinstance(child, Element) and child.tag != "Metadata":
        yield from child.pieces()


def _place(data: bytes, element: Element) -> str:
    line, before = data.count(b"\n", 0, element.start) + 1, data.rfind(b"\n", 0, element.start)
    return f"line {line}, column {element.start - before}"


def _document(written: LegislationText, identity: _Identity, pieces: list[Piece]) -> Document:
    meta = dict(identity.meta)
    if written.extents:
        meta["extents"] = "; ".join(
            f"{extent}: {' '.join(dict.fromkeys(places))}" for extent, places in sorted(written.extents.items())
        )
    return Document(
        work=WorkId(f"uk/{identity.work}"),
        kind="guidance" if identity.notes else "legislation",
        language=identity.language,
        state=identity.state,
        title=identity.title,
        text=written.text,
        source_map=written.source_map,
        provisions=written.provisions,
        sides=written.sides,
        aliases=identity.aliases,
        short_titles=identity.short_titles,
        meta=meta,
        legal_value="official",
        url=identity.url,
        extractor=EXTRACTOR,
        generator=identity.generator,
        findings=(*identity.findings, *written.findings),
        losses=tuple(unaccounted(pieces, written.source_map, written.sides)),
    )


class _Identity:
    """What a file says of itself: which work, in which state, in which language."""

    def __init__(self, root: Element, data: bytes, name: str) -> None:
        self.root = root
        meta = root.first("Metadata")
        if meta is None:
            raise UnreadableSource(name, _place(data, root), f"<{root.tag}> has no <Metadata>")
        self._meta = meta
        self.notes = root.tag == "EN"
        self.main_type = self._value("DocumentMainType")
        self.minor_type = self._value("DocumentMinorType")
        self.category = self._value("DocumentCategory")
        self.document_status = self._value("DocumentStatus")
        self.year, self.number = self._value("Year"), self._value("Number")
        self.title = self._title()
        self._identifier = self._text("identifier")
        self.work, rest = self._work()
        if not self.work:
            raise UnreadableSource(
                name,
                _place(data, meta),
                "the metadata name no work: neither an address of legislation.gov.uk nor type, year and number",
            )
        self.code = self.work.partition("/")[0]
        if not self.category:
            self.category = "primary" if unit_of(self.code, "", "") == "section" else "secondary"
        steps = [step for step in rest.split("/") if step]
        self._version = next((step for step in steps if _VERSION.match(step)), "")
        self.part = "/".join(step for step in steps if not _VERSION.match(step))
        if self.notes:
            self.work += "/notes"
            self.part = self.part.removeprefix("notes").strip("/")
        self.as_enacted = self.document_status in ("final", "draft") or (
            not self.document_status and not root.get("RestrictStartDate")
        )
        self.state = self._state()
        self.language = {"eng": "en", "cym": "cy", "": "en"}.get(
            language := root.get("xml:lang") or self._text("language"), language
        )
        if "welsh" in steps:
            self.language = "cy"

    # ---- what the metadata say

    def _descendant(self, *tags: str) -> Element | None:
        return next(self._meta.descendants(*tags), None)

    def _text(self, tag: str) -> str:
        element = self._meta.first(tag)
        return own_text(element) if element is not None else ""

    def _value(self, tag: str) -> str:
        for part in self._meta.elements("PrimaryMetadata", "SecondaryMetadata", "EUMetadata", "ENmetadata"):
            element = next(part.descendants(tag), None)
            if element is not None and element.get("Value"):
                return element.get("Value").strip()
        return ""

    def _dated(self, *tags: str) -> str:
        for tag in tags:
            element = self._descendant(tag)
            if element is not None and _DATE.match(element.get("Date")[:10]):
                return element.get("Date")[:10]
        return ""

    def _title(self) -> str:
        title = self._text("title")
        if title:
            return title
        for element in self.root.descendants("PrimaryPrelims", "SecondaryPrelims", "ENprelims"):
            printed = element.first("Title")
            if printed is not None:
                return own_text(printed)
        return ""

    def _work(self) -> tuple[str, str]:
        """The work, and what follows it in the document's own address."""
        addresses = (self._identifier, self.root.get("DocumentURI"), self.root.get("IdURI"), self.root.get("xml:base"))
        found = [match for match in map(_ID.match, addresses) if match]
        named = _ID.match(self.root.get("IdURI")) or (found[0] if found else None)
        if named:
            work = named["work"]
            rest = next((match["rest"] for match in found if match["work"] == work and match["rest"]), "")
            return work, rest
        code = type_code(self.main_type)
        if code and self.year.isdigit() and self.number.isdigit():
            return f"{code}/{self.year}/{int(self.number)}", ""
        isbn = re.match(r"urn:isbn:([0-9Xx]{10,13})\Z", self._identifier)
        if code and self.document_status == "draft" and self.year.isdigit() and isbn:
            return f"{type_code('UnitedKingdomDraftStatutoryInstrument')}/{self.year}/{isbn[1]}", ""
        return "", ""

    def _state(self) -> str:
        if _DATE.match(self._version):
            return self._version
        if not self.as_enacted:
            for date in (self._text("valid"), self.root.get("RestrictStartDate")):
                if _DATE.match(date):
                    return date
        return self._dated("EnactmentDate", "Made") or self._printed_date()

    def _printed_date(self) -> str:
        """The day on which it was enacted or made, as the text prints it."""
        for element in self.root.descendants("DateOfEnactment", "MadeDate"):
            found = _PRINTED_DATE.findall(own_text(element))
            if found:
                day, month, year = found[-1]
                return f"{year}-{_MONTHS.index(month) + 1:02d}-{int(day):02d}"
        return ""

    # ---- what follows from it

    @property
    def status(self) -> Status:
        """What holds for the whole, unless a provision says otherwise."""
        if self.notes:
            return "not_applicable"
        if self.document_status == "draft" or self._version == "prospective":
            return "prospective"
        return "in_force"

    @property
    def short_titles(self) -> tuple[str, ...]:
        """The title without its article and without the publisher's «(repealed)»."""
        found = _SHORT_TITLE.match(self.title)
        return (f"{found['name']} {found['year']}".replace("\u00a0", " "),) if found and not self.notes else ()

    @property
    def aliases(self) -> tuple[str, ...]:
        """The work by its short title; by its calendar year, when its number counts from a reign."""
        found = _SHORT_TITLE.match(self.title)
        aliases = []
        if found and not self.notes:
            # a title alone does not say which parliament: citations then say ukpga or uksi
            kind = "ukpga" if found["name"].endswith("Act") else "uksi"
            title = slug(found["name"].replace("\u00a0", " "))
            aliases += [f"uk/{code}/{found['year']}/{title}" for code in (self.code, kind)]
        if self.year.isdigit() and self.number.isdigit() and not self.notes:
            aliases.append(f"uk/{self.code}/{self.year}/{int(self.number)}")
        return tuple(alias for alias in dict.fromkeys(aliases) if alias != f"uk/{self.work}")

    @property
    def url(self) -> str:
        """The address of this version, or of this part of it."""
        address = next(
            (each for each in (self._identifier, self.root.get("DocumentURI")) if _ID.match(each)), ""
        ).replace("/id/", "/", 1)
        return address.replace("http://", "https://", 1) or urls.url(f"uk/{self.work}", self.language)

    def address(self, own: str, place: str) -> str:
        """The address of a place: the publisher's own, or by its form."""
        if own.startswith(("http://www.legislation.gov.uk/", "https://www.legislation.gov.uk/")):
            return own.replace("http://", "https://", 1)
        return "" if self.notes else urls.url(f"uk/{self.work}#{place}", self.language)

    @property
    def generator(self) -> str:
        """The version of the publisher's schema."""
        version = self.root.get("SchemaVersion")
        return f"CLML {version}" if version else ""

    @property
    def meta(self) -> Iterator[tuple[str, str]]:
        """Plain facts of the document."""
        effects = sum(1 for _ in self._meta.descendants("UnappliedEffect"))
        coming = self._descendant("ComingIntoForce")
        dates = [each.get("Date") for each in coming.elements("DateTime")] if coming is not None else []
        for key, value in (
            ("type", self.main_type),
            ("category", self.category),
            ("document_status", self.document_status),
            ("version", self._version),
            ("year", self.year),
            ("number", self.number),
            ("date_enacted", self._dated("EnactmentDate")),
            ("date_made", self._dated("Made")),
            ("date_laid", self._dated("Laid")),
            ("date_coming_into_force", " ".join(date for date in dates if _DATE.match(date))),
            ("modified", self._text("modified")),
            ("extent", self.root.get("RestrictExtent")),
            ("version_ends", self.root.get("RestrictEndDate")),
            ("outstanding_effects", str(effects) if effects else ""),
            ("part", self.part),
        ):
            if value:
                yield key, value

    @property
    def findings(self) -> Iterator[Finding]:
        """What a person should know of the whole."""
        if self.part:
            yield Finding("part_of_the_work", {"part": self.part})
        if self.as_enacted and not self.notes:
            code = "draft_instrument" if self.document_status == "draft" else "as_enacted"
            yield Finding(code, {"state": self.state or "unknown"})
        if not self.state:
            yield Finding("undated_state", {"work": self.work})
        if self.title.endswith("(repealed)"):
            yield Finding("title_says_repealed", {"title": self.title})
