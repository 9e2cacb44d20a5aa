"""`pincite server start`: serve many users, behind a proxy that ends TLS."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import AtRelease, Releases

if TYPE_CHECKING:
    from pincite.interfaces.http.order import Order
    from pincite.interfaces.http.server_mode import ServerSettings

__all__ = ["start"]


def start(
    store: Annotated[
        str,
        typer.Option(
            "--store",
            help="postgresql://… of ledger, jobs and users, made ready by `server prepare`.",
            show_default=False,
        ),
    ] = "",
    public_url: Annotated[
        str, typer.Option("--public-url", help="The address under which browsers know the server.", show_default=False)
    ] = "",
    release: Releases = None,
    at_release: AtRelease = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen at, for the proxy.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port.")] = 8330,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="Address or network of the proxy that ends TLS.", show_default=False),
    ] = None,
    provider: Annotated[
        Path | None, typer.Option("--provider", help="File of the identity provider.", show_default=False)
    ] = None,
    tokens_only: Annotated[bool, typer.Option("--tokens-only", help="No provider: API tokens alone come in.")] = False,
    frame: Annotated[
        list[str] | None,
        typer.Option(
            "--frame", help="An origin whose pages may show the review page (a task pane).", show_default=False
        ),
    ] = None,
    inward: Annotated[bool, typer.Option("--inward", help="The provider lies in a private network.")] = False,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that answer requests.")] = 1,
    verifiers: Annotated[
        int | None,
        typer.Option("--verifiers", min=1, max=64, help="Processes that do jobs.", show_default=False),
    ] = None,
    keep: Annotated[
        float, typer.Option("--keep", min=0.01, help="Hours for which jobs and their drafts are kept.")
    ] = 24.0,
    upload: Annotated[int, typer.Option("--upload", min=1, max=1024, help="Most megabytes of an upload.")] = 50,
    policy: Annotated[
        Path | None, typer.Option("--policy", help="Whom receipts are trusted from.", show_default=False)
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Log each request as JSON, without its content.")] = False,
    telemetry: Annotated[str, typer.Option("--telemetry", help="otlp or console.", show_default=False)] = "",
    insecure: Annotated[
        bool, typer.Option("--insecure", help="http on this machine, and a file for --store: to try it out.")
    ] = False,
) -> None:
    """Serve many users: the API, the MCP server and the pages.

    It starts only with PostgreSQL, behind a proxy that ends TLS, and with an identity provider or tokens. docs/server.md.
    """
    from pincite import settings
    from pincite.interfaces.cli.serve import _installed, _jobs_beside
    from pincite.interfaces.http.limits import Limits
    from pincite.interfaces.http.order import Order
    from pincite.interfaces.http.server_mode import ServerSettings, check_settings

    how = ServerSettings(
        *(store, public_url.rstrip("/"), host, port, tuple(proxy or ()), provider, tokens_only, tuple(frame or ())),
        inward=inward,
        insecure=insecure,
    )
    check_settings(how)
    _installed()
    named = policy or settings.policy()
    order = Order(
        *(tuple(release or settings.releases()), tuple(at_release or ()), store, _jobs_beside(store)),
        policy=str(named) if named else "",
        keep=keep * 3600,
        hosts=how.hosts,
        limits=Limits(upload=upload * 1024 * 1024),
        log=log,
        telemetry=telemetry,
    )
    _run(order, how, workers, verifiers or settings.jobs())


def _run(order: Order, how: ServerSettings, workers: int, verifiers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from pincite import wiring
    from pincite.interfaces.cli.serve import _listening
    from pincite.interfaces.http.observing import set_up_logging, telemetry_of
    from pincite.interfaces.http.serving_users import app_of_server
    from pincite.interfaces.http.working import Crew
    from pincite.interfaces.web.server_pages import server_pages

    set_up_logging(as_json=order.log)
    telemetry_of(order.telemetry)
    # what is missing is said before anything is begun
    wiring.open_users(order.ledger).close()
    order.open_jobs().close()
    order.open_engine(1).close()
    if how.provider is not None:
        wiring.identity_provider(how.provider, inward=how.inward, insecure=how.insecure).close()
    with ExitStack() as stack:
        listening = stack.enter_context(_listening(how.host, how.port))
        stack.enter_context(Crew(order, verifiers))
        typer.echo(f"pincite server at {how.host}:{listening.getsockname()[1]}, for {how.public_url}", err=True)
        sys.stderr.flush()
        config = uvicorn.Config(
            partial(app_of_server, order, how, server_pages),
            factory=True, log_config=None, access_log=False, workers=workers, server_header=False, timeout_keep_alive=30,
            timeout_graceful_shutdown=10, h11_max_incomplete_event_size=65_536,
            proxy_headers=bool(how.proxies), forwarded_allow_ips=list(how.proxies),
        )  # fmt: skip
        if workers == 1:
            uvicorn.Server(config).run(sockets=[listening])
        else:
            Multiprocess(config, [listening]).run()
