"""Roles, and what each may do, as one table.

Keeps true: what is not in the table is not allowed; a role may do what the role before it may; what a person alone may do is never
done by an API token alone.

Data: `data/roles.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from pincite.errors import BadInput
from pincite.text.tables import rows

__all__ = ["ROLES", "Action", "Role", "actions", "allowed", "check_actions", "check_role", "person_only", "scopes"]

Role = Literal["reader", "author", "reviewer", "approver"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Action:
    """A line of the table.

    Attributes:
        name: `read`, `append` and so on.
        roles: those that may.
        person: whether a person must do it.
        meaning: in a sentence.

    """

    name: str
    roles: frozenset[Role]
    person: bool
    meaning: str


@cache
def actions() -> Mapping[str, Action]:
    """All actions by name, in the order of the table."""
    found: dict[str, Action] = {}
    for name, *answers, by, meaning in rows("pincite.access.data", "roles.tsv"):
        given = dict(zip(ROLES, answers, strict=True))
        assert set(given.values()) <= {"yes", "no"} and by in ("person", "anybody"), name  # noqa: PT018 (data of our own)
        found[name] = Action(
            name, frozenset(role for role, yes in given.items() if yes == "yes"), by == "person", meaning
        )
    return found


def allowed(roles: Iterable[str], action: str) -> bool:
    """Whether one of these roles may do this; never for an action or a role that is not in the table."""
    known = actions().get(action)
    return known is not None and not known.roles.isdisjoint(roles)


def person_only(action: str) -> bool:
    """Whether a person must do it; also of what is not in the table."""
    known = actions().get(action)
    return known is None or known.person


def check_role(name: str) -> Role:
    """A role by its name.

    Raises:
        BadInput: it is none.

    """
    if name not in ROLES:
        raise BadInput(f"there is no role {name[:40]!r}", remedy=f"Roles are {', '.join(ROLES)}.")
    return name


def check_actions(names: Iterable[str]) -> frozenset[str]:
    """The scopes of a token: names of actions that a token may have.

    Raises:
        BadInput: there is no such action, or a person alone does it.

    """
    found = frozenset(names)
    able = scopes()
    for name in sorted(found):
        if name not in able:
            raise BadInput(f"there is no scope {name[:40]!r}", remedy=f"Scopes are {', '.join(able)}.")
    if not found:
        raise BadInput("a token needs a scope", remedy=f"Scopes are {', '.join(able)}.")
    return found


@cache
def scopes() -> tuple[str, ...]:
    """What a token may be made for: to propose or decide with it, each act must be signed with the person's key too."""
    return tuple(each.name for each in actions().values() if each.roles and each.name not in ("tokens", "erase"))
