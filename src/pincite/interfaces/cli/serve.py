"""`pincite serve`: the HTTP API, the MCP server and the pages, on this machine; one user, one token."""

from __future__ import annotations

import secrets
import socket
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput, CannotRun
from pincite.interfaces.cli.options import AtRelease, Releases

if TYPE_CHECKING:
    from pincite.interfaces.http.order import Order

__all__ = ["register"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    release: Releases = None,
    at_release: AtRelease = None,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            help="The ledger of the chats, and beside it the jobs: a file, or postgresql://…; without it both last as long as"
            " the server.",
            show_default=False,
        ),
    ] = "",
    read_only: Annotated[bool, typer.Option("--read-only", help="Offer no chats.")] = False,
    host: Annotated[str, typer.Option("--host", help="Address of this machine to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 for one that is free.")] = 8321,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that answer requests.")] = 1,
    verifiers: Annotated[
        int | None,
        typer.Option(
            "--verifiers",
            min=1,
            max=64,
            help="Processes that do jobs; PINCITE_JOBS or two if not given.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        float, typer.Option("--keep", min=0.01, help="Hours for which jobs and their drafts are kept.")
    ] = 24.0,
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy", help="Whom receipts are trusted from; PINCITE_POLICY if not given.", show_default=False
        ),
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="Log each request as a line of JSON, without its content.")
    ] = False,
    telemetry: Annotated[
        str,
        typer.Option(
            "--telemetry", help="Send traces and metrics by OpenTelemetry: otlp or console.", show_default=False
        ),
    ] = "",
    specimen: Annotated[
        Path | None,
        typer.Option(
            "--specimen",
            metavar="FOLDER",
            help="Serve two small fictional releases, built in this folder, and offer sample drafts: to try it.",
            show_default=False,
        ),
    ] = None,
    openapi: Annotated[bool, typer.Option("--openapi", help="Print the OpenAPI document, and end.")] = False,
) -> None:
    """Serve the review page, the HTTP API and the MCP server to this machine.

    A link with a new token is printed; programs give the token as a bearer token. PINCITE_SERVE_TOKEN sets one of your own.
    """
    _installed()
    if openapi:
        _print_openapi(read_only=read_only)
        return
    if host not in LOOPBACK:
        raise BadInput(
            f"{host} can be reached from other machines, and a local server knows one user only",
            remedy="Listen at 127.0.0.1.",
        )
    if read_only and store:
        raise BadInput("--read-only offers no chats", remedy="Leave --store out.")
    from pincite import settings
    from pincite.interfaces.http.order import Order

    named = policy or settings.policy()
    if specimen is not None:
        from pincite.interfaces.cli.demo import built_specimen

        release = [*(release or ()), *built_specimen(specimen)]
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pincite-serve-")))
        ledger = "" if read_only else store or str(scratch / "chats.db")
        order = Order(
            tuple(release or settings.releases()),
            tuple(at_release or ()),
            ledger,
            _jobs_beside(store) if store else str(scratch / "jobs.db"),
            str(named) if named else "",
            lasting=bool(store),
            keep=keep * 3600,
            token=settings.serve_token() or secrets.token_urlsafe(32),
            log=log,
            telemetry=telemetry,
        )
        _run(order, stack, host, port, workers, verifiers or settings.jobs(), samples=specimen is not None)


def _jobs_beside(store: str) -> str:
    return store if store.startswith(("postgresql://", "postgres://")) else f"{store}.jobs"


def _run(
    order: Order, stack: ExitStack, host: str, port: int, workers: int, verifiers: int, *, samples: bool = False
) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from pincite.interfaces.http.observing import set_up_logging, telemetry_of
    from pincite.interfaces.http.serving import app_of_order
    from pincite.interfaces.http.working import Crew
    from pincite.interfaces.web.pages import pages_of

    set_up_logging(as_json=order.log)
    telemetry_of(order.telemetry)  # what is missing is said before anything is begun
    order.open_jobs().close()
    order.open_engine(1).close()
    listening = stack.enter_context(_listening(host, port))
    stack.enter_context(Crew(order, verifiers))
    at = listening.getsockname()[1]
    shown = f"http://{f'[{host}]' if ':' in host else host}:{at}"
    typer.echo(f"pincite at {shown}/enter#{order.token}", err=True)
    typer.echo(f"  API {shown}/v1/openapi.json   MCP {shown}/mcp   stop with Ctrl-C", err=True)
    sys.stderr.flush()
    config = uvicorn.Config(
        partial(app_of_order, order, partial(pages_of, samples=samples)), factory=True, log_config=None, access_log=False, workers=workers,
        server_header=False, timeout_keep_alive=30, timeout_graceful_shutdown=10, h11_max_incomplete_event_size=65_536,
        proxy_headers=False,  # nobody stands before it: who says so is lying
    )  # fmt: skip
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
    else:
        Multiprocess(config, [listening]).run()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(1024)
        made.set_inheritable(True)
    except OSError as error:
        made.close()
        raise CannotRun(
            f"{host}:{port} cannot be listened at: {error.strerror}", remedy="Name another --port."
        ) from error
    return made


def _installed() -> None:
    from importlib.util import find_spec

    missing = [name for name in ("mcp", "starlette", "uvicorn", "python_multipart") if find_spec(name) is None]
    if missing:
        raise CannotRun(f"the server needs {', '.join(missing)}", remedy="Install pincite[serve].")


def _print_openapi(*, read_only: bool) -> None:
    import json

    from pincite.interfaces.http.openapi import document

    typer.echo(json.dumps(document(read_only=read_only), ensure_ascii=False, indent=1))
