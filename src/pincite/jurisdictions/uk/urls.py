"""Addresses of British law at its publishers: legislation.gov.uk and Find Case Law.

Keeps true: an address is built only from a reference's own parts; an act known by its title alone has none.
"""

from __future__ import annotations

import re

__all__ = ["url"]

_ACT = re.compile(r"uk/(ukpga|uksi|ssi|asp|nisr|nisi|nia|wsi|anaw|asc|ukcm|eur)/(\d{4})/(\d+)\Z")
_CASE = re.compile(r"uk/((?:[a-z]{3,8})(?:/[a-z0-9]{1,10})?)/(\d{4})/(\d+)\Z")
_CASE_COURTS = frozenset(
    [
        "uksc",
        "ukpc",
        "ewca",
        "ewhc",
        "ewfc",
        "ewcop",
        "ewcr",
        "ewcc",
        "ukut",
        "ukftt",
        "eat",
        "ukait",
        "ukiptrib",
        "siac",
        "ukist",
        "ukvat",
        "ukspc",
    ]
)


def url(reference: str, _language: str) -> str:
    """The official address of a reference, with its place where the publisher addresses places."""
    work, _, place = reference.partition("#")
    act = _ACT.match(work)
    if act:
        address = f"https://www.legislation.gov.uk/{act.group(1)}/{act.group(2)}/{act.group(3)}"
        first = place.split("..")[0]
        return f"{address}/{first.replace('-', '/')}" if first else address
    case = _CASE.match(work)
    if case and case.group(1).split("/")[0] in _CASE_COURTS:
        return f"https://caselaw.nationalarchives.gov.uk/{case.group(1)}/{case.group(2)}/{case.group(3)}"
    return ""
