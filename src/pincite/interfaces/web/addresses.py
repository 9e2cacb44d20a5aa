"""The addresses of the pages: one function for each kind, so that no template puts one together from parts.

Keeps true: whatever a work, a place or a chat is called, its name stands quoted in the address; a deep link names reference,
date and the language of the wording (`wording`; `language` is that of the page), so that it shows tomorrow what it shows today.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from pincite.identity.reference import Reference

__all__ = ["chat", "compare", "law", "law_of", "official", "quoted", "release", "search"]


def _with(path: str, **given: str | int) -> str:
    asked = urlencode({name: value for name, value in given.items() if value}, quote_via=quote)
    return f"{path}?{asked}" if asked else path


def law(work: str, place: str = "", *, as_of: str = "", language: str = "", page: int = 0) -> str:
    """The page of a work, or of a place in it."""
    return _with(f"/law/{quote(work, safe='/')}", at=place, wording=language, as_of=as_of, page=page)


def law_of(reference: str, *, as_of: str = "", language: str = "") -> str:
    """The page of a canonical reference, "" for what is none."""
    try:
        read = Reference.parse(reference)
    except ValueError:
        return ""
    return law(str(read.work), str(read.place or ""), as_of=as_of, language=language)


def compare(work: str, place: str, *, old: str, new: str, language: str = "") -> str:
    """The page with a place on two dates side by side."""
    return _with(f"/compare/{quote(work, safe='/')}", at=place, wording=language, old=old, new=new)


def release(name: str) -> str:
    """The page of a release, `hk/2026.11.30`."""
    return f"/releases/{quote(name, safe='/')}"


def search(**given: str | int) -> str:
    """The page of a search."""
    return _with("/search", **given)


def chat(name: str = "", **given: str | int) -> str:
    """The page of a chat; without a name, of all chats."""
    return _with(f"/chat/{quote(name, safe='')}" if name else "/chat", **given)


def quoted(value: str) -> str:
    """A value of a query."""
    return quote(value, safe="/")


def official(address: str) -> str:
    """An address from a source, when it is one of the web; else "" (a source may hold `javascript:`)."""
    plain = address.isprintable() and not any(each in address for each in " \"'<>\\")
    return address if plain and address.lower().startswith(("https://", "http://")) else ""
