"""The files that pages fetch: style and script of our own, and the style of the report, which they share with its file.

Keeps true: an address names the digest of what it gives, so that it may be kept for ever and a new version is fetched at once; the
colours stand once, in the report's style, and a reader's choice of light or dark is made of them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pincite.digests import sha256
from pincite.text.tables import table_text

__all__ = ["address_of", "served"]

_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}", re.DOTALL)
_LIGHT = re.compile(r":root \{(.*?)\}", re.DOTALL)


@cache
def _content(name: str) -> str | None:
    if name == "report.css":
        return _with_schemes(table_text("pincite.reports.pages", name))
    kind = name.rpartition(".")[2]
    file = resources.files("pincite.interfaces.web").joinpath("static", name)
    return file.read_text(encoding="utf-8") if kind in _KINDS and file.is_file() else None


def _with_schemes(style: str) -> str:
    """The report's style, and its two tables of colours for readers who chose one."""
    light, dark = _LIGHT.search(style), _DARK.search(style)
    assert light is not None, "the report's style gives its colours in :root"
    assert dark is not None, "the report's style gives its dark colours"
    colours = light[1].replace("color-scheme: light dark;", "")
    chosen = (
        f':root[data-scheme="light"] {{ color-scheme: light;{colours}}}\n'
        f':root[data-scheme="dark"] {{ color-scheme: dark;{dark[1]}}}\n'
    )
    # on paper all is black on white, whatever was chosen for the screen
    return f"{style}\n@media screen {{\n{chosen}}}\n"


@cache
def address_of(name: str) -> str:
    """The path of a static file, below the door's own.

    Raises:
        KeyError: there is no such file.

    """
    content = _content(name)
    if content is None:
        raise KeyError(name)
    return f"/static/{sha256(content.encode())[:16]}/{name}"


async def served(request: Request) -> Response:
    """A static file; one asked for under an old digest is given too, and not kept."""
    name = request.path_params["name"]
    content = _content(name) if re.fullmatch(r"[a-z0-9_-]+\.[a-z]+", name) else None
    if content is None:
        return PlainTextResponse("not found", status_code=404)
    current = address_of(name) == f"/static/{request.path_params['digest']}/{name}"
    kept = "public, max-age=31536000, immutable" if current else "no-cache"
    return Response(
        content,
        media_type=_KINDS[name.rpartition(".")[2]],
        headers={"Cache-Control": kept, "X-Content-Type-Options": "nosniff"},
    )
