"""Books cited without a page: «MUSTER/BEISPIEL, Erfundenes Recht, 2. Aufl. 2016», read backwards from the year.

    book = authors [ "(éd.)" ] "," title [ "," volume ] "," ( edition | place ) year

Keeps true: the authors are in capitals or joined by strokes, and nothing but a title, a volume and an edition stands
between them and the year; a book with a page or margin behind the year is read by the rules of literature.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.literature_openings import authors_key
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_REACH = 320
# a separator stands between two words in capitals: without it a run of capitals could be cut up in exponentially many ways
_CAPITALS = r"(?:[A-ZÄÖÜÉÈ]\.\s?){0,2}[A-ZÄÖÜÉÈÀ]{2,}(?:[-\s][A-ZÄÖÜÉÈÀ]{2,}){0,5}"
_SURNAME = r"[A-ZÄÖÜÉ][a-zäöüéèàç]+(?:-[A-ZÄÖÜÉ][a-zäöüéèàç]+)?"
_BOOK = pattern(
    rf"(?<![\w/.-])(?P<authors>{_CAPITALS}(?:\s?/\s{{0,6}}{_CAPITALS}){{0,5}}|{_SURNAME}(?:\s?/\s{{0,6}}{_SURNAME}){{1,5}})"
    r"(?:,?\s(?:et al\.|u\.\s?a\.))?(?:\s\((?:éds?|[Hh]rsg|eds?|a cura di)\.?\))?,\s{1,6}(?=[A-ZÄÖÜÉL«])(?:[^,;:()\[\]]{8,140})"
    r"(?:[,.:]\s(?:[^;()\[\]]{1,60}?))?,\s{0,6}(?:\d{1,2}(?:\.|e|ère|ème|a)?\s)?(?:[^,;()]{0,30},\s)?\Z"
)
_PINPOINT = pattern(
    r"(?:\s{0,3}[\(\[](?:zit|cit|nachf|im Folg|ci-apr|fortan|hiernach|di seguito|Kommentar|Handkommentar)[^()\[\]]{0,60}[\)\]])?(?:[\s,]{0,4}(?:S|p|pp|N|Rz|RZ|Rn|n|nn|no|Nr|§|Art|art|Note|ch|Kap|pag)\.?[°º]?\s{0,3}[A-Z]?\d|[\s,]{0,4}(?:§|(?:ad|zu)\s[Aa]rt\.|\d{1,2}(?:\.\d{1,3}){1,3},?\s(?:p|S|n|N)\.))"
)


def _parse_book(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    year = _YEAR.match(text, start)
    if year is None:
        return None
    end = year.end()
    if _PINPOINT.match(text, end):
        return None
    first = max(0, start - _REACH, reading.mentions[-1].end if reading.mentions else 0)
    match = _BOOK.search(text, first, start)
    if match is None:
        return None
    begin = match.start()
    names = match["authors"]
    if any(part in statutes.abbreviations() for part in re.split(r"[/\s]", names)) or len(names) < _SHORTEST_NAME:
        return None
    memory = memory_of(reading)
    memory.last_authors = names
    memory.authors[authors_key(names)] = ("doctrine", "", "")
    memory.last_literature = ("doctrine", "", "", begin)
    mention = Mention(
        begin, end, text[begin:end], "doctrine", "full", None, "ch.book", reading.language,
        note="literature_outside_the_scheme",
    )  # fmt: skip
    return Parsed((mention,), end)


_SHORTEST_NAME = 4
_YEAR = pattern(
    rf"(?:Aufl(?:\.|age)|[ée]d\.|édition|{'|'.join(map(re.escape, word_list('places_of_books')))})(?:[ /][A-ZÄÖÜÉ][a-zäöüéè.]+){{0,2}}{SPACE}{{0,3}},?{SPACE}{{0,3}}(?:[A-ZÄÖÜÉ][a-zäöüéè]+{SPACE})?(?:19|20)\d\d(?!\d)"
)


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    places = "|".join(map(re.escape, word_list("places_of_books")))
    return (
        Anchor(
            "ch.book",
            rf"\b(?:Aufl\.|Auflage|ed\.|{places})(?:[ /][A-Z][A-Za-z.]+){{0,2}}{SPACE}{{0,3}},?{SPACE}{{0,3}}(?:[A-Z][a-zäöüéè]+{SPACE})?(?:19|20)\d\d|éd\.{SPACE}{{0,3}},?{SPACE}{{0,3}}(?:[A-Z][a-zäöüéè]+{SPACE})?(?:19|20)\d\d",
            _parse_book,
        ),
    )
