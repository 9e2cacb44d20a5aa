"""Resources: releases, and provisions by reference.

    pincite://releases                                  the releases, as the tool `releases` says them
    pincite://releases/hk/2026.11.30                    one of them, with its claims of completeness
    pincite://law/hk/cap486%23s33?language=en&as_of=2026-11-30&from=4000
                                                        a place as `open` shows it, without a chat

Keeps true: an address names a reference and nothing else: it is parsed as one, and no file is looked for by it. What a release
says of itself may be kept by anybody for long; a place asked for without a date as well, as long as the releases are these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.interfaces.mcp.reading import release_json
from pincite.interfaces.mcp.toolset import done

__all__ = ["SCHEME", "TEMPLATES", "ResourceListed", "listed", "passage", "read", "text_of"]

SCHEME = "pincite"
LONGEST = 600
TEMPLATES = (
    (
        "pincite://law/{+reference}{?language,as_of,from}",
        "A provision",
        "A place of the law by its canonical reference, with # written %23: pincite://law/hk/cap486%23s33.",
    ),
    (
        "pincite://releases/{jurisdiction}/{tag}",
        "A release",
        "What a release holds, its digest, and what it claims to be complete for.",
    ),
)
_ASKED = {"language", "as_of", "from"}


@dataclass(frozen=True, slots=True)
class ResourceListed:
    """A resource as it is listed."""

    uri: str
    name: str
    description: str


def listed(engine: Engine) -> Sequence[ResourceListed]:
    """The list of releases, and each of them."""
    one = [
        ResourceListed(f"{SCHEME}://releases/{each.release}", f"release {each.release}", "A release of the set.")
        for each in engine.pool.coverage
    ]
    return [ResourceListed(f"{SCHEME}://releases", "releases", "The releases that answer here."), *one]


def read(engine: Engine, who: Who, uri: str) -> Mapping[str, Any] | None:
    """What a resource holds; None when there is none of this address."""
    if len(uri) > LONGEST:
        return None
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != SCHEME or parts.fragment:
        return None
    path = unquote(parts.path)
    if parts.netloc == "releases" and not parts.query:
        return _releases(engine, who, path.strip("/"))
    if parts.netloc == "law":
        return _law(engine, who, path.removeprefix("/"), parts.query)
    return None


def _releases(engine: Engine, who: Who, name: str) -> Mapping[str, Any] | None:
    if not name:
        return done(engine, who, "releases", {}).value
    for coverage, held in zip(engine.pool.coverage, engine.pool.releases, strict=True):
        if coverage.release == name:
            claims = [asdict(each) for each in coverage.claims][:50]
            return {**release_json(coverage, held), "claims": claims}
    return None


def _law(engine: Engine, who: Who, reference: str, query: str) -> Mapping[str, Any] | None:
    try:
        canonical = str(Reference.parse(reference))
        asked = dict(parse_qsl(query, strict_parsing=True)) if query else {}
    except ValueError:
        return None
    if canonical != reference or set(asked) - _ASKED:
        return None
    first = asked.pop("from", "")
    if first and not (first.isascii() and first.isdigit() and len(first) < 10):
        return None
    verb = "read" if first else "open"
    arguments = {"reference": reference, **asked, **({"from": int(first)} if first else {})}
    value = done(engine, who, verb, arguments).value
    return None if value.get("error") in ("not_found", "outside_coverage", BadInput.code) else value


def passage(value: Mapping[str, Any]) -> dict[str, Any]:
    """What a block of content bears beside its words: the notice, and id, release and date of all it holds."""
    named = ("id", "release", "as_of")
    found = {f"{SCHEME}/{key}": value[key] for key in ("notice", *named) if key in value}
    inside = [
        {key: each[key] for key in named}
        for items in value.values()
        if isinstance(items, list)
        for each in items
        if isinstance(each, Mapping) and all(each.get(key) for key in named)
    ]
    return found | ({f"{SCHEME}/passages": inside} if inside else {})


def text_of(value: Mapping[str, Any]) -> str:
    """The JSON that is shown; a budget counts its characters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
