"""What a place of a Union act stands in: the article above it, the act a phrase before governs it by, a heading, a change.

Keeps true: places are counted once a text, so that each look-up is a bisection; a phrase governs what follows only to
the next numbered line or article.
"""

from __future__ import annotations

from bisect import bisect_right

from pincite.citations.pack import TextReading
from pincite.jurisdictions.eu.acts import Named
from pincite.jurisdictions.eu.provisions import Member
from pincite.jurisdictions.shared.lines import line_start_near
from pincite.text.patterns import pattern

__all__ = ["changed", "changes_unnamed", "govern", "governed_by", "is_heading", "stands_in"]

_HEADING = pattern(
    r"(?:\A|\n)\s{0,40}(?:Article|Artikel|Articolo)\s{1,6}(\d{1,4}[a-z]?(?:\s(?:bis|ter|quater))?)\s{0,4}(?=\n|\Z)"
)
_PARAGRAPH = pattern(r"\n\s{0,40}(\d{1,3})\.\s")
_NUMBERED_LINE = pattern(r"\n\s{0,6}\d{1,3}\.(?:\s|\n)")
_RUNS_ON = pattern(r"[a-zà-ÿ,(]\s{0,8}\Z")
_GOES_ON = pattern(r"\s{0,12}(?:[,(;]|[a-zà-ÿ]{2})")
_GOVERNED = 8000
_REPLACED = pattern(
    r"(?:,?\s[^.;:\n]{0,50}?)?\s(?:is|are)\s{1,4}(?:replaced|deleted|inserted|added|amended)\b|(?:,?\s[^.;:\n]{0,50}?)?\s(?:est|sont)\s{1,4}(?:remplacé|supprimé|inséré|ajouté|modifié)"
)
_CHANGE = pattern(
    r"\b(?:is|are)\s(?:replaced\sby\sthe\sfollowing|deleted\s{0,2};|inserted\s{0,2}:|added\s{0,2}:|amended\sas\sfollows)|\b(?:est|sont)\s(?:remplacée?s?\spar|supprimée?s?\s;|insérée?s?\s?:|modifiée?s?\scomme)"
)
_MANY_CHANGES = 3
_COLON = pattern(r"\s{0,3}:")
_AMENDED = pattern(
    r"[^.;\n]{0,60}?\s(?:(?:is|are|shall\s{1,3}be)\s{1,4}(?:hereby\s{1,4})?amended\s{1,4}as\s{1,4}follows|(?:est|sont)\s{1,4}modifiée?s?\s{1,4}comme\s{1,4}suit|(?:wird|werden)\s{1,4}wie\s{1,4}folgt\s{1,4}geändert|(?:è|sono)\s{1,4}(?:così\s{1,4})?modificat[aoie](?:\s{1,4}come\s{1,4}segue)?)"
)
_NEXT_ARTICLE = pattern(r"\n\s{0,40}(?:Article|Artikel|Articolo|ARTICLE)\s{1,6}\d{1,3}\s{0,4}\n(?!\s{0,40}[‘“«„\"])")


def is_heading(text: str, first: Member, *, own: bool) -> bool:
    """A line of its own («Article 32»), or a division at a line's beginning («Section B. List of …»), where the line before does not run on."""
    start, end = first.start, first.end
    if not text[start].isupper() or len(first.path) > 1:
        return False
    line_start = line_start_near(text, start)
    if line_start is None:
        return False
    runs_on = bool(_RUNS_ON.search(text, max(0, line_start - 12), line_start))
    if runs_on and not (own and first.path[0].startswith("art_")):
        return False
    if first.path[0].startswith(("sct_", "prt_", "tis_", "cpt_", "anx_")) and not _GOES_ON.match(text, end):
        return True
    return text[end : end + 1] in {"\n", ""} and not text[end - 1].isspace() and not _GOES_ON.match(text, end)


def changed(text: str, end: int) -> bool:
    """«in Article 51(1), the first subparagraph is replaced»: a place that the text changes is another act's."""
    return bool(_REPLACED.match(text, end))


def changes_unnamed(reading: TextReading) -> bool:
    """Whether the text changes an act that it does not name: then bare places may be that act's."""
    count: int | None = reading.memory.get("eu.changes")
    if count is None:
        count = reading.memory["eu.changes"] = sum(1 for _ in _CHANGE.finditer(reading.text[:60000]))
    return count >= _MANY_CHANGES and not reading.memory.get("eu.governing")


def stands_in(reading: TextReading, position: int) -> tuple[str, str]:
    """(article, paragraph) in an act's own text at `position`, by the headings above; "" where none stands."""
    places: list[tuple[int, str, str]] | None = reading.memory.get("eu.places")
    if places is None:
        found = [(match.start(), "article", match.group(1)) for match in _HEADING.finditer(reading.text)]
        found += [(match.start(), "paragraph", match.group(1)) for match in _PARAGRAPH.finditer(reading.text)]
        places, article = [], ""
        for start, kind, number in sorted(found):
            article = number if kind == "article" else article
            places.append((start, article, "" if kind == "article" else number))
        reading.memory["eu.places"] = places
    index = bisect_right(places, (position, "", "")) - 1
    return places[index][1:] if index >= 0 else ("", "")


def governed_by(reading: TextReading, start: int) -> str | None:
    """The act that a phrase before names for the list below it, None when none does here."""
    known: list[tuple[int, int, str]] = reading.memory.get("eu.governing", [])
    for begin, end, work in reversed(known[-4:]):
        if begin <= start:
            return work if start < end else None
    return None


def govern(reading: TextReading, named: Named) -> None:
    """Remember an act that governs what follows: «en ce qui concerne le règlement (UE) no 600/2014:», «Directive … is amended as follows:»."""
    text = reading.text
    if named.work is None:
        return
    if _COLON.match(text, named.end):
        stop = _NUMBERED_LINE.search(text, named.end, named.end + _GOVERNED)
        end = stop.start() if stop else named.end + _GOVERNED
    elif _AMENDED.match(text, named.end):
        stop = _NEXT_ARTICLE.search(text, named.end)
        end = stop.start() if stop else len(text)
    else:
        return
    reading.memory.setdefault("eu.governing", []).append((named.end, end, named.work))
