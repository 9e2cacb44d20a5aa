"""Tenants, persons and credentials in SQL that SQLite and PostgreSQL both understand.

Keeps true:
1. Each method is one transaction, told the tenant it is for, or the digest of the credential that was shown. In PostgreSQL row-level
   security, which holds the owner of the tables too, lets it see nothing else; a role that could bypass that is refused.
2. Every statement names its tenant or digest as well, so that tenants are apart in SQLite too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pincite.access.port import ApiToken, Login, Matter, Member, Session, Tenant, User
from pincite.access.roles import Role
from pincite.errors import BadInput
from pincite.storage.database import Database, Execute, PostgresDatabase, SqliteDatabase, prepare_database
from pincite.storage.postgres.server import refuse_strong_role

__all__ = ["SCHEMA", "AccessTables", "postgres_access", "prepare_access", "sqlite_access"]

T = TypeVar("T")

SCHEMA = "pincite_access"
APPLICATION_ID = 0x70434143  # "pCAC"
_TABLES = ("tenants", "matters", "users", "members", "tokens", "sessions", "logins")
_TOKEN = "tenant, person, id, digest, name, scopes, matters, at, expires, revoked"  # noqa: S105 (names of columns)
_SESSION = "tenant, person, digest, csrf, at, idle, expires"


def sqlite_access(path: Path, *, create: bool = False) -> AccessTables:
    """The store in one file.

    Raises:
        BadInput: it is not there, or is another program's.
        CannotRun: it cannot be opened.

    """
    if not create and not path.is_file():
        raise BadInput(f"there are no users at {path}", remedy="`pincite server tenants add` makes the file.")
    return AccessTables(SqliteDatabase(path, "sqlite_access", APPLICATION_ID), scoped=False)


def postgres_access(address: str) -> AccessTables:
    """The store in PostgreSQL.

    Raises:
        BadInput: the database was not made ready.
        CannotRun: it cannot be reached, psycopg is not installed, or the role could bypass row-level security.

    """
    database = PostgresDatabase(address, "postgres_access", SCHEMA)
    try:
        with database.reading() as execute:
            refuse_strong_role(execute, SCHEMA)
    except BaseException:
        database.close()
        raise
    return AccessTables(database, scoped=True)


def prepare_access(address: str, role: str) -> int:
    """Make the tables in PostgreSQL, or bring them up to date; `role` must be there. Returns their version."""
    return prepare_database(address, role, "postgres_access", SCHEMA, _TABLES)


class AccessTables:
    """Implements `access.port.AccessStore`.

    Args:
        database: where the tables lie.
        scoped: whether it has row-level security that must be told the tenant.

    """

    def __init__(self, database: Database, *, scoped: bool) -> None:
        self._database = database
        self._scoped = scoped

    def close(self) -> None:
        """Let go of the store."""
        self._database.close()

    def _do(self, work: Callable[[Execute], T], *, tenant: str = "", digest: bytes = b"", sweep: str = "") -> T:
        """Run `work` in one transaction; it is durable when this returns."""
        with self._database.writing() as execute:
            if self._scoped:
                execute(
                    "SELECT set_config('pincite.tenant', ?, true), set_config('pincite.digest', ?, true),"
                    " set_config('pincite.sweep', ?, true)",
                    *(tenant, digest.hex(), sweep),
                )
            return work(execute)

    def _rows(self, sql: str, *values: Any, tenant: str = "", digest: bytes = b"") -> list[tuple[Any, ...]]:
        if not self._scoped:
            with self._database.reading() as execute:
                return execute(sql, *values)
        return self._do(lambda run: run(sql, *values), tenant=tenant, digest=digest)

    def add_tenant(self, tenant: Tenant) -> None:
        """Add a tenant, or change its title and retention."""
        self._do(
            lambda run: run(
                "INSERT INTO tenants VALUES (?, ?, ?, ?) ON CONFLICT (tenant) DO UPDATE"
                " SET title = excluded.title, keep_days = excluded.keep_days",
                *(tenant.name, tenant.title, tenant.keep_days, tenant.at),
            ),
            tenant=tenant.name,
        )

    def tenant(self, name: str) -> Tenant | None:
        """A tenant."""
        found = self._rows("SELECT tenant, title, keep_days, at FROM tenants WHERE tenant = ?", name, tenant=name)
        return Tenant(*found[0]) if found else None

    def add_matter(self, matter: Matter) -> None:
        """Add a matter, or change its title and retention."""

        def work(run: Execute) -> None:
            _known(run, matter.tenant)
            run(
                "INSERT INTO matters VALUES (?, ?, ?, ?, ?) ON CONFLICT (tenant, matter) DO UPDATE"
                " SET title = excluded.title, keep_days = excluded.keep_days",
                *(matter.tenant, matter.name, matter.title, matter.keep_days, matter.at),
            )

        self._do(work, tenant=matter.tenant)

    def matters(self, tenant: str) -> tuple[Matter, ...]:
        """The matters of a tenant by name."""
        sql = "SELECT tenant, matter, title, keep_days, at FROM matters WHERE tenant = ?"
        return tuple(sorted((Matter(*row) for row in self._rows(sql, tenant, tenant=tenant)), key=lambda m: m.name))

    def add_user(self, user: User) -> None:
        """Add a person, or change name, key and whether it is disabled."""

        def work(run: Execute) -> None:
            _known(run, user.tenant)
            run(
                "INSERT INTO users VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, id) DO UPDATE"
                " SET name = excluded.name, vkey = excluded.vkey, disabled = excluded.disabled",
                *(user.tenant, user.id, user.name, user.vkey, int(user.disabled), user.at),
            )

        self._do(work, tenant=user.tenant)

    def user(self, tenant: str, id_: str) -> User | None:
        """A person of a tenant."""
        return next((each for each in self._users(tenant, " AND id = ?", id_)), None)

    def users(self, tenant: str) -> tuple[User, ...]:
        """The persons of a tenant by id."""
        return tuple(sorted(self._users(tenant), key=lambda user: user.id))

    def _users(self, tenant: str, more: str = "", *values: str) -> list[User]:
        sql = f"SELECT tenant, id, name, vkey, disabled, at FROM users WHERE tenant = ?{more}"  # noqa: S608 (our own)
        rows = self._rows(sql, tenant, *values, tenant=tenant)
        return [User(row[0], row[1], row[2], row[3], bool(row[4]), row[5]) for row in rows]

    def grant(self, member: Member) -> bool:
        """Give a role; False when it was given before by the same."""
        return self._do(lambda run: _grant(run, member), tenant=member.tenant)

    def revoke(self, member: Member) -> bool:
        """Take a role away; False when it was not given by the same."""
        return self._do(lambda run: _revoke(run, member), tenant=member.tenant)

    def set_provided(self, tenant: str, user: str, roles: frozenset[tuple[str, Role]]) -> bool:
        """Make (matter, role) what the provider says, and leave what the operator gave; whether anything changed."""

        def work(run: Execute) -> bool:
            rows = run(
                "SELECT matter, role FROM members WHERE tenant = ? AND person = ? AND given_by = 'provider'",
                *(tenant, user),
            )
            held = {(matter, role) for matter, role in rows}
            for matter, role in sorted(held - roles):
                _revoke(run, Member(tenant, matter, user, role, "provider"))
            for matter, role in sorted(roles - held):
                _grant(run, Member(tenant, matter, user, role, "provider"))
            return held != roles

        return self._do(work, tenant=tenant)

    def members(self, tenant: str, user: str = "") -> tuple[Member, ...]:
        """Roles of a tenant, or of one person of it."""
        sql = "SELECT tenant, matter, person, role, given_by FROM members WHERE tenant = ? AND (? = '' OR person = ?)"
        rows = self._rows(sql, *(tenant, user, user), tenant=tenant)
        return tuple(sorted((Member(*row) for row in rows), key=lambda m: (m.user, m.matter, m.role, m.by)))

    def add_token(self, token: ApiToken) -> None:
        """Keep a token."""
        values = (
            token.tenant, token.user, token.id, token.digest, token.name, json.dumps(sorted(token.scopes)),
            json.dumps(sorted(token.matters)), token.at, token.expires, token.revoked,
        )  # fmt: skip

        def work(run: Execute) -> None:
            _known_user(run, token.tenant, token.user)
            run(f"INSERT INTO tokens ({_TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)  # noqa: S608 (our own)

        self._do(work, tenant=token.tenant)

    def token(self, digest: bytes, now: str) -> ApiToken | None:
        """The token of this secret; None when it is unknown, expired or revoked."""
        sql = f"SELECT {_TOKEN} FROM tokens WHERE digest = ? AND revoked = '' AND expires > ?"  # noqa: S608 (our own)
        rows = self._rows(sql, *(digest, now), digest=digest)
        return _token(rows[0]) if rows else None

    def tokens(self, tenant: str, user: str = "") -> tuple[ApiToken, ...]:
        """The tokens of a tenant or of a person, revoked ones too."""
        sql = f"SELECT {_TOKEN} FROM tokens WHERE tenant = ? AND (? = '' OR person = ?)"  # noqa: S608 (our own)
        rows = self._rows(sql, *(tenant, user, user), tenant=tenant)
        return tuple(sorted(map(_token, rows), key=lambda token: (token.at, token.id)))

    def revoke_token(self, tenant: str, id_: str, now: str, *, user: str = "") -> bool:
        """Revoke a token (of this person, when one is named); False when there is none that is not revoked."""
        sql = "UPDATE tokens SET revoked = ? WHERE tenant = ? AND id = ? AND revoked = '' AND (? = '' OR person = ?) RETURNING 1"
        return self._do(lambda run: bool(run(sql, *(now, tenant, id_, user, user))), tenant=tenant)

    def add_session(self, session: Session) -> None:
        """Keep a session."""
        values = (
            session.tenant, session.user, session.digest, session.csrf, session.at, session.idle, session.expires,
        )  # fmt: skip

        def work(run: Execute) -> None:
            _known_user(run, session.tenant, session.user)
            run(f"INSERT INTO sessions ({_SESSION}) VALUES (?, ?, ?, ?, ?, ?, ?)", *values)  # noqa: S608 (our own)

        self._do(work, tenant=session.tenant)

    def session(self, digest: bytes, now: str) -> Session | None:
        """The session of this secret; None when it is unknown or ended."""
        sql = f"SELECT {_SESSION} FROM sessions WHERE digest = ? AND idle > ? AND expires > ?"  # noqa: S608 (our own)
        rows = self._rows(sql, *(digest, now, now), digest=digest)
        return Session(rows[0][0], rows[0][1], bytes(rows[0][2]), *rows[0][3:]) if rows else None

    def touch_session(self, digest: bytes, idle: str) -> None:
        """Move the idle end on."""
        self._do(lambda run: run("UPDATE sessions SET idle = ? WHERE digest = ?", idle, digest), digest=digest)

    def end_session(self, digest: bytes) -> None:
        """Forget a session."""
        self._do(lambda run: run("DELETE FROM sessions WHERE digest = ?", digest), digest=digest)

    def end_sessions(self, tenant: str, user: str) -> int:
        """Forget all sessions of a person; how many there were."""
        sql = "DELETE FROM sessions WHERE tenant = ? AND person = ? RETURNING 1"
        return self._do(lambda run: len(run(sql, *(tenant, user))), tenant=tenant)

    def add_login(self, login: Login) -> None:
        """Keep a sign-in that was begun."""
        values = (login.digest, login.nonce, login.verifier, login.then, login.expires)
        self._do(lambda run: run("INSERT INTO logins VALUES (?, ?, ?, ?, ?)", *values), digest=login.digest)

    def take_login(self, digest: bytes, now: str) -> Login | None:
        """The sign-in of this state, which is then no more; None when it is unknown or expired."""

        def work(run: Execute) -> Login | None:
            rows = run("DELETE FROM logins WHERE digest = ? RETURNING digest, nonce, verifier, target, expires", digest)
            return Login(bytes(rows[0][0]), *rows[0][1:]) if rows else None

        found = self._do(work, digest=digest)
        return found if found is not None and found.expires > now else None

    def sweep(self, now: str) -> int:
        """Delete sessions and sign-ins that ended; how many."""

        def work(run: Execute) -> int:
            ended = len(run("DELETE FROM sessions WHERE expires < ? OR idle < ? RETURNING 1", now, now))
            return ended + len(run("DELETE FROM logins WHERE expires < ? RETURNING 1", now))

        return self._do(work, sweep=now)


def _token(row: tuple[Any, ...]) -> ApiToken:
    tenant, user, id_, digest, name, scopes, matters, at, expires, revoked = row
    limits = frozenset(json.loads(scopes)), frozenset(json.loads(matters))
    return ApiToken(tenant, user, id_, bytes(digest), name, *limits, at, expires, revoked)


def _grant(run: Execute, member: Member) -> bool:
    _known_user(run, member.tenant, member.user)
    sql = "INSERT INTO members (tenant, matter, person, role, given_by) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1"
    return bool(run(sql, member.tenant, member.matter, member.user, member.role, member.by))


def _revoke(run: Execute, member: Member) -> bool:
    sql = "DELETE FROM members WHERE tenant = ? AND matter = ? AND person = ? AND role = ? AND given_by = ? RETURNING 1"
    return bool(run(sql, member.tenant, member.matter, member.user, member.role, member.by))


def _known(run: Execute, tenant: str) -> None:
    if not run("SELECT 1 FROM tenants WHERE tenant = ?", tenant):
        raise BadInput(f"there is no tenant {tenant!r}", remedy="`pincite server tenants add` adds one.")


def _known_user(run: Execute, tenant: str, user: str) -> None:
    if not run("SELECT 1 FROM users WHERE tenant = ? AND id = ?", tenant, user):
        raise BadInput(f"there is no person {user!r} in the tenant {tenant!r}", remedy="`pincite server users add`.")
