"""From the text of a Swiss decision and what its publisher says of it to a `Document`.

Keeps true: the publisher's facts are kept in `meta` as they stand; where the decision itself says otherwise (its date,
its language) the decision is believed and a finding says so. Text that a portal cut off is not passed off as whole.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.plain_text import Line
from pincite.jurisdictions.ch import urls
from pincite.jurisdictions.ch.sources.decision_identity import Court, Identity, bge_number, court_of, date_of, identify
from pincite.jurisdictions.ch.sources.decision_text import DecisionText, parse_decision
from pincite.jurisdictions.ch.sources.decision_words import plain, words
from pincite.law.document import Document, DocumentKind
from pincite.text.canonical import Piece, unaccounted
from pincite.text.language import language_of

__all__ = ["Published", "decision_document", "language_code", "plain_words"]

_CUT_FROM, _CUT_AT = 99_900, 100_000  # characters at which entscheidsuche.ch's index stops
_LANGUAGES = {"deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "ita": "it", "roh": "rm", "eng": "en"}
_KNOWN = ("de", "fr", "it", "rm", "en")
_TAG = re.compile(r"<[^<>]{1,40}>")
_WHITE = re.compile(r"\s+")
_LANGUAGE_SAMPLE = 40_000
_HEAD_LINES = 40
_COURT_WORD = re.compile(r"\b[A-ZÄÖÜ]?[a-zäöü]*gericht\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Published:
    """What the publisher says of a decision.

    Attributes:
        name: the file, for messages.
        publisher_id: its own id of the decision.
        code: the court's code (`CH_BGer_005`), "" when not given.
        numbers: dockets and collection numbers.
        date: ISO date, or "".
        language: as given.
        title, url: as given.
        court_line: the publisher's own words for court and chamber; the codes' table changed over the years.
        court_name: the court's name where the code is not in the table.
        meta: further facts.
        length: characters that the publisher says the text has, 0 when it does not say.
        kind: decision, or guidance for recommendations and opinions.
        generator: the converter the publisher used, when it says so.

    """

    name: str
    publisher_id: str = ""
    code: str = ""
    numbers: tuple[str, ...] = ()
    date: str = ""
    language: str = ""
    title: str = ""
    url: str = ""
    court_line: str = ""
    court_name: str = ""
    meta: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    length: int = 0
    kind: DocumentKind = "decision"
    generator: str = ""


def language_code(language: str) -> str:
    """`de` for «de», «deu» or «de-CH»; "" for what is no language of Swiss decisions."""
    base = language.strip().lower().replace("_", "-").partition("-")[0]
    base = _LANGUAGES.get(base, base)
    return base if base in _KNOWN else ""


def plain_words(text: str) -> str:
    """A publisher's summary without its entities and tags, on one line: for metadata, never for law."""
    return _WHITE.sub(" ", _TAG.sub(" ", html.unescape(text))).strip()


def decision_document(
    published: Published,
    lines: Sequence[Line],
    pieces: Sequence[Piece],
    *,
    extractor: str,
    encoding: str = "utf-8",
    asides: Mapping[int, tuple[str, str]] | None = None,
) -> Document:
    """The document of one decision.

    Args:
        published: what its publisher says of it.
        lines: its text.
        pieces: all text of the source that must be accounted for.
        extractor: name/version of the reader.
        encoding: of the source file.
        asides: lines that belong to the page by the format's own marks.

    Raises:
        UnreadableSource: when there is no text.

    """
    text = "\n".join(line.text for line in lines)
    language, findings = _language(published.language, text)
    court = court_of(published.code)
    parsed = parse_decision(
        lines,
        language=language,
        encoding=encoding,
        own_bge=_own_bge(published, lines),
        docket=published.numbers[0] if published.numbers else "",
        court_names=_court_names(court, published.court_name, lines),
        asides=asides,
    )
    if not parsed.text.strip():
        raise UnreadableSource(published.name, "", "the decision holds no text")
    identity = identify(published.code or "CH_XX", published.numbers, parsed.head, publisher_id=published.publisher_id)
    numbers = (*published.numbers, identity.docket)
    date, about_date = date_of(parsed.head, published.date, numbers, words())
    findings += about_date
    if _is_cut(published, text):
        findings.append(Finding("truncated_at_100000", {"characters": len(text)}))
    return Document(
        work=identity.work,
        kind=published.kind,
        language=language,
        state=date,
        title=published.title or _title(court, identity, language),
        text=parsed.text,
        source_map=parsed.source_map,
        provisions=parsed.provisions,
        sides=parsed.sides,
        aliases=identity.aliases,
        meta=MappingProxyType(_meta(published, court, identity, parsed, language)),
        url=published.url or _url(identity, date, language),
        extractor=extractor,
        generator=published.generator,
        findings=(*findings, *parsed.findings),
        losses=tuple(unaccounted(_with_text(pieces), parsed.source_map, parsed.sides)),
    )


def _with_text(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces but for those of white space and invisible marks, which are layout."""
    return [piece for piece in pieces if piece.text.strip(" \t\r\n\f\v\u00a0\u200b\ufeff")]


def _language(given: str, text: str) -> tuple[str, list[Finding]]:
    """The language of the decision: as its text shows it, else as given."""
    shown = language_of(text[:_LANGUAGE_SAMPLE], at_least=20.0)
    declared = language_code(given)
    if shown in _KNOWN and declared and shown != declared:
        return shown, [Finding("language_corrected", {"published": declared, "decision": shown})]
    language = declared or (shown if shown in _KNOWN else "")
    return language or "de", [] if language else [Finding("language_unknown")]


def _own_bge(published: Published, lines: Sequence[Line]) -> tuple[str, str, str] | None:
    for number in published.numbers:
        if found := bge_number(number):
            return found
    if published.code and not published.code.startswith(("CH_BGE", "CH_BGB")):
        return None
    return next((found for line in lines[:_HEAD_LINES] if (found := bge_number(line.text.strip()))), None)


def _court_names(court: Court, given: str, lines: Sequence[Line]) -> list[str]:
    """What the deciding court is called in its own decision, so that it is not taken for the court below."""
    names = [name for name in (*court.names, *court.chamber, given) if name]
    heads = [plain(line.text) for line in lines[:_HEAD_LINES] if line.text.strip()][:3]
    names += [found.group() for head in heads for found in _COURT_WORD.finditer(head)]
    return list(dict.fromkeys(names))


def _is_cut(published: Published, text: str) -> bool:
    return published.length >= _CUT_AT or _CUT_FROM <= len(text) <= _CUT_AT


def _title(court: Court, identity: Identity, language: str) -> str:
    parts = str(identity.work).split("/")
    if parts[:2] == ["ch", "bge"]:
        return {"fr": "ATF", "it": "DTF"}.get(language, "BGE") + " " + " ".join(parts[2:])
    return " ".join(part for part in (court.name(language), identity.docket) if part) or str(identity.work)


def _url(identity: Identity, date: str, language: str) -> str:
    parts = str(identity.work).split("/")
    if parts[:2] == ["ch", "bge"]:
        return urls.bge(parts[2], parts[3], parts[4], language=language)
    return urls.bger("/".join(parts[2:]), date, language=language) if parts[:2] == ["ch", "bger"] else ""


def _meta(
    published: Published, court: Court, identity: Identity, parsed: DecisionText, language: str
) -> dict[str, str]:
    chamber = court.chamber_name(language)
    if published.court_line and chamber.lower() not in published.court_line.lower():
        chamber = ""
    facts = {
        "publisher_id": published.publisher_id,
        "court_code": court.code if published.code else "",
        "court": court.name(language) or published.court_name,
        "chamber": chamber,
        "court_line": published.court_line,
        "canton": court.canton,
        "court_level": court.level if published.code else "",
        "docket": identity.docket,
        "published_date": published.date,
        "extract": "yes" if parsed.extract else "",
        **published.meta,
    }
    return {key: value for key, value in facts.items() if value}
