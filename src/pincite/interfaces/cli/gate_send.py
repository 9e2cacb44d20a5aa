"""`pincite gate send`: hand a signed act to a server with users, as a proposal or as the approval of one.

Keeps true: nothing is signed here; the note was signed at a terminal by `pincite gate escalate`, `disclaim` or `approve`, and the server
takes it only when the key that signed it is registered there for the token's owner. The token is sent over https, or to this machine.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pincite.errors import BadInput, CannotRun
from pincite.interfaces.cli.gate import ReportFile, read_stored

__all__ = ["send"]

_ID = re.compile(r"sign-off-[0-9a-f]{16}")


def send(
    report: ReportFile,
    server: Annotated[str, typer.Option("--server", help="Address of the server.")],
    sign_off: Annotated[
        str, typer.Option("--sign-off", help="The proposal that is approved; a new one is made if not given.")
    ] = "",
    matter: Annotated[str, typer.Option("--matter", help="The matter, if you have several.")] = "",
    draft: Annotated[
        Path | None, typer.Option("--draft", help="The draft, of a disclaimer.", show_default=False)
    ] = None,
    copy: Annotated[
        Path | None, typer.Option("--copy", help="The copy with the markers, of a disclaimer.", show_default=False)
    ] = None,
) -> None:
    """Hand the last act you signed about a report to a server, with the token in PINCITE_SERVER_TOKEN."""
    from pincite.gate.acts import SCHEMA
    from pincite.interfaces.cli.verify import read_file
    from pincite.storage.gate_folder import notes_beside

    stored, notes = read_stored(report), notes_beside(report)
    if not notes or not notes[-1].startswith(SCHEMA):
        raise BadInput("there is no signed act beside this report", remedy="Sign one: `pincite gate escalate`.")
    way = _way(notes[-1])
    if sign_off:
        if not _ID.fullmatch(sign_off) or way != "approve":
            raise BadInput("a proposal is approved by an act of approval", remedy="Sign one: `pincite gate approve`.")
        said = {"decision": "approve", "reason": _reason(notes[-1]), "note": notes[-1]}
        found = _asked(server, f"/v1/gate/sign-offs/{sign_off}/decision", said, matter)
    else:
        if way not in ("escalate", "disclaim"):
            raise BadInput(
                f"«{way}» proposes nothing", remedy="Sign with `gate escalate` or `gate disclaim`, or name --sign-off."
            )
        said = {
            "report": read_file(report).decode(), "way": way, "reason": _reason(notes[-1]), "note": notes[-1],
            "citations": _act(notes[-1])["citations"],
        }  # fmt: skip
        if draft is not None:
            said |= {"draft": base64.b64encode(read_file(draft)).decode(), "draft_name": draft.name}
        if copy is not None:
            said |= {"copy": base64.b64encode(read_file(copy)).decode(), "copy_name": copy.name}
        found = _asked(server, "/v1/gate/sign-offs", said, matter)
    by = f" by {found['decided_by']}" if found.get("decided_by") else ""
    typer.echo(
        f"{found['id']}  {found['state']}{by}: {found['way']} {', '.join(found['citations'])} of {stored.draft_name}"
    )


def _act(note: str) -> dict[str, Any]:
    import json

    value: dict[str, Any] = json.loads(note.split("\n")[1])
    return value


def _way(note: str) -> str:
    return str(_act(note)["way"])


def _reason(note: str) -> str:
    return str(_act(note)["reason"])


def _asked(server: str, path: str, body: dict[str, Any], matter: str) -> dict[str, Any]:
    from urllib.parse import quote

    from pincite import settings
    from pincite.privacy.egress import is_loopback

    token = settings.server_token()
    if not token:
        raise BadInput("there is no token", remedy="Set PINCITE_SERVER_TOKEN to an API token of yours.")
    if not server.startswith("https://") and not (server.startswith("http://") and is_loopback(server)):
        raise BadInput("a token is sent over https alone", remedy="Give --server https://…")
    try:
        import httpx
    except ImportError as error:
        raise CannotRun("asking a server needs httpx", remedy="Install pincite[server].") from error
    headers = {"Authorization": f"Bearer {token}", **({"Pincite-Matter": quote(matter)} if matter else {})}
    try:
        answer = httpx.post(
            server.rstrip("/") + path, json=body, headers=headers, timeout=60, verify=settings.ca_file() or True
        )
        value = answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise CannotRun(
            f"the server does not answer as it should: {type(error).__name__}", remedy="Check --server."
        ) from error
    if answer.status_code >= 400 or not isinstance(value, dict):
        said = value.get("detail", answer.status_code) if isinstance(value, dict) else answer.status_code
        raise BadInput(f"the server refuses: {str(said)[:500]}", remedy=str(value.get("do", ""))[:300])
    return value
