"""Who calls, and what they may do: the port between the HTTP door and whoever knows users.

Keeps true: tenant, matter and name come from an identity, never from a body or a query; what is not allowed is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

from pincite.interfaces.mcp.engine import Who

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

__all__ = ["ALL", "Action", "Identity", "Principal", "principal_of"]

Action: TypeAlias = str
"""What a route needs: a line of the table of roles (access/data/roles.tsv), such as

read         the corpus, chats, reports, jobs
check        hand in drafts and have them checked
append       begin chats, open, propose, compose, audit in them
withdraw     take a row back, stop or erase a job
ask          have a language model asked
propose, decide, erase, tokens, log, administer     of a server with users
"""

ALL: frozenset[Action] = frozenset(("read", "check", "append", "withdraw", "ask"))
"""What the one user of a local server may: all that no second person is needed for."""


@dataclass(frozen=True, slots=True)
class Principal:
    """A person or a program that calls.

    Attributes:
        name: for the ledger and the logs: the person's or the token's, unique in the tenant.
        tenant, matter: whose data is reached; nothing else is.
        actor: as entries of a chat name it: user, agent.
        actions: what may be done.
        roles: as the identity calls them; for pages.
        by_cookie: it was known by a cookie: a request that changes anything must come from a page of this server.
        shown: a person's name, for pages; "" where `name` is what there is.

    """

    name: str
    tenant: str = "local"
    matter: str = "default"
    actor: str = "user"
    actions: frozenset[Action] = ALL
    roles: frozenset[str] = field(default_factory=frozenset)
    by_cookie: bool = False
    shown: str = ""

    def may(self, action: Action) -> bool:
        """Whether this is allowed."""
        return action in self.actions

    @property
    def who(self) -> Who:
        """As the engine knows callers."""
        return Who(self.tenant, self.matter, self.actor, self.actions)


Identity: TypeAlias = Callable[["HTTPConnection"], Awaitable[Principal]]
"""`await who(request)`: who calls, by header, cookie or session.

Raises `problems.unauthorized(...)` (401) where nobody is known, `problems.forbidden(...)` (403) where somebody is, and may not come in.
It is asked once a request, before any route that is not public, and answers quickly: what asks a database does so in a thread.
"""


def principal_of(request: HTTPConnection) -> Principal:
    """Who calls: as the identity said for this request."""
    return cast("Principal", request.scope["state"]["principal"])
