"""All pages of a server with users: those of any server, and sign-off and account.

Keeps true: they stand in one frame, whose navigation names them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.interfaces.http.app import Pages
from pincite.interfaces.web import browsing, chatting
from pincite.interfaces.web.accounts import PATHS, AccountPages
from pincite.interfaces.web.frame import Frame
from pincite.interfaces.web.pages import pages_of

if TYPE_CHECKING:
    from pincite.access.port import AccessStore
    from pincite.interfaces.http.limits import Limits
    from pincite.interfaces.http.users import Cookies
    from pincite.interfaces.mcp.engine import Engine
    from pincite.storage.jobs import JobStore

__all__ = ["server_pages"]


def server_pages(
    engine: Engine,
    jobs: JobStore,
    limits: Limits,
    users: AccessStore,
    cookies: Cookies,
    ancestors: Sequence[str] = (),
) -> Pages:
    """The pages over an engine, its jobs and its users; the arguments are those of `serving_users.ServerPagesOf`."""
    assert engine.ledger is not None, "a server with users has a ledger"
    usual = pages_of(engine, jobs, limits, ancestors, more=PATHS)
    frame = Frame(("/", *chatting.PATHS, *browsing.PATHS, *PATHS), tuple(ancestors))
    own = AccountPages(frame, users, engine.ledger, jobs, cookies).router()
    # before the others: the account has more here
    return Pages((own, *usual.routers), usual.problem)
