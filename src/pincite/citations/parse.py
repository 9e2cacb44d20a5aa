"""One citation as a value: what it refers to, or why that cannot be said; and what its identifiers are before any corpus.

Keeps true:
1. A citation is read only when the whole text is used up: what stands beside it is given back as the rest, not dropped.
2. Of several jurisdictions' grammars the first wins that reads the whole text; the one asked for comes first.
3. «Impossible» is said only of what no publisher can have issued, with the reason; a repair shows what was meant.

A single citation has no footnotes: a number in brackets right behind a decision is its paragraph (OSCOLA), while in running
text it may be a footnote's mark and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pincite.citations.extract import Extractor
from pincite.citations.mention import Mention, Reading
from pincite.citations.pack import JurisdictionPack
from pincite.citations.render import pack_of, render
from pincite.errors import BadInput
from pincite.identity.reference import Reference

__all__ = ["Citation", "Validation", "parse", "validate", "write"]


class Citation(NamedTuple):
    """A text read as one citation.

    Attributes:
        text: as given.
        references: what it refers to, one a member of a list; () when it was not read, or not wholly.
        reason: "" when read; else empty, no_citation, left_over (`rest` is what was not used up), or the mention's own
            reason for having no reference (`ambiguous_abbreviation`, `outside_the_scheme` …).
        rest: what no citation used up, white space single.
        mentions: what the grammar found in it; offsets count code points of `text` as it was read.
        candidates: other references it may mean, when the text leaves that open.

    """

    text: str
    references: tuple[Reference, ...] = ()
    reason: str = ""
    rest: str = ""
    mentions: tuple[Mention, ...] = ()
    candidates: tuple[str, ...] = ()

    @property
    def reference(self) -> Reference | None:
        """The one reference; None when there is none, or several."""
        return self.references[0] if len(self.references) == 1 else None


class Validation(NamedTuple):
    """The answer about an identifier before any corpus is asked.

    Attributes:
        answer: well_formed, repaired (`mended` is the form that was meant), impossible (`note` says why), unknown_form.
        text: as given.
        mended: the citation in its right form when it was repaired, or what an impossible one probably meant, else "".
        note: snake_case: what was repaired, why it is impossible, why it was not understood.
        citation: what was read.
        near: (reference, why) of works nearby, when a complete list of the publisher says that nothing begins there.

    """

    answer: Reading
    text: str
    mended: str = ""
    note: str = ""
    citation: Citation = Citation("")
    near: tuple[tuple[str, str], ...] = ()


_SPACES = re.compile(r"\s+")
_PARAGRAPH_BEHIND = re.compile(r"(?<=[0-9)])\s(?=\[\d{1,4}[A-Z]?\](?:\s?[-–,]\s?\[\d|\s*\.?\Z))")
_JOINT = re.compile(
    r"\s*[,;/&、]?\s*(?:(?:und|sowie|oder|bzw\.|i\.V\.m\.|in Verbindung mit|et|ou|en relation avec|e|ed|o|in relazione con|and|or"
    r"|to|read with|及|和|與|或)(?=\W|\Z))?\s*,?\s*\Z"
)
_CLOSING = re.compile(r"\s*[.;,。；，]?\s*\Z")
_BEFORE_DECISION = re.compile(r"[^\d\[\]();/]{0,160}\Z")
"""Court, kind of decision, parties: words without a number, which belong to the decision they stand before."""


def parse(text: str, extractor: Extractor, *, language: str = "", jurisdiction: str | None = None) -> Citation:
    """Read one citation; several members of a list, or several citations behind each other, are several references.

    Args:
        text: a citation, a canonical reference (`hk/cap486#s33`) or a publisher's identifier (an ELI).
        extractor: over the packs whose grammars may read it.
        language: of the citation, "" to find it out.
        jurisdiction: the one to prefer where several could read it.

    """
    if not text.strip():
        return Citation(text, reason="empty")
    named = _named(text.strip(), extractor.packs)
    if named:
        return Citation(text, (named,))
    shown = _PARAGRAPH_BEHIND.sub(" at ", text)
    best: Citation | None = None
    tried = list(dict.fromkeys([jurisdiction, None, *(pack.name for pack in extractor.packs)]))
    for each in tried[0 if jurisdiction else 1 :]:
        found = _read(shown, extractor, language=language, jurisdiction=each)._replace(text=text)
        if found.references:
            return found
        if best is None or _better(found, best):
            best = found
    assert best is not None  # at least one reading was made
    return best


def _named(text: str, packs: Sequence[JurisdictionPack]) -> Reference | None:
    """A canonical reference or an identifier."""
    known = {jurisdiction for pack in packs for jurisdiction in pack.jurisdictions}
    if text.partition("/")[0] in known:
        try:
            return Reference.parse(text)
        except ValueError:
            return None
    found = next((reference for pack in packs if (reference := pack.identify(text))), "")
    return Reference.parse(found) if found else None


def _better(found: Citation, best: Citation) -> bool:
    """Whether a reading that failed came further than another: less left over, then a reason of the citation's own."""
    if (found.reason == "no_citation") != (best.reason == "no_citation"):
        return best.reason == "no_citation"
    return len(found.rest) < len(best.rest)


def _read(text: str, extractor: Extractor, *, language: str, jurisdiction: str | None) -> Citation:
    mentions = extractor.extract(text, language=language, jurisdiction=jurisdiction).mentions
    if not mentions:
        return Citation(text, reason="no_citation", rest=_SPACES.sub(" ", text.strip()))
    rest = _rest(text, mentions)
    if rest:
        return Citation(text, reason="left_over", rest=rest, mentions=mentions)
    candidates = tuple(candidate for mention in mentions for candidate in mention.candidates)
    open_ = next((mention for mention in mentions if mention.reference is None or "/?/" in mention.reference), None)
    if open_ is not None or candidates:
        reason = (open_ or mentions[0]).note or "left_open"
        return Citation(text, reason=reason, mentions=mentions, candidates=candidates)
    references = tuple(Reference.parse(mention.reference) for mention in mentions if mention.reference)
    return Citation(text, references, mentions=mentions)


def _rest(text: str, mentions: Sequence[Mention]) -> str:
    """What no mention used up and nothing explains."""
    left = []
    before = text[: mentions[0].start]
    if before.strip() and not (mentions[0].kind == "case" and _BEFORE_DECISION.match(before)):
        left.append(before)
    for one, following in pairwise(mentions):
        between = text[one.end : following.start]
        if not _JOINT.match(between):
            left.append(between)
    behind = text[mentions[-1].end :]
    if not _CLOSING.match(behind):
        left.append(behind)
    return _SPACES.sub(" ", " … ".join(part.strip() for part in left))


def validate(text: str, extractor: Extractor, *, language: str = "", jurisdiction: str | None = None) -> Validation:
    """What the identifiers of a citation are, before any corpus is asked; parameters as for `parse`."""
    for pack in extractor.packs:
        never = pack.never_issued(text.strip())
        if never is not None:
            return Validation("impossible", text, never.meant, never.note, Citation(text, reason=never.note))
    citation = parse(text, extractor, language=language, jurisdiction=jurisdiction)
    if not citation.references:
        return Validation("unknown_form", text, note=citation.reason, citation=citation)
    mentions = citation.mentions or _written(citation, extractor)
    near = tuple(near for reference in citation.references for near in _near(reference, extractor.packs))
    for answer in ("impossible", "unknown_form", "repaired"):
        found = next((mention for mention in mentions if mention.reading == answer), None)
        if found is not None:
            mended = _mended(citation, extractor, language) if answer == "repaired" else ""
            return Validation(found.reading, text, mended, found.note, citation, near)
    return Validation("well_formed", text, "", "nothing_begins_there" if near else "", citation, near)


def _written(citation: Citation, extractor: Extractor) -> tuple[Mention, ...]:
    """The mentions of a citation given as references: those of the citation they make."""
    try:
        written = render(citation.references, extractor.packs)
    except BadInput:
        return ()
    return parse(written, extractor, jurisdiction=citation.references[0].jurisdiction).mentions


def _mended(citation: Citation, extractor: Extractor, language: str) -> str:
    """The citation in its right form, in its own language where that is known and written."""
    for tongue in (language, citation.mentions[0].language if citation.mentions else "", ""):
        try:
            return write(citation.references, extractor, language=tongue)
        except BadInput:
            continue
    return "; ".join(str(reference) for reference in citation.references)


def write(
    references: Reference | Sequence[Reference], extractor: Extractor, *, language: str = "", style: str = ""
) -> str:
    """A citation of the references that reads back as the same references; parameters as for `render`.

    When no style is asked for, a style whose citation does not read back gives way to the pack's next one.

    Raises:
        BadInput: no pack, style or language, no form, or none that reads back as what was asked for.

    """
    given = (references,) if isinstance(references, Reference) else tuple(references)
    if not given:
        raise BadInput("nothing to cite: no reference was given", remedy="Give a reference such as hk/cap486#s33.")
    pack = pack_of(given[0].jurisdiction, extractor.packs)
    refused: BadInput | None = None
    for name in [style] if style or pack is None else [each.name for each in pack.styles] or [""]:
        try:
            written = render(given, extractor.packs, language=language, style=name)
        except BadInput as error:
            refused = refused or error
            continue
        if parse(written, extractor, language=language, jurisdiction=given[0].jurisdiction).references == given:
            return written
        refused = refused or BadInput(
            f"{', '.join(map(str, given))} cannot be cited with certainty: «{written}» could be read as something else",
            remedy="Try another --style or --language.",
        )
    assert refused is not None  # each way round the loop returned or refused
    raise refused


def _near(reference: Reference, packs: Sequence[JurisdictionPack]) -> tuple[tuple[str, str], ...]:
    pack = pack_of(reference.jurisdiction, packs)
    absence = pack.absent(str(reference)) if pack else None
    return absence.near or ((reference.work, "nothing_begins_there"),) if absence else ()
