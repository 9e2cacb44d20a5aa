"""Who asks: a person or a program of a tenant, as the door knows it and never as an argument says it.

Keeps true:
1. A principal belongs to one tenant; nothing it does names another.
2. It may in a matter what its roles there may: those of that matter and those it has in all matters of the tenant.
3. A token narrows what its owner may and never widens it; what a person alone may do, no token does by itself, and neither does the
   one user of a local server: on a machine of one's own, programs can ask for everything that user can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pincite.access.roles import Role, allowed, person_only
from pincite.errors import BadInput, PinciteError

__all__ = ["ALL_MATTERS", "LOCAL", "LOG_CHAT", "LOG_MATTER", "Denied", "Principal", "Unknown", "check_name"]

ALL_MATTERS = "*"
"""Stands among the matters for all of a tenant's."""
RESERVED = "pincite."
LOG_MATTER = "pincite.access"
LOG_CHAT = "pincite.access.log"
"""The chat of a tenant's ledger in which access is recorded."""
_LONGEST = 100

Via = Literal["local", "session", "token"]


class Unknown(PinciteError):
    """Nobody that is known asks: credentials are missing, expired, revoked or wrong. Which of these is not said."""

    exit_code = 3
    code = "unauthorized"

    def __init__(self, message: str = "sign in, or give an API token as a bearer token") -> None:
        super().__init__(
            message, remedy="Tokens are made by `pincite server tokens new`, or on the page of your account."
        )


class Denied(PinciteError):
    """Who asks is known and may not do this; the same is said of a matter that is not there."""

    exit_code = 3
    code = "forbidden"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks.

    Attributes:
        tenant: whose data it sees.
        user: stable id of the person, such as `anna@firm.example`.
        roles: by matter; `*` for all matters.
        via: how it is known. `local`: the one user of a server on this machine.
        scopes: of a token; None for a person.
        token: id of the token, "" for a person.
        matter: that this request is about.

    """

    tenant: str
    user: str
    roles: Mapping[str, frozenset[Role]] = field(default_factory=dict)
    via: Via = "session"
    scopes: frozenset[str] | None = None
    token: str = ""
    matter: str = "default"

    @property
    def person(self) -> bool:
        """Whether a person is there, and no program that holds a token."""
        return self.via == "session"

    @property
    def actor(self) -> str:
        """How entries of a ledger name it."""
        return f"{self.user} by token {self.token}" if self.token else self.user

    def roles_in(self, matter: str) -> frozenset[Role]:
        """Its roles in a matter."""
        return self.roles.get(matter, frozenset()) | self.roles.get(ALL_MATTERS, frozenset())

    def may(self, action: str, matter: str | None = None, *, signed: bool = False) -> bool:
        """Whether it may do this in a matter (that of the request when None).

        Args:
            action: of the table of roles.
            matter: where.
            signed: whether an act signed with the person's key stands for the person.

        """
        if not allowed(self.roles_in(self.matter if matter is None else matter), action):
            return False
        if self.via == "session":
            return True
        in_scope = self.scopes is None or action in self.scopes
        return in_scope and (signed or not person_only(action))

    def require(self, action: str, matter: str | None = None, *, signed: bool = False) -> None:
        """Refuse what it may not.

        Raises:
            Denied: with the same words whether the matter is there or not.

        """
        if not self.may(action, matter, signed=signed):
            why = " A person signed in does this, no program." if not self.person and person_only(action) else ""
            raise Denied(
                f"{action} is not yours in this matter.{why}",
                remedy="Whoever runs the server gives roles: `pincite server users grant`.",
            )

    def matters(self) -> frozenset[str]:
        """The matters it has a role in, by name; `*` may be among them."""
        return frozenset(matter for matter, roles in self.roles.items() if roles)


LOCAL = Principal("local", "user", {ALL_MATTERS: frozenset(("reader", "author", "reviewer", "approver"))}, via="local")
"""The one user of a server that answers on this machine alone."""


def check_name(what: str, name: str) -> str:
    """A name for a tenant, matter, user or token.

    Raises:
        BadInput: it is empty, too long, reserved, or holds what cannot be printed.

    """
    cut = name.strip()
    if not cut or len(cut) > _LONGEST or not cut.isprintable() or cut == ALL_MATTERS or "\\" in cut:
        raise BadInput(f"{name[:40]!r} is no name for a {what}", remedy=f"Use 1 to {_LONGEST} printed characters.")
    if cut.casefold().startswith(RESERVED):
        raise BadInput(f"names of {what}s do not begin with {RESERVED}", remedy="Choose another.")
    return cut
