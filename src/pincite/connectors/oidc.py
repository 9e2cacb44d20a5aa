"""Signing in by OpenID Connect: authorization code with PKCE, state and nonce; the provider's keys by its own discovery.

Keeps true:
1. The one address asked is the issuer of the configuration; of what its discovery names, only https addresses that do not lead
   inward (`access.addresses`). No redirect is followed, no address of a request or a token is asked.
2. A token counts only with an asymmetric signature that the configuration allows, by a key that the issuer publishes now; of this issuer,
   for this client, not expired, with the nonce of this very sign-in. Anything else is one refusal that says nothing of why.
3. Keys are asked for again when a token names one that is not known, at most once in `PATIENCE` seconds: false tokens make no load.
4. Codes, tokens, verifiers and the client's secret are in no message and no log.

The rules are those of OpenID Connect Core 3.1.3.7, RFC 7636 (S256) and RFC 9207. PyJWT checks signatures and claims.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from pincite.access.addresses import check_address
from pincite.access.claims import Provider
from pincite.access.principal import Unknown
from pincite.errors import BadInput, CannotRun

try:
    import httpx
    import jwt
except ImportError as error:  # pragma: no cover (tested by hiding it)
    raise CannotRun(
        "signing in needs httpx and PyJWT, which are not installed", remedy="Install it: pip install 'pincite[server]'."
    ) from error

__all__ = ["OidcProvider", "resolved"]

log = logging.getLogger("pincite.oidc")

PATIENCE = 30.0
SECONDS = 10.0
MOST_BYTES = 512 * 1024
LEEWAY = 60
"""Seconds by which clocks may differ."""
_FAMILIES = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
"""The kind of key of each allowed kind of signature: a symmetric key is no provider's."""
_AT_HASHES = {"256": hashlib.sha256, "384": hashlib.sha384, "512": hashlib.sha512}


def resolved(host: str) -> tuple[str, ...]:
    """The IP addresses a name leads to; none when it leads nowhere."""
    try:
        return tuple(dict.fromkeys(str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)))
    except OSError:
        return ()


class OidcProvider:
    """A provider; for any number of threads.

    Args:
        provider: as the operator wrote it.
        secret: of the client; "" for a public client.
        transport: of httpx; the plain network when None.
        resolve: gives the IP addresses of a name.
        inward: whether it may lie in a private network.
        insecure: whether it may be http on this machine (tests).
        clock: seconds that only go on.

    """

    def __init__(
        self,
        provider: Provider,
        secret: str = "",
        *,
        transport: httpx.BaseTransport | None = None,
        resolve: Callable[[str], tuple[str, ...]] = resolved,
        inward: bool = False,
        insecure: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.provider = provider
        self._secret = secret
        self._resolve, self._inward, self._insecure, self._clock = resolve, inward, insecure, clock
        self._http = httpx.Client(transport=transport, timeout=SECONDS, follow_redirects=False, trust_env=False)
        self._lock = threading.Lock()
        self._found: Mapping[str, Any] | None = None
        self._keys: list[dict[str, Any]] = []
        self._asked = float("-inf")

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def start(self, redirect: str, *, state: str, nonce: str, verifier: str) -> str:
        """Where a browser is sent to sign in.

        Raises:
            CannotRun: the provider does not answer, or is not the one that is meant.

        """
        found = self._discovered()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        query = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": redirect,
            "scope": " ".join(self.provider.scopes),
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        address = found["authorization_endpoint"]
        return f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(query)}"

    def finish(self, redirect: str, *, code: str, issuer: str, nonce: str, verifier: str) -> Mapping[str, Any]:
        """The claims of who signed in.

        Args:
            redirect: as it was given at the start.
            code: that the browser brought back.
            issuer: that it brought back beside it (RFC 9207), "" for none.
            nonce: of this sign-in.
            verifier: of this sign-in.

        Raises:
            Unknown: the code or the token is not good.
            CannotRun: the provider does not answer.

        """
        found = self._discovered()
        if issuer and issuer != self.provider.issuer:
            raise self._refused("the code is of another issuer")
        if not issuer and found.get("authorization_response_iss_parameter_supported") is True:
            raise self._refused("the code does not say its issuer")
        given = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": verifier,
            "client_id": self.provider.client_id,
        }
        auth = httpx.BasicAuth(self.provider.client_id, self._secret) if self._secret else None
        status, answer = self._ask("POST", found["token_endpoint"], data=given, auth=auth)
        if status >= 500:
            raise self._silent(f"its token endpoint answers {status}")
        token = answer.get("id_token") if status == 200 else None
        if not isinstance(token, str) or len(token) > 64 * 1024:
            raise self._refused(f"its token endpoint answers {status} without a token")
        return self._claims(token, nonce, answer.get("access_token"))

    def _claims(self, token: str, nonce: str, access_token: Any) -> Mapping[str, Any]:
        try:
            head = jwt.get_unverified_header(token)
            algorithm = str(head.get("alg"))
            if algorithm not in self.provider.algorithms:
                raise self._refused(f"the token is signed by {algorithm[:20]!r}")
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key(str(head.get("kid") or ""), algorithm),
                algorithms=[algorithm],
                audience=self.provider.client_id,
                issuer=self.provider.issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            raise self._refused(type(error).__name__) from error
        audience, party = claims["aud"], claims.get("azp")
        if (isinstance(audience, list) and len(audience) > 1 and party is None) or (
            party is not None and party != self.provider.client_id
        ):
            raise self._refused("the token was made for another client")
        if not isinstance(claims.get("nonce"), str) or not hmac.compare_digest(
            claims["nonce"].encode("utf-8", "replace"), nonce.encode()
        ):
            raise self._refused("the token is of another sign-in")
        if "at_hash" in claims and isinstance(access_token, str):
            digest = _AT_HASHES.get(algorithm[-3:], hashlib.sha512)(access_token.encode()).digest()
            half = base64.urlsafe_b64encode(digest[: len(digest) // 2]).decode().rstrip("=")
            if claims["at_hash"] != half:
                raise self._refused("the access token is another one")
        return claims

    def _key(self, kid: str, algorithm: str) -> Any:
        with self._lock:
            key = self._of(kid, algorithm)
            if key is None and self._clock() - self._asked >= PATIENCE:
                self._asked = self._clock()
                self._keys = self._published()
                key = self._of(kid, algorithm)
        if key is None:
            raise self._refused("no published key made the signature")
        return key

    def _of(self, kid: str, algorithm: str) -> Any:
        """The key that made a signature; a token that names none is taken only where there is no choice."""
        fitting = [
            each
            for each in self._keys
            if each.get("kty") == _FAMILIES[algorithm[:2]]
            and each.get("alg", algorithm) == algorithm
            and (not kid or each.get("kid") == kid)
        ]
        return jwt.PyJWK(fitting[0], algorithm=algorithm) if len(fitting) == 1 else None

    def _published(self) -> list[dict[str, Any]]:
        _, answer = self._ask("GET", self._discovered()["jwks_uri"])
        listed = answer.get("keys")
        keys = [each for each in (listed if isinstance(listed, list) else []) if isinstance(each, dict)]
        return [each for each in keys if each.get("use", "sig") == "sig"][:100]

    def _discovered(self) -> Mapping[str, Any]:
        if self._found is not None:
            return self._found
        issuer = self.provider.issuer
        status, found = self._ask("GET", issuer.rstrip("/") + "/.well-known/openid-configuration")
        if status != 200:
            raise self._silent(f"its discovery answers {status}")
        if found.get("issuer") != issuer:
            raise self._silent("its discovery names another issuer than the configuration")
        methods = found.get("code_challenge_methods_supported")
        if isinstance(methods, list) and "S256" not in methods:
            raise self._silent("it does not take PKCE with S256")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not isinstance(found.get(name), str):
                raise self._silent(f"its discovery names no {name}")
            self._check(found[name])
        self._found = found  # two threads may both ask, and are told the same
        return found

    def _check(self, address: str) -> None:
        try:
            host = urlsplit(address).hostname or ""
        except ValueError as error:
            raise BadInput(f"{address[:100]!r} is no address") from error
        check_address(address, self._resolve(host), inward=self._inward, insecure=self._insecure)

    def _ask(self, method: str, address: str, **more: Any) -> tuple[int, dict[str, Any]]:
        self._check(address)
        try:
            with self._http.stream(method, address, headers={"Accept": "application/json"}, **more) as response:
                data = b""
                for chunk in response.iter_bytes():
                    data += chunk
                    if len(data) > MOST_BYTES:
                        raise self._silent("its answer is too large")
        except httpx.HTTPError as error:
            raise self._silent(type(error).__name__) from error
        try:
            value = json.loads(data) if response.status_code < 300 else {}
        except (ValueError, RecursionError) as error:
            raise self._silent("its answer is no JSON") from error
        return response.status_code, value if isinstance(value, dict) else {}

    def _refused(self, why: str) -> Unknown:
        log.warning("a sign-in was refused: %s", why)
        return Unknown("signing in did not succeed; begin again")

    def _silent(self, why: str) -> CannotRun:
        host = urlsplit(self.provider.issuer).hostname
        return CannotRun(
            f"the identity provider {host} cannot be used: {why}", remedy="Try again; else ask the operator."
        )
