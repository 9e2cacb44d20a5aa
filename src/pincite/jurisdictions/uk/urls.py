"""Addresses of British law at its publishers: legislation.gov.uk and Find Case Law (facts: source-formats, 5.3 and 5.4).

Keeps true: an address is built only from a reference's own parts; an act known by its title alone has none. A place below
what the publisher addresses (a defined term, a quotation) gives the provision it stands in.
"""

from __future__ import annotations

from functools import cache

from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["identify", "legislation", "place_path", "url"]

_ACT = pattern(r"uk/([a-z]{2,6})/((?:[A-Z][A-Za-z0-9]*/)?\d[\d-]*)/(\d+)\Z")
_CASE = pattern(r"uk/((?:[a-z]{3,8})(?:/[a-z0-9]{1,10})?)/(\d{4})/(\d+)\Z")
_CASE_COURTS = frozenset(
    "uksc ukpc ewca ewhc ewfc ewcop ewcr ewcc ukut ukftt eat ukait ukiptrib siac ukist ukvat ukspc".split()  # noqa: SIM905
)
_BELOW = pattern(r"-(?:definition|quoted|heading|text|table|figure|form)(?:-.*)?\Z")
_CROSSHEADING = pattern(r"(?:(?P<above>.+?)-)?crossheading-(?P<slug>.+)\Z")
_PARAGRAPH = pattern(r"para_\d+[A-Z]{0,2}")


@cache
def _types() -> frozenset[str]:
    return frozenset(row[1] for row in rows("pincite.jurisdictions.uk", "data/legislation_types.tsv"))


def place_path(place: str) -> str:
    """A place of legislation as the publisher's addresses write it: `section-19-2-a` is `section/19/2/a`."""
    place = _BELOW.sub("", place)
    found = _CROSSHEADING.match(place)
    if found:
        above = f"{place_path(found['above'])}/" if found["above"] else ""
        return f"{above}crossheading/{found['slug']}"
    return place.replace("-", "/")


def legislation(work: str, place: str = "", version: str = "") -> str:
    """An act or instrument (`uk/ukpga/2000/38`), a place in it, a version of it (a date, enacted, made); "" for no such work."""
    act = _ACT.match(work)
    if not act or act[1] not in _types():
        return ""
    steps = ["https://www.legislation.gov.uk", *act.groups(), place_path(place), version]
    return "/".join(filter(None, steps))


def url(reference: str, _language: str) -> str:
    """The official address of a reference, with its place where the publisher addresses places."""
    work, _, place = reference.partition("#")
    place = place.partition("..")[0]
    address = legislation(work, place)
    if address:
        return address
    case = _CASE.match(work)
    if case and case[1].partition("/")[0] in _CASE_COURTS:
        paragraph = _PARAGRAPH.match(place)
        address = f"https://caselaw.nationalarchives.gov.uk/{case[1]}/{case[2]}/{case[3]}"
        return f"{address}#{paragraph[0]}" if paragraph else address
    return ""


_ADDRESS = pattern(
    r"https?://(?:www\.)?legislation\.gov\.uk/(?:id/)?(?P<type>[a-z]{3,5})/(?P<year>\d{4})/(?P<number>\d{1,5})"
    r"(?:/(?P<place>(?:section|regulation|article|rule|schedule|part)/[0-9A-Za-z/]{1,60}?))?/?(?:\d{4}-\d{2}-\d{2}|enacted|made)?/?\Z"
)


def identify(text: str) -> str:
    """The reference of an address at legislation.gov.uk, "" when it is none."""
    match = _ADDRESS.match(text)
    if match is None or match["type"] not in _types():
        return ""
    work = f"uk/{match['type']}/{match['year']}/{match['number']}"
    return f"{work}#{match['place'].rstrip('/').replace('/', '-')}" if match["place"] else work
