"""Addresses of the law of the Union at EUR-Lex and Curia.

Keeps true: an address is built only from a reference's own parts, and "" is given where there is none.

Sources: EUR-Lex's own links; anchors are the ids of the published XHTML (facts: source-formats, 4.6).
"""

from __future__ import annotations

from urllib.parse import quote

from pincite.text.patterns import pattern

__all__ = ["act", "consolidated_celex", "url"]

_EURLEX = "https://eur-lex.europa.eu/legal-content"
_CELEX = pattern(r"eu/([0-9][0-9]{4}[A-Z]{1,2}[0-9]{3,4}(?:\([0-9]{2}\)|R\([0-9]{2}\)|-[0-9]{8})?)\Z")
_TREATY_ARTICLE = pattern(r"eu/(1[0-9]{4}[A-Z](?:/TXT|[0-9]{1,3})?)\Z")
_ANCHOR = pattern(r"(?:art|rct|cit|anx|cpt|tis|prt)_[^/.]+")
_DATE = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


def consolidated_celex(celex: str, state: str) -> str:
    """The CELEX number of the consolidated state of an act: `02016R0679-20160504`."""
    return f"0{celex[1:]}-{state.replace('-', '')}"


def act(celex: str, language: str, *, state: str = "", place: str = "") -> str:
    """The page of an act at EUR-Lex, of a consolidated state of it where a date is given, at one place of it.

    Args:
        celex: of the act: `32016R0679`.
        language: en, fr, de ...; any other form is read as English.
        state: ISO date of the consolidated state.
        place: its article, recital, annex or uppermost division is the anchor.

    """
    shown = (language or "en")[:2].upper()
    number = consolidated_celex(celex, state) if _DATE.match(state) else celex
    anchor = _ANCHOR.match(place)
    address = f"{_EURLEX}/{shown if shown.isalpha() else 'EN'}/TXT/?uri=CELEX:{quote(number, safe='()')}"
    return f"{address}#{anchor.group()}" if anchor else address


def url(reference: str, language: str) -> str:
    """The official address of a reference, "" when there is none."""
    work, _, place = reference.partition("#")
    celex = _CELEX.match(work) or _TREATY_ARTICLE.match(work)
    if celex:
        return act(celex.group(1), language, place=place)
    tongue = (language or "en")[:2].upper()
    if work.startswith("eu/ecli/"):
        return f"{_EURLEX}/{tongue}/TXT/?uri=ecli:{work.removeprefix('eu/ecli/')}"
    if work.startswith("eu/case/") and ".." not in work:
        return f"https://curia.europa.eu/juris/liste.jsf?num={work.removeprefix('eu/case/').replace(' ', '%20')}"
    return ""
