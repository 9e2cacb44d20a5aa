"""What stores in PostgreSQL share: the driver, the tenant of a transaction, the refusal of a role that could see all tenants.

Keeps true: the tenant is set for one transaction only, never for a connection; a role that owns the tables, is a superuser or
bypasses row-level security is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pincite.errors import CannotRun

if TYPE_CHECKING:
    import psycopg

__all__ = ["driver", "refuse_strong_role", "set_tenant"]

_STRONG = """
SELECT rolsuper OR rolbypassrls OR EXISTS (
  SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = '$schema' AND c.relkind = 'r' AND pg_has_role(current_user, c.relowner, 'MEMBER'))
FROM pg_roles WHERE rolname = current_user
"""


def driver() -> Any:
    """The module psycopg.

    Raises:
        CannotRun: it is not installed.

    """
    try:
        import psycopg  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise CannotRun(
            "PostgreSQL needs the driver psycopg, which is not installed", remedy="Install pincite[postgres]."
        ) from error
    return psycopg


def set_tenant(connection: psycopg.Connection[Any], tenant: str) -> None:
    """For this transaction only: a setting of the connection would be the next user's too."""
    connection.execute("SELECT set_config('pincite.tenant', %s, true)", (tenant,))


def refuse_strong_role(execute: Callable[[str], Sequence[Sequence[Any]]], schema: str) -> None:
    """Refuse a role for which tenants would not be apart.

    Args:
        execute: gives the rows of a statement.
        schema: of the tables; a name of our own.

    Raises:
        CannotRun: it is one.

    """
    rows = execute(_STRONG.replace("$schema", schema))
    if not rows or rows[0][0]:
        raise CannotRun(
            "the ledger's role is a superuser, bypasses row-level security or owns the tables: tenants would not be apart",
            remedy="Connect as the role that `pincite chat prepare` granted its rights.",
        )
