"""Who asks: tenants, matters, tokens that narrow, what a person alone may do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.access.principal import LOCAL, LOG_MATTER, Denied, Principal, check_name
from pincite.access.roles import ROLES, actions, person_only
from pincite.errors import BadInput

roles_by_matter = st.dictionaries(
    st.sampled_from(("harbour", "quay", "*")), st.frozensets(st.sampled_from(ROLES)), max_size=3
)
scopes = st.frozensets(st.sampled_from(list(actions())))


def person(**roles: str) -> Principal:
    return Principal("alpha", "anna", {m.replace("all", "*"): frozenset((r,)) for m, r in roles.items()})  # type: ignore[arg-type]


def test_a_role_in_one_matter_is_none_in_another() -> None:
    anna = person(harbour="approver")
    assert anna.may("decide", "harbour")
    assert not anna.may("read", "quay")


def test_a_role_in_all_matters_holds_in_each() -> None:
    assert person(all="reader").may("read", "whichever")


def test_refusals_do_not_tell_whether_a_matter_is_there() -> None:
    anna = person(harbour="reader")
    said = set()
    for matter in ("quay", "never was"):
        with pytest.raises(Denied) as refused:
            anna.require("read", matter)
        said.add(str(refused.value))
    assert len(said) == 1


@given(roles_by_matter, scopes, st.sampled_from(list(actions())), st.sampled_from(("harbour", "quay")), st.booleans())
def test_a_token_never_may_what_its_owner_may_not(
    roles: Any, given_scopes: frozenset[str], action: str, matter: str, signed: bool
) -> None:
    owner = Principal("alpha", "anna", roles)
    token = Principal("alpha", "anna", roles, via="token", scopes=given_scopes, token="t1")
    if token.may(action, matter, signed=signed):
        assert owner.may(action, matter)
        assert action in given_scopes
        assert signed or not person_only(action)


@pytest.mark.parametrize("action", [name for name in actions() if person_only(name)])
def test_attack_a_program_with_every_role_and_scope_does_nothing_that_a_person_must(action: str) -> None:
    everything = {"*": frozenset(ROLES)}
    token = Principal("alpha", "anna", everything, via="token", scopes=frozenset(actions()), token="t1")
    assert not token.may(action)
    assert not LOCAL.may(action)


def test_the_actor_of_an_entry_says_that_a_token_was_used() -> None:
    assert Principal("alpha", "anna", {}).actor == "anna"
    assert Principal("alpha", "anna", {}, via="token", token="t1").actor == "anna by token t1"


@pytest.mark.parametrize("name", ["", "  ", "*", "x" * 101, "a\nb", "a\x00", LOG_MATTER, "Pincite.Access", "a\\b"])
def test_names_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(BadInput, match="matter"):
        check_name("matter", name)


def test_a_name_is_kept_in_any_script() -> None:
    assert check_name("matter", " 燈籠 v Kanton Zürich (2026) ") == "燈籠 v Kanton Zürich (2026)"
