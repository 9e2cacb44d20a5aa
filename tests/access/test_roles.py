"""The table of roles: every role and action, as the specification says, and nothing beside it."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.access.roles import ROLES, actions, allowed, check_actions, check_role, person_only, scopes
from pincite.errors import BadInput

# Written out by hand, not derived: the first role that may, and whether a person must do it.
FROM = {
    "read": ("reader", False),
    "check": ("author", False),
    "append": ("author", False),
    "withdraw": ("author", False),
    "ask": ("author", False),
    "log": ("reviewer", False),
    "propose": ("reviewer", True),
    "decide": ("approver", True),
    "erase": ("approver", True),
    "tokens": ("reader", True),
    "administer": (None, True),
}


def test_the_table_has_these_actions_and_no_other() -> None:
    assert list(actions()) == list(FROM)


@pytest.mark.parametrize(("role", "action"), list(itertools.product(ROLES, FROM)))
def test_a_role_may_what_the_specification_says(role: str, action: str) -> None:
    first, _ = FROM[action]
    expected = first is not None and ROLES.index(role) >= ROLES.index(first)
    assert allowed([role], action) is expected


@pytest.mark.parametrize("action", FROM)
def test_what_a_person_must_do_is_said(action: str) -> None:
    assert person_only(action) is FROM[action][1]


def test_nobody_may_administer_over_the_network() -> None:
    assert not allowed(ROLES, "administer")


@given(st.text(), st.sets(st.sampled_from(ROLES)))
def test_what_is_not_in_the_table_is_allowed_to_nobody(action: str, roles: set[str]) -> None:
    if action not in FROM:
        assert not allowed(roles, action)
        assert person_only(action)


@given(st.text())
def test_a_role_that_is_not_there_may_nothing(role: str) -> None:
    if role not in ROLES:
        assert not any(allowed([role], action) for action in actions())
        with pytest.raises(BadInput, match="no role"):
            check_role(role)


def test_a_token_is_made_for_known_scopes_that_it_may_have() -> None:
    assert check_actions(["read", "check"]) == {"read", "check"}
    assert set(scopes()) == set(FROM) - {"tokens", "erase", "administer"}
    for wrong in (["tokens"], ["erase"], ["administer"], ["everything"], []):
        with pytest.raises(BadInput, match="scope"):
            check_actions(wrong)


def test_the_specification_shows_the_table() -> None:
    text = (Path(__file__).resolve().parents[2] / "spec" / "roles.md").read_text("utf-8")
    shown = {}
    for line in text.splitlines():
        if found := re.fullmatch(r"\| `(\w+)` \| (.+?) \|", line):
            cells = [each.strip() for each in found[2].split("|")]
            shown[found[1]] = cells
    assert list(shown) == list(actions())
    for name, action in actions().items():
        *answers, by, meaning = shown[name]
        assert [each == "yes" for each in answers] == [role in action.roles for role in ROLES], name
        assert (by == "a person") is action.person, name
        assert meaning == action.meaning, name
