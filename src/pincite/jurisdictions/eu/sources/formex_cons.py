"""`eu.formex_cons`: consolidated states of acts as Formex 4 (`CONS.ACT`; facts: source-formats, 4.3).

Keeps true: the work is the act that is consolidated, the state that of `INFO.CONSLEG`; the copy is unofficial. What the
publisher marks as deleted is never text. Recitals are read where the file has them; most consolidations leave them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml
from pincite.jurisdictions.eu import urls
from pincite.jurisdictions.eu.sources.act_document import CELEX, Act, document_of, iso, language_of
from pincite.jurisdictions.eu.sources.formex_parts import FormexParts
from pincite.jurisdictions.eu.sources.parts import Aside, Part, furniture
from pincite.law.document import Document
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "read", "schema_of", "text_in", "title_of"]

EXTRACTOR = "eu.formex_cons/1"

_SCHEMA = re.compile(r"/(formex-[0-9.]{1,12}-[0-9]{8})")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The consolidated state in a file.

    Args:
        data: the file.
        name: its name in errors.
        options: `celex`, of the act, where the file does not say it.

    Raises:
        UnreadableSource: when it is no consolidated act in Formex, or does not say its act, language or state.

    """
    root = read_xml(data, name=name)
    if root.tag != "CONS.ACT":
        raise UnreadableSource(
            name,
            f"byte {root.start}",
            f"the root is <{root.tag}>, not <CONS.ACT> of Formex 4",
            remedy="Give the Formex file of a consolidated act (not its list of files, *.doc.xml), or name another reader.",
        )
    info, document = root.first("INFO.CONSLEG"), root.first("CONS.DOC")
    if info is None or document is None:
        missing = "INFO.CONSLEG" if info is None else "CONS.DOC"
        raise UnreadableSource(name, f"byte {root.start}", f"<CONS.ACT> has no <{missing}>")
    act = _act(root, info, document, name, options)
    formex = FormexParts(data)
    parts = list(_parts(root, document, formex))
    if formex.images:
        act.findings.append(Finding("images_without_text", {"count": formex.images}))
    return [
        document_of(act, parts, root.pieces(), encoding=encoding_of(data, name=name), extractor=EXTRACTOR, name=name)
    ]


def _parts(root: Element, document: Element, formex: FormexParts) -> Iterator[Part]:
    for child in root.children:
        if child is document:
            yield from formex.act(document)
        elif isinstance(child, Element):
            yield furniture(child)
        elif isinstance(child, Piece):
            yield Aside("furniture", (child,), root.tag)


def _act(root: Element, info: Element, document: Element, name: str, options: Mapping[str, str]) -> Act:
    family = document.first("FAM.COMP")
    data = family.first("BIB.DATA") if family is not None else None
    celex = options.get("celex", "") or text_in(data, "NO.CELEX") or f"3{info.get('CONSLEG.REF')}"
    instance = document.first("BIB.INSTANCE")
    language = language_of(text_in(instance, "LG.DOC"))
    state = iso(info.get("START.DATE"))
    where = f"byte {info.start}"
    for value, what in (
        (CELEX.match(celex), "act (NO.CELEX)"),
        (language, "language (LG.DOC)"),
        (state, "state (START.DATE)"),
    ):
        if not value:
            raise UnreadableSource(name, where, f"it does not say its {what}")
    consolidated = urls.consolidated_celex(celex, state)
    date = data.first("DATE") if data is not None else None
    ends = "" if info.get("END.DATE").startswith("9999") else iso(info.get("END.DATE"))
    members = list(family.descendants("MOD.ACT")) if family is not None else []
    corrigenda = list(family.descendants("CORRIG")) if family is not None else []
    return Act(
        celex=celex,
        language=language,
        state=state,
        title=title_of(document),
        legal_value="unofficial",
        consolidated=True,
        aliases=(f"eu/{consolidated}",),
        until=ends,
        meta={
            "consolidated_celex": consolidated,
            "date_document": iso(date.get("ISO")) if date is not None else "",
            "oj": _oj_of(data),
            "state_until": ends,
            "state_ended_by": info.get("SOURCE.END"),
            "amending_acts": _celexes(members),
            "corrigenda": _celexes(corrigenda),
            "production": info.get("PROD.SEQ"),
        },
        generator=schema_of(root),
    )


def _celexes(members: list[Element]) -> str:
    found = (text_in(member.first("BIB.DATA"), "NO.CELEX") for member in members)
    return " ".join(dict.fromkeys(celex for celex in found if celex))


def text_in(element: Element | None, tag: str) -> str:
    """The characters of a child, "" when it is not there."""
    child = element.first(tag) if element is not None else None
    return child.raw_text().strip() if child is not None else ""


def _oj_of(data: Element | None) -> str:
    """«L 119, 2016-05-04, p. 1»."""
    instance = data.first("BIB.INSTANCE.CONS") if data is not None else None
    reference = instance.first("DOCUMENT.REF.CONS") if instance is not None else None
    date = instance.first("DATE") if instance is not None else None
    if reference is None or date is None or not text_in(reference, "NO.OJ"):
        return ""
    number = text_in(reference, "NO.OJ").lstrip("0")
    return f"{text_in(reference, 'COLL')} {number}, {iso(date.get('ISO'))}, p. {text_in(reference, 'PAGE.FIRST')}"


def title_of(document: Element) -> str:
    """The title, without its notes."""
    title = document.first("TITLE")
    if title is None:
        return ""
    words: list[str] = []

    def walk(element: Element) -> None:
        for child in element.children:
            if isinstance(child, Element):
                if child.tag == "P":
                    words.append(" ")
                if child.tag != "NOTE":
                    walk(child)
            elif isinstance(child, Piece):
                words.append(child.text)

    walk(title)
    return " ".join("".join(words).split())


def schema_of(root: Element) -> str:
    """The version of Formex: «formex-06.02.1-20231031»."""
    found = _SCHEMA.search(root.get("noNamespaceSchemaLocation"))
    return found[1] if found else ""
