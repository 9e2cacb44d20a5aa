"""`pincite word-addin`: the manifest by which Word opens a server's review page as a task pane.

Keeps true: the page is one of the server named, over HTTPS, which Word asks for; the add-in asks for no permission to read or write the
document (Restricted); the same server has the same id, so that a new manifest replaces the old one. Data: `data/word_addin.xml`.
"""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

import typer

from pincite.errors import BadInput

__all__ = ["manifest", "register"]

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\Z")
_NAMESPACE = uuid.UUID("6f7a2f0e-6a3c-5d0a-9a55-3f5a2f1c7b10")
"""Of the ids of manifests: any constant would do, and it must never change."""
_LONGEST_NAME = 125


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("word-addin")(word_addin)


def word_addin(
    server: Annotated[
        str, typer.Argument(help="The address of the server: https://pincite.firm.example", show_default=False)
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="New file to write; standard output if not given.", show_default=False)
    ] = None,
    page: Annotated[str, typer.Option("--page", help="The page of the server to open.")] = "/",
    provider: Annotated[str, typer.Option("--provider", help="Who offers it: your firm.")] = "pincite",
) -> None:
    """Write the manifest of a Word add-in that opens the review page of your server beside the document.

    Exit status: 0 written, 2 could not run, 3 bad input.
    """
    from pincite.interfaces.cli.report import write_file

    made = manifest(server, page=page, provider=provider)
    if out is None:
        typer.echo(made, nl=False)
        return
    if out.exists():
        raise BadInput(f"{out} is already there", remedy="Name a new file.")
    write_file(out, made.encode())
    typer.echo(f"Written: {out}", err=True)


def manifest(server: str, *, page: str = "/", provider: str = "pincite") -> str:
    """The manifest for a server.

    Args:
        server: its origin, with https.
        page: path of the page, from /.
        provider: shown as who offers it.

    Raises:
        BadInput: Word would not take it.

    """
    from pincite.text.tables import table_text

    origin = _origin(server)
    if not re.fullmatch(r"/(?:[A-Za-z0-9._~/-]|%[0-9A-Fa-f]{2})*(?:\?[A-Za-z0-9._~=&%-]*)?", page) or page.startswith(
        "//"
    ):
        raise BadInput(f"--page {page!r} is no path of a server", remedy="Begin it with one /.")
    name = " ".join(provider.split())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise BadInput("--provider names nobody", remedy=f"Give a name of at most {_LONGEST_NAME} characters.")
    values = {
        "id": str(uuid.uuid5(_NAMESPACE, origin)),
        "provider": name,
        "origin": origin,
        "page": origin + page,
    }
    template = table_text("pincite.interfaces.cli", "data/word_addin.xml")
    return re.sub(r"\{(\w+)\}", lambda match: escape(values[match[1]], {'"': "&quot;"}), template)


def _origin(server: str) -> str:
    try:
        parts = urlsplit(server.strip())
        port = parts.port
    except ValueError as error:
        raise BadInput(f"{server!r} is no address", remedy="Write it as https://pincite.firm.example.") from error
    host = (parts.hostname or "").lower()
    if parts.scheme != "https":
        raise BadInput("Word opens pages over https alone", remedy="Put a server with a certificate before pincite.")
    if parts.username is not None or parts.query or parts.fragment or parts.path not in ("", "/"):
        raise BadInput(
            f"{server!r} is more than the address of a server", remedy="Give https, name and port; --page is the path."
        )
    if not _HOST.match(host) or len(host) > 253:
        raise BadInput(f"{server!r} names no server", remedy="Write it as https://pincite.firm.example.")
    return f"https://{host}" + (f":{port}" if port not in (None, 443) else "")
