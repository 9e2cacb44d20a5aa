"""Claims of a provider: what the operator's file says they give, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.access.claims import Provider, admit, read_provider
from pincite.access.principal import Denied
from pincite.errors import BadInput

FILE = """
issuer: https://login.firm.example
client_id: pincite
tenants:
  - tenant: alpha
    when: {groups: [alpha-legal, alpha-partners]}
  - tenant: beta
    when: {hd: [beta.example], realm_access.roles: [legal]}
roles:
  - role: reader
    when: {groups: [alpha-legal, alpha-partners]}
  - role: approver
    matters: [harbour, 燈籠]
    when: {groups: [alpha-partners]}
  - role: author
    when: {email: [anna@alpha.example]}
"""


@pytest.fixture
def provider() -> Provider:
    return read_provider(FILE.encode())


def test_groups_give_a_tenant_and_roles(provider: Provider) -> None:
    anna = admit(provider, {"sub": "7", "name": "Anna", "groups": ["alpha-partners", "chess"]})
    assert (anna.tenant, anna.user, anna.name) == ("alpha", "https://login.firm.example#7", "Anna")
    assert anna.roles == {("*", "reader"), ("harbour", "approver"), ("燈籠", "approver")}


def test_all_conditions_of_a_rule_must_hold_and_paths_lead_into_objects(provider: Provider) -> None:
    claims = {"sub": "8", "hd": "beta.example", "realm_access": {"roles": ["legal"]}}
    assert admit(provider, claims).tenant == "beta"
    with pytest.raises(Denied, match="no tenant"):
        admit(provider, claims | {"realm_access": {"roles": ["other"]}})


def test_a_person_of_two_tenants_is_refused_and_not_given_one(provider: Provider) -> None:
    both = {"sub": "9", "groups": ["alpha-legal"], "hd": "beta.example", "realm_access": {"roles": ["legal"]}}
    with pytest.raises(Denied, match="several tenants"):
        admit(provider, both)


@pytest.mark.parametrize("verified", [False, None, "true", 1])
def test_attack_an_address_that_nobody_verified_gives_nothing(provider: Provider, verified: Any) -> None:
    claims = {"sub": "7", "groups": ["alpha-legal"], "email": "anna@alpha.example", "email_verified": verified}
    assert ("*", "author") not in admit(provider, claims).roles
    assert ("*", "author") in admit(provider, claims | {"email_verified": True}).roles


def test_attack_a_person_is_its_subject_and_not_the_name_it_shows(provider: Provider) -> None:
    one = admit(provider, {"sub": "7", "name": "Anna\u202e\n", "groups": ["alpha-legal"]})
    other = admit(provider, {"sub": "8", "name": "Anna", "groups": ["alpha-legal"]})
    assert one.user != other.user
    assert one.name == other.name == "Anna"


@given(st.dictionaries(st.text(), st.one_of(st.none(), st.text(), st.integers(), st.lists(st.text()))))
def test_claims_of_any_shape_come_in_nowhere_unless_a_rule_says_so(claims: dict[str, Any]) -> None:
    provider = read_provider(FILE.encode())
    if not {"groups", "hd", "realm_access"} & set(claims):
        with pytest.raises(Denied):
            admit(provider, claims)


@pytest.mark.parametrize("subject", [None, "", 7, ["7"]])
def test_a_person_without_a_subject_is_refused(provider: Provider, subject: Any) -> None:
    with pytest.raises(Denied, match="who you are"):
        admit(provider, {"sub": subject, "groups": ["alpha-legal"]})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("when: {groups: [alpha-partners]}", "when: {}"), "everybody"),
        (("    when: {groups: [alpha-partners]}\n", ""), "'when'"),
        (("role: approver", "role: king"), "king"),
        (("tenant: alpha", "tenant: '*'"), "no name for a tenant"),
        (("matters: [harbour, 燈籠]", "matters: [pincite.access]"), "do not begin"),
        (("client_id: pincite", "client_id: pincite\nalgorithms: [HS256]"), "asymmetric"),
        (("client_id: pincite", "client_id: pincite\nalgorithms: [none]"), "asymmetric"),
        (("client_id: pincite", "client_id: pincite\nsecret: x"), "no key 'secret'"),
        (("issuer: https://login.firm.example\n", ""), "issuer"),
    ],
)
def test_a_file_that_would_let_in_too_many_or_is_none_is_refused(change: tuple[str, str], said: str) -> None:
    assert change[0] in FILE
    with pytest.raises(BadInput, match=said):
        read_provider(FILE.replace(*change).encode())
