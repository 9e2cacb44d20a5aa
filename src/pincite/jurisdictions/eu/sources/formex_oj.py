"""`eu.formex_oj`: acts of the Official Journal as Formex 4 (`ACT`; facts: source-formats, 4.2).

Keeps true: the work is the act, the state its date; the copy is authentic. Amending text (`QUOT.S`) is written and holds
no provision of this act. The publisher delivers annexes as files of their own, which do not name their act: one is read
when the spec says to which act it belongs, and a package of act and annexes in one file (`COMBINED.FMX`) as one document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml
from pincite.jurisdictions.eu.acts import ACT, celex_of
from pincite.jurisdictions.eu.sources.act_document import CELEX, Act, celex_of_title, document_of, iso, language_of
from pincite.jurisdictions.eu.sources.formex_cons import schema_of, text_in, title_of
from pincite.jurisdictions.eu.sources.formex_parts import FormexParts
from pincite.jurisdictions.eu.sources.parts import Aside, Part, furniture
from pincite.law.document import Document
from pincite.text.canonical import Piece

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "eu.formex_oj/1"

_ROOTS = ("ACT", "ANNEX", "COMBINED.FMX")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act in a file.

    Args:
        data: the file.
        name: its name in errors.
        options: `celex` and `date` (ISO) of the act, where the file does not say them (annexes).

    Raises:
        UnreadableSource: when it is no act in Formex, or does not say which act of which date in which language.

    """
    root = read_xml(data, name=name)
    if root.tag not in _ROOTS:
        raise UnreadableSource(
            name,
            f"byte {root.start}",
            f"the root is <{root.tag}>, not <ACT> of Formex 4",
            remedy="Give the Formex file of an act (not its list of files, *.doc.xml), or name another reader.",
        )
    members = [root] if root.tag != "COMBINED.FMX" else list(root.elements())
    main = next((member for member in members if member.tag == "ACT"), members[0] if members else root)
    act = _act(root, main, name, options)
    formex = FormexParts(data)
    parts = list(_parts(root, members, formex))
    if formex.images:
        act.findings.append(Finding("images_without_text", {"count": formex.images}))
    encoding = encoding_of(data, name=name)
    return [document_of(act, parts, root.pieces(), encoding=encoding, extractor=EXTRACTOR, name=name)]


def _parts(root: Element, members: list[Element], formex: FormexParts) -> Iterator[Part]:
    if root.tag == "COMBINED.FMX":
        yield Aside("furniture", tuple(child for child in root.children if isinstance(child, Piece)), root.tag)
    for member in members:
        if member.tag in ("ACT", "ANNEX"):
            yield from formex.act(member)
        else:
            yield furniture(member)


def _act(root: Element, main: Element, name: str, options: Mapping[str, str]) -> Act:
    instance = main.first("BIB.INSTANCE")
    title = title_of(main)
    number = instance.first("NO.DOC") if instance is not None else None
    reference = instance.first("DOCUMENT.REF") if instance is not None else None
    date = instance.first("DATE") if instance is not None else None
    celex = options.get("celex", "") or _celex(number, title)
    language = language_of(text_in(instance, "LG.DOC") or text_in(reference, "LG.OJ"))
    state = options.get("date", "") or (iso(date.get("ISO")) if date is not None else "")
    for value, what in (
        (CELEX.match(celex), "number (NO.DOC)"),
        (language, "language (LG.DOC)"),
        (state, "date (DATE)"),
    ):
        if not value:
            remedy = "Say options.celex and options.date in the spec." if main.tag == "ANNEX" else ""
            raise UnreadableSource(name, f"byte {main.start}", f"it does not say its {what}", remedy=remedy)
    return Act(
        celex=celex,
        language=language,
        state=state,
        title=title,
        legal_value="authentic",
        meta={"date_document": state, "oj": _oj_of(reference)},
        generator=schema_of(root) or schema_of(main),
    )


def _celex(number: Element | None, title: str) -> str:
    """From the number of the document and the kind its title names."""
    kind = ACT.search(title)
    if number is None or kind is None:
        return celex_of_title(title)
    current, year = text_in(number, "NO.CURRENT"), text_in(number, "YEAR")
    if not (current.isdigit() and year.isdigit()):
        return celex_of_title(title)
    letter = celex_of(kind["kind"], kind["community"] or "", "", "2016", "1", "")[5]
    return f"3{year}{letter}{int(current):04d}"


def _oj_of(reference: Element | None) -> str:
    number = text_in(reference, "NO.OJ")
    if not number:
        return ""
    page = text_in(reference, "PAGE.FIRST")
    return f"{text_in(reference, 'COLL')} {number.lstrip('0')}, {text_in(reference, 'YEAR')}" + (
        f", p. {page}" if page else ""
    )
