"""What a store of tenants, persons and credentials must do: one contract suite runs on SQLite and PostgreSQL.

Keeps true for whoever implements it:
1. Nothing of a tenant is seen or changed under the name of another. A credential is found by its digest alone, and whoever shows the
   secret sees that row and no other.
2. Secrets are not kept; their digests are. What is revoked or expired is found no more.
3. Times are ISO 8601 in UTC with milliseconds and are compared as texts; who calls says what time it is.
4. A pending sign-in is taken once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pincite.access.roles import Role

__all__ = ["AccessStore", "ApiToken", "Login", "Matter", "Member", "Session", "Tenant", "User"]


@dataclass(frozen=True, slots=True)
class Tenant:
    """A firm, or whoever keeps its work apart. `keep_days`: 0 keeps what entries say without limit."""

    name: str
    title: str = ""
    keep_days: int = 0
    at: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter of a tenant. `keep_days` 0 is the tenant's."""

    tenant: str
    name: str
    title: str = ""
    keep_days: int = 0
    at: str = ""


@dataclass(frozen=True, slots=True)
class User:
    """A person of a tenant.

    Attributes:
        tenant: of whom.
        id: stable; of a provider `issuer#subject`, else as the operator wrote it.
        name: to be shown.
        vkey: the verifier key of the acts this person signs; "" for none.
        disabled: whether nothing is let in for this person.

    """

    tenant: str
    id: str
    name: str = ""
    vkey: str = ""
    disabled: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A role of a person in a matter (`*`: in all)."""

    tenant: str
    matter: str
    user: str
    role: Role
    by: str = "operator"
    """`operator`, or `provider` for what the claims of the last sign-in say."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token without its secret.

    Attributes:
        tenant, user: whose.
        id: short, to be shown and revoked by.
        digest: of the secret.
        name: what it is for.
        scopes: actions.
        matters: to which it is limited; empty for all of its owner's.
        at, expires: from when until when.
        revoked: when, "" while it is not.

    """

    tenant: str
    user: str
    id: str
    digest: bytes
    name: str
    scopes: frozenset[str]
    matters: frozenset[str] = frozenset()
    at: str = ""
    expires: str = ""
    revoked: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A person signed in, without the cookie's secret.

    `csrf` is what a page sends with each change; `expires` is the end whatever happens, `idle` moves on while it is used.
    """

    tenant: str
    user: str
    digest: bytes
    csrf: str
    at: str
    idle: str
    expires: str


@dataclass(frozen=True, slots=True)
class Login:
    """A sign-in that was begun: kept until the provider sends the browser back; `digest` is of the state."""

    digest: bytes
    nonce: str
    verifier: str
    then: str
    expires: str


class AccessStore(Protocol):
    """See the module."""

    def add_tenant(self, tenant: Tenant) -> None:
        """Add a tenant, or change its title and retention."""

    def tenant(self, name: str) -> Tenant | None:
        """A tenant."""

    def add_matter(self, matter: Matter) -> None:
        """Add a matter, or change its title and retention."""

    def matters(self, tenant: str) -> tuple[Matter, ...]:
        """The matters of a tenant by name."""

    def add_user(self, user: User) -> None:
        """Add a person, or change name, key and whether it is disabled."""

    def user(self, tenant: str, id_: str) -> User | None:
        """A person of a tenant."""

    def users(self, tenant: str) -> tuple[User, ...]:
        """The persons of a tenant by id."""

    def grant(self, member: Member) -> bool:
        """Give a role; False when it was given before by the same."""

    def revoke(self, member: Member) -> bool:
        """Take a role away; False when it was not given by the same."""

    def set_provided(self, tenant: str, user: str, roles: frozenset[tuple[str, Role]]) -> bool:
        """Make (matter, role) what the provider says, and leave what the operator gave; whether anything changed."""

    def members(self, tenant: str, user: str = "") -> tuple[Member, ...]:
        """Roles of a tenant, or of one person of it."""

    def add_token(self, token: ApiToken) -> None:
        """Keep a token."""

    def token(self, digest: bytes, now: str) -> ApiToken | None:
        """The token of this secret; None when it is unknown, expired or revoked."""

    def tokens(self, tenant: str, user: str = "") -> tuple[ApiToken, ...]:
        """The tokens of a tenant or of a person, revoked ones too."""

    def revoke_token(self, tenant: str, id_: str, now: str, *, user: str = "") -> bool:
        """Revoke a token (of this person, when one is named); False when there is none that is not revoked."""

    def add_session(self, session: Session) -> None:
        """Keep a session."""

    def session(self, digest: bytes, now: str) -> Session | None:
        """The session of this secret; None when it is unknown or ended."""

    def touch_session(self, digest: bytes, idle: str) -> None:
        """Move the idle end on."""

    def end_session(self, digest: bytes) -> None:
        """Forget a session."""

    def end_sessions(self, tenant: str, user: str) -> int:
        """Forget all sessions of a person; how many there were."""

    def add_login(self, login: Login) -> None:
        """Keep a sign-in that was begun."""

    def take_login(self, digest: bytes, now: str) -> Login | None:
        """The sign-in of this state, which is then no more; None when it is unknown or expired."""

    def sweep(self, now: str) -> int:
        """Delete sessions and sign-ins that ended; how many."""

    def close(self) -> None:
        """Let go of the store."""
