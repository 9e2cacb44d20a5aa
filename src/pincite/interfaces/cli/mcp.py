"""`pincite mcp`: serve the releases, chats and the verifier to agents, over stdio or Streamable HTTP."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput, CannotRun
from pincite.interfaces.cli.options import AtRelease, Releases

if TYPE_CHECKING:
    from pincite.interfaces.mcp.engine import Engine

__all__ = ["register"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
READERS = 16
"""Threads that read releases at a time: a call of a chat keeps its reader until the ledger has it on disk."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(
    release: Releases = None,
    at_release: AtRelease = None,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            help="The ledger of the chats: a file, or postgresql://…; without it chats last as long as the server.",
            show_default=False,
        ),
    ] = "",
    read_only: Annotated[bool, typer.Option("--read-only", help="Offer only what changes nothing: no chats.")] = False,
    http: Annotated[bool, typer.Option("--http", help="Streamable HTTP instead of standard input and output.")] = False,
    host: Annotated[str, typer.Option("--host", help="Address to listen at, with --http.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port, with --http.")] = 8320,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            help="A name under which it may be asked, beside those of this machine.",
            show_default=False,
        ),
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy", help="Whom receipts are trusted from; PINCITE_POLICY if not given.", show_default=False
        ),
    ] = None,
    tools: Annotated[bool, typer.Option("--tools", help="List the tools with their budgets, and end.")] = False,
) -> None:
    """Serve agents by the Model Context Protocol.

    On another address than this machine's own, PINCITE_MCP_TOKEN must be set: clients give it as a bearer token.
    """
    if tools:
        _list(read_only=read_only)
        return
    from pincite import settings

    _sdk()
    token = settings.mcp_token()
    if http and host not in LOOPBACK and not token:
        raise BadInput(
            f"{host} can be reached from other machines, and nothing would be asked of them",
            remedy="Set PINCITE_MCP_TOKEN to a secret of your own, or listen at 127.0.0.1.",
        )
    with _engine(release or [], at_release or [], store, policy, read_only=read_only) as engine:
        if http:
            _serve(engine, host, port, allowed_host or [], token)
        else:
            import anyio

            from pincite.interfaces.mcp.server import over_stdio

            anyio.run(over_stdio, engine)


@contextmanager
def _engine(
    release: list[Path], at_release: list[str], store: str, policy: Path | None, *, read_only: bool
) -> Iterator[Engine]:
    from pincite import settings, wiring
    from pincite.interfaces.mcp.engine import Engine
    from pincite.storage.trust_files import read_policy

    if read_only and store:
        raise BadInput("--read-only offers no chats", remedy="Leave --store out.")
    named = policy or settings.policy()
    with tempfile.TemporaryDirectory(prefix="pincite-mcp-") as scratch:
        pool = wiring.open_pool(release, at_release=at_release, size=READERS)
        ledger = None if read_only else wiring.open_ledger(store or Path(scratch) / "chats.db", create=True)
        engine = Engine(pool, ledger, read_policy(named) if named else None, lasting=bool(store))
        try:
            wiring.extractor()
            yield engine
        finally:
            engine.close()


def _serve(engine: Engine, host: str, port: int, allowed: list[str], token: str) -> None:
    import uvicorn

    from pincite.interfaces.mcp.server import LOOPBACK as OWN
    from pincite.interfaces.mcp.server import http_app

    names = [*OWN, *([] if host in LOOPBACK or host in ("0.0.0.0", "::") else [host]), *allowed]  # noqa: S104 (compared)
    app = http_app(engine, hosts=names, token=token)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(
        f"pincite mcp at http://{shown}:{port}/mcp{' (token asked for)' if token else ''}; stop with Ctrl-C", err=True
    )
    try:
        uvicorn.run(app, host=host, port=port, log_level="warning", access_log=False)
    except OSError as error:
        raise CannotRun(
            f"{host}:{port} cannot be listened at: {error.strerror}", remedy="Name another --port."
        ) from error


def _sdk() -> None:
    try:
        import mcp as _  # noqa: F401
    except ImportError as error:
        raise CannotRun("the MCP server needs the package mcp", remedy="Install pincite[mcp].") from error


def _list(*, read_only: bool) -> None:
    from pincite.interfaces.mcp.offered import offered_tools

    for each in offered_tools(read_only=read_only).values():
        typer.echo(f"{each.name:<18} {each.hints:<10} {each.budget:>6} characters  {each.title}")
    sys.stdout.flush()
