"""A pack from outside: the law of Lantern Island, a place that does not exist.

It knows nothing of pincite's inside but the door: `JurisdictionPack`, `Anchor`, `Parsed`, the documents of `law`.

    decree   "Lamp Decree" number [ "," "§" paragraph ]      Lamp Decree 12, § 4   =   lan/decree/12#para_4
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Impossible, JurisdictionPack, Parsed, Style, TextReading
from pincite.errors import UnreadableSource
from pincite.identity.reference import Place, WorkId
from pincite.law.document import Document, Provision
from pincite.text.canonical import Piece, TextBuilder, unaccounted

_DECREE = re.compile(r"Lamp Decree (?P<number>\d{1,3})(?:, § (?P<paragraph>\d{1,3}))?")


def _parse(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _DECREE.match(reading.text, start)
    if match is None:
        return None
    place = f"#para_{match['paragraph']}" if match["paragraph"] else ""
    work = f"lan/decree/{int(match['number'])}"
    impossible = int(match["number"]) == 0
    mention = Mention(
        start,
        match.end(),
        match[0],
        "statute",
        "full",
        work + place,
        "lan.decree",
        reading="impossible" if impossible else "well_formed",
        note="number_zero" if impossible else "",
    )
    return Parsed((mention,), match.end())


def read_scroll(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read a scroll: `decree <number> <language> <date>` on the first line, then `§ <number> <words>` a line."""
    head, *lines = data.decode().split("\n")
    found = re.fullmatch(r"decree (\d+) ([a-z]{2}) (\d{4}-\d{2}-\d{2})", head)
    if found is None:
        raise UnreadableSource(name, "line 1", "a scroll begins with «decree», its number, language and date")
    builder = TextBuilder()
    at = len(head.encode()) + 1
    pieces, provisions = [Piece(head, 0, at - 1)], []
    builder.side("furniture", pieces)
    for line in lines:
        end = at + len(line.encode())
        label = re.match(r"§ (\d+) ", line)
        if label:
            builder.break_line()
            start = builder.position
            pieces.append(Piece(line, at, end))
            builder.write(pieces[-1])
            provisions.append(
                Provision(Place(f"para_{label[1]}"), "paragraph", start, builder.position, f"§ {label[1]}", block=True)
            )
        at = end + 1
    text, text_map, sides = builder.finish()
    document = Document(
        work=WorkId(f"lan/decree/{int(found[1])}"),
        kind="legislation",
        language=found[2],
        state=found[3],
        title=f"Lamp Decree {int(found[1])}",
        text=text,
        source_map=text_map,
        provisions=tuple(provisions),
        sides=sides,
        extractor="lan.scroll/1",
        losses=tuple(unaccounted(pieces, text_map, sides)),
    )
    document.check()
    return [document]


class LanternPack(JurisdictionPack):
    """Lantern Island."""

    @property
    def name(self) -> str:
        return "lan"

    @property
    def anchors(self) -> Sequence[Anchor]:
        return (Anchor("lan.decree", r"\bLamp Decree \d", _parse),)

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        return {"lan.scroll": read_scroll}

    def url(self, reference: str, language: str) -> str:
        work, _, place = reference.partition("#")
        number = work.removeprefix("lan/decree/")
        return f"https://law.lantern.example/{language or 'en'}/decree/{number}" + (f"#{place}" if place else "")

    @property
    def styles(self) -> Sequence[Style]:
        return (Style("lamp", ("en",), "Lamp Decree 12, § 4"),)

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:
        number = work.removeprefix("lan/decree/")
        place = re.fullmatch(r"para_(\d+)", places[0]) if len(places) == 1 else None
        if not number.isdigit() or (places and place is None):
            return ""
        return f"Lamp Decree {number}" + (f", § {place[1]}" if place else "")

    def never_issued(self, text: str) -> Impossible | None:
        return Impossible("lanterns_have_no_edicts", "Lamp Decree") if text.startswith("Lamp Edict") else None


PACK = LanternPack()
