"""Fedlex Akoma Ntoso: the consolidated federal acts as XML (reader `ch.fedlex_akn`).

Keeps true:
1. The work is `ch/sr/<SR number>`; the state is `jolux:dateApplicability`; the language is the Expression's.
2. SR numbers are used again (235.1 is the data protection act of 1992 and of 2020), so the ELI of the act, without the
   date of its state, is in `meta["eli"]` and among the aliases.
3. `FRBRauthoritative` is a statement about the work and «true» even in translations: it is not believed. The consolidated
   text is official in German, French and Italian, unofficial in English and Romansh; authentic is the AS alone (PublG 15).
4. The generator that wrote the file is recorded, wherever the file has it: the same act differs by it.

How the text and its places are made: akn_text, akn_places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml
from pincite.identity.reference import WorkId
from pincite.jurisdictions.ch import urls
from pincite.jurisdictions.ch.sources.akn_text import ActText, write_act
from pincite.jurisdictions.shared.sources.amending import with_instruments
from pincite.law.document import Document, LegalValue
from pincite.text.canonical import unaccounted

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "ch.fedlex_akn/3"

_NAMESPACE = re.compile(r"http://docs\.oasis-open\.org/legaldocml/ns/akn/3\.0(?:/.*)?\Z")
_ELI = re.compile(r"/(eli/(?:cc|oc|fga)/[^/\s]+/[^/\s]+?)(?:/([0-9]{8})(?:/([a-z]{2}))?)?(?:/.*)?\Z")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
# titles in attributes may hold markup as characters: «du 1<sup>er</sup> mars»
_MARKUP = re.compile(r"</?[a-z]{1,8}/?>")
_OFFICIAL = frozenset(("de", "fr", "it"))
_LANGUAGES = frozenset(("de", "fr", "it", "rm", "en"))


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act in a Fedlex Akoma Ntoso file.

    Args:
        data: the file.
        name: its name in errors.
        options: none are known.

    Raises:
        UnreadableSource: when the file is not XML, not Akoma Ntoso, not an act with at least one provision, or does not
            say its SR number, language or state.

    """
    del options
    act = _act(read_xml(data, name=name), data, name)
    identification = _Identification(act, data, name)
    parts = list(_parts(act, data, name))
    eli, state, language = identification.eli, identification.state, identification.language
    page = urls.act(eli, language, state=state) if eli else ""
    written = write_act(parts, encoding=encoding_of(data, name=name), page=page)
    if not any(node.block and node.kind not in ("preface", "preamble", "heading") for node in written.provisions):
        raise UnreadableSource(name, _place(data, act), "the act has no article and no other provision")
    return [_document(written, identification, page)]


def _document(written: ActText, identification: _Identification, page: str) -> Document:
    work = WorkId(f"ch/sr/{identification.number}")
    eli = identification.eli
    findings = list(written.findings)
    if identification.number_from_preface:
        findings.append(Finding("number_from_preface", {"number": identification.number}))
    document = Document(
        work=work,
        kind="legislation",
        language=identification.language,
        state=identification.state,
        title=identification.title,
        text=written.text,
        source_map=written.source_map,
        provisions=written.provisions,
        sides=written.sides,
        aliases=(f"ch/{eli}",) if eli else (),
        short_titles=identification.short_titles,
        meta=identification.meta,
        legal_value=_legal_value(identification.language),
        url=page,
        extractor=EXTRACTOR,
        generator=identification.generator,
        findings=tuple(findings),
        losses=tuple(unaccounted(written.pieces, written.source_map, written.sides)),
    )
    return with_instruments(document, "ch")


def _legal_value(language: str) -> LegalValue:
    return "official" if language in _OFFICIAL else "unofficial"


def _place(data: bytes, element: Element) -> str:
    line, before = data.count(b"\n", 0, element.start) + 1, data.rfind(b"\n", 0, element.start)
    return f"line {line}, column {element.start - before}"


def _act(root: Element, data: bytes, name: str) -> Element:
    if root.tag != "akomaNtoso" or not _NAMESPACE.match(root.namespace):
        raise UnreadableSource(
            name,
            _place(data, root),
            f"the root is <{root.tag}>, not <akomaNtoso> of Akoma Ntoso 3.0",
            remedy="Give the XML manifestation of the act from Fedlex, or name another reader in the spec.",
        )
    act = root.first("act", "doc", "statement", "documentCollection")
    if act is None or act.tag != "act":
        holds = ", ".join(f"<{child.tag}>" for child in root.elements()) or "nothing"
        raise UnreadableSource(name, _place(data, root), f"there is no <act> in <akomaNtoso>, which holds {holds}")
    return act


def _parts(act: Element, data: bytes, name: str) -> Iterator[Element]:
    if act.first("body") is None:
        raise UnreadableSource(name, _place(data, act), "the act has no <body>")
    for child in act.elements():
        if child.tag in ("components", "attachments"):
            for component in child.elements():
                yield from component.elements()
        elif child.tag != "meta":
            yield child


class _Identification:
    """What the metadata of an act say."""

    def __init__(self, act: Element, data: bytes, name: str) -> None:
        meta = act.first("meta")
        identification = meta.first("identification") if meta is not None else None
        if identification is None:
            raise UnreadableSource(name, _place(data, act), "the act has no <meta> with an <identification>")
        self._work = identification.first("FRBRWork") or Element("FRBRWork", {})
        self._expression = identification.first("FRBRExpression") or Element("FRBRExpression", {})
        self._manifestation = identification.first("FRBRManifestation") or Element("FRBRManifestation", {})
        where = _place(data, identification)
        self._uri = self._value("FRBRuri") or self._value("FRBRthis")
        found = _ELI.search(self._uri)
        self.eli = found[1] if found else ""
        self.state = self._date("jolux:dateApplicability") or _iso(found[2] if found else None)
        self.language = self._language(found[3] if found else None)
        self.number = self._value("FRBRnumber").strip()
        self.number_from_preface = not self.number
        if not self.number:
            printed = next(act.descendants("docNumber"), None)
            self.number = " ".join(printed.raw_text().split()) if printed is not None else ""
        self._names = {
            one.get("xml:lang"): (_MARKUP.sub("", one.get("value")).strip(), one.get("shortForm").strip())
            for one in self._work.elements("FRBRname")
        }
        self._printed_title = _printed_title(act)
        for value, what in (
            (self.number, "SR number (FRBRnumber)"),
            (self.state, "date of its state (FRBRdate jolux:dateApplicability)"),
            (self.language, "language (FRBRlanguage)"),
        ):
            if not value:
                raise UnreadableSource(name, where, f"the act does not say its {what}")

    def _value(self, tag: str) -> str:
        for part in (self._expression, self._work):
            element = part.first(tag)
            if element is not None and element.get("value"):
                return element.get("value")
        return ""

    def _date(self, of: str) -> str:
        for part in (self._expression, self._work, self._manifestation):
            for element in part.elements("FRBRdate"):
                if element.get("name") == of and _DATE.match(element.get("date")):
                    return element.get("date")
        return ""

    def _language(self, from_uri: str | None) -> str:
        element = self._expression.first("FRBRlanguage")
        given = (element.get("language") if element is not None else "") or from_uri or ""
        given = {"deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "ita": "it", "roh": "rm", "eng": "en"}.get(
            given.lower(), given.lower()
        )
        return given if given in _LANGUAGES else ""

    @property
    def title(self) -> str:
        """The official title in the language of the text, else the printed one."""
        return self._names.get(self.language, ("", ""))[0] or self._printed_title

    @property
    def short_titles(self) -> tuple[str, ...]:
        """The abbreviations of all languages, that of the text first."""
        order = [self.language, *(language for language in ("de", "fr", "it", "rm", "en") if language != self.language)]
        found = [self._names[language][1] for language in order if language in self._names]
        return tuple(dict.fromkeys(short for short in found if short))

    @property
    def generator(self) -> str:
        """The publisher's generator, which stands on FRBRformat or, in older files, on FRBRManifestation."""
        form = self._manifestation.first("FRBRformat")
        for element in (form, self._manifestation):
            if element is not None and element.get("fedlex:generator"):
                return f"fedlex {element.get('fedlex:generator')}"
        return ""

    @property
    def meta(self) -> dict[str, str]:
        """Plain facts of the act."""
        facts = {
            "eli": self.eli,
            "sr_number": self.number,
            "date_document": self._date("jolux:dateDocument"),
            "date_entry_in_force": self._date("jolux:dateEntryInForce"),
            "source_uri": self._uri,
        }
        for language, (title, short) in sorted(self._names.items()):
            facts[f"title_{language}"] = title
            facts[f"short_title_{language}"] = short
        return {key: value for key, value in facts.items() if value}


def _iso(compact: str | None) -> str:
    return f"{compact[:4]}-{compact[4:6]}-{compact[6:]}" if compact else ""


def _printed_title(act: Element) -> str:
    found = next(act.descendants("docTitle"), None)
    if found is None:
        return ""
    words: list[str] = []
    for piece in found.pieces():
        words.append(piece.text)
    return " ".join(" ".join(words).split())
