"""Signing in at a provider of the tests' own: what is right comes in, and every lie is refused without a word of why."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import jwt
import pytest
from tests.connectors.oidc_provider import CLIENT, ISSUER, PUBLIC, SECRET, Provider, ec_key, ed_key, jwk_of

from pincite.access.claims import Provider as Configured
from pincite.access.claims import Rule
from pincite.access.principal import Unknown
from pincite.connectors.oidc import PATIENCE, OidcProvider
from pincite.errors import BadInput, CannotRun

BACK = "https://pincite.firm.example/auth/callback"
ANNA = {"sub": "7", "name": "Anna", "groups": ["legal"]}
CONFIGURED = Configured(
    ISSUER, CLIENT, ("openid", "profile"), "name", (Rule("alpha", {"groups": frozenset(("legal",))}),), ()
)


@pytest.fixture
def provider() -> Provider:
    return Provider()


def client(provider: Provider, **more: Any) -> OidcProvider:
    given: dict[str, Any] = {"transport": provider.transport(), "resolve": lambda _: PUBLIC, **more}
    return OidcProvider(
        more.pop("configured", CONFIGURED), SECRET, **{k: v for k, v in given.items() if k != "configured"}
    )


def signed_in(
    oidc: OidcProvider, provider: Provider, *, nonce: str = "n", verifier: str = "v" * 43, **changed: str
) -> Mapping[str, Any]:
    address = oidc.start(BACK, state="s", nonce="n", verifier="v" * 43)
    back = {**provider.sign_in(address, ANNA), **changed}
    return oidc.finish(BACK, code=back["code"], issuer=back["iss"], nonce=nonce, verifier=verifier)


def test_who_signs_in_is_known_by_the_claims(provider: Provider) -> None:
    claims = signed_in(client(provider), provider)
    assert (claims["sub"], claims["groups"], claims["iss"]) == ("7", ["legal"], ISSUER)


def test_discovery_and_keys_are_asked_once_for_many(provider: Provider) -> None:
    oidc = client(provider)
    for _ in range(3):
        signed_in(oidc, provider)
    assert provider.asked.count("GET /keys") == provider.asked.count("GET /.well-known/openid-configuration") == 1


@pytest.mark.parametrize(("make", "algorithm"), [(ec_key, "ES256"), (ed_key, "EdDSA")])
def test_signatures_of_other_kinds_are_read(provider: Provider, make: Callable[[], Any], algorithm: str) -> None:
    key = make()
    provider.keys.append(jwk_of(key, "k2"))
    provider.hash = hashlib.sha512 if algorithm == "EdDSA" else hashlib.sha256
    provider.sign = lambda claims: provider.signed(claims, key=key, algorithm=algorithm, kid="k2")
    assert signed_in(client(provider), provider)["sub"] == "7"


def test_a_key_that_was_changed_is_asked_for_again_but_not_at_every_false_token(provider: Provider) -> None:
    now = [0.0]
    oidc = client(provider, clock=lambda: now[0])
    signed_in(oidc, provider)
    provider.private, provider.kid = provider.other, "k2"
    provider.keys.append(jwk_of(provider.other, "k2"))
    for _ in range(5):
        with pytest.raises(Unknown):
            signed_in(oidc, provider)
    assert provider.asked.count("GET /keys") == 1
    now[0] = PATIENCE
    assert signed_in(oidc, provider)["sub"] == "7"


def _unsigned(provider: Provider) -> None:
    def none(claims: dict[str, Any]) -> str:
        return jwt.encode(claims, "", algorithm="none", headers={"kid": "k1"})

    provider.sign = none


def _by_public_key(provider: Provider) -> None:
    """The old confusion: a symmetric signature whose secret is the public key."""

    def confused(claims: dict[str, Any]) -> str:
        def part(value: Any) -> bytes:
            return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")

        import hmac

        body = part({"alg": "HS256", "kid": "k1"}) + b"." + part(claims)
        mac = hmac.digest(json.dumps(provider.keys[0]).encode(), body, "sha256")
        return (body + b"." + base64.urlsafe_b64encode(mac).rstrip(b"=")).decode()

    provider.sign = confused
    provider.keys.append({"kty": "oct", "kid": "k1", "k": "AAAA", "alg": "HS256", "use": "sig"})


def _by_another_key(provider: Provider) -> None:
    provider.sign = lambda claims: provider.signed(claims, key=provider.other)


def _no_kid_of_two(provider: Provider) -> None:
    provider.keys.append(jwk_of(provider.other, "k2"))
    provider.sign = lambda claims: provider.signed(claims, kid="")


def _claims(**changed: Any) -> Callable[[Provider], None]:
    def change(provider: Provider) -> None:
        def mend(claims: dict[str, Any]) -> None:
            claims.update(changed)
            for name in [name for name, value in changed.items() if value is None]:
                del claims[name]

        provider.mend = mend

    return change


def _altered(provider: Provider) -> None:
    def altered(claims: dict[str, Any]) -> str:
        head, _, mac = provider.signed(claims).split(".")
        body = base64.urlsafe_b64encode(json.dumps({**claims, "groups": ["partners"]}).encode()).decode().rstrip("=")
        return f"{head}.{body}.{mac}"

    provider.sign = altered


LIES: dict[str, Callable[[Provider], None]] = {
    "no signature": _unsigned,
    "a signature with the public key as secret": _by_public_key,
    "a key that is not published": _by_another_key,
    "no key named where there are two": _no_kid_of_two,
    "claims altered behind the signature": _altered,
    "another issuer": _claims(iss="https://evil.example"),
    "another client": _claims(aud="other"),
    "several clients and no party": _claims(aud=[CLIENT, "other"]),
    "another party": _claims(aud=[CLIENT, "other"], azp="other"),
    "expired": _claims(exp=int(time.time()) - 120),
    "not yet issued": _claims(iat=int(time.time()) + 600),
    "no end": _claims(exp=None),
    "no subject": _claims(sub=None),
    "another sign-in": _claims(nonce="m"),
    "no nonce": _claims(nonce=None),
    "a nonce that is no text": _claims(nonce=["n"]),
    "another access token": _claims(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
    "no token": lambda provider: setattr(provider, "sign", lambda _: None),
    "a token that is none": lambda provider: setattr(provider, "sign", lambda _: "a.b.c"),
    "a token too large": lambda provider: setattr(provider, "sign", lambda _: "x" * 100_000),
}


@pytest.mark.parametrize("lie", LIES)
def test_attack_a_token_that_lies_is_refused_and_every_refusal_says_the_same(provider: Provider, lie: str) -> None:
    LIES[lie](provider)
    with pytest.raises(Unknown, match="did not succeed") as refused:
        signed_in(client(provider), provider)
    assert str(refused.value) == "signing in did not succeed; begin again"


def test_attack_a_code_without_its_verifier_or_of_another_sign_in_is_worth_nothing(provider: Provider) -> None:
    with pytest.raises(Unknown):
        signed_in(client(provider), provider, verifier="w" * 43)
    with pytest.raises(Unknown):
        signed_in(client(provider), provider, nonce="other")
    with pytest.raises(Unknown):
        signed_in(client(provider), provider, code="guessed")


@pytest.mark.parametrize("issuer", ["https://evil.example", ""])
def test_attack_a_code_mixed_up_with_one_of_another_issuer_is_refused(provider: Provider, issuer: str) -> None:
    with pytest.raises(Unknown):
        signed_in(client(provider), provider, iss=issuer)
    assert "POST /token" not in provider.asked, "the code was not handed on"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"issuer": "https://login.firm.example/"}, "another issuer"),
        ({"code_challenge_methods_supported": ["plain"]}, "PKCE"),
        ({"token_endpoint": None}, "no token_endpoint"),
    ],
)
def test_a_provider_that_is_another_than_meant_is_not_used(
    provider: Provider, changed: dict[str, Any], said: str
) -> None:
    provider.discovery |= changed
    with pytest.raises(CannotRun, match=said):
        signed_in(client(provider), provider)


@pytest.mark.parametrize(
    "address",
    [
        "http://login.firm.example/keys",
        "https://169.254.169.254/latest",
        "https://user:pw@login.firm.example/keys",
        "file:///etc/passwd",
    ],
)
def test_attack_discovery_leads_nowhere_inward(provider: Provider, address: str) -> None:
    provider.discovery["jwks_uri"] = address
    hosts: list[str] = []

    def resolve(host: str) -> tuple[str, ...]:
        hosts.append(host)
        return ("169.254.169.254",) if host == "169.254.169.254" else PUBLIC

    with pytest.raises(BadInput):
        signed_in(client(provider, resolve=resolve), provider)
    assert provider.asked == ["GET /.well-known/openid-configuration"]


def test_attack_an_issuer_in_a_private_network_is_asked_only_where_the_operator_says_so(provider: Provider) -> None:
    with pytest.raises(BadInput, match="private network"):
        signed_in(client(provider, resolve=lambda _: ("10.0.0.1",)), provider)
    assert provider.asked == []
    assert signed_in(client(provider, resolve=lambda _: ("10.0.0.1",), inward=True), provider)["sub"] == "7"


def test_attack_a_redirect_of_the_provider_is_not_followed() -> None:
    asked: list[str] = []

    def moved(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302, headers={"location": "https://169.254.169.254/"})

    oidc = OidcProvider(CONFIGURED, transport=httpx.MockTransport(moved), resolve=lambda _: PUBLIC)
    with pytest.raises(CannotRun, match="answers 302"):
        oidc.start(BACK, state="s", nonce="n", verifier="v")
    assert len(asked) == 1


def test_an_answer_without_end_is_cut_off(provider: Provider) -> None:
    provider.discovery["more"] = "x" * 1_000_000
    with pytest.raises(CannotRun, match="too large"):
        client(provider).start(BACK, state="s", nonce="n", verifier="v")


def test_a_provider_that_is_down_is_said_to_be(provider: Provider) -> None:
    provider.token_status = 503
    with pytest.raises(CannotRun, match="503"):
        signed_in(client(provider), provider)


def test_no_secret_is_in_a_log_or_a_message(provider: Provider, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    oidc = client(provider)
    said: list[str] = []
    codes: list[str] = []
    for lie in LIES.values():
        held = Provider()
        lie(held)
        oidc = client(held)
        back = held.sign_in(oidc.start(BACK, state="s", nonce="n", verifier="v" * 43), ANNA)
        codes.append(back["code"])
        with pytest.raises(Unknown) as refused:
            oidc.finish(BACK, code=back["code"], issuer=ISSUER, nonce="n", verifier="v" * 43)
        said.append(repr(refused.value))
    shown = caplog.text + "".join(said)
    assert "a sign-in was refused" in caplog.text
    assert not [secret for secret in (SECRET, "v" * 43, "eyJ", *codes) if secret in shown]
