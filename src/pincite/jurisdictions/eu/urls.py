"""Addresses of the law of the Union at EUR-Lex and Curia.

Keeps true: an address is built only from a reference's own parts.
"""

from __future__ import annotations

import re

__all__ = ["url"]

_CELEX = re.compile(r"eu/(\d{5}[A-Z]{1,2}\d{3,4})\Z")


def url(reference: str, language: str) -> str:
    """The official address of a reference, "" when there is none."""
    work = reference.partition("#")[0]
    tongue = (language or "en")[:2].upper()
    celex = _CELEX.match(work)
    if celex:
        return f"https://eur-lex.europa.eu/legal-content/{tongue}/TXT/?uri=CELEX:{celex.group(1)}"
    if work.startswith("eu/ecli/"):
        return f"https://eur-lex.europa.eu/legal-content/{tongue}/TXT/?uri=ecli:{work.removeprefix('eu/ecli/')}"
    if work.startswith("eu/case/") and ".." not in work:
        return f"https://curia.europa.eu/juris/liste.jsf?num={work.removeprefix('eu/case/').replace(' ', '%20')}"
    return ""
