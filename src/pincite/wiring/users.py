"""Tenants, persons and credentials of a server, who administers them, and its identity provider.

Keeps true: the client's secret of the provider comes from the environment and is handed on, never shown.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import BadInput
from pincite.wiring.chats import now

if TYPE_CHECKING:
    from pincite.access.port import AccessStore
    from pincite.connectors.oidc import OidcProvider
    from pincite.ledger.port import Ledger
    from pincite.workflows.administer import Administering

_POSTGRES = ("postgresql://", "postgres://")


def users_beside(store: str) -> str:
    """Where the users of a ledger lie: in the same database, or in a file beside it."""
    return store if store.startswith(_POSTGRES) else f"{store}.users"


def open_users(store: str, *, create: bool = False) -> AccessStore:
    """The users beside a ledger, in a file or in PostgreSQL.

    Args:
        store: the ledger's path or address.
        create: make the file where it is not there; a database is made ready by `pincite server prepare`.

    Raises:
        BadInput: there are none.
        CannotRun: they cannot be opened.

    """
    from pincite.storage.access import postgres_access, sqlite_access  # noqa: PLC0415 (an extra)

    place = users_beside(store)
    return postgres_access(place) if place.startswith(_POSTGRES) else sqlite_access(Path(place), create=create)


def administering(store: AccessStore, ledger: Ledger, *, actor: str = "operator") -> Administering:
    """Who administers, now."""
    from pincite.workflows.administer import Administering  # noqa: PLC0415 (as above)

    return Administering(store, ledger, actor, now(), secrets.token_bytes)


def identity_provider(path: Path, *, inward: bool = False, insecure: bool = False) -> OidcProvider:
    """The identity provider that a file describes; its client's secret is PINCITE_OIDC_SECRET.

    Raises:
        BadInput: the file cannot be read or used.
        CannotRun: httpx or PyJWT is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.access.claims import read_provider  # noqa: PLC0415 (as above)
    from pincite.connectors.oidc import OidcProvider  # noqa: PLC0415 (an extra)

    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}", remedy="Name the file of the identity provider.") from error
    return OidcProvider(read_provider(data, path.name), settings.oidc_secret(), inward=inward, insecure=insecure)
