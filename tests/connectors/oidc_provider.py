"""A small OpenID provider in memory, on PyJWT: discovery, keys, a page of signing in, codes and tokens; each part can be made to lie.

It answers as an httpx transport; `sign_in` does what a person does at the provider's page and gives the query that brings the browser back.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

ISSUER = "https://login.firm.example"
CLIENT = "pincite"
SECRET = "the-client-secret-of-tests"
PUBLIC = ("93.184.216.34",)

# made once: an RSA key takes longer than a test
_RSA = [rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2)]


def jwk_of(key: Any, kid: str, **more: str) -> dict[str, Any]:
    algorithm: Any = (
        RSAAlgorithm
        if isinstance(key, rsa.RSAPrivateKey)
        else ECAlgorithm
        if isinstance(key, ec.EllipticCurvePrivateKey)
        else OKPAlgorithm
    )
    return {**json.loads(algorithm.to_jwk(key.public_key())), "kid": kid, "use": "sig", **more}


class Provider:
    """The provider. What a test changes: `discovery`, `keys`, `mend` (claims before signing), `sign` (how), `token_status`."""

    def __init__(self, issuer: str = ISSUER, *, secret: str = SECRET) -> None:
        self.issuer, self.secret = issuer, secret
        self.private: Any = _RSA[0]
        self.other: Any = _RSA[1]
        self.kid = "k1"
        self.keys: list[dict[str, Any]] = [jwk_of(self.private, "k1")]
        self.discovery: dict[str, Any] = {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys",
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        self.mend: Callable[[dict[str, Any]], None] = lambda _: None
        self.sign: Callable[[dict[str, Any]], str] = self.signed
        self.token_status = 200
        self.hash: Any = hashlib.sha256
        self.asked: list[str] = []
        self._codes: dict[str, dict[str, Any]] = {}

    def signed(
        self, claims: dict[str, Any], *, key: Any = None, algorithm: str = "RS256", kid: str | None = None
    ) -> str:
        headers = {"kid": self.kid if kid is None else kid} if kid != "" else {}
        return jwt.encode(claims, key or self.private, algorithm=algorithm, headers=headers)

    def sign_in(self, address: str, person: dict[str, Any]) -> dict[str, str]:
        """What the page does for a person who signs in: the query of the way back."""
        parts = urlsplit(address)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == self.discovery["authorization_endpoint"]
        assert (asked["response_type"], asked["client_id"], asked["code_challenge_method"]) == ("code", CLIENT, "S256")
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self._codes[code] = {"asked": asked, "person": person}
        return {"code": code, "state": asked["state"], "iss": self.issuer}

    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self.answer)

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.asked.append(f"{request.method} {path}")
        if path == "/.well-known/openid-configuration":
            return httpx.Response(200, json=self.discovery)
        if path == "/keys":
            return httpx.Response(200, json={"keys": self.keys})
        if path == "/token":
            return self._token(request)
        return httpx.Response(404)

    def _token(self, request: httpx.Request) -> httpx.Response:
        if self.token_status != 200:
            return httpx.Response(self.token_status, json={"error": "server_error"})
        given = {name: values[0] for name, values in parse_qs(request.content.decode()).items()}
        wanted = "Basic " + base64.b64encode(f"{CLIENT}:{self.secret}".encode()).decode()
        if request.headers.get("authorization") != wanted:
            return httpx.Response(401, json={"error": "invalid_client"})
        held = self._codes.pop(given.get("code", ""), None)
        if held is None or given.get("redirect_uri") != held["asked"]["redirect_uri"]:
            return httpx.Response(400, json={"error": "invalid_grant"})
        proof = (
            base64.urlsafe_b64encode(hashlib.sha256(given.get("code_verifier", "").encode()).digest())
            .decode()
            .rstrip("=")
        )
        if proof != held["asked"]["code_challenge"]:
            return httpx.Response(400, json={"error": "invalid_grant"})
        now = int(time.time())
        access = secrets.token_urlsafe(8)
        half = (
            base64.urlsafe_b64encode(self.hash(access.encode()).digest()[: self.hash().digest_size // 2])
            .decode()
            .rstrip("=")
        )
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": held["asked"]["nonce"], "at_hash": half,
            **held["person"],
        }  # fmt: skip
        self.mend(claims)
        return httpx.Response(200, json={"access_token": access, "token_type": "Bearer", "id_token": self.sign(claims)})


def ec_key() -> Any:
    return ec.generate_private_key(ec.SECP256R1())


def ed_key() -> Any:
    return ed25519.Ed25519PrivateKey.generate()
