"""Rows written out: the citation in the running text, and the list of References.

Keeps true:
1. A citation is written by the pack of its place, in the answer's language where the pack writes it, else in the row's; it
   reads back as the row's reference, or the document's own title and numbers stand there instead.
2. Rows of one work that are cited together share its name; several works are parted by a semicolon.
3. References name every authority once, in the order of first mention, with all its pinpoints, linked to the publisher:

       **References**
       - [Cap. 132](https://...) — s. 105H, s. 105I
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pincite.answers.evidence import AnswerRow
from pincite.citations.extract import Extractor
from pincite.citations.parse import write
from pincite.errors import BadInput
from pincite.identity.reference import Place, Reference
from pincite.text.folding import is_han

__all__ = ["CitationWriter", "Url"]

Url = Callable[[str, str], str]
"""(reference, language) -> the publisher's address, "" when none is known."""


@dataclass
class CitationWriter:
    """Writes rows in one language and style; what was written once is kept."""

    extractor: Extractor
    language: str
    style: str = ""
    url: Url = lambda _reference, _language: ""
    _known: dict[tuple[Reference, ...], str] = field(default_factory=dict)

    def citation(self, rows: Sequence[AnswerRow]) -> str:
        """The citation of neighbouring rows, without brackets."""
        parts: list[str] = []
        ordered = _by_work(rows)
        for _, group in groupby(ordered, key=lambda row: row.reference.work):
            members = list(group)
            references = tuple(dict.fromkeys(row.reference for row in members))
            written = self._written(references)
            if written:
                parts.append(written)
            else:
                parts += dict.fromkeys(self._one(row) for row in members)
        return "; ".join(parts)

    def _one(self, row: AnswerRow) -> str:
        return self._written((row.reference,)) or self._by_name(row)

    def _by_name(self, row: AnswerRow) -> str:
        """What a place without a form of citation is cited by: the work's own, or its title, and the numbers printed there."""
        evidence = row.evidence
        assert evidence is not None
        work = str(row.reference.work)
        name = self._written((Reference.parse(work),)) or evidence.title or work
        return f"{name}, {_labels(row)}" if row.reference.place and _labels(row) else name

    def _written(self, references: tuple[Reference, ...]) -> str:
        if references not in self._known:
            self._known[references] = self._try(references)
        return self._known[references]

    def _try(self, references: tuple[Reference, ...]) -> str:
        attempts = ((self.language, self.style), (self.language, ""), ("", ""))
        for language, style in dict.fromkeys(attempts):
            try:
                return write(references, self.extractor, language=language, style=style)
            except BadInput:
                continue
        return ""

    # ------------------------------------------------------------------------------------------------- References

    def references(self, rows: Iterable[AnswerRow], heading: str) -> str:
        """The list of References; "" when no row is cited."""
        lines = []
        ordered = _by_work(list(rows))
        for work, group in groupby(ordered, key=lambda row: row.reference.work):
            members = list(group)
            name, pins = self._authority(work, members)
            address = self._address(work, members[0])
            shown = f"[{_label(name)}]({_target(address)})" if address else name
            lines.append(f"- {shown} — {', '.join(pins)}" if pins else f"- {shown}")
        return "\n".join([f"**{heading}**", *lines]) if lines else ""

    def _address(self, work: str, row: AnswerRow) -> str:
        assert row.evidence is not None
        return self.url(work, row.evidence.language) or row.evidence.url.partition("#")[0]

    def _authority(self, work: str, rows: Sequence[AnswerRow]) -> tuple[str, list[str]]:
        """The name of an authority, and its pinpoints without that name."""
        whole = self._written((Reference.parse(work),))
        title = rows[0].evidence.title if rows[0].evidence else ""
        names: list[str] = []
        pins: list[str] = []
        for row in rows:
            if row.reference.place is None:
                continue
            written = self._written((row.reference,))
            name, pin = self._split(row.reference, written, whole) if written else ("", _labels(row))
            names.append(name)
            pins.append(pin)
        name = next((each for each in names if each), "") or whole or title or str(work)
        return name, list(dict.fromkeys(pins))

    def _split(self, reference: Reference, written: str, whole: str) -> tuple[str, str]:
        """A citation parted into the authority and the pinpoint; the authority "" when it is that of the work alone."""
        if whole and written.startswith(whole):
            return "", written[len(whole) :].strip(" ,")
        shared = self._shared_end(reference, written)
        pin = written[: len(written) - len(shared)].strip(" ,") if shared else ""
        if not pin:
            return "", written
        return ("" if whole and shared.endswith(whole) else _without_joint(shared)), pin

    def _shared_end(self, reference: Reference, written: str) -> str:
        """What the citation of another place of the work ends with too: the work's name and the words that join it."""
        place = str(reference.place)
        found: list[str] = []
        for probe in (re.sub(r"\A([A-Za-z]+_?).*", r"\g<1>1", place), re.sub(r"\A([A-Za-z]+_?).*", r"\g<1>2", place)):
            if probe == place:
                continue
            other = self._written((Reference(reference.work, Place(probe)),))
            if not other:
                continue
            size = 0
            while size < min(len(written), len(other)) and written[-size - 1] == other[-size - 1]:
                size += 1
            shared = written[len(written) - size :]
            cut = shared.find(" ")
            found.append(shared[cut:] if cut >= 0 else "")
        return min(found, key=len, default="")


_JOINT = re.compile(
    r"\A[\s,]*(?:of the|of|to the|to|du|de la|de l'|des|der|des|dem|del|della|dell')?\s*", re.IGNORECASE
)


def _without_joint(shared: str) -> str:
    return _JOINT.sub("", shared).strip(" ,")


def _by_work(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    """Rows in the order of first mention of their works; within a work as cited, each place once."""
    order = {work: index for index, work in enumerate(dict.fromkeys(row.reference.work for row in rows))}
    seen: set[Reference] = set()
    found = []
    for row in sorted(rows, key=lambda each: order[each.reference.work]):
        if row.reference not in seen:
            seen.add(row.reference)
            found.append(row)
    return found


def _labels(row: AnswerRow) -> str:
    evidence = row.evidence
    return (evidence.label or _in_words(evidence.pinpoint)) if evidence else ""


def _in_words(pinpoint: str) -> str:
    """A place that bears no number, as words: `longTitle` is «long title»."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", pinpoint).replace("_", " ").lower()


def _label(text: str) -> str:
    """A text that stands in a Markdown link: brackets in pairs are allowed, others escaped."""
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if depth < 0:
            break
    return text if depth == 0 else re.sub(r"([\[\]])", r"\\\1", text)


def _target(address: str) -> str:
    return address.replace(" ", "%20").replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")


def brackets(text: str, language: str, before: str, behind: str) -> str:
    """The citation with brackets, in the form of the script around it."""
    chinese = language.startswith("zh") or (before[-1:] != "" and is_han(before[-1:]))
    del behind
    return f"（{text}）" if chinese else f"({text})"
