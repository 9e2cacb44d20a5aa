"""The door a jurisdiction comes in by: anchors for the scanner, a parser for each, answers about identifiers.

One pass over a text: all anchors of all packs are joined into ONE RE2 alternation without groups, run over the UTF-8
bytes. An anchor matches only the *beginning* of a citation (`Art. 97`, `BGE 140`, `Cap. 4`, `[2025] HKCA`). At a hit the
rule's parser reads on from there, with bounded patterns of the standard `re`, and says how far it came; the scanner
goes on behind that. Short forms are resolved on the way, from left to right, with what the `Reading` remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from pincite.citations.mention import Mention, Unparsed
from pincite.identity.reference import Place, WorkId

__all__ = ["Absence", "Anchor", "Impossible", "JurisdictionPack", "Parsed", "Style", "TextReading"]


class Absence(NamedTuple):
    """That a complete list of the pack's own rules a document out: what the list is called, and near misses.

    `near` holds (reference, why), `why` being a code of near misses such as `page_inside_decision`.
    """

    claim: str
    near: tuple[tuple[str, str], ...] = ()


class Style(NamedTuple):
    """A house style of citation: its name, the languages it is written in (the first is its default), what it is."""

    name: str
    languages: tuple[str, ...]
    about: str


class Impossible(NamedTuple):
    """A form no publisher ever issued, met in a single citation: why (snake case), and what was probably meant, or ""."""

    note: str
    meant: str = ""


class Parsed(NamedTuple):
    """What a parser made of a hit: the mentions in order, and the code point up to which the text is used up.

    A mention may begin before the hit (the author before the commentary). It then takes the place of earlier mentions
    that lie wholly inside it; one that would cut an earlier mention in two is dropped and listed as unparsed.
    """

    mentions: tuple[Mention, ...]
    end: int


@dataclass(slots=True)
class TextReading:
    """What is known at a point of a text being read; packs keep their own memory under their own name.

    Attributes:
        text: the whole text.
        language: its main language as detected, "" when unknown.
        self_reference: the reference of the document itself (its own articles, «this Ordinance»), or None.
        jurisdiction: the jurisdiction the document belongs to, or None.
        mentions: those found so far, in order.
        memory: per pack, what it remembers (the last act, defined abbreviations ...).
        unparsed: what looks like a citation and was not understood; parsers add to it.
        floor: the code point up to which the text is used up; nothing new begins before it without replacing.
        refused: per rule, the end of the long list it read and refused last (`refuse_list`).

    """

    text: str
    language: str = ""
    self_reference: str | None = None
    jurisdiction: str | None = None
    mentions: list[Mention] = field(default_factory=list)
    memory: dict[str, Any] = field(default_factory=dict)
    unparsed: list[Unparsed] = field(default_factory=list)
    floor: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def refuse_list(self, rule: str, members: int, end: int) -> None:
        """Note that `rule` read a list up to `end` and found it to be no citation.

        A long one is not read again from each of its members: that would take time with the square of its length.
        """
        if members > _LONG_LIST:
            self.refused[rule] = end


_LONG_LIST = 16
"""Members of a list that is read once only; legal texts hardly ever write longer ones."""

Parser = Callable[[TextReading, int, int], Parsed | None]
"""(reading, start and end of the anchor's hit in code points) -> what it made of it, or None: not a citation."""


class Anchor(NamedTuple):
    r"""How a kind of citation begins.

    Attributes:
        rule: `pack.rule`, e.g. `ch.bge`.
        pattern: RE2 syntax, no groups but `(?:…)`, ASCII classes as RE2 reads them (`\d`, `\w` are ASCII; `\b` never next
            to a letter that may be non-ASCII). The same pattern must mean the same to `re` with re.ASCII: tested.
        parse: the parser of this rule.

    """

    rule: str
    pattern: str
    parse: Parser


class JurisdictionPack(Protocol):
    """What a pack offers. Packs know a place; the core knows none of them by name.

    A pack's class derives from this one and so inherits the hooks `begin`, `finish` and `rank`, which do nothing special.
    """

    @property
    def name(self) -> str:
        """hk, ch, eu, uk, or a third party's."""

    @property
    def anchors(self) -> Sequence[Anchor]:
        """In order of precedence: where two begin at one character, the longer match is tried first, then the earlier."""

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of publishers' formats by name (`hk.hklm`), `(bytes, name, **options) -> list[Document]`."""

    def url(self, reference: str, language: str) -> str:
        """The official address of a reference, "" when there is none."""

    @property
    def publishers(self) -> Any:
        """What can be fetched (`corpus.publishers.Catalogue`, a room above); None when it knows no publisher."""
        return None

    @property
    def jurisdictions(self) -> Sequence[str]:
        """The first segments of the references it writes; its own name unless it says more."""
        return (self.name,)

    @property
    def styles(self) -> Sequence[Style]:
        """The house styles it writes, the usual one first; none when it cannot write citations."""
        return ()

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:  # noqa: ARG002 (a hook)
        """The citation of places of one work (none: the work as a whole), "" when the style has no form for it."""
        return ""

    def identify(self, text: str) -> str:  # noqa: ARG002 (a hook)
        """The reference of an identifier that is no citation of running text (an ELI, a publisher's id), "" when none."""
        return ""

    def never_issued(self, text: str) -> Impossible | None:  # noqa: ARG002 (a hook)
        """Why a single citation is of a form that no publisher issues (`ECLI:CH:…`); None when that cannot be said."""
        return None

    def absent(self, reference: str) -> Absence | None:  # noqa: ARG002 (a hook)
        """What a complete list of the pack's own says against a document; None when it may exist or no list knows."""
        return None

    def begin(self, reading: TextReading) -> None:  # noqa: ARG002 (a hook)
        """Before the pass: set up the pack's memory of this text."""
        return

    def finish(self, reading: TextReading) -> None:  # noqa: ARG002 (a hook)
        """After the pass: settle mentions whose antecedent stands later, by replacing them in `reading.mentions`.

        Spans may not be changed; a mention may be taken out.
        """
        return

    def rank(self, reading: TextReading) -> int:
        """Precedence over other packs where both have an anchor at one character, lower first; ties: order of packs."""
        return 0 if reading.jurisdiction == self.name else 1
