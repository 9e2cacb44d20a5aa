"""Who is known by a server with users: tokens, sessions, matters; what is revoked or taken away holds at once."""

from __future__ import annotations

import pytest
from tests.interfaces.users.house import URL, House

from pincite.access.roles import ROLES, actions, allowed, person_only


@pytest.mark.parametrize("role", ROLES)
def test_a_token_may_what_its_owners_role_may_but_for_what_a_person_must_do(house: House, role: str) -> None:
    said = house.ask("GET", "/v1/account", house.bearer("alpha", role)).json()
    assert said["may"] == sorted(a for a in actions() if allowed([role], a) and not person_only(a))
    assert (said["tenant"], said["person"], said["by"]) == ("alpha", role, "token")


@pytest.mark.parametrize("role", ROLES)
def test_a_person_signed_in_may_what_the_role_may(house: House, role: str) -> None:
    said = house.ask("GET", "/v1/account", house.session("alpha", role)).json()
    assert said["may"] == sorted(a for a in actions() if allowed([role], a))
    assert said["by"] == "session"
    assert said["csrf"]


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer pct_x",
        "Basic YTpi",
        "bearer pct_" + "A" * 49,
        "Bearer pcs_" + "A" * 49,
        "Bearer \x7f",
    ],
)
def test_attack_no_wrong_token_is_let_in_and_each_is_told_the_same(house: House, authorization: str) -> None:
    answer = house.ask("GET", "/v1/account", {"authorization": authorization})
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "the token is unknown, expired or revoked"


def test_a_token_of_a_session_is_no_bearer_token_and_a_bearer_token_no_session(house: House) -> None:
    session = house.session("alpha", "reader")["cookie"].partition("=")[2]
    assert house.ask("GET", "/v1/account", {"authorization": f"Bearer {session}"}).status_code == 401
    token = house.bearer("alpha", "reader")["authorization"].removeprefix("Bearer ")
    assert house.ask("GET", "/v1/account", {"cookie": f"__Host-pincite={token}"}).status_code == 401


def test_a_revoked_token_is_refused_at_once(house: House) -> None:
    made = house.administering().make_token("alpha", "author", "short", scopes=["read"], days=1)
    headers = {"authorization": f"Bearer {made.secret}"}
    assert house.ask("GET", "/v1/account", headers).status_code == 200
    assert house.administering().revoke_token("alpha", made.token.id)
    assert house.ask("GET", "/v1/account", headers).status_code == 401


def test_an_expired_token_is_refused(house: House) -> None:
    made = house.administering(at="2020-01-01T00:00:00.000Z").make_token(
        "alpha", "author", "old", scopes=["read"], days=1
    )
    assert house.ask("GET", "/v1/account", {"authorization": f"Bearer {made.secret}"}).status_code == 401


def test_a_disabled_person_is_out_with_every_session_and_token(house: House) -> None:
    house.administering().add_user("alpha", "leaver")
    house.administering().grant("alpha", "leaver", "author")
    both = [house.bearer("alpha", "leaver"), house.session("alpha", "leaver")]
    assert [house.ask("GET", "/v1/members", each).status_code for each in both] == [200, 200]
    house.administering().disable("alpha", "leaver")
    assert [house.ask("GET", "/v1/members", each).status_code for each in both] == [401, 401]


def test_a_role_that_is_taken_away_is_gone_at_the_next_request(house: House) -> None:
    house.administering().add_user("alpha", "mover")
    house.administering().grant("alpha", "mover", "author", "harbour")
    headers = house.bearer("alpha", "mover")
    assert house.ask("POST", "/v1/chats", headers, json={}).status_code == 201
    house.administering().revoke("alpha", "mover", "author", "harbour")
    assert house.ask("POST", "/v1/chats", headers, json={}).status_code == 403


def test_a_role_in_one_matter_is_none_in_another_and_one_that_is_not_there_is_told_the_same(house: House) -> None:
    answers = [
        house.ask("GET", "/v1/chats", house.bearer("alpha", "author-harbour", matter))
        for matter in ("harbour", "quay", "never-was", "pincite.access", "*", "a%0Ab")
    ]
    assert [each.status_code for each in answers] == [200, 403, 403, 403, 403, 403]
    assert len({each.json()["detail"] for each in answers[1:]}) == 1


def test_attack_nobody_reaches_the_log_of_access_as_a_matter(house: House) -> None:
    for who in (
        house.bearer("alpha", "approver", "pincite.access"),
        house.session("alpha", "approver", "pincite.access"),
    ):
        assert house.ask("GET", "/v1/chats", who).status_code == 403


def test_a_token_limited_to_a_matter_is_none_in_another(house: House) -> None:
    secret = house.token("alpha", "author", matters=["harbour"])
    there = {"authorization": f"Bearer {secret}", "pincite-matter": "harbour"}
    assert house.ask("GET", "/v1/chats", there).status_code == 200
    assert house.ask("GET", "/v1/chats", there | {"pincite-matter": "quay"}).status_code == 403
    assert house.ask("GET", "/v1/account", there).json()["matters"] == ["harbour"]


def test_a_token_of_one_scope_does_nothing_else(house: House) -> None:
    secret = house.token("alpha", "approver", only=["read"])
    headers = {"authorization": f"Bearer {secret}", "pincite-matter": "harbour"}
    assert house.ask("GET", "/v1/chats", headers).status_code == 200
    assert house.ask("POST", "/v1/chats", headers, json={}).status_code == 403
    assert house.ask("POST", "/v1/verify", headers, json={"text": "x"}).status_code == 403


def test_with_no_matter_named_the_only_one_is_meant(house: House) -> None:
    headers = house.bearer("alpha", "author-quay")
    del headers["pincite-matter"]
    assert house.ask("GET", "/v1/account", headers).json()["matter"] == "quay"


# what a cookie vouches for


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({}, 201),
        ({"x-csrf-token": "wrong"}, 403),
        ({"x-csrf-token": None}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": None}, 403),
        ({"origin": None, "sec-fetch-site": "same-origin"}, 201),
        ({"origin": None, "sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://pincite.firm.example:8080"}, 403),
    ],
)
def test_attack_a_page_of_another_site_changes_nothing_with_somebodys_cookie(
    house: House, changed: dict[str, str | None], status: int
) -> None:
    headers = house.session("alpha", "author") | changed
    given = {name: value for name, value in headers.items() if value is not None}
    answer = house.ask("POST", "/v1/tokens", given, json={"name": "t", "scopes": ["read"]})
    assert answer.status_code == status, answer.text


def test_attack_a_session_of_somebody_else_is_not_used_with_ones_own_csrf_token(house: House) -> None:
    mine, other = house.session("alpha", "author"), house.session("alpha", "reviewer")
    answer = house.ask("POST", "/v1/tokens", mine | {"cookie": other["cookie"]}, json={"name": "t", "scopes": ["read"]})
    assert answer.status_code == 403


def test_attack_a_second_cookie_of_the_same_name_makes_both_worth_nothing(house: House) -> None:
    mine, other = house.session("alpha", "author"), house.session("alpha", "reviewer")
    assert house.ask("GET", "/v1/account", {"cookie": f"{mine['cookie']}; {other['cookie']}"}).status_code == 401


def test_signing_out_ends_the_session_and_no_other(house: House) -> None:
    first, second = house.session("alpha", "author"), house.session("alpha", "author")
    answer = house.ask("POST", "/auth/logout", first)
    assert answer.status_code == 200
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert [house.ask("GET", "/v1/account", each).status_code for each in (first, second)] == [401, 200]


# tokens of one's own


def test_a_token_is_shown_once_and_narrows_what_its_owner_may(house: House) -> None:
    me = house.session("alpha", "author")
    made = house.ask("POST", "/v1/tokens", me, json={"name": "CI", "scopes": ["read", "check"], "days": 7}).json()
    assert made["secret"].startswith("pct_")
    listed = house.ask("GET", "/v1/tokens", me)
    assert made["id"] in [each["id"] for each in listed.json()["tokens"]]
    assert made["secret"] not in listed.text
    assert house.ask("GET", "/v1/account", {"authorization": f"Bearer {made['secret']}"}).json()["person"] == "author"


@pytest.mark.parametrize(
    ("scopes", "status"), [(["decide"], 403), (["propose"], 403), (["tokens"], 403), (["all"], 403), ([], 422)]
)
def test_nobody_makes_a_token_that_may_more(house: House, scopes: list[str], status: int) -> None:
    answer = house.ask("POST", "/v1/tokens", house.session("alpha", "author"), json={"name": "x", "scopes": scopes})
    assert answer.status_code == status


def test_attack_a_token_makes_no_tokens_and_revokes_none(house: House) -> None:
    who = house.bearer("alpha", "approver")
    assert house.ask("POST", "/v1/tokens", who, json={"name": "x", "scopes": ["read"]}).status_code == 403
    assert house.ask("GET", "/v1/tokens", who).status_code == 403
    assert house.ask("DELETE", "/v1/tokens/abc", who).status_code == 403


def test_attack_a_token_of_somebody_else_is_neither_listed_nor_revoked(house: House) -> None:
    made = house.administering().make_token("alpha", "author", "mine", scopes=["read"], days=1)
    for tenant in ("alpha", "beta"):
        other = house.session(tenant, "approver")
        assert made.token.id not in house.ask("GET", "/v1/tokens", other).text
        assert house.ask("DELETE", f"/v1/tokens/{made.token.id}", other).status_code == 404
    assert house.ask("GET", "/v1/account", {"authorization": f"Bearer {made.secret}"}).status_code == 200
    assert house.ask("DELETE", f"/v1/tokens/{made.token.id}", house.session("alpha", "author")).status_code == 200
    assert house.ask("GET", "/v1/account", {"authorization": f"Bearer {made.secret}"}).status_code == 401


# the log


def test_the_log_says_who_did_what_and_only_reviewers_read_it(house: House) -> None:
    me = house.session("alpha", "author")
    made = house.ask("POST", "/v1/tokens", me, json={"name": "logged", "scopes": ["read"]}).json()
    assert house.ask("GET", "/v1/log", me).status_code == 403
    entries = []
    after = 0
    while True:
        page = house.ask("GET", f"/v1/log?after={after}", house.bearer("alpha", "reviewer")).json()
        entries += page["entries"]
        if "next" not in page:
            break
        after = page["next"]["after"]
    last = [each for each in entries if each.get("what") == "token made" and each["token"] == made["id"]]
    assert [(each["actor"], each["name"], each["scopes"]) for each in last] == [("author", "logged", ["read"])]
    assert made["secret"] not in str(entries)
    assert not [each for each in entries if "beta" in str(each)]
    assert [each["seq"] for each in entries] == list(range(1, len(entries) + 1))


def test_members_of_a_matter_are_those_of_it_and_of_all(house: House) -> None:
    said = house.ask("GET", "/v1/members", house.bearer("alpha", "reader-quay", "quay")).json()
    names = {each["person"] for each in said["members"]}
    assert {"author-quay", "approver"} <= names
    assert not {"author-harbour"} & names
    assert URL not in str(said)


# erasure


def test_an_approver_signed_in_erases_and_the_chain_goes_on_verifying(house: House) -> None:
    chat = house.ask("POST", "/v1/chats", house.bearer("alpha", "author"), json={"title": "Mr Lantern"}).json()["chat"]
    body = {"entries": [1], "reason": "asked for", "ground": "Art. 17"}
    path = f"/v1/chats/{chat}/erasure"
    assert house.ask("POST", path, house.bearer("alpha", "approver"), json=body).status_code == 403
    assert house.ask("POST", path, house.session("alpha", "reviewer"), json=body).status_code == 403
    assert house.ask("POST", path, house.session("alpha", "approver", "quay"), json=body).status_code == 422
    assert house.ask("POST", path, house.session("beta", "approver"), json=body).status_code == 422
    assert house.ask("POST", path, house.session("alpha", "approver"), json=body).status_code == 200
    from pincite.ledger.chain import verify
    from pincite.ledger.entries import ChatId

    id_ = ChatId("alpha", "harbour", chat)
    found = verify(id_, house.ledger.entries(id_))
    assert (found.sound, found.erased) == (True, (1,))
    assert b"Mr Lantern" not in b"".join(each.payload or b"" for each in house.ledger.entries(id_))
