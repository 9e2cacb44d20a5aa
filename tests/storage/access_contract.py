"""What every store of tenants, persons and credentials does: one suite, to be inherited with a fixture `access` (empty)."""

from __future__ import annotations

import dataclasses

import pytest
from tests.storage.ledger_tools import together

from pincite.access.credentials import digest_of, new_secret
from pincite.access.port import AccessStore, ApiToken, Login, Matter, Member, Session, Tenant, User
from pincite.errors import BadInput

NOW = "2026-11-30T12:00:00.000Z"
LATER = "2026-11-30T13:00:00.000Z"
BEFORE = "2026-11-30T11:00:00.000Z"


def digest(number: int) -> bytes:
    return digest_of(new_secret(bytes([number]) * 32))


def token(tenant: str = "alpha", user: str = "anna", number: int = 1, **more: object) -> ApiToken:
    made = ApiToken(
        tenant, user, f"t{number}", digest(number), "for CI", frozenset(("read", "check")), at=NOW, expires=LATER
    )
    return dataclasses.replace(made, **more)  # type: ignore[arg-type]


def session(tenant: str = "alpha", user: str = "anna", number: int = 1, **more: object) -> Session:
    return dataclasses.replace(Session(tenant, user, digest(number), "csrf", NOW, LATER, LATER), **more)  # type: ignore[arg-type]


@pytest.fixture
def filled(access: AccessStore) -> AccessStore:
    """Two tenants, each with anna and ben, who are not the same persons."""
    for tenant in ("alpha", "beta"):
        access.add_tenant(Tenant(tenant, f"{tenant} & Co", 30, NOW))
        access.add_matter(Matter(tenant, "harbour", "Harbour", 0, NOW))
        for user in ("anna", "ben"):
            access.add_user(User(tenant, user, f"{user} of {tenant}", at=NOW))
    return access


class AccessContract:
    """The suite."""

    # tenants, matters, persons

    def test_what_is_not_there_is_none(self, access: AccessStore) -> None:
        assert access.tenant("alpha") is None
        assert access.user("alpha", "anna") is None
        for listed in (access.matters, access.users, access.members, access.tokens):
            assert listed("alpha") == ()
        assert access.token(digest(1), NOW) is None
        assert access.session(digest(1), NOW) is None

    def test_what_was_added_comes_back_and_is_changed_by_adding_again(self, filled: AccessStore) -> None:
        assert filled.tenant("alpha") == Tenant("alpha", "alpha & Co", 30, NOW)
        filled.add_tenant(Tenant("alpha", "Alpha", 90, LATER))
        assert filled.tenant("alpha") == Tenant("alpha", "Alpha", 90, NOW)
        filled.add_matter(Matter("alpha", "harbour", "燈籠", 7, LATER))
        assert filled.matters("alpha") == (Matter("alpha", "harbour", "燈籠", 7, NOW),)
        filled.add_user(User("alpha", "anna", "Änne", "vkey", disabled=True, at=LATER))
        assert filled.user("alpha", "anna") == User("alpha", "anna", "Änne", "vkey", disabled=True, at=NOW)
        assert [each.id for each in filled.users("alpha")] == ["anna", "ben"]
        assert filled.user("beta", "anna") == User("beta", "anna", "anna of beta", at=NOW)

    def test_nothing_is_added_to_a_tenant_or_person_that_is_not_there(self, filled: AccessStore) -> None:
        with pytest.raises(BadInput, match="no tenant"):
            filled.add_user(User("gamma", "anna"))
        with pytest.raises(BadInput, match="no tenant"):
            filled.add_matter(Matter("gamma", "harbour"))
        for add in (
            lambda: filled.grant(Member("alpha", "*", "nobody", "reader")),
            lambda: filled.add_token(token(user="nobody")),
            lambda: filled.add_session(session(user="nobody")),
        ):
            with pytest.raises(BadInput, match="no person"):
                add()

    # roles

    def test_roles_are_given_once_and_taken_away(self, filled: AccessStore) -> None:
        member = Member("alpha", "harbour", "anna", "reviewer")
        assert filled.grant(member)
        assert not filled.grant(member)
        filled.grant(Member("alpha", "*", "ben", "reader"))
        assert filled.members("alpha") == (member, Member("alpha", "*", "ben", "reader"))
        assert filled.members("alpha", "anna") == (member,)
        assert filled.members("beta") == ()
        assert filled.revoke(member)
        assert not filled.revoke(member)
        assert filled.members("alpha", "anna") == ()

    def test_the_provider_changes_its_own_roles_and_not_the_operators(self, filled: AccessStore) -> None:
        by_hand = Member("alpha", "*", "anna", "reader")
        filled.grant(by_hand)
        assert filled.set_provided("alpha", "anna", frozenset((("*", "reader"), ("harbour", "approver"))))
        assert not filled.set_provided("alpha", "anna", frozenset((("*", "reader"), ("harbour", "approver"))))
        assert len(filled.members("alpha", "anna")) == 3
        assert filled.set_provided("alpha", "anna", frozenset())
        assert filled.members("alpha", "anna") == (by_hand,)

    # tokens

    def test_a_token_is_found_by_its_secret_until_it_expires(self, filled: AccessStore) -> None:
        filled.add_token(token(matters=frozenset(("harbour",))))
        assert filled.token(digest(1), NOW) == token(matters=frozenset(("harbour",)))
        assert filled.token(digest(2), NOW) is None
        assert filled.token(digest(1), LATER) is None

    def test_a_revoked_token_is_found_no_more_and_stays_listed(self, filled: AccessStore) -> None:
        filled.add_token(token())
        assert not filled.revoke_token("beta", "t1", NOW)
        assert not filled.revoke_token("alpha", "t1", NOW, user="ben")
        assert filled.token(digest(1), NOW)
        assert filled.revoke_token("alpha", "t1", NOW, user="anna")
        assert not filled.revoke_token("alpha", "t1", NOW)
        assert filled.token(digest(1), NOW) is None
        assert filled.tokens("alpha") == (token(revoked=NOW),)

    def test_tokens_are_listed_for_their_tenant_and_person(self, filled: AccessStore) -> None:
        for number, (tenant, user) in enumerate([("alpha", "anna"), ("alpha", "ben"), ("beta", "anna")], 1):
            filled.add_token(token(tenant, user, number))
        assert [each.id for each in filled.tokens("alpha")] == ["t1", "t2"]
        assert [each.id for each in filled.tokens("alpha", "ben")] == ["t2"]
        assert [each.id for each in filled.tokens("beta", "ben")] == []

    # sessions and sign-ins

    def test_a_session_ends_when_idle_at_its_end_and_when_it_is_ended(self, filled: AccessStore) -> None:
        filled.add_session(session(idle=NOW))
        assert filled.session(digest(1), NOW) is None
        assert filled.session(digest(1), BEFORE)
        filled.touch_session(digest(1), LATER)
        assert filled.session(digest(1), NOW) == session()
        assert filled.session(digest(1), LATER) is None
        filled.end_session(digest(1))
        assert filled.session(digest(1), NOW) is None

    def test_all_sessions_of_a_person_end_together(self, filled: AccessStore) -> None:
        for number, (tenant, user) in enumerate(
            [("alpha", "anna"), ("alpha", "anna"), ("alpha", "ben"), ("beta", "anna")], 1
        ):
            filled.add_session(session(tenant, user, number))
        assert filled.end_sessions("alpha", "anna") == 2
        assert [bool(filled.session(digest(number), NOW)) for number in (1, 2, 3, 4)] == [False, False, True, True]

    def test_a_sign_in_is_taken_once(self, access: AccessStore) -> None:
        login = Login(digest(1), "nonce", "verifier", "/then", LATER)
        access.add_login(login)
        assert access.take_login(digest(2), NOW) is None
        assert access.take_login(digest(1), NOW) == login
        assert access.take_login(digest(1), NOW) is None

    def test_a_sign_in_that_expired_is_none(self, access: AccessStore) -> None:
        access.add_login(Login(digest(1), "nonce", "verifier", "/then", NOW))
        assert access.take_login(digest(1), NOW) is None

    def test_attack_two_at_once_do_not_both_take_a_sign_in(self, access: AccessStore) -> None:
        access.add_login(Login(digest(1), "nonce", "verifier", "/then", LATER))
        taken: list[object] = []
        assert together(lambda _: taken.append(access.take_login(digest(1), NOW)), 8) == []
        assert len([each for each in taken if each]) == 1

    def test_what_ended_is_swept_and_nothing_else(self, filled: AccessStore) -> None:
        filled.add_session(session(number=1, idle=BEFORE))
        filled.add_session(session("beta", number=2, expires=BEFORE))
        filled.add_session(session(number=3))
        filled.add_login(Login(digest(4), "n", "v", "/", BEFORE))
        filled.add_login(Login(digest(5), "n", "v", "/", LATER))
        assert filled.sweep(NOW) == 3
        assert filled.sweep(NOW) == 0
        assert filled.session(digest(3), NOW)
        assert filled.take_login(digest(5), NOW)

    # tenants apart

    def test_matrix_no_question_about_one_tenant_shows_anything_of_another(self, filled: AccessStore) -> None:
        for number, tenant in enumerate(("alpha", "beta"), 1):
            filled.add_token(token(tenant, number=number, name=f"secret of {tenant}"))
            filled.add_session(session(tenant, number=number))
            filled.grant(Member(tenant, f"matter of {tenant}", "anna", "reader"))
        for own, other in (("alpha", "beta"), ("beta", "alpha")):
            shown = repr(
                [filled.tenant(own), filled.matters(own), filled.users(own), filled.members(own), filled.tokens(own)]
            )
            assert own in shown
            assert other not in shown

    def test_no_secret_is_kept_or_shown(self, filled: AccessStore) -> None:
        secret = new_secret(bytes([1]) * 32)
        filled.add_token(token())
        assert secret not in repr(filled.tokens("alpha"))
