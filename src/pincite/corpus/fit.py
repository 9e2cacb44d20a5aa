"""Whether what a publisher sent can be what was asked for, before any reader sees it.

Keeps true: status 200 says nothing. A placeholder, a page of maintenance, an empty body, a record without its text are
refused, with the address and what came instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pincite.corpus.publishers import FileRecipe
from pincite.errors import CannotRun

__all__ = ["fit"]

_BEGINS: Mapping[str, bytes] = {"zip": b"PK", "pdf": b"%PDF"}
_KINDS = (("zip", "zip"), ("openxmlformats", "zip"), ("pdf", "pdf"), ("json", "json"), ("xml", "xml"), ("html", "xml"))
_NOTHING = re.compile(rb"\s*\Z")


def fit(recipe: FileRecipe, media_type: str, data: bytes, *, address: str) -> None:
    """Refuse bytes that cannot be what was asked for.

    Raises:
        CannotRun: empty, of another media type, another beginning, or a record without its text.

    """
    if _NOTHING.match(data):
        raise CannotRun(f"{address} sent nothing")
    if media_type and recipe.media and media_type not in recipe.media:
        raise CannotRun(
            f"{address} sends {media_type}, not {' or '.join(recipe.media)}",
            remedy="It may be a placeholder or a page of maintenance; look at the address in a browser.",
        )
    kind = recipe.kind or next((kind for word, kind in _KINDS if recipe.media and word in recipe.media[0]), "")
    begins = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if kind in _BEGINS and not begins.startswith(_BEGINS[kind]):
        raise CannotRun(f"{address} sends something that does not begin like a {kind} file: {begins[:40]!r}")
    strict_xml = bool(recipe.media) and "xml" in recipe.media[0]
    if kind == "xml" and (
        not begins.startswith(b"<") or (strict_xml and not _html_wanted(recipe) and _is_html(begins))
    ):
        raise CannotRun(f"{address} sends something that is not {recipe.media[0]}: {begins[:40]!r}")
    if kind == "json":
        _holds(recipe, data, address)


def _html_wanted(recipe: FileRecipe) -> bool:
    return any("html" in media for media in recipe.media)


def _is_html(begins: bytes) -> bool:
    return begins[:15].lower().startswith((b"<!doctype html", b"<html"))


def _holds(recipe: FileRecipe, data: bytes, address: str) -> None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CannotRun(f"{address} sends something that is not JSON: {data[:40]!r}") from error
    for name in filter(None, recipe.holds.split(".")):
        value = value.get(name) if isinstance(value, dict) else None
    if recipe.holds and not (isinstance(value, str) and value.strip()):
        raise CannotRun(f"{address}: {recipe.empty or f'the record holds no {recipe.holds}'}")
