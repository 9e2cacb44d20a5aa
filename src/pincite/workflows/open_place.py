"""Open a place: a reference, or a citation as it is written -> its text with status, dates, notes, pages and address.

Keeps true: what is shown is the verified text of one wording of one release, both named; a place that is not there is
answered with NotFound or OutsideCoverage and near misses, never with another place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Protocol

from pincite.citations.mention import Mention
from pincite.corpus.answers import Corpus, NodeRecord, NotFound, OutsideCoverage, PlaceFound
from pincite.corpus.lookup import checked_language, preferred_languages, same_language
from pincite.corpus.notice import NOTICE
from pincite.corpus.places import PlaceIndex
from pincite.corpus.scan import flags_of
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.text.canonical import SideText
from pincite.text.dates import checked_date
from pincite.text.tables import rows

__all__ = [
    "CorpusWithNotes",
    "Extract",
    "Opened",
    "Url",
    "Write",
    "address",
    "as_json",
    "instruments_behind",
    "language_written",
    "open_place",
    "reference_of",
]

Extract = Callable[[str], Sequence[Mention]]
Url = Callable[[str, str], str]
Write = Callable[[str, str], str]

SCHEMA = "pincite.open/1"
_WORDS = re.compile(r"[^\W\d_]+")
UNSHOWN = frozenset({"page", "furniture", "note_mark", "form_blank", "links", "contents"})
"""Side channels that are not notes: page marks are shown as pages, layout and furniture not at all."""


INSTRUMENTS = ("hk/ord/", "hk/ln/", "ch/as/")
"""Works that amend others, as notes name them: ordinances by year, legal notices, the Swiss official compilation."""


class CorpusWithNotes(Corpus, Protocol):
    """A corpus that keeps what stood beside the text."""

    def sides(self, expression: str) -> Sequence[SideText]:
        """The side channels of a document, in order of their anchors."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What was opened.

    Attributes:
        asked: as the user wrote it.
        reference: the canonical reference it was read as.
        answer: the corpus's answer.
        notes: (kind, label, text) of the notes that stand in the place, in order.
        pages: the pages of the official collection it stands on, first and last; empty when there are none.
        url: the publisher's address of the place or of the document.
        repeated: (eid, text) of every place of an id that the publisher gave more than once.
        consolidated_to: the date up to which the publisher worked amendments into this wording, "" when it does not say
            (and for what is not legislation).
        amended_by: the instruments that the publisher names behind the wording of the place.

    """

    asked: str
    reference: str
    answer: PlaceFound | NotFound | OutsideCoverage
    notes: tuple[tuple[str, str, str], ...] = ()
    pages: tuple[str, ...] = ()
    url: str = ""
    repeated: tuple[tuple[str, str], ...] = ()
    consolidated_to: str = ""
    amended_by: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is a text to show."""
        return isinstance(self.answer, PlaceFound)


def open_place(
    corpus: CorpusWithNotes,
    asked: str,
    *,
    extract: Extract,
    url: Url,
    language: str = "",
    as_of: str = "",
    write: Write | None = None,
) -> Opened:
    """Open what `asked` names.

    Args:
        corpus: the releases.
        asked: a canonical reference (`hk/cap486#s33`) or a citation as it is written («Art. 8 BV»).
        extract: the mentions of a text; called when `asked` is no canonical reference, and for notes of amendments.
        url: the official address of a reference in a language, "" when none is known.
        language: preferred; "" is the one in which the citation is written, else the first of the jurisdiction's.
        as_of: the date asked about, "" the release's own.
        write: a reference as a citation in a language; by it, the language of a citation is known.

    Raises:
        BadInput: `asked` is neither, or holds several citations; `language` is none; `as_of` is no day.

    """
    checked_date(as_of, "the date")
    checked_language(language, (each for held in corpus.coverage() for each in held.by_language))
    reference = reference_of(asked, extract)
    wanted = language or language_written(asked, reference, corpus, extract, write)
    answer = corpus.find_place(reference, language=wanted, as_of=as_of)
    if not isinstance(answer, PlaceFound):
        return Opened(asked, reference, answer)
    start, end = answer.start, answer.end
    expression = answer.expression
    # a note is shown once, however many of the provisions asked for refer to it; of a repealed one nothing else is left
    notes = tuple(
        dict.fromkeys(
            (side.kind, side.label, side.text)
            for side in corpus.sides(expression.id)
            if side.kind not in UNSHOWN and (start <= side.at < end or side.at in (end, end + (start == end)))
        )
    )
    nodes = corpus.nodes(expression.id)
    own = address(answer.node, nodes) if Reference.parse(reference).place else ""
    return Opened(
        asked,
        reference,
        answer,
        notes=notes,
        pages=PlaceIndex(expression.work, nodes, corpus.pages(expression.id), end).pages_of(start, end),
        repeated=_repeated(answer, corpus),
        url=own or url(reference, expression.language) or expression.url,
        consolidated_to=expression.state if expression.kind == "legislation" else "",
        amended_by=(instruments_behind(answer.nodes, nodes) or _noted(notes, extract))
        if Reference.parse(reference).place
        else (),
    )


def language_written(asked: str, reference: str, corpus: Corpus, extract: Extract, write: Write | None) -> str:
    """The language in which a citation is written, when the work is held in it: «art. 28 CC» is French or Italian.

    It is the one in which `write` gives the most of its words; else what the reader of citations says of it; else "".
    """
    if asked.strip() == reference:
        return ""
    held = {each.language for each in corpus.expressions(str(Reference.parse(reference).work))}
    order = preferred_languages(reference)
    languages = sorted(held, key=lambda each: (order.index(each) if each in order else len(order), each))
    if len(languages) < 2:
        return ""
    if write is not None:
        words = Counter(_WORDS.findall(asked))
        shared = {each: (words & Counter(_WORDS.findall(write(reference, each)))).total() for each in languages}
        best = max(languages, key=shared.__getitem__)
        if shared[best] > min(shared.values()):
            return best
    said = {mention.language for mention in extract(asked) if mention.reference == reference}
    return next((each for each in languages if any(name and same_language(each, name) for name in said)), "")


def instruments_behind(found: Sequence[NodeRecord], nodes: Sequence[NodeRecord]) -> tuple[str, ...]:
    """The instruments named behind provisions: by themselves, by their parts, else by the nearest unit above."""
    named: dict[str, None] = {}
    for node in found:
        own = [name for each in nodes if node.start <= each.start and each.end <= node.end for name in each.amended_by]
        above = node
        while not own and above.parent is not None:
            above = nodes[above.parent]
            own = list(above.amended_by)
        named.update(dict.fromkeys(own))
    return tuple(named)


@cache
def _amending() -> re.Pattern[str]:
    return re.compile("|".join(row[0] for row in rows("pincite.corpus", "data/amending_notes.txt")))


def _noted(notes: Sequence[tuple[str, str, str]], extract: Extract) -> tuple[str, ...]:
    """The instruments that the notes of amendments in a place name, where its tree names none."""
    said = [text for kind, _, text in notes if kind in ("note", "source_note") and _amending().search(text)]
    named = [mention.reference for text in said for mention in extract(text) if mention.reference]
    return tuple(dict.fromkeys(name for name in named if name.startswith(INSTRUMENTS)))


def reference_of(asked: str, extract: Extract) -> str:
    """The canonical reference that a user's words are or name.

    Raises:
        BadInput: they name none, or several.

    """
    text = asked.strip()
    try:
        return str(Reference.parse(text))
    except ValueError:
        pass
    mentions = extract(text)
    named = list(dict.fromkeys(mention.reference for mention in mentions if mention.reference))
    if len(named) == 1:
        return named[0]
    if named:
        raise BadInput(
            f"{text!r} names several places: {', '.join(named)}",
            remedy="Open one at a time, by its reference as it stands here.",
        )
    candidates = [candidate for mention in mentions for candidate in mention.candidates]
    if candidates:
        raise BadInput(f"{text!r} may mean {' or '.join(candidates)}", remedy="Open it by its reference.")
    known = f" It was understood as {mentions[0].kind}, outside the scheme of references." if mentions else ""
    raise BadInput(
        f"{text!r} is neither a reference nor a citation that pincite can read.{known}",
        remedy="Write a reference, such as hk/cap486#s33 or ch/sr/101#art_8, or a citation, such as «Art. 8 BV».",
    )


def _repeated(answer: PlaceFound, corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """(eid, text) of every place that bears the id, when more than one does."""
    if "repeated_id" not in answer.findings or len(answer.nodes) < 2:
        return ()
    text = corpus.document_text(answer.expression.id)
    return tuple((node.eid, text[node.start : node.end]) for node in answer.nodes)


def address(node: NodeRecord, nodes: Sequence[NodeRecord]) -> str:
    """The publisher's address of a provision, or of the nearest one above it that has one."""
    while not node.url and node.parent is not None:
        node = nodes[node.parent]
    return node.url


def as_json(opened: Opened) -> dict[str, Any]:
    """What was opened as JSON of the schema `pincite.open/1`."""
    answer = opened.answer
    head: dict[str, Any] = {"schema": SCHEMA, "asked": opened.asked, "reference": opened.reference}
    if isinstance(answer, PlaceFound):
        return {
            **head,
            "answer": "found",
            "notice": NOTICE,
            "flags": flags_of(answer.text),
            "text": answer.text,
            "place": _node(answer.node),
            "places": [_node(node) for node in answer.nodes],
            "expression": asdict(answer.expression) | {"meta": dict(answer.expression.meta)},
            "release": answer.expression.release,
            "release_as_of": answer.expression.as_of,
            "as_of": answer.as_of,
            "findings": list(answer.findings),
            "notes": [{"kind": kind, "label": label, "text": text} for kind, label, text in opened.notes],
            "pages": list(opened.pages),
            "repeated": [{"eid": eid, "text": text} for eid, text in opened.repeated],
            "consolidated_to": opened.consolidated_to,
            "amended_by": list(opened.amended_by),
            "url": opened.url,
        }
    suggestions = [asdict(each) for each in answer.suggestions]
    if isinstance(answer, NotFound):
        found = {"answer": "not_found", "level": answer.level, "release": answer.release, "claim": answer.claim}
        return {**head, **found, "suggestions": suggestions}
    return {**head, "answer": "outside_coverage", "findings": list(answer.findings), "suggestions": suggestions}


def _node(node: NodeRecord) -> dict[str, Any]:
    return asdict(node)
