"""What is known of an act and of the copy at hand, and the document made of it and its parts.

Keeps true: the work is the act (`eu/32016R0679`); a consolidated state is an expression of it, dated by its state, and
keeps its own CELEX number as an alias; the text of the Official Journal is an expression too, dated by the act. Only the
text of the Official Journal is authentic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.identity.reference import WorkId
from pincite.jurisdictions.eu import urls
from pincite.jurisdictions.eu.acts import ACT, celex_of
from pincite.jurisdictions.eu.sources.act_writer import write_act
from pincite.jurisdictions.eu.sources.parts import Part
from pincite.law.document import Document, LegalValue
from pincite.text.canonical import Piece, unaccounted
from pincite.text.tables import rows

__all__ = [
    "CELEX", "Act", "celex_of_eli", "celex_of_name", "celex_of_title", "date_in_title", "document_of", "iso", "language_of",
]  # fmt: skip

_HERE = "pincite.jurisdictions.eu"
CELEX = re.compile(r"[0-9][0-9]{4}[A-Z]{1,2}[0-9]{3,4}(?:\([0-9]{2}\))?\Z")
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_ELI = re.compile(r"/eli/(?P<kind>reg|dir|dec)(?:_impl|_del)?/(?P<year>[0-9]{4})/(?P<number>[0-9]{1,5})/oj")
_DATE = re.compile(
    r"\b(?P<day>[0-9]{1,2})(?:\.|er|º|ᵉʳ)?\s+(?:de\s+)?(?P<month>[a-zäéûôç]{3,12})\s+(?:de\s+)?(?P<year>[0-9]{4})\b"
)
_NAME = re.compile(r"(?<![0-9a-z])(3[0-9]{4}[a-z]{1,2}[0-9]{4})(?![0-9])", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([^()]{6,120})\)")
_NO_NAME = re.compile(
    r"recast|refonte|neufassung|rifusione|text with eea|texte présentant|text von bedeutung|testo rilevante|codif|\boj\b|[0-9]{4}/|\bECB/|\Aeu\Z",
    re.IGNORECASE,
)
_KINDS = {"reg": "R", "dir": "L", "dec": "D"}


@dataclass(slots=True)
class Act:
    """What a source says of an act and of this copy; dates are ISO dates.

    `until`: the first day on which another wording of the act holds, as the publisher says; "" when it does not say.
    """

    celex: str
    language: str
    state: str
    title: str
    legal_value: LegalValue
    consolidated: bool = False
    aliases: tuple[str, ...] = ()
    until: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    generator: str = ""
    findings: list[Finding] = field(default_factory=list)


def document_of(
    act: Act, parts: Iterable[Part], pieces: Iterable[Piece], *, encoding: str, extractor: str, name: str
) -> Document:
    """The document.

    Args:
        act: what is known of it.
        parts: its parts in order.
        pieces: all texts of the source, which must be accounted for.
        encoding: of the source.
        extractor: name and version of the reader.
        name: of the file, for errors.

    Raises:
        UnreadableSource: when there is no provision in it, nothing of it is in force, or a deleted range does not end.

    """
    state = act.state if act.consolidated else ""

    def page(eid: str) -> str:
        return urls.act(act.celex, act.language, state=state, place=eid)

    try:
        written = write_act(parts, encoding=encoding, page=page)
    except ValueError as error:
        raise UnreadableSource(name, "", str(error), remedy="Fetch the file again; it is damaged or cut off.") from None
    if not any(node.kind in ("article", "annex") for node in written.provisions):
        raise UnreadableSource(
            name, "", "it holds no article and no annex", remedy="Give the file of an act, or name another reader."
        )
    if not written.text.strip():
        raise UnreadableSource(
            name,
            "",
            "all its text lies in deleted ranges",
            remedy="Fetch the file again; an end of a range is lost in it.",
        )
    meta = {"celex": act.celex, **act.meta}
    if written.deleted_ranges:
        meta["deleted_ranges"] = str(written.deleted_ranges)
    return Document(
        work=WorkId(f"eu/{act.celex}"),
        kind="legislation",
        language=act.language,
        state=act.state,
        title=act.title,
        text=written.text,
        source_map=written.source_map,
        provisions=tuple(
            node if node.status == "deleted" else replace(node, valid_to=act.until) for node in written.provisions
        )
        if act.until
        else written.provisions,
        sides=written.sides,
        aliases=act.aliases,
        short_titles=_short_titles(act),
        meta={key: value for key, value in meta.items() if value},
        legal_value=act.legal_value,
        url=urls.act(act.celex, act.language, state=state),
        extractor=extractor,
        generator=act.generator,
        findings=(*act.findings, *written.findings),
        losses=tuple(unaccounted(pieces, written.source_map, written.sides)),
    )


def _short_titles(act: Act) -> tuple[str, ...]:
    """Its number as cited, names in brackets in its title, and its common names in its language."""
    found = []
    number = ACT.search(act.title)
    if number:
        words = " ".join(number.group().split())
        kind = words[: len(number["kind"])]
        # pages print the kind of act in capitals
        found.append(f"{kind.capitalize()}{words[len(kind) :]}" if kind.isupper() else words)
    for bracket in _IN_BRACKETS.finditer(act.title):
        if not _NO_NAME.search(bracket[1]):
            found.append(bracket[1].strip())
    for celex, name, languages, _confidence in rows(_HERE, "data/common_names.tsv"):
        if celex == act.celex and (languages == "*" or act.language in languages.split()):
            found.append(name)
    return tuple(dict.fromkeys(found))


def iso(compact: str) -> str:
    """`20160504` as `2016-05-04`; "" when it is no date of that form."""
    made = f"{compact[:4]}-{compact[4:6]}-{compact[6:]}"
    return made if len(compact) == 8 and _ISO.match(made) else ""


def language_of(code: str) -> str:
    """`EN` as `en`; "" when it is no code of two letters."""
    return code.strip().lower() if len(code.strip()) == 2 and code.strip().isalpha() else ""


def celex_of_title(title: str) -> str:
    """The CELEX number that the number in a title makes; "" when there is none."""
    found = ACT.search(title)
    if found is None:
        return ""
    return celex_of(
        found["kind"], found["community"] or "", found["no"] or "", found["a"], found["b"], found["tail"] or ""
    )


def celex_of_eli(address: str) -> str:
    """The CELEX number of an ELI of the Official Journal («…/eli/dir/2024/790/oj»)."""
    found = _ELI.search(address)
    return f"3{found['year']}{_KINDS[found['kind']]}{int(found['number']):04d}" if found else ""


def celex_of_name(name: str) -> str:
    """The CELEX number in the name of a file."""
    found = _NAME.search(name.rpartition("/")[2])
    return found[1].upper() if found else ""


def date_in_title(title: str, language: str) -> str:
    """The date of an act, which its title gives in words («of 27 April 2016»)."""
    months = _months().get(language, {})
    for found in _DATE.finditer(title.lower()):
        month = months.get(found["month"])
        if month and 1 <= int(found["day"]) <= 31:
            return f"{found['year']}-{month:02d}-{int(found['day']):02d}"
    return ""


def _months() -> Mapping[str, Mapping[str, int]]:
    return {
        language: {word: place for place, word in enumerate(words.split(), 1)}
        for language, words in rows(_HERE, "data/months.tsv")
    }
